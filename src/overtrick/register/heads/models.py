"""Tables for signed heads: the logs there are, their heads, and the nodes of their trees. Rows are never changed."""

from __future__ import annotations

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Log(models.Model):
    """A book or an audit as outsiders know it, by its origin; or the heads of all federations together."""

    class Kind(models.TextChoices):
        """What the leaves of its tree are."""

        BOOK = "book"  #: the hashes of a federation's book, in the order of its chain
        AUDIT = "audit"  #: the same of its audit
        HEADS = "heads"  #: the heads of all books and audits, in the order in which they were made

    federation = models.ForeignKey(Federation, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=5, choices=Kind)
    origin = models.CharField(max_length=200, unique=True)  #: stands in every head

    decides_nothing = "it is compared with published heads"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "kind"], name="log_of_a_federation_once"),
            models.UniqueConstraint(
                fields=["kind"], condition=models.Q(federation__isnull=True), name="log_of_all_once"
            ),
        ]


class Head(models.Model):
    """How long a log was, and the root of its tree, signed."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="heads")
    number = models.PositiveIntegerField()  #: counted from 1 within the log
    size = models.BigIntegerField()
    root = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()
    key = models.CharField(max_length=300)  #: the verifier key of whoever signed it
    note = models.TextField()  #: the head itself, as it is published
    leaf = models.BigIntegerField(null=True)  #: its place in the log of all heads, which has none itself
    marks = models.BinaryField(null=True)  #: as a node has them, of the leaves behind the last full 16

    decides_nothing = "it is signed"
    scope = "log__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["log", "number"], name="head_numbered_once"),
            models.UniqueConstraint(fields=["leaf"], name="head_in_one_place"),
        ]


class Cosignature(models.Model):
    """A witness outside signed a head."""

    head = models.ForeignKey(Head, on_delete=models.PROTECT, related_name="cosignatures")
    name = models.CharField(max_length=200)
    at = models.DateTimeField()  #: as the witness says
    line = models.CharField(max_length=500)  #: of the note

    decides_nothing = "it is signed by somebody outside"
    scope = "head__log__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["head", "line"], name="cosigned_once")]


class Node(models.Model):
    """The hash of a full part of a tree: of 16 leaves, of 256, and so on. It is written when a head is made."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="+", db_index=False)
    level = models.PositiveSmallIntegerField()
    place = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)
    marks = models.BinaryField(null=True)  #: on the lowest level, the first bytes of each leaf's hash

    decides_nothing = "verify --against works without it"
    scope = "log__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["log", "level", "place"], name="node_in_one_place")]


class Witnessed(models.Model):
    """A head of somebody else that this office signed as a witness. The next one must continue it."""

    origin = models.CharField(max_length=200)
    size = models.BigIntegerField()
    root = models.BinaryField(max_length=32)
    key = models.CharField(max_length=300)  #: the verifier key by which it was believed
    note = models.TextField()
    at = models.DateTimeField()

    decides_nothing = "it is about the book of somebody else"

    class Meta:
        indexes = [models.Index(fields=["origin", "size"])]
