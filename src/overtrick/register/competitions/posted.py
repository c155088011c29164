"""What of a competition stands in the book, and what has to be posted so that it is as it should be?

Entries that are right stay as they are. Wrong ones are taken back and right ones written, all in one posting.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.register.competitions.models import HeldCredit
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted, post, reversals
from overtrick.register.people.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.competitions.credits import Credit, Held
    from overtrick.register.competitions.models import Assessment, Competition, Submission


class Standing(NamedTuple):
    """An entry that counts: it was not taken back, and takes nothing back itself."""

    entry: int
    player: int  #: the record that stays, where records of one person were merged
    colour: str
    units: int
    stage: str
    played: date

    @property
    def key(self) -> tuple[int, str, int, str, date]:
        """What must be the same for an entry to be right."""
        return self.player, self.colour, self.units, self.stage, self.played


class Difference(NamedTuple):
    """What is wrong in the book, and what is missing."""

    wrong: tuple[Standing, ...]
    missing: tuple[Credit, ...]
    right: tuple[Standing, ...]


def standing(competition: Competition) -> list[Standing]:
    """List the entries of a competition that count."""
    listed = list(Entry.objects.filter(posting__submission__competition=competition).order_by("id"))
    taken_back = {entry.corrects_id for entry in listed}
    merged = Player.objects.filter(pk__in={entry.player_id for entry in listed}, kept__isnull=False)
    kept = {player.pk: player.kept_id or player.pk for player in merged}
    return [
        Standing(
            entry.pk,
            kept.get(entry.player_id, entry.player_id),
            entry.colour,
            entry.units,
            entry.stage,
            entry.played,
        )
        for entry in listed
        if not entry.corrects_id and entry.pk not in taken_back
    ]


def difference(now: Iterable[Standing], wanted: Sequence[Credit]) -> Difference:
    """Compare the book with what it should say."""
    open_keys = Counter(_key(each) for each in wanted)
    wrong, right = [], []
    for entry in now:
        if open_keys[entry.key]:
            open_keys[entry.key] -= 1
            right.append(entry)
        else:
            wrong.append(entry)
    missing = []
    for credit in wanted:
        if open_keys[_key(credit)]:
            open_keys[_key(credit)] -= 1
            missing.append(credit)
    return Difference(tuple(wrong), tuple(missing), tuple(right))


def _key(credit: Credit) -> tuple[int, str, int, str, date]:
    return credit.player, credit.colour, credit.units, credit.stage[:200], credit.played


def bring_about(
    submission: Submission,
    change: Difference,
    assessment: Assessment | None,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Posted | None:
    """Post what makes the book right; nothing where it is right already."""
    if not change.wrong and not change.missing:
        return None
    first = not change.wrong and not change.right and submission.version == 1
    kind = Posting.Kind.SUBMISSION if first else Posting.Kind.CORRECTION
    posting = NewPosting(
        submission.federation_id, kind, at.date(), actor.pk if actor else None, None, reason, submission.pk
    )
    entries = [*reversals(each.entry for each in change.wrong), *new_entries(change.missing, assessment)]
    return post(posting, entries)


def new_entries(credits_due: Iterable[Credit], assessment: Assessment | None) -> list[NewEntry]:
    """Write credits as entries; those without an assessment say so by naming none."""
    made = assessment.pk if assessment else None
    return [
        NewEntry(
            each.player, each.colour, each.units, each.played, each.stage[:200], made, each.award if made else None
        )
        for each in credits_due
    ]


def hold(submission: Submission, assessment: Assessment | None, held: Iterable[Held]) -> None:
    """Keep points that wait, and points that are lost, with the reason."""
    HeldCredit.objects.bulk_create(
        HeldCredit(
            federation=submission.federation,
            submission=submission,
            assessment=assessment,
            player_id=each.player,
            contestant=each.who.contestant,
            name=each.who.name,
            number=each.who.number,
            stage=each.stage[:200],
            colour=each.colour,
            units=each.units,
            played=each.played,
            award=each.award,
            why=each.why[:300],
            clause=each.clause,
            dropped=each.why[:300] if each.lost else "",
        )
        for each in held
    )


def let_go(competition: Competition, why: str) -> int:
    """Give up what earlier versions still hold; how many credits that were."""
    waiting = HeldCredit.objects.filter(submission__competition=competition, released__isnull=True, dropped="")
    return waiting.update(dropped=why[:300])
