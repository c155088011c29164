"""What a handbook asks an organiser to declare before results are submitted; the audit keeps it."""

from __future__ import annotations

from overtrick.engine.findings import Checklist
from overtrick.handbooks import submission as rules
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook


class NotDeclared(Refused):
    """Whoever submits does not declare what the handbook asks."""


def asked(draft: Submission) -> Checklist | None:
    """Give what the handbook of the day asks an organiser to declare."""
    return rules.of(handbook.edition_on(draft.federation, draft.begins)).declaration()


def declared(draft: Submission, *, says_so: bool) -> str:
    """Write what was declared for the audit; if it is asked for and not declared, nothing is submitted."""
    found = asked(draft)
    if found is None:
        return ""
    if not says_so:
        raise NotDeclared(
            "You have not declared that the event was played by the rules.",
            "Tick it if it was. If it was not, throw this draft away: the event earns no points.",
            code="not-declared",
        )
    return "; ".join(f"{each.working.says} ({each.working.clause})" for each in found.conditions)
