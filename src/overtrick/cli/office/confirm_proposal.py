"""``overtrick office confirm``: the second person confirms what another officer proposed, with their own password."""

from __future__ import annotations

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.cli.office.person_data import tell_preview

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
        from overtrick.register.erasing import erase
        from overtrick.register.federations.handbook import on_record

        chosen = Proposal.objects.select_related("player", "proposed_by").filter(pk=number).first()
        if chosen is None:
            raise Unclear(f"there is no proposal {number}")
        output.say(f"{chosen.proposed_by.username} proposed on {chosen.proposed_at:%Y-%m-%d}: {chosen.reason}")
        if chosen.kind == Proposal.Kind.ERASURE and chosen.player is not None:
            tell_preview(chosen.player)
            shown = own_password.check(here, password_file)
            erase.confirm(chosen, here.actor, here.at, shown=shown)
            output.say(f"Confirmed by {here.actor.username}. The player {chosen.player.number} is erased.")
            return output.GOOD
        known = on_record(here.federation)
        listed = second_person.effects(chosen, here.at)
        rows = [
            (each.player.number, str(each.player), known[each.colour].show(each.units), each.colour) for each in listed
        ]
        output.table(("Number", "Name", "Points", "Colour"), rows[:_SHOWN], ("Points",))
        if len(rows) > _SHOWN:
            output.say(f"… and {len(rows) - _SHOWN} more.")
        shown = own_password.check(here, password_file)
        erase.confirm(chosen, here.actor, here.at, shown=shown)
        output.say(f"Confirmed by {here.actor.username}. {output.counted(len(rows), 'line')} in the book.")
    return output.GOOD
