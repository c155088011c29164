"""What a submission costs: the handbook's charges for what it credits, at the amounts that hold on the day it names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.engine.marks import clause_mark
from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due
from overtrick.handbooks.money_causes import Credited, Submitted
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.models import Submission
from overtrick.register.money import charging, tariffs
from overtrick.register.money.tariffs import Prices


class Costs(NamedTuple):
    """What a submission costs, at which amounts, and for which facts."""

    dues: tuple[Due, ...]
    late: tuple[Due, ...]  #: what it costs more because it is late
    told: Submitted
    prices: Prices
    day: date  #: which chose the amounts
    region: int | None  #: above its organiser


def credited(posted: Iterable[Credit]) -> tuple[Credited, ...]:
    """Add up what is credited, by stage and colour, as the book has it."""
    units: dict[tuple[str, str], int] = {}
    for each in posted:
        key = each.stage[:200], each.colour
        units[key] = units.get(key, 0) + each.units
    return tuple(Credited(*key, count) for key, count in units.items())


def submitted(
    submission: Submission,
    event: Event | None,
    points: tuple[Credited, ...],
    whose: Organiser,
    on: date,
    sent: date | None = None,
) -> Submitted:
    """Tell the handbook of a submission whose points are posted on a day; one that is not sent yet is sent then.

    ``sent`` is the day on which its first version was sent, where there was one before.
    """
    at = submission.submitted_at
    return Submitted(
        whose,
        event,
        points,
        submission.begins,
        (event and event.last_day) or submission.begins,
        sent or (at.date() if at else on),
        on,
        Answers({word: said for _place, word, name, said in submission.answers if not name}),
    )


def costs(
    submission: Submission, edition: Edition, settings: dict[str, str], told: Submitted, day: date | None = None
) -> Costs:
    """Ask the handbook what a submission costs; ``day`` is that of its first charge, whose amounts hold for it."""
    rules, book = money.of(edition), edition.book(submission.begins, settings or None)
    region = charging.region_of(submission.competition.organisation_id)
    chosen = day or told.day(rules.tariff_day(book))
    prices = tariffs.prices_on(submission.federation, region, chosen)
    dues = rules.of_submission(book, prices.tariff, told)
    return Costs(dues, rules.of_late_file(book, prices.tariff, told), told, prices, chosen, region)


def sentence(listed: Iterable[Due]) -> str:
    """Put what is charged into words, as a submission keeps it: each sum with its clause, and who says the amount."""
    return "; ".join(f"{each.working.says} ({_grounds(each)})" for each in listed)[:300]


def _grounds(due: Due) -> str:
    source = due.rate.source if due.rate else ""
    return ", ".join(filter(None, (clause_mark(due.clause), source)))
