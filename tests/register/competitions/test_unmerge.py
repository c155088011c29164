"""What waits for two records that are one person, and whose the points are when they turn out to be two."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.engine.event import Player as Seated
from overtrick.register.competitions.held_credits import assign, waiting
from overtrick.register.competitions.models import HeldCredit, Seat
from overtrick.register.people import merge_records, reinstate
from overtrick.register.people.models import Player, Standing
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LATER = AT + timedelta(days=3)


@pytest.fixture
def unpaid(here: Union) -> Player:
    """Somebody with a number who has not paid yet."""
    return office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL, number="300001")


def won(here: Union, player: Player, *, name: str = "Tuesday pairs", number: bool = True) -> None:
    winner = Seated(str(player), player.number if number else "")
    submitted(here, night([(winner, pairs(here.players)[1][0]), *pairs(here.players[4:])], name=name))


def merge(here: Union, keep: Player, duplicate: Player) -> None:
    merge_records.merge(keep, duplicate, "one person", actor=here.clerk, at=LATER)


def unmerge(here: Union, duplicate: Player) -> None:
    merge_records.unmerge(duplicate, "two people", actor=here.clerk, at=LATER + timedelta(days=1))


def test_what_waited_for_a_duplicate_goes_to_the_member_it_is(here: Union, unpaid: Player) -> None:
    won(here, unpaid)
    assert waiting().count() == 1
    merge(here, here.players[0], unpaid)
    assert not waiting().exists()
    assert (balance(here.players[0]), balance(unpaid)) == (12, 0)
    assert prove().holds


def test_what_waited_for_somebody_goes_on_waiting_if_neither_is_a_member(here: Union, unpaid: Player) -> None:
    other = office.person("Odo Pem", club=here.club, status=Standing.Status.POTENTIAL)
    won(here, unpaid)
    merge(here, other, unpaid)
    assert waiting().get().player == unpaid
    assert balance(other) == 0


def test_when_the_merge_is_undone_they_wait_again(here: Union, unpaid: Player) -> None:
    won(here, unpaid)
    merge(here, here.players[0], unpaid)
    unmerge(here, unpaid)
    assert (balance(here.players[0]), balance(unpaid)) == (0, 0)
    held = waiting().get()
    assert (held.player, held.units, held.clause) == (unpaid, 12, "2.9.3")
    assert prove().holds, prove().findings
    reinstate.register_again(unpaid, here.club, NIGHT + timedelta(days=1), actor=here.clerk, at=LATER)
    assert balance(unpaid) == 12
    assert prove().holds, prove().findings


def test_points_won_under_a_number_while_it_led_elsewhere_go_back_to_it(here: Union) -> None:
    keep, duplicate = here.players[:2]
    won(here, duplicate, name="Before")
    merge(here, keep, duplicate)
    won(here, duplicate, name="Meanwhile")
    won(here, keep, name="The other")
    assert (balance(keep), balance(duplicate)) == (24, 12)
    unmerge(here, duplicate)
    assert (balance(keep), balance(duplicate)) == (12, 24)
    assert set(Seat.objects.filter(number=duplicate.number).values_list("player", flat=True)) == {duplicate.pk}
    assert prove().holds, prove().findings
    # Another version of those results finds the entries where they are now.
    submitted(here, night(pairs(here.players[8:]), name="Meanwhile"), at=LATER + timedelta(days=2), replace=True)
    assert balance(duplicate) == 12
    assert prove().holds, prove().findings


def test_they_go_back_also_when_the_month_is_closed(here: Union) -> None:
    keep, duplicate = here.players[:2]
    merge(here, keep, duplicate)
    won(here, duplicate)
    close_month.close(here.federation, date(2026, 5, 1), here.clerk, datetime(2026, 6, 12, 9, tzinfo=UTC))
    merge_records.unmerge(duplicate, "two people", actor=here.clerk, at=datetime(2026, 6, 13, 9, tzinfo=UTC))
    assert (balance(keep), balance(duplicate)) == (0, 12)
    assert prove().holds, prove().findings


def test_without_a_number_the_points_are_whose_somebody_said(here: Union, unpaid: Player) -> None:
    won(here, unpaid, number=False)
    assign(HeldCredit.objects.get(), unpaid, here.scorer, AT)
    merge(here, here.players[0], unpaid)
    assert balance(here.players[0]) == 12
    unmerge(here, unpaid)
    assert (balance(here.players[0]), waiting().get().player) == (0, unpaid)
    assert prove().holds, prove().findings
