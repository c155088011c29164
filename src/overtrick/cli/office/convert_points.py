"""``overtrick office convert``: points of one colour into another for a rank, where the handbook has that."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.engine.marks import clause_mark


@answered
def convert(number: str, rank: str, second: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Show what it would change and on which conditions; with --yes, do it."""
    with acting(federation, actor, day) as here:
        from overtrick.register.accounts.models import User
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
        witness = User.objects.filter(username=second).first() if second else None
        if witness is None:
            raise Unclear("two people in the office must convert points; name the other one with --second")
        conversion.convert(player, rank, here.actor, witness, here.at)
        output.say("Converted.")
    return output.GOOD
