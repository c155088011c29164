"""Where are the headings, and what do they say? The guess at the columns of a list, and what is uncertain."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.ranking_list import cells, headings
from overtrick.formats.ranking_list.columns import Columns, label
from overtrick.formats.reading import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.formats.ranking_list.tables import CellRow

_ROWS_LOOKED_AT = 60
_SAMPLE = 300
_NAMING = frozenset({"names", "name", "given name", "surname", "team"})
_RANKING = frozenset({"place", "score", "percentage", "doubtful"})
_FEWEST = 2  #: known headings that make a row of headings, and rows that make a list
_HALF = 0.5
_DIGITS_OF_A_PAIR = 4


class Guess(NamedTuple):
    """The row of headings, what the columns are, and what is in doubt."""

    header: int  #: its index among the rows; -1: there is none
    columns: Columns
    questions: tuple[Question, ...] = ()
    unused: tuple[str, ...] = ()


def find(rows: Sequence[CellRow], wanted: Sequence[str] = ()) -> Guess | None:
    """Find a list in a table; ``wanted`` are headings that somebody named. None if there is no list."""
    header = _header(rows, {each.lower() for each in wanted})
    if header is None or len(rows) == header + 1:
        return _by_contents(rows)
    guess = by_headings(rows, header)
    return guess if wanted or _ranks(guess, rows[header + 1 : header + 1 + _SAMPLE]) else None


def _ranks(guess: Guess, below: Sequence[CellRow]) -> bool:
    """A list has figures that tell who came where; other tables may have headings like its own."""
    at = [index for word, index in guess.columns.at.items() if word in _RANKING]
    at += [index for indexes in _asked_about(guess.questions, guess.columns.labels) for index in indexes]
    return any(_share(_column(below, index), _is_figure) > _HALF for index in at)


def _is_figure(written: str) -> bool:
    return bool(cells.number(written)) or cells.is_place(cells.place(written))


def _header(rows: Sequence[CellRow], wanted: set[str]) -> int | None:
    best, best_score = None, 0
    for index, row in enumerate(rows[:_ROWS_LOOKED_AT]):
        known = {found.meaning for cell in row.filled if (found := headings.read_heading(cell)) is not None}
        named = len(wanted & {cell.lower() for cell in row.filled})
        fits = known & _NAMING and known & _RANKING
        score = len(known) + 10 * named if fits or named >= _FEWEST else 0
        if score > best_score:
            best, best_score = index, score
    return best


# --- By headings -------------------------------------------------------------------------------------------------


def by_headings(rows: Sequence[CellRow], header: int) -> Guess:
    """Read the columns under a row of headings."""
    cells_over = rows[header].cells
    labels = label(cells_over)
    below = [row for row in rows[header + 1 : header + 1 + _SAMPLE] if len(row.filled) > 1 and row.cells != cells_over]
    by_meaning: dict[str, list[int]] = defaultdict(list)
    for index, cell in enumerate(cells_over):
        found = headings.read_heading(cell) if cell else None
        if found is None:
            continue
        meaning = _by_its_content(found.meaning, _column(below, index))
        word = f"{found.colour} points" if found.colour else meaning
        by_meaning[f"{word} {found.player}" if found.player else word].append(index)
    at, questions = _assigned(by_meaning, labels, below)
    used = set(at.values()) | {index for indexes in _asked_about(questions, labels) for index in indexes}
    unused = tuple(labels[index] for index, cell in enumerate(cells_over) if cell and index not in used)
    return Guess(header, Columns(at, labels), tuple(questions), unused)


def _column(rows: Sequence[CellRow], index: int) -> list[str]:
    return [row.cells[index] for row in rows if len(row.cells) > index and row.cells[index]]


def _share(written: list[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, written)) / len(written) if written else 0.0


def _has_letters(written: str) -> bool:
    return sum(sign.isalpha() for sign in written) > 1


def _by_its_content(meaning: str, written: list[str]) -> str:
    """A "Rank" may be a title, a "Pair" a number, and "No" the number of a pair or of a member."""
    letters = _share(written, _has_letters)
    if (
        meaning == "place"
        and letters > _HALF
        and _share(written, lambda each: cells.is_place(cells.place(each))) < _HALF
    ):
        return "rank"
    if meaning in ("names", "name", "team") and written and letters < _HALF:
        return "contestant number"
    if meaning == "number" and _are_of_pairs(written):
        return "contestant number"
    return meaning


def _are_of_pairs(written: list[str]) -> bool:
    """Pairs are numbered from 1 without large gaps, members are not."""
    whole = [int(each) for each in written if each.isascii() and each.isdigit() and len(each) <= _DIGITS_OF_A_PAIR]
    return len(whole) == len(written) > 0 and max(whole) <= 2 * len(whole) + 20 and len(set(whole)) == len(whole)


def _assigned(
    by_meaning: dict[str, list[int]], labels: tuple[str, ...], below: Sequence[CellRow]
) -> tuple[dict[str, int], list[Question]]:
    at: dict[str, int] = {}
    questions: list[Question] = []
    _people(by_meaning, at, below)
    for index in by_meaning.pop("doubtful", []):
        _settle_doubt(index, _column(below, index), by_meaning)
    ranked = "place" in by_meaning
    for word, indexes in by_meaning.items():
        if len(indexes) == 1:
            at[word] = indexes[0]
        elif word == "score" and (ranked or "percentage" in by_meaning):
            continue  # it decides nothing, so nobody is asked
        elif word not in ("club", "contestant number"):
            questions.append(_which(word, [labels[index] for index in indexes]))
    return at, questions


def _people(by_meaning: dict[str, list[int]], at: dict[str, int], below: Sequence[CellRow]) -> None:
    """Names and numbers without a figure are those of the first, second … player, from left to right."""
    if "given name" in by_meaning and "surname" not in by_meaning:
        by_meaning["surname"] = by_meaning.pop("name", [])  # "Name, Vorname" and "Nom, Prénom" are surnames first
    for word, together in (("name", "names"), ("given name", ""), ("surname", ""), ("number", "numbers")):
        indexes = by_meaning.pop(word, [])
        taken = {key for key in by_meaning if key.startswith(f"{word} ")}
        if len(indexes) == 1 and together and not taken and _hold_several(_column(below, indexes[0]), word):
            by_meaning.setdefault(together, []).extend(indexes)
            continue
        free = (f"{word} {player}" for player in range(1, 9) if f"{word} {player}" not in taken)
        at.update(zip(free, indexes, strict=False))
    if any(key.startswith("name ") for key in (*by_meaning, *at)) and "names" in by_meaning:
        del by_meaning["names"]  # the same people once more, in one cell


def _hold_several(written: list[str], word: str) -> bool:
    apart = cells.people if word == "name" else cells.member_numbers
    return _share(written, lambda each: len(apart(each)) > 1) > _HALF


def _settle_doubt(index: int, written: list[str], by_meaning: dict[str, list[int]]) -> None:
    """Points named "MPs" are match points if everybody has some, and master points if the lower half has none.

    Where they could be either they are left out: with places or percentages beside them they decide nothing.
    """
    figures = [cells.number(each) for each in written]
    if not figures or "" in figures:
        return
    nothing = sum(not Decimal(each) for each in figures)
    if "score" not in by_meaning and "percentage" not in by_meaning:
        by_meaning["score"].append(index)
    elif nothing >= len(figures) / 3:
        by_meaning["points"].append(index)


def _which(word: str, choices: list[str]) -> Question:
    asks = f"Which column is the {word}?" if word != "names" else "Which column has the names?"
    options = tuple(f"{word}: {choice}" for choice in choices)
    return Question("columns", asks, options, because="Their headings say the same.", code="columns-alike")


def _asked_about(questions: Sequence[Question], labels: tuple[str, ...]) -> list[list[int]]:
    lowered = {each: index for index, each in enumerate(labels)}
    return [[lowered[choice.split(": ", 1)[1]] for choice in each.choices] for each in questions]


# --- By contents -------------------------------------------------------------------------------------------------


def _by_contents(rows: Sequence[CellRow]) -> Guess | None:
    """A list without headings has places that begin at 1, and names; what is guessed so is asked about."""
    sample = [row for row in rows[:_SAMPLE] if len(row.filled) > 1]
    width = max((len(row.cells) for row in sample), default=0)
    if len(sample) <= _FEWEST:
        return None
    at: dict[str, int] = {}
    names: list[int] = []
    for index in range(width):
        written = _column(sample, index)
        if len(written) < len(sample) * 0.8:
            continue
        figures = [cells.number(each) for each in written]
        if "place" not in at and _are_places(written):
            at["place"] = index
        elif _share(written, lambda each: _has_letters(each) and " " in each) > 1 - _HALF / 2:
            names.append(index)
        elif all(figures) and any("." in each for each in figures) and "score" not in at:
            at["score"] = index
    if not names or not at:
        return None
    if len(names) == 1 and _hold_several(_column(sample, names[0]), "name"):
        at["names"] = names[0]
    else:
        at |= {f"name {player}": index for player, index in enumerate(names[:2], 1)}
    columns = Columns(at, label(("",) * width))
    return Guess(-1, columns, tuple(_is_it(word, heading) for word, heading in columns.named().items()))


def _is_it(word: str, heading: str) -> Question:
    asks = f"The list has no headings. Is {heading} the {word}?"
    answer = f"{word}: {heading}"
    return Question("columns", asks, (answer,), answer, "Its values look like it.", code="column-without-heading")


def _are_places(written: list[str]) -> bool:
    places = [cells.place(each) for each in written]
    return all(map(cells.is_place, places)) and places[0].strip("=") in ("1", "1st") and len(set(places)) > 1
