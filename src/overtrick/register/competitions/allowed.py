"""May this person do it? A refusal that says who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.organisations.permissions import Action, may
from overtrick.register.refused import Refused

if TYPE_CHECKING:
    from datetime import datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.models import Organisation

_WHO = {
    Action.UPLOAD: "its scorer or secretary, or the office",
    Action.SUBMIT: "its scorer or secretary, or the office",
    Action.APPROVE: "a secretary of the organisation above it, or the office",
    Action.CORRECT: "the office",
    Action.CLOSE: "the office",
}


#: Where the action's own word is none for a sentence.
_SAID = {
    Action.OFFICERS: "appoint officers",
    Action.AFFILIATE: "enter organisations",
    Action.REGISTER: "enter members",
}


class NotAllowed(Refused):
    """Somebody asked for what is not theirs to do."""


def need(actor: User, action: Action, organisation: Organisation, at: datetime) -> None:
    """Refuse whoever may not do this for the organisation on that day."""
    if not may(actor, action, organisation, at.date()):
        found = f"{actor.username} may not {_SAID.get(action, action)} for {organisation}."
        raise NotAllowed(found, f"Ask {_WHO.get(action, 'the office')}.")
