"""Saved web pages and JSON are read as lists, and what is not understood is said with what there is."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Event, Play
from overtrick.formats import recognise
from overtrick.formats.ranking_list import mapping
from overtrick.formats.reading import Reading

SAMPLES = Path(__file__).parents[3] / "samples" / "pages"
FILES = [each for each in sorted(SAMPLES.iterdir()) if each.with_name(f"{each.name}.json").exists()]
ANSWERS = {"event": "Night", "date": "2026-11-10", "boards": "24"}


def _read(name: str, content: bytes | None = None, columns: dict[str, str] | None = None, **answers: str) -> Reading:
    held = (SAMPLES / name).read_bytes() if content is None else content
    (reading,) = recognise.read(name, held, columns, {**ANSWERS, **answers})
    return reading


def _event(reading: Reading) -> Event:
    assert reading.event is not None, (reading.problems, reading.questions)
    return reading.event


def _lists(reading: Reading) -> dict[str, list[str]]:
    (stage,) = _event(reading).stages
    return {field.name: [each.name for each in field.contestants] for field in stage.fields}


def _page(*tables: str, head: str = "") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{''.join(tables)}</body></html>".encode()


def _table(*rows: str, over: str = "Rank|Names|Score") -> str:
    written = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>" for row in (over, *rows))
    return f"<table>{written}</table>"


PAIRS = ("1|Ado Bem &amp; Cor Dax|60.00", "2|Efa Gil &amp; Hol Jem|50.00", "3|Kip Lor &amp; Mun Nev|40.00")


# --- The ACBL ----------------------------------------------------------------------------------------------------


def test_club_results_of_the_acbl_are_the_same_in_a_script_in_an_attribute_and_as_json() -> None:
    found = [
        _read(name)._replace(file="", notes=[])
        for name in ("acbl-club.html", "acbl-club-attribute.html", "acbl-club.json")
    ]
    assert found[0] == found[1] == found[2]
    event = _event(found[0])
    assert (event.name, event.organiser, event.stages[0].schedule.boards) == (
        "Night", "Oakby Bridge Club", 24,
    )  # fmt: skip
    assert found[0].federation == "American Contract Bridge League"


def test_a_number_that_the_acbl_gave_for_the_time_being_is_none_and_days_are_month_first() -> None:
    (reading,) = recognise.read("acbl-club.json", (SAMPLES / "acbl-club.json").read_bytes())
    event = _event(reading)
    assert (event.name, event.begins.isoformat()) == ("Tuesday Morning Open Pairs", "2026-11-10")
    assert event.stages[0].schedule.boards == 8
    numbers = [player.number for field in event.stages[0].fields for one in field.contestants for player in one.players]
    assert numbers.count("") == 1


def test_points_of_the_page_are_claims() -> None:
    assert sorted({claim.units for claim in _read("acbl-club.json").claims}) == [42]


def test_of_several_sessions_one_is_to_be_chosen() -> None:
    data = json.loads((SAMPLES / "acbl-club.json").read_bytes())
    data["sessions"] *= 2
    content = json.dumps(data).encode()
    assert [question.choices for question in _read("two.json", content).questions] == [("Session 1", "Session 2")]
    assert _event(_read("two.json", content, sheet="Session 2")).stages[0].play is Play.PAIRS


def test_a_town_behind_a_name_on_acbl_live_is_not_kept() -> None:
    assert _lists(_read("acbl-live.html"))[""][0] == "Ado Abson & Bem Abson"


# --- BBO and RealBridge ------------------------------------------------------------------------------------------


def test_a_tournament_of_bbo_has_a_list_for_each_direction_and_the_leaders_stand_once() -> None:
    lists = _lists(_read("bbo-tournament.html"))
    assert {name: len(listed) for name, listed in lists.items()} == {"North-South": 4, "East-West": 4}


def test_robots_are_no_players_and_their_partner_is() -> None:
    reading = _read("bbo-tournament.html")
    listed = [one for field in _event(reading).stages[0].fields for one in field.contestants]
    assert {one.name: [player.name for player in one.players] for one in listed if len(one.players) < 2} == {
        "hol6 & GiB": ["hol6"],
        "~~M100ab & Robot": [],
    }
    assert [note.says for note in reading.notes if note.code == "robots-left-out"] == [
        "3 seats were robots': a robot is no player, and nobody is credited for it."
    ]


def test_a_person_whose_name_begins_as_a_robots_is_one() -> None:
    content = _page(_table(*PAIRS, "4|Gib Sonson &amp; Roberta Bott|30.00"))
    assert _lists(_read("page.html", content))[""][3] == "Gib Sonson & Roberta Bott"


def test_a_traveller_alone_ranks_nobody() -> None:
    (problem,) = _read("bbo-traveller.html").problems
    assert problem.found == "This page has the results of single boards and no ranking."


def test_users_of_bbo_with_the_same_result_are_partners() -> None:
    reading = _read("bbo-results.csv")
    assert _event(reading).stages[0].play is Play.PAIRS
    assert len(_lists(reading)[""]) == 8
    assert "partners-joined" in {note.code for note in reading.notes}


@pytest.mark.parametrize("third", ["60", "70"])
def test_users_are_not_joined_where_a_result_is_of_three_or_of_one(third: str) -> None:
    users = [("a", "60"), ("b", "60"), ("c", third), ("d", "50"), ("e", "50"), ("f", "45"), ("g", "45"), ("h", "40")]
    rows = "".join(f"{at};{user}user;{score}\n" for at, (user, score) in enumerate([*users, ("i", "40")], 1))
    reading = _read("results.csv", f"No.;User;Result\n{rows}".encode())
    assert "play" in {question.word for question in reading.questions}


def test_a_page_of_realbridge_has_both_directions_by_the_words_over_its_tables() -> None:
    lists = _lists(_read("realbridge.html"))
    assert {name: len(listed) for name, listed in lists.items()} == {"North-South": 4, "East-West": 4}


def test_sections_and_directions_are_told_by_the_words_over_a_table() -> None:
    ways = [f"Section {name} {way}" for name in "AB" for way in ("N/S", "E/W")]
    tables = [f"<h4>{way}</h4>{_table(*PAIRS)}".replace("Ado", f"Ado {way[8]}{way[10]}") for way in ways]
    fields = _event(_read("page.html", _page(*tables))).stages[0].fields
    assert [(field.name, field.section, field.size) for field in fields] == [
        (way, section, 3) for section in "AB" for way in ("North-South", "East-West")
    ]


def test_a_table_in_a_table_that_lays_out_the_page_is_read() -> None:
    content = _page(f"<table><tr><td>Menu</td><td>{_table(*PAIRS)}</td></tr></table>")
    assert _lists(_read("page.html", content))[""] == ["Ado Bem & Cor Dax", "Efa Gil & Hol Jem", "Kip Lor & Mun Nev"]


# --- JSON of programs that are not known -------------------------------------------------------------------------


def test_json_with_words_that_are_known_needs_no_mapping() -> None:
    (reading,) = recognise.read("club.json", (SAMPLES / "club-program.json").read_bytes())
    event = _event(reading)
    assert (event.name, event.organiser, event.stages[0].schedule.boards) == (
        "Oakby Tuesday Pairs", "Oakby Bridge Club", 24,
    )  # fmt: skip
    assert event.stages[0].fields[0].contestants[0].players[1].number == "20101"


def test_json_with_unknown_words_says_what_there_is_and_takes_a_mapping() -> None:
    reading = _read("unknown-words.json")
    (problem,) = reading.problems
    assert problem.code == "other-json"
    assert "At its top it has meta (with v), table (a list of 8). Its longest list has p, who, val." in problem.found
    assert reading.columns is not None
    assert reading.columns.headings == ("p", "who", "val")
    columns = {"place": "p", "names": "who", "score": "val"}
    assert len(_lists(_read("unknown-words.json", columns=columns))[""]) == 8
    assert mapping((SAMPLES / "unknown-words.json").read_bytes(), columns) == columns


def test_a_section_and_a_direction_around_a_list_are_columns_of_its_rows() -> None:
    rows = [{"rank": at, "names": f"Ado{at} Bem & Cor{at} Dax", "score": 60 - at} for at in (1, 2)]
    other = [{**row, "names": str(row["names"]).replace("Ado", "Efa").replace("Cor", "Gil")} for row in rows]
    content = json.dumps({"sections": [{"name": "Blue", "ns": rows, "ew": other}]}).encode()
    lists = _lists(_read("lists.json", content))
    assert {name: len(listed) for name, listed in lists.items()} == {"North-South": 2, "East-West": 2}


def test_json_that_keeps_the_event_apart_from_its_results_is_read() -> None:
    rows = [{"rank": at, "names": f"Ado{at} Bem & Cor{at} Dax", "score": 60 - at} for at in (1, 2, 3)]
    content = json.dumps({"event": {"title": "Oakby Pairs", "date": "2026-11-10"}, "results": rows}).encode()
    (reading,) = recognise.read("night.json", content, answers={"boards": "24"})
    assert (_event(reading).name, len(_lists(reading)[""])) == ("Oakby Pairs", 3)


def test_json_that_holds_an_event_file_stays_one() -> None:
    words = {"event": "Night", "date": "2026-11-10", "play": "pairs", "boards": 24, "tables": 5}
    assert _read("night.json", json.dumps(words).encode()).format == "event file"


# --- Laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 6_000), st.binary(max_size=6)), max_size=8))
def test_no_change_to_a_file_brings_the_reader_down(file: Path, changes: list[tuple[int, bytes]]) -> None:
    content = file.read_bytes()
    for at, put in changes:
        content = content[:at] + put + content[at + len(put) :]
    for reading in recognise.read(file.name, content):
        assert reading.event is not None or reading.problems or reading.questions


@settings(max_examples=40)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=6), inside, max_size=4),
        max_leaves=30,
    )
)
def test_any_json_has_an_answer(data: object) -> None:
    for reading in recognise.read("data.json", json.dumps(data).encode()):
        assert reading.event is not None or reading.problems or reading.questions


@pytest.mark.parametrize(
    "content",
    [
        _page("<table>" * 5_000),
        _page("<table><tr><td>" * 5_000),
        pytest.param(_page(_table(*["1|x|2"] * 20_100)), marks=pytest.mark.slow),
        _page("<div>" * 10_000 + _table(*PAIRS)),
        _page(f"<table><tr>{'<td colspan=999999>a</td>' * 5_000}</tr></table>"),
        _page("<script>" + "var a = {" * 20_000 + "</script>"),
        b"<!--" + b"<!-- " * 20_000 + _page(_table(*PAIRS)),
        b"[" * 100_000,
        b'{"a":' * 50_000,
        json.dumps([{f"k{n}": n for n in range(300)}] * 200).encode(),
        json.dumps({"rows": [{"who": "x"}] * 20_100}).encode(),
    ],
    ids=range(11),
)
def test_what_is_far_too_large_or_too_deep_is_answered_in_time(content: bytes) -> None:
    begun = time.process_time()
    for reading in recognise.read("page.html", content):
        assert reading.problems or reading.questions
    assert time.process_time() - begun < 3
