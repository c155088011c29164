"""Youths leave the youth club at the end of the year in which they turn 26, unless another club has them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.membership import cards, youth
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, registration, standings
from overtrick.register.people.models import Standing
from tests.register import office

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

Status = Standing.Status
NEW_YEAR = datetime(2027, 1, 1, 9, tzinfo=UTC)


@pytest.fixture
def young(south: Union) -> Organisation:
    return office.organisation(south.federation, "77", "Youth Players Club", Organisation.Kind.CLUB, south.east)


@pytest.mark.clause("abf", "1.3.6/2")
@pytest.mark.clause("abf", "1.3.6/3")
def test_who_turns_26_in_the_year_leaves_and_who_turns_26_on_new_years_day_stays(
    south: Union, young: Organisation
) -> None:
    of_age = office.person("Ado Bem", date(2000, 12, 31), club=young)
    stays = office.person("Cor Dax", date(2001, 1, 1), club=young)
    elsewhere = office.person("Esk Fil", date(2000, 6, 1), club=young)
    clubs.add_alternate(elsewhere, south.oakby, office.NEW_YEAR, actor=None, at=office.AT)
    unknown = office.person("Gan Hul", club=young)
    listed = youth.youths(2026, NEW_YEAR.date())
    assert [each.player for each in listed] == [elsewhere, of_age, stays, unknown]
    assert [each.player for each in youth.leaving(listed, 2026)] == [elsewhere, of_age]
    with pytest.raises(youth.NoYouths, match="2026 is not over"):
        youth.run(2026, actor=None, at=datetime(2026, 12, 31, 9, tzinfo=UTC))
    done = youth.run(2026, actor=None, at=NEW_YEAR)
    assert done.counts == {"lapsed": 1, "moved": 1}
    on = NEW_YEAR.date()
    assert standings.on_day(of_age, date(2026, 12, 31)).status is Status.REGISTERED
    assert standings.on_day(of_age, on).status is Status.LAPSED
    assert clubs.clubs_of(elsewhere, on) == (south.oakby, ())
    assert clubs.clubs_of(stays, on).home == young
    assert youth.run(2026, actor=None, at=NEW_YEAR).pk == done.pk


def test_who_has_died_lapsed_or_joined_a_club_since_new_year_does_not_stop_the_run(
    south: Union, young: Organisation
) -> None:
    of_age, died, gone, joined = (
        office.person(name, date(2000, 6, 1), club=young) for name in ("Ado Bem", "Cor Dax", "Esk Fil", "Gan Hul")
    )
    standings.mark_deceased(died, date(2027, 1, 5), actor=None, at=NEW_YEAR)
    standings.lapse(gone, date(2027, 1, 6), actor=None, at=NEW_YEAR)
    clubs.add_alternate(joined, south.oakby, date(2027, 1, 7), actor=None, at=NEW_YEAR)
    clubs.make_home(joined, south.oakby, date(2027, 1, 7), actor=None, at=NEW_YEAR)
    at_the_end = [each.player for each in youth.youths(2026, date(2026, 12, 31))]
    assert set(at_the_end) == {of_age, died, gone, joined}
    assert [each.player for each in youth.youths(2026, date(2027, 1, 20))] == [of_age], "as the page lists them"
    done = youth.run(2026, actor=None, at=NEW_YEAR.replace(day=20))
    assert done.counts == {"lapsed": 1, "moved": 0}
    on = date(2027, 1, 20)
    assert [standings.on_day(each, on).status for each in (of_age, died, gone, joined)] == [
        Status.LAPSED, Status.DECEASED, Status.LAPSED, Status.REGISTERED,
    ]  # fmt: skip
    assert clubs.clubs_of(joined, on).home == south.oakby


def test_without_a_youth_club_in_the_register_the_office_is_told_to_add_it(south: Union) -> None:
    assert south.federation.handbook == "abf"
    with pytest.raises(youth.NoYouths, match="Youth Players Club"):
        youth.youths(2026, NEW_YEAR.date())


def test_where_the_handbook_knows_no_youths_there_is_nothing_to_do(north: Union) -> None:
    assert youth.club_name(NEW_YEAR.date()) == ""
    with pytest.raises(youth.NoYouths, match="no youth club"):
        youth.youths(2026, NEW_YEAR.date())
    assert north.federation.handbook == "ebu"


@pytest.mark.postgres
@pytest.mark.clause("abf", "1.4.1/3")
def test_cards_are_for_the_registered_and_say_who_is_due_a_new_one(south: Union) -> None:
    ado = office.person("Ado Bem", club=south.oakby)
    new = office.person("Cor Dax", club=south.ashby, on=date(2026, 5, 1))
    gone = office.person("Esk Fil", club=south.oakby)
    standings.lapse(gone, date(2026, 4, 1), actor=None, at=office.AT)
    renamed = office.person("Gan Hul", club=south.oakby)
    registration.correct(renamed, family="Hull", actor=None, at=office.AT)
    year = cards.year_of(2026)
    assert year is not None
    assert (year.first, year.last) == (date(2026, 4, 1), date(2027, 3, 31))
    found = {each.player.pk: each for each in cards.cards(year, date(2027, 1, 15))}
    assert found.keys() == {ado.pk, new.pk, renamed.pk}
    assert [found[each.pk].due for each in (ado, new, renamed)] == [cards.Due.NOTHING, cards.Due.NEW, cards.Due.DETAILS]
    assert found[ado.pk].club == "Oakby"


def test_where_the_handbook_has_no_cards_there_are_none(north: Union) -> None:
    assert north.federation.handbook == "ebu"
    assert cards.year_of(2026) is None
