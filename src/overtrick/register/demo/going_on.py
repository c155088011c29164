"""Takes up a demonstration that somebody interrupted: what the database says of the days that were lived."""

from __future__ import annotations

from datetime import date

from django.db.models import Max

from overtrick.handbooks.season import Size
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.competitions.models import HeldCredit, Upload
from overtrick.register.competitions.read import kept_before
from overtrick.register.demo.population import AnotherFederation
from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish, signing_key
from overtrick.register.ledger.models import Closing, Entry, Posting
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.ranks.models import promotions_here
from overtrick.register.scoping import scope


def last_day(slug: str) -> date | None:
    """Give the last day that was lived, by what the audit says it was done on; None where there is no federation."""
    found = Federation.objects.filter(slug=slug).first()
    if found is None:
        return None
    with scope(federation=found):
        last: date | None = Record.objects.aggregate(last=Max("claimed"))["last"]
    return last


def unfinished(slug: str) -> bool:
    """Say whether a demonstration was interrupted: its office has no log-ins yet."""
    return User.objects.filter(username=f"{slug}-office-1").exists()


def federation(slug: str, handbook: str, size: Size) -> Federation:
    """Give the federation that is gone on with; one that was begun otherwise is refused."""
    found = Federation.objects.get(slug=slug)
    with scope(federation=found):
        clubs = Organisation.objects.filter(kind=Organisation.Kind.CLUB).count()
        regions = Organisation.objects.filter(kind=Organisation.Kind.REGION).count()
        players = Player.objects.count()
    if (found.handbook, clubs, regions, players) != (handbook, size.clubs, size.regions, size.players):
        raise AnotherFederation
    return found


def not_understood(organisation: Organisation, content: bytes) -> bool:
    """Say whether a file came and nothing could be submitted from it."""
    upload = kept_before(organisation, content)
    return upload is not None and not upload.submissions.exists()


def unsigned() -> bool:
    """Say whether the last month was closed and no head signed over it yet; the federation is in scope."""
    last = Closing.objects.order_by("-month").first()
    return last is not None and signing_key.file().is_file() and publish.first_over(last) is None


def counted() -> dict[str, int]:
    """Count what came of it all, from the first day on; the federation is in scope."""
    held = HeldCredit.objects
    return {
        "files": Upload.objects.count(),
        "problems": Upload.objects.filter(submissions__isnull=True).count(),
        "entries": Entry.objects.filter(posting__kind=Posting.Kind.SUBMISSION).count(),
        "held": held.count(),
        "released": held.filter(released__isnull=False).count(),
        "promotions": promotions_here().count(),
        "months": Closing.objects.count(),
    }
