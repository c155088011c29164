"""Ranks of players, ranking lists, races and gold."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, registration
from overtrick.register.ranks import close_month
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.ranks.gold import gold_in_detail, gold_of
from overtrick.register.ranks.honours import honours_of, race
from overtrick.register.ranks.ranking_lists import Wanted, ranking
from tests.register.ranks.test_close_month import JUNE, MAY, had
from tests.register.season import NIGHT, Union, members, night, pairs, submitted

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 20)


def test_a_rank_says_what_is_missing_for_the_next(here: Union) -> None:
    had(here, here.players[0], local=190)
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    ranked = rank_of(here.players[0], TODAY)
    assert ranked.standing.rank == "Local Master"
    assert (ranked.standing.following, ranked.standing.to_win[0].units) == ("Club Master", 10)


def test_a_holding_is_read_as_at_any_day_of_play(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    first = here.players[0]
    before, after = date(2026, 5, 11), NIGHT
    assert rank_of(first, TODAY, played=before, final=False).holding.units["local"] == 0
    assert rank_of(first, TODAY, played=after, final=False).holding.units["local"] == 18


def test_old_red_points_lower_the_minima_of_life_ranks(down_under: Union) -> None:
    here = down_under
    had(here, here.players[0], date(1981, 6, 1), red=10_000)
    had(here, here.players[1], date(1990, 6, 1), red=10_000)
    parts = [rank_of(each, TODAY, final=False).holding.of_which for each in here.players[:2]]
    assert parts == [{"red before 1982": 10_000}, {"red before 1982": 0}]


def test_lists_give_equal_places_to_equal_points(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    places = ranking(Wanted(10), TODAY)
    assert [(each.place, each.units) for each in places] == [(1, 18), (1, 18), (3, 12), (3, 12), (5, 6), (5, 6)]
    assert [each.name for each in ranking(Wanted(2), TODAY)] == ["Ado Bem", "Cor Dax"]


def test_lists_are_of_a_club_a_county_a_rank_a_colour_or_a_year(here: Union) -> None:
    (guest,) = members(here.federation, here.other, ["Tam Ulo"])
    had(here, guest, local=500, green=200)
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    far = Organisation.objects.create(
        federation=here.federation, number="11", name="Farshire", kind="region", parent=here.national
    )

    def listed(**wanted: object) -> list[str]:
        return [each.name for each in ranking(Wanted(10, **wanted), TODAY)]  # type: ignore[arg-type]

    assert listed(club=here.other) == ["Tam Ulo"]
    assert listed(county=here.county)[0] == "Tam Ulo"
    assert listed(county=far) == []
    assert listed(colour="green") == ["Tam Ulo"]
    assert listed(rank="Club Master") == []
    assert "Ado Bem" in listed(year=2026)
    assert "Tam Ulo" not in listed(year=2026), "a balance from before this book was not won this year"
    assert listed(year=2025) == []
    assert listed(until=date(2026, 5, 1)) == ["Tam Ulo"]
    clubs.make_home(guest, here.club, date(2026, 6, 1), actor=here.clerk, at=JUNE)
    assert listed(club=here.other) == []


def test_who_is_anonymous_is_listed_without_a_name(here: Union) -> None:
    registration.correct(here.players[0], anonymous=True, actor=here.clerk, at=JUNE)
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert [each.name for each in ranking(Wanted(2), TODAY)] == ["Anonymous", "Cor Dax"]
    assert ranking(Wanted(1), TODAY, to_office=True)[0].name == "Ado Bem"


def test_provisional_points_are_in_a_list_only_where_they_are_asked_for(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    assert ranking(Wanted(10), TODAY) == []
    assert len(ranking(Wanted(10, final=False), TODAY)) == 6


def test_the_race_of_a_year_has_the_trophy_and_the_groups_of_australia(down_under: Union) -> None:
    here = down_under
    had(here, here.players[2], date(2020, 1, 1), green=2_000)
    submitted(here, night(pairs(here.players), status="E"))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert [each.name for each in race(2026, 2)] == ["Ado Bem", "Cor Dax"]
    trophy, *groups = honours_of(2026).awards
    assert {each.name for each in trophy.players} == {"Ado Bem", "Cor Dax"}
    assert {each.name for group in groups for each in group.players} == {"Elu Fin"}


def test_whoever_passes_a_thousand_points_by_play_joins_the_club_on_that_day(down_under: Union) -> None:
    here = down_under
    had(here, here.players[0], date(2025, 1, 1), green=99_990)
    had(here, here.players[1], date(2026, 2, 1), red=100_000)
    had(here, here.players[2], date(2025, 1, 1), green=100_000)
    submitted(here, night(pairs(here.players), status="E"))
    assert honours_of(2026).joined == []  # provisional points count for nothing
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert [(each.club.name, str(each.player), each.day) for each in honours_of(2026).joined] == [
        ("One Thousand Club", "Ado Bem", NIGHT)
    ]
    assert honours_of(2025).joined == []


def test_what_everybody_held_before_a_year_is_added_up_once_for_all_its_honours(down_under: Union) -> None:
    had(down_under, down_under.players[0], date(2025, 1, 1), green=99_990)
    with CaptureQueriesContext(connection) as asked:
        list(balances.all_holdings(down_under.federation.pk, AsAt(played=date(2025, 12, 31), final=True)))
    once = _selects(asked)
    assert once
    with CaptureQueriesContext(connection) as asked:
        assert honours_of(2026).joined == []
    assert [each for each in _selects(asked) if each in once] == once


def _selects(asked: CaptureQueriesContext) -> list[str]:
    """What was asked of the database, without the names of cursors."""
    return [sql[sql.index("select") :] for each in asked.captured_queries if "select" in (sql := each["sql"])]


def test_england_has_no_annual_awards(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert honours_of(2026) == ([], [])


def of_the_national_body(here: Union) -> Union:
    """Let the national body submit: its congresses are nobody else's (EBU 6.6)."""
    return here._replace(club=here.national, scorer=here.clerk)


