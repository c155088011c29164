"""``overtrick office person``: everything that is kept about a person, or the proposal to erase it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import Unclear, acting, answered

if TYPE_CHECKING:
    from overtrick.cli.office.context import Here
    from overtrick.register.people.models import Player


class Asked(NamedTuple):
    """What the command was asked for."""

    export: str  #: the file to write; empty: none
    reason: str
    password_file: str
    erase: bool


@answered
def person(number: str, asked: Asked, *, federation: str, actor: str, day: str) -> int:
    """Write all that is kept about a player to a file, or propose to erase the player; the audit keeps who asked."""
    with acting(federation, actor, day) as here:
        from overtrick.register.organisations.require import need_office
        from overtrick.register.people.identity import resolve

        need_office(here.actor, here.at)
        player = resolve(number)
        if bool(asked.export) == asked.erase:
            raise Unclear("name the file to write, with --export, or say --erase")
        if asked.erase:
            _propose(player, asked, here)
        else:
            _export(player, asked.export, asked.reason, here)
    return output.GOOD


def _export(player: Player, export: str, reason: str, here: Here) -> None:
    from overtrick.register import person_export
    from overtrick.register.audit import trail

    if Path(export).exists():
        raise Unclear(f"{export} is there already; name another file")
    text = person_export.export(player)
    try:
        Path(export).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unclear(f"{export} cannot be written: {error.strerror}") from None
    trail.record(here.actor, "person.export", player, None, None, reason, at=here.at)
    output.say(f"Written to {export}: everything that is kept about {player}, number {player.number}.")


def _propose(player: Player, asked: Asked, here: Here) -> None:
    """Say what would happen, and let it wait for a second person; each of the two gives their own password."""
    from overtrick.register.erasing import erase

    erase.check_proposal(player, asked.reason, here.at.date())
    tell_preview(player)
    shown = own_password.check(here, asked.password_file)
    made = erase.propose(player, asked.reason, here.actor, here.at, shown=shown)
    output.say(f"Proposed. Somebody else in the office confirms it: overtrick office confirm {made.pk} --as NAME")


def tell_preview(player: Player) -> None:
    """Say what erasing a player takes away and what stays."""
    from overtrick.register.erasing.preview import preview
    from overtrick.register.erasing.traces import traces_of

    seen = preview(traces_of(player))
    output.say(f"{player} becomes “{seen.pseudonym}”. Nobody can undo it.")
    rows = [
        ("Account", seen.account or "none", "ended and emptied" if seen.account else ""),
        ("Letters", str(seen.letters), "deleted"),
        ("Questions about awards", str(seen.threads), "words deleted"),
        ("Held credits", str(seen.held), "given up"),
        ("Events", str(seen.events), "stay, with the new name"),
        ("Files of clubs", str(seen.files), "emptied"),
        ("Entries of the book", str(seen.entries), "stay"),
        ("Promotions", str(seen.promotions), "stay"),
    ]
    output.table(("What", "How many", "What happens"), rows, ())
    for each in seen.reasons:
        output.say(f"This reason stands in the book and stays: {each}")
