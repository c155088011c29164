"""Finds what stands against posting an event as its organiser submits it, and who may allow it.

It is asked when a draft is made, when it is looked at and when it is submitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Sum

from overtrick.engine.event import Event
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks import submission as charges
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.submission import Decider, Objection, Organiser
from overtrick.register.competitions import licence_check
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.licence_check import Leave
from overtrick.register.competitions.models import Competition, HeldCredit, Submission
from overtrick.register.competitions.quota_check import is_let_beyond, used_up
from overtrick.register.ledger.models import Entry

#: More points than were authorised wait for approval in any case, whoever submits them.
ABOVE_AUTHORISED = "points-above-authorised"


class KeptObjection(NamedTuple):
    """An objection as a submission keeps it."""

    code: str
    says: str
    clause: str
    decider: str


def against(
    submission: Submission,
    edition: Edition,
    settings: Mapping[str, str],
    event: Event,
    units: Mapping[str, int] | None,
    joined: Under,
) -> list[Objection]:
    """Find what stands against an event whose awards add up to so many units by colour; None: not to be added up."""
    rules = charges.of(edition)
    book = edition.book(submission.begins, settings or None)
    whose = joined.whose()
    found = list(rules.objections(book, whose, event))
    found += _against_leave(licence_check.leave(submission, event, units, joined))
    if found or (whose.planned is not None and whose.planned.excepted):
        return found
    quota = rules.quota(book, whose, event)
    if quota is None or quota.holds is not False or is_let_beyond(submission, edition, book, joined, event):
        return found
    if used_up(submission, edition, book, joined, event) is None:
        says = _step("{name} may not run such an event by itself", quota.working, name=whose.name)
        found.append(Objection("beyond-entitlement", says, Decider.OFFICE))
    return found


def _step(sentence: str, because: Step, **values: object) -> Step:
    return step(sentence, 0, NOTHING, (because,), because.clause, **values)


def against_points(
    submission: Submission, edition: Edition, settings: Mapping[str, str], colours: Iterable[str], whose: Organiser
) -> list[Objection]:
    """Find what stands against points of some colours without results."""
    rules = charges.of(edition)
    book = edition.book(submission.begins, settings or None)
    found = (rules.objection_to_colour(book, whose, each) for each in dict.fromkeys(colours))
    return [each for each in found if each is not None]


def _against_leave(leave: Leave | None) -> list[Objection]:
    if leave is None:
        return []
    licence = leave.required.licence
    decider = Decider.ABOVE if licence.by_above else Decider.OFFICE
    if leave.licence is None:
        says = _step("A licence is needed and is not on record: {name}", leave.required.working, name=licence.name)
        return [Objection("licence-missing", says, decider)]
    if leave.late and leave.in_time is not None:
        says = _step("Licence {number} was not granted before play", leave.in_time.working, number=leave.licence)
        return [Objection("licence-late", says, decider)]
    if leave.exceeded and leave.total is not None:
        says = _step(
            "These are more points than authorisation {number} allows", leave.total.working, number=leave.licence
        )
        return [Objection(ABOVE_AUTHORISED, says, Decider.ABOVE)]
    return []


def to_allow(
    submission: Submission, found: Iterable[Objection], before: Submission | None, units: Mapping[str, int]
) -> list[Objection]:
    """Leave out what was allowed to ``before``, the version that counts: the same reason does not hold a correction.

    It is another reason on another day of play. More points than were authorised were allowed up to what they were.
    """
    listed = list(found)
    if not listed or before is None or before.begins != submission.begins or not _is_allowed(before):
        return listed
    known = {(each.code, each.says, each.clause) for each in of(before)}
    return [
        each
        for each in listed
        if (each.code, each.working.says, each.working.clause) not in known
        or each.decider is Decider.NOBODY
        or (each.code == ABOVE_AUTHORISED and _is_worth_more(units, before.competition))
    ]


def _is_allowed(before: Submission) -> bool:
    """Say whether somebody approved a version, or let it through by submitting it."""
    return before.status == Submission.Status.APPROVED or not before.held_back


def _is_worth_more(units: Mapping[str, int], competition: Competition) -> bool:
    """Say whether so many units by colour are more than a competition brought so far."""
    posted = Entry.objects.filter(posting__submission__competition=competition)
    waiting = HeldCredit.objects.filter(submission__competition=competition, released=None, dropped="")
    so_far: dict[str, int] = {}
    for colour, some in [
        *posted.values_list("colour").annotate(Sum("units")),
        *waiting.values_list("colour").annotate(Sum("units")),
    ]:
        so_far[colour] = so_far.get(colour, 0) + some
    return any(some > so_far.get(colour, 0) for colour, some in units.items())


def decider(found: Sequence[Objection]) -> Decider | None:
    """Say who decides about an event with these objections: the highest of those who may allow one."""
    order = (Decider.NOBODY, Decider.OFFICE, Decider.ABOVE)
    return min((each.decider for each in found), key=order.index, default=None)


def kept(found: Iterable[Objection]) -> list[KeptObjection]:
    """Write objections down as a submission keeps them."""
    return [KeptObjection(each.code, each.working.says, each.working.clause, each.decider.value) for each in found]


def of(submission: Submission) -> list[KeptObjection]:
    """Give the objections that a submission keeps."""
    return [KeptObjection(*each) for each in submission.objections]


def sentence(found: Iterable[Objection]) -> str:
    """Say what stands against an event, with the clauses."""
    return " ".join(f"{each.working.says} (§ {each.working.clause})." for each in found)
