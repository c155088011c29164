"""Charges an event in the transaction that posts it, and brings its charges to what it costs whenever that changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks.money import Due, Payer
from overtrick.handbooks.money_causes import Credited
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions import dues, event_store, join, levy_club, shared_costs
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.dues import Amounts, Costs
from overtrick.register.competitions.models import Assessment, Competition, Submission
from overtrick.register.competitions.work_out import Worked, with_dues
from overtrick.register.money import charging
from overtrick.register.money.charging import Caused, EventCharges, Payers
from overtrick.register.money.models import Charge
from overtrick.register.organisations.models import Organisation

_CAUSE = Charge.Cause.SUBMISSION


def charge_submission(worked: Worked, actor: User | None, at: datetime) -> list[Charge]:
    """Charge an event that is posted for the first time."""
    submission, today = worked.submission, at.date()
    since = charging.begins(submission.federation)
    if since is None or today < since:
        return []
    found = worked.costs
    if found is None or found.told.processed != today:
        found = with_dues(worked._replace(on=today)).costs
    if found is None or not found.dues:
        return []
    made = charging.keep(drawn(submission, found, found.dues, actor, today, today))
    event = found.told.event
    periods = shared_costs.shared_by(event, worked.edition, worked.settings) if event is not None else ()
    return made + shared_costs.charge_others(submission.competition, actor, at, charge_alone, periods)


def charge_again(
    submission: Submission, actor: User | None, at: datetime, *, further: bool = False, reason: str = ""
) -> list[Charge]:
    """Bring the charges of an event to what the version that counts costs now.

    ``further`` is for points that are only more: they make a further charge, and reverse none.
    """
    processed = processed_on(submission.competition)
    if processed is None:
        return []
    found = costs_now(submission, processed)
    wanted = drawn(submission, found, found.dues, actor, processed, at.date())
    made = _bring(submission.competition, wanted, actor, at, further=further, reason=reason)
    return made + ([] if further else shared_costs.charge_others(submission.competition, actor, at, charge_alone))


def charge_alone(submission: Submission, actor: User | None, at: datetime, reason: str) -> list[Charge]:
    """Bring the charges of one event to what it costs, without looking at others that may cost less or more then."""
    processed = processed_on(submission.competition)
    if processed is None:
        return []
    found = costs_now(submission, processed)
    wanted = drawn(submission, found, found.dues, actor, processed, at.date())
    return _bring(submission.competition, wanted, actor, at, further=False, reason=reason)


def reverse_submission(competition: Competition, actor: User | None, at: datetime, reason: str) -> list[Charge]:
    """Take back every charge of an event of which no version counts any more."""
    if charging.begins(competition.federation) is None:
        return []
    made = _bring(competition, [], actor, at, further=False, reason=reason)
    return made + shared_costs.charge_others(competition, actor, at, charge_alone)


class InBook(NamedTuple):
    """What the books have of an event, for whoever works its costs out again."""

    charges: EventCharges
    posted: date | None  #: the first day
    sent: date | None  #: the day on which its first version was sent
    credited: tuple[Credited, ...]  #: by stage and colour; reversals count below zero

    @property
    def first(self) -> Charge | None:
        """Give the first charge that the event ever made: later ones are at its tariff."""
        return self.charges.first(_CAUSE)


def in_book(competitions: Collection[int]) -> dict[int, InBook]:
    """Say what the books have of events, of many at once."""
    charges = charging.charges_for(competitions)
    given, value = sql.numbers(competitions)
    posted: dict[int, sql.Value] = dict(sql.rows(_FIRST_POSTED.format(given=given), value))
    sent: dict[int, sql.Value] = dict(reversed(sql.rows(_SENT.format(given=given), value)))
    credited: dict[int, list[Credited]] = defaultdict(list)
    for event, stage, colour, units in sql.rows(_CREDITED.format(given=given), value):
        credited[event].append(Credited(stage, colour, units))
    return {
        each: InBook(
            charges[each],
            sql.day(posted[each]) if each in posted else None,
            sql.moment(sent[each]).date() if each in sent else None,
            tuple(credited[each]),
        )
        for each in competitions
    }


_POSTINGS = """
    from {given} cross join competitions_submission as submission cross join ledger_posting as posting
