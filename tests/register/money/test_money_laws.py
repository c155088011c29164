"""Whatever is submitted, corrected, reversed, billed and paid: the books balance and events cost what they cost."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.handbooks.money import Run
from overtrick.register.competitions import charge_check, decide, event_store
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, invoicing, licence_fees
from overtrick.register.money.cause_check import wrong_causes
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge, Document, JournalPosting, MoneyAccount, Payment
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of, wrong_money
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence
from overtrick.register.scoping import scope, scopes_disabled
from tests.register import office
from tests.register.money.treasury import begun, closed, entered, moment, paid
from tests.register.season import night, pairs, send, union

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact
    from tests.register.season import Union

pytestmark = pytest.mark.postgres

CLUB = NewRow("club player session", "player session", 42)
FIRST = date(2026, 3, 2)
#: Few: each is an office of its own.
EXAMPLES = 4

few = st.integers(0, 2)
steps = st.one_of(
    st.tuples(st.just("play"), few, st.integers(5, 8), st.booleans()),
    st.tuples(st.just("play"), few, st.integers(5, 8), st.booleans()),
    st.tuples(st.just("reverse"), few),
    st.tuples(st.just("grant"), few, st.integers(1, 30)),
    st.tuples(st.just("settle"), few, st.integers(0, 3000)),
    st.tuples(st.just("revoke"), few),
    st.tuples(st.just("bill")),
    st.tuples(st.just("pay"), st.integers(1, 3000)),
)


class Season:
    """A club that plays, is billed and pays; what the office refuses does not happen."""

    def __init__(self, here: Union) -> None:
        self.here = here
        self.today = FIRST

    def play(self, which: int, couples: int, party: bool) -> None:
        """Play a night, or correct it; one party a year is free."""
        event = night(
            pairs(self.here.players[: 2 * couples]),
            begins=FIRST + timedelta(days=which),
            name=f"Night {which}",
            facts=(("exemption", "party"),) if party else (),
        )
        draft = send(self.here, event, at=moment(self.today)).submission
        if draft is not None:  # otherwise it is what came before
            submit(draft, self.here.scorer, moment(self.today), replace=True, said={EVERYTHING: "It was so"})

    def reverse(self, which: int) -> None:
        rows = Submission.objects.filter(competition__name=f"Night {which}", status__in=COUNTING)
        if rows:
            decide.reverse_event(rows[0].competition, self.here.clerk, moment(self.today), "never played")

    def grant(self, which: int, tables: int) -> None:
        last = FIRST + timedelta(days=200)
        fee = {"tables": str(tables), "sessions": "2"}
        given = Grant(f"L {which}", "open event", FIRST, last, event=f"Congress {which}", fee=fee)
        licences.grant(self.here.club, given, actor=self.here.clerk, at=moment(self.today))

    def settle(self, which: int, tables: int) -> None:
        told = {"table_sessions": str(tables)}
        for each in Licence.objects.filter(number=f"L {which}"):
            licence_fees.settle(each, told, actor=self.here.clerk, at=moment(self.today))

    def revoke(self, which: int) -> None:
        for each in Licence.objects.filter(number=f"L {which}"):
            licences.revoke(each, actor=self.here.clerk, at=moment(self.today), reason="no director")

    def bill(self) -> None:
        until = date(2026, 3, 31)
        self.today = max(self.today, until)
        for run in (Run.MONTH, Run.PROCESSED):
            invoicing.run(Asked(run, until, self.today), actor=self.here.clerk, at=moment(self.today))

    def pay(self, pence: int) -> None:
        paid(self.here, self.here.club, pence, self.today)

    def holds(self) -> None:
        assert sum(JournalPosting.objects.values_list("amount", flat=True)) == 0
        for account in MoneyAccount.objects.all():
            documents = sum(Document.objects.filter(account=account).values_list("gross", flat=True))
            payments = sum(Payment.objects.filter(account=account).values_list("amount", flat=True))
            debtors = JournalPosting.objects.filter(name="debtors", holder=account).values_list("amount", flat=True)
            assert accounts.balance(account) == documents - payments == sum(debtors)
        for which in range(3):
            assert charged(submission__competition__name=f"Night {which}") == self.night_costs(which)
            assert charged(licence__number=f"L {which}") == licence_costs(which)
        with scopes_disabled():
            assert [*charge_check.wrong_charges(), *wrong_causes(), *wrong_money()] == []

    def night_costs(self, which: int) -> Exact:
        """Say what the last version of a night costs: seats at the price of its day, unless it is the free party."""
        counts = Submission.objects.filter(status__in=COUNTING).select_related("event").order_by("version")
        last = counts.filter(competition__name=f"Night {which}").last()
        if last is None or last.event is None:
            return 0
        event = event_store.event_of(last.event)
        parties = [each for each in counts if each.event and event_store.event_of(each.event).fact("exemption")]
        sent = Submission.objects.exclude(submitted_at=None).order_by("submitted_at", "pk")
        first = next((each for each in sent if each.competition_id in {one.competition_id for one in parties}), None)
        if event.fact("exemption") and first is not None and first.competition_id == last.competition_id:
            return 0
        return 2 * len(event.stages[0].fields[0].contestants) * (42 if which == 0 else 45)


def charged(**which: object) -> Exact:
    """Add up all charges of a cause, reversals too."""
    return sum(amount_of(each) for each in Charge.objects.filter(**which))


def licence_costs(which: int) -> Exact:
    """Say what a licence costs: as it was played, otherwise as it was granted; nothing once it was taken back."""
    licence = Licence.objects.filter(number=f"L {which}", revoked_on=None).first()
    if licence is None:
        return 0
    if licence.fee_played:
        return Fraction(int(licence.fee_played["table_sessions"]), 100) * 210
    return 2 * int(licence.fee_told["tables"]) * 210


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
            entered(here, date(2026, 1, 1), NewRow("licence a table and session", "table session", 210))
            closed(here)
            season = Season(here)
            for name, *rest in told:
                with suppress(Refused), transaction.atomic():
                    getattr(season, str(name))(*rest)
                season.today += timedelta(days=1)
            season.holds()
        transaction.set_rollback(True)
