"""``overtrick office confirm``: the second person confirms what another officer proposed, with their own password."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered

if TYPE_CHECKING:
    from overtrick.cli.office.context import Here

#: So many lines are shown of a long proposal.
_SHOWN = 20


@answered
def confirm(number: int, password_file: str, *, federation: str, actor: str, day: str) -> int:
    """Show what was proposed, ask for the password and a code of the second factor, and enter it."""
    if not actor:
        raise Unclear("say who confirms, with --as")
    with acting(federation, actor, day) as here:
        from overtrick.register.corrections import confirm as second_person
        from overtrick.register.corrections.models import Proposal
        from overtrick.register.federations.handbook import on_record

        chosen = Proposal.objects.select_related("player", "proposed_by").filter(pk=number).first()
        if chosen is None:
            raise Unclear(f"there is no proposal {number}")
        output.say(f"{chosen.proposed_by.username} proposed on {chosen.proposed_at:%Y-%m-%d}: {chosen.reason}")
        known = on_record(here.federation)
        listed = second_person.effects(chosen, here.at)
        rows = [
            (each.player.number, str(each.player), known[each.colour].show(each.units), each.colour) for each in listed
        ]
        output.table(("Number", "Name", "Points", "Colour"), rows[:_SHOWN], ("Points",))
        if len(rows) > _SHOWN:
            output.say(f"… and {len(rows) - _SHOWN} more.")
        _check_person(here, password_file)
        second_person.confirm(chosen, here.actor, here.at)
        output.say(f"Confirmed by {here.actor.username}. {output.counted(len(rows), 'line')} in the book.")
    return output.GOOD


def _check_person(here: Here, password_file: str) -> None:
    """Make sure that it is really the second person: a wrong answer counts as on the log-in page."""
    from overtrick.web.accounts import second_factor, throttle
    from overtrick.web.accounts.throttle import TooManyTries

    user = here.actor
    if not user.has_usable_password():
        raise Unclear(f"{user.username} has no password yet; confirm on the page Corrections after logging in")
    tries = throttle.codes(user)
    try:
        throttle.take(tries)
        if not user.check_password(_secret(f"Password of {user.username}: ", password_file)):
            raise Unclear(f"this is not the password of {user.username}; nothing was entered")
        throttle.passed(tries)
        if second_factor.phone_of(user) and not second_factor.fits(user, _secret("Code of your phone: ", "")):
            raise Unclear("this is not the code that your phone shows; nothing was entered")
    except TooManyTries as refused:
        raise Unclear(str(refused)) from None


def _secret(asks: str, file: str) -> str:
    """Ask without showing what is typed; a file or the input of a script has it in its first line."""
    if file:
        try:
            return Path(file).read_text(encoding="utf-8").partition("\n")[0]
        except OSError as error:
            raise Unclear(f"{file} cannot be read: {error.strerror}") from None
    return getpass.getpass(asks) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
