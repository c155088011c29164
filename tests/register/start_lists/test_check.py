"""Before play a club sees who on its list is known, what they are on the day and whether they may enter."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from overtrick.formats.start_list import Starter
from overtrick.register.audit.models import Record
from overtrick.register.people import standings
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.registration import correct
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.start_lists.check import CheckedStarter, Limits, NoSuchLimit, Verdict, check, limits_of
from tests.register.season import AT, Union

DAY = date(2026, 5, 20)
APRIL, MAY = datetime(2026, 4, 2, 9, tzinfo=UTC), datetime(2026, 5, 20, 9, tzinfo=UTC)


def found(here: Union, *people: tuple[str, str], limits: Limits | None = None, on: date = DAY) -> list[CheckedStarter]:
    starters = [Starter(line, name, name, number) for line, (name, number) in enumerate(people, 1)]
    return check(here.club, starters, on, limits or Limits(), actor=here.scorer, at=MAY)


def test_everybody_has_a_verdict_by_the_register_of_the_day(here: Union) -> None:
    good, suspended, lapsed, other = here.players[:4]
    standings.suspend(suspended, date(2026, 5, 1), date(2026, 5, 31), actor=here.clerk, at=AT, reason="the committee")
    standings.lapse(lapsed, date(2026, 5, 1), actor=here.clerk, at=AT)
    before = Record.objects.count()
    listed = [(str(each), each.number) for each in (good, suspended, lapsed)]
    rows = found(here, *listed, (str(other), ""), ("Nobody Here", "299999"), ("Wrong Name", other.number))
    assert [row.verdict for row in rows] == [
        *(Verdict.GOOD, Verdict.BAD, Verdict.LOOK, Verdict.LOOK, Verdict.UNKNOWN, Verdict.LOOK)
    ]
    assert rows[1].state is not None
    assert rows[1].state.suspended
    assert rows[2].points_go is not None  # a lapsed player's points would be held
    assert rows[3].player == rows[5].player == other
    assert rows[3].twice
    assert Record.objects.count() == before
    assert [row.verdict for row in found(here, listed[1], on=date(2026, 6, 1))] == [Verdict.GOOD]


def test_of_somebody_who_hides_elsewhere_a_club_learns_no_more_than_that_the_name_fits(here: Union) -> None:
    member = here.players[0]
    correct(member, anonymous=True, actor=here.clerk, at=AT)
    starter = [Starter(1, "", str(member), member.number)]
    (away,) = check(here.other, starter, DAY, actor=here.stranger, at=MAY)
    assert (away.hidden, away.state, away.rank, away.units) == (True, None, "", 0)
    (home,) = found(here, (str(member), member.number))
    assert home.state is not None
    (office,) = check(here.other, starter, DAY, actor=here.clerk, at=MAY)
    assert office.state is not None


def test_a_limit_of_rank_or_points_is_measured_by_final_points(here: Union) -> None:
    player, beginner = here.players[:2]
    brought = [Opening(player, "local", 600, date(2026, 1, 5), 1)]
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, APRIL)
    close_month.close(here.federation, date(2026, 4, 1), here.clerk, MAY)
    listed = [(str(each), each.number) for each in (player, beginner)]
    for limits in (Limits(points_below=600), Limits(rank_below="Area Master")):
        assert [row.verdict for row in found(here, *listed, limits=limits)] == [Verdict.BAD, Verdict.GOOD]
    # On an earlier day there were fewer points.
    assert [row.units for row in found(here, *listed, on=date(2026, 1, 4))] == [0, 0]
    with pytest.raises(NoSuchLimit):
        found(here, *listed, limits=Limits(rank_below="Field Marshal"))
    assert limits_of(here.club, DAY) == ()


@pytest.mark.clause("abf", "7.1", "7.2.2/03", "7.2.2/04", "App A: Novice competition")
def test_the_limits_of_national_events_are_those_of_the_handbook(down_under: Union) -> None:
    expert, novice = down_under.players[:2]
    brought = [
        Opening(expert, "red", 40_000, date(2026, 1, 5), 1),
        Opening(novice, "green", 9_999, date(2026, 1, 5), 2),
    ]
    opening_balances.enter(opening_balances.compare(brought), down_under.clerk, down_under.second, APRIL)
    close_month.close(down_under.federation, date(2026, 4, 1), down_under.clerk, MAY)
    standings.lapse(down_under.players[2], date(2026, 5, 1), actor=down_under.clerk, at=AT)
    listed = [(str(each), each.number) for each in down_under.players[:3]]
    names = {each.name for each in limits_of(down_under.club, DAY)}
    assert {"novice", "veterans", "Australian Novice Teams"} <= names
    novices = found(down_under, *listed, limits=Limits("Australian Novice Teams"))
    assert [row.verdict for row in novices] == [Verdict.BAD, Verdict.GOOD, Verdict.BAD]
    assert [row.verdict for row in found(down_under, *listed[:2], limits=Limits("novice"))] == [
        *(Verdict.BAD, Verdict.GOOD)
    ]
    # Nobody's day of birth is known here, so nobody can be said to be a veteran.
    assert [row.verdict for row in found(down_under, listed[0], limits=Limits("veterans"))] == [Verdict.LOOK]
