"""Reads what an address or a form asks for: numbers, months, words and the next page, each within its bounds.

What is written in another way, or is out of bounds, is nothing: None, or an empty text. Each page says what follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from django.http import HttpRequest, QueryDict
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR
from overtrick.register.errors import Refused

#: No number of a row, a page or a column is larger.
LARGEST = 10**15 - 1
_NUMBER = re.compile(r"[0-9]{1,15}")
_MONTH = re.compile(r"([0-9]{4})-([0-9]{1,2})")
#: Names of people, clubs and events are shorter, and nobody looks for more words at once.
LONGEST_SEARCH, MOST_WORDS = 100, 8
#: The longest address that somebody is sent on to.
_LONGEST_ADDRESS = 2_000
#: So much of what somebody sent is shown to them.
_SHOWN = 40


def posted(request: HttpRequest) -> QueryDict | None:
    """Give what a form sent; one that was sent empty is unfinished, not new."""
    return request.POST if request.method == "POST" else None


def whole(written: str) -> int | None:
    """Read a whole number."""
    return int(written) if _NUMBER.fullmatch(written) else None


class NotANumber(Refused):
    """The address asks for a number and gives something else."""


def whole_number(request: HttpRequest, name: str) -> int | None:
    """Read a whole number that an address asks for; None where it does not, a refusal where it is something else."""
    written = request.GET.get(name, "").strip()
    found = whole(written)
    if found is None and written:
        says = _("“%(written)s” is not a whole number, or too large.") % {"written": written[:_SHOWN]}
        raise NotANumber(says, _("Enter a whole number, for example 120."), code="not-a-number")
    return found


def year(written: str) -> int | None:
    """Read a year in which bridge was played."""
    found = whole(written)
    return found if found is not None and FIRST_YEAR <= found <= LAST_YEAR else None


def month(written: str) -> date | None:
    """Read a month, written as 2026-11; its first day."""
    found = _MONTH.fullmatch(written)
    if found is None or year(found.group(1)) is None or not 1 <= int(found.group(2)) <= 12:  # noqa: PLR2004 - months
        return None
    return date(int(found.group(1)), int(found.group(2)), 1)


def search(given: Mapping[str, str], name: str) -> str:
    """Give the words that somebody looks for; the first of them, where there are very many."""
    return " ".join(given.get(name, "")[:LONGEST_SEARCH].split()[:MOST_WORDS])


def onward(request: HttpRequest, written: str, otherwise: str) -> str:
    """Give the page of ours that somebody wants to go on to; otherwise another, by its name or address."""
    here = {request.get_host()}
    is_address = written.startswith(("/", "?")) and len(written) <= _LONGEST_ADDRESS and written.isprintable()
    if is_address and url_has_allowed_host_and_scheme(written, here, require_https=request.is_secure()):
        return written
    return resolve_url(otherwise)
