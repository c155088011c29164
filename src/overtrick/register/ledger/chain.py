"""What is hashed in the book, and how: one chain of sha256, row by row.

A row's hash is taken over the hash of the row before it (32 bytes) and the row's own text in UTF-8. The text begins
with the kind of row and the version of this form, then comes one field a line in a fixed order: whole numbers in
digits, days as YYYY-MM-DD, an empty line for what is not there. Only the last field may hold anything, line breaks too,
for it goes to the end; a colour holds none (``refusals`` sees to it). So no two rows have the same text.

The order of the chain: a posting, its entries by number, the closings made then; the next posting, and so on. It begins
with ``BEGINNING``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256

BEGINNING = sha256(b"the book of overtrick, form 1").digest()


def posting_hash(
    before: bytes,
    number: int,
    federation: int,
    kind: str,
    submission: int | None,
    posted: date | str,
    posted_by: int | None,
    second: int | None,
    reason: str,
) -> bytes:
    """Link a posting to the row before it."""
    text = (
        f"posting 1\n{number}\n{federation}\n{kind}\n{_given(submission)}\n{posted}\n"
        f"{_given(posted_by)}\n{_given(second)}\n{reason}"
    )
    return sha256(before + text.encode()).digest()


def entry_hash(
    before: bytes,
    number: int,
    posting: int,
    federation: int,
    player: int,
    colour: str,
    units: int,
    played: date | str,
    stage: str,
    assessment: int | None,
    award: int | None,
    corrects: int | None,
) -> bytes:
    """Link an entry to the row before it. This line runs for every entry there is."""
    return sha256(
        before
        + f"entry 1\n{number}\n{posting}\n{federation}\n{player}\n{colour}\n{units}\n{played}\n"
        f"{'' if assessment is None else assessment}\n{'' if award is None else award}\n"
        f"{'' if corrects is None else corrects}\n{stage}".encode()
    ).digest()


def closing_hash(
    before: bytes,
    number: int,
    federation: int,
    month: date,
    closed_at: datetime,
    closed_by: int | None,
    entry: int,
    postings: Iterable[int],
) -> bytes:
    """Link a closing to the row before it, with every posting that it made final, by number."""
    at = closed_at.astimezone(UTC).isoformat(timespec="microseconds")
    text = f"closing 1\n{number}\n{federation}\n{month}\n{at}\n{_given(closed_by)}\n{entry}"
    link = sha256(before + text.encode())
    for posting in postings:
        link.update(b"\n%d" % posting)
    return link.digest()


def _given(number: int | None) -> str:
    return "" if number is None else str(number)
