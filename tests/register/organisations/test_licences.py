"""Licences: granted by whom the handbook says, under a number, from one day to another."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.periods import WrongPeriod
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import Union, union

pytestmark = pytest.mark.django_db
AT = datetime(2026, 6, 1, 9, tzinfo=UTC)
TODAY = AT.date()
BLUE = Grant("L-1", "blue event", TODAY, date(2026, 12, 31))


def test_the_office_grants_in_the_words_of_the_edition(here: Union) -> None:
    names = [each.name for each in licences.kinds(here.club, here.clerk, TODAY)]
    assert names[:3] == ["open event", "blue event", "one-day green event"]
    made = licences.grant(here.club, BLUE, actor=here.clerk, at=AT)
    assert licences.of_event(here.club, date(2026, 12, 31), ()) == [made]
    assert licences.of_event(here.club, date(2027, 1, 1), ()) == []
    assert licences.of_event(here.club, TODAY - timedelta(days=1), ()) == []
    assert licences.of_event(here.other, TODAY, ()) == []
    act = Record.objects.get(action="licence.grant")
    assert (act.user, act.after["number"]) == (here.clerk, "L-1")


def test_a_licence_for_an_event_and_its_repeats_is_for_no_other_event(here: Union) -> None:
    lasting = BLUE._replace(ends=None, event="Summer Pairs")
    made = licences.grant(here.club, lasting, actor=here.clerk, at=AT)
    next_year = date(2027, 6, 1)
    assert licences.of_event(here.club, next_year, ["Tuesday", "summer  pairs"]) == [made]
    assert licences.of_event(here.club, next_year, ["Autumn Pairs"]) == []


def test_a_licence_with_a_last_day_goes_by_its_days_and_by_the_name_of_its_event(here: Union) -> None:
    made = licences.grant(here.other, BLUE._replace(event="Summer Pairs"), actor=here.clerk, at=AT)
    for name in ("Summer Pairs of Elmby", "Elmby: SUMMER PAIRS, final"):
        assert licences.of_event(here.other, TODAY, [name]) == [made]
    assert licences.of_event(here.other, TODAY, ["Tuesday", "Summer Pairs"]) == [made], "as it was planned"
    for other in ("Autumn Pairs", "Summer Teams", "Pairs"):
        assert licences.of_event(here.other, TODAY, [other]) == []
    assert licences.of_event(here.other, date(2027, 1, 1), ["Summer Pairs"]) == []


def test_a_congress_has_events_of_any_name_on_its_days() -> None:
    south = office.federation("west", "abf")
    with scope(federation=south):
        here = union(south)
        given = Grant("C-1", "congress", TODAY, TODAY, event="Coast Congress")
        made = licences.grant(here.club, given, actor=here.clerk, at=AT)
        assert licences.of_event(here.club, TODAY, ["Swiss Pairs"]) == [made]
        assert licences.of_event(here.club, TODAY + timedelta(days=1), ["Coast Congress"]) == []


def test_a_county_and_a_club_are_offered_no_licence_to_grant(here: Union) -> None:
    for user in (here.secretary, here.scorer, here.stranger):
        assert licences.kinds(here.club, user, TODAY) == ()


def test_a_state_authorises_red_points_and_nothing_else() -> None:
    south = office.federation("west", "abf")
    with scope(federation=south):
        here = union(south)
        assert {each.name for each in licences.kinds(here.club, here.secretary, TODAY)} == {
            "red points", "red session at another time", "regional championship", "interclub event", "congress", "tour",
        }  # fmt: skip
        given = Grant("RP-7", "red points", TODAY, units=4_000)
        made = licences.grant(here.club, given, actor=here.secretary, at=AT)
        assert (made.colour, made.units) == ("red", 4_000)
        with pytest.raises(NotAllowed):
            licences.grant(here.club, Grant("SC-1", "ABF Super Congress", TODAY), actor=here.secretary, at=AT)


def test_a_number_is_that_of_one_paper_and_days_come_in_order(here: Union) -> None:
    licences.grant(here.club, BLUE, actor=here.clerk, at=AT)
    with pytest.raises(licences.NumberTaken, match="L-1 is that of a licence of Oakby"):
        licences.grant(here.other, BLUE, actor=here.clerk, at=AT)
    backward = Grant("L-2", "blue event", TODAY, TODAY - timedelta(days=1))
    with pytest.raises(WrongPeriod):
        licences.grant(here.club, backward, actor=here.clerk, at=AT)


def test_one_that_ends_within_sixty_days_is_told_unless_another_follows(here: Union) -> None:
    last = TODAY + timedelta(days=60)
    licences.grant(here.club, BLUE._replace(ends=last), actor=here.clerk, at=AT)
    assert [each.number for each in licences.ending(here.club, TODAY)] == ["L-1"]
    assert list(licences.ending(here.club, TODAY - timedelta(days=1))) == []
    assert list(licences.ending(here.club, last + timedelta(days=1))) == []
    licences.grant(here.club, Grant("L-2", "blue event", last + timedelta(days=1)), actor=here.clerk, at=AT)
    assert list(licences.ending(here.club, TODAY)) == []


@pytest.mark.postgres
def test_a_licence_ends_earlier_with_a_reason(here: Union) -> None:
    made = licences.grant(here.club, BLUE, actor=here.clerk, at=AT)
    with pytest.raises(licences.NotHeld):
        licences.end(made, TODAY - timedelta(days=1), actor=here.clerk, at=AT, reason="Given up")
    licences.end(made, TODAY, actor=here.clerk, at=AT, reason="Given up")
    assert licences.of_event(here.club, TODAY + timedelta(days=1), ()) == []
    assert Record.objects.get(action="licence.end").reason == "Given up"
