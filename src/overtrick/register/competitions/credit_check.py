"""Checks that every point won is in the book or held, by the stored assessments.

Of a submission that counts, the awards of its last assessment are the entries of its event that stand, and the credits
that are held. Nothing else, and nothing is left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Q

from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Assessment, HeldCredit, Submission
from overtrick.register.integrity import Finding, FoundRow, Progress, silent

#: So many submissions are in memory together.
_TOGETHER = 200


class _Points(NamedTuple):
    stage: str
    colour: str
    units: int


def wrong_held(tell: Progress = silent) -> Iterator[Finding]:
    """Name every held credit that is not as it was won, every one that is missing, every release without an entry."""
    yield from _without_award()
    yield from _without_entry()
    counting = Submission.objects.filter(status__in=COUNTING, kind=Submission.Kind.RESULTS)
    # What waits for somebody's approval has no awards in the book yet.
    waiting = Q(status=Submission.Status.SUBMITTED) & ~Q(held_back="")
    numbers = list(counting.exclude(waiting).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(numbers), _TOGETHER):
        tell(first, len(numbers))
        yield from _left_out(numbers[first : first + _TOGETHER])


def _without_award() -> Iterator[Finding]:
    """Compare each credit with the award it names."""
    rows = HeldCredit.objects.filter(assessment__isnull=False).order_by("assessment_id", "pk")
    number, awards = 0, list[event_store.KeptAward]()
    for each in rows.select_related("assessment").iterator(_TOGETHER):
        if each.assessment is not None and each.assessment_id != number:
            number, awards = each.assessment.pk, _awards(each.assessment) or []
        award = awards[each.award] if each.award is not None and 0 <= each.award < len(awards) else None
        is_held = (each.name, each.number, each.stage, each.colour, each.units)
        if award is None or is_held != (award.name, award.number, award.stage[:200], award.colour, award.units):
            says = f"It holds {each.units} {each.colour}; award {each.award} of {number} is {_won(each, award)}."
            yield Finding(f"held credit {each.pk}", says, FoundRow("competitions_submission", each.submission_id))


def _won(held: HeldCredit, award: event_store.KeptAward | None) -> str:
    """Say what an award is that a credit is not like; nobody is named, because findings are kept."""
    if award is None:
        return "nothing"
    if (held.colour, held.units) != (award.colour, award.units):
        return f"{award.units} {award.colour}"
    return "somebody else's" if (held.name, held.number) != (award.name, award.number) else "of another stage"


def _without_entry() -> Iterator[Finding]:
    """A credit that was released is in the posting that it names."""
    for (number,) in sql.rows(
        """
        select id from competitions_heldcredit as held
        where released_id is not null and not exists (
            select 1 from ledger_entry as entry
            where entry.posting_id = held.released_id and entry.corrects_id is null
                and entry.colour = held.colour and entry.units = held.units and entry.played = held.played
                and (held.assessment_id is null
                    or (entry.assessment_id = held.assessment_id and entry.award = held.award))
        )
        order by id
        """
    ):
        yield Finding(f"held credit {number}", "It is marked as released, but that posting has no entry for it.")


def _left_out(submissions: Sequence[int]) -> Iterator[Finding]:
    """Compare what was won with what stands in the book and what is held."""
    given, value = sql.numbers(submissions)
    events: dict[int, int] = dict(
        sql.rows(
            f"select competition_id, id from competitions_submission join {given} on id = n",  # noqa: S608 - our own names
            value,
        )
    )
    latest: dict[int, Assessment] = {}
    for assessment in Assessment.objects.filter(submission__in=submissions).order_by("pk"):
        latest[assessment.submission_id] = assessment
    standing = _standing(list(events))
    held = _held([each.pk for each in latest.values()])
    for competition, submission in sorted(events.items(), key=lambda each: each[1]):
        if submission not in latest:
            if not standing[competition]:  # otherwise the entries say which one is missing
                yield _of(submission, "It counts, but its awards are missing.")
            continue
        assessment = latest[submission]
        awards = _awards(assessment)
        if awards is None:
            continue
        won = Counter(_Points(each.stage[:200], each.colour, each.units) for each in awards)
        there = standing[competition] + held[assessment.pk]
        if won - there:
            says = f"Award of {_in_words(won - there)} is neither in the book nor held."
            yield _of(submission, says)
        elif there - won:
            says = f"The book or the held credits have {_in_words(there - won)} more than was won."
            yield _of(submission, says)


def _of(submission: int, says: str) -> Finding:
    return Finding(f"submission {submission}", says, FoundRow("competitions_submission", submission))


def _standing(competitions: Sequence[int]) -> dict[int, Counter[_Points]]:
    """Count the entries of these events that were not taken back."""
    found: dict[int, Counter[_Points]] = defaultdict(Counter)
    given, value = sql.numbers(competitions)
    for competition, *points in sql.rows(
        f"""
        select submission.competition_id, entry.stage, entry.colour, entry.units
        from {given} join competitions_submission as submission on submission.competition_id = n
        join ledger_posting as posting on posting.submission_id = submission.id
        join ledger_entry as entry on entry.posting_id = posting.id
        where entry.corrects_id is null
            and not exists (select 1 from ledger_entry as back where back.corrects_id = entry.id)
        """,  # noqa: S608 - our own names
        value,
    ):
        found[competition][_Points(*points)] += 1
    return found


def _held(assessments: Sequence[int]) -> dict[int, Counter[_Points]]:
    """Count the credits that wait, or are lost, by the assessment they come from."""
    found: dict[int, Counter[_Points]] = defaultdict(Counter)
    rows = HeldCredit.objects.filter(assessment__in=assessments, released__isnull=True)
    for assessment, stage, colour, units in rows.values_list("assessment_id", "stage", "colour", "units"):
        if assessment is not None:
            found[assessment][_Points(stage, colour, units)] += 1
    return found


def _awards(assessment: Assessment) -> list[event_store.KeptAward] | None:
    """Give the awards; none where they cannot be read, which is named where assessments are worked out again."""
    try:
        return event_store.awards_of(assessment)
    except event_store.NotAsKept:
        return None


def _in_words(points: Counter[_Points]) -> str:
    first = min(points)
    return f"{first.units} {first.colour}"
