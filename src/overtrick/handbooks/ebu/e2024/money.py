"""What does an event cost, and who pays? Universal membership and licence fees, in whole pence (1.3, 1.11, 2.8, 2.10.5)

The handbook prints no amounts. A tariff is data: :func:`example_tariff` shows its form, with invented figures.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, Use, checklist, finding, use
from overtrick.engine.numbers import half_up
from overtrick.engine.working import NOTHING, Step, rule, step

from . import quotas
from .written import PENCE, pounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.handbooks.edition import Book

_APRIL = 4


class Payer(StrEnum):
    """Who is sent the invoice."""

    CLUB = "club"
    COUNTY = "county"
    LEAGUE = "teams league"


class Exemption(StrEnum):
    """Why nothing is due for a session."""

    NOVICES = "novice"
    PARTY = "party"
    CHILDREN_IN_NEED = "Children in Need"
    CHARITY = "charity"
    ONE_OFF = "one-off"


class Tariff(NamedTuple):
    """The charges of a year that begins on 1 April, in pence by name."""

    begins: date
    pence: Mapping[str, int]
    source: str


class Bill(NamedTuple):
    """Something to be paid to the EBU."""

    payer: str
    pence: int
    working: Step


class Claimed(NamedTuple):
    """A session for which nothing would be paid; None: not told."""

    exemption: Exemption
    novice_rules: bool | None = None  #: it meets the regulations for novice sessions
    magazine_points: bool | None = None
    granted: bool | None = None  #: by the EBU, of a one-off


@rule("1.3.2", "1.11.1")
def example_tariff(book: Book, begins: date) -> Tariff:
    """An example of a tariff, not the EBU's: the Board sets the real one, and it changes each 1 April."""
    table = book.table("example_tariff")
    return Tariff(begins, {str(key): table.whole(str(key), "pence") for key in table.rows}, table.source)


@rule("1.3.2")
def tariff_on(tariffs: Sequence[Tariff], day: date) -> Tariff:
    """Give the tariff of the year in which a day lies; years begin on 1 April."""
    first = date(day.year - (day.month < _APRIL), _APRIL, 1)
    for each in tariffs:
        if each.begins == first:
            return each
    message = f"there is no tariff for the year from {first}; the EBU publishes one each 1 April"
    raise LookupError(message)


@rule("2.8.1 p3", "2.8.2", "APPENDIX (UMS codes)")
def charge_code(book: Book, event: str) -> Step:
    """A results file carries a code by which it is charged; a file that only adds points has 02 and costs nothing.

    The handbook prints no other code. Those in the table are from the EBU's pages, and to be confirmed.
    """
    table = book.table("charge_codes")
    code = table.text(event, "code").removeprefix("code ")
    printed = table.text(event, "source") != "confirm"
    clause = "2.8.2" if printed else "2.8.1 p3"
    return step("{event}: charge code {code}", int(code), NOTHING, (), clause, event=event.capitalize(), code=code)


@rule("1.3.1")
def yields(*, subscription: bool, licence_fee: bool, ebu_entry_fee: bool, exempt: bool = False) -> Finding:
    """Every session brings the EBU a subscription, a licence fee or an entry fee, unless it is exempt."""
    holds = subscription or licence_fee or ebu_entry_fee or exempt
    return finding("something is paid, or it is exempt", holds=holds, clause="1.3.1")


@rule(
    "1.3.1 (novice)",
    "1.3.1 (party)",
    "1.3.1 (Children in Need)",
    "1.3.1 (charity)(i)",
    "1.3.1 (charity)(ii)",
    "1.3.1 (one-off)",
)
def exempt(book: Book, claimed: Claimed, player_sessions: int, used: Mapping[Exemption, int]) -> Use:
    """Free are novice sessions without magazine points, one party a year, Children in Need, and what the EBU grants.

    Larger clubs have one or two charity sessions besides. ``used`` counts what was claimed in the year so far.
    """
    kind = claimed.exemption
    if kind in (Exemption.PARTY, Exemption.CHARITY):
        party = kind == Exemption.PARTY
        allowed = quotas.party_sessions(book) if party else quotas.charity_sessions(book, player_sessions)
        left = max(int(allowed.value) - used.get(kind, 0), 0)
        some = finding("{left} left", holds=left > 0, clause=allowed.clause, because=(allowed,), left=left)
        return use(f"{kind} session", checklist("free of charge", (some,), clause=allowed.clause), uses=1, left=left)
    clause = f"1.3.1 ({kind})"
    conditions = [finding("{kind} is on the list", holds=True, clause=clause, kind=str(kind))]
    if kind == Exemption.NOVICES:
        none = None if claimed.magazine_points is None else not claimed.magazine_points
        conditions.append(finding("meets the rules of novice sessions", holds=claimed.novice_rules, clause=clause))
        conditions.append(finding("no magazine points", holds=none, clause=clause))
    if kind == Exemption.ONE_OFF:
        conditions.append(finding("granted by the EBU", holds=claimed.granted, clause=clause))
    return use(f"{kind} session", checklist("free of charge", conditions, clause=clause), uses=0, left=0)


