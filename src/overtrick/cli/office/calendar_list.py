"""``overtrick office calendar``: what waits and what falls due, for the office or for an organisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import answered, looking

if TYPE_CHECKING:
    from overtrick.register.calendar.items import Item


@answered
def calendar(days: int, organisation: str, *, as_json: bool, federation: str, day: str) -> int:
    """List the calendar by day."""
    with looking(federation, day) as there:
        from overtrick.register.calendar.items import Asked, items

        whose = context.organisation(organisation) if organisation else None
        found = items(Asked(there.federation, whose, there.at), days)
        rows = [
            (each.day.isoformat(), _when(each.left(there.at.date()), each), each.kind, _what(each), each.clause)
            for each in found
        ]
    heads = ("Day", "When", "Kind", "What", "Clause")
    if as_json:
        output.print_json([dict(zip(map(str.lower, heads), row, strict=True)) for row in rows])
    elif rows:
        output.table(heads, rows)
    else:
        output.say(f"Nothing waits, and nothing falls due within {output.counted(days, 'day')}.")
    return output.GOOD


def _what(item: Item) -> str:
    from overtrick.register.calendar.items import Month

    facts = {name: f"{fact.first:%B %Y}" if isinstance(fact, Month) else str(fact) for name, fact in item.facts.items()}
    said = item.what
    pattern = said if isinstance(said, str) else said.one if item.things == 1 else said.many
    return pattern % {**facts, "count": item.things} if "%(" in pattern else pattern


def _when(left: int, item: Item) -> str:
    if not item.due:
        return f"waiting for {output.counted(-left, 'day')}"
    if left == 0:
        return "today"
    return f"in {output.counted(left, 'day')}" if left > 0 else f"{output.counted(-left, 'day')} overdue"
