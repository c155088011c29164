"""Figures a player likes: partners, club nights, this year against last, the next rank, and all members."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.engine.ranks import Minimum, RankStanding, Shortfall
from overtrick.engine.working import step
from overtrick.register.federations.models import Federation
from overtrick.register.ranks import points_distribution
from overtrick.register.records.record_lines import RecordLine
from overtrick.register.scoping import scope
from overtrick.web.player import record_statistics
from overtrick.web.player.own_record import PointsWriter
from tests.register.season import members
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

POINTS = PointsWriter(Federation(handbook="ebu"))
TODAY = date(2026, 11, 16)


def line(number: int, played: date, units: int, partner: str = "Cor Dax", place: int = 4) -> RecordLine:
    words = ("Pairs", "Oakby", "", partner, place, 1, 8)
    return RecordLine(
        number, number, number, played, played, *words, "local", units, "submission", "", True, 0, 0, True
    )


def test_the_best_partner_is_the_one_with_most_points_a_night_over_three_nights_or_more() -> None:
    played = [line(at, TODAY, units) for at, units in enumerate((6, 12, 0), 1)]
    played += [line(at, TODAY, 10, "Elu Fin, Gat Hob") for at in (4, 5, 6)]
    played += [line(7, TODAY, 100, "Ira Jun")]  # once only
    found = record_statistics.partners(record_statistics.nights(played), POINTS)
    assert found == [("Elu Fin", 3, "30", "10"), ("Gat Hob", 3, "30", "10"), ("Cor Dax", 3, "18", "6")]


def test_the_best_club_night_is_a_day_of_the_week_at_a_club() -> None:
    monday = date(2026, 11, 16)
    played = [line(at, monday - timedelta(days=7 * at), 6) for at in (1, 2, 3)]
    played += [line(at, monday - timedelta(days=7 * at - 1), 7) for at in (4, 5, 6, 7)]
    found = record_statistics.club_nights(record_statistics.nights(played), POINTS)
    assert found == [("Tuesday at Oakby", 4, "28", "7"), ("Monday at Oakby", 3, "18", "6")]


def test_lines_of_one_event_are_one_night_and_what_was_taken_back_is_none() -> None:
    first = line(1, TODAY, 12, place=2)
    again = first._replace(entry=9, colour="green", units=50)
    taken = line(2, TODAY, 18)._replace(taken_back=3)
    brought = line(4, TODAY, 500)._replace(submission=0)
    assert record_statistics.nights([first, again, taken, brought]) == [(TODAY, "Oakby", ("Cor Dax",), 2, 62)]


def test_this_year_is_compared_with_last_year_up_to_the_same_day() -> None:
    played = [
        *(line(1, date(2026, 3, 1), 18, place=1), line(2, TODAY, 7)),
        *(line(3, date(2025, 11, 16), 6, place=3), line(4, date(2025, 11, 17), 30)),
    ]
    found = record_statistics.years(record_statistics.nights(played), POINTS, TODAY)
    assert found == [
        ("2026 so far", 2, "25", "13", 1),
        ("2025 up to the same day", 1, "6", "6", 1),
        ("All of 2025", 2, "36", "18", 1),
    ]


def standing(**missing: int) -> RankStanding:
    short = [Shortfall(Minimum(name, (name,), 1000), 0, units) for name, units in missing.items()]
    return RankStanding("Club Master", "County Master", tuple(short), (), step("Below County Master"))


def test_the_next_rank_is_as_far_as_the_slowest_of_what_is_missing() -> None:
    lines = [line(1, TODAY, 100), line(2, TODAY, 100)._replace(colour="green")]
    lines.append(line(3, TODAY - timedelta(days=366), 1000))  # too long ago to say how quick somebody is
    found = record_statistics.pace(standing(local=50, green=200), lines, POINTS, TODAY)
    assert found == ("1.00", "2.00", 24, TODAY + timedelta(days=730))
    assert found.years == 2


def test_without_a_pace_and_without_a_next_rank_nothing_is_foretold() -> None:
    lines = [line(1, TODAY, 100)]
    assert record_statistics.pace(standing(local=50, green=1), lines, POINTS, TODAY) is None
    assert record_statistics.pace(standing(local=100 * 51), lines, POINTS, TODAY) is None
    assert record_statistics.pace(standing(), lines, POINTS, TODAY) is None


def test_the_share_of_members_with_fewer_points_counts_everybody_who_is_registered(cast: Cast) -> None:
    here = cast.union
    with scope(federation=here.federation):
        assert points_distribution.distribution(100, TODAY) is None  # sixteen members are too few
        members(here.federation, here.club, [f"New Comer{chr(97 + at)}" for at in range(84)])
        found = points_distribution.distribution(100, TODAY)
    assert found is not None
    # of a hundred members Ado Bem with 1948 local and 3.40 green, and Elu Fin with 207, have a hundred or more
    assert (found.members, found.fewer, found.share) == (100, 98, 98)
    assert (found.tops[-1], found.at(90)) == (2288, 0)


@pytest.mark.postgres
def test_the_page_says_how_each_figure_is_worked_out(cast: Cast, log_in: LogIn) -> None:
    here = cast.union
    with scope(federation=here.federation):
        members(here.federation, here.club, [f"New Comer{chr(97 + at)}" for at in range(24)])
    answer = log_in(Role.PLAYER).get("/record/statistics/")
    page = as_read(answer.content.decode())
    assert "You have more points than <strong>97 %</strong> of members." in page
    assert "39 of 40 registered members have fewer than your 2,288 final points" in page
    assert "The way to County Master" in page
    assert '<a href="/record/?partner=Cor%20Dax#credits">Cor Dax</a>' in page
    assert page.count("How we work it out:") == 5


def test_more_members_and_nights_need_no_more_queries(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    client.get("/record/statistics/")
    with CaptureQueriesContext(connection) as few:
        client.get("/record/statistics/")
    with scope(federation=cast.union.federation):
        members(cast.union.federation, cast.union.club, [f"New Comer{chr(97 + at)}" for at in range(24)])
    with CaptureQueriesContext(connection) as many:
        client.get("/record/statistics/")
    assert len(many) <= len(few) <= 20
