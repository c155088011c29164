"""Charges an event in the transaction that posts it, and brings its charges to what it costs whenever that changes."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks.money import Due, Payer
from overtrick.handbooks.money_causes import Credited
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions import dues, event_store, levy_club, shared_costs
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.dues import Costs
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.competitions.work_out import Worked, with_dues
from overtrick.register.money import charging
from overtrick.register.money.charging import Caused, Payers
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


def processed_on(competition: Competition) -> date | None:
    """Give the day on which an event first came into the book; None: it is not charged, or that was before."""
    since = charging.begins(competition.federation)
    if since is None:
        return None
    first = first_charge(competition)
    day = first.caused_on if first else _first_posted(competition)
    return day if day is not None and day >= since else None


def costs_now(submission: Submission, processed: date) -> Costs:
    """Say what a version that counts costs, by what the book has of the event, at the tariff of its first charge."""
    assessment = submission.assessments.select_related("event").order_by("pk").last()
    if assessment is not None:
        edition, settings = event_store.edition_of(assessment), assessment.settings
        event = event_store.event_of(assessment.event)
    else:
        edition = edition_for(submission.federation, submission.begins)
        settings, event = settings_for(submission.federation, edition, submission.begins), None
    competition = submission.competition
    whose = organiser(competition.organisation, submission.begins, competition.pk)
    points, sent = credited_in_book(competition), _first_sent(competition)
    told = dues.submitted(submission, event, points, whose, processed, sent)
    first = first_charge(competition)
    return dues.costs(submission, edition, settings, told, first.tariff_day if first else None)


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
) -> list[Charge]:
    """Make the rows of what an event costs; they are not kept yet. ``allotted``: the club, where that is known."""
    collects = any(each.collected_for is not None for each in listed)
    above = Organisation.objects.get(pk=found.region) if collects and found.region is not None else None
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


def _first_sent(competition: Competition) -> date | None:
    rows = competition.submissions.exclude(submitted_at=None).order_by("version")
    found = rows.values_list("submitted_at", flat=True).first()
    return found.date() if found else None


def _first_posted(competition: Competition) -> date | None:
    rows = sql.rows(
        "select min(posted) from ledger_posting p join competitions_submission s on s.id = p.submission_id "
        "where s.competition_id = %s",
        competition.pk,
    )
    return sql.day(rows[0][0]) if rows[0][0] else None
