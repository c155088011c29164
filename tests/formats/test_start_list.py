"""A start list is read however it is written: lines, a table, a seating list, a results file."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.formats import event_file
from overtrick.formats.start_list import MOST, read

ADO, COR = ("Ado Bem", "200001"), ("Cor Dax", "200002")


def people(text: str) -> list[tuple[str, str]]:
    found = read("list", text.encode())
    assert found.problems == ()
    return [(each.name, each.number) for each in found.people]


@pytest.mark.parametrize(
    "text",
    [
        "200001 Ado Bem\n200002 Cor Dax\n",
        "1. Ado Bem (200001) & Cor Dax (200002)\n",
        "Ado Bem, 200001\nCor Dax - 200002\n\n",
        "Player 1,Number 1,Player 2,Number 2\nAdo Bem,200001,Cor Dax,200002\n",
        "Number;First name;Surname\n200001;Ado;Bem\n200002;Cor;Dax\n",
        (
            "PairNumber,Name,ABF No,Initial Seating,Phone,\n1,Ado Bem,200001,1-NS,0412,\n1,Cor Dax,200002,1-NS,,\n"
            "2,PHANTOM,,,,\n"
        ),
    ],
)
def test_names_and_numbers_are_found_however_they_are_written(text: str) -> None:
    assert people(text) == [ADO, COR]


def test_numbers_alone_and_names_alone_are_enough() -> None:
    assert people("Number\n200001\n200002\n") == [("", "200001"), ("", "200002")]
    assert people("Name\nAdo Bem\nCor Dax & Elu Fin\n") == [("Ado Bem", ""), ("Cor Dax", ""), ("Elu Fin", "")]


def test_the_players_of_a_results_file_are_a_start_list() -> None:
    pair = Contestant("Bem & Dax", (Player(*ADO), Player(*COR)), 1)
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=(pair,)),))
    text = event_file.write(Event("Tuesday", date(2026, 11, 10), (stage,), status="club"), "ebu")
    assert people(text) == [ADO, COR]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"<games/>", b"--- 12\n"])
def test_what_names_nobody_is_told(content: bytes) -> None:
    found = read("list", content)
    assert found.people == ()
    assert found.problems


def test_a_list_longer_than_any_event_is_refused() -> None:
    found = read("list", "\n".join(f"{200_000 + at}" for at in range(MOST + 1)).encode())
    assert [problem.code for problem in found.problems] == ["file-too-large"]
