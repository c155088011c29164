"""``overtrick office person``: everything that is kept about a person, to answer a request."""

from __future__ import annotations

from pathlib import Path

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered


@answered
def person(number: str, export: str, *, federation: str, actor: str, day: str) -> int:
    """Write all that is kept about a player to a file; the audit keeps who asked for it."""
    with acting(federation, actor, day) as here:
        from overtrick.register import person_export
        from overtrick.register.audit import trail
        from overtrick.register.organisations.require import need_office
        from overtrick.register.people.identity import resolve

        need_office(here.actor, here.at)
        player = resolve(number)
        if not export:
            raise Unclear("name the file to write, with --export")
        if Path(export).exists():
            raise Unclear(f"{export} is there already; name another file")
        text = person_export.export(player)
        try:
            Path(export).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Unclear(f"{export} cannot be written: {error.strerror}") from None
        trail.record(here.actor, "person.export", player, None, None, at=here.at)
        output.say(f"Written to {export}: everything that is kept about {player}, number {player.number}.")
    return output.GOOD
