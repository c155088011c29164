"""The worked examples of Appendix B as event files: read, assessed and compared with the printed figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.engine.event import Event, Side
from overtrick.formats import event_file
from tests.handbooks.abf.award_support import EDITION, Outcome, assessed
from tests.handbooks.abf.award_worked import PAIRS, SWISS, TEAM_AWARDS, pairs_event, swiss_event, table, teams_event

FILES = Path(__file__).parents[3] / "docs" / "examples"
NAMES = ("abf-teams.yaml", "abf-swiss.yaml", "abf-pairs.yaml")


def _read(name: str) -> Event:
    reading = event_file.read(name, (FILES / name).read_bytes())
    assert reading.problems == []
    assert reading.event is not None
    assert (reading.handbook, reading.settings) == ("abf", {})
    return reading.event


def _printed_names(name: str, printed: Event) -> dict[str, str]:
    """Say what a contestant of the handbook is called in the file: both list them in the same order."""
    in_file = _read(name).stages[0].fields[-1].contestants
    in_print = printed.stages[0].fields[-1].contestants
    return {one.name: other.name for one, other in zip(in_file, in_print, strict=True)}


def _compared(name: str, printed: Event) -> tuple[Outcome, dict[str, int], dict[str, int], dict[str, int]]:
    """Assess a file and call its contestants as the handbook does: totals, parts for sessions, parts outright."""
    outcome = assessed(_read(name))
    called = _printed_names(name, printed)
    totals, session, outright = (
        {called[each]: units for each, units in figures.items()}
        for figures in (outcome.total, outcome.session, outcome.outright)
    )
    return outcome, totals, session, outright


@pytest.mark.clause("abf", "App B.1.1")
def test_the_file_of_the_teams_earns_what_is_printed() -> None:
    outcome, totals, session, outright = _compared("abf-teams.yaml", teams_event())
    rows = table(TEAM_AWARDS)
    assert totals == {team: row["total"] for team, row in rows.items()}
    assert session == {team: row["session"] for team, row in rows.items()}
    assert outright == {team: row["outright"] for team, row in rows.items() if row["outright"]}
    assert sum(award.units for award in outcome.assessment.awards) == TEAM_AWARDS.expect["issued"]


@pytest.mark.clause("abf", "App B.1.2")
def test_the_file_of_the_swiss_earns_what_is_printed() -> None:
    outcome, totals, _session, outright = _compared("abf-swiss.yaml", swiss_event())
    assert totals == {team: row["session"] for team, row in table(SWISS).items()}
    assert outright == {}
    assert len(outcome.assessment.awards) == 32


@pytest.mark.clause("abf", "App B.2", "App B.2/mastersheet")
def test_the_file_of_the_pairs_earns_what_is_printed() -> None:
    _outcome, totals, session, outright = _compared("abf-pairs.yaml", pairs_event())
    rows = {f"Pair {number}": row for number, row in table(PAIRS).items()}
    assert totals == {pair: row["sum"] for pair, row in rows.items() if row["sum"]}
    assert outright == {pair: row["placing"] for pair, row in rows.items() if row["placing"]}
    for_sessions = {pair: row["award 1"] + row["award 2"] for pair, row in rows.items()}
    assert session == {pair: units for pair, units in for_sessions.items() if units}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_the_same_event_when_it_was_written_and_read_again(name: str) -> None:
    first = _read(name)
    again = event_file.read("again.json", event_file.write(first, "abf").encode())
    assert again.problems == []
    assert (again.event, again.handbook) == (first, "abf")


@pytest.mark.parametrize(
    ("name", "printed"), list(zip(NAMES, (teams_event(), swiss_event(), pairs_event()), strict=True)), ids=NAMES
)
def test_a_file_tells_the_event_that_is_printed(name: str, printed: Event) -> None:
    """Margins, percentages, lengths and kinds of stage are those of the handbook; only the names are others."""
    called = _printed_names(name, printed)
    written = _read(name)
    assert written.status == printed.status.lower()
    for one, other in zip(written.stages, printed.stages, strict=True):
        assert (one.play, one.kind, one.contest) == (other.play, other.kind, other.contest)
        assert (one.schedule.boards, one.match_boards) == (other.schedule.boards, other.match_boards)
        margins = {_margin(match.sides, called) for match in one.matches}
        assert margins == {_margin(match.sides, {}) for match in other.matches}
        for field, expected in zip(one.fields, other.fields, strict=True):
            assert field.session == expected.session
            ranks = {called[each.name]: (each.place, each.score) for each in field.contestants}
            assert ranks == {each.name: (each.place, each.score) for each in expected.contestants}


def _margin(sides: tuple[Side, ...], called: dict[str, str]) -> frozenset[tuple[str, int]]:
    """Say how far each side was ahead of the other."""
    one, two = sides
    assert one.score is not None
    assert two.score is not None
    ahead = int(one.score - two.score)
    names = (called.get(side.contestant, side.contestant) for side in sides)
    return frozenset(zip(names, (ahead, -ahead), strict=True))


def test_the_files_are_of_a_day_that_the_edition_governs() -> None:
    for name in NAMES:
        assert EDITION.handbook.edition(on=_read(name).begins) == EDITION
