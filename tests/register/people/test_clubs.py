"""A player has one home club, others beside it, and a county."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register.audit import trail
from overtrick.register.organisations import affiliation
from overtrick.register.people import clubs, counties, merge_records, standings
from overtrick.register.people.models import Membership
from overtrick.register.periods import Overlap
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

APRIL = date(2026, 4, 1)
LAST_OF_MARCH = date(2026, 3, 31)


@pytest.mark.parametrize("handbook", ["north", "south"])
def test_a_transfer_ends_the_old_home_club_the_day_before(handbook: str, request: pytest.FixtureRequest) -> None:
    union: Union = request.getfixturevalue(handbook)
    player = office.person("Ado Bem", club=union.oakby)
    done = clubs.transfer(player, union.ashby, APRIL, actor=None, at=AT, reason="moved house")
    assert done.finding.holds is True
    assert clubs.clubs_of(player, LAST_OF_MARCH) == (union.oakby, ())
    assert clubs.clubs_of(player, APRIL) == (union.ashby, ())
    latest = trail.about(player)[0]
    assert (latest.action, latest.reason) == ("player.transfer", "moved house")
    assert [each["club"] for each in latest.before["clubs"]] == [union.oakby.pk]


@pytest.mark.parametrize("handbook", ["north", "south"])
def test_nobody_is_transferred_to_the_home_club(handbook: str, request: pytest.FixtureRequest) -> None:
    union: Union = request.getfixturevalue(handbook)
    player = office.person("Ado Bem", club=union.oakby)
    with pytest.raises(clubs.RuledOut) as refused:
        clubs.transfer(player, union.oakby, APRIL, actor=None, at=AT)
    assert refused.value.clause == ("App C: 4 transfer" if handbook == "south" else "")


def test_a_lapsed_player_is_not_transferred_but_reactivated(south: Union) -> None:
    player = office.person("Ado Bem", club=south.oakby)
    standings.lapse(player, APRIL, actor=None, at=AT)
    with pytest.raises(clubs.RuledOut, match="registered through another club") as refused:
        clubs.transfer(player, south.elmby, APRIL, actor=None, at=AT)
    assert refused.value.clause == "App C: 4 transfer"


def test_an_alternate_who_is_transferred_is_a_home_member_only(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    clubs.add_alternate(player, north.elmby, NEW_YEAR, actor=None, at=AT)
    assert clubs.clubs_of(player, NEW_YEAR) == (north.oakby, (north.elmby,))
    clubs.transfer(player, north.elmby, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(player, APRIL) == (north.elmby, ())


def test_a_transfer_on_the_day_of_another_replaces_it(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    clubs.transfer(player, north.elmby, APRIL, actor=None, at=AT)
    clubs.transfer(player, north.ashby, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(player, LAST_OF_MARCH).home == north.oakby
    assert clubs.clubs_of(player, APRIL) == (north.ashby, ())


def test_a_transfer_on_the_next_day_leaves_a_membership_of_one_day(north: Union) -> None:
    ado = office.person("Ado Bem", club=north.oakby)
    clubs.transfer(ado, north.elmby, date(2026, 3, 1), actor=None, at=AT)
    clubs.transfer(ado, north.ashby, date(2026, 3, 2), actor=None, at=AT)
    days = {each.club: (each.begins, each.ends) for each in ado.memberships.all()}
    assert days[north.elmby] == (date(2026, 3, 1), date(2026, 3, 1))
    assert days[north.ashby] == (date(2026, 3, 2), None)


def test_a_transfer_before_a_later_one_is_refused(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    clubs.transfer(player, north.elmby, APRIL, actor=None, at=AT)
    with pytest.raises(Overlap):
        clubs.transfer(player, north.ashby, date(2026, 2, 1), actor=None, at=AT)
    assert clubs.clubs_of(player, date(2026, 2, 1)).home == north.oakby


@pytest.mark.parametrize("handbook", ["north", "south"])
def test_an_alternate_is_added_and_removed(handbook: str, request: pytest.FixtureRequest) -> None:
    union: Union = request.getfixturevalue(handbook)
    player = office.person("Ado Bem", club=union.oakby)
    clubs.add_alternate(player, union.ashby, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(player, LAST_OF_MARCH).others == ()
    assert clubs.clubs_of(player, APRIL).others == (union.ashby,)
    for club in (union.ashby, union.oakby):
        with pytest.raises(clubs.RuledOut):
            clubs.add_alternate(player, club, APRIL, actor=None, at=AT)
    clubs.remove_alternate(player, union.ashby, date(2026, 4, 30), actor=None, at=AT)
    assert clubs.clubs_of(player, date(2026, 4, 30)).others == (union.ashby,)
    assert clubs.clubs_of(player, date(2026, 5, 1)).others == ()
    with pytest.raises(clubs.RuledOut):
        clubs.remove_alternate(player, union.ashby, date(2026, 5, 1), actor=None, at=AT)


def test_a_county_is_no_club_and_a_club_must_be_affiliated(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    with pytest.raises(clubs.NotAClub, match="Eastshire is not a club"):
        clubs.transfer(player, north.east, APRIL, actor=None, at=AT)
    affiliation.end(north.ashby, LAST_OF_MARCH, actor=None, at=AT)
    with pytest.raises(affiliation.NotAffiliated):
        clubs.transfer(player, north.ashby, APRIL, actor=None, at=AT)
    clubs.transfer(player, north.ashby, LAST_OF_MARCH, actor=None, at=AT)


def test_the_database_itself_keeps_one_home_club_going(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(player=player, club=north.ashby, home=True, begins=APRIL)


def test_a_clubs_list_has_home_members_and_alternates_by_name(north: Union) -> None:
    ado = office.person("Ado Bem", club=north.oakby)
    cor = office.person("Cor Dax", club=north.ashby)
    clubs.add_alternate(cor, north.oakby, APRIL, actor=None, at=AT)
    assert [(each.player, each.home) for each in clubs.members(north.oakby, APRIL)] == [(ado, True), (cor, False)]
    assert [each.player for each in clubs.members(north.oakby, LAST_OF_MARCH)] == [ado]


def test_of_merged_records_the_home_club_of_the_kept_one_counts(north: Union) -> None:
    kept = office.person("Ado Bem", club=north.oakby)
    merged = office.person("Cor Dax", club=north.ashby)
    merge_records.merge(kept, merged, "one person", actor=None, at=AT)
    assert clubs.clubs_of(merged, NEW_YEAR) == (north.oakby, (north.ashby,))
    assert [(each.player, each.home) for each in clubs.members(north.ashby, NEW_YEAR)] == [(kept, False)]
    assert [(each.player, each.home) for each in clubs.members(north.oakby, NEW_YEAR)] == [(kept, True)]


def test_a_kept_record_without_a_club_has_the_merged_ones(north: Union) -> None:
    kept = office.person("Ado Bem")
    merged = office.person("Cor Dax", club=north.ashby)
    merge_records.merge(kept, merged, "one person", actor=None, at=AT)
    assert clubs.clubs_of(kept, NEW_YEAR) == (north.ashby, ())
    assert [(each.player, each.home) for each in clubs.members(north.ashby, NEW_YEAR)] == [(kept, True)]
    clubs.transfer(kept, north.oakby, APRIL, actor=None, at=AT)
    assert clubs.clubs_of(kept, APRIL) == (north.oakby, ())


def test_the_county_is_that_of_the_home_club_until_one_is_chosen(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    assert counties.county_of(player, NEW_YEAR) == north.east
    done = counties.choose(player, north.west, APRIL, actor=None, at=AT)
    assert done.finding.holds is True
    assert counties.county_of(player, LAST_OF_MARCH) == north.east
    assert counties.county_of(player, APRIL) == north.west
    assert counties.county_of(office.person("Cor Dax"), APRIL) is None


def test_a_second_change_of_county_is_left_open_by_the_handbook(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    first = counties.choose(player, north.west, NEW_YEAR, actor=None, at=AT)
    second = counties.choose(player, north.east, APRIL, actor=None, at=AT)
    third = counties.choose(player, north.west, date(2026, 5, 1), actor=None, at=AT)
    assert [each.finding.holds for each in (first, second, third)] == [True, True, None]
    assert third.finding.working.clause == "1.1.2 p2"
    assert counties.county_of(player, date(2026, 4, 30)) == north.east


def test_a_county_is_chosen_once_and_is_no_club(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    with pytest.raises(counties.NotACounty):
        counties.choose(player, north.elmby, APRIL, actor=None, at=AT)
    counties.choose(player, north.west, APRIL, actor=None, at=AT)
    with pytest.raises(clubs.RuledOut):
        counties.choose(player, north.west, date(2026, 5, 1), actor=None, at=AT)
    counties.choose(player, north.east, APRIL, actor=None, at=AT)
    assert counties.county_of(player, APRIL) == north.east
