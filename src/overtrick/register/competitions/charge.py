"""What an event costs its organiser: the facts for the handbook, and the charges in the transaction that posts it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.handbooks import money
from overtrick.handbooks.edition import Book
from overtrick.handbooks.money import Credited, Due, Submitted
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.money import charging, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Organisation

_CAUSE = Charge.Cause.SUBMISSION


class Costs(NamedTuple):
    """What an event costs, and at which amounts."""

    dues: tuple[Due, ...]
    submitted: Submitted
    prices: Prices
    payers: Payers
    tariff_day: date


def costs(
    submission: Submission,
    book: Book,
    event: Event | None,
    credited: tuple[Credited, ...],
    processed: date,
    *,
    whose: Organiser | None = None,
    tariff_day: date | None = None,
) -> Costs:
    """Ask the handbook what a version of an event costs; ``tariff_day`` is that of its first charge, if it has one."""
    competition = submission.competition
    where = competition.organisation
    submitted_at = _first_sent(competition) if submission.version > 1 else submission.submitted_at
    facts = Submitted(
        whose or organiser(where, submission.begins, competition.pk),
        event,
        credited,
        submission.begins,
        (event.last_day if event else None) or submission.begins,
        submitted_at.date() if submitted_at else processed,
        processed,
        Answers({word: said for _place, word, _name, said in submission.answers}) if event is None else Answers({}),
    )
    rules = money.of(book.edition)
    day = tariff_day or facts.day(rules.tariff_day(book))
    region = charging.region_of(where.pk)
    prices = tariffs.prices_on(submission.federation, region, day)
    above = Organisation.objects.get(pk=region) if region is not None else None
    dues = rules.of_submission(book, prices.tariff, facts)
    return Costs(dues, facts, prices, Payers(where, above), day)


def would_cost(
    submission: Submission, book: Book, event: Event | None, posted: Iterable[Credit], on: date, whose: Organiser | None
) -> tuple[Due, ...]:
    """Say what a version costs if it is posted on a day, and what it costs more because it is late."""
    first = first_charge(submission.competition) if submission.version > 1 else None
    day = first.tariff_day if first else None
    found = costs(submission, book, event, credited_by(posted), on, whose=whose, tariff_day=day)
    late = money.of(book.edition).of_late_file(book, found.prices.tariff, found.submitted)
    return (*found.dues, *late)


def sentence(dues: Iterable[Due]) -> str:
    """Put what is charged into words, as a submission keeps it."""
    return "; ".join(each.working.says for each in dues)[:300]


def charge_first(
    submission: Submission,
    book: Book,
    event: Event | None,
    posted: Iterable[Credit],
    whose: Organiser | None,
    actor: User | None,
    at: datetime,
) -> list[Charge]:
    """Charge an event that is posted for the first time."""
    since = charging.begins(submission.federation)
    if since is None or at.date() < since:
        return []
    found = costs(submission, book, event, credited_by(posted), at.date(), whose=whose)
    if not found.dues:
        return []
    return charging.keep(
        charging.drawn(found.dues, _caused(submission, found, at.date()), found.prices, actor, at.date())
    )


def charge_again(
    submission: Submission,
    actor: User | None,
    at: datetime,
    *,
    counts: bool = True,
    further: bool = False,
    reason: str = "",
) -> list[Charge]:
    """Bring the charges of an event to what it costs now; if nothing of it ``counts`` any more, to nothing.

    ``further`` is for points that are only more: they make a further charge, and reverse none.
    """
    since = charging.begins(submission.federation)
    if since is None:
        return []
    competition = submission.competition
    first = first_charge(competition)
    processed = first.caused_on if first else _first_posted(competition)
    if processed is None or processed < since:
        return []
    standing = charging.standing_for(competition.pk, _CAUSE, Charge.Cause.LATE_FILE)
    wanted: list[Charge] = []
    if counts:
        found = costs_now(submission, processed, first.tariff_day if first else None)
        wanted = charging.drawn(found.dues, _caused(submission, found, processed), found.prices, actor, at.date())
    # A fine that rested on points which were reversed goes with them.
    levied = [each for each in standing if each.cause == _CAUSE]
    rows = charging.differences(levied, wanted, actor, at.date(), further=further, reason=reason)
    if any(each.reverses_id for each in rows):
        fines = [each for each in standing if each.cause != _CAUSE]
        rows += [charging.reversal(each, actor, at.date(), reason) for each in fines]
    return charging.keep(rows)


def costs_now(submission: Submission, processed: date, tariff_day: date | None) -> Costs:
    """Say what a version that counts costs, by what the book has of the event."""
    assessment = submission.assessments.select_related("event").order_by("pk").last()
    if assessment is not None:
        edition, settings = event_store.edition_of(assessment), assessment.settings
        event = event_store.event_of(assessment.event)
    else:
        edition = edition_for(submission.federation, submission.begins)
        settings, event = settings_for(submission.federation, edition, submission.begins), None
    book = edition.book(submission.begins, settings or None)
    return costs(submission, book, event, credited_in_book(submission.competition), processed, tariff_day=tariff_day)


def credited_by(posted: Iterable[Credit]) -> tuple[Credited, ...]:
    """Add up what is credited, by stage and colour."""
    sums = Counter[tuple[str, str]]()
    for each in posted:
        sums[each.stage[:200], each.colour] += each.units
    return tuple(Credited(stage, colour, units) for (stage, colour), units in sums.items())


def credited_in_book(competition: Competition) -> tuple[Credited, ...]:
    """Add up what the book has of an event, by stage and colour; reversals count below zero."""
    rows = sql.rows(
        "select stage, colour, cast(sum(units) as bigint) from ledger_entry e "
        "join ledger_posting p on p.id = e.posting_id join competitions_submission s on s.id = p.submission_id "
        "where s.competition_id = %s group by stage, colour having sum(units) <> 0 order by min(e.id)",
        competition.pk,
    )
    return tuple(Credited(stage, colour, units) for stage, colour, units in rows)


def first_charge(competition: Competition) -> Charge | None:
    """Give the first charge that an event ever made: later ones are at its tariff."""
    return Charge.objects.filter(submission__competition=competition, cause=_CAUSE).order_by("pk").first()


def _caused(submission: Submission, found: Costs, processed: date) -> Caused:
    return Caused(_CAUSE, processed, found.payers, found.tariff_day, submission.pk)


def _first_sent(competition: Competition) -> datetime | None:
    rows = competition.submissions.exclude(submitted_at=None).order_by("version")
    return rows.values_list("submitted_at", flat=True).first()


def _first_posted(competition: Competition) -> date | None:
    """Give the day on which an event first came into the book."""
    rows = sql.rows(
        "select min(posted) from ledger_posting p join competitions_submission s on s.id = p.submission_id "
        "where s.competition_id = %s",
        competition.pk,
    )
    return sql.day(rows[0][0]) if rows[0][0] else None
