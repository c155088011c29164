"""Sets a federation up with the defaults of its handbook, and changes its settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import take_over, trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


class ShortNameTaken(Refused):
    """Another federation has this short name."""


class Unfit(Refused):
    """The handbook, or a setting of it, does not exist."""


class Ways(NamedTuple):
    """What a federation may choose; None: as its handbook has it."""

    settings: Mapping[str, str] | None = None
    languages: tuple[str, ...] | None = None
    first_number: int | None = None
    results_due_days: int | None = None
    closes_after_days: int | None = None
    approval: Federation.Approval | None = None
    governs: Federation.Governs | None = None


_DEFAULT = Ways()


def found(
    slug: str, name: str, handbook: str, ways: Ways = _DEFAULT, *, actor: User | None, at: datetime
) -> Federation:
    """Found a federation; what it does not choose is as its handbook has it."""
    try:
        edition = handbooks.get(handbook).latest
        edition.book(settings=ways.settings)
    except (handbooks.NoHandbook, handbooks.BadSetting) as error:
        said = f"{str(error)[:1].upper()}{str(error)[1:]}."
        raise Unfit(
            said,
            "Choose one of those.",
            code="handbook-unknown" if isinstance(error, handbooks.NoHandbook) else "setting-unknown",
        ) from error
    usual = record.ways(edition)
    with transactions.atomic():
        if Federation.objects.filter(slug=slug).exists():
            raise ShortNameTaken(
                f"There is already a federation {slug!r}.", "Choose another short name.", code="short-name-taken"
            )
        take_over.begin()
        made = Federation.objects.create(
            slug=slug,
            name=name,
            handbook=handbook,
            settings=dict(ways.settings or {}),
            languages=list(ways.languages or usual.languages),
            next_number=usual.first_number if ways.first_number is None else ways.first_number,
            results_due_days=usual.results_due if ways.results_due_days is None else ways.results_due_days,
            closes_after_days=usual.closes_after if ways.closes_after_days is None else ways.closes_after_days,
            approval=ways.approval or Federation.Approval(usual.approval),
            governs=ways.governs or Federation.Governs.FIRST_DAY,
        )
        trail.record(actor, "federation.found", made, None, _audit_values(made), at=at)
    return made


def change(federation: Federation, ways: Ways, *, actor: User | None, at: datetime, reason: str = "") -> Federation:
    """Change what the federation chose; what is None in ``ways`` stays as it is."""
    need(actor, Action.SETTINGS, None, at)
    with transactions.atomic():
        now = Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
        before = _audit_values(now)
        if ways.settings is not None:
            try:
                handbooks.get(now.handbook).latest.book(settings=ways.settings)
            except handbooks.BadSetting as error:
                raise Unfit(f"{error}.", "Choose one of those.", code="setting-unknown") from error
            now.settings = dict(ways.settings)
        now.languages = now.languages if ways.languages is None else list(ways.languages)
        now.next_number = now.next_number if ways.first_number is None else ways.first_number
        for name in ("results_due_days", "closes_after_days", "approval", "governs"):
            if (chosen := getattr(ways, name)) is not None:
                setattr(now, name, chosen)
        if _audit_values(now) != before:
            now.save()
            trail.record(actor, "federation.change", now, before, _audit_values(now), reason, at=at)
    return now


def _audit_values(federation: Federation) -> trail.Change:
    own = ("name", "handbook", "settings", "languages", "next_number")
    return trail.values_of(federation, *own, "results_due_days", "closes_after_days", "approval", "governs")
