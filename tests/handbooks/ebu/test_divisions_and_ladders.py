"""Divisions, sections and ladders: the tables of 4.8.5 to 4.8.7, 4.9.5 to 4.9.7 and 4.11.6."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Event
from overtrick.engine.numbers import exact
from tests.handbooks.ebu.support import DAY, Paid, at_end, case, of_kind, stage_of
from tests.handbooks.printed import ends

if TYPE_CHECKING:
    from overtrick.handbooks.examples import Example


def _division_rows(kind: str) -> list[Any]:
    return [case(example, row[0]) for example in of_kind(kind) for row in example.rows]


def _league(example: Example, divisions: int, end: int, settings: dict[str, str] | None = None) -> list[int]:
    """Let everybody win one match and give what the last team of each division gets."""
    words = at_end(dict(example.given), end)
    words.update(divisions={str(number): 10 for number in range(1, divisions + 1)}, tally={"won": 1})
    event = Event("", DAY, (stage_of(words),), status=example.given["status"])
    return [Paid(event, 0, field, settings).points()[-1] for field in event.stages[0].fields]


@pytest.mark.parametrize(("example", "divisions"), _division_rows("league awards"))
def test_a_league_pays_a_match_won_by_the_division(example: Example, divisions: int) -> None:
    row = next(each for each in example.rows if each[0] == divisions)
    expected = [int(figure) for figure in row[1:] if figure != ""]
    for misprint in example.misprints:
        if misprint.row == str(divisions):
            assert expected[int(misprint.column) - 1] == misprint.printed
            expected[int(misprint.column) - 1] = misprint.figure
    assert len(expected) == divisions
    assert _league(example, divisions, 0) == expected
    assert _league(example, divisions, -1) == expected


@pytest.mark.clause("ebu", "4.8.6 (table)")
def test_the_disputed_league_figure_is_paid_as_printed_and_a_setting_pays_the_rule() -> None:
    (example,) = [each for each in of_kind("league awards") if each.misprints]
    (misprint,) = example.misprints
    at, divisions = int(misprint.column) - 1, int(misprint.row)
    assert _league(example, divisions, 0)[at] == misprint.printed == 55
    assert _league(example, divisions, 0, {misprint.setting: "exact"})[at] == misprint.rule == 54


@pytest.mark.parametrize(("example", "sections"), _division_rows("section status"))
def test_sections_of_differing_status_are_paid_at_their_level(example: Example, sections: int) -> None:
    """Four tables with one winner over 18 boards pay 18, 12 and 6 at Club."""
    row = next(each for each in example.rows if each[0] == sections)
    factors = [exact(factor) for factor in row[1:] if factor != ""]
    words = at_end(dict(example.given), 0)
    words.update(divisions={str(number): 8 for number in range(1, sections + 1)})
    event = Event("", DAY, (stage_of(words),), status=example.given["status"])
    for field, factor in zip(event.stages[0].fields, factors, strict=True):
        paid = Paid(event, 0, field)
        assert paid.points() == [18 * factor, 12 * factor, 6 * factor, 0, 0, 0, 0, 0], paid.why()


# --- Ladders (4.11.6) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", [case(each) for each in of_kind("ladder awards")])
def test_a_ladder_pays_as_many_awards_as_its_average_tables_allow(example: Example) -> None:
    for average, awards, step in example.rows:
        for tables in ends(average):
            series = {"games": 12, "counted": 6, "average_tables": str(tables)}
            words = {**example.given, "contestants": 20, "boards": 24, "series": series}
            event = Event("", DAY, (stage_of(words),), status=example.given["status"])
            paid = Paid(event, 0, event.stages[0].fields[0])
            expected = [int(step) * number for number in range(int(awards), 0, -1)]
            assert paid.points() == expected + [0] * (20 - len(expected)), paid.why()
