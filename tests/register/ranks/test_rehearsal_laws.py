"""Whatever is in the book: the rehearsal of a month changes nothing, and says what the close then does."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Player as Seated
from overtrick.register import transactions
from overtrick.register.competitions import decide
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.errors import Refused
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing
from overtrick.register.people import merge_records, reinstate
from overtrick.register.people.models import Standing
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.register.ranks.close_month import Month
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.ranks.test_close_month import had
from tests.register.season import Union, night, pairs, submitted, union

pytestmark = pytest.mark.postgres

MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
Approval = Federation.Approval

days = st.integers(0, 45).map(lambda past: MAY + timedelta(days=past))
few = st.integers(0, 5)
play = st.tuples(st.just("play"), days, few, st.booleans())
steps = st.one_of(
    play,
    play,
    st.tuples(st.just("bring"), few, st.integers(150, 199)),
    st.tuples(st.just("correct"), few, few),
    st.tuples(st.just("approve"), few),
    st.tuples(st.just("send_back"), few),
    st.tuples(st.just("merge"), few, few),
)


class Season:
    """An office in which a few things happen; what it refuses does not happen."""

    def __init__(self, here: Union) -> None:
        self.here = here
        self.newcomer = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL)
        self.nights: list[date] = []
        self.today = MAY
        for who in range(4):
            self.bring(who, 190)  # the next rank is reached with 200

    def bring(self, who: int, units: int) -> None:
        had(self.here, self.here.players[who], local=units)

    def play(self, day: date, turn: int, newcomer: bool) -> None:
        self.today = max(self.today, day)
        self._play(len(self.nights), day, turn, newcomer=newcomer)
        self.nights.append(day)

    def correct(self, which: int, turn: int) -> None:
        if which < len(self.nights):
            self._play(which, self.nights[which], turn)

    def _play(self, which: int, day: date, turn: int, *, newcomer: bool = False) -> None:
        seats = pairs(self.here.players)
        if newcomer:
            seats[0] = (Seated("Tam Ulo", self.newcomer.number), seats[0][1])
        event = night(seats[turn:] + seats[:turn], begins=day, name=f"Night {which}")
        submitted(self.here, event, at=_at(self.today), replace=True)

    def approve(self, which: int) -> None:
        decide.approve(self._sent(which), self.here.clerk, _at(self.today))

    def send_back(self, which: int) -> None:
        decide.send_back(self._sent(which), self.here.clerk, _at(self.today), "wrong")

    def _sent(self, which: int) -> Submission:
        sent = list(Submission.objects.exclude(status=Submission.Status.DRAFT).order_by("pk"))
        if which >= len(sent):
            raise Refused("There are not so many.", "", code="no-such-submission")
        return sent[which]

    def merge(self, keep: int, other: int) -> None:
        players = self.here.players
        if keep != other:
            merge_records.merge(players[keep], players[other], "one person", actor=self.here.clerk, at=_at(MAY))

    def register(self, day: date) -> None:
        """Let the newcomer be a member from a day on; what was played before waits for that day."""
        reinstate.register_again(self.newcomer, self.here.club, day, actor=self.here.clerk, at=_at(self.today))


def _at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 22, tzinfo=UTC)


def _said(month: Month) -> tuple[Month, list[tuple[Any, ...]]]:
    """Promotions are the same if they say the same: a rehearsal keeps none."""
    listed = [(each.player, each.rank, each.edition, each.reached) for each in month.promotions]
    return month._replace(promotions=()), listed


def _kept() -> tuple[Any, ...]:
    return (*(list(each.objects.order_by("pk").values()) for each in (Closing, Promotion, HeldCredit)),)


@pytest.mark.slow
@pytest.mark.django_db
@settings(max_examples=20)
@given(
    approval=st.sampled_from([Approval.NOBODY, Approval.OFFICE]),
    joins=st.none() | days,
    what=st.lists(steps, min_size=4, max_size=12),
)
def test_the_close_does_what_the_rehearsal_says(
    approval: Approval, joins: date | None, what: list[tuple[Any, ...]]
) -> None:
    with transaction.atomic():
        made = office.federation()
        with scope(federation=made):
            here = union(made)
            federation = setup.change(made, setup.Ways(approval=approval), actor=None, at=office.AT)
        with scope(federation=federation):
            season = Season(here)
            if joins:
                season.register(joins)
            for name, *values in what:
                with suppress(Refused):
                    getattr(season, name)(*values)
            for month, at in (
                (MAY, datetime(2026, 6, 15, 9, tzinfo=UTC)),
                (JUNE, datetime(2026, 7, 15, 9, tzinfo=UTC)),
            ):
                before = _kept()
                with transactions.read_only():
                    planned = close_month.rehearse(federation, month, here.clerk, at)
                assert _kept() == before
                done = close_month.close(federation, month, here.clerk, at)
                assert _said(planned) == _said(done)
                again = close_month.rehearse(federation, month, here.clerk, at)
                assert _said(again) == _said(done._replace(already=True, waiting=()))
        assert prove().findings == ()
        transaction.set_rollback(True)
