"""What do charity events and holiday packages have to see to? (1.8, 1.9)"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import rule


class CharityEvent(NamedTuple):
    """An event in aid of a charity; None: not told."""

    written_agreement: bool | None = None
    remuneration_told: bool | None = None  #: to everybody who takes part; also where there is none
    donation_told: bool | None = None  #: the amount, in the publicity
    told_to_every_competitor: bool | None = None


class Protection(StrEnum):
    """How an operator's clients are safe if the operator fails."""

    BOND = "bonding"
    INSURANCE = "a policy for each customer"
    TRUST = "a trust fund"
    NO_PREPAYMENT = "no deposits or prepayments"
    NONE = "nothing"


class Package(NamedTuple):
    """A holiday package with bridge; None: not told."""

    brochure_exact: bool | None = None
    written_contracts: bool | None = None
    protection: Protection | None = None


_PROTECTED_BY = {
    Protection.BOND: "1.9.3(a)",
    Protection.INSURANCE: "1.9.3(b)",
    Protection.TRUST: "1.9.3(c)",
    Protection.NO_PREPAYMENT: "1.9.3(d)",
}


@rule("1.8.1(a)", "1.8.1(b)", "1.8.1(c)", "1.8.4")
def charity_event(event: CharityEvent) -> Checklist:
    """The charity has agreed in writing; what the organiser earns and what is given is told, to every competitor."""
    return checklist(
        "an event for charity",
        (
            finding("the charity agreed in writing", holds=event.written_agreement, clause="1.8.1(a)"),
            finding("how the organiser is paid is stated", holds=event.remuneration_told, clause="1.8.1(b)"),
            finding("the amount of the donation is stated", holds=event.donation_told, clause="1.8.1(c)"),
            finding("both are given to every competitor", holds=event.told_to_every_competitor, clause="1.8.4"),
        ),
        clause="1.8.1(a)",
    )


@rule("1.9.2(a)", "1.9.2(b)")
def package(offer: Package) -> Checklist:
    """A package is described exactly, sold by a written contract, and safe against the operator's failure."""
    return checklist(
        "a holiday package",
        (
            finding("the brochure is exact", holds=offer.brochure_exact, clause="1.9.2(a)"),
            finding("every client has a full written contract", holds=offer.written_contracts, clause="1.9.2(b)"),
            protected(offer),
        ),
        clause="1.9.2(a)",
    )


@rule("1.9.3(a)", "1.9.3(b)", "1.9.3(c)", "1.9.3(d)")
def protected(offer: Package) -> Finding:
    """One of four ways keeps deposits safe: a bond, a policy for each, a trust fund, or taking none."""
    if offer.protection is None:
        return finding("safe against the operator's failure", holds=None, clause="1.9.3(a)")
    clause = _PROTECTED_BY.get(offer.protection, "1.9.3(a)")
    sentence = "safe against the operator's failure by {how}"
    return finding(sentence, holds=offer.protection != Protection.NONE, clause=clause, how=str(offer.protection))
