"""Whatever is posted, reversed, approved, closed or merged: balances are the sums, nothing vanishes, the book holds."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from overtrick.register import sql
from overtrick.register.ledger.balances import FINAL, NOW, AsAt, all_holdings, differences, rebuild
from overtrick.register.ledger.posting import NewEntry, NotPosted, post, post_all, reverse
from overtrick.register.ledger.verify import verify
from overtrick.register.people import merge_records
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope
from tests.register.ledger.offices import MAY, open_office

pytestmark = pytest.mark.postgres

PLAYERS = 5
players = st.integers(0, PLAYERS - 1)
points = st.integers(-50, 200).filter(bool)
colours = st.sampled_from(["local", "green"])
credits_ = st.lists(st.tuples(players, points, colours), min_size=1, max_size=6)


class Book(RuleBasedStateMachine):
    """An office that approves submissions, beside a plain list of what should be in its book."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.office = open_office(players=PLAYERS, approval="office")
        self.today = MAY
        self.month = MAY
        self.entries: list[tuple[int, str, int]] = []  #: player, colour, points
        self.taken_back: set[int] = set()
        self.submissions: list[int] = []
        self.into: dict[int, int] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @rule(what=credits_, days=st.integers(0, 9))
    def submit(self, what: list[tuple[int, int, str]], days: int) -> None:
        self.today += timedelta(days=days)
        submission = self.office.submit(len(self.submissions) + 1)
        self.submissions.append(submission)
        posting = self.office.posting(posted=self.today, submission=submission)
        post(posting, [self._entry(*each) for each in what])

    @rule(postings=st.lists(credits_, min_size=1, max_size=4))
    def post_many(self, postings: list[list[tuple[int, int, str]]]) -> None:
        posting = self.office.posting("release", self.today)
        post_all([(posting, [self._entry(*each) for each in what]) for what in postings])

    @rule(what=credits_, alone=st.booleans())
    def enter_by_hand(self, what: list[tuple[int, int, str]], alone: bool) -> None:
        posting = self.office.posting("manual", self.today)
        if alone:
            with pytest.raises(NotPosted):
                post(posting._replace(second=posting.posted_by), [self.office.entry()])
        else:
            post(posting, [self._entry(*each) for each in what])

    @precondition(lambda self: self.entries)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        numbers = data.draw(st.sets(st.integers(1, len(self.entries)), min_size=1, max_size=4))
        posting = self.office.posting("correction", self.today)
        if numbers & self.taken_back:
            with pytest.raises(NotPosted, match="taken back already"):
                reverse(posting, numbers)
            return
        reverse(posting, sorted(numbers))
        self.taken_back |= numbers
        for number in sorted(numbers):
            player, colour, units = self.entries[number - 1]
            self.entries.append((player, colour, -units))

    @precondition(lambda self: self.submissions)
    @rule(data=st.data(), status=st.sampled_from(["approved", "returned", "submitted"]))
    def decide(self, data: st.DataObject, status: str) -> None:
        submission = data.draw(st.sampled_from(self.submissions))
        sql.run("update competitions_submission set status = %s where id = %s", status, submission)

    @rule()
    def close_the_month(self) -> None:
        before = sql.rows("select count(*) from ledger_closedposting")[0][0]
        closed = self.office.close(self.month)
        assert sql.rows("select count(*) from ledger_closedposting")[0][0] == before + closed.postings
        assert self.office.close(self.month).already
        self.month = (self.month + timedelta(days=31)).replace(day=1)

    @rule(player=players, into=players)
    def merge(self, player: int, into: int) -> None:
        if player in self.into or self._stays(into) == player:
            return
        self.into[player] = into
        ids = self.office.players
        with scope(federation=self.office.federation):
            keep, duplicate = (Player.objects.get(pk=ids[each]) for each in (into, player))
            merge_records.merge(keep, duplicate, "registered twice", actor=None, at=datetime(2026, 6, 1, tzinfo=UTC))

    @rule()
    def make_the_balances_again(self) -> None:
        rebuild()

    @invariant()
    def balances_are_the_sums(self) -> None:
        expected: dict[tuple[int, str], int] = {}
        for player, colour, units in self.entries:
            expected[player, colour] = expected.get((player, colour), 0) + units
        rows = sql.rows("select player_id, colour, units from ledger_balance")
        assert {(player, colour): units for player, colour, units in rows} == {
            (self.office.players[player], colour): units for (player, colour), units in expected.items()
        }
        assert list(differences()) == []

    @invariant()
    def nothing_vanishes(self) -> None:
        federation = self.office.federation.pk
        total = sum(units for _, _, units in self.entries)
        for as_at in (NOW, AsAt(posted=date.max), AsAt(played=date.max)):
            found = list(all_holdings(federation, as_at))
            assert sum(sum(each.units.values()) for each in found) == total
            assert not {each.player for each in found} & {self.office.players[player] for player in self.into}
        final = [(each.player, each.units) for each in all_holdings(federation, FINAL)]
        assert final == [(each.player, each.units) for each in all_holdings(federation, AsAt(closed=date.max))]

    @invariant()
    def no_reversal_is_final_before_what_it_takes_back(self) -> None:
        assert not sql.rows(
            """
            select reversal.id from ledger_entry as reversal
            join ledger_entry as entry on entry.id = reversal.corrects_id
            join ledger_closedposting as final on final.posting_id = reversal.posting_id
            where not exists (select 1 from ledger_closedposting where posting_id = entry.posting_id)
            """
        )

    @invariant()
    def the_book_holds(self) -> None:
        proved = verify()
        assert proved.findings == ()
        assert proved.entries == len(self.entries)

    def _entry(self, player: int, units: int, colour: str) -> NewEntry:
        self.entries.append((player, colour, units))
        return self.office.entry(player, units, colour)

    def _stays(self, player: int) -> int:
        while player in self.into:
            player = self.into[player]
        return player


@pytest.mark.usefixtures("db")
def test_the_laws_of_the_book() -> None:
    most = min(settings().max_examples // 5, 200)
    run_state_machine_as_test(Book, settings=settings(max_examples=most, stateful_step_count=20))
