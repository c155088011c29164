"""What clubs tell for a year, what States choose, what is allotted: who may, what is kept, what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.allotting import allot
from overtrick.register.audit.models import Record
from overtrick.register.entitlements import allotted, choices, directory
from overtrick.register.entitlements.models import Allotment
from overtrick.register.organisations import officers
from tests.register import office
from tests.register.season import ROLE

if TYPE_CHECKING:
    from tests.register.season import Union

AT = datetime(2026, 9, 1, 9, tzinfo=UTC)


def test_a_club_tells_its_sessions_and_the_state_grants_a_bridge_day(down_under: Union) -> None:
    club, hana = down_under.club, office.user("hana")
    officers.appoint(club, hana, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    directory.tell(club, 2027, {"scheduled sessions": " 52 ", "kilometres": "40.5"}, actor=hana, at=AT)
    directory.tell(club, 2027, {"bridge day sessions": "2"}, actor=down_under.secretary, at=AT)
    told = directory.told(club, 2027)
    assert (told.number("scheduled sessions"), told.number("kilometres"), told.number("bridge day sessions")) == (
        52, 4_050, 2,
    )  # fmt: skip
    directory.tell(club, 2027, {"kilometres": ""}, actor=down_under.secretary, at=AT, reason="wrong")
    assert directory.told(club, 2027).number("kilometres") is None
    last = Record.objects.filter(action="directory.tell").latest("pk")
    assert (last.before, last.after) == ({"year": 2027, "kilometres": "4050"}, {"year": 2027, "kilometres": None})


def test_an_answer_that_is_none_and_a_question_that_nobody_asks_are_refused(down_under: Union) -> None:
    for answers, why in (({"founded": "1066"}, "1850"), ({"tables": "7"}, "Nobody asks")):
        with pytest.raises(directory.Unanswerable, match=why):
            directory.tell(down_under.club, 2027, answers, actor=down_under.clerk, at=AT)
    assert not down_under.club.directory.exists()


def test_what_a_state_chooses_holds_for_its_clubs_from_a_day_on(down_under: Union) -> None:
    first = date(2026, 10, 1)
    told = {"authorises red points": "no", "congress closing day": "2026-11-30"}
    choices.choose(down_under.county, told, first, actor=down_under.secretary, at=AT)
    assert choices.of_region_above(down_under.club, date(2026, 9, 30)).holds("authorises red points") is None
    assert choices.of_region_above(down_under.club, first).holds("authorises red points") is False
    assert choices.of_region_above(down_under.county, first).day("congress closing day") == date(2026, 11, 30)
    choices.choose(down_under.county, {}, first, actor=down_under.secretary, at=AT)
    assert choices.chosen(down_under.county, first).told == {}
    with pytest.raises(directory.Unanswerable):
        choices.choose(down_under.county, {"authorises red points": "so so"}, first, actor=down_under.clerk, at=AT)
    with pytest.raises(choices.NotARegion):
        choices.choose(down_under.club, {}, first, actor=down_under.clerk, at=AT)


@pytest.mark.postgres
def test_a_state_gives_more_or_less_with_a_reason_and_never_below_nothing(down_under: Union) -> None:
    club, state = down_under.club, down_under.secretary
    assert allotted.allotted(club, "red sessions", 2027) is None
    held = _allotted(down_under, 6)
    allotted.change(held, 2, "a jubilee", actor=state, at=AT)
    allotted.change(held, -3, "Congress nearby", actor=state, at=AT)
    assert allotted.allotted(club, "red sessions", 2027) == 5
    assert allotted.allotted(club, "red sessions", 2028) is None
    for more, why, found in ((-6, "all", "cannot be"), (0, "none", "cannot be"), (1, " ", "no reason")):
        with pytest.raises(allotted.CannotChange, match=found):
            allotted.change(held, more, why, actor=state, at=AT)
    assert allotted.allotted(club, "red sessions", 2027) == 5


def _allotted(here: Union, figure: int) -> Allotment:
    directory.tell(here.club, 2027, {"scheduled sessions": "40"}, actor=here.clerk, at=AT)
    allot.allot(here.federation, 2027, here.clerk, datetime(2026, 10, 1, 9, tzinfo=UTC))
    held = Allotment.objects.get(organisation=here.club, kind="red sessions")
    assert held.figure == figure
    return held
