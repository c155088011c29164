"""Charges the fee of a licence when it is granted, and after its event what differs from the estimate.

What decides the fee is asked with the handbook's questions and kept with the licence, so that everybody can work the
fee out again. A licence that is taken back costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from overtrick.handbooks import licence_questions, money, questions
from overtrick.handbooks.edition import Book, Edition
from overtrick.handbooks.licence_questions import LicenceDays
from overtrick.handbooks.money import Due, Rules
from overtrick.handbooks.money_causes import TariffDay
from overtrick.handbooks.questions import Answers, Question
from overtrick.handbooks.submission import Organiser
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge, MoneyAccount
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

_CAUSE = Charge.Cause.LICENCE


class NotTold(Refused):
    """Something that decides the fee is missing or wrong; ``mistakes`` says what, by the name of the question."""

    def __init__(self, mistakes: Mapping[str, str]) -> None:
        """Name everything at once."""
        super().__init__(
            "The fee of the licence cannot be worked out.", " ".join(mistakes.values()), code="licence-fee-unclear"
        )
        self.mistakes = mistakes


class NotCharged(Refused):
    """The licence costs nothing here, or was taken back."""


class LicenceCosts(NamedTuple):
    """What a licence costs, and at which amounts."""

    dues: tuple[Due, ...]
    prices: Prices
    day: date  #: which chose the amounts
    edition: Edition


def asked(organisation: Organisation, allows: str, begins: date, *, played: bool = False) -> tuple[Question, ...]:
    """List what decides the fee of a licence; none where the federation does not charge, or it costs nothing."""
    if charging.begins(current()) is None:
        return ()
    rules, book = _rules(begins)
    return rules.licence_questions(book, allows, _organiser(organisation), played=played)


def read(listed: Iterable[Question], typed: Mapping[str, str]) -> dict[str, str]:
    """Turn what was typed into answers as they are kept; refuse what is missing or wrong, all of it at once."""
    told: dict[str, str] = {}
    mistakes: dict[str, str] = {}
    every = tuple(listed)
    for each in every:
        try:
            told[each.name] = each.kept(typed.get(each.name, ""))
        except ValueError as error:
            mistakes[each.name] = str(error)
    for each in questions.missing(every, told):
        mistakes.setdefault(each.name, f"{each.asks} Answer this.")
    if mistakes:
        raise NotTold(mistakes)
    return {name: said for name, said in told.items() if said}


def told_with(organisation: Organisation, allows: str, begins: date, told: Mapping[str, str]) -> dict[str, str]:
    """Give what an application, and whoever decides it, tell of the fee of its licence; what is not asked is left."""
    rules, book = _rules(begins)
    names = {each.name for each in asked(organisation, allows, begins)}
    return {name: said for name, said in rules.licence_told(book, Answers(told)).items() if name in names and said}


def foreseen(organisation: Organisation, given: Grant, on: date) -> LicenceCosts | None:
    """Say what a licence would cost if it were granted on a day; None: the federation does not charge then."""
    since = charging.begins(current())
    if since is None or on < since:
        return None
    ended = given.ends or given.begins
    return _costs(organisation, given.allows, LicenceDays(given.begins, ended, on), Answers(given.fee))


def charge_granted(sender: object, licence: Licence, actor: User | None, at: datetime, **_more: object) -> None:
    """Hear that a licence was granted, and charge it."""
    del sender  # Django names one
    since = charging.begins(current())
    if since is None or at.date() < since:
        return
    listed = asked(licence.organisation, licence.allows, licence.begins)
    if missing := questions.missing(listed, licence.fee_told):
        raise NotTold({each.name: f"{each.asks} Answer this." for each in missing})
    _bring(licence, actor, at, "")


def reverse_revoked(
    sender: object, licence: Licence, actor: User | None, at: datetime, reason: str, **_more: object
) -> None:
    """Hear that a licence was taken back: it costs nothing any more."""
    del sender  # Django names one
    _bring(licence, actor, at, f"Taken back: {reason}")


def settle(licence: Licence, told: Mapping[str, str], *, actor: User, at: datetime) -> list[Charge]:
    """Bring what a licence costs to what was played; the difference is a further charge, or taken back."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    _check(licence)
    with transactions.atomic():
        held = licences.tell_played(licence, told, actor=actor, at=at)
        return _bring(held, actor, at, "As it was played")


def foreseen_played(licence: Licence, told: Mapping[str, str], on: date) -> LicenceCosts:
    """Say what a licence costs if its event was played so."""
    _check(licence)
    return costs(licence, on, told)


