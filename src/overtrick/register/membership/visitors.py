"""Visitors: the handbook says under which number they play, and the organiser or the office gives it."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import QuerySet

from overtrick.handbooks.record import NumberKind, VisitorFacts, VisitorRule
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook, numbers
from overtrick.register.membership.models import Visitor
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, duplicates, registration
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current

#: A temporary number has so many digits.
_DIGITS = 6
_AUDITED = ("organisation", "kind", "number", "union", "country", "forwarded", "since")


class NoVisitors(Refused):
    """The visitor cannot be entered."""


def unions(on: date) -> tuple[str, ...] | None:
    """Name the unions whose number a visitor may use; None where the handbook does not tell of visitors."""
    return clubs.rules(on).visitor_unions(handbook.book_on(current(), on))


def of(organisation: Organisation) -> QuerySet[Visitor]:
    """List the visitors that an organisation entered, the latest first."""
    return Visitor.objects.filter(organisation=organisation).order_by("-since", "-pk")


def enter(
    applicant: Applicant, facts: VisitorFacts, organisation: Organisation, on: date, *, actor: User | None, at: datetime
) -> Visitor:
    """Give a visitor a number; whoever was entered before with the same union and number is given again."""
    need(actor, Action.REGISTER, organisation, at)
    if not applicant.family.strip():
        raise registration.NoName(
            "There is no family name.", "Write the family name, or the only name there is.", code="name-missing"
        )
    with transactions.atomic():
        known = _known(facts, organisation)
        if known is not None:
            return known
        own = numbers.key(current(), facts.number)
        taken = not own or not numbers.check(current(), own).ok or Player.objects.filter(number=own).exists()
        rule = _rule(facts, organisation, on, taken=taken)
        number, player = _numbered(applicant, rule, own, organisation, on, actor, at)
        made = Visitor.objects.create(
            organisation=organisation,
            kind=str(rule.kind),
            number=number,
            given=applicant.given.strip(),
            family=applicant.family.strip(),
            union=facts.union,
            number_there=facts.number.strip()[:30],
            country=facts.country.strip()[:60],
            forwarded=rule.forwarded,
            since=on,
            player=player,
        )
        subject = player or organisation
        trail.record(actor, "visitor.enter", subject, None, trail.values_of(made, *_AUDITED), at=at)
    return made


def _known(facts: VisitorFacts, organisation: Organisation) -> Visitor | None:
    """Find who was here before: anywhere in the federation by a number of ours, else at this organiser."""
    if not facts.union or not facts.number.strip():
        return None
    same = Visitor.objects.filter(union=facts.union, number_there=facts.number.strip()).order_by("pk")
    return same.filter(player__isnull=False).first() or same.filter(organisation=organisation).first()


def _rule(facts: VisitorFacts, organisation: Organisation, on: date, *, taken: bool) -> VisitorRule:
    rule = clubs.rules(on).visitor(handbook.book_on(current(), on), facts, organisation.name, taken=taken)
    if rule is None:
        raise NoVisitors(
            "The handbook does not tell of visitors.",
            "Ask the office how to register them.",
            code="handbook-without-visitors",
        )
    if rule.refused:
        raise NoVisitors(
            f"{rule.working.says}.",
            "Register them as a newcomer.",
            rule.working.clause,
            code="visitor-against-the-rules",
        )
    return rule


def _numbered(
    applicant: Applicant,
    rule: VisitorRule,
    own: str,
    organisation: Organisation,
    on: date,
    actor: User | None,
    at: datetime,
) -> tuple[str, Player | None]:
    """Give the number, and the record where the register has one for it."""
    if rule.kind is NumberKind.TEMPORARY:
        return _next_temporary(rule, organisation), None
    club = _club(rule.club) if rule.club else None
    wanted = applicant._replace(number=own if rule.kind is NumberKind.OWN else "")
    others = [each.player.number for each in duplicates.candidates(wanted)]
    done = registration.enter_new(
        wanted,
        on,
        status=Standing.Status(rule.status),
        club=club,
        despite=others,
        actor=actor,
        at=at,
        reason=f"visitor at {organisation}",
    )
    if done.player is None:
        raise NoVisitors(f"The number {own} is in use.", "Leave the number out.", code="number-taken")
    return done.player.number, done.player


def _club(name: str) -> Organisation:
    found = Organisation.objects.filter(name__iexact=name, kind=Organisation.Kind.CLUB).first()
    if found is None:
        raise NoVisitors(
            f"There is no club {name!r}, which the handbook names for visitors.",
            "Ask the office to add it.",
            code="no-such-club",
        )
    return found


def _next_temporary(rule: VisitorRule, organisation: Organisation) -> str:
    """Give the next number of the range, unique at this organiser."""
    if not rule.prefix:
        raise NoVisitors(
            "The office has set no range of temporary numbers.",
            "Ask the office to set one, or register them as a newcomer.",
            rule.working.clause,
            code="number-range-missing",
        )
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    first = int(rule.prefix.ljust(_DIGITS, "0"))
    taken = {
        int(each) for each in of(organisation).filter(kind=Visitor.Kind.TEMPORARY).values_list("number", flat=True)
    }
    number = max((each for each in taken if str(each).startswith(rule.prefix)), default=first) + 1
    if not str(number).startswith(rule.prefix):
        raise NoVisitors(
            "The range of temporary numbers is used up.", "Ask the office to set another.", code="no-numbers-left"
        )
    return str(number)
