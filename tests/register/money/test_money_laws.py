"""Whatever is submitted, corrected, reversed, billed and paid: the books balance and events cost what they cost."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.handbooks.money import Run
from overtrick.register.competitions import charge_check, decide
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, invoicing
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Document, JournalPosting, MoneyAccount, Payment
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import wrong_money
from overtrick.register.scoping import scope, scopes_disabled
from tests.register import office
from tests.register.money.treasury import begun, closed, entered, moment, paid
from tests.register.season import night, pairs, send, union

if TYPE_CHECKING:
    from tests.register.season import Union

CLUB = NewRow("club player session", "player session", 42)
FIRST = date(2026, 3, 2)
#: Few: each is an office of its own.
EXAMPLES = 4

few = st.integers(0, 2)
steps = st.one_of(
    st.tuples(st.just("play"), few, st.integers(5, 8)),
    st.tuples(st.just("play"), few, st.integers(5, 8)),
    st.tuples(st.just("reverse"), few),
    st.tuples(st.just("bill")),
    st.tuples(st.just("pay"), st.integers(1, 3000)),
)


class Season:
    """A club that plays, is billed and pays; what the office refuses does not happen."""

    def __init__(self, here: Union) -> None:
        self.here = here
        self.today = FIRST

    def play(self, which: int, couples: int) -> None:
        """Play a night, or correct it."""
        event = night(
            pairs(self.here.players[: 2 * couples]), begins=FIRST + timedelta(days=which), name=f"Night {which}"
        )
        draft = send(self.here, event, at=moment(self.today)).submission
        if draft is not None:  # otherwise it is what came before
            submit(draft, self.here.scorer, moment(self.today), replace=True, said={EVERYTHING: "It was so"})

    def reverse(self, which: int) -> None:
        rows = Submission.objects.filter(competition__name=f"Night {which}", status__in=COUNTING)
        if rows:
            decide.reverse_event(rows[0].competition, self.here.clerk, moment(self.today), "never played")

    def bill(self) -> None:
        until = date(2026, 3, 31)
        self.today = max(self.today, until)
        invoicing.run(Asked(Run.MONTH, until, self.today), actor=self.here.clerk, at=moment(self.today))

    def pay(self, pence: int) -> None:
        paid(self.here, self.here.club, pence, self.today)

    def holds(self) -> None:
        assert sum(JournalPosting.objects.values_list("amount", flat=True)) == 0
        for account in MoneyAccount.objects.all():
            documents = sum(Document.objects.filter(account=account).values_list("gross", flat=True))
            payments = sum(Payment.objects.filter(account=account).values_list("amount", flat=True))
            debtors = JournalPosting.objects.filter(name="debtors", holder=account).values_list("amount", flat=True)
            assert accounts.balance(account) == documents - payments == sum(debtors)
        with scopes_disabled():
            assert [*charge_check.wrong_charges(), *wrong_money()] == []


@pytest.mark.django_db(transaction=False)
@settings(max_examples=EXAMPLES, deadline=None)
@given(told=st.lists(steps, min_size=4, max_size=9))
def test_whatever_happens_the_books_balance_and_an_event_costs_what_its_last_version_does(
    told: list[tuple[object, ...]],
) -> None:
    with transaction.atomic():
        federation = office.federation()
        with scope(federation=federation):
            here = union(federation)
            begun(here, date(2026, 1, 1))
            entered(here, date(2026, 1, 1), CLUB)
            entered(here, FIRST + timedelta(days=1), CLUB._replace(amount=45))
            closed(here)
            season = Season(here)
            for name, *rest in told:
                with suppress(Refused), transaction.atomic():
                    getattr(season, str(name))(*rest)
                season.today += timedelta(days=1)
            season.holds()
        transaction.set_rollback(True)
