"""``overtrick office charges``, ``invoice-run``, ``payment``, ``statement``, ``debtors`` and ``export-money``."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered

if TYPE_CHECKING:
    from overtrick.register.money.models import Document
    from overtrick.register.organisations.models import Organisation

AGAIN = "Nothing was changed. Run it again with --yes to do it."
#: No single amount is larger, in whole units.
_MOST = 100_000_000


def read_day(written: str, otherwise: date) -> date:
    """Read a day; none is another."""
    try:
        return date.fromisoformat(written) if written else otherwise
    except ValueError:
        raise Unclear(f"{written!r} is not a day; write it as 2026-03-31") from None


def read_amount(written: str) -> int:
    """Read an amount with at most two places, in the smallest unit."""
    try:
        value = Decimal(written)
        cents = value * 100
        right = value.is_finite() and cents == cents.to_integral_value() and 0 <= value <= _MOST
    except InvalidOperation:
        right = False
    if not right:
        raise Unclear(f"{written!r} is not an amount; write it as 12.50")
    return int(cents)


def shown(amount: int) -> str:
    """Write an amount with two places."""
    return f"{Decimal(amount).scaleb(-2):,.2f}"


@answered
def charges(*, every: bool, as_json: bool, federation: str, actor: str, day: str) -> int:
    """List charges."""
    with acting(federation, actor, day):
        from overtrick.register.money import pricing
        from overtrick.register.money.models import Charge

        rows = Charge.objects.select_related("account__organisation", "account__player").order_by("pk")
        rows = rows if every else pricing.missing()
        listed = [
            (str(each.tariff_day), str(each.account), each.type, each.quantity, each.basis, each.rate, each.clause)
            for each in rows
        ]
        headings = ("Amounts of", "Who pays", "Charge", "Quantity", "For one", "Rate", "Clause")
        if as_json:
            output.print_json([dict(zip(headings, each, strict=True)) for each in listed])
        elif listed:
            output.table(headings, listed, ("Quantity", "Rate"))
        else:
            output.say("There are no charges." if every else "Every charge has an amount.")
    return output.GOOD


@answered
def invoice_run(run: str, until: str, region: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Rehearse a run, or make it."""
    with acting(federation, actor, day) as here:
        from overtrick.handbooks.money import Run
        from overtrick.register.money import invoicing, waiting
        from overtrick.register.money.invoicing import Asked

        kind = Run.PROCESSED if run == "processed" else Run(run)
        today = here.at.date()
        asked = Asked(kind, read_day(until, waiting.last_day(kind, today) or today), today, _region(region))
        found = invoicing.rehearse(asked, actor=here.actor, at=here.at)
        rows = [
            (str(each.account), str(each.kind), line.words, shown(line.parts.gross))
            for each in found.plan.documents
            for line in each.lines
        ]
        if rows:
            output.table(("Whose", "Document", "Line", "Amount"), rows, ("Amount",))
        if found.plan.missing:
            output.say(f"{output.counted(found.plan.missing, 'charge')} without an amount left out.")
        if found.stops:
            output.complain(f"The run cannot be made: {found.stops}")
            return output.PROBLEMS
        if not found.plan.documents:
            output.say(f"There is nothing to bill until {asked.until}.")
            return output.GOOD
        output.say(f"{output.counted(len(found.plan.documents), 'document')}, {shown(found.gross)} together.")
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        done = invoicing.run(asked, actor=here.actor, at=here.at)
        numbers = [each.reference for each in done.documents]
        output.say(f"Made: {numbers[0]} to {numbers[-1]}." if len(numbers) > 1 else f"Made: {numbers[0]}.")
    return output.GOOD


def _region(number: str) -> Organisation | None:
    return _whose(number)[0] if number else None


