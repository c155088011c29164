"""``overtrick office import-members``: what a list of members would change, and with --yes into the register."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Here, Unclear, acting, answered
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.people.members_list.apply_changes import Applied
    from overtrick.register.people.members_list.compare import Preview

#: So many lines are shown of each kind.
_SHOWN = 20


@answered
def import_members(file: str, second: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Show what the list would do, or do it; a list with balances needs a second person."""
    with acting(federation, actor, day) as here:
        from overtrick.register.organisations import require
        from overtrick.register.organisations.permissions import Action
        from overtrick.register.people.members_list import compare, parse

        require.need(here.actor, Action.REGISTER, context.national(), here.at)
        listed = parse.read(here.federation, file, context.content(file))
        shown = compare.compare(listed, here.at.date(), as_at=here.at.date())
        _show(shown)
        if shown.problems:
            output.tell_problems(shown.problems)
        if not yes:
            output.say("Nothing was entered. Run it again with --yes to do it.")
        else:
            _apply(here, shown, second)
        good = not shown.problems and not shown.counts[compare.Kind.DOUBTFUL]
    return output.GOOD if good else output.PROBLEMS


def _show(shown: Preview) -> None:
    from overtrick.register.people.members_list.compare import Kind

    for note in shown.notes:
        output.say(output.note(note))
    for line in [each for each in shown.lines if each.kind is Kind.CHANGED][:_SHOWN]:
        changes = "; ".join(f"{each.field}: {each.was or 'none'} becomes {each.becomes}" for each in line.differences)
        output.say(f"Line {line.listed.line}, {line.listed.name}: {changes}.")
    for line in [each for each in shown.lines if each.kind is Kind.DOUBTFUL][:_SHOWN]:
        perhaps = ", ".join(f"{each.player} ({each.player.number})" for each in line.candidates)
        output.say(f"Line {line.listed.line}, {line.listed.name}: perhaps {perhaps}; left out until that is clear.")
    counts = shown.counts
    output.say(", ".join(f"{counts[kind]} {kind}" for kind in Kind) + ".")


def _apply(here: Here, shown: Preview, second: str) -> None:
    from django.db import transaction

    from overtrick.register.people.members_list import apply_changes

    with transaction.atomic(), bar("Entering members") as progress:
        done = apply_changes.apply(shown, actor=here.actor, at=here.at, progress=progress)
        entered = _balances(here, done, second)
    output.say(f"Entered {output.counted(len(done.entered), 'member')}, changed {len(done.changed)}.")
    if done.points.released:
        output.say(f"{output.counted(done.points.released, 'credit')} that waited for registration posted.")
    if entered:
        output.say(f"{output.counted(entered, 'balance')} from before this book entered.")


def _balances(here: Here, done: Applied, second: str) -> int:
    from overtrick.register.accounts.models import User
    from overtrick.register.ranks import opening_balances

    openings = opening_balances.compare(done.openings)
    if not openings.new and not openings.contradicted:
        return 0
    witness = User.objects.filter(username=second).first() if second else None
    if witness is None:
        raise Unclear("the list has balances, which two people of the office enter; name the other one with --second")
    return opening_balances.enter(openings, here.actor, witness, here.at)
