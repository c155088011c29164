"""``overtrick office reminders``."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.office.context import acting, answered
from overtrick.cli.office.money import AGAIN, shown


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
