"""The money of an Australian federation over a year: levies, tariffs, corrections, payments, fines, roll, report."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.handbooks.money import Run
from overtrick.register import append_only
from overtrick.register.bookkeeping import export
from overtrick.register.competitions import decide
from overtrick.register.money import accounts, assertions, fines, invoicing, journal, registrations, reminders
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Assertion, Charge, Document, Line
from overtrick.register.money.tariffs import NewRow
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from tests.register.money.treasury import account, begun, entered, moment, paid, taxed
from tests.register.season import night, pairs, submitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.register.season import Union

pytestmark = pytest.mark.postgres

LEVY = "levy C D E F"
QUARTERS = {3: date(2026, 3, 31), 6: date(2026, 6, 30), 9: date(2026, 9, 30), 12: date(2026, 12, 31)}


def play(here: Union, day: date, players: int = 16, *, sent: date | None = None, replace: bool = False) -> Charge:
    """Play a club night of grade E, and submit it the next day."""
    event = night(pairs(here.players[:players]), begins=day, name=f"Night of {day:%B}", status="E")
    done = submitted(here, event, at=moment(sent or day + timedelta(days=1)), replace=replace)
    return Charge.objects.filter(submission=done.submission, reverses=None).latest("pk")


def close(here: Union, *months: int) -> None:
    for month in months:
        first = date(2026, month, 1)
        close_month.close(here.federation, first, here.clerk, moment(first + timedelta(days=100)))


def bill(here: Union, run: Run, until: date, day: date) -> Sequence[Document]:
    return invoicing.run(Asked(run, until, day), actor=here.clerk, at=moment(day)).documents


@pytest.mark.slow
def test_a_year_of_levies_capitation_corrections_payments_and_fines_holds(down_under: Union) -> None:
    later, roll = first_half(down_under)
    fined(down_under, roll)
    reminded(down_under)
    second_half(down_under, later)
    year_report(down_under)
    assert prove().findings == ()
    assert {model: tampered(model) for model in MODELS} == dict.fromkeys(MODELS, True)
    assert prove().findings == ()


def first_half(here: Union) -> tuple[Charge, Document]:
    """Bill two quarters and the roll; an event of the first is corrected in the second."""
    begun(here, date(2026, 1, 2))
    taxed(here, "gst", "1/10", included=True, begins=date(2026, 1, 1))
    entered(here, date(2026, 4, 1), NewRow(LEVY, "point", 210, "gst"), source="Circular 1")
    entered(here, date(2026, 10, 1), NewRow(LEVY, "point", 215, "gst"), source="Circular 2")

    # January to March at the printed levy; the quarter is one invoice.
    first = play(here, date(2026, 2, 10))
    play(here, date(2026, 3, 10))
    close(here, 3)
    (spring,) = bill(here, Run.QUARTER, QUARTERS[3], date(2026, 4, 20))
    assert {each.rate for each in spring.lines.all()} == {"202"}

    # The roll of 31 March, once, and a part of it is paid.
    assert len(registrations.charge_roll(QUARTERS[3], actor=here.clerk, at=moment(date(2026, 4, 21)))) == 16
    (roll,) = bill(here, Run.YEAR, date(2026, 4, 1), date(2026, 4, 21))
    assert (roll.gross, roll.tax) == (32000, 2909)
    paid(here, here.club, spring.gross, date(2026, 5, 1), named=spring)
    paid(here, here.club, 20000, date(2026, 5, 2))

    # The tariff of April; an event of February is corrected after its invoice, at its own tariff.
    later = play(here, date(2026, 4, 14))
    assert (later.rate, later.source) == ("210", "Circular 1")
    again = play(here, date(2026, 2, 10), 14, sent=date(2026, 5, 20), replace=True)
    assert (again.rate, again.tariff_day) == (first.rate, first.tariff_day)
    play(here, date(2026, 6, 9))
    close(here, 4, 5, 6)
    made = bill(here, Run.QUARTER, QUARTERS[6], date(2026, 7, 20))
    assert [each.kind for each in made] == ["invoice", "credit note"]
    assert made[1].refers == spring
    assert bill(here, Run.QUARTER, QUARTERS[6], date(2026, 7, 20)) == []
    return later, roll


def fined(here: Union, roll: Document) -> None:
    """Fine what is left of the roll after 90 days, once."""
    # What was paid for the credited part pays what is open; the roll is fined for what is left after 90 days.
    overdue = roll.due + timedelta(days=91)
    assert fines.propose_fines(overdue - timedelta(days=1)) == []
    left = accounts.left_of([roll.pk], overdue)[roll.pk]
    (fine, *_) = [each for each in fines.propose_fines(overdue) if each.document == roll]
    assert fine.due.amount == Fraction(left, 10)
    fines.confirm_fines([fine], actor=here.clerk, at=moment(overdue))
    assert not [each for each in fines.propose_fines(overdue) if each.document == roll]
    (penalty,) = bill(here, Run.PROCESSED, overdue, overdue)
    assert penalty.lines.get().type == "overdue"


def reminded(here: Union) -> None:
    """Remind the club of what is overdue, once."""
    day = date(2026, 8, 31)
    listed = reminders.propose(day)
    assert {each.document.pk: each.left for each in listed} == {
        each.document.pk: each.left for each in accounts.open_documents(None, day) if each.document.due <= day
    }
    assert len(reminders.send([each.key for each in listed], actor=here.clerk, at=moment(day))) == len(listed) > 0
    assert reminders.propose(day) == []


def year_report(here: Union) -> None:
    """See that the year's report, the journal and the documents say the same."""
    last = date(2026, 12, 31)
    found = report(here.club, report_period.of(report_period.Length.YEAR, last))
    assert len(found.events) == 4  # of five, one was reversed
    # Income is what lines ask for less what credit notes took back, type by type.
    lines: dict[str, int] = defaultdict(int)
    for kind, net in Line.objects.values_list("type", "net"):
        lines[journal.income(kind)] -= net
    assert {name: assertions.balance_of(name, last) for name in lines} == lines
    # Every month that was closed has asserted debtors, bank and tax.
    asserted = Assertion.objects.filter(entry__isnull=False)
    assert {each.name for each in asserted} == {"debtors", "bank", "tax/gst"}
    assert {each.day.month for each in asserted} == {3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
    assertions.assert_balance("bank", last, assertions.balance_of("bank", last), actor=here.clerk, at=moment(last))
    # The general ledger balances, and goes out once.
    rows = csv.DictReader(io.StringIO(export.export("ledger", actor=here.clerk, at=moment(last)).content.decode()))
    sums = [(Decimal(each["debit"] or 0), Decimal(each["credit"] or 0)) for each in rows]
    assert sum(debit for debit, _credit in sums) == sum(credit for _debit, credit in sums)
    assert export.not_exported("ledger") == 0


#: Every table of money that this year fills, with a column that somebody might change.
MODELS = {
    "tariff": "source",
    "tariffrow": "amount",
    "taxrate": "rate",
    "charge": "rate",
    "billingrun": "until",
    "document": "gross",
    "line": "net",
    "linecharge": "line_id",
    "payment": "amount",
    "match": "amount",
    "journalentry": "words",
    "journalposting": "amount",
    "reminder": "amount",
    "assertion": "amount",
    "exported": "last",
    "moneybook": "entry",
    "moneyproposal": "reason",
}
_OTHER = {"source": "'me'", "words": "'me'", "reason": "'me'", "rate": "'1/7'", "until": "'2020-01-01'"}
_KEYS = {"linecharge": "charge_id", "moneybook": "federation_id"}


def tampered(model: str) -> bool:
    """Change one row of a table past the office; say whether somebody is told. It is taken back."""
    table, column, key = f"money_{model}", MODELS[model], _KEYS.get(model, "id")
    other = _OTHER.get(column, f"{column} + 1")
    guarded = [table] if table in append_only.TABLES else []
    with transaction.atomic():
        with suppress(IntegrityError), transaction.atomic():
            with append_only.unlocked(guarded), connection.cursor() as cursor:
                cursor.execute(
                    f"update {table} set {column} = {other} where {key} = (select max({key}) from {table})"  # noqa: S608
                )
                assert cursor.rowcount == 1
            named = bool(prove().findings)
            transaction.set_rollback(True)
            return named
        return True  # the database itself refuses it


def second_half(here: Union, later: Charge) -> None:
    """Reverse an event that was invoiced, bill the rest, and pay everything."""
    # An event is reversed after its invoice: everything it cost comes back.
    reversed_event = later.submission.competition if later.submission else None
    assert reversed_event is not None
    decide.reverse_event(reversed_event, here.clerk, moment(date(2026, 9, 1)), "never played")
    close(here, 7, 8, 9)
    made = bill(here, Run.QUARTER, QUARTERS[9], date(2026, 10, 20))
    assert [(each.kind, each.refers.day if each.refers else None) for each in made] == [
        ("credit note", date(2026, 7, 20))
    ]

    # October's tariff, the last quarter, and the end of the year.
    assert play(here, date(2026, 10, 13)).rate == "215"
    close(here, 10, 11, 12)
    bill(here, Run.QUARTER, QUARTERS[12], date(2026, 12, 31))
    whose, last = account(here.club), date(2026, 12, 31)
    paid(here, here.club, accounts.balance(whose, last), last)
    assert (accounts.balance(whose, last), accounts.aged(last)) == (0, [])
    found = accounts.statement(whose, date(2026, 1, 1), last)
    assert (found.opening, found.closing, len(found.items)) == (0, 0, Document.objects.count() + 3)
    income = {name: assertions.balance_of(name, last) for name in assertions.names()}
    assert sum(income.values()) == 0
    assert income["bank"] == -sum(amount for name, amount in income.items() if name not in ("bank", "debtors"))
    assert [each.reference for each in Document.objects.order_by("number")] == [
        f"2026-{number:04}" for number in range(1, Document.objects.count() + 1)
    ]
