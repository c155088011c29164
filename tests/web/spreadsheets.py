"""A list in which the column that looks like the place is another: 'Place' is where a pair sat down first."""

from __future__ import annotations

import io

import xlsxwriter  # type: ignore[import-untyped]

from tests.web.club.files import NAMES

HEADINGS = ("Place", "Finish", "Names", "Score")
#: Where the pairs sat down, from the winners to the last.
_SAT = (3, 1, 4, 2, 8, 5, 7, 6)
PAIRS = tuple(f"{one} & {other}" for one, other in zip(NAMES[::2], NAMES[1::2], strict=True))


def rows() -> list[tuple[str, ...]]:
    """List the pairs from the winners to the last, with the headings on top."""
    pairs = zip(_SAT, PAIRS, strict=True)
    return [
        HEADINGS,
        *((str(sat), str(place), pair, f"{300 - 9 * place}") for place, (sat, pair) in enumerate(pairs, 1)),
    ]


def as_csv() -> bytes:
    """Write it as a text."""
    return "\n".join(",".join(row) for row in rows()).encode()


def as_xlsx() -> bytes:
    """Write it as a spreadsheet."""
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Results")
        for at, row in enumerate(rows()):
            sheet.write_row(at, 0, [int(cell) if cell.isdigit() else cell for cell in row])
    return written.getvalue()
