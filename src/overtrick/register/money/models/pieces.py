"""What several tables of money share: how a fraction is kept, who did something, and two people."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from overtrick.handbooks.money import Run

#: A fraction in digits.
FRACTION = 60
RUNS = [(each.value, each.value) for each in Run]
#: A second person, and not the first one again.
BY_TWO = Q(second__isnull=False) & ~Q(second=F("made_by")) & ~Q(reason="")


def by_account(*, null: bool = False) -> models.ForeignKey[Any, Any]:
    """Name an account that did something."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=null, on_delete=models.PROTECT, related_name="+", db_index=False
    )
