"""What a player holds, now and as at another day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from overtrick.register import sql
from overtrick.register.ledger.balances import (
    FINAL,
    NOW,
    AsAt,
    BalanceDifference,
    all_holdings,
    differences,
    holdings,
    rebuild,
)
from overtrick.register.ledger.posting import post, reverse
from overtrick.register.people import merge_records
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope, scopes_disabled
from tests.register.ledger.offices import JUNE, MAY, Office, open_office

pytestmark = pytest.mark.postgres

APRIL = date(2026, 4, 1)


def merge(player: int, into: int) -> None:
    with scopes_disabled():
        duplicate = Player.objects.get(pk=player)
    with scope(federation=duplicate.federation):
        at = datetime(2026, 6, 1, tzinfo=UTC)
        merge_records.merge(Player.objects.get(pk=into), duplicate, "registered twice", actor=None, at=at)


@pytest.fixture
def book(office: Office) -> Office:
    """Played in April and posted in May; played and posted in June; May is closed."""
    april = office.entry(0, 100, played=APRIL)
    post(office.posting(posted=MAY), [april, office.entry(0, 3, "green"), office.entry(1, 50, played=APRIL)])
    office.close(MAY)
    post(office.posting(posted=JUNE), [office.entry(0, 7, played=JUNE), office.entry(2, 9, played=JUNE)])
    return office


@pytest.mark.parametrize(
    ("as_at", "held"),
    [
        (NOW, {"local": 107, "green": 3}),
        (FINAL, {"local": 100, "green": 3}),
        (AsAt(played=APRIL), {"local": 100}),
        (AsAt(played=date(2026, 3, 31)), {}),
        (AsAt(played=JUNE), {"local": 107, "green": 3}),
        (AsAt(posted=APRIL), {}),
        (AsAt(posted=MAY), {"local": 100, "green": 3}),
        (AsAt(posted=JUNE), {"local": 107, "green": 3}),
        (AsAt(posted=JUNE, final=True), {"local": 100, "green": 3}),
        (AsAt(closed=APRIL), {}),
        (AsAt(closed=MAY), {"local": 100, "green": 3}),
        (AsAt(played=APRIL, closed=JUNE), {"local": 100}),
    ],
    ids=str,
)
def test_holdings_as_at_a_day(book: Office, as_at: AsAt, held: dict[str, int]) -> None:
    player = book.players[0]
    assert holdings(player, as_at) == held
    everybody = {each.player: each.units for each in all_holdings(book.federation.pk, as_at)}
    assert everybody.get(player, {}) == held


def test_a_reversal_makes_the_points_vanish_from_the_day_they_were_played(book: Office) -> None:
    reverse(book.posting("correction", JUNE), [1])
    assert holdings(book.players[0], AsAt(played=APRIL)) == {}
    assert holdings(book.players[0], AsAt(posted=MAY)) == {"local": 100, "green": 3}
    assert holdings(book.players[0]) == {"local": 7, "green": 3}


@pytest.mark.parametrize("as_at", [NOW, AsAt(posted=JUNE)], ids=["now", "as at a day"])
def test_whoever_was_merged_counts_for_the_one_who_stays(book: Office, as_at: AsAt) -> None:
    first, second, third, fourth, _ = book.players
    merge(first, into=second)
    merge(second, into=fourth)  # who has no entries, and comes after the third
    assert holdings(fourth, as_at) == {"local": 157, "green": 3}
    assert holdings(second, as_at) == {"local": 157, "green": 3}
    found = [(each.player, each.units) for each in all_holdings(book.federation.pk, as_at)]
    assert found == [(third, {"local": 9}), (fourth, {"local": 157, "green": 3})]


def test_points_of_the_merged_are_added_to_those_of_the_one_who_stays(book: Office) -> None:
    first, second, third, *_ = book.players
    merge(third, into=first)
    found = [(each.player, each.units) for each in all_holdings(book.federation.pk)]
    assert found == [(first, {"local": 116, "green": 3}), (second, {"local": 50})]


def test_each_federation_has_its_own_holdings(book: Office) -> None:
    south = open_office("south")
    south.post(1, 2)
    assert [each.units for each in all_holdings(south.federation.pk)] == [{"local": 1}, {"local": 2}]
    assert len(list(all_holdings(book.federation.pk))) == 3


def test_balances_made_again_are_the_same(book: Office) -> None:
    everything = "select federation_id, player_id, colour, units, final from ledger_balance order by 2, 3"
    before = sql.rows(everything)
    assert rebuild() == 0
    assert sql.rows(everything) == before
    sql.run("delete from ledger_balance")
    assert rebuild() == len(before)
    assert sql.rows(everything) == before
    sql.run("update ledger_balance set final = 0, units = 3 where colour = 'green'")
    sql.run(
        "insert into ledger_balance (federation_id, player_id, colour, units, final) values (%s, %s, 'gold', 5, 5)",
        book.federation.pk,
        book.players[3],
    )
    assert rebuild() == 2
    assert sql.rows(everything) == before
    assert holdings(book.players[0], FINAL) == {"local": 100, "green": 3}


def test_a_balance_that_is_not_the_sum_is_found(book: Office) -> None:
    assert list(differences()) == []
    player = book.players[0]
    sql.run("update ledger_balance set final = final + 1 where player_id = %s and colour = 'local'", player)
    assert list(differences()) == [BalanceDifference(player, "local", 107, 101, 107, 100)]
