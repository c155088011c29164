"""Charges every event of a run twice, and counts every quota twice: by the rules in force, and as proposed.

Tariffs, plans, licences and what an organiser ran in the year before decide, and only the register knows them: like
``export``, this module asks it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from overtrick.engine.assessment import Award, Unknown
from overtrick.engine.numbers import Exact
from overtrick.handbooks import money
from overtrick.handbooks import submission as entitlements
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due, Tariff
from overtrick.handbooks.money_causes import Credited
from overtrick.handbooks.submission import Quota
from overtrick.lab import charge_facts, charges
from overtrick.lab.charge_facts import Charged, Charger, Facts
from overtrick.lab.charges import Charges, QuotaChange, Sum
from overtrick.lab.export import posted_awards, seated_players
from overtrick.lab.proposal import Rules
from overtrick.lab.results import Result
from overtrick.lab.season import Scheme
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import settings_for
from overtrick.register.competitions.models import Assessment
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation

#: So many submissions are read together.
_TOGETHER = 200
_OTHER_BOOK = "Another handbook has other charges and quotas, and the office has entered no amounts for them."

Progress = Callable[[int, int], None]


def work_out(federation: Federation, result: Result, progress: Progress) -> Charges:
    """Work out what became of charges and quotas, and keep it beside the run."""
    found = _worked_out(federation, result, progress)
    charges.keep(found, result.folder, result.card["key"])
    return found


def _worked_out(federation: Federation, result: Result, progress: Progress) -> Charges:
    sign = money.of(handbook.edition_on(federation, result.season.last)).currency.sign
    if result.proposal.other_handbook:
        return Charges(sign, 0, 0, (), 0, (), _OTHER_BOOK)
    references = sorted(result.references())
    totals, charged, charger = _Totals(), 0, Charger(federation)
    bodies: dict[int, Organisation] = {}
    for at in range(0, len(references), _TOGETHER):
        some = references[at : at + _TOGETHER]
        listed = _assessments(some)
        book = _Book(
            charge_facts.facts([each.submission.competition_id for each in listed]),
            seated_players([each.submission_id for each in listed]),
            posted_awards([each.pk for each in listed]),
        )
        for each in listed:
            owner = each.submission.competition.organisation
            bodies.setdefault(owner.pk, owner)
            try:
                before, after = _charged_twice(each, charger, result.rules[1], book)
            except (Unknown, _NotComparable):
                continue
            totals.add(owner.number, before, after)
            charged += 1
        progress(at + len(some), len(references))
    quotas = [change for body in bodies.values() for change in _quotas(federation, body, result)]
    return Charges(sign, charged, len(references) - charged, tuple(totals.sums()), len(bodies), tuple(quotas))


def _assessments(references: Sequence[str]) -> list[Assessment]:
    """Give the last assessment of each submission."""
    wanted = set(references)
    events = [int(each.partition("-")[0]) for each in references]
    latest: dict[int, Assessment] = {}
    rows = Assessment.objects.filter(submission__competition__in=events).order_by("pk")
    for each in rows.select_related("event", "submission__competition__organisation", "submission__federation"):
        if each.submission.reference in wanted:
            latest[each.submission_id] = each
    return list(latest.values())


class _Book(NamedTuple):
    """What the book has of some submissions: what decides charges, who is who, and which awards are posted."""

    facts: dict[int, Facts]  #: by the number of the competition
    known: dict[int, dict[tuple[str, str, str], int]]
    posted: set[tuple[int, int]]


class _NotComparable(Exception):
    """The proposed rules cannot work an event out."""


def _charged_twice(
    assessment: Assessment, charger: Charger, rules: Rules, book_has: _Book
) -> tuple[Sequence[Due], Sequence[Due]]:
    submission = assessment.submission
    now = charger.charged(assessment, book_has.facts[submission.competition_id])
    event = now.told.event
    assert event is not None  # noqa: S101 - every assessment is of an event
    scheme = Scheme(assessment.edition, tuple(sorted((assessment.settings or {}).items())))
    edition = rules.edition(scheme, event.begins)
    settings = rules.settings(scheme, edition)
    worked = edition.assess(rules.told(event), settings or None, by_name=False)
    if worked.problems:
        raise _NotComparable
    told = now.told._replace(credited=_credited(assessment, now, worked.awards, book_has))
    book = edition.book(submission.begins, settings or None)
    return now.dues, money.of(edition).of_submission(book, _tariff(edition, now), told)


def _credited(assessment: Assessment, now: Charged, awards: Sequence[Award], book_has: _Book) -> tuple[Credited, ...]:
    """Give what would be credited: what the book has, and what the proposal gives more or less to those it knows.

    Whoever's points wait today gets none under the proposal either.
    """
    known, posted = book_has.known[assessment.submission_id], book_has.posted
    units: Counter[tuple[str, str]] = Counter()
    for each in now.told.credited:
        units[each.stage, each.colour] += each.units
    waiting = set()
    for at, old in enumerate(event_store.awards_of(assessment)):
        if (assessment.pk, at) in posted:
            units[old.stage[:200], old.colour] -= old.units
        else:
            waiting.add(_who(old.contestant, old.name, old.number))
    for new in awards:
        who = _who(new.contestant, new.player.name, new.player.number)
        if who in known and who not in waiting:
            units[new.stage[:200], new.colour] += new.units
    return tuple(Credited(stage, colour, count) for (stage, colour), count in units.items() if count)


def _who(contestant: str, name: str, number: str) -> tuple[str, str, str]:
    return "" if number else contestant, name, number


def _tariff(edition: Edition, now: Charged) -> Tariff | None:
    """Give the amounts that held, and in place of those that the handbook prints what it would print."""
    tariff = now.prices.tariff
    printed = money.of(edition).printed(edition.book(now.day))
    if tariff is None or printed is None:
        return tariff
    own = {name for name, price in now.prices.by_type.items() if price.row is not None}
    rates = {name: rate if name in own else printed.rates.get(name, rate) for name, rate in tariff.rates.items()}
    return tariff._replace(rates=rates)


class _Totals:
    """Adds up by organiser and charge."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], Sum] = {}

    def add(self, number: str, before: Sequence[Due], after: Sequence[Due]) -> None:
        for side, dues in enumerate((before, after)):
            for due in dues:
                if not due.exempt:
                    self._one(number, side, due)

    def _one(self, number: str, side: int, due: Due) -> None:
        none = Fraction()
        blank = Sum(number, due.charge, _words(due), due.basis, none, none, none, none)
        found = self._sums.get((number, due.charge), blank)
        quantity, amount = Fraction(due.quantity) * Fraction(due.share), due.amount
        if side == 0:
            found = found._replace(before=found.before + quantity, cost_before=_plus(found.cost_before, amount))
        else:
            found = found._replace(after=found.after + quantity, cost_after=_plus(found.cost_after, amount))
        self._sums[number, due.charge] = found

    def sums(self) -> list[Sum]:
        return [self._sums[key] for key in sorted(self._sums)]