def test_gold_is_a_fifth_of_the_green_points_of_one_event_and_fades(here: Union) -> None:
    many = members(here.federation, here.club, [f"Ba{a}l Be{b}n" for a in "aeiou" for b in "aeioubcdfg"])
    set_by_the_ebu = (("top", "12"), ("minimum", "1"), ("places", "10"))
    facts = (("points", "green"), ("green event", "ebu congress"), *set_by_the_ebu)
    outcome = submitted(of_the_national_body(here), night(pairs(many), status="national", facts=facts))
    assert outcome.posted is not None
    assert rank_of(many[0], TODAY, final=False).holding.units["green"] == 1_200
    figures = [gold_of(many[0], day, final=False) for day in (date(2026, 5, 1), TODAY, date(2028, 6, 20))]
    # 12 green points are 2.40 gold; after two years three fifths of it are left
    assert [int(each.value) for each in figures if each] == [0, 240, 144]


def test_a_list_by_gold_has_what_is_left_on_its_day(here: Union) -> None:
    many = members(here.federation, here.club, [f"Ba{a}l Be{b}n" for a in "aeiou" for b in "aeioubcdfg"])
    set_by_the_ebu = (("top", "12"), ("minimum", "1"), ("places", "10"))
    facts = (("points", "green"), ("green event", "ebu congress"), *set_by_the_ebu)
    submitted(of_the_national_body(here), night(pairs(many), status="national", facts=facts))
    assert ranking(Wanted(10, colour="gold"), TODAY) == []
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    listed = ranking(Wanted(100, colour="gold"), TODAY)
    assert [(each.place, each.units) for each in listed[:2]] == [(1, 240), (1, 240)]
    assert min(each.units for each in listed) >= 100  # five green points in one event are needed
    later = ranking(Wanted(1, colour="gold"), date(2028, 6, 20))
    assert [each.units for each in later] == [144]
    assert ranking(Wanted(1, colour="gold", year=2025), TODAY) == []
    detail = gold_in_detail(many[0], TODAY, 4)
    assert detail is not None
    assert detail.totals == (240, 192, 144, 96, 48)
    assert [(each.green, each.first, each.day) for each in detail.events] == [(1_200, 240, NIGHT)]


def test_in_australia_gold_is_won_and_does_not_fade(down_under: Union) -> None:
    assert gold_of(down_under.players[0], TODAY) is None


def test_the_moment_of_a_close_is_kept(here: Union) -> None:
    done = close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert done.at == datetime(2026, 6, 15, 9, tzinfo=UTC)
