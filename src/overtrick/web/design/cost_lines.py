"""What a submission costs, line by line: the sum with its clause, whose amount it is, and when it is invoiced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due, Run
from overtrick.web.design.working import as_html


class CostLine(NamedTuple):
    """One charge."""

    working: SafeString | str
    source: str  #: who says the amount; empty: there is none
    when: str  #: it is invoiced; empty: it is not


def cost_lines(dues: Iterable[Due], edition: Edition) -> list[CostLine]:
    """Lay the charges of a submission out."""
    handbook = edition.handbook.name
    return [
        CostLine(as_html(each.working, str, handbook), each.rate.source if each.rate else "", _when(each))
        for each in dues
    ]


def _when(due: Due) -> str:
    if due.exempt or due.billed is None:
        return ""
    if due.run is Run.PROCESSED:
        return _("Invoiced when the points are credited")
    day = date_format(due.billed, "j F Y")
    return _("Invoiced after %(day)s") % {"day": day}
