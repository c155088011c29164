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
from overtrick.register.federations.models import Federation
from overtrick.register.money import charging, tariffs
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Organisation


class Costs(NamedTuple):
    """What a submission costs, at which amounts, and for which facts."""

    dues: tuple[Due, ...]
    late: tuple[Due, ...]  #: what it costs more because it is late
    told: Submitted
    prices: Prices
    day: date  #: which chose the amounts
    region: int | None  #: above its organiser


class Amounts:
    """The regions of organisers, and the amounts of a day there: each is asked for once, while nothing changes."""

    def __init__(self) -> None:
        """Begin with none."""
        self._regions: dict[int, int | None] = {}
        self._rows: dict[int, Organisation] = {}
        self._prices: dict[tuple[int, int | None, date], Prices] = {}

    def region_of(self, organisation: int) -> int | None:
        """Give the nearest region above an organisation."""
        if organisation not in self._regions:
            self._regions[organisation] = charging.region_of(organisation)
        return self._regions[organisation]

    def region(self, number: int) -> Organisation:
        """Give a region by its id."""
        if number not in self._rows:
            self._rows[number] = Organisation.objects.get(pk=number)
        return self._rows[number]

    def prices_on(self, federation: Federation, region: int | None, day: date) -> Prices:
        """Give the amounts that hold on a day."""
        key = (federation.pk, region, day)
        if key not in self._prices:
            self._prices[key] = tariffs.prices_on(federation, region, day)
        return self._prices[key]


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
    submission: Submission,
    edition: Edition,
    settings: dict[str, str],
    told: Submitted,
    day: date | None = None,
    amounts: Amounts | None = None,
) -> Costs:
    """Ask the handbook what a submission costs; ``day`` is that of its first charge, whose amounts hold for it."""
    rules, book = money.of(edition), edition.book(submission.begins, settings or None)
    amounts = amounts or Amounts()
    region = amounts.region_of(submission.competition.organisation_id)
    chosen = day or told.day(rules.tariff_day(book))
    prices = amounts.prices_on(submission.federation, region, chosen)
    dues = rules.of_submission(book, prices.tariff, told)
    return Costs(dues, rules.of_late_file(book, prices.tariff, told), told, prices, chosen, region)


def sentence(listed: Iterable[Due]) -> str:
    """Put what is charged into words, as a submission keeps it: each sum with its clause, and who says the amount."""
    return "; ".join(f"{each.working.says} ({_grounds(each)})" for each in listed)[:300]


def _grounds(due: Due) -> str:
    source = due.rate.source if due.rate else ""
    return ", ".join(filter(None, (clause_mark(due.clause), source)))
