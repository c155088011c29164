"""Proves that charges follow from what caused them: every event costs what its last version costs at its tariff."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.handbooks.money import Due, Payer
from overtrick.register.competitions import charge, event_store
from overtrick.register.competitions.decide import posted_version
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.integrity import Finding
from overtrick.register.money import charging
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import scope


def wrong_charges(sample: int | None = None) -> Iterator[Finding]:
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
            for at in range(wanted):
                event = Competition.objects.select_related("organisation", "federation").get(
                    pk=numbers[at * len(numbers) // wanted]
                )
                if _differs(event):
                    yield Finding(f"charges of event {event.pk}", "They are not what its last version costs.")


def _differs(competition: Competition) -> bool:
    """Say whether other rows would be needed to bring the charges of an event to what it costs."""
    standing = charging.standing_for(competition.pk, Charge.Cause.SUBMISSION)
    counts = posted_version(competition.submissions.filter(status__in=COUNTING).order_by("version").last())
    processed = charge.processed_on(competition)
    if counts is None or processed is None:
        return bool(standing)
    try:
        found = charge.costs_now(counts, processed)
    except event_store.NotAsKept:
        return True
    # A plan may be changed after the event; whoever was charged for points that are allotted stays charged.
    allotted = _charged_club(standing, found.dues)
    wanted = charge.drawn(counts, found, found.dues, None, processed, processed, opening=False, allotted=allotted)
    if not charging.is_as_charged(standing, wanted):
        return True
    fined = charging.standing_for(competition.pk, Charge.Cause.LATE_FILE)
    late = charge.drawn(counts, found, found.late, None, processed, processed, Charge.Cause.LATE_FILE, opening=False)
    return bool(fined and charging.differences(fined, late, None, processed, further=False, reason=""))


def _charged_club(standing: list[Charge], dues: tuple[Due, ...]) -> Organisation | None:
    """Give the club that was charged for points that are allotted to one."""
    types = {each.charge for each in dues if each.payer is Payer.ALLOTTED}
    return next((each.account.organisation for each in standing if each.type in types), None)
