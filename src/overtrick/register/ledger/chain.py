"""What is hashed in the book of a federation, and how: one chain of sha256, row by row (form 2).

A row's hash is taken over the hash of the row before it (32 bytes) and the row's own text in UTF-8. The text begins
with the kind of row and the version of this form, then comes one field a line in a fixed order: whole numbers in
digits, days as YYYY-MM-DD, an empty line for what is not there. Only the last field may hold anything, line breaks too,
for it goes to the end; a colour holds none (``refusals`` sees to it). So no two rows have the same text.

The texts of postings and entries stand here twice: as Python writes them, and as either database does, which is
quicker where a whole book is looked through (``chain_quick``).

Postings, entries and closings are named by their numbers in this federation's book. No text holds anything of another
federation, or the federation's id in this installation: a federation can publish its book, and leave with it.

The order of the chain: a posting, its entries by number, the closings made then; the next posting, and so on. It begins
with ``beginning``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256

#: ``posting_text`` and ``entry_text`` as both databases write them, for a federation whose ids begin with ``first``:
#: ``format`` writes nothing for null. (The per cent signs are doubled, as in every statement that Django sends.)
POSTING_SQL = """
    format('posting 2\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s',
        id - {first}, kind, submission_id, cast(posted as text), posted_by_id, second_id, reason)
"""
ENTRY_SQL = """
    format('entry 2\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s\n%%s',
        id - {first}, posting_id - {first}, player_id, colour, units, cast(played as text),
        assessment_id, award, corrects_id - {first}, stage)
"""


def beginning(slug: str, before: bytes = b"") -> bytes:
    """Give the first link of a federation's book; ``before`` is the last hash of an older book that it carries on."""
    return sha256(f"the book of overtrick, form 2\n{slug}\n".encode() + before).digest()


def linked(before: bytes, text: str) -> bytes:
    """Link a row to the one before it. This line runs for every row there is."""
    return sha256(before + text.encode()).digest()


def posting_text(
    number: int,
    kind: str,
    submission: int | None,
    posted: date | str,
    posted_by: int | None,
    second: int | None,
    reason: str,
) -> str:
    """Write a posting as it is hashed."""
    return (
        f"posting 2\n{number}\n{kind}\n{_given(submission)}\n{posted}\n{_given(posted_by)}\n{_given(second)}\n{reason}"
    )


def entry_text(
    number: int,
    posting: int,
    player: int,
    colour: str,
    units: int,
    played: date | str,
    stage: str,
    assessment: int | None,
    award: int | None,
    corrects: int | None,
) -> str:
    """Write an entry as it is hashed; this too runs for every entry there is."""
    return (
        f"entry 2\n{number}\n{posting}\n{player}\n{colour}\n{units}\n{played}\n"
        f"{'' if assessment is None else assessment}\n{'' if award is None else award}\n"
        f"{'' if corrects is None else corrects}\n{stage}"
    )


def closing_text(
    number: int,
    month: date,
    closed_at: datetime,
    closed_by: int | None,
    entry: int,
    postings: Iterable[int],
) -> str:
    """Write a closing as it is hashed, with every posting that it made final, by number."""
    at = closed_at.astimezone(UTC).isoformat(timespec="microseconds")
    return "\n".join(
        [f"closing 2\n{number}\n{month}\n{at}\n{_given(closed_by)}\n{entry}", *(str(posting) for posting in postings)]
    )


def _given(number: int | None) -> str:
    return "" if number is None else str(number)
