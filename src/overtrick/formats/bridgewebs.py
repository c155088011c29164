"""What does BridgeWebs export as CSV? Tags that begin with #, one or two tables of scores, and travellers.

It names players and has no members' numbers, so nobody can be credited until the names are matched. Who directed and
who scored is not kept.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats import build_event, dates
from overtrick.formats.build_event import Told, Words
from overtrick.formats.event_file.located import Text
from overtrick.formats.ranking_list import cells, guess, tables
from overtrick.formats.ranking_list.blocks import Block
from overtrick.formats.ranking_list.entries import Entry, read_entries
from overtrick.formats.ranking_list.headings import EAST_WEST, NORTH_SOUTH, plain
from overtrick.formats.ranking_list.lists import arrange
from overtrick.formats.reading import Note, Reading
from overtrick.formats.text import decode, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from overtrick.formats.ranking_list.tables import CellRow
    from overtrick.formats.scoring import TravellerLine

FORMAT = "BridgeWebs CSV"

_TAGS = frozenset({"#version", "#date", "#title", "#pairs", "#boards", "#winners", "#rounds", "#scores", "#travellers"})
_FEWEST_TAGS = 2
_HEAD = 4_000
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})

#: How the columns of a traveller may be called: the pairs, and what North-South scored.
_NORTH_SOUTH = frozenset({"ns", "ns pair", "pair ns", "ns no", "nspair", "pairns"})
_EAST_WEST = frozenset({"ew", "ew pair", "pair ew", "ew no", "ewpair", "pairew"})
_SCORE = frozenset({"score", "ns score", "score ns", "points", "nsscore", "scorens"})

_EXPORT = "Export the event from BridgeWebs again, or as USEBIO XML."


class _Tagged(NamedTuple):
    """The file by its tags."""

    told: dict[str, tuple[str, int]]  #: single values with their lines
    scores: list[list[CellRow]]  #: tables of scores, each with its headings
    travellers: list[TravellerLine]


def recognise(content: bytes) -> bool:
    """Say whether lines at the beginning are tags of BridgeWebs."""
    head = content[:_HEAD].decode("utf-8-sig", "replace").lower()
    found = {line.split(",")[0].strip(' "\t') for line in head.splitlines() if line.lstrip(' "').startswith("#")}
    return len(found & _TAGS) >= _FEWEST_TAGS


def read(name: str, content: bytes, answers: Mapping[str, str] = _NO_ANSWERS) -> Reading:
    """Read the event with its places; where there are none, they are worked out from scores or travellers."""
    blank = Reading(None, [], file=name, format=FORMAT)
    decoded = decode(content)
    if decoded is None or len(content) > tables.LARGEST:
        return blank._replace(
            problems=[Problem("The file is not text, or is far too large.", _EXPORT, file=name, code="not-text")]
        )
    try:
        rows = tables.rows_of(decoded.text, ",")
    except tables.UnreadableTable as why:
        return blank._replace(problems=[Problem(why.found, why.remedy, file=name, line=why.line, code=why.code)])
    tagged = _by_tag(rows)
    program, _line = tagged.told.get("version", ("", 0))
    blank = blank._replace(encoding=decoded.encoding, notes=decoded.notes, program=program)
    if not tagged.scores:
        found = "There is no table of scores in the file (#SCORES)."
        return blank._replace(problems=[Problem(found, _EXPORT, file=name, code="results-missing")])
    return _event(name, tagged, answers, blank)


# --- Tags --------------------------------------------------------------------------------------------------------


def _by_tag(rows: Sequence[CellRow]) -> _Tagged:
    told: dict[str, tuple[str, int]] = {}
    scores: list[list[CellRow]] = []
    boards: list[tuple[str, list[CellRow]]] = []
    over: CellRow | None = None
    within = ""
    for row in rows:
        tag = row.cells[0].lower().removeprefix("#") if row.cells[0].startswith("#") else ""
        if tag:
            within = tag
            if tag == "scores":
                scores.append([])
            elif tag == "board":
                boards.append((row.cells[1] if len(row.cells) > 1 else "", []))
            elif len(row.cells) > 1:
                told.setdefault(tag, (row.cells[1], row.line))
        elif within == "scores":
            scores[-1].append(row)
        elif within == "travellers":
            over = over or row
        elif within == "board":
            boards[-1][1].append(row)
    return _Tagged(told, [each for each in scores if len(each) > 1], _lines(over, boards))


def _lines(over: CellRow | None, boards: Sequence[tuple[str, list[CellRow]]]) -> list[TravellerLine]:
    """Take the travellers, where their columns are called something that is known."""
    from overtrick.formats.scoring import TravellerLine  # noqa: PLC0415 - most files have places

    headings = [plain(cell) for cell in over.cells] if over is not None else []
    ns, ew, score = (
        next((at for at, heading in enumerate(headings) if heading in known), -1)
        for known in (_NORTH_SOUTH, _EAST_WEST, _SCORE)
    )
    if min(ns, ew, score) < 0:
        return []
    found = []
    for board, rows in boards:
        for row in rows:
            padded = (*row.cells, *("",) * len(headings))
            made = cells.number(padded[score])
            if made and "." not in made and padded[ns] and padded[ew]:
                found.append(
                    TravellerLine(board, f"{NORTH_SOUTH} {padded[ns]}", f"{EAST_WEST} {padded[ew]}", int(made))
                )
    return found


# --- The event ---------------------------------------------------------------------------------------------------


def _event(name: str, tagged: _Tagged, answers: Mapping[str, str], blank: Reading) -> Reading:
    notes = list(blank.notes)
    listed = _entries(tagged, notes)
    if not listed:
        found = "The table of scores names nobody in a column that is known (NAME1, NAME2)."
        return blank._replace(
            problems=[Problem(found, _EXPORT, file=name, line=tagged.scores[0][0].line, code="results-missing")],
            notes=notes,
        )
    if not any(entry.place or entry.score for entry in listed):
        listed = _ranked(listed, tagged.travellers, notes)
    elif not any(entry.place for entry in listed):
        notes.append(
            Note(
                "ranking-worked-out",
                "There are no places; they are worked out from the scores.",
                tagged.scores[0][0].line,
            )
        )
    lists = arrange(listed, tagged.scores[0][0].line)
    notes += lists.notes
    if not any(person.number for entry in listed for person in entry.people):
        notes.append(
            Note("numbers-missing", "The file has no members' numbers: match the names before anybody is credited.")
        )
    words = Words(1, {**_said(tagged), **lists.told})
    play = build_event.PLAY._replace(stand_in=lists.play)
    needs = [build_event.NAME, build_event.DATE, play, build_event.BOARDS]
    reading = build_event.complete(name, words, needs, answers)
    return reading._replace(
        format=FORMAT,
        encoding=blank.encoding,
        program=blank.program,
        notes=[note._replace(says=printable(note.says)) for note in notes],
    )


def _said(tagged: _Tagged) -> dict[str, Told]:
    words: dict[str, Told] = {}
    for tag, word in (("title", "event"), ("date", "date"), ("boards", "boards")):
        written, line = tagged.told.get(tag, ("", 0))
        days = dates.days(written) if word == "date" else []
        words[word] = Text(days[0].isoformat() if days else written, line)  # the first way to read it is day, month
    return words


def _entries(tagged: _Tagged, notes: list[Note]) -> list[Entry]:
    """The first table is North-South's and the second East-West's, where there are two."""
    directions = (NORTH_SOUTH, EAST_WEST) if len(tagged.scores) > 1 else ("",)
    if len(tagged.scores) > len(directions):
        extra = tagged.scores[len(directions)][0].line
        notes.append(Note("tables-not-read", "Only the first two tables of scores are read.", extra))
    listed = []
    for rows, direction in zip(tagged.scores, directions, strict=False):
        seen = guess.by_headings(rows, 0)
        entries = read_entries([Block(list(rows[1:]), direction)], seen.columns.at)
        listed += entries.listed
        notes += entries.notes
    told, line = tagged.told.get("winners", ("", 0))
    if told and told != str(len(directions)):
        notes.append(
            Note(
                "winners-contradicted",
                f"#WINNERS is {told}, but there are {len(directions)} tables of scores, which count.",
                line,
            )
        )
    return listed


def _ranked(listed: list[Entry], travellers: Sequence[TravellerLine], notes: list[Note]) -> list[Entry]:
    """Work the places out from the travellers, by match points; without travellers the places stay empty."""
    from overtrick.formats.scoring import Method, rank_pairs  # noqa: PLC0415 - most files have places

    one_list = not any(entry.direction for entry in listed)
    if one_list:  # a pair keeps its number in both directions
        travellers = [line._replace(ns=line.ns.split()[-1], ew=line.ew.split()[-1]) for line in travellers]
    results = rank_pairs(travellers, Method.MATCHPOINTS)
    keys = [entry.identity if one_list else f"{entry.direction} {entry.identity}" for entry in listed]
    if not all(key in results for key in keys):
        return listed
    notes.append(
        Note(
            "ranking-worked-out",
            "There are neither places nor scores; both are worked out from the travellers, as match points.",
        )
    )
    ranked = []
    for entry, key in zip(listed, keys, strict=True):
        rivals = [results[each] for each, other in zip(keys, listed, strict=True) if other.direction == entry.direction]
        place = 1 + sum(rival > results[key] for rival in rivals)
        ranked.append(entry._replace(place=str(place), score=_rounded(results[key])))
    return ranked


def _rounded(percentage: Fraction) -> str:
    """A percentage is shown with two decimals; the places were decided before."""
    exact = Decimal(percentage.numerator) / Decimal(percentage.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
