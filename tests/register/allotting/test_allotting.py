"""Allotments of a year worked out from the directory and the book, used by submissions, and what is left unused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.allotting import allot, unused
from overtrick.register.audit.models import Record
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submit import QuotaUsedUp
from overtrick.register.entitlements import allotted, directory
from overtrick.register.entitlements.models import Allotment
from overtrick.register.ledger.models import Entry
from overtrick.register.messages.models import Message
from overtrick.register.organisations import affiliation, tree
from tests.register import office
from tests.register.season import KIND, night, pairs, submitted

if TYPE_CHECKING:
    from tests.register.season import Union

SEPTEMBER, OCTOBER = (datetime(2026, month, day, 9, tzinfo=UTC) for month, day in ((9, 30), (10, 1)))
LATER = datetime(2026, 10, 2, 9, tzinfo=UTC)
RED, INTERCLUB, STATE = "red sessions", "interclub events", "State red sessions"


def _plan(here: Union, kind: str = RED, year: int = 2027) -> dict[str, int]:
    found = allot.plan(here.federation, year, OCTOBER.date())
    return {each.organisation.name: each.figure for each in found.lines if each.kind.name == kind}


@pytest.mark.parametrize(("sessions", "figure"), [("39", 0), ("40", 6)])
def test_a_club_that_schedules_enough_has_the_base(down_under: Union, sessions: str, figure: int) -> None:
    directory.tell(down_under.club, 2027, {"scheduled sessions": sessions}, actor=None, at=SEPTEMBER)
    assert _plan(down_under) == {"Oakby": figure, "Elmby": 0}


@pytest.mark.parametrize(
    ("kilometres", "told", "figure"),
    [
        ("40", "2026-09-30", 6),
        ("40.01", "2026-09-30", 9),
        ("40.01", "2025-10-01", 9),
        ("40.01", "2025-09-30", 6),
        ("40.01", "2026-10-01", 6),
        ("40.01", "", 6),
    ],
)
def test_a_remote_club_that_applied_in_time_has_three_more(
    down_under: Union, kilometres: str, told: str, figure: int
) -> None:
    answers = {"scheduled sessions": "50", "kilometres": kilometres, "remote since": told}
    directory.tell(down_under.club, 2027, answers, actor=None, at=SEPTEMBER)
    assert _plan(down_under)["Oakby"] == figure


def test_green_points_of_the_twelve_months_to_september_count_and_no_others(down_under: Union) -> None:
    directory.tell(down_under.club, 2027, {"scheduled sessions": "50"}, actor=None, at=SEPTEMBER)
    seats = pairs(down_under.players)
    last, first = date(2026, 9, 30), date(2026, 10, 1)
    for day, ranked in ((last, seats), (first, seats[:7])):
        submitted(down_under, night(ranked, begins=day, status="E", name=f"Pairs of {day}"), at=LATER)
    issued = {
        year: found.facts.issued
        for year in (2027, 2028)
        for found in allot.plan(down_under.federation, year, date(2027, 1, 1)).lines
        if found.kind.name == RED and found.organisation == down_under.club
    }
    by_day = [sum(Entry.objects.filter(played=day).values_list("units", flat=True)) for day in (last, first)]
    assert by_day[0] > by_day[1] > 0
    assert issued == dict(zip((2027, 2028), by_day, strict=True))


def test_an_anniversary_counts_with_what_the_state_grants(down_under: Union) -> None:
    told = {"scheduled sessions": "50", "founded": "1977", "bridge day sessions": "2"}
    directory.tell(down_under.club, 2027, told, actor=None, at=SEPTEMBER)
    directory.tell(down_under.other, 2027, {**told, "founded": "1976"}, actor=None, at=SEPTEMBER)
    assert _plan(down_under) == {"Oakby": 8, "Elmby": 6}


def test_a_club_that_came_after_september_has_a_share(down_under: Union) -> None:
    late = office.organisation(down_under.federation, "102", "Ashby", parent=down_under.county)
    affiliation.end(late, date(2020, 1, 2), actor=None, at=office.AT)
    assert "Ashby" not in _plan(down_under)
    newest = tree.add(down_under.federation, "103", "Firby", KIND.CLUB, down_under.county, actor=None, at=office.AT)
    affiliation.affiliate(newest, date(2026, 10, 1), actor=None, at=OCTOBER)
    assert _plan(down_under)["Firby"] == 6


def test_a_remote_club_has_more_interclub_events_if_the_state_permits(down_under: Union) -> None:
    told = {"kilometres": "50", "more interclub events": "yes"}
    directory.tell(down_under.club, 2027, told, actor=None, at=SEPTEMBER)
    assert _plan(down_under, INTERCLUB) == {"Oakby": 8, "Elmby": 5}


def test_a_state_has_ten_sessions_and_one_for_each_five_hundred_members(down_under: Union) -> None:
    assert allot.members_of(down_under.county, date(2026, 9, 30)) == 16
    assert _plan(down_under, STATE) == {"Oakshire": 11}


@pytest.mark.postgres
def test_a_rehearsal_writes_nothing_and_the_same_again_changes_nothing(down_under: Union) -> None:
    directory.tell(down_under.club, 2027, {"scheduled sessions": "50"}, actor=None, at=SEPTEMBER)
    with pytest.raises(allot.NothingToAllot, match="settled on 2026-09-30"):
        allot.allot(down_under.federation, 2027, down_under.clerk, SEPTEMBER)
    assert not Allotment.objects.exists()
    first = allot.allot(down_under.federation, 2027, down_under.clerk, OCTOBER)
    assert len(first.changed) == 5
    assert Message.objects.filter(kind="allotted").count() == 5
    again = allot.allot(down_under.federation, 2027, down_under.clerk, OCTOBER)
    assert again.changed == ()
    held = Allotment.objects.get(organisation=down_under.club, kind=RED)
    allotted.change(held, 1, "a jubilee", actor=down_under.secretary, at=OCTOBER)
    directory.tell(down_under.club, 2027, {"scheduled sessions": "30"}, actor=None, at=OCTOBER)
    changed = allot.allot(down_under.federation, 2027, down_under.clerk, OCTOBER).changed
    assert {(each.kind.name, each.figure, each.decided) for each in changed} == {(RED, 0, 1), (INTERCLUB, 5, 0)}
    assert allotted.allotted(down_under.club, RED, 2027) == 1
    assert Record.objects.filter(action="allotment.work out").count() == 7
    step = allot.working_of(Allotment.objects.get(pk=held.pk))
    assert step is not None
    assert step.value == 0


def test_a_year_that_is_too_far_off_and_a_handbook_that_allots_nothing_are_refused(
    down_under: Union,
) -> None:
    with pytest.raises(allot.NothingToAllot, match="2028 cannot be worked out"):
        allot.plan(down_under.federation, 2028, date(2026, 12, 31))
    assert allot.next_year(down_under.federation, date(2026, 9, 30)) == 2026
    assert allot.next_year(down_under.federation, date(2026, 10, 1)) == 2027


def test_where_nothing_is_allotted_there_is_nothing_to_work_out(here: Union) -> None:
    assert allot.kinds(here.federation, 2027) == ()
    with pytest.raises(allot.NothingToAllot, match="allots nothing"):
        allot.plan(here.federation, 2027, OCTOBER.date())
    assert allot.next_year(here.federation, OCTOBER.date()) == 2026


def test_red_sessions_above_the_allotment_are_refused_and_the_desk_counts_sessions(down_under: Union) -> None:
    _allot_2026(down_under, 2)
    seats = pairs(down_under.players)
    day = date(2026, 11, 3)

    def play(at: int) -> None:
        begins = day + timedelta(days=7 * at)
        event = night(seats, begins=begins, status="B4c", name=f"Red pairs {at}")
        submitted(down_under, event, at=datetime(begins.year, begins.month, begins.day, 20, tzinfo=UTC))

    play(0)
    play(1)
    left = {each.allotment: (each.used, each.left) for each in quotas_left(down_under.club, date(2026, 12, 31))}
    assert left[RED] == (2, 0)
    with pytest.raises(QuotaUsedUp):
        play(2)
    assert unused.used(down_under.club, RED, 2026, date(2026, 12, 31)) == 2


@pytest.mark.postgres
def test_what_was_not_used_goes_to_an_approved_event_of_the_year_after_and_no_more(down_under: Union) -> None:
    _allot_2026(down_under, 2)
    allot.allot(down_under.federation, 2027, down_under.clerk, OCTOBER)
    held = Allotment.objects.get(organisation=down_under.other, kind=RED, year=2027)
    state, january = down_under.secretary, datetime(2027, 1, 2, 9, tzinfo=UTC)
    with pytest.raises(unused.NotUnused, match="end of 2026"):
        unused.give(held, 1, "For the hospital", "approved", actor=state, at=OCTOBER)
    assert unused.unused_before(down_under.county, RED, 2027) == 2
    with pytest.raises(unused.NotUnused, match="3 sessions, 2 were unused"):
        unused.give(held, 3, "For the hospital", "approved", actor=state, at=january)
    unused.give(held, 2, "For the hospital", "approved", actor=state, at=january)
    assert allotted.allotted(down_under.other, RED, 2027) == 2
    with pytest.raises(unused.NotUnused, match="1 sessions, 0 were unused"):
        unused.give(held, 1, "For the church", "approved", actor=state, at=january)


def _allot_2026(here: Union, figure: int) -> None:
    """Let the club have so many red sessions in 2026."""
    directory.tell(here.club, 2026, {"scheduled sessions": "50"}, actor=None, at=SEPTEMBER)
    allot.allot(here.federation, 2026, here.clerk, SEPTEMBER)
    held = Allotment.objects.get(organisation=here.club, kind=RED, year=2026)
    allotted.change(held, figure - held.figure, "for the test", actor=here.secretary, at=SEPTEMBER)
