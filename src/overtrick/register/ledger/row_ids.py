"""The ids of the book's rows: each is made of the federation and the row's number in that federation's book.

Numbers count from 1 without a gap within a federation, and only they are shown and hashed. An id identifies the row in
this installation. Because it begins with the federation, every key made of ids does so too, and the rows of a
federation lie side by side.
"""

from __future__ import annotations

BITS = 40  #: of an id are the number; the federation stands above them
_NUMBER = (1 << BITS) - 1


def row_id(federation: int, number: int) -> int:
    """Give the id of a row by its number in a federation's book."""
    return federation << BITS | number


def number_of(row: int) -> int:
    """Give the number of a row by its id."""
    return row & _NUMBER
