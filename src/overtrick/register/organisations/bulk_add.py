"""Enters counties and clubs from a list: what is there already must be the same; a parent may stand anywhere in it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.organisations import affiliation, tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current

_LONGEST_NUMBER, _LONGEST_NAME = 20, 200


class ListedOrganisation(NamedTuple):
    """A line of the list."""

    line: int
    number: str
    name: str
    kind: str
    parent: str  #: the number of the one above; empty: the national body
    affiliated: date | None


class ComparedOrganisations(NamedTuple):
    """What is new, each after the one above it; how many are there already; and what is wrong."""

    new: list[ListedOrganisation]
    known: int
    problems: list[Problem]


Tell = Callable[[str, ListedOrganisation, str, str], None]


def compare(listed: Sequence[ListedOrganisation], file: str = "") -> ComparedOrganisations:
    """Compare a list with the tree."""
    there = {each.number: each for each in Organisation.objects.all()}
    problems: list[Problem] = []
    wanted: dict[str, ListedOrganisation] = {}
    known = 0

    def tell(code: str, each: ListedOrganisation, found: str, remedy: str) -> None:
        problems.append(Problem(found, remedy, file=file, line=each.line, code=code))

    numbers = there.keys() | {each.number for each in listed}
    for each in listed:
        same = there.get(each.number)
        if not each.number or not each.name:
            tell("value-missing", each, "A number or a name is missing.", "Write both.")
        elif len(each.number) > _LONGEST_NUMBER or len(each.name) > _LONGEST_NAME:
            found = f"The number or the name is longer than {_LONGEST_NUMBER} or {_LONGEST_NAME} characters."
            tell("value-too-long", each, found, "Write less.")
        elif each.kind not in Organisation.Kind.values:
            remedy = f"Write one of {', '.join(Organisation.Kind.values)}."
            tell("value-unreadable", each, f"{each.kind!r} is not a kind of organisation.", remedy)
            _tell_parent(each, numbers, tell)
        elif same is not None and (each.name, each.kind) != (same.name, same.kind):
            found = f"{each.number} is {same.name} ({same.kind}) already."
            tell("organisation-twice", each, found, "Give the new one another number.")
        elif same is not None:
            known += 1
        elif each.number in wanted:
            tell("organisation-twice", each, f"{each.number} is listed twice.", "Keep one.")
        elif each.kind == Organisation.Kind.NATIONAL:
            tell("organisation-twice", each, "There is a national body already.", "Remove the line.")
        else:
            wanted[each.number] = each
    return ComparedOrganisations(_in_order(wanted, set(there), tell), known, problems)


def _in_order(
    wanted: dict[str, ListedOrganisation],
    there: set[str],
    tell: Tell,
) -> list[ListedOrganisation]:
    """Put every organisation after the one above it; those whose parent is nowhere are told."""
    ordered: list[ListedOrganisation] = []
    left = list(wanted.values())
    while left:
        ready = [each for each in left if not each.parent or each.parent in there]
        if not ready:
            break
        ordered += ready
        there |= {each.number for each in ready}
        left = [each for each in left if each.number not in there]
    for each in left:
        _tell_parent(each, there, tell)
    return ordered


def _tell_parent(each: ListedOrganisation, known: Container[str], tell: Tell) -> None:
    if not each.parent or each.parent in known:
        return
    found = f"The parent {each.parent!r} of {each.name} is neither entered nor in the list."
    tell("organisation-unknown", each, found, "Add it to the list, or enter it first; the national body has 1.")


def enter(new: Iterable[ListedOrganisation], *, actor: User | None, at: datetime, reason: str = "") -> int:
    """Enter what ``compare`` found to be new; how many."""
    federation = current()
    entered = 0
    with transactions.atomic():
        known = {each.number: each for each in Organisation.objects.all()}
        top = next(each for each in known.values() if each.kind == Organisation.Kind.NATIONAL)
        for each in new:
            above = known[each.parent] if each.parent else top
            kind = Organisation.Kind(each.kind)
            made = tree.add(federation, each.number, each.name, kind, above, actor=actor, at=at, reason=reason)
            known[each.number] = made
            if each.affiliated is not None:
                affiliation.affiliate(made, each.affiliated, actor=actor, at=at, reason=reason)
            entered += 1
    return entered