def costs(licence: Licence, on: date, played: Mapping[str, str] | None = None) -> LicenceCosts:
    """Say what a licence costs: as it was played if that is known, otherwise as it was granted."""
    now = licence.fee_played if played is None else played
    first = _charges(licence).order_by("pk").first()
    days = LicenceDays(licence.begins, licence.ends or licence.begins, on)
    # What is asked again was told again, or is not so any more; everything else stays as it was granted.
    again = {each.name for each in asked_played(licence)} if now else set()
    told = {**{name: said for name, said in licence.fee_told.items() if name not in again}, **now}
    day = first.tariff_day if first else None
    return _costs(licence.organisation, licence.allows, days, Answers(told), day)


def asked_played(licence: Licence) -> tuple[Question, ...]:
    """List what decides the fee of a licence whose event was played."""
    return asked(licence.organisation, licence.allows, licence.begins, played=True)


def to_settle(on: date) -> QuerySet[Licence]:
    """Give the licences that cost something, whose event is over, and of which nobody has said what was played."""
    charged = Charge.objects.filter(cause=_CAUSE, reverses=None, reversed_by=None, exempt=False)
    rows = Licence.objects.filter(pk__in=charged.values("licence"), revoked_on=None, fee_played={})
    over = rows.annotate(over=Coalesce(F("ends"), F("begins"))).filter(over__lt=on)
    return over.select_related("organisation").order_by("over", "pk")


def charged_for(licence: Licence) -> list[Charge]:
    """Give the charges of a licence that were not taken back."""
    return list(_charges(licence).filter(reverses=None, reversed_by=None).order_by("pk"))


def deposits_of(account: MoneyAccount | None, amount: int) -> list[Licence]:
    """Name the licences of whose fee a deposit of just this amount came off: the same money may be entered once.

    Without an account those of everybody: a line of the bank's list need not say whose it is.
    """
    rows = Charge.objects.filter(cause=_CAUSE, share="-1", quantity=str(amount), reverses=None)
    rows = rows if account is None else rows.filter(account=account)
    return [each.licence for each in rows.filter(reversed_by=None).select_related("licence") if each.licence]


def drawn(licence: Licence, found: LicenceCosts, actor: User | None, on: date, *, opening: bool = True) -> list[Charge]:
    """Make the rows of what a licence costs; they are not kept yet."""
    where = licence.organisation
    region = charging.region_of(where.pk)
    above = Organisation.objects.get(pk=region) if region is not None else None
    caused = Caused(_CAUSE, licence.granted_at.date(), Payers(where, above), found.day, licence=licence.pk)
    return charging.drawn(found.dues, caused, found.prices, actor, on, opening=opening)


def _bring(licence: Licence, actor: User | None, at: datetime, reason: str) -> list[Charge]:
    """Bring the charges of a licence to what it costs now; inside a transaction."""
    list(Licence.objects.select_for_update(no_key=True, of=("self",)).filter(pk=licence.pk))
    on = at.date()
    wanted = [] if licence.revoked_on is not None else drawn(licence, costs(licence, on), actor, on)
    told = charging.differences(charged_for(licence), wanted, actor, on, further=False, reason=reason)
    made = charging.keep(told)
    if made:
        trail.record(actor, "charge.licence", licence, None, {"charges": len(made)}, reason, at=at)
    return made


def _check(licence: Licence) -> None:
    if licence.revoked_on is not None:
        raise NotCharged(
            f"The licence {licence} was taken back.", "There is nothing to charge.", code="licence-taken-back"
        )
    if not _charges(licence).exists():
        raise NotCharged(
            f"Nothing was charged for the licence {licence}.", "There is nothing to settle.", code="licence-not-charged"
        )


def _charges(licence: Licence) -> QuerySet[Charge]:
    return Charge.objects.filter(licence=licence, cause=_CAUSE)


def _costs(
    organisation: Organisation, allows: str, days: LicenceDays, told: Answers, day: date | None = None
) -> LicenceCosts:
    rules, book = _rules(days.begins)
    chosen = day or (days.begins if rules.tariff_day(book) is TariffDay.PLAYED else days.processed)
    prices = tariffs.prices_on(current(), charging.region_of(organisation.pk), chosen)
    event = licence_questions.event_of(allows, _organiser(organisation), days, told)
    return LicenceCosts(rules.of_licence(book, prices.tariff, event), prices, chosen, book.edition)


def _rules(day: date) -> tuple[Rules, Book]:
    book = handbook.book_on(current(), day)
    return money.of(book.edition), book


def _organiser(organisation: Organisation) -> Organiser:
    """Tell who holds a licence: its fee goes by what kind of organisation that is, not by what it has played."""
    return Organiser(organisation.name, organisation.kind, None, tuple, lambda: 0)
