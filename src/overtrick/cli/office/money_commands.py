"""Commands for money: what everything costs, charges, invoices, payments, statements, debtors, exports."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import JSON, PASSWORD_FILE, YES, acting, command

_RUNS = ["processed", "month", "quarter", "year"]
_PROGRAMS = ["ledger", "xero", "xero-journal", "sage", "myob", "json"]


@command()
@click.option("--begin", default="", metavar="DAY", help="Begin to charge on this day.")
@click.option("--unpriced", is_flag=True, help="Begin although amounts are missing: such charges are kept without.")
@click.option("--from", "first", default="", metavar="DAY", help="First day of new amounts.")
@click.option("--source", default="", metavar="WORDS", help="Who says so.")
@click.option("--amount", "amounts", multiple=True, metavar="TYPE=AMOUNT", help="A new amount; can be repeated.")
@click.option("--tax", default="", metavar="CODE", help="Tax code of the new amounts.")
@click.option(
    "--confirm", type=click.IntRange(1), default=None, metavar="NUMBER", help="Confirm what another proposed."
)
@PASSWORD_FILE
@YES
@acting
def tariff(**given: Any) -> None:  # noqa: ANN401 - what was typed
    """Show what everything costs, propose new amounts, or confirm what another officer proposed about money."""
    from overtrick.cli.office import money_tariff

    sys.exit(money_tariff.tariff(**given))


@command()
@click.option("--all", "every", is_flag=True, help="All charges, not only those without an amount.")
@click.option("--price", is_flag=True, help="Charge what had no amount and has one now.")
@click.option("--waive", is_flag=True, help="Propose not to charge what has no amount.")
@click.option("--of", "number", default="", metavar="NUMBER", help="With --waive: only of this organisation or member.")
@click.option("--reason", default="", metavar="WORDS", help="With --waive: why.")
@click.option("--roll", default="", metavar="DAY", help="Charge clubs for their members on the roll of this day.")
@click.option("--year", default="", metavar="DAY", help="Charge clubs for the year that begins on this day.")
@PASSWORD_FILE
@YES
@JSON
@acting
def charges(
    *,
    every: bool,
    price: bool,
    waive: bool,
    number: str,
    reason: str,
    roll: str,
    year: str,
    password_file: str,
    yes: bool,
    as_json: bool,
    **acting: Any,  # noqa: ANN401 - who acts, and when
) -> None:
    """List the charges for which no amount was entered; or charge what is charged from a list."""
    from overtrick.cli.office import money, money_charges

    if sum(map(bool, (every, price, waive, roll, year))) > 1:
        raise click.UsageError("Use one of --all, --price, --waive, --roll and --year.")
    if waive:
        sys.exit(money_charges.waive(number, reason, password_file, yes=yes, **acting))
    if price:
        sys.exit(money_charges.price(yes=yes, **acting))
    if roll:
        sys.exit(money_charges.roll(roll, yes=yes, **acting))
    if year:
        sys.exit(money_charges.year(year, yes=yes, **acting))
    sys.exit(money.charges(every=every, as_json=as_json, **acting))


@command("invoice-run")
@click.argument("run", type=click.Choice(_RUNS))
@click.option("--until", default="", metavar="DAY", help="Take what is billed until this day.")
@click.option("--region", default="", metavar="NUMBER", help="Only what is collected for this region.")
@YES
@acting
def invoice_run(run: str, until: str, region: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401
    """Rehearse a run of invoices, or make them all: processed, month, quarter or year."""
    from overtrick.cli.office import money

    sys.exit(money.invoice_run(run, until, region, yes=yes, **acting))


@command()
@click.argument("number")
@click.argument("amount")
@click.option("--on", "came", default="", metavar="DAY", help="Day on which it came (default: today).")
@click.option("--reference", default="", metavar="WORDS", help="As the bank's statement says it.")
@YES
@acting
def payment(number: str, amount: str, came: str, reference: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401
    """Enter an AMOUNT that came from the organisation, or for the invoice, with this NUMBER."""
    from overtrick.cli.office import money

    sys.exit(money.payment(number, amount, came, reference, yes=yes, **acting))


@command()
@click.argument("number")
@click.option("--first", default="", metavar="DAY", help="First day (default: 1 January).")
@click.option("--last", default="", metavar="DAY", help="Last day (default: today).")
@JSON
@acting
def statement(number: str, first: str, last: str, *, as_json: bool, **acting: Any) -> None:  # noqa: ANN401
    """Show the account of the organisation with this NUMBER between two days."""
    from overtrick.cli.office import money

    sys.exit(money.statement(number, first, last, as_json=as_json, **acting))


@command()
@JSON
@acting
def debtors(*, as_json: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Say who owes how much, and for how long."""
    from overtrick.cli.office import money

    sys.exit(money.debtors(as_json=as_json, **acting))


@command()
@YES
@acting
def reminders(*, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """List the clubs to remind of unpaid invoices today, or send all of these reminders."""
    from overtrick.cli.office import money_debts

    sys.exit(money_debts.reminders(yes=yes, **acting))


@command()
@click.option("--on", "on_day", default="", metavar="DAY", help="At the end of this day (default: today).")
@click.option("--bank", default="", metavar="AMOUNT", help="What the bank's statement says on that day.")
@YES
@acting
def balances(on_day: str, bank: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Show what the journal comes to on a day; with --bank, assert what the bank's statement says."""
    from overtrick.cli.office import money_debts

    sys.exit(money_debts.balances(on_day, bank, yes=yes, **acting))


@command()
@click.argument("number", required=False, default="")
@click.option("--reference", default="", metavar="WORDS", help="Of the transfer to the region.")
@click.option("--reason", default="", metavar="WORDS", help="What is paid out.")
@PASSWORD_FILE
@YES
@acting
def shares(**given: Any) -> None:  # noqa: ANN401 - what was typed
    """Show what is collected for regions; with the NUMBER of one, propose to pay it out."""
    from overtrick.cli.office import money_debts

    sys.exit(money_debts.shares(**given))


@command("export-money")
@click.argument("program", type=click.Choice(_PROGRAMS))
@click.argument("folder", type=click.Path())
@YES
@acting
def export_money(program: str, folder: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Write what has not gone out to an accounting PROGRAM into a FOLDER."""
    from overtrick.cli.office import money

    sys.exit(money.export_money(program, folder, yes=yes, **acting))
