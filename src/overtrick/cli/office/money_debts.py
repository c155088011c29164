"""``overtrick office reminders``, ``balances`` and ``shares``."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.cli.office.money import AGAIN, read_amount, read_day, shown


@answered
def reminders(*, yes: bool, federation: str, actor: str, day: str) -> int:
    """List whom to remind, or remind them."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import moneybook
        from overtrick.register.money import reminders as register

        moneybook.need_book()
        found = register.propose(here.at.date())
        if not found:
            output.say("Nobody has to be reminded today.")
            return output.GOOD
        rows = [
            (
                str(each.document.account),
                each.document.reference,
                str(each.document.due),
                str(each.time),
                shown(each.left),
            )
            for each in found
        ]
        output.table(("Whose", "Invoice", "Due", "Reminder", "Left"), rows, ("Left",))
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        made = register.send([each.key for each in found], actor=here.actor, at=here.at)
        output.say(f"{output.counted(len(made), 'reminder')} sent.")
    return output.GOOD


@answered
def balances(on_day: str, bank: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Show the journal on a day, or assert what the bank says."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import assertions, journal, moneybook
        from overtrick.register.money.assertions import Balance

        book = moneybook.need_book()
        last = read_day(on_day, here.at.date())
        rows = [(name, shown(assertions.balance_of(name, last))) for name in assertions.names()]
        output.table(("Account", "Balance"), rows, ("Balance",))
        broken = [str(each.balance) for each in assertions.broken(book.federation_id)]
        for each in broken:
            output.complain(each)
        if not bank:
            return output.PROBLEMS if broken else output.GOOD
        amount = -read_amount(bank[1:]) if bank.startswith("-") else read_amount(bank)
        if yes:
            assertions.assert_balance(journal.BANK, last, amount, actor=here.actor, at=here.at)
            output.say(f"The journal agrees with the statement of {last}.")
            return output.GOOD
        found = Balance(journal.BANK, last, assertions.balance_of(journal.BANK, last), amount)
        output.say(str(found) if found.difference else f"The journal agrees with the statement of {last}.")
        output.say(AGAIN)
    return output.GOOD


@answered
def shares(
    number: str, reference: str, reason: str, password_file: str, *, yes: bool, federation: str, actor: str, day: str
) -> int:
    """Show what is collected for regions, or propose to pay one out."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import moneybook
        from overtrick.register.money import shares as register

        moneybook.need_book()
        regions = {each.number: each for each in register.regions()}
        if number and number not in regions:
            raise Unclear(f"nothing was collected for an organisation {number}")
        rows = []
        for each in regions.values():
            found = register.share_of(each)
            sums = (found.invoiced, found.collected, found.paid_out, found.to_pay)
            rows.append((each.number, each.name, *map(shown, sums)))
        headings = ("Number", "Region", "Invoiced", "Collected", "Paid out", "To pay out")
        if not rows:
            output.say("Nothing was collected for a region yet.")
            return output.GOOD
        output.table(headings, rows, headings[2:])
        if not number:
            return output.GOOD
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        by = own_password.check(here, password_file)
        made = register.pay_out(regions[number], reference, reason, actor=here.actor, at=here.at, shown=by)
        output.say(
            f"Proposed as {made.pk}. Another officer confirms it with overtrick office tariff --confirm {made.pk}."
        )
    return output.GOOD
