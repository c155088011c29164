"""Changes of settings that apply from a day, made today or in advance.

A setting of the handbook holds for play from that day on, a deadline for results of play from that day on, the days a
month stays open for months that end from that day on, and who approves for what is submitted from that day on. Who
needs a second factor is asked at each log-in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from overtrick.handbooks import edition as handbooks
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federation_settings import setup
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


class TooLate(Refused):
    """The day has passed: what was played since then is in the book."""


class NotPlanned(Refused):
    """There is no such change to withdraw."""


class NoChange(Refused):
    """Everything is so already."""


class SettingsChange(NamedTuple):
    """What changes; what is None stays."""

    settings: Mapping[str, str | None] | None = None  #: by name; None: as the handbook is read
    results_due_days: int | None = None
    closes_after_days: int | None = None
    approval: Federation.Approval | None = None
    governs: Federation.Governs | None = None
    second_factor: Federation.SecondFactor | None = None


class ScheduledChange(NamedTuple):
    """A change with its first day, by whom and why."""

    number: int
    begins: date
    by: str
    reason: str
    changes: dict[str, Any]  #: settings and ways by name


def plan(
    federation: Federation, change: SettingsChange, begins: date, *, actor: User, at: datetime, reason: str
) -> Federation:
    """Change something from a day on, today or later."""
    need(actor, Action.SETTINGS, None, at)
    if begins < at.date():
        found = f"{begins} is in the past, and events played since then are in the book."
        raise TooLate(found, "Choose today or a later day.", code="setting-in-the-past")
    with transactions.atomic():
        now = Federation.objects.select_for_update().get(pk=federation.pk)
        changes = _differing(now, change, begins)
        if not changes:
            raise NoChange(
                "Nothing would change on that day.", "Choose another value, or cancel.", code="nothing-would-change"
            )
        number = max((each["number"] for each in now.later), default=0) + 1
        made = {
            "number": number,
            "from": begins.isoformat(),
            "by": actor.get_full_name() or actor.username,
            "reason": reason,
            "changes": changes,
        }
        now.later = sorted([*now.later, made], key=lambda each: (each["from"], each["number"]))
        _check(now, begins, changes.get("settings", {}))
        now.save(update_fields=["later"])
        trail.record(actor, "federation.plan", now, None, made, reason, at=at)
    return now


def withdraw(federation: Federation, number: int, *, actor: User, at: datetime, reason: str) -> Federation:
    """Take back a change whose day is still to come."""
    need(actor, Action.SETTINGS, None, at)
    with transactions.atomic():
        now = Federation.objects.select_for_update().get(pk=federation.pk)
        found = next((each for each in now.later if each["number"] == number), None)
        if found is None or date.fromisoformat(found["from"]) <= at.date():
            raise NotPlanned(
                "This change is already in force.", "Change it back from a later day.", code="setting-in-force"
            )
        now.later = [each for each in now.later if each is not found]
        now.save(update_fields=["later"])
        trail.record(actor, "federation.withdraw", now, found, None, reason, at=at)
    return now


def planned(federation: Federation) -> list[ScheduledChange]:
    """List every change with its day, the latest day first."""
    return [
        ScheduledChange(each["number"], date.fromisoformat(each["from"]), each["by"], each["reason"], each["changes"])
        for each in reversed(federation.later)
    ]


def _differing(federation: Federation, change: SettingsChange, begins: date) -> dict[str, Any]:
    """Keep of a change what is not so already."""
    before = federation.ways(begins)
    found: dict[str, Any] = {}
    for name in ("results_due_days", "closes_after_days", "approval", "governs", "second_factor"):
        wanted = getattr(change, name)
        if wanted is not None and wanted != getattr(before, name):
            found[name] = wanted if isinstance(wanted, int) else str(wanted)
    settings = {name: value for name, value in (change.settings or {}).items() if before.settings.get(name) != value}
    return found | ({"settings": settings} if settings else {})


def _check(federation: Federation, begins: date, settings: Mapping[str, str | None]) -> None:
    """Refuse a setting that the handbook of that day does not know."""
    chosen = {name: value for name, value in settings.items() if value is not None}
    try:
        handbook.edition_on(federation, begins).book(begins, chosen)
    except handbooks.BadSetting as error:
        raise setup.Unfit(f"{error}.", "Choose one of those.", code="setting-unknown") from error
