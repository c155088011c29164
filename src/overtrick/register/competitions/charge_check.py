"""Proves that charges follow from what caused them: every event costs what its last version costs at its tariff."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.db.models import Prefetch

from overtrick.handbooks.money import Due, Payer
from overtrick.register.competitions import charge, event_store
from overtrick.register.competitions.charge import InBook
from overtrick.register.competitions.decide import posted_version
from overtrick.register.competitions.dues import Amounts
from overtrick.register.competitions.models import COUNTING, Assessment, Competition, Submission
from overtrick.register.integrity import Finding, Progress, silent
from overtrick.register.money import charging
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import scope

#: So many events are in memory together.
_TOGETHER = 200


def wrong_charges(sample: int | None = None, tell: Progress = silent) -> Iterator[Finding]:
    """Name the events whose charges are not what they cost; of many, a sample spread evenly over them."""
    for book in MoneyBook.objects.select_related("federation").order_by("pk"):
        with scope(federation=book.federation):
            charged = Charge.objects.filter(submission__isnull=False).values("submission__competition")
            posted = Submission.objects.filter(status__in=COUNTING, submitted_at__date__gte=book.begins)
            rows = Competition.objects.filter(pk__in=charged) | Competition.objects.filter(
                pk__in=posted.values("competition")
            )
            numbers = list(rows.order_by("pk").values_list("pk", flat=True))
            wanted = len(numbers) if sample is None else min(sample, len(numbers))
            chosen = [numbers[at * len(numbers) // wanted] for at in range(wanted)]
            amounts = Amounts()
            for at in range(0, wanted, _TOGETHER):
                tell(at, wanted)
                yield from _differing(chosen[at : at + _TOGETHER], amounts)


def _differing(competitions: list[int], amounts: Amounts) -> Iterator[Finding]:
    """Look at a few events, everything about which is asked for at once."""
    known = charge.in_book(competitions)
    counting = Submission.objects.filter(competition__in=competitions, status__in=COUNTING).order_by("version")
    last: dict[int, Submission] = {}
    assessments = Prefetch("assessments", Assessment.objects.select_related("event"))
    rows = counting.select_related("federation", "competition__organisation", "competition__federation")
    for each in rows.prefetch_related(assessments):
        last[each.competition_id] = each
    for number in competitions:
        if _differs(last.get(number), known[number], amounts):
            yield Finding(f"charges of event {number}", "They are not what its last version costs.")


def _differs(last: Submission | None, known: InBook, amounts: Amounts) -> bool:
    """Say whether other rows would be needed to bring the charges of an event to what its last version costs."""
    standing = known.charges.of(Charge.Cause.SUBMISSION)
    counts = posted_version(last)
    processed = charge.processed_on(counts.competition, known) if counts is not None else None
    if counts is None or processed is None:
        return bool(standing)
    try:
        found = charge.costs_now(counts, processed, known, amounts)
    except event_store.NotAsKept:
        return True
    # A plan may be changed after the event; whoever was charged for points that are allotted stays charged.
    allotted = _charged_club(standing, found.dues)
    drawn = partial(charge.drawn, counts, found, actor=None, processed=processed, on=processed, opening=False)
    wanted = drawn(found.dues, allotted=allotted, amounts=amounts)
    if not charging.is_as_charged(standing, wanted):
        return True
    fined = known.charges.of(Charge.Cause.LATE_FILE)
    late = drawn(found.late, cause=Charge.Cause.LATE_FILE, amounts=amounts)
    return bool(fined and charging.differences(fined, late, None, processed, further=False, reason=""))


def _charged_club(standing: list[Charge], dues: tuple[Due, ...]) -> Organisation | None:
    """Give the club that was charged for points that are allotted to one."""
    types = {each.charge for each in dues if each.payer is Payer.ALLOTTED}
    return next((each.account.organisation for each in standing if each.type in types), None)
