"""What the book has of many events, as far as their charges go, in a few questions for all of them.

``charge.costs_now`` asks the same for one event that is posted. A season has thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.money import Due
from overtrick.handbooks.money_causes import Credited, Submitted
from overtrick.register import sql
from overtrick.register.competitions import dues, event_store
from overtrick.register.competitions.models import Assessment
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.federations.models import Federation
from overtrick.register.money import charging, tariffs
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices


class Facts(NamedTuple):
    """What the book has of an event."""

    charged: date | None = None  #: the day that caused its first charge
    tariff_day: date | None = None  #: by which the amounts of its first charge were chosen
    posted: date | None = None  #: the day on which it first came into the book
    sent: date | None = None  #: the day on which its first version was sent
    credited: tuple[Credited, ...] = ()


class Charged(NamedTuple):
    """What an event is charged, for which facts, and at which amounts."""

    dues: Sequence[Due]
    told: Submitted
    prices: Prices
    day: date  #: which chose the amounts


def facts(competitions: Sequence[int]) -> dict[int, Facts]:
    """Look up what the book has of some events."""
    found = dict.fromkeys(competitions, Facts())
    given, value = sql.numbers(competitions)
    for event, caused, tariff in sql.rows(
        f"""
        select s.competition_id, c.caused_on, c.tariff_day from {given}
        join competitions_submission s on s.competition_id = n join money_charge c on c.submission_id = s.id
        where c.cause = %s order by c.id desc
        """,  # noqa: S608 - our own names
        *(value, Charge.Cause.SUBMISSION.value),
    ):
        found[event] = found[event]._replace(charged=sql.day(caused), tariff_day=tariff and sql.day(tariff))
    for event, posted in sql.rows(
        f"""
        select s.competition_id, min(p.posted) from {given}
        join competitions_submission s on s.competition_id = n join ledger_posting p on p.submission_id = s.id
        group by s.competition_id
        """,  # noqa: S608 - our own names
        value,
    ):
        found[event] = found[event]._replace(posted=sql.day(posted))
    for event, sent in sql.rows(
        f"""
        select competition_id, submitted_at from {given} join competitions_submission on competition_id = n
        where submitted_at is not null order by version desc
        """,  # noqa: S608 - our own names
        value,
    ):
        found[event] = found[event]._replace(sent=sql.moment(sent).date())
    for event, *credit in sql.rows(
        f"""
        select s.competition_id, stage, colour, cast(sum(units) as bigint) from {given}
        join competitions_submission s on s.competition_id = n join ledger_posting p on p.submission_id = s.id
        join ledger_entry e on e.posting_id = p.id
        group by s.competition_id, stage, colour having sum(units) <> 0 order by min(e.id)
        """,  # noqa: S608 - our own names
        value,
    ):
        found[event] = found[event]._replace(credited=(*found[event].credited, Credited(*credit)))
    return found


class Charger:
    """Says what events are charged by the rules in force; the amounts of a day are looked up once."""

    def __init__(self, federation: Federation) -> None:
        """Begin with no amounts."""
        self._since = charging.begins(federation)
        self._region = cache(charging.region_of)
        self._prices = cache(lambda region, day: tariffs.prices_on(federation, region, day))

    def charged(self, assessment: Assessment, has: Facts) -> Charged:
        """Say what a version that counts is charged, at the amounts of its first charge."""
        submission = assessment.submission
        competition, sent = submission.competition, submission.submitted_at
        processed = self._processed(has) or (sent.date() if sent else submission.begins)
        whose = organiser(competition.organisation, submission.begins, competition.pk)
        event = event_store.event_of(assessment.event)
        told = dues.submitted(submission, event, has.credited, whose, processed, has.sent)
        edition = event_store.edition_of(assessment)
        rules, book = money.of(edition), edition.book(submission.begins, assessment.settings or None)
        day = has.tariff_day or told.day(rules.tariff_day(book))
        prices = self._prices(self._region(competition.organisation_id), day)
        return Charged(rules.of_submission(book, prices.tariff, told), told, prices, day)

    def _processed(self, has: Facts) -> date | None:
        """Give the day on which an event first came into the book; None: it is not charged, or that was before."""
        day = has.charged or has.posted
        return day if self._since is not None and day is not None and day >= self._since else None
