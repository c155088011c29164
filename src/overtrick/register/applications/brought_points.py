"""Points that a granted application credits to a player: proposed here, confirmed by a second person.

They are entries of their own, apart from the points won since. The office may apply for a player who asks it to.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.findings import Checklist
from overtrick.engine.working import Step
from overtrick.handbooks.applications import Case, Kind
from overtrick.handbooks.questions import Answers
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases, draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.errors import Refused
from overtrick.register.organisations.require import need_office
from overtrick.register.people import clubs, identity
from overtrick.register.people.models import Player


class NothingGranted(Refused):
    """The application was not granted, or credits nothing."""


class Foreseen(NamedTuple):
    """What a grant would credit, and how it stands with its conditions."""

    conditions: Checklist | None
    working: Step | None
    units: Mapping[str, int]


def kind_on(on: date) -> Kind | None:
    """Give the application of players by which points are credited; None: the handbook has none."""
    return next((each for each in cases.kinds_for(None, on) if each.credits), None)


def foresee(player: Player, told: Mapping[str, str], stated: Mapping[str, str], on: date) -> Foreseen:
    """Say what would come of an application that the office makes for a player on a day."""
    found, kind = cases.rules_on(on), kind_on(on)
    if kind is None:
        raise NothingGranted(
            "The handbook credits no such points.", "Enter points by hand instead.", code="no-points-to-bring"
        )
    decided = Answers(stated)
    case = Case(kind, None, clubs.holder(player, on), Answers(told), on, stated=decided)
    working = found.rules.outcome(found.book, case, decided)
    return Foreseen(found.rules.check(found.book, case), working, found.rules.points(found.book, case, decided))


def credited(application: Application) -> Mapping[str, int]:
    """Say what a granted application credits, in smallest units by colour."""
    if application.state != Application.State.GRANTED or application.player is None:
        return {}
    found = cases.rules_on(application.begun_at.date())
    return found.rules.points(found.book, cases.case_of(application), Answers(application.stated))


def waiting(player: Player, at: datetime) -> list[Application]:
    """List the granted applications of a player whose points nobody has proposed yet."""
    rows = Application.objects.filter(player__in=identity.identities(player), state=Application.State.GRANTED)
    listed = rows.select_related("player__kept").order_by("pk")
    return [each for each in listed if credited(each).keys() - _before(each, at)]


def propose(application: Application, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Propose the points of a granted application, all of them together; a colour proposed before is left out."""
    need_office(actor, at)
    with transactions.atomic():
        held = Application.objects.select_for_update(no_key=True, of=("self",)).get(pk=application.pk)
        brought = credited(held)
        working = outcomes.stated_step(held, held.stated)
        if not brought or held.player is None:
            raise nothing(working)
        before = _before(held, at)
        points = [ProposedPoints(colour, units, at.date()) for colour, units in brought.items() if colour not in before]
        if not points:
            raise NothingGranted(
                "The points of this application were proposed before.",
                "Look at the corrections.",
                code="proposed-before",
            )
        says = f"{_mark(held)} {working.says if working else held.title}"
        return proposals.propose_together(held.player, points, says, actor, at, shown=shown)


def nothing(working: Step | None) -> NothingGranted:
    """Say why an application credits no points, in the words of the handbook."""
    why = "; ".join(each.says for each in working.because) if working else ""
    return NothingGranted(
        f"This application credits no points. {why}".strip(),
        "Decide it in another way. Points beyond the handbook are entered by hand.",
        working.clause if working else "",
        code="no-points-to-bring",
    )


def grant_and_propose(
    player: Player,
    told: Mapping[str, str],
    stated: Mapping[str, str],
    why: str,
    *,
    actor: User,
    at: datetime,
    shown: str = "",
) -> Proposal:
    """Apply for a player who asks the office, grant it with the reason, and propose its points; answers as typed."""
    need_office(actor, at)
    kind = kind_on(at.date())
    if kind is None:
        raise NothingGranted(
            "The handbook credits no such points.", "Enter points by hand instead.", code="no-points-to-bring"
        )
    with transactions.atomic():
        made = draft.begin(identity.kept(player), kind.name, {}, actor=actor, at=at)
        mistakes = draft.answer(made, told, actor=actor, at=at)
        if mistakes:
            raise outcomes.NotStated(mistakes)
        sent = send.send(made, actor=actor, at=at)
        granted = outcomes.grant(sent, outcomes.Answer(why, typed=stated), actor=actor, at=at)
        return propose(granted, actor, at, shown=shown)


def _mark(application: Application) -> str:
    return f"Application {application.number}:"


def _before(application: Application, at: datetime) -> set[str]:
    """Name the colours that were proposed, and wait or are in the book."""
    if application.player is None:
        return set()
    return proposals.standing_colours(application.player, _mark(application), at)
