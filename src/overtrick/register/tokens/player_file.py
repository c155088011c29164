"""The office allows an organisation to fetch the national player file, and ends that."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.require import need_office
from overtrick.register.tokens.models import FilePermission

LONGEST_PURPOSE = 300
_AUDITED = ("begins", "ends", "purpose")
#: Asks whether the organisation of a token may fetch it on a day; a personal token has none.
ALLOWED = """
    select 1 from tokens_filepermission as allowed
    where allowed.organisation_id = token.organisation_id
    and allowed.begins <= %s and (allowed.ends is null or allowed.ends >= %s)
"""


class AllowedAlready(Refused):
    """The organisation may fetch it already."""


class NotAllowedYet(Refused):
    """Nobody allowed it."""


class NoPurpose(Refused):
    """Nobody said what it is for."""


def is_allowed(organisation: Organisation, on: date) -> bool:
    """Say whether an organisation may fetch the player file on a day."""
    return permission_of(organisation, on) is not None


def permission_of(organisation: Organisation, on: date) -> FilePermission | None:
    """Give the permission that an organisation has on a day."""
    return FilePermission.objects.filter(periods.during(on), organisation=organisation).first()


def allow(organisation: Organisation, purpose: str, *, actor: User, at: datetime, reason: str = "") -> FilePermission:
    """Let an organisation fetch the player file from today on."""
    need_office(actor, at)
    said = " ".join(purpose.split())
    if not said:
        raise NoPurpose(
            "Nobody has said what the player file is for.", "Say what it is used for.", code="purpose-missing"
        )
    if len(said) > LONGEST_PURPOSE:
        raise NoPurpose(
            "The purpose is too long.", f"Use at most {LONGEST_PURPOSE} characters.", code="purpose-too-long"
        )
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        if permission_of(organisation, at.date()) is not None:
            raise AllowedAlready(
                f"{organisation} may fetch the player file already.",
                "There is nothing to do.",
                code="player-file-allowed-already",
            )
        made = FilePermission.objects.create(organisation=organisation, begins=at.date(), purpose=said)
        trail.record(actor, "player-file.allow", organisation, None, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def withdraw(organisation: Organisation, *, actor: User, at: datetime, reason: str = "") -> None:
    """Let an organisation fetch it no more, from this moment on. Its tokens stay, without this scope."""
    need_office(actor, at)
    with transactions.atomic():
        held = FilePermission.objects.select_for_update().filter(organisation=organisation, ends=None).first()
        if held is None:
            raise NotAllowedYet(
                f"{organisation} may not fetch the player file.",
                "There is nothing to do.",
                code="player-file-not-allowed",
            )
        before = trail.values_of(held, *_AUDITED)
        after = trail.values_of(held, *_AUDITED) if periods.end(held, at.date() - timedelta(days=1)) else None
        trail.record(actor, "player-file.end", organisation, before, after, reason, at=at)