def _plus(total: Fraction | None, amount: Exact | None) -> Fraction | None:
    return None if total is None or amount is None else total + Fraction(amount)


def _words(due: Due) -> str:
    return str(due.working.values.get("words", due.charge))


def _quotas(federation: Federation, body: Organisation, result: Result) -> Iterator[QuotaChange]:
    """Count the quotas of the year in which the season ends twice; give those that differ."""
    last = result.season.last
    edition = handbook.edition_on(federation, last)
    chosen = settings_for(federation, edition, last)
    whose = organiser(body, last)
    scheme = Scheme(edition.name, tuple(sorted(chosen.items())))
    proposed = result.rules[1].edition(scheme, last)
    sides = []
    for each in (edition, proposed):
        book = each.book(last, each.known_settings(chosen) or None)
        sides.append({quota.what: quota for quota in entitlements.of(each).quotas(book, whose)})
    for what in dict.fromkeys([*sides[0], *sides[1]]):
        one, two = (side.get(what) for side in sides)
        if _figures(one) != _figures(two):
            yield QuotaChange(body.number, what, _allowed(one), _allowed(two), _used(one), _used(two))


def _figures(quota: Quota | None) -> tuple[int | None, int]:
    return _allowed(quota), _used(quota)


def _allowed(quota: Quota | None) -> int | None:
    return None if quota is None or quota.allowed is None else int(quota.allowed.value)


def _used(quota: Quota | None) -> int:
    return 0 if quota is None else quota.used
