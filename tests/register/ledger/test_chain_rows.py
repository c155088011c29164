"""The rows of a book in the order of its chain: their places, their hashes, what these are made of."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.ledger import chain_rows, head
from overtrick.register.ledger.chain import linked
from overtrick.register.ledger.posting import reverse
from tests.register.ledger.offices import JUNE, MAY, Office, open_office

pytestmark = pytest.mark.postgres

JULY = date(2026, 7, 1)

#: As they are written below.
ORDER: tuple[tuple[chain_rows.Kind, int], ...] = (
    *(("closing", 1), ("posting", 1), ("entry", 1), ("entry", 2), ("closing", 2), ("closing", 3)),
    *(("posting", 2), ("entry", 3), ("posting", 3), ("entry", 4), ("entry", 5), ("posting", 4), ("entry", 6)),
)


@pytest.fixture
def book(office: Office) -> int:
    """A book that begins with a closed month, beside another; its federation."""
    south = open_office("south")
    office.close(date(2026, 4, 1))
    posted = office.post(10, 20)
    south.post(1, 2, 3)
    office.close(MAY)
    office.close(JUNE)
    office.post(5, posted=JULY)
    reverse(office.posting("correction", JULY), [posted.first], instead=[office.entry(0, 8)])
    office.post(7, posted=JULY)
    return office.federation.pk


def test_every_row_has_its_place_and_links_to_the_one_before(book: int) -> None:
    listed = list(chain_rows.stream(book))
    assert [each.place for each in listed] == list(range(1, 14))
    last = head.beginning(book)
    for (kind, number), row in zip(ORDER, listed, strict=True):
        assert chain_rows.place_of(book, kind, number) == row.place
        before, text = chain_rows.row_text(book, kind, number)
        assert before == last
        assert text.startswith(f"{kind} 2\n{number}\n")
        assert linked(before, text) == row.hash
        last = row.hash
    end = head.end(book)
    assert end is not None
    assert (end.hash, end.rows) == (last, 13)


def test_the_stream_goes_on_behind_any_place(book: int) -> None:
    listed = list(chain_rows.stream(book))
    for after in range(15):
        assert list(chain_rows.stream(book, after)) == listed[after:]
        for until in range(15):
            assert list(chain_rows.stream(book, after, until)) == listed[after:until]


def test_a_book_without_rows_has_no_places(office: Office) -> None:
    assert list(chain_rows.stream(office.federation.pk)) == []
    assert list(chain_rows.stream(office.federation.pk, 7)) == []


@pytest.mark.parametrize(("kind", "number"), [("posting", 9), ("entry", 99)])
def test_a_row_that_is_not_there_has_no_place(book: int, kind: chain_rows.Kind, number: int) -> None:
    with pytest.raises(chain_rows.RowMissing, match=f"{kind} {number}"):
        chain_rows.place_of(book, kind, number)
