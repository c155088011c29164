"""Tables for the tree of organisations, their affiliation and their officers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register import periods
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Organisation(models.Model):
    """Who runs events: the national body, a county, a club, a league, a licensed organiser."""

    class Kind(models.TextChoices):
        """What it is to the federation."""

        NATIONAL = "national"
        REGION = "region"  #: a county, an area, a state, a district
        CLUB = "club"
        LEAGUE = "league"
        ORGANISER = "organiser"  #: licensed, belongs to nobody else

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="organisations")
    number = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="organisation_number")]

    def __str__(self) -> str:
        return self.name


class OrganisationContact(models.Model):
    """Where letters to an organisation go."""

    organisation = models.OneToOneField(Organisation, on_delete=models.PROTECT, related_name="contact")
    email = models.EmailField(max_length=254, blank=True)
    address = models.CharField(max_length=300, blank=True)  #: with its lines
    telephone = models.CharField(max_length=40, blank=True)

    decides_nothing = "how an organisation is reached"
    scope = "organisation__federation"
    objects = Scoped()


class Affiliation(models.Model):
    """From one day to another an organisation belongs to the federation."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="affiliations")
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)  #: the last day

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("affiliation_in_order"),
            models.UniqueConstraint(
                fields=["organisation"], condition=models.Q(ends__isnull=True), name="affiliated_once"
            ),
        ]


class Officer(models.Model):
    """Somebody who may act for an organisation, in a role, from one day to another."""

    class Role(models.TextChoices):
        """What an officer may do."""

        SCORER = "scorer"  #: upload and submit
        SECRETARY = "secretary"  #: also members, and approve what comes from below
        TREASURER = "treasurer"  #: what the organisation owes
        AUDITOR = "auditor"  #: of the national body: sees everybody's money, and changes nothing
        OFFICE = "office"  #: of the national body: everything

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="officers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="offices")
    role = models.CharField(max_length=12, choices=Role)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("office_in_order"),
            models.UniqueConstraint(
                fields=["organisation", "user", "role"], condition=models.Q(ends__isnull=True), name="office_held_once"
            ),
        ]


class Licence(models.Model):
    """From one day to another an organisation may do something that its handbook makes somebody allow."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="licences")
    number = models.CharField(max_length=30)  #: as it stands on the paper
    allows = models.CharField(max_length=100)  #: in the handbook's words: "blue event", "red points"
    colour = models.CharField(max_length=20, blank=True)  #: of the points that have a total
    units = models.BigIntegerField(null=True, blank=True)  #: that total, in smallest units
    conditions = models.CharField(max_length=500, blank=True)
    event = models.CharField(max_length=300, blank=True)  #: the one event it is for; empty: any of its kind
    #: what it says of the event: status, category, grade; words that a results file may leave open
    states: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)
    #: what decides its fee, as it was granted and as its event was played: see ``handbooks.licence_questions``
    fee_told: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)
    fee_played: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)
    revoked_on = models.DateField(null=True, blank=True)  #: from this day on it does not hold
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    granted_on = models.DateField()  #: by the paper; it may have been entered later
    granted_at = models.DateTimeField()

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [periods.in_order("licence_in_order")]
        indexes = [models.Index(fields=["organisation", "allows"])]

    def __str__(self) -> str:
        return self.number