@rule("1.3.2", "1.3.2 p2", "1.3.3(a)", "2.10.5")
def subscription(
    book: Book, tariff: Tariff, payer: Payer, players: int, *, sessions: int = 1, club_heat: bool = False
) -> Bill:
    """Everybody who plays is charged, with or without standing; the invoice goes to the club, county or league.

    A club that holds a heat of a county's event pays the whole club rate itself.
    """
    name = Payer.CLUB if club_heat else payer
    rate = tariff.pence[f"{name} player session"]
    share = book.table("money_figures").number("club heat of a county event", "figure") if club_heat else 1
    pence = half_up(share * rate * players * sessions)
    sentence = "{players} players, {sessions} sessions at {rate}: {pence}"
    clause = "1.3.2 p2" if club_heat else "1.3.3(a)"
    working = step(
        sentence, pence, PENCE, (), clause, players=players, sessions=sessions, rate=pounds(rate), pence=pounds(pence)
    )
    return Bill(str(name), pence, working)


@rule("1.2.5 p4")
def simultaneous_heat(book: Book, tariff: Tariff, players: int, *, affiliated: bool) -> Bill:
    """A heat of simultaneous pairs pays the subscription; in a club that is not affiliated, with a surcharge."""
    plain = subscription(book, tariff, Payer.CLUB, players)
    more = 0 if affiliated else tariff.pence["not affiliated surcharge"] * players
    pence = plain.pence + more
    sentence = "Heat of {players} players, surcharge {more}: {pence}"
    values = {"players": players, "more": pounds(more), "pence": pounds(pence)}
    return Bill("club", pence, step(sentence, pence, PENCE, (plain.working,), "1.2.5 p4", **values))


@rule("1.5.4", "1.11.2", "1.11.3", "1.11.4")
def licence_fee(tariff: Tariff, payer: str, table_sessions: int, *, rate: str = "", heats: int = 0) -> Bill:
    """A licence costs by tables and sessions, for simultaneous pairs by heats.

    ``rate``: "commercial" ventures may pay otherwise, a "charity" less, a "green" event its own fee.
    """
    if heats:
        each, count, clause = tariff.pence["simultaneous licence a heat"], heats, "1.11.2"
    else:
        name = f"{rate} licence a table and session".strip()
        each, count = tariff.pence[name], table_sessions
        clause = {"commercial": "1.11.3", "charity": "1.11.4"}.get(rate, "1.11.2")
    pence = each * count
    values = {"count": count, "each": pounds(each), "pence": pounds(pence)}
    return Bill(payer, pence, step("Licence: {count} at {each}: {pence}", pence, PENCE, (), clause, **values))


@rule("5.3.3 p2")
def closed_blue(book: Book, tariff: Tariff, table_sessions: int) -> Bill:
    """A club's closed blue session needs no licence; it pays a third of what a green licence would cost."""
    green = licence_fee(tariff, "club", table_sessions, rate="green")
    share = book.table("money_figures").number("closed blue of the green licence", "figure")
    pence = half_up(share * green.pence)
    sentence = "A third of {green}: {pence}"
    values = {"green": pounds(green.pence), "pence": pounds(pence)}
    return Bill("club", pence, step(sentence, pence, PENCE, (green.working,), "5.3.3 p2", **values))


@rule("1.7.19")
def after_deposit(bill: Bill, deposit: int) -> Bill:
    """The EBU may ask for a deposit; what was paid comes off the fee."""
    pence = bill.pence - deposit
    sentence = "{fee} less a deposit of {deposit}"
    values = {"fee": pounds(bill.pence), "deposit": pounds(deposit)}
    return Bill(bill.payer, pence, step(sentence, pence, PENCE, (bill.working,), "1.7.19", **values))
