"""Merges two records of one person. One stays, both numbers lead to it, and the book is not touched.

Nothing is moved: clubs, standings and entries stay with their record and are read together. So a merge can be undone;
what was credited in between then goes back by the numbers under which it was won.
"""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import signals
from overtrick.register.people.models import Player


class CannotMerge(Refused):
    """These two cannot be merged."""


class NotMerged(Refused):
    """The record was not merged."""


def merge(keep: Player, duplicate: Player, reason: str, *, actor: User | None, at: datetime) -> Player:
    """Say that two records are one person, and which one stays; gives that one. What waited for either goes to it."""
    need(actor, Action.MERGE, None, at)
    if not reason.strip():
        raise CannotMerge("There is no reason.", "Say how you know that the two are one person.", code="reason-missing")
    with transactions.atomic():
        _lock(keep)
        keep.refresh_from_db()
        duplicate.refresh_from_db()
        root = keep.kept or keep
        if duplicate.federation_id != root.federation_id:
            found = f"{duplicate} ({duplicate.number}) is a player of another federation."
            raise CannotMerge(
                found, "Each federation keeps its own record of a person.", code="player-of-another-federation"
            )
        if duplicate.merged_into_id is not None:
            found = f"{duplicate} ({duplicate.number}) was merged already."
            raise CannotMerge(found, "Undo that first if it was wrong.", code="merged-already")
        if root.pk == duplicate.pk:
            found = f"{keep} ({keep.number}) and {duplicate} ({duplicate.number}) are already one record."
            raise CannotMerge(found, "To keep the other record, undo the merge first.", code="one-record-already")
        duplicate.merged_into = root
        duplicate.kept = root
        duplicate.save(update_fields=["merged_into", "kept"])
        Player.objects.filter(kept=duplicate).update(kept=root)
        after = {"merged_into": root.number}
        trail.record(actor, "player.merge", duplicate, {"merged_into": None}, after, reason, at=at)
        trail.record(actor, "player.merge", root, None, {"merged": duplicate.number}, reason, at=at)
        signals.tell([root], actor, at)
        signals.merged.send(None, kept=root, duplicate=duplicate, actor=actor, at=at)
    return root


def unmerge(duplicate: Player, reason: str, *, actor: User | None, at: datetime) -> Player:
    """Undo a merge: the record stands for itself again, with all that had been merged into it.

    What was credited to the other under this record's number meanwhile goes back to it.
    """
    need(actor, Action.MERGE, None, at)
    with transactions.atomic():
        _lock(duplicate)
        duplicate.refresh_from_db()
        root = duplicate.merged_into
        if root is None:
            raise NotMerged(
                f"{duplicate} ({duplicate.number}) was not merged.", "There is nothing to undo.", code="not-merged"
            )
        duplicate.merged_into = None
        duplicate.kept = None
        duplicate.save(update_fields=["merged_into", "kept"])
        Player.objects.filter(pk__in=below(duplicate)).update(kept=duplicate)
        trail.record(actor, "player.unmerge", duplicate, {"merged_into": root.number}, None, reason, at=at)
        trail.record(actor, "player.unmerge", root, {"merged": duplicate.number}, None, reason, at=at)
        signals.parted.send(None, kept=root.kept or root, duplicate=duplicate, actor=actor, at=at, reason=reason)
    return duplicate


def below(player: Player) -> list[int]:
    """Name the records that were merged into this one, directly or not."""
    found: list[int] = []
    level = [player.pk]
    while level:
        level = list(Player.objects.filter(merged_into__in=level).values_list("pk", flat=True))
        found += level
    return found


def _lock(player: Player) -> None:
    """Let merges of a federation wait for each other: two that are each harmless could make a ring together."""
    Federation.objects.select_for_update(no_key=True).get(pk=player.federation_id)
