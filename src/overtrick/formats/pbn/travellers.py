"""Who came where, when the file has only results? They are scored and ranked, each section as it was played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contestant, Field, Player
from overtrick.formats.pbn.ranking import split_names
from overtrick.formats.reading import Note, Question
from overtrick.formats.scoring import (
    Entered,
    IndividualLine,
    Method,
    RankedLine,
    TravellerLine,
    boards_played,
    rank_individuals,
    rank_pairs,
    ranking_lists,
    standings,
)
from overtrick.formats.scoring.movements import of_section

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from overtrick.engine.event import Movement
    from overtrick.formats.pbn.results import BoardResults, Result

ACROSS = "scored across"

_TWO, _PAIR = 2, 2
_FLAGS = {"yes": True, "no": False}


class Ranking(NamedTuple):
    """The ranking that was worked out, with what was found on the way."""

    fields: tuple[Field, ...]
    lines: tuple[tuple[int, ...], ...]  #: where each contestant stands first
    boards: tuple[int, ...]  #: how many each contestant of the longest section played
    lengths: dict[str, int]  #: the most that anybody played in each section
    in_play: int
    winners: int
    across: bool
    individual: bool
    movement: Movement | None
    problems: list[Problem]
    questions: list[Question]
    notes: list[Note]


class _Across(NamedTuple):
    """Whether the sections were scored as one field; not sure if somebody has to say so."""

    together: bool
    sure: bool
    because: str = ""


class _Seats(NamedTuple):
    """Who is who: the key of each side of a result, and where each key played."""

    several: bool  #: there is more than one section
    entered: dict[str, Entered]
    numbers: dict[str, str]
    ways: dict[tuple[str, str], set[str]]  #: the directions in which a number of a section has a pair
    names: dict[str, str]
    lines: dict[str, int]
    line_ups: Mapping[str, tuple[Player, ...]]


def rank_results(name: str, found: BoardResults, method: Method, answers: Mapping[str, str]) -> Ranking:
    """Work out the ranking of all results."""
    individual = any(len(result.ns) == _PAIR for result in found.results)
    # Where some rows name four players, a row that names two pairs belongs to nobody.
    results = [result for result in found.results if len(result.ns) == _PAIR or not individual]
    sections: dict[str, list[Result]] = {}
    for result in results:
        sections.setdefault(result.section, []).append(result)
    shared = {section: not individual and _share_numbers(inside) for section, inside in sections.items()}
    two = {section: not individual and _two_winners(inside, shared[section]) for section, inside in sections.items()}
    across = _scored_across(results, len(sections), answers)
    seats = _Seats(len(sections) > 1, {}, {}, {}, {}, {}, found.line_ups)
    pairs: list[TravellerLine] = []
    players: list[IndividualLine] = []
    for result in results:
        sides = _sides(result, seats, two=two[result.section])
        board = result.board if across.together else f"{result.section} {result.board}"
        if individual:
            (north, south), (east, west) = sides
            players.append(IndividualLine(board, north, south, east, west, result.points, result.adjusted))
        else:
            (ns,), (ew,) = sides
            pairs.append(TravellerLine(board, ns, ew, result.points, result.adjusted))
    values = rank_individuals(players, method) if individual else rank_pairs(pairs, method)
    counts = boards_played(players if individual else pairs)
    lengths: dict[str, int] = {}
    for key, count in counts.items():
        section = seats.entered[key].section
        lengths[section] = max(lengths.get(section, 0), count)
    longest = max(lengths.values(), default=0)
    ranked = {key: seats.entered[key] for key in seats.entered if key in values}
    lists = ranking_lists(ranked, across=across.together)
    standing = [standings({key: values[key] for key in each.keys}) for each in lists]
    mixed = seats.several and not any(each.section for each in lists)
    return Ranking(
        tuple(
            Field(each.name, _contestants(placed, seats, individual=individual, mixed=mixed), section=each.section)
            for each, placed in zip(lists, standing, strict=True)
        ),
        tuple(tuple(seats.lines[one.key] for one in placed) for placed in standing),
        tuple(count for key, count in counts.items() if lengths[seats.entered[key].section] == longest),
        lengths,
        max((len({each.board for each in inside}) for inside in sections.values()), default=0),
        _TWO if any(two.values()) else 1,
        across.together,
        individual,
        None if individual else _movement(sections, two),
        [*found.problems, *_nothing_to_compare(name, found)],
        _questions(across),
        list(_notes(found, seats, method, two, across)),
    )


# --- Sections and directions -------------------------------------------------------------------------------------


def _two_winners(inside: Sequence[Result], shared: bool) -> bool:  # noqa: FBT001 - what was found before
    """Say whether each direction has a winner: nobody changes, or a number belongs to a pair of each direction."""
    return shared or not {result.ns for result in inside} & {result.ew for result in inside}


def _share_numbers(results: Sequence[Result]) -> bool:
    """Say whether a pair of each direction has the same number: on most boards it sits both ways."""
    boards: dict[str, list[Result]] = {}
    for result in results:
        boards.setdefault(result.board, []).append(result)
    both = sum(bool({each.ns for each in lines} & {each.ew for each in lines}) for lines in boards.values())
    return 2 * both > len(boards)


def _movement(sections: Mapping[str, list[Result]], two: Mapping[str, bool]) -> Movement | None:
    """Tell how the pairs moved, where they did so alike in every section."""
    met = {
        section: [(f"{each.ns} NS", f"{each.ew} EW") if two[section] else (each.ns[0], each.ew[0]) for each in inside]
        for section, inside in sections.items()
    }
    found = {of_section(each, two=two[section]) for section, each in met.items()}
    return found.pop() if len(found) == 1 else None


def _sides(result: Result, seats: _Seats, *, two: bool) -> tuple[list[str], list[str]]:
    """Give the keys of both sides, and note who is behind them; a number belongs to its section and direction."""
    names = iter(result.names)
    found: tuple[list[str], list[str]] = ([], [])
    for keys, numbers, direction in ((found[0], result.ns, "NS"), (found[1], result.ew, "EW")):
        entered = Entered(result.section, direction if two else "")
        for number in numbers:
            key = "\n".join((*entered, number))
            keys.append(key)
            if key not in seats.entered:
                seats.entered[key] = entered
                seats.lines[key] = result.line
                seats.numbers[key] = number
                seats.ways.setdefault((result.section, number), set()).add(entered.direction)
            named = next(names, "")
            if named:
                seats.names[key] = named
    return found


def _scored_across(results: Sequence[Result], sections: int, answers: Mapping[str, str]) -> _Across:
    """Find out whether sections were compared with each other: by an answer, the boards, or the match points."""
    answered = _FLAGS.get(answers.get(ACROSS, "").strip().lower())
    if answered is not None or sections <= 1:
        return _Across(answered is not False, sure=True)
    boards: dict[str, Counter[str]] = {}
    for result in results:
        boards.setdefault(result.board, Counter())[result.section] += 1
    if all(len(where) == 1 for where in boards.values()):
        return _Across(together=False, sure=True)
    votes: Counter[bool] = Counter()
    for result in results:
        where = boards[result.board]
        for together, compared in ((True, where.total()), (False, where[result.section])):
            if len(where) > 1 and result.available in (compared - 1, 2 * (compared - 1)):
                votes[together] += 1
    if votes[True] != votes[False]:
        together = votes[True] > votes[False]
        return _Across(together, sure=True, because="the match points in the file say so")
    return _Across(together=False, sure=False, because="each section has its own pairs and results")


def _questions(across: _Across) -> list[Question]:
    if across.sure:
        return []
    asks = "Were the sections scored as one field (yes), or each by itself (no)? The ranking depends on it."
    return [Question(ACROSS, asks, tuple(_FLAGS), "no", across.because, code="scored-across")]


# --- What comes of it --------------------------------------------------------------------------------------------


def _contestants(
    ranked: Sequence[RankedLine], seats: _Seats, *, individual: bool, mixed: bool
) -> tuple[Contestant, ...]:
    contestants = []
    for standing in ranked:
        name = seats.names.get(standing.key, "")
        names = [name] if individual else split_names(name)
        named = tuple(map(Player, names)) if name and len(names) == (1 if individual else _PAIR) else ()
        players = seats.line_ups.get(seats.numbers[standing.key], named)
        called = " & ".join(names) or _label(standing.key, seats, "Player" if individual else "Pair")
        section = seats.entered[standing.key].section if mixed else ""
        contestants.append(Contestant(called, players, standing.place, standing.shown, section=section))
    return tuple(contestants)


def _label(key: str, seats: _Seats, what: str) -> str:
    """Call somebody by the number; by section and direction as well where several have it."""
    (section, direction), number = seats.entered[key], seats.numbers[key]
    letter = section if seats.several else ""
    way = f" {direction}" if direction and len(seats.ways[section, number]) > 1 else ""
    return f"{what} {letter}{number}{way}"


def _nothing_to_compare(name: str, found: BoardResults) -> Iterator[Problem]:
    """A ranking needs results to compare: a board played at one table alone ranks nobody."""
    often = Counter(result.board for result in found.results)
    if often and max(often.values()) == 1 and not found.problems:
        says = "Every board was played at one table only, so there is nothing to compare."
        yield Problem(
            says,
            "Give the file with the results of all tables, or with a ranking.",
            file=name,
            code="nothing-to-compare",
        )


def _notes(
    found: BoardResults, seats: _Seats, method: Method, two: Mapping[str, bool], across: _Across
) -> Iterator[Note]:
    together = ""
    if len(two) > 1:
        together = ", all sections together" if across.together else ", each section by itself"
        together += f": {across.because}" if across.sure and across.because else ""
    yield Note(
        "ranking-worked-out",
        f"The ranking is not in the file; it was worked out from the results of the boards by {method}{together}.",
    )
    pairs = not any(len(result.ns) == _PAIR for result in found.results)
    for section, apart in two.items() if pairs and found.results else ():
        where = f"In section {section or 'without a name'} there" if len(two) > 1 else "There"
        if apart:
            yield Note("winners-taken", f"{where} are two winners: North-South and East-West never change places.")
        else:
            yield Note(
                "winners-taken", f"{where} is one winner: pairs sit North-South on some boards and East-West on others."
            )
    stood_in = [player.name for each in found.line_ups.values() for player in each if player.substitute]
    if stood_in:
        says = f"Who sat in for a member of a pair is taken for a substitute: {', '.join(stood_in)}."
        yield Note("substitutes-taken", says)
    if seats.names:
        yield Note("numbers-missing", "The file has no players' numbers; points are credited by number.")
    else:
        yield Note(
            "names-missing", "The file has no names and no numbers; everybody is called by the number at the table."
        )
    for remark, lines in found.remarks.items():
        often = f" ({len(lines)} rows, the first of them here)" if len(lines) > 1 else ""
        yield Note(remark.code, f"{remark.says}{often}.", lines[0])
