"""Divides the points again when a merge of two records is undone, by the number they were won under.

While two records are merged, what comes under either number is credited to the one that stays. When the merge is
undone, that is taken back and credited again to the record whose number it was; or held, where that one may not have
it. Entries that were made before the merge are with their record anyway. Without a number it is the record's of whom
somebody said so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import Q

from overtrick.handbooks.record import Goes
from overtrick.register.accounts.models import User
from overtrick.register.competitions import charge, claims, event_store, post, reconcile
from overtrick.register.competitions.credits import Credit, won_before
from overtrick.register.competitions.models import COUNTING, Assessment, Competition, HeldCredit, Seat, Submission
from overtrick.register.competitions.named_players import Named
from overtrick.register.competitions.reconcile import CountedEntry
from overtrick.register.federations import numbers
from overtrick.register.people import identity, point_destination
from overtrick.register.people.models import Player


def parted_again(
    sender: object, kept: Player, duplicate: Player, actor: User | None, at: datetime, reason: str, **_more: object
) -> None:
    """Hear that a merge was undone, in the same transaction."""
    del sender  # Django names one
    own = Player.objects.filter(pk__in=identity.identities(duplicate)).values_list("number", flat=True)
    written = {each for number in own for each in (number, numbers.written(duplicate.federation, number))}
    seats = Seat.objects.filter(
        Q(number__in=written, player=kept) | Q(player__in=identity.identities(duplicate)),
        submission__status__in=COUNTING,
    )
    seats = seats.select_related("submission__competition", "submission__federation").order_by("submission", "pk")
    which = set(seats.values_list("submission__competition", flat=True))
    list(Competition.objects.select_for_update(no_key=True).filter(pk__in=which).order_by("pk"))
    for _number, seated in groupby(seats, key=lambda each: each.submission_id):
        listed = list(seated)
        _part(listed[0].submission, listed, duplicate, kept, actor, at, reason)
    waiting = HeldCredit.objects.filter(player=kept, number__in=written, released__isnull=True, dropped="")
    waiting.update(player=duplicate)


def _part(
    submission: Submission,
    seats: Sequence[Seat],
    duplicate: Player,
    kept: Player,
    actor: User | None,
    at: datetime,
    reason: str,
) -> None:
    """Take back what the other was credited with in these seats, and credit or hold it again."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(player=duplicate)
    people = {Named(seat.contestant, seat.name, seat.number) for seat in seats}
    assessment = submission.assessments.order_by("pk").last() if submission.event_id else None
    left: dict[tuple[str, str, int], list[CountedEntry]] = defaultdict(list)
    for each in reconcile.counted(submission.competition):
        if each.credit.player == kept.pk:
            left[each.credit.stage, each.credit.colour, each.credit.units].append(each)
    wrong: list[CountedEntry] = []
    right: list[Credit] = []
    held: list[Credit] = []
    for credit in _won(submission, assessment, people):
        entries = left[credit.stage[:200], credit.colour, credit.units]
        if not entries:
            continue  # it waits, or is lost
        wrong.append(entries.pop())
        goes, working = point_destination.destination(duplicate, submission.begins, at.date())
        if goes is Goes.CREDITED:
            right.append(credit._replace(player=duplicate.pk))
        else:
            lost = goes is Goes.DROPPED
            held.append(credit._replace(player=duplicate.pk, why=working.says, clause=working.clause, lost=lost))
    if not wrong:
        return
    again = post.keep_again(assessment, at) if assessment else None
    change = reconcile.EventDifference(tuple(wrong), tuple(right))
    post.post_difference(submission, change, again, actor, at, f"The merge was undone: {reason}"[:500])
    if assessment is not None and again is not None:
        # What is held goes with the last assessment, the rest of it too.
        HeldCredit.objects.filter(assessment=assessment, released__isnull=True).update(assessment=again)
    post.hold(submission, again, held)
    charge.charge_again(submission, actor, at, reason=f"The merge was undone: {reason}")


def _won(submission: Submission, assessment: Assessment | None, people: set[Named]) -> list[Credit]:
    """List what these people won."""
    if assessment is None:
        listed = claims.points_of(submission.claims, submission.begins)
    else:
        listed = won_before(event_store.awards_of(assessment), submission.begins)
    return [each for each in listed if each.who in people]
