"""What documents say of an organisation besides its name and address: tax number, bank, where to ask."""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.money.models import BillingDetails
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


def change(
    organisation: Organisation, *, tax_number: str, bank: str, contact: str, actor: User, at: datetime
) -> BillingDetails:
    """Change what future documents say of an organisation."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        row = BillingDetails.objects.filter(organisation=organisation).first()
        row = row or BillingDetails(organisation=organisation)
        names = ("tax_number", "bank", "contact")
        before = trail.values_of(row, *names) if row.pk else None
        row.tax_number, row.bank, row.contact = tax_number.strip()[:40], bank.strip()[:300], contact.strip()[:200]
        row.save()
        trail.record(actor, "billing.details", organisation, before, trail.values_of(row, *names), at=at)
    return row
