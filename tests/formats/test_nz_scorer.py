"""Sessions of the NZ Bridge Scorer."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.engine.event import Handicap, Movement, Schedule, Stage
from overtrick.formats import event_file, forms, usebio
from overtrick.formats.nz_scorer import read, recognise
from overtrick.formats.nz_travellers import read_lines
from overtrick.formats.outcome import work_out
from overtrick.formats.usebio.new_boards import TravellerLine
from overtrick.handbooks import edition as editions

SAMPLES = Path(__file__).parents[2] / "samples" / "nz_scorer"
MITCHELL = (SAMPLES / "mitchell.xml").read_bytes()
HOWELL = (SAMPLES / "howell-phantom.xml").read_bytes()
HANDICAP = (SAMPLES / "handicap.xml").read_bytes()


def stage_of(content: bytes) -> Stage:
    reading = read("a.xml", content)
    assert reading.event is not None, reading.problems
    return reading.event.stages[0]


def test_a_session_is_known_by_its_outermost_element_and_its_scores() -> None:
    assert recognise(MITCHELL)
    assert not recognise(b"<session><other/></session>")
    assert not recognise(b"<scsection/>")


def test_two_directions_have_a_list_each() -> None:
    stage = stage_of(MITCHELL)
    assert stage.winners == 2
    assert [(field.name, [each.place for each in field.contestants]) for field in stage.fields] == [
        ("North-South", [1, 2, 3]),
        ("East-West", [1, 2, 2]),
    ]
    assert stage.schedule == Schedule(6, in_play=6)


def test_points_are_claimed_in_hundredths_by_kind() -> None:
    claims = [(claim.number, claim.colour, claim.units) for claim in read("a.xml", MITCHELL).claims]
    assert ("21000", "c", 3000) in claims
    assert ("21006", "b", 125) in claims
    assert ("21008", "c", 750) in claims
    assert len(claims) == 10  # nobody claims nothing


def test_a_phantom_is_left_out_and_its_opponents_sat_out() -> None:
    reading = read("a.xml", HOWELL)
    assert reading.event is not None
    stage = reading.event.stages[0]
    assert stage.winners == 1
    assert len(stage.fields[0].contestants) == 5
    # five rounds of two boards, of which everybody sits out one
    assert stage.schedule == Schedule(8, in_play=10, with_sit_outs=10)
    assert reading.notes[0].says == "Pair 6 is left out, because nobody sat there."


def test_a_phantom_that_is_not_listed_is_the_same() -> None:
    lines = [line for line in HOWELL.splitlines(keepends=True) if b"PHANTOM" not in line]
    assert stage_of(b"".join(lines)) == stage_of(HOWELL)


def test_where_only_some_sit_out_the_fewest_boards_are_kept() -> None:
    results = [
        *((board, 1, 2, 10) for board in (1, 2)),
        *((board, 4, 3, -9999) for board in (1, 2)),
        *((board, 1, 3, 10) for board in (3, 4)),
        *((board, 4, 2, -9999) for board in (3, 4)),
    ]
    start, end = HOWELL.index(b"      <result"), HOWELL.index(b"    </brsection>")
    rows = "".join(f'<result bd="{bd}" ns="{ns}" ew="{ew}" mp_ns="{mp}"/>' for bd, ns, ew, mp in results)
    three = [line for line in HOWELL[end:].splitlines(keepends=True) if b'no="4"' not in line and b'no="5"' not in line]
    # pair 1 plays all four boards, the others sit out two of them
    assert stage_of(HOWELL[:start] + rows.encode() + b"".join(three)).schedule == Schedule(4, 2, 4)


def test_places_that_follow_the_scores_without_the_handicap_were_rescored() -> None:
    reading = read("a.xml", HANDICAP)
    assert reading.event is not None
    assert reading.event.stages[0].handicap is Handicap.RESCORED
    assert str(reading.event.stages[0].fields[0].contestants[0].score) == "57.39"


def test_places_that_follow_the_scores_with_the_handicap_are_ranked_by_it() -> None:
    swapped = HANDICAP.replace(b"raw_score", b"@").replace(b" res=", b" raw_score=").replace(b"@", b"res")
    assert stage_of(swapped).handicap is Handicap.RANKED


def test_where_the_places_fit_both_the_handicap_is_asked_about() -> None:
    content = MITCHELL.replace(b'handicap="false"', b'handicap="true"')
    reading = read("a.xml", content)
    assert reading.event is None
    assert reading.questions[0].word == "handicap"
    answered = read("a.xml", content, {"handicap": "rescored"})
    assert answered.event is not None
    assert answered.event.stages[0].handicap is Handicap.RESCORED


def test_without_places_the_scores_decide_and_without_those_the_match_points() -> None:
    bare = MITCHELL
    for place in (b'place="1"', b'place="2"', b'place="3"'):
        bare = bare.replace(place, b"")
    assert [str(each.score) for each in stage_of(bare).fields[0].contestants] == ["58.33", "50", "41.67"]
    for word in (b"res", b"raw_score"):
        bare = bare.replace(b' %s="' % word, b' no_%s="' % word)
    assert [str(each.score) for each in stage_of(bare).fields[0].contestants] == [
        "58.333333", "50.000000", "41.666667",
    ]  # fmt: skip


def test_an_unknown_scoring_is_none_of_the_usual_ones() -> None:
    assert not stage_of(MITCHELL.replace(b'scoring_type="MP"', b'scoring_type="ODD"')).matchpoints
    assert stage_of(MITCHELL).matchpoints


def test_several_sections_are_lists_of_their_own() -> None:
    start, end = MITCHELL.index(b"    <scsection"), MITCHELL.index(b"  </scores>")
    second = MITCHELL[start:end].replace(b'id="A"', b'id="B"').replace(b"2100", b"3100").replace(b"2101", b"3101")
    stage = stage_of(MITCHELL[:end] + second + MITCHELL[end:])
    assert [(field.section, field.name) for field in stage.fields] == [
        ("A", "Section A North-South"), ("A", "Section A East-West"),
        ("B", "Section B North-South"), ("B", "Section B East-West"),
    ]  # fmt: skip
    assert not stage.across


def test_a_wrong_day_is_a_problem_on_its_line() -> None:
    (problem,) = read("a.xml", MITCHELL.replace(b"3/11/2026", b"33/11/2026")).problems
    assert (problem.line, problem.found) == (2, "'date' is '33/11/2026'.")


@pytest.mark.parametrize("cut", [100, 2000, -20])
def test_a_file_that_breaks_off_is_a_problem(cut: int) -> None:
    assert read("a.xml", MITCHELL[:cut]).problems


def test_a_session_that_was_not_scored_says_so() -> None:
    start, end = MITCHELL.index(b"  <scores>"), MITCHELL.index(b"</session>")
    (problem,) = read("a.xml", MITCHELL[:start] + MITCHELL[end:]).problems
    assert problem.found == "No pair is listed under <scores>: the session has not been scored."


def test_entities_are_refused() -> None:
    hostile = (
        b'<?xml version="1.0"?><!DOCTYPE session [<!ENTITY a "b">]><session><scores><scsection/></scores></session>'
    )
    assert "its own declarations" in read("a.xml", hostile).problems[0].found


# --- A Mitchell beside a Howell ----------------------------------------------------------------------------------

MIXED = (SAMPLES / "mitchell-and-howell.xml").read_bytes()


def test_a_mitchell_and_a_howell_section_are_each_as_they_were_played() -> None:
    stage = stage_of(MIXED)
    assert [(field.section, field.name, field.movement, len(field.contestants)) for field in stage.fields] == [
        ("A", "Section A North-South", Movement.MITCHELL, 5),
        ("A", "Section A East-West", Movement.MITCHELL, 5),
        ("B", "Section B", Movement.HOWELL, 6),
    ]
    assert (stage.winners, stage.across, stage.schedule.boards) == (2, False, 20)


def test_one_winner_can_be_answered_and_ranks_both_directions_by_their_scores() -> None:
    reading = read("a.xml", MIXED, {"winners": "1"})
    assert reading.event is not None, reading.problems
    stage = reading.event.stages[0]
    assert [(field.section, field.name, len(field.contestants)) for field in stage.fields] == [
        ("A", "Section A", 10),
        ("B", "Section B", 6),
    ]
    assert stage.winners == 1
    assert all(each.place is None for each in stage.fields[0].contestants)


def test_a_shorter_section_tells_its_own_boards() -> None:
    start = MIXED.index(b'<brsection id="B">')
    shorter = MIXED[:start] + b"".join(
        line for line in MIXED[start:].splitlines(keepends=True) if b'rnd="5"' not in line
    )
    stage = stage_of(shorter)
    assert stage.schedule.boards == 20
    assert [field.schedule and field.schedule.boards for field in stage.fields] == [None, None, 16]


@pytest.mark.parametrize(
    ("handbook", "status", "points"),
    [("ebu", "club", [20, 20, 12]), ("wbu", "club", [20, 20, 12]), ("scba", "club", [20, 20, 12]),
     ("sbu", "", [12, 12, 12]), ("abf", "E", [13, 13, 15])],
)  # fmt: skip
def test_every_handbook_pays_each_section_by_its_own_lists(handbook: str, status: str, points: list[int]) -> None:
    event = read("a.xml", MIXED).event
    assert event is not None
    assessment = editions.get(handbook).latest.assess(event._replace(status=status))
    assert assessment.problems in ([], ())
    first = {award.field: award.units for award in assessment.awards if award.place == 1}
    names = ["Section A North-South", "Section A East-West", "Section B"]
    assert [first[name] for name in names] == points


def test_a_mixed_session_is_written_and_read_as_the_same() -> None:
    event = read("a.xml", MIXED).event
    assert event is not None
    assert event_file.read("event.json", event_file.write(event).encode()).event == event


# --- In another form ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mitchell.xml", "howell-phantom.xml"])
def test_a_session_is_written_as_usebio_with_its_boards(name: str) -> None:
    content = (SAMPLES / name).read_bytes()
    reading = read(name, content)
    assert reading.event is not None
    assessed = work_out(reading._replace(event=reading.event._replace(status="club"), handbook="ebu", questions=()))
    written = forms.write(assessed, "usebio", content)
    assert written.problems == []
    (made,) = written.files.values()
    again = usebio.read("written.xml", made)
    assert again.event is not None, again.problems
    ours, theirs = reading.event.stages[0], again.event.stages[0]
    assert theirs.schedule.boards == ours.schedule.boards
    assert made.count(b"<TRAVELLER_LINE>") == len(read_lines(content)) > 0


def test_a_result_is_told_with_contract_tricks_and_match_points() -> None:
    line = read_lines(MITCHELL)[0]
    assert line == TravellerLine("A", "1", line.ns, line.ew, "400", "3NT", "N", "", "9", ("2", "2"))
    assert "&" in line.ns
    assert line.ns != line.ew


def test_numbers_are_those_of_new_zealand_though_one_player_has_none() -> None:
    without = MITCHELL.replace(b'"21006"', b'""')
    assert without != MITCHELL
    assert {read("a.xml", each).federation for each in (MITCHELL, without)} == {"New Zealand Bridge"}
