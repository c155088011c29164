"""Directors: accredited at a level by whom the handbook says, from one day to another."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.directors import accredit, lookup
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import identity, merge_records
from overtrick.register.people.registration import correct
from overtrick.register.periods import Overlap
from tests.register import office

if TYPE_CHECKING:
    from tests.register.season import Union

AT = datetime(2026, 6, 1, 9, tzinfo=UTC)
TODAY = AT.date()


def test_a_state_gives_the_lower_levels_and_the_national_body_the_others(down_under: Union) -> None:
    ado = down_under.players[0]
    names = [each.name for each in accredit.levels_of(down_under.county, TODAY)]
    assert names == ["Club", "Congress", "State"]
    accredit.accredit(ado, "Congress", down_under.county, TODAY, actor=down_under.secretary, at=AT)
    with pytest.raises(accredit.NotTheirs, match="It accredits: Club, Congress, State"):
        accredit.accredit(ado, "National 3", down_under.county, TODAY, actor=down_under.clerk, at=AT)
    accredit.accredit(ado, "National 3", down_under.national, TODAY, actor=down_under.clerk, at=AT, reason="course")
    assert lookup.level_of(ado, TODAY) == "National 3"
    assert lookup.level_of(ado, date(2026, 5, 31)) == ""
    assert Record.objects.filter(action="director.accredit").count() == 2


def test_nobody_else_accredits(down_under: Union) -> None:
    ado = down_under.players[0]
    for who, where in ((down_under.scorer, down_under.county), (down_under.secretary, down_under.national)):
        with pytest.raises(NotAllowed):
            accredit.accredit(ado, "Club", where, TODAY, actor=who, at=AT)


@pytest.mark.postgres
def test_a_level_is_held_once_at_a_time_and_ends_with_a_day(down_under: Union) -> None:
    ado, state, secretary = down_under.players[0], down_under.county, down_under.secretary
    made = accredit.accredit(ado, "Club", state, TODAY, actor=secretary, at=AT)
    with pytest.raises(Overlap):
        accredit.accredit(ado, "Club", state, TODAY, actor=secretary, at=AT)
    with pytest.raises(accredit.NotAccredited):
        accredit.end(made, date(2026, 5, 31), actor=secretary, at=AT, reason="too early")
    accredit.end(made, TODAY, actor=secretary, at=AT, reason="moved away")
    assert (lookup.level_of(ado, TODAY), lookup.level_of(ado, date(2026, 6, 2))) == ("Club", "")
    accredit.accredit(ado, "Club", state, date(2026, 6, 2), actor=secretary, at=AT)


def test_both_numbers_of_a_merged_record_lead_to_the_level(down_under: Union) -> None:
    ado, cor = down_under.players[:2]
    accredit.accredit(cor, "Club", down_under.county, TODAY, actor=down_under.secretary, at=AT)
    assert lookup.level_by_number(ado.number, TODAY) == ""
    merge_records.merge(ado, cor, "one person", actor=down_under.clerk, at=AT)
    assert lookup.level_by_number(ado.number, TODAY) == "Club"
    assert lookup.level_by_number(cor.number, TODAY) == "Club"
    assert lookup.level_by_number("999999", TODAY) is None


def test_clubs_know_the_directors_of_those_above_them_who_do_not_hide(down_under: Union) -> None:
    ado, cor = down_under.players[:2]
    for each in (ado, cor):
        accredit.accredit(each, "Club", down_under.county, TODAY, actor=down_under.secretary, at=AT)
    correct(cor, anonymous=True, actor=None, at=AT)
    assert {each.player for each in lookup.known_to(down_under.other)} == {ado}
    assert {each.player for each in lookup.known_to(down_under.club)} == {ado, cor}
    assert {each.player for each in lookup.known_to(down_under.national)} == set()


def test_a_player_who_hides_from_a_state_is_accredited_by_the_office_alone(down_under: Union) -> None:
    stranger = office.person("Wes Yon")
    correct(stranger, anonymous=True, actor=None, at=AT)
    with pytest.raises(identity.NoSuchPlayer, match="Only the office"):
        accredit.accredit(stranger, "Club", down_under.county, TODAY, actor=down_under.secretary, at=AT)


def test_where_the_handbook_accredits_nobody_there_are_no_levels(here: Union) -> None:
    assert accredit.levels(here.federation, TODAY) == ()
    with pytest.raises(accredit.NotTheirs, match="It accredits: none"):
        accredit.accredit(here.players[0], "Club", here.county, TODAY, actor=here.clerk, at=AT)
