"""How a printed table is read: bands of numbers, and cells with their misprints put right."""

from __future__ import annotations

from overtrick.handbooks.examples import Example


def ends(written: str | int) -> tuple[int, ...]:
    """Give the first and the last figure of a band: "18-35", "36+", 9."""
    low, dash, high = str(written).partition("-")
    if low.endswith("+"):
        return int(low[:-1]), 2 * int(low[:-1])
    return (int(low), int(high)) if dash else (int(low),)


def band(written: str | int) -> range:
    """Give every figure of a band: "4-6" is 4, 5 and 6."""
    reach = ends(written)
    return range(reach[0], reach[-1] + 1)


def cells(example: Example, column: str) -> dict[int, int]:
    """Give what a column of a printed table pays by the number in front of the row, misprints put right."""
    at = example.columns.index(column)
    printed = {number: row[at] for row in example.rows for number in band(row[0]) if row[at] != ""}
    for misprint in example.misprints:
        if misprint.column == column:
            for number in band(misprint.row):
                assert printed[number] == misprint.printed, f"{number}: the table does not print {misprint.printed}"
                printed[number] = misprint.figure
    return {number: int(figure) for number, figure in printed.items()}
