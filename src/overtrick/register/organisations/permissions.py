"""What each role may do for an organisation: one table, and the tree."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.roles import roles


class Action(StrEnum):
    """What one may want to do for an organisation."""

    SEE = "see"  #: its competitions, submissions and quotas
    UPLOAD = "upload"
    SUBMIT = "submit"
    PLAN = "plan"  #: its programme of the year
    MEMBERS = "members"  #: see and change its members
    APPROVE = "approve"  #: what it has submitted
    OFFICERS = "officers"  #: appoint and dismiss
    SCORERS = "scorers"  #: appoint and dismiss its scorers
    ACCREDIT = "accredit"  #: directors
    DIRECTORY = "directory"  #: keep what is told of it year by year
    AFFILIATE = "affiliate"
    REGISTER = "register"  #: give out numbers
    STANDING = "standing"  #: what a player is: registered, lapsed, deceased
    MERGE = "merge"
    SUSPEND = "suspend"
    CORRECT = "correct"  #: manual entries
    CLOSE = "close"  #: a month
    SETTINGS = "settings"  #: of the federation
    AUDIT = "audit"
    CHARGES = "charges"  #: see what its submissions cost
    ACCOUNT = "account"  #: see its invoices, payments and statements
    DISPUTE = "dispute"  #: a line of its invoices
    EXEMPTION = "exemption"  #: claim one
    BILL = "bill"  #: runs, payments, exports
    TARIFF = "tariff"  #: amounts, and whatever takes two people: credit notes, waivers, refunds, write-offs


class Reach(StrEnum):
    """For which organisations a role may act."""

    OWN = "own"
    BELOW = "below"  #: those below its own, not its own
    BOTH = "both"


class Power(NamedTuple):
    """A role may do this, so far."""

    role: Officer.Role
    action: Action
    reach: Reach


_SCORER, _SECRETARY, _OFFICE = Officer.Role.SCORER, Officer.Role.SECRETARY, Officer.Role.OFFICE
_TREASURER, _AUDITOR = Officer.Role.TREASURER, Officer.Role.AUDITOR

#: What an auditor may do for every organisation of the federation.
AUDITS = frozenset({Action.SEE, Action.CHARGES, Action.ACCOUNT})

#: Who may do what. The office of the national body may do everything in its federation.
POWERS = frozenset(
    {
        Power(_SCORER, Action.SEE, Reach.OWN),
        Power(_SCORER, Action.UPLOAD, Reach.OWN),
        Power(_SCORER, Action.SUBMIT, Reach.OWN),
        Power(_SCORER, Action.PLAN, Reach.OWN),
        Power(_SECRETARY, Action.SEE, Reach.BOTH),
        Power(_SECRETARY, Action.UPLOAD, Reach.OWN),
        Power(_SECRETARY, Action.SUBMIT, Reach.OWN),
        Power(_SECRETARY, Action.PLAN, Reach.OWN),
        Power(_SECRETARY, Action.MEMBERS, Reach.OWN),
        Power(_SECRETARY, Action.REGISTER, Reach.OWN),
        Power(_SECRETARY, Action.SCORERS, Reach.OWN),
        Power(_SECRETARY, Action.APPROVE, Reach.BELOW),
        Power(_SECRETARY, Action.ACCREDIT, Reach.OWN),
        Power(_SECRETARY, Action.DIRECTORY, Reach.BOTH),
        Power(_SCORER, Action.CHARGES, Reach.OWN),
        Power(_SECRETARY, Action.CHARGES, Reach.BOTH),
        Power(_SECRETARY, Action.ACCOUNT, Reach.OWN),
        Power(_SECRETARY, Action.EXEMPTION, Reach.OWN),
        Power(_TREASURER, Action.SEE, Reach.OWN),
        Power(_TREASURER, Action.CHARGES, Reach.OWN),
        Power(_TREASURER, Action.ACCOUNT, Reach.OWN),
        Power(_TREASURER, Action.DISPUTE, Reach.OWN),
        Power(_TREASURER, Action.EXEMPTION, Reach.OWN),
        Power(_TREASURER, Action.BILL, Reach.OWN),  #: what is collected for it by its own tariff, likewise
        Power(_TREASURER, Action.TARIFF, Reach.OWN),  #: of its own tariff, which only a region has
    }
)


def may(user: User, action: Action, organisation: Organisation, on: date) -> bool:
    """Say whether somebody may do this for an organisation on a day."""
    held = roles(user, on)
    if not held:
        return False
    if any(each.role == _OFFICE or (each.role == _AUDITOR and action in AUDITS) for each in held):
        here = Organisation.objects.filter(pk=organisation.pk)
        return transactions.asked_once(("is here", organisation.pk), here.exists)
    line = ancestry.ancestor_ids(organisation)
    return any(
        _reaches(power.reach, line, each.organisation)
        for each in held
        for power in POWERS
        if power.role == each.role and power.action == action
    )


def actions(user: User, organisation: Organisation, on: date) -> frozenset[Action]:
    """Name everything somebody may do for an organisation on a day: a page shows no door that is locked."""
    held = roles(user, on)
    if any(each.role == _OFFICE for each in held):
        return frozenset(Action)
    line = ancestry.ancestor_ids(organisation) if held else []
    audited = AUDITS if any(each.role == _AUDITOR for each in held) else frozenset[Action]()
    return audited | frozenset(
        power.action
        for each in held
        for power in POWERS
        if power.role == each.role and _reaches(power.reach, line, each.organisation)
    )


def may_decide_below(user: User, organisation: Organisation, on: date) -> bool:
    """Say whether somebody may approve what the organisations below this one submit."""
    deciding = {_OFFICE, *(power.role for power in POWERS if power.action is Action.APPROVE)}
    if not any(each.role in deciding for each in roles(user, on)):
        return False
    below = transactions.asked_once(("first below", organisation.pk), organisation.children.order_by("pk").first)
    return below is not None and may(user, Action.APPROVE, below, on)


def visible_organisations(user: User, on: date) -> QuerySet[Organisation]:
    """Give the organisations whose affairs somebody may see on a day."""
    held = roles(user, on)
    every = Organisation.objects.order_by("name", "pk")
    if any(each.role in (_OFFICE, _AUDITOR) for each in held):
        return every
    own = {each.organisation for each in held}
    over = {each.organisation for each in held for power in POWERS if power == Power(each.role, Action.SEE, Reach.BOTH)}
    return every.filter(pk__in=own | ancestry.descendant_ids(over))


def acting_for(user: User, organisation: Organisation, on: date) -> Organisation:
    """Give the organisation for which somebody looks at one: that itself, the nearest above it, or the office."""
    own = {each.organisation for each in roles(user, on)}
    line = (organisation, *ancestry.ancestors(organisation))
    found = next((each for each in line if each.pk in own), None)
    return found or Organisation.objects.get(kind=Organisation.Kind.NATIONAL)


def _reaches(reach: Reach, line: list[int], acting: int) -> bool:
    """Say whether the acting organisation stands where the power asks it to in the line upwards."""
    if acting not in line:
        return False
    return reach is Reach.BOTH or (acting == line[0]) == (reach is Reach.OWN)
