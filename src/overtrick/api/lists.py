"""Lists in parts: ``items``, the address of the ``next`` part, and cursors that hold the place after the last item.

A cursor names the item that was given last, not how many there were, so nothing is given twice or left out because
somebody wrote in between. It counts only with the filters that it was made for.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.api.answers import CSV, listed, wants, written
from overtrick.api.codes import Code
from overtrick.api.parameters import Whole, Words
from overtrick.api.problems import ApiProblem
from overtrick.formats.tables import Cell

T = TypeVar("T")

USUAL, MOST = 50, 200
AFTER = "after"
#: How many items a part has.
Limit = Annotated[int, Whole(1, MOST)]
#: The cursor of a part.
Cursor = Annotated[str, Words(400, 0, r"^[A-Za-z0-9_-]*$", "As “next” has it: valid for the same list and filters.")]
_MARK_BYTES = 6


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A part of a list."""

    items: list[T]
    next: str | None  #: the address of the next part; null: this is the last


class Table(NamedTuple):
    """A list as CSV: its headings, which are never translated, and the cells of an item."""

    columns: Sequence[str]
    row: Callable[[Any], Sequence[Cell]]


def page(
    request: HttpRequest,
    items: Sequence[msgspec.Struct],
    last: Sequence[str | int] | None = None,
    *,
    table: Table | None = None,
) -> HttpResponse:
    """Write a part of a list; ``last`` are the keys of its last item, None where there is no more.

    ``table`` says how the list is written as CSV, for whoever asks for that.
    """
    address = None if last is None else next_address(request, last)
    headers = {} if address is None else {"Link": f'<{address}>; rel="next"'}
    if table is not None and wants(request, CSV):
        return listed(table.columns, map(table.row, items), headers)
    return written({"items": items, "next": address}, headers=headers)


def next_address(request: HttpRequest, last: Sequence[str | int]) -> str:
    """Give the address of the next part: the same filters, and the cursor."""
    query = request.GET.copy()
    query[AFTER] = cursor(request, last)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def cursor(request: HttpRequest, last: Sequence[str | int]) -> str:
    """Write the keys of an item as a cursor of this list with these filters."""
    content = msgspec.json.encode([_filters(request), *last])
    return urlsafe_b64encode(content).decode("ascii").rstrip("=")


def keys(request: HttpRequest, after: str, *kinds: type) -> list[str | int] | None:
    """Read a cursor; None where the list begins."""
    if not after:
        return None
    try:
        found = msgspec.json.decode(urlsafe_b64decode(after + "=" * (-len(after) % 4)), type=list[str | int])
    except (ValueError, UnicodeEncodeError):
        raise ApiProblem(Code.CURSOR) from None
    mark, *values = found or [""]
    if mark != _filters(request) or [type(value) for value in values] != list(kinds):
        raise ApiProblem(Code.CURSOR)
    return values


def _filters(request: HttpRequest) -> str:
    """Mark a list and what it was asked for, apart from where it begins and how much is given at once."""
    asked = sorted((name, *values) for name, values in request.GET.lists() if name not in (AFTER, "limit"))
    said = msgspec.json.encode([request.path_info, asked])
    return hashlib.blake2b(said, digest_size=_MARK_BYTES).hexdigest()
