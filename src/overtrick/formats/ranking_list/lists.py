"""Which ranking lists do the rows make? By direction where there are two, by section where each begins again at 1."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.places import read_place
from overtrick.formats.build_event import Told, Words
from overtrick.formats.ranking_list import cells
from overtrick.formats.ranking_list.entries import Entry, result
from overtrick.formats.ranking_list.headings import EAST_WEST, NORTH_SOUTH
from overtrick.formats.reading import Note

if TYPE_CHECKING:
    from collections.abc import Sequence

_BOTH = (NORTH_SOUTH, EAST_WEST)
_PAIR = 2
_FEWEST_PAIRS = 4


class Lists(NamedTuple):
    """The results in the words of the event file, the name of each row's list, and what is worth knowing."""

    told: dict[str, Told]
    fields: dict[int, str]  #: by line
    notes: list[Note]
    play: str  #: what the rows suggest
    play_is_sure: bool
    boards: str  #: the most that anybody played, where the list says


def arrange(listed: Sequence[Entry], line: int) -> Lists:
    """Put the rows into lists; ``line`` is that of the headings."""
    notes: list[Note] = []
    directions = [each for each in _BOTH if any(entry.direction == each for entry in listed)]
    if len(directions) == 1 and all(entry.direction for entry in listed):
        notes.append(
            Note(
                "one-direction-only",
                f"Everybody here sat {directions[0]}; if the others had their own list, add it.",
            )
        )
    groups = _groups(listed, directions, notes)
    by_place = any(entry.place for entry in listed)
    boards = [entry.boards for entry in listed]
    differ = all(boards) and len(set(boards)) > 1
    told: dict[str, Told] = {}
    fields: dict[int, str] = {}
    written = []
    for (direction, section), entries in groups.items():
        results = [result(entry, by_place=by_place, with_boards=differ) for entry in entries]
        name = direction or (f"Section {section}" if section else "")
        written.append(Words(entries[0].line, {"list": name, "section": section, "results": results}))
        fields |= dict.fromkeys((entry.line for entry in entries), name)
    if len(groups) == 1 and not next(iter(groups))[0]:
        told["results"] = written[0].told["results"]
    else:
        told["lists"] = written
    if len(directions) > 1:
        told["winners"] = "2"
        notes.append(
            Note("winners-taken", "North-South and East-West have a list each, so there are two winners.", line)
        )
    play, sure = _play(listed)
    if sure:
        told["play"] = play
        notes.append(
            Note(
                "play-taken", f"It is {play}, because every row names {'a team' if play == 'teams' else 'two players'}."
            )
        )
    most = max(boards, key=lambda each: Decimal(each or 0), default="")
    if most and not differ and all(boards):
        told["boards"] = most
    return Lists(told, fields, notes, play, sure, most)


def _groups(
    listed: Sequence[Entry], directions: Sequence[str], notes: list[Note]
) -> dict[tuple[str, str], list[Entry]]:
    apart = _sections_apart(listed, by_direction=len(directions) > 1)
    if apart:
        notes.append(
            Note("sections-listed-apart", "The places begin again in each section, so each section has its own list.")
        )
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in listed:
        direction = entry.direction if directions else ""
        groups.setdefault((direction, entry.section if apart else ""), []).append(entry)
    return groups


def _sections_apart(listed: Sequence[Entry], *, by_direction: bool) -> bool:
    """Say whether every section begins again at 1, in each direction."""

    def direction(entry: Entry) -> str:
        return entry.direction if by_direction else ""

    parts = {(direction(entry), entry.section) for entry in listed}
    if len(parts) == len({each for each, _section in parts}):
        return False
    together = Counter((direction(entry), entry.place) for entry in listed)
    begin = {(direction(entry), entry.section) for entry in listed if _is_first(entry.place)}
    shared = any(count > 1 and _is_first(place) and "=" in place for (_direction, place), count in together.items())
    return begin == parts and not shared


def _is_first(place: str) -> bool:
    return cells.is_place(place) and read_place(place) == 1


def _play(listed: Sequence[Entry]) -> tuple[str, bool]:
    """A column of teams, or two names in every row, leave no doubt; one name may be anything."""
    if all(entry.team for entry in listed):
        return "teams", True
    sizes = Counter(len(entry.people) + len(entry.robots) for entry in listed)
    if set(sizes) == {_PAIR}:
        return "pairs", True
    usual = sizes.most_common(1)[0][0]
    return ("individual" if usual == 1 else "pairs" if usual == _PAIR else "teams"), False


def partners(listed: Sequence[Entry]) -> list[Entry] | None:
    """Join the rows of partners, where a list names everybody alone with the result of the pair; None if it does not.

    A single result that three have, or only one, tells that the rows are not of partners.
    """
    by_score: dict[str, list[Entry]] = {}
    for entry in listed:
        by_score.setdefault(entry.score, []).append(entry)
    seats = {len(entry.people) + len(entry.robots) for entry in listed}
    alone = seats == {1} and not any(entry.team or entry.section or entry.direction for entry in listed)
    if not alone or len(by_score) < _FEWEST_PAIRS or any(len(each) != _PAIR for each in by_score.values()):
        return None
    return [
        one._replace(people=one.people + other.people, robots=one.robots + other.robots, place="", identity="")
        for one, other in by_score.values()
    ]


def whole_percentages(listed: Sequence[Entry]) -> list[Entry] | None:
    """Spreadsheets keep 58.33 % as 0.5833: bring such scores back; None if they are not of that kind."""
    figures = [cells.number(entry.score) for entry in listed]
    if not figures or not all(figures) or not 0 < max(map(Decimal, figures)) <= 1:
        return None
    return [entry._replace(score=_hundredfold(figure)) for entry, figure in zip(listed, figures, strict=True)]


def _hundredfold(figure: str) -> str:
    return format((Decimal(figure) * 100).normalize(), "f")
