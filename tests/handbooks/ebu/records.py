"""What the tests of records, entitlements and money share: the book, and the examples by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.handbooks import get
from overtrick.handbooks.examples import Example, examples

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

EDITION = get("ebu").latest
BOOK = EDITION.book()


def book_with(**settings: str) -> Book:
    """Open the edition with some settings chosen."""
    return EDITION.book(settings=settings)


def of_kind(kind: str) -> list[Example]:
    """Give the examples of one kind."""
    found = [example for example in examples(EDITION) if example.kind == kind]
    assert found
    return found