@answered
def payment(
    number: str, amount: str, came: str, reference: str, *, yes: bool, federation: str, actor: str, day: str
) -> int:
    """Enter a payment, or say for which invoices it would be."""
    cents = read_amount(amount)
    with acting(federation, actor, day) as here:
        from overtrick.register import transactions
        from overtrick.register.money import accounts, matching, payments
        from overtrick.register.money.models import Payment
        from overtrick.register.money.payments import NewPayment

        where, named = _whose(number)
        found = accounts.existing(where)
        shares = matching.divide(cents, accounts.open_documents([found]) if found else [], named)
        for each in shares:
            output.say(f"{shown(each.amount)} for {each.document}.")
        rest = cents - sum(each.amount for each in shares)
        if rest:
            output.say(f"{shown(rest)} stays on the account of {where}.")
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        with transactions.atomic():
            account = accounts.account_of(where)
            given = NewPayment(account, read_day(came, here.at.date()), cents, Payment.Way.BANK, reference)
            payments.enter(given, actor=here.actor, at=here.at, named=named)
        output.say("The payment is entered.")
    return output.GOOD


def _whose(number: str) -> tuple[Organisation, Document | None]:
    """Find who paid by a number of theirs, or of an invoice."""
    from overtrick.register.money.models import Document
    from overtrick.register.organisations.models import Organisation

    year, _hyphen, rest = number.partition("-")
    if year.isdigit() and rest.isdigit():
        rows = Document.objects.filter(year=int(year), number=int(rest)).select_related("account__organisation")
        document = rows.first()
        if document is not None and document.account.organisation is not None:
            return document.account.organisation, document
    found = Organisation.objects.filter(number=number).first()
    if found is None:
        raise Unclear(f"there is no organisation and no invoice {number}")
    return found, None


@answered
def statement(number: str, first: str, last: str, *, as_json: bool, federation: str, actor: str, day: str) -> int:
    """Show an account between two days."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import accounts

        where, _named = _whose(number)
        account = accounts.existing(where)
        if account is None:
            output.say(f"Nothing was ever charged to {where}, and it paid nothing.")
            return output.GOOD
        today = here.at.date()
        found = accounts.statement(account, read_day(first, today.replace(month=1, day=1)), read_day(last, today))
        rows = [
            (
                str(each.day),
                str(each.document)
                if each.document
                else f"Payment {each.payment.reference}".strip()
                if each.payment
                else "",
                shown(each.amount),
                shown(each.balance),
            )
            for each in found.items
        ]
        if as_json:
            items = [dict(zip(("day", "what", "amount", "balance"), each, strict=True)) for each in rows]
            output.print_json({"opening": shown(found.opening), "items": items, "closing": shown(found.closing)})
            return output.GOOD
        output.say(f"{where}, {found.first} to {found.last}")
        opening = (str(found.first), "Opening balance", "", shown(found.opening))
        closing = (str(found.last), "Closing balance", "", shown(found.closing))
        output.table(("Day", "What", "Amount", "Balance"), [opening, *rows, closing], ("Amount", "Balance"))
    return output.GOOD


@answered
def debtors(*, as_json: bool, federation: str, actor: str, day: str) -> int:
    """Say who owes how much, and for how long."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import accounts

        headings = ("Account", "Not due", "1-30", "31-60", "61-90", "Over 90", "On account", "Owed")
        rows = [
            (
                str(each.account),
                *map(shown, (each.not_due, each.to_30, each.to_60, each.to_90, each.over_90, each.on_account)),
                shown(each.total),
            )
            for each in accounts.aged(here.at.date())
        ]
        if as_json:
            output.print_json([dict(zip(headings, each, strict=True)) for each in rows])
        elif rows:
            output.table(headings, rows, headings[1:])
        else:
            output.say("Nobody owes anything.")
    return output.GOOD


@answered
def export_money(program: str, folder: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Write what has not gone out to a program, or say how much that is."""
    with acting(federation, actor, day) as here:
        from overtrick.register import transactions
        from overtrick.register.bookkeeping import export

        waiting = export.not_exported(program)
        entries = f"{waiting} {'entry has' if waiting == 1 else 'entries have'}"
        output.say(f"{entries} not gone out to {program}.")
        if not waiting:
            return output.GOOD
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        with transactions.atomic():
            # An export that could not be written has not gone out.
            file = export.export(program, actor=here.actor, at=here.at)
            path = Path(folder) / file.name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.content)
            except OSError as error:
                raise Unclear(f"{path} cannot be written: {error.strerror}") from None
        output.say(f"Written: {path}")
    return output.GOOD
