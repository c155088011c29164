"""``overtrick office invite``: invites a member, a club or everybody to open an account."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Here, Unclear, acting, answered
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.organisations.models import Organisation


@answered
def invite(number: str, club: str, *, everybody: bool, yes: bool, federation: str, actor: str) -> int:
    """Invite whoever is named; many at once only with ``--yes``, as a task."""
    if sum(map(bool, (number, club, everybody))) != 1:
        raise Unclear("say whom to invite: a player's NUMBER, --club NUMBER or --everybody")
    with acting(federation, actor) as here:
        from overtrick.register.log_ins.handover import NoMail
        from overtrick.register.mail import outbox

        if not outbox.server().is_set_up:
            raise NoMail(
                "No mail is set up here.",
                "Set OVERTRICK_MAIL and OVERTRICK_MAIL_FROM, or let clubs print codes.",
                code="mail-not-set-up",
            )
        if number:
            _one(number, here)
        else:
            _many(context.organisation(club) if club else None, here, yes=yes)
    return output.GOOD


def _one(number: str, here: Here) -> None:
    from overtrick.register.log_ins import invite_members
    from overtrick.register.people import identity

    player = identity.resolve(number)
    outcome = invite_members.invite(player, actor=here.actor, at=here.at)
    output.say(f"{player}: {outcome}.")


def _many(club: Organisation | None, here: Here, *, yes: bool) -> None:
    from overtrick.register.log_ins import invite_members
    from overtrick.register.log_ins.tasks import invite as task
    from overtrick.register.people import contacts
    from overtrick.register.tasks.queue import Order, latest
    from overtrick.register.tasks.worker import run_here

    people = invite_members.whom(club, actor=here.actor, at=here.at)
    reachable = len(contacts.emails(here.at.date(), people))
    output.say(f"{output.counted(len(people), 'member')}, {reachable} with an e-mail address.")
    if not yes:
        output.say("Nobody was invited. Run it again with --yes to do it.")
        return
    if not people:
        return
    key = f"members.invite {club.pk}" if club else "members.invite"
    order = Order(here.federation, here.actor, here.at, f"Invite members of {club or here.federation}", key)
    with bar("Inviting") as progress:
        run_here(task, order, progress, organisation=club.pk if club else None, at=here.at.isoformat())
    done = latest(key)
    counts = Counter[str]()
    for each in done.results if done else ():
        counts.update(each)
    output.say(", ".join(f"{counts[each]} {each}" for each in invite_members.Invited) + ".")
