"""Letters that tell an organisation what it is allotted, to everybody who acts for it as secretary."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.entitlements.models import Allotment
from overtrick.register.mail import outbox
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.scoping import current


def tell(allotment: Allotment, title: str, figure: int, at: datetime) -> None:
    """Queue a letter to each secretary of the organisation who has an address."""
    here = current()
    for each in officers.officers_of(allotment.organisation, at.date()):
        if each.role != Officer.Role.SECRETARY or not each.user.email:
            continue
        key = f"allotment {allotment.pk} {figure} {each.user_id}"
        facts = {"club": str(allotment.organisation), "year": str(allotment.year), "what": title.lower()}
        outbox.queue(here, key, each.user.email, "allotment", each.user.language, at, figure=str(figure), **facts)
