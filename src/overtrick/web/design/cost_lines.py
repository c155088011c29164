"""What a submission or a licence costs: each sum with its clause, why, whose amount it is, and when it is invoiced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.working import Step, walk
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due, Run
from overtrick.web.design.working import clause_link


class CostSentence(NamedTuple):
    """A sentence with the clause that it follows from."""

    says: str
    clause: SafeString | str


class CostLine(NamedTuple):
    """One charge."""

    sum: CostSentence
    reasons: list[CostSentence]
    source: str  #: who says the amount; empty: there is none
    when: str  #: it is invoiced; empty: it is not


def cost_lines(dues: Iterable[Due], edition: Edition, processed: object = "") -> list[CostLine]:
    """Lay charges out; ``processed`` says when those are invoiced that wait for no run, otherwise with the points."""
    handbook = edition.handbook.name

    def told(step: Step) -> CostSentence:
        return CostSentence(step.says, clause_link(step.clause, handbook))

    return [
        CostLine(
            told(each.working),
            [told(reason) for reason, depth in walk(each.working) if depth],
            each.rate.source if each.rate else "",
            _when(each, str(processed)),
        )
        for each in dues
    ]


def _when(due: Due, processed: str) -> str:
    if not due.amount or due.billed is None:
        return ""
    if due.run is Run.PROCESSED:
        return processed or _("Invoiced when the points are credited.")
    return _("Invoiced after %(day)s.") % {"day": date_format(due.billed, "j F Y")}
