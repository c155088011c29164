"""Tables for players: a number for life, and the details that change."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from overtrick.register import periods
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class Player(models.Model):
    """A person with a number. Two records of one person are merged by naming the one that stays."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="players")
    number = models.CharField(max_length=20)  #: without zeros in front; ``numbers.written`` writes it
    given = models.CharField(max_length=100, blank=True)
    family = models.CharField(max_length=100)
    born = models.DateField(null=True, blank=True)
    registered = models.DateField(null=True, blank=True)  #: the day the number was given out
    anonymous = models.BooleanField(default=False)  #: shown to nobody but the club and the office
    club_only = models.BooleanField(default=False)  #: shown to the club alone: the office knows a number
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    #: Where merges lead in the end; none: here. One step instead of a chain, for balances and lists.
    kept = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="duplicates")

    #: Stands for the name where that is not for whoever asks; never kept. See ``sight.for_office``.
    shown_as = ""

    decides_all_but = ("anonymous", "club_only")
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "number"], name="player_number"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True, kept__isnull=True)
                | Q(merged_into__isnull=False, kept__isnull=False),
                name="player_merged_leads_somewhere",
            ),
            models.CheckConstraint(
                condition=Q(kept__isnull=True) | ~Q(kept=models.F("id")), name="player_not_merged_into_itself"
            ),
            models.CheckConstraint(condition=Q(club_only=False) | Q(anonymous=True), name="player_hidden_from_all"),
        ]
        indexes = [
            models.Index(fields=["federation", "family", "given"]),
            models.Index(fields=["federation", "born"]),
            # Hardly anybody is merged: an index of all would tell the database that it is of no use.
            models.Index(fields=["kept"], name="player_merged", condition=Q(kept__isnull=False)),
            # Nor do many hide; whoever shows a name asks for them.
            models.Index(fields=["federation"], name="player_hidden", condition=Q(anonymous=True)),
            # The beginning of a number is looked for as text.
            models.Index(
                fields=["federation", "number"],
                name="player_number_begins",
                opclasses=["int8_ops", "varchar_pattern_ops"],
            ),
        ]

    def __str__(self) -> str:
        return self.shown_as or f"{self.given} {self.family}".strip()


class Contact(models.Model):
    """How a player can be reached from a day on. It decides nothing about points; what no longer holds is not kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="contacts")
    begins = models.DateField()
    title = models.CharField(max_length=20, blank=True)
    email = models.EmailField(max_length=254, blank=True)
    address = models.CharField(max_length=300, blank=True)  #: with its lines
    telephone = models.CharField(max_length=40, blank=True)

    decides_nothing = "how somebody is reached"
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "begins"], name="one_contact_from_a_day")]


class NameWord(models.Model):
    """A word of a player's name, as one spells it without accents and as it sounds: how the search box finds it."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="words")
    word = models.CharField(max_length=100)
    sound = models.CharField(max_length=40)

    decides_nothing = "made of the player's name, for the search box"
    objects = Scoped()

    class Meta:
        indexes = [
            # PostgreSQL finds the beginning of a word only through an index made for it.
            models.Index(
                fields=["federation", "word"], name="name_word_begins", opclasses=["int8_ops", "varchar_pattern_ops"]
            ),
            models.Index(fields=["federation", "sound", "word"], name="name_sounds"),
        ]


class Standing(models.Model):
    """What a player is to the federation from one day to another."""

    class Status(models.TextChoices):
        """The standings; youth is not one of them, it follows from the day of birth."""

        REGISTERED = "registered"
        POTENTIAL = "potential"  #: has a number and has not paid yet
        VISITOR = "visitor"  #: a temporary number
        OVERSEAS = "overseas"
        LAPSED = "lapsed"
        SUSPENDED = "suspended"  #: beside another standing
        DECEASED = "deceased"

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    status = models.CharField(max_length=12, choices=Status)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)  #: the last day
    reason = models.CharField(max_length=300, blank=True)

    decides_all_but = ("reason",)
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("standing_in_order"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(ends__isnull=True) & ~Q(status="suspended"), name="one_standing_goes_on"
            ),
        ]


class Membership(models.Model):
    """A player belongs to a club from one day to another: the home club, or one of the others."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="memberships")
    home = models.BooleanField(default=False)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)

    decides_all_but = ()
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("membership_in_order"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(home=True, ends__isnull=True), name="one_home_club_goes_on"
            ),
            models.UniqueConstraint(
                fields=["player", "club"], condition=Q(ends__isnull=True), name="one_membership_of_a_club_goes_on"
            ),
        ]


class Allegiance(models.Model):
    """A player belongs to a county, state or district from one day to another: to one first, to others besides."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="allegiances")
    county = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+")
    first = models.BooleanField(default=True)  #: comes before those of the clubs; others were joined besides
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)

    decides_all_but = ("first",)
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("allegiance_in_order"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(first=True, ends__isnull=True), name="one_first_county_goes_on"
            ),
            models.UniqueConstraint(
                fields=["player", "county"], condition=Q(ends__isnull=True), name="one_allegiance_to_a_county_goes_on"
            ),
        ]


class JoinRequest(models.Model):
    """A club wants to enter somebody who has a number already; the player or the office has to agree."""

    class Status(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        CONFIRMED = "confirmed"
        REFUSED = "refused"  #: by the player, by the office, or withdrawn by the club

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="join_requests")
    club = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="join_requests")
    home = models.BooleanField(default=False)  #: as the home club, which is a transfer for whoever has another
    written = models.CharField(max_length=201)  #: the name as the club wrote it: all that it sees of the player
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)

    decides_nothing = "the membership that comes of it does"
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "club"], condition=Q(status="waiting"), name="one_join_request_waits"
            ),
        ]
