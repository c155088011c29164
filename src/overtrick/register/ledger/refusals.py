"""What the book refuses, in words. The database's own constraints hold the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from overtrick.register import sql
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import BEFORE_THIS_BOOK, Posting
from overtrick.register.ledger.row_ids import number_of

_KINDS = frozenset(Posting.Kind.values)
_BY_HAND = frozenset({Posting.Kind.MANUAL.value, *(each.value for each in BEFORE_THIS_BOOK)})
_PLAYER, _COLOUR, _UNITS, _STAGE, _ASSESSMENT, _AWARD, _CORRECTS = 3, 4, 5, 7, 8, 9, 10  # in an entry's row
_LONGEST_COLOUR = 20
_LONGEST_STAGE = 200
_LONGEST_REASON = 500


class NotPosted(Refused):
    """The book refuses a posting, and nothing of it was written."""

    def __init__(self, found: str, *, code: str) -> None:
        super().__init__(found, "", code=code)


def check_posting(kind: str, reason: str, people: tuple[int | None, int | None]) -> None:
    """What is entered by hand needs a reason and two people: who enters it, and who confirms it."""
    if kind not in _KINDS:
        raise NotPosted(f"There is no kind of posting called {kind!r}.", code="no-such-kind-of-posting")
    if len(reason) > _LONGEST_REASON:
        raise NotPosted(
            f"The reason has {len(reason)} characters; the book has room for {_LONGEST_REASON}.", code="reason-too-long"
        )
    if kind not in _BY_HAND:
        return
    if not reason.strip():
        raise NotPosted(f"A posting of the kind {str(kind)!r} needs a reason.", code="reason-missing")
    if None in people or len(set(people)) == 1:
        raise NotPosted(
            f"A posting of the kind {str(kind)!r} needs two people: who enters it, and who confirms it.",
            code="two-people-needed",
        )


def check_texts(entries: Sequence[sql.Row]) -> None:
    """A colour stands on one line of what is hashed; texts fit into their columns on both databases."""
    for colour in {row[_COLOUR] for row in entries}:
        if not 0 < len(colour) <= _LONGEST_COLOUR or "\n" in colour:
            raise NotPosted(
                f"{colour!r} is not the name of a colour: one line of up to {_LONGEST_COLOUR} characters.",
                code="no-such-colour",
            )
    for stage in {row[_STAGE] for row in entries}:
        if len(stage) > _LONGEST_STAGE:
            raise NotPosted(
                f"The name of the stage {stage[:40]!r}… has {len(stage)} characters; "
                f"the book has room for {_LONGEST_STAGE}.",
                code="stage-name-too-long",
            )


def check_assessments(federation: int, assessments: Collection[int]) -> None:
    """Every assessment that is named by the id is there."""
    if missing := _no_assessment(federation, assessments):
        raise NotPosted(missing, code="no-such-assessment")


def check_reversals(after: int, last: int) -> None:
    """Look at what was just inserted: does every reversal fit what it reverses?"""
    if wrong := _unfitting(after, last):
        raise NotPosted(
            f"Entry {number_of(wrong[0])} cannot be taken back: "
            "the new entry differs by more than the sign, or comes before it.",
            code="entry-not-taken-back",
        )


def why(federation: int, entries: Sequence[sql.Row], players: Collection[int], assessments: Collection[int]) -> str:
    """Find out, after the database refused these rows, what was wrong with them; empty if it cannot be seen."""
    if missing := _not_among("people_player", federation, players):
        return f"There is no player with the id {missing[0]} in this federation."
    if no_assessment := _no_assessment(federation, assessments):
        return no_assessment
    for row in entries:
        if row[_UNITS] == 0:
            return f"The entry for player {row[_PLAYER]} has no points."
        if (row[_ASSESSMENT] is None) != (row[_AWARD] is None):
            return "An entry names the assessment and which of its awards it is, or neither."
    return _twice(federation, entries)


def _twice(federation: int, entries: Sequence[sql.Row]) -> str:
    taken_back = [row[_CORRECTS] for row in entries if row[_CORRECTS] is not None]
    given, value = sql.numbers(taken_back)
    for corrects, posting in sql.rows(
        f"select corrects_id, posting_id from {given} join ledger_entry on corrects_id = n order by 1",  # noqa: S608
        value,
    ):
        return f"Entry {number_of(corrects)} was taken back already, by posting {number_of(posting)}."
    if len(set(taken_back)) < len(taken_back):
        return "The posting takes the same entry back twice."
    awards = [(row[_ASSESSMENT], row[_AWARD]) for row in entries if row[_ASSESSMENT] and row[_CORRECTS] is None]
    given, value = sql.numbers({assessment for assessment, _ in awards})
    posted = {
        (assessment, award): posting
        for assessment, award, posting in sql.rows(
            "select assessment_id, award, posting_id "  # noqa: S608 - our own names
            f"from {given} join ledger_entry on assessment_id = n and federation_id = %s where corrects_id is null",
            value,
            federation,
        )
    }
    for assessment, award in awards:
        if (assessment, award) in posted:
            posting = number_of(posted[assessment, award])
            return f"Award {award} of assessment {assessment} was posted already, in posting {posting}."
    if len(set(awards)) < len(awards):
        return "The posting credits the same award twice."
    return ""


def _no_assessment(federation: int, assessments: Collection[int]) -> str:
    missing = _not_among("competitions_assessment", federation, assessments)
    return f"There is no assessment {missing[0]} in this federation." if missing else ""


def _not_among(table: str, federation: int, wanted: Iterable[int]) -> list[int]:
    """Look each up by its id: whatever it thinks of the sizes, the database then never goes through the whole table."""
    given, value = sql.numbers(sorted(wanted))
    return [
        number
        for (number,) in sql.rows(
            f"select n from {given} "  # noqa: S608 - our own names
            f"where (select id from {table} where id = n and federation_id = %s) is null order by n limit 5",
            value,
            federation,
        )
    ]


def _unfitting(after: int, last: int) -> list[int]:
    return [
        number
        for (number,) in sql.rows(
            """
            select new.corrects_id
            from ledger_entry as new
            join ledger_posting as new_posting on new_posting.id = new.posting_id
            left join ledger_entry as old on old.id = new.corrects_id
            left join ledger_posting as old_posting on old_posting.id = old.posting_id
            where new.id > %s and new.id <= %s and new.corrects_id is not null and (
                old.id is null or old.id >= new.id or old_posting.posted > new_posting.posted
                or old.federation_id <> new.federation_id or old.player_id <> new.player_id
                or old.colour <> new.colour or old.units <> -new.units or old.played <> new.played
            )
            order by new.id limit 5
            """,
            after,
            last,
        )
    ]
