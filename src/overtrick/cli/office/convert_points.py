"""``overtrick office convert``: points of one colour into another for a rank, where the handbook has that."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import acting, answered
from overtrick.engine.marks import clause_mark


@answered
def convert(number: str, rank: str, password_file: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Show what it would change and on which conditions; with --yes, propose it, by one's own password."""
    with acting(federation, actor, day) as here:
        from overtrick.register.applications import conversions
        from overtrick.register.corrections import conversion
        from overtrick.register.federations.handbook import on_record
        from overtrick.register.people.identity import resolve

        player = resolve(number)
        asked = conversion.ask(player, rank, here.at.date())
        known = on_record(here.federation)
        rows = [(colour, known[colour].show(units)) for colour, units in asked.conversion.changes.items()]
        output.table(("Colour", "Points"), rows, ("Points",))
        for each in asked.conversion.allowed.conditions:
            output.say(f"{each.working.says} ({clause_mark(each.working.clause)})")
        if not asked.conversion.allowed.holds:
            return output.PROBLEMS
        if not yes:
            output.say("Nothing was entered. Run it again with --yes to do it.")
            return output.GOOD
        shown = own_password.check(here, password_file)
        made = conversions.propose(player, rank, here.actor, here.at, shown=shown)
        output.say(f"Proposed. Another officer confirms with: overtrick office confirm {made.pk}")
    return output.GOOD
