"""Which entries of the journal went out to which program: each once, and again only as a copy that says so."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Max

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import journal, moneybook
from overtrick.register.money.models import Exported
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class OutBefore(Refused):
    """Others have exported these entries since."""


class Span(NamedTuple):
    """Entries of the journal by their numbers; nothing where the last is before the first."""

    first: int
    last: int


def not_out(form: str) -> Span:
    """Give the entries that did not go out in a format yet."""
    last = Exported.objects.filter(format=form, copy=False).aggregate(last=Max("last"))["last"] or 0
    return Span(last + 1, moneybook.need_book().entry)


def keep(form: str, span: Span, content: bytes, *, actor: User, at: datetime, copy: bool = False) -> Exported:
    """Write down that entries went out; the same ones go out again only as a copy."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        end = journal.lock()
        fits = 1 <= span.first <= span.last <= end.entry
        if not fits or (not copy and span.first != not_out(form).first):
            raise OutBefore(
                "These entries are not the next ones.",
                "Make the export again, or ask for a copy.",
                code="entries-out-of-order",
            )
        made = Exported.objects.create(
            federation=current(),
            format=form,
            first=span.first,
            last=span.last,
            copy=copy,
            sha256=sha256(content).hexdigest(),
            made_by=actor,
            made_at=at,
        )
        after = {"format": form, "first": span.first, "last": span.last, "copy": copy}
        trail.record(actor, "money.export", made, None, after, at=at)
    return made
