"""What regions decide for themselves: the answers that hold on a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from overtrick.handbooks import regions as rules
from overtrick.handbooks.questions import Answers, Question
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.entitlements import directory
from overtrick.register.entitlements.models import RegionChoice
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


class NotARegion(Refused):
    """Only regions choose."""


def questions(federation: Federation, on: date) -> tuple[Question, ...]:
    """List what regions may choose."""
    return rules.choices(handbook.edition_on(federation, on))


def chosen(region: Organisation, on: date) -> Answers:
    """Give what holds for a region on a day."""
    every = transactions.asked_once(("choices", region.pk), lambda: list(region.choices.order_by("begins")))
    found = [each for each in every if each.begins <= on]
    return Answers(found[-1].told if found else {})


def of_region_above(organisation: Organisation, on: date) -> Answers:
    """Give what the region of an organisation has chosen; a region is its own."""
    if not questions(organisation.federation, on):
        return Answers({})
    is_region = organisation.kind == Organisation.Kind.REGION
    region = organisation if is_region else ancestry.above(organisation, Organisation.Kind.REGION)
    return Answers({}) if region is None else chosen(region, on)


def choose(
    region: Organisation,
    answers: Mapping[str, str],
    begins: date,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> RegionChoice:
    """Let a region decide, from a day on; ``answers``, as they were typed, take the place of all earlier ones."""
    need(actor, Action.DIRECTORY, region, at)
    if region.kind != Organisation.Kind.REGION:
        raise NotARegion(
            f"{region} does not decide this.", "Choose the region that it belongs to.", code="not-for-this-region"
        )
    kept = directory.as_kept({each.name: each for each in questions(region.federation, begins)}, answers)
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(pk=region.pk))
        before = chosen(region, begins).told
        told = {name: said for name, said in kept.items() if said}
        made, _new = RegionChoice.objects.update_or_create(
            organisation=region, begins=begins, defaults={"told": told, "chosen_by": actor, "chosen_at": at}
        )
        after = {"begins": begins.isoformat(), **told}
        trail.record(actor, "region.choose", region, dict(before), after, reason, at=at)
    return made
