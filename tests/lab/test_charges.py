"""Charges and quotas under a proposal: by the handbook's own rules, at the amounts that held, and nothing guessed."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.lab import charge_facts, charges, recharge
from overtrick.lab.charges import Charges
from overtrick.lab.export import export
from overtrick.lab.report import make
from overtrick.lab.results import Result
from overtrick.register.competitions import charge
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.money.models import Charge
from tests.lab.test_results import result
from tests.register.money import treasury
from tests.register.season import AT, NIGHT, Union, night, opened, pairs, submitted

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from tests.worlds import Founded

FIRST, LAST = date(2026, 5, 1), date(2026, 12, 31)
LEVY = "levy C D E F"


@pytest.fixture
def down_under(founded: Founded) -> Union:
    made = founded(opened, "south", "abf")
    treasury.begun(made, date(2026, 1, 1))
    treasury.taxed(made, "gst", "1/10", included=True)
    return made


def played(here: Union, tmp_path: Path, text: str, status: str = "club") -> tuple[Result, Charges]:
    for week in range(2):
        day = timedelta(days=7 * week)
        submitted(here, night(pairs(here.players), begins=NIGHT + day, status=status), at=AT + day)
    season = export(here.federation, tmp_path / "season", FIRST, LAST, numbers=True)
    found = result(season, text, tmp_path / "run")
    return found, recharge.work_out(here.federation, found, lambda _done, _of: None)


def proposal(handbook: str, table: str, row: str, cells: str) -> str:
    change = f'[[change]]\ntable = "{table}"\nrow = "{row}"\nset = {{ {cells} }}\n'
    return f'title = "Try"\nhandbook = "{handbook}"\n{change}'


@pytest.mark.postgres
def test_a_levy_on_points_follows_the_points(down_under: Union, tmp_path: Path) -> None:
    """The winner's award doubles, and every other place with it."""
    text = proposal("abf", "session_winner", "one winner", '"a table" = "2/25", "up to" = 15')
    run, found = played(down_under, tmp_path, text, "E")
    (levy,) = found.sums
    assert (levy.organiser, levy.charge, levy.basis) == ("100", LEVY, "point")
    standing = Charge.objects.filter(reverses=None, cause=Charge.Cause.SUBMISSION)
    assert levy.before == sum(Fraction(each.quantity) for each in standing) > 0
    assert levy.cost_before == levy.before * 202
    (row,) = run.totals()
    assert (levy.before, levy.after) == (Fraction(row.before, 100), Fraction(row.after, 100))
    assert levy.after > levy.before
    assert levy.cost_after == levy.after * 202
    assert (found.events, found.left_out, found.why_not) == (2, 0, "")


def test_a_printed_amount_that_is_proposed_is_the_one_that_is_charged(down_under: Union, tmp_path: Path) -> None:
    # The four grades are one class with one amount, that of its last row.
    run, found = played(down_under, tmp_path, proposal("abf", "levies", "F", "levy = 300"), "E")
    (levy,) = found.sums
    assert levy.before == levy.after
    assert (levy.cost_before, levy.cost_after) == (levy.before * 202, levy.before * 300)
    told = make.make(run).table("charges")
    assert told is not None
    assert told.columns[-3:] == ["Before ($)", "After ($)", "Change ($)"]
    (cells,) = told.rows
    assert cells[:3] == ["100", "Levy at grades C, D, E, F", "point"]
    public = make.make(run, public=True).table("charges")
    assert public is not None
    assert public.rows == []  # one organiser is too few to tell of


def test_an_amount_that_is_not_entered_is_not_guessed(here: Union, tmp_path: Path) -> None:
    text = proposal("ebu", "share", "18-35", 'share = "2/5", words = "two fifths"')
    run, found = played(here, tmp_path, text)
    (club,) = found.sums
    assert (club.basis, club.before, club.after) == ("player session", Fraction(32), Fraction(32))
    assert (club.cost_before, club.cost_after) == (None, None)
    told = make.make(run).table("charges")
    assert told is not None
    assert told.rows[0][-3:] == ["", "", ""]
    assert "Where no amount is entered, only the quantity is told." in told.says


def test_a_quota_is_counted_by_both_books(here: Union, tmp_path: Path) -> None:
    run, found = played(here, tmp_path, proposal("ebu", "quotas", "ladders", "figure = 1"))
    (quota,) = found.quotas
    assert (quota.organiser, quota.before, quota.after, quota.used, quota.used_after) == ("100", 2, 1, 0, 0)
    assert "ladder" in quota.what.lower()
    assert charges.read(run.folder, run.card["key"]) == found
    assert charges.read(run.folder, "another question") is None
    public = make.make(run, public=True).table("quotas")
    assert public is not None
    assert public.rows == [[quota.what, 0, "fewer than 5", 0]]


def test_another_handbook_has_no_amounts_here(here: Union, tmp_path: Path) -> None:
    text = 'title = "As in Wales"\nhandbook = "ebu"\n[[change]]\nhandbook = "wbu"\n'
    _run, found = played(here, tmp_path, text)
    assert found.why_not.startswith("Another handbook has other charges and quotas")
    assert (*found.sums, *found.quotas) == ()


def test_events_are_charged_together_as_they_are_one_by_one(down_under: Union) -> None:
    for week in range(3):
        day = timedelta(days=7 * week)
        submitted(down_under, night(pairs(down_under.players), begins=NIGHT + day, status="E"), at=AT + day)
    # A second version takes points back and keeps the amounts of the first.
    again = night(pairs(down_under.players[::-1]), begins=NIGHT, status="E")
    submitted(down_under, again, at=AT + timedelta(days=9), replace=True)
    counting = list(Submission.objects.filter(status__in=COUNTING).order_by("pk"))
    assert [each.version for each in counting] == [1, 1, 2]
    has = charge_facts.facts([each.competition_id for each in counting])
    charger = charge_facts.Charger(down_under.federation)
    for each in counting:
        together = charger.charged(each.assessments.latest("pk"), has[each.competition_id])
        processed = charge.processed_on(each.competition)
        assert processed is not None
        alone = charge.costs_now(each, processed)
        assert together.dues
        assert (together.dues, together.prices, together.day) == (alone.dues, alone.prices, alone.day)
        one, other = (side.told._replace(organiser=None) for side in (together, alone))  # type: ignore[arg-type]
        assert one == other


def test_a_further_event_asks_the_book_three_questions_more(
    here: Union, tmp_path: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """Who ran it, whether it was planned, and the amounts of its day; the rest is asked for all events together."""
    text = proposal("ebu", "share", "18-35", 'share = "2/5", words = "two fifths"')
    run, _found = played(here, tmp_path, text)
    few = CaptureQueriesContext(connection)
    with few:
        recharge.work_out(here.federation, run, lambda _done, _of: None)
    for week in range(2, 8):
        day = timedelta(days=7 * week)
        submitted(here, night(pairs(here.players), begins=NIGHT + day), at=AT + day)
    season = export(here.federation, tmp_path / "longer", FIRST, LAST, numbers=True)
    longer = result(season, text, tmp_path / "longer-run")
    with django_assert_max_num_queries(len(few) + 3 * 6):
        assert recharge.work_out(here.federation, longer, lambda _done, _of: None).events == 8
