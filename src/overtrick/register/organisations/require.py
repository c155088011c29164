"""Checks that a person may do something. Every service that changes anything calls it; a refusal says who may.

Where one service does part of another's work, the other has asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.roles import is_office

_WHO = {
    Action.UPLOAD: "its scorer or secretary, or the office",
    Action.SUBMIT: "its scorer or secretary, or the office",
    Action.PLAN: "its scorer or secretary, or the office",
    Action.SCORERS: "its secretary, or the office",
    Action.APPROVE: "a secretary of the organisation above it, or the office",
    Action.ACCREDIT: "its secretary, or the office",
    Action.DIRECTORY: "its secretary, one of the organisation above it, or the office",
    Action.CHARGES: "one of its officers, or the office",
    Action.ACCOUNT: "its secretary or treasurer, or the office",
    Action.DISPUTE: "its treasurer, or the office",
    Action.EXEMPTION: "its secretary or treasurer, or the office",
    Action.TARIFF: "its treasurer, or the office",
}


#: Where the action's own word is none for a sentence.
_SAID = {
    Action.PLAN: "change the programme",
    Action.MEMBERS: "change members",
    Action.OFFICERS: "appoint officers",
    Action.SCORERS: "appoint scorers",
    Action.ACCREDIT: "accredit directors",
    Action.DIRECTORY: "change the entry in the directory",
    Action.AFFILIATE: "enter organisations or their licences",
    Action.REGISTER: "enter members",
    Action.STANDING: "change the standing of members",
    Action.SUSPEND: "suspend members",
    Action.MERGE: "merge members",
    Action.SETTINGS: "change settings",
    Action.CORRECT: "correct points",
    Action.CLOSE: "close months",
    Action.AUDIT: "read the audit",
    Action.CHARGES: "see charges",
    Action.ACCOUNT: "see the account",
    Action.DISPUTE: "dispute a charge",
    Action.EXEMPTION: "claim an exemption",
    Action.BILL: "make invoices or enter payments",
    Action.TARIFF: "set amounts",
}


#: What somebody was found to be allowed: who, what, for which organisation, on which day.
_Allowed = set[tuple[int, Action, int, date]]
_allowed: ContextVar[_Allowed | None] = ContextVar("allowed", default=None)


class NotAllowed(Refused):
    """Somebody asked for what is not theirs to do."""


class OnlyTheOffice(NotAllowed):
    """Somebody asked for what the office alone may do."""


def need(actor: User | None, action: Action, organisation: Organisation | None, at: datetime) -> None:
    """Refuse whoever may not do this for the organisation on that day.

    No organisation is the whole federation, for which the office acts alone. No actor is the installation itself.
    """
    known = _allowed.get()
    if known is None or actor is None or organisation is None:
        need_one(actor, action, [] if organisation is None else [organisation], at)
        return
    asked = (actor.pk, action, organisation.pk, at.date())
    if asked not in known:
        need_one(actor, action, [organisation], at)
        known.add(asked)


@contextmanager
def asked_once() -> Iterator[None]:
    """Ask only once whether somebody may do the same for an organisation: for some files at a time, not for long."""
    token = _allowed.set(set())
    try:
        yield
    finally:
        _allowed.reset(token)


def need_one(actor: User | None, action: Action, organisations: Iterable[Organisation], at: datetime) -> None:
    """Refuse whoever may do this for none of these organisations, nor for the federation."""
    if actor is None:
        return
    listed = list(organisations)
    if any(may(actor, action, each, at.date()) for each in listed) if listed else is_office(actor, at.date()):
        return
    # Whoever founds a federation acts for it until it has somebody who does.
    if not Officer.objects.exists():
        return
    where = f" for {listed[0]}" if listed else ""
    who = actor.get_full_name() if actor.is_service else actor.username
    raise NotAllowed(
        f"{who} may not {_SAID.get(action, action)}{where}.", f"Ask {_who(action, listed)}.", code="not-allowed"
    )


def need_all(actor: User | None, action: Action, organisations: Iterable[Organisation | None], at: datetime) -> None:
    """Refuse whoever may not do this for every one of these organisations."""
    listed = dict.fromkeys(organisations)
    here = {each.pk for each in listed if each is not None}
    if actor is None or (is_office(actor, at.date()) and Organisation.objects.filter(pk__in=here).count() == len(here)):
        return
    for each in listed:
        need(actor, action, each, at)


def need_office(actor: User, at: datetime, remedy: str = "Ask the office.") -> None:
    """Refuse whoever is not of the office on that day, even before the federation has an officer."""
    if not is_office(actor, at.date()):
        raise OnlyTheOffice(f"{actor.username} is not an officer of the national body.", remedy, code="only-the-office")


def _who(action: Action, organisations: list[Organisation]) -> str:
    return _WHO.get(action, "the office") if organisations else "the office"
