"""Files with a harmless slip are read; others that are no results are answered in a plain sentence."""

from __future__ import annotations

import time

import pytest

from overtrick.formats import forms, recognise, usebio
from overtrick.formats.outcome import work_out
from overtrick.formats.reading import Reading
from tests.cli.files import usebio as usebio_file
from tests.formats.usebio.files import file

NIGHT = usebio_file()
LIN = (
    b"pn|Ado,Bem,Cor,Dax|st||md|3SAKQHAKQDAKQCAKQJ,SJT9HJT9DJT9CT987,S876H876D876C6543,|ah|Board 1|mb|p|mb|1S|an||\n"
    * 20
)


def _only(name: str, content: bytes) -> Reading:
    (reading,) = recognise.read(name, content)
    return reading


def _refused(name: str, content: bytes) -> str:
    reading = _only(name, content)
    assert reading.event is None
    (problem,) = reading.problems
    assert problem.remedy
    return problem.found


# --- Harmless ----------------------------------------------------------------------------------------------------


def test_a_plain_and_in_a_name_is_read_with_a_note() -> None:
    reading = _only("night.xml", NIGHT.replace("Oakby Bridge Club", "Oak & Elm Bridge Club").encode())
    assert reading.event is not None, reading.problems
    assert reading.event.organiser == "Oak & Elm Bridge Club"
    assert [(note.line, "plain '&'" in note.says) for note in reading.notes if "&amp;" in note.says] == [(4, True)]


def test_an_and_that_is_written_as_it_should_be_stays_as_it_is() -> None:
    named = NIGHT.replace("Oakby Bridge Club", "Oak &amp; Elm<!-- a & b --><![CDATA[ & Ash]]> &#38; &#x26;")
    reading = _only("night.xml", named.encode())
    assert reading.event is not None, reading.problems
    assert reading.event.organiser == "Oak & Elm & Ash & &"
    assert not any("plain '&'" in note.says for note in reading.notes)


def test_an_entity_that_nobody_declares_is_still_a_problem() -> None:
    assert "'&oak;' is not explained" in _refused("night.xml", NIGHT.replace("Oakby", "&oak;").encode())


@pytest.mark.parametrize("before", ["\n", "\r\n\r\n", "  \n", "\ufeff\n"])
def test_blanks_before_the_first_line_are_passed_over_and_lines_stay_where_they_are(before: str) -> None:
    reading = _only("night.xml", f"{before}{NIGHT}".encode())
    assert reading.event is not None, reading.problems
    plain = _only("night.xml", NIGHT.encode())
    assert reading.line(("stages", 0)) == plain.line(("stages", 0)) + before.count("\n")


@pytest.mark.parametrize("end", [b"\x1a", b"\x1a\r\n", b"\r\n\x1a"])
def test_a_mark_at_the_end_of_a_file_is_passed_over(end: bytes) -> None:
    assert _only("night.xml", NIGHT.encode() + end).event is not None
    table = b'% PBN 2.1\n[Event "Night"]\n[Date "2026.11.10"]\n[Scoring "MP"]\n[TotalScoreTable "Rank;PairId;Names"]\n'
    assert _only("night.pbn", table + b'1 4 "Ado Bem - Cor Dax"\n' + end).problems == []
    assert _only("night.csv", b"Place,Name 1,Name 2,Score\n1,Ado Bem,Cor Dax,60\n" + end).problems == []


def test_points_are_put_into_a_file_with_a_slip() -> None:
    source = b"\n" + NIGHT.replace("Oakby", "Oak & Elm").encode() + b"\x1a"
    reading = _only("night.xml", source)
    assert reading.event is not None
    outcome = work_out(reading._replace(handbook="ebu", questions=(), event=reading.event._replace(status="club")))
    written = forms.write(outcome, "usebio", source)
    assert written.problems == []
    (content,) = written.files.values()
    assert b"Oak &amp; Elm" in content
    assert usebio.read("written.xml", content).problems == []


def test_many_openings_that_never_close_take_no_time() -> None:
    content = file(first="<!-- & -->" * 10) + b"<![CDATA[ & <!-- & " * 100_000
    begun = time.process_time()
    assert usebio.read("night.xml", content).problems
    assert time.process_time() - begun < 5


# --- Other files -------------------------------------------------------------------------------------------------


def test_a_doctype_with_declarations_is_said_to_be_the_reason() -> None:
    inline = '<!DOCTYPE USEBIO [\n<!ELEMENT USEBIO (CLUB, EVENT)>\n]>\n<USEBIO Version="1.2">'
    found = _refused("night.xml", NIGHT.replace('<USEBIO Version="1.2">', inline).encode())
    assert found == "The DOCTYPE at the head of the file has its own declarations, which no scoring program writes."


def test_a_record_of_hands_is_no_ranking_list() -> None:
    assert "(LIN)" in _refused("hands.lin", LIN)
    assert "(LIN)" in _refused("hands.txt", b"\xef\xbb\xbf" + LIN)


@pytest.mark.parametrize(
    ("content", "top"),
    [
        (b'{"players": ["Ado"], "scores": [3]}', "players (a list of 1), scores (a list of 1)"),
        (b"[[1, 2]]", "a list of 1"),
        (b'{"player": {"name": "Ado", "club": "Oakby"}}', "player (with name, club)"),
    ],
)
def test_json_that_is_no_event_file_is_said_to_be_unknown_with_what_is_at_its_top(content: bytes, top: str) -> None:
    found = f"This is JSON from a program that we do not know. At its top it has {top}."
    assert _refused("results.json", content) == found


def test_an_event_file_in_words_may_hold_words_of_json() -> None:
    words = 'event: The "pair_summaries" night\ndate: 2026-11-10\nplay: pairs\nboards: 24\ntables: 5\n'
    reading = _only("night.yaml", words.encode())
    assert reading.event is not None, reading.problems
    assert reading.event.name == 'The "pair_summaries" night'


def test_json_of_an_event_is_an_event_file() -> None:
    reading = _only(
        "night.json", b'{"event": "Night", "date": "2026-11-10", "play": "pairs", "boards": 24, "tables": 5}'
    )
    assert reading.event is not None, reading.problems


@pytest.mark.parametrize(
    ("title", "contradicted"),
    [
        ("Tuesday Pairs", False),
        ("Swiss Teams", True),
        ("Teams or Pairs", False),
        ("Oakby Individual", True),
        ("Night", False),
    ],
)
def test_a_title_that_names_something_else_than_what_is_ranked_is_told(title: str, contradicted: bool) -> None:
    reading = _only("night.xml", NIGHT.replace("Tuesday Pairs", title).encode())
    assert reading.event is not None
    assert reading.event.name == title
    assert ("play-contradicted" in {note.code for note in reading.notes}) is contradicted
