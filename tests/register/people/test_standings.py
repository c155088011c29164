"""What a player is changes with the day; a suspension stands beside it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register.audit import trail
from overtrick.register.people import clubs, reinstate, standings
from overtrick.register.people.models import Standing
from overtrick.register.periods import Overlap, WrongPeriod
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

STATUS = Standing.Status
APRIL = date(2026, 4, 1)
LAST_OF_MARCH = date(2026, 3, 31)


@pytest.mark.parametrize("status", [each for each in STATUS if each not in (STATUS.SUSPENDED, STATUS.REGISTERED)])
@pytest.mark.usefixtures("north")
def test_a_standing_ends_the_day_before_another_begins(status: Standing.Status) -> None:
    player = office.person("Ado Bem")
    standings.change(player, status, APRIL, actor=None, at=AT)
    assert standings.on_day(player, LAST_OF_MARCH) == (STATUS.REGISTERED, False, NEW_YEAR, LAST_OF_MARCH)
    assert standings.on_day(player, APRIL) == (status, False, APRIL, None)


@pytest.mark.parametrize("status", [STATUS.LAPSED, STATUS.POTENTIAL, STATUS.VISITOR])
@pytest.mark.usefixtures("north")
def test_whoever_is_away_is_registered_again_and_not_by_a_change_of_standing(status: Standing.Status) -> None:
    player = office.person("Ado Bem")
    standings.change(player, status, APRIL, actor=None, at=AT)
    with pytest.raises(standings.NotRegistered, match="Register again") as refused:
        standings.change(player, STATUS.REGISTERED, date(2026, 5, 1), actor=None, at=AT)
    assert refused.value.code == "registers-again"
    with pytest.raises(standings.RegisteredAlready):
        standings.change(player, STATUS.REGISTERED, LAST_OF_MARCH, actor=None, at=AT)
    assert standings.on_day(player, date(2026, 5, 1)).status is status


@pytest.mark.usefixtures("north")
def test_an_overseas_member_who_moves_here_is_a_member_by_a_change_of_standing() -> None:
    player = office.person("Ado Bem")
    standings.change(player, STATUS.OVERSEAS, APRIL, actor=None, at=AT)
    standings.change(player, STATUS.REGISTERED, date(2026, 5, 1), actor=None, at=AT)
    assert standings.on_day(player, date(2026, 5, 1)).status is STATUS.REGISTERED


@pytest.mark.usefixtures("north")
def test_a_standing_that_begins_on_the_same_day_gives_way() -> None:
    player = office.person("Ado Bem")
    standings.change(player, STATUS.OVERSEAS, NEW_YEAR, actor=None, at=AT)
    assert [row.status for row in standings.history(player)] == [STATUS.OVERSEAS]
    assert trail.about(player)[0].before["status"] == "registered"


@pytest.mark.usefixtures("north")
def test_a_standing_may_end_by_itself() -> None:
    player = office.person("Ado Bem")
    standings.change(player, STATUS.VISITOR, APRIL, date(2026, 4, 30), actor=None, at=AT)
    assert standings.on_day(player, date(2026, 4, 30)).status is STATUS.VISITOR
    assert standings.on_day(player, date(2026, 5, 1)).status is None


@pytest.mark.usefixtures("north")
def test_a_standing_does_not_run_into_a_later_one() -> None:
    player = office.person("Ado Bem")
    standings.change(player, STATUS.LAPSED, APRIL, actor=None, at=AT)
    with pytest.raises(Overlap, match="from 2026-04-01 on"):
        standings.change(player, STATUS.OVERSEAS, date(2026, 2, 1), actor=None, at=AT)
    assert standings.on_day(player, date(2026, 2, 1)).status is STATUS.REGISTERED
    with pytest.raises(WrongPeriod):
        standings.change(player, STATUS.OVERSEAS, APRIL, LAST_OF_MARCH, actor=None, at=AT)


@pytest.mark.usefixtures("north")
def test_the_database_itself_keeps_one_standing_going() -> None:
    player = office.person("Ado Bem")
    with pytest.raises(IntegrityError), transaction.atomic():
        player.standings.create(status=STATUS.LAPSED, begins=APRIL)


@pytest.mark.parametrize(
    ("day", "suspended"),
    [(date(2026, 2, 28), False), (date(2026, 3, 1), True), (date(2026, 5, 31), True), (date(2026, 6, 1), False)],
)
@pytest.mark.usefixtures("north")
def test_a_suspension_stands_beside_and_counts_its_first_and_last_day(day: date, suspended: bool) -> None:
    player = office.person("Ado Bem")
    standings.suspend(player, date(2026, 3, 1), date(2026, 5, 31), actor=None, at=AT, reason="the committee")
    assert standings.on_day(player, day) == (STATUS.REGISTERED, suspended, NEW_YEAR, None)


@pytest.mark.usefixtures("north")
def test_a_suspension_is_lifted_and_not_doubled() -> None:
    player = office.person("Ado Bem")
    standings.suspend(player, APRIL, None, actor=None, at=AT, reason="the committee")
    with pytest.raises(Overlap):
        standings.suspend(player, date(2026, 5, 1), None, actor=None, at=AT, reason="again")
    standings.lift(player, date(2026, 4, 30), actor=None, at=AT)
    assert standings.on_day(player, date(2026, 4, 30)).suspended
    assert not standings.on_day(player, date(2026, 5, 1)).suspended
    with pytest.raises(standings.NotSuspended):
        standings.lift(player, date(2026, 5, 1), actor=None, at=AT)
    with pytest.raises(standings.SuspendedIsNoStanding):
        standings.change(player, STATUS.SUSPENDED, APRIL, actor=None, at=AT)


def test_who_lapses_leaves_the_clubs_lists_the_day_before(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    clubs.add_alternate(player, north.ashby, NEW_YEAR, actor=None, at=AT)
    standings.lapse(player, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(player, LAST_OF_MARCH) == (north.oakby, (north.ashby,))
    assert clubs.clubs_of(player, APRIL) == (None, ())


def test_a_club_joined_on_the_day_of_the_lapse_or_later_was_never_joined(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    clubs.transfer(player, north.elmby, APRIL, actor=None, at=AT)
    clubs.add_alternate(player, north.ashby, date(2026, 5, 1), actor=None, at=AT)
    standings.lapse(player, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(player, LAST_OF_MARCH) == (north.oakby, ())
    assert clubs.clubs_of(player, date(2026, 5, 1)) == (None, ())


def test_the_dead_have_no_club_and_no_other_standing(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    standings.mark_deceased(player, APRIL, actor=None, at=AT)
    assert clubs.members(north.oakby, APRIL)
    assert clubs.members(north.oakby, date(2026, 4, 2)) == []
    with pytest.raises(standings.Died, match="marked as deceased"):
        standings.change(player, STATUS.REGISTERED, date(2026, 5, 1), actor=None, at=AT)
    standings.withdraw_death(player, actor=None, at=AT, reason="it was a namesake")
    reinstate.register_again(player, north.oakby, APRIL, actor=None, at=AT)
    assert standings.on_day(player, APRIL).status is STATUS.REGISTERED


@pytest.mark.usefixtures("north")
def test_the_standings_of_a_whole_field_take_two_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [office.person(f"{name} Bem").pk for name in ("Ado", "Cor", "Esk", "Fil")]
    with office.statements(monkeypatch) as run:
        assert {state.status for state in standings.many(players, NEW_YEAR).values()} == {STATUS.REGISTERED}
    assert len(run) == 2