"""
_FIRST_POSTED = f"""
    select n, min(posted) {_POSTINGS}
    where submission.competition_id = n and posting.submission_id = submission.id group by n
"""
_SENT = """
    select n, submitted_at from {given} cross join competitions_submission
    where competition_id = n and submitted_at is not null order by version
"""
_CREDITED = f"""
    select n, stage, colour, cast(sum(units) as bigint) {_POSTINGS} cross join ledger_entry as entry
    where submission.competition_id = n and posting.submission_id = submission.id and entry.posting_id = posting.id
    group by n, stage, colour having sum(units) <> 0 order by min(entry.id)
"""


def processed_on(competition: Competition, known: InBook | None = None) -> date | None:
    """Give the day on which an event first came into the book; None: it is not charged, or that was before."""
    since = charging.begins(competition.federation)
    if since is None:
        return None
    known = known or in_book([competition.pk])[competition.pk]
    day = known.first.caused_on if known.first else known.posted
    return day if day is not None and day >= since else None


def costs_now(
    submission: Submission, processed: date, known: InBook | None = None, amounts: Amounts | None = None
) -> Costs:
    """Say what a version that counts costs, by what the book has of the event, at the tariff of its first charge.

    Whoever asks for many has what is ``known`` of them, and the ``amounts``.
    """
    competition = submission.competition
    known = known or in_book([competition.pk])[competition.pk]
    assessment = last_assessment(submission)
    if assessment is not None:
        edition, settings = event_store.edition_of(assessment), assessment.settings
        event = event_store.event_of(assessment.event)
    else:
        edition = edition_for(submission.federation, submission.begins)
        settings, event = settings_for(submission.federation, edition, submission.begins), None
    told = dues.submitted(
        submission, event, known.credited, join.under(submission, event).whose(), processed, known.sent
    )
    return dues.costs(submission, edition, settings, told, known.first.tariff_day if known.first else None, amounts)


def last_assessment(submission: Submission) -> Assessment | None:
    """Give the last assessment of a version, with its event; those that were fetched before are not asked for again."""
    if "assessments" in getattr(submission, "_prefetched_objects_cache", ()):
        return max(submission.assessments.all(), key=lambda each: each.pk, default=None)
    return submission.assessments.select_related("event").order_by("pk").last()


def drawn(
    submission: Submission,
    found: Costs,
    listed: tuple[Due, ...],
    actor: User | None,
    processed: date,
    on: date,
    cause: Charge.Cause = _CAUSE,
    *,
    opening: bool = True,
    allotted: Organisation | None = None,
    amounts: Amounts | None = None,
) -> list[Charge]:
    """Make the rows of what an event costs; they are not kept yet. ``allotted``: the club, where that is known."""
    collects = any(each.collected_for is not None for each in listed)
    above = (amounts or Amounts()).region(found.region) if collects and found.region is not None else None
    if allotted is None and any(each.payer is Payer.ALLOTTED for each in listed):
        allotted = levy_club.allotted_to(submission)
    payers = Payers(submission.competition.organisation, above, allotted)
    caused = Caused(cause, processed, payers, found.day, submission.pk)
    return charging.drawn(listed, caused, found.prices, actor, on, opening=opening)


def _bring(
    competition: Competition, wanted: list[Charge], actor: User | None, at: datetime, *, further: bool, reason: str
) -> list[Charge]:
    standing = charging.standing_for(competition.pk, _CAUSE, Charge.Cause.LATE_FILE)
    levied = [each for each in standing if each.cause == _CAUSE]
    rows = charging.differences(levied, wanted, actor, at.date(), further=further, reason=reason)
    if rows:
        # A fine that rested on other charges goes; the office is shown the right one.
        fines = [each for each in standing if each.cause != _CAUSE]
        rows += [charging.reversal(each, actor, at.date(), reason) for each in fines]
    return charging.keep(rows)
