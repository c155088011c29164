"""The account of a person who logs in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who may act: for an organisation as its officer, or for themself as a player."""

    player = models.OneToOneField(
        "people.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="account"
    )

    decides_as = "account"
    decides = ("player_id", "is_active", "is_staff", "is_superuser")
    decides_where = "player_id is not null or is_staff or is_superuser or not is_active"
