"""Where points go: by the standing on the day of play, and by what came after."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.record import Goes
from overtrick.register.people import clubs, identity, point_destination, reinstate, standings
from overtrick.register.people.models import Standing
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

STATUS = Standing.Status
DAY = date(2026, 2, 1)


@pytest.mark.parametrize(
    ("handbook", "status", "goes", "clause"),
    [
        ("north", STATUS.REGISTERED, Goes.CREDITED, "2.7.1"),
        ("north", STATUS.OVERSEAS, Goes.CREDITED, "2.7.1"),
        ("north", STATUS.POTENTIAL, Goes.HELD, "2.9.3"),
        ("north", STATUS.LAPSED, Goes.HELD, "2.9.3"),
        ("north", STATUS.VISITOR, Goes.DROPPED, "2.7.2"),
        ("north", STATUS.DECEASED, Goes.DROPPED, ""),
        ("south", STATUS.REGISTERED, Goes.CREDITED, "1.3.1/1"),
        ("south", STATUS.OVERSEAS, Goes.CREDITED, "1.3.3/1"),
        ("south", STATUS.VISITOR, Goes.CREDITED, "1.3.3/1"),
        ("south", STATUS.POTENTIAL, Goes.HELD, "2.2/2"),
        ("south", STATUS.LAPSED, Goes.HELD, "1.3.2/3"),
        ("south", STATUS.DECEASED, Goes.DROPPED, ""),
    ],
)
def test_the_standing_on_the_day_of_play_decides(
    handbook: str, status: Standing.Status, goes: Goes, clause: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(handbook)
    player = office.person("Ado Bem", status=status)
    found = point_destination.destination(player, DAY, DAY)
    assert (found.goes, found.working.clause) == (goes, clause)


@pytest.mark.parametrize(("handbook", "clause"), [("north", "2.7.4"), ("south", "")])
def test_who_is_suspended_wins_nothing_on_those_days(
    handbook: str, clause: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(handbook)
    player = office.person("Ado Bem")
    standings.suspend(player, DAY, DAY, actor=None, at=AT, reason="the committee")
    found = point_destination.destination(player, DAY, DAY)
    assert (found.goes, found.working.clause) == (Goes.DROPPED, clause)
    assert point_destination.destination(player, date(2026, 1, 31), DAY).goes is Goes.CREDITED
    assert point_destination.destination(player, date(2026, 2, 2), DAY).goes is Goes.CREDITED


@pytest.mark.parametrize(
    ("earned", "goes"),
    [
        (date(2026, 3, 31), Goes.CREDITED),  # still registered
        (date(2026, 4, 1), Goes.DROPPED),  # the first day of the lapse, two quarters before renewal
        (date(2026, 6, 30), Goes.DROPPED),
        (date(2026, 7, 1), Goes.CREDITED),  # the quarter before
        (date(2026, 10, 31), Goes.CREDITED),
        (date(2026, 11, 1), Goes.CREDITED),  # renewed
    ],
)
def test_after_a_lapse_only_the_quarter_of_renewal_and_the_one_before_count(
    south: Union, earned: date, goes: Goes
) -> None:
    player = office.person("Ado Bem", club=south.oakby)
    standings.lapse(player, date(2026, 4, 1), actor=None, at=AT)
    back = reinstate.register_again(player, south.elmby, date(2026, 11, 1), actor=None, at=AT)
    assert (back.was, back.since) == (STATUS.LAPSED, date(2026, 4, 1))
    found = point_destination.destination(player, earned, date(2026, 11, 30))
    assert found.goes is goes
    assert found.working.clause in ("1.3.2/3", "1.3.1/1")
    assert clubs.clubs_of(player, date(2026, 11, 1)).home == south.elmby


def test_as_long_as_a_player_has_not_come_back_points_are_held(south: Union) -> None:
    player = office.person("Ado Bem", club=south.oakby)
    standings.lapse(player, date(2026, 4, 1), actor=None, at=AT)
    reinstate.register_again(player, south.oakby, date(2026, 11, 1), actor=None, at=AT)
    assert point_destination.destination(player, date(2026, 5, 1), date(2026, 10, 31)).goes is Goes.HELD
    assert point_destination.destination(player, date(2026, 5, 1), date(2026, 11, 1)).goes is Goes.DROPPED


def test_the_english_handbook_keeps_everything_for_who_comes_back(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    standings.lapse(player, date(2026, 1, 5), actor=None, at=AT)
    reinstate.register_again(player, north.oakby, date(2026, 11, 1), actor=None, at=AT)
    found = point_destination.destination(player, date(2026, 1, 6), date(2026, 11, 1))
    assert (found.goes, found.working.clause) == (Goes.CREDITED, "2.9.3")


@pytest.mark.parametrize(("handbook", "clause"), [("north", "2.9.3"), ("south", "2.2/2")])
def test_a_potential_member_gets_what_was_held_on_registration(
    handbook: str, clause: str, request: pytest.FixtureRequest
) -> None:
    union: Union = request.getfixturevalue(handbook)
    player = office.person("Ado Bem", status=STATUS.POTENTIAL)
    back = reinstate.register_again(player, union.oakby, date(2026, 3, 1), actor=None, at=AT)
    assert back.was is STATUS.POTENTIAL
    assert point_destination.destination(player, DAY, date(2026, 2, 28)).goes is Goes.HELD
    found = point_destination.destination(player, DAY, date(2026, 3, 1))
    assert (found.goes, found.working.clause) == (Goes.CREDITED, clause)


@pytest.mark.parametrize("handbook", ["north", "south"])
def test_who_is_registered_or_dead_does_not_come_back(handbook: str, request: pytest.FixtureRequest) -> None:
    union: Union = request.getfixturevalue(handbook)
    player = office.person("Ado Bem", club=union.oakby)
    with pytest.raises(clubs.RuledOut):
        reinstate.register_again(player, union.elmby, DAY, actor=None, at=AT)
    standings.mark_deceased(player, DAY, actor=None, at=AT)
    with pytest.raises(clubs.RuledOut):
        reinstate.register_again(player, union.elmby, date(2026, 3, 1), actor=None, at=AT)


@pytest.mark.usefixtures("north")
def test_a_whole_field_is_asked_about_in_two_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = [office.person(f"{name} Bem") for name in ("Ado", "Cor", "Esk", "Fil", "Gan")]
    players = list(identity.resolve_many(each.number for each in entered).values())
    with office.statements(monkeypatch) as run:
        found = point_destination.destinations(players, NEW_YEAR, DAY)
    assert len(run) == 2
    assert {each.goes for each in found.values()} == {Goes.CREDITED}
