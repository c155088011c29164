"""``overtrick office import-members``: what a list of members would change; with ``--yes`` it is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context, own_password
from overtrick.cli.office.context import Here, acting, answered
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.people.members_list.compare import Preview

#: So many lines are shown of each kind.
_SHOWN = 20


@answered
def import_members(file: str, password_file: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Show what the list would do, or do it. Points need two people: one's own password, and a second person."""
    with acting(federation, actor, day) as here:
        from overtrick.register.organisations import require
        from overtrick.register.organisations.permissions import Action
        from overtrick.register.people.members_list import compare, parse

        require.need(here.actor, Action.REGISTER, context.national(), here.at)
        content = context.content(file)
        listed = parse.read(here.federation, file, content)
        shown = compare.compare(listed, here.at.date(), as_at=here.at.date())
        _show(shown)
        if shown.problems:
            output.tell_problems(shown.problems)
        if not yes:
            output.say("Nothing was entered. Run it again with --yes to do it.")
        else:
            points = any(line.listed.balances for line in shown.lines)
            _apply(here, file, content, own_password.check(here, password_file) if points else "")
        good = not shown.problems and not shown.counts[compare.LineKind.DOUBTFUL]
    return output.GOOD if good else output.PROBLEMS


def _show(shown: Preview) -> None:
    from overtrick.register.people.members_list.compare import LineKind

    for note in shown.notes:
        output.say(output.note(note))
    for line in [each for each in shown.lines if each.kind is LineKind.CHANGED][:_SHOWN]:
        changes = "; ".join(f"{each.field}: {each.was or 'none'} becomes {each.becomes}" for each in line.differences)
        output.say(f"Line {line.listed.line}, {line.listed.name}: {changes}.")
    for line in [each for each in shown.lines if each.kind is LineKind.DOUBTFUL][:_SHOWN]:
        perhaps = ", ".join(f"{each.player} ({each.player.number})" for each in line.candidates)
        output.say(f"Line {line.listed.line}, {line.listed.name}: perhaps {perhaps}; left out until you decide.")
    counts = shown.counts
    output.say(", ".join(f"{counts[kind]} {kind}" for kind in LineKind) + ".")


def _apply(here: Here, name: str, content: bytes, shown: str) -> None:
    from overtrick.register.corrections.tasks import enter_members
    from overtrick.register.tasks.queue import Order
    from overtrick.register.tasks.worker import run_here

    order = Order(here.federation, here.actor, here.at, f"Enter members from {name}", files=((name, content),))
    with bar("Entering members") as progress:
        done = run_here(enter_members, order, progress, at=here.at.isoformat(), shown=shown)
    output.say(f"Entered {output.counted(done['new'], 'member')}, changed {done['changed']}.")
    if done["released"]:
        output.say(f"{output.counted(done['released'], 'credit')} posted that waited for registration.")
    if done["balances"]:
        output.say(
            f"{output.counted(done['balances'], 'balance')} from before this book proposed. Another officer confirms "
            f"with: overtrick office confirm {done['proposal']}"
        )
