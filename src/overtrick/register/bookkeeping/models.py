"""Tables of bookkeeping: what an account or a tax code of ours is called in another program."""

from __future__ import annotations

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class AccountCode(models.Model):
    """An account of the journal, or a tax code, as another program knows it."""

    class Kind(models.TextChoices):
        """What is named."""

        ACCOUNT = "account"
        TAX = "tax code"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    program = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=140)  #: ours; of a tax code, empty: no tax
    code = models.CharField(max_length=40)  #: theirs

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "program", "kind", "name"], name="account_code_once")
        ]
