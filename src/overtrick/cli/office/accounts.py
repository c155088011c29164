"""``overtrick office account``: an account and its roles; a new link for it, a lock, its end, a lost phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office.context import Here, Unclear, acting, answered

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.log_ins.handover import Handover


@answered
def account(name: str, action: str, *, mail: bool, federation: str, actor: str, day: str) -> int:
    """Show an account, or do one thing with it."""
    if mail and action != "new-link":
        raise Unclear("--mail goes with --new-link")
    with acting(federation, actor, day) as here:
        from overtrick.register.people import account_lookup

        user = account_lookup.account(name)
        if user is None:
            raise Unclear(f"there is no account {name!r}; enter its name, e-mail address or player number")
        if action == "new-link":
            _new_link(user, here, mail=mail)
        else:
            _ACTIONS[action](user, here)
    return output.GOOD


def _show(user: User, here: Here) -> None:
    from overtrick.register.organisations.models import Officer

    output.say(f"{user.get_full_name() or user.username}, {user.email or 'no e-mail address'}: {_state(user)}.")
    offices = Officer.objects.filter(user=user).select_related("organisation").order_by("begins", "pk")
    rows = [(each.role, str(each.organisation), str(each.begins), str(each.ends or "")) for each in offices]
    if rows:
        output.table(("Role", "Organisation", "From", "Last day"), rows)
    if user.player is not None and user.player.federation_id == here.federation.pk:
        output.say(f"Player {user.player.number}, {user.player}.")


def _state(user: User) -> str:
    if user.ended_on is not None:
        return f"ended on {user.ended_on}"
    if not user.is_active:
        return "locked"
    return "open" if user.has_usable_password() else "has no password yet"


def _new_link(user: User, here: Here, *, mail: bool) -> None:
    from overtrick.cli.office.context import now
    from overtrick.register.log_ins import account_state

    # A link is for now, whatever the day is that the command acts on.
    tell_link(user.username, account_state.new_link(user, mail=mail, actor=here.actor, at=now()))


def tell_link(name: str, handed: Handover) -> None:
    """Print a link, or say where it was sent."""
    until = _until(handed.until)
    if handed.mailed_to:
        output.say(f"A link for {name} is on its way to {handed.mailed_to}. It works once, until {until}.")
        return
    output.say(f"With this link {name} chooses a password. It works once, until {until}:")
    output.say(handed.address)


def _until(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _lock(user: User, here: Here) -> None:
    from overtrick.register.log_ins import account_state

    account_state.lock(user, actor=here.actor, at=here.at)
    output.say(f"{user.username} is locked and logged out everywhere. Unlock the account with --unlock.")


def _unlock(user: User, here: Here) -> None:
    from overtrick.register.log_ins import account_state

    account_state.unlock(user, actor=here.actor, at=here.at)
    output.say(f"{user.username} can log in again.")


def _end(user: User, here: Here) -> None:
    from overtrick.register.log_ins import account_state

    done = account_state.end(user, here.at.date(), actor=here.actor, at=here.at)
    last = here.at.date()
    for each in done.offices:
        output.say(f"{user.username} is no longer {each.role} of {each.organisation}. The last day is {last}.")
    output.say(f"The account of {user.username} has ended.")
    tell_later_acts(user, here)


def _forget_phone(user: User, here: Here) -> None:
    from overtrick.web.accounts import second_factor

    second_factor.forget_phone(user, actor=here.actor, at=here.at)
    output.say(f"{user.username} logs in with the password alone until another phone is set up.")


def tell_later_acts(user: User, here: Here) -> None:
    """List what somebody did after the last day: it stays."""
    from overtrick.register.audit import trail

    rows = [(f"{each.at:%Y-%m-%d %H:%M}", each.action, each.subject) for each in trail.later_acts(user, here.at.date())]
    if rows:
        output.say(f"{output.counted(len(rows), 'action')} after {here.at.date()} by {user.username}, which stay:")
        output.table(("When", "Action", "On"), rows)


_ACTIONS: dict[str, Callable[[User, Here], None]] = {
    "show": _show,
    "lock": _lock,
    "unlock": _unlock,
    "end": _end,
    "no-second-factor": _forget_phone,
}
