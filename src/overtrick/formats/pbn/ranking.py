"""Who came where, when the file says it? The rows of a TotalScoreTable as one ranking list, or two."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contestant, Field, Play, Player
from overtrick.engine.places import read_place
from overtrick.formats.pbn.games import Table, TableRow, rows, width
from overtrick.formats.reading import Claim, Note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Where the result stands, the most telling first.
_SCORES = (
    "TotalPercentage", "TotalVP", "TotalScoreVP", "TotalIMP", "TotalScoreIMP", "TotalMP", "TotalScoreMP", "TotalScore",
    "MeanPercentage", "MeanIMP", "MeanMP", "MeanScore",
)  # fmt: skip
#: Where master points stand; in other tables MP are match points.
_POINTS = ("MP", "MasterPoints", "Mesterpoeng")
_NAMES = ("TeamName", "Names", "Name")
_IDS = ("PairId", "PlayerId", "TeamId")
#: What may stand between two names, the surest first.
_BETWEEN = (" - ", " – ", " & ", ";", "|", " / ", "/", " and ", " og ", " och ")
#: Two surnames with a hyphen between them and no blank anywhere, as programs with little room write a pair.
_SURNAMES = re.compile(r"([^\s-]+)-([^\s-]+)")
_NUMBER = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9})?", re.ASCII)
_DIRECTIONS = {"NS": "North-South", "EW": "East-West"}
_TWO = 2
_SHOWN = 6
_WHAT = {Play.PAIRS: "Pair", Play.TEAMS: "Team", Play.INDIVIDUAL: "Player"}


class RankedRow(NamedTuple):
    """One row: the contestant, the boards played (0: not said), and where it stands in the file."""

    contestant: Contestant
    number: str
    boards: int
    direction: str
    line: int
    points: str = ""  #: master points that the file claims for each player


class RankingLists(NamedTuple):
    """The ranking lists of a file with the line of every row, and how many boards the rows tell of."""

    fields: tuple[Field, ...]
    lines: tuple[tuple[int, ...], ...]
    boards: tuple[int, ...]
    numbers: dict[str, str]  #: the names of the contestants by their numbers
    claims: list[Claim]
    problems: list[Problem]
    notes: list[Note]


def read_ranking(name: str, table: Table, play: Play) -> RankingLists:
    """Read a TotalScoreTable."""
    problems: list[Problem] = []
    notes: list[Note] = []
    ranked: list[RankedRow] = []
    told = list(rows(table))
    absent: list[int] = []
    played = play is not Play.TEAMS and any(_boards(values) for values, _row in told)
    for values, row in told:
        if width(row) != len(table.columns):
            found = f"This row has {width(row)} values, and the table has {len(table.columns)} columns."
            problems.append(
                Problem(
                    found,
                    "Put quotes around a value with blanks in it.",
                    file=name,
                    line=row.line,
                    code="row-unreadable",
                )
            )
            continue
        read = _row(name, values, row, play, problems, notes)
        if read is not None and played and _boards(values) == 0:
            says = f"{read.contestant.name} played no board and is left out."
            notes.append(Note("nobody-sat-there", says, row.line))
            absent.append(read.contestant.place or 0)
        elif read is not None:
            ranked.append(read)
    ranked = [_closed_up(each, absent) for each in _apart(ranked)]
    if not ranked and not problems:
        problems.append(
            Problem(
                "Nobody is in the ranking.",
                "Export it again with the results.",
                file=name,
                line=table.line,
                code="results-missing",
            )
        )
    without = [each for each in ranked if each.contestant.place is None]
    if without and len(without) < len(ranked):
        for each in without:
            found = f"{each.contestant.name} has no rank, others have one."
            problems.append(
                Problem(found, "Give a rank to everybody.", file=name, line=each.line, code="places-missing")
            )
    elif without and any(each.contestant.score is None for each in ranked):
        found = "The ranking has neither ranks nor scores for everybody."
        problems.append(
            Problem(found, "Export it again with ranks.", file=name, line=table.line, code="places-missing")
        )
    _say_who_is_not_known(ranked, notes, table.line)
    lists = _lists(name, ranked, play, problems, notes, table.line)
    return RankingLists(
        tuple(
            Field(title, tuple(_ranked_in(each.contestant, section) for each in members), section=section)
            for title, section, members in lists
        ),
        tuple(tuple(each.line for each in members) for _title, _section, members in lists),
        tuple(each.boards for each in ranked if each.boards),
        {each.number: each.contestant.name for each in ranked},
        [claim for title, _section, members in lists for claim in _claims(title, members)],
        problems,
        notes,
    )


def _closed_up(ranked: RankedRow, absent: Sequence[int]) -> RankedRow:
    """Give the place without those before it who played nothing."""
    place = ranked.contestant.place
    before = sum(0 < each < place for each in absent) if place else 0
    return ranked._replace(contestant=ranked.contestant._replace(place=place - before)) if place and before else ranked


def _apart(ranked: list[RankedRow]) -> list[RankedRow]:
    """Give contestants of the same name their numbers as well, so that a match means one of them."""
    often = Counter(each.contestant.name for each in ranked)
    return [
        each
        if often[each.contestant.name] == 1 or not each.number
        else each._replace(contestant=each.contestant._replace(name=f"{each.contestant.name} ({each.number})"))
        for each in ranked
    ]


# --- One row -----------------------------------------------------------------------------------------------------


def _row(
    name: str, values: dict[str, str], row: TableRow, play: Play, problems: list[Problem], notes: list[Note]
) -> RankedRow | None:
    number = next((values[column] for column in _IDS if values.get(column)), "")
    title = next((values[column] for column in _NAMES if values.get(column)), "")
    written = values.get("Rank", "")
    if not title and not written:
        notes.append(
            Note(
                "nobody-sat-there",
                "A row without a name and a rank is left out; its pair was not there.",
                row.line,
            )
        )
        return None
    place = None
    if written:
        try:
            place = read_place(written)
        except ValueError:
            found = f"The rank '{written[:40]}' is not a place."
            problems.append(
                Problem(
                    found,
                    "Write for example 3, or 3= for a place that is shared.",
                    file=name,
                    line=row.line,
                    code="place-unreadable",
                )
            )
    score = next((values[column] for column in _SCORES if _NUMBER.fullmatch(values.get(column, ""))), "")
    players = _players(values, title, play)
    if play is Play.PAIRS and players:
        title = " & ".join(player.name for player in players)
    contestant = Contestant(
        title or f"{_WHAT[play]} {number}",
        players,
        place,
        Decimal(score.replace(",", ".")) if score else None,
        section=values.get("Section", ""),
    )
    claimed = next((values[column] for column in _POINTS if values.get(column)), "")
    return RankedRow(contestant, number, _boards(values) or 0, values.get("Direction", "").upper(), row.line, claimed)


def _boards(values: dict[str, str]) -> int | None:
    """Give the boards of a row; None if it does not tell them."""
    boards = values.get("NrBoards", "")
    return int(boards) if re.fullmatch("[0-9]{1,4}", boards) else None


def _claims(field: str, ranked: Sequence[RankedRow]) -> Iterator[Claim]:
    """Take the master points of the column for them; with decimals anywhere in it, they are hundredths."""
    given = [(each, each.points.replace(",", ".")) for each in ranked if _NUMBER.fullmatch(each.points)]
    unit = 100 if any("." in points for _each, points in given) else 1
    for each, points in given:
        units = int(Decimal(points) * unit)
        for player in each.contestant.players if units > 0 else ():
            yield Claim(player.name, player.number, "", units, each.contestant.name, field, each.line)


def split_names(written: str) -> list[str]:
    """Take names apart at the first sign that stands between any."""
    for sign in _BETWEEN:
        names = [name.strip() for name in written.split(sign)]
        if len(names) > 1 and all(names):
            return names
    surnames = _SURNAMES.fullmatch(written)
    if surnames is not None:
        return list(surnames.groups())
    return [written] if written else []


def _players(values: dict[str, str], title: str, play: Play) -> tuple[Player, ...]:
    if play is Play.TEAMS:
        return _roster(values)
    names = [title] if play is Play.INDIVIDUAL else split_names(title)
    if play is Play.PAIRS and len(names) != _TWO:
        return ()
    ranks = values.get("Mesterpoenggrad", "").split(" - ")
    if len(ranks) != len(names):
        ranks = [""] * len(names)
    numbers = ["MemberID"] if play is Play.INDIVIDUAL else ["MemberID1", "MemberID2"]
    return tuple(
        Player(name.strip(), _number(values.get(column, "")), rank=rank.strip())
        for name, column, rank in zip(names, numbers, ranks, strict=True)
        if name.strip()
    )


def _roster(values: dict[str, str]) -> tuple[Player, ...]:
    """Take a team's players from ``number,surname,given|…``, or from a list of names."""
    players = []
    for each in filter(None, values.get("RosterDetails", "").split("|")):
        number, surname, given, *_more = (*(part.strip() for part in each.split(",")), "", "", "")
        players.append(Player(f"{given} {surname}".strip(), _number(number)))
    if not players:
        names = values.get("Roster") or values.get("Names", "")
        players = [Player(name) for name in split_names(names)]
    return tuple(player for player in players if player.name)


def _number(written: str) -> str:
    return "" if not written.strip("0") else written


# --- The lists ---------------------------------------------------------------------------------------------------


def _lists(
    name: str, ranked: Sequence[RankedRow], play: Play, problems: list[Problem], notes: list[Note], line: int
) -> list[tuple[str, str, Sequence[RankedRow]]]:
    """Keep one list; where its ranks only make sense for each direction or each section, make several of it."""
    wrong = _out_of_step(ranked)
    if wrong is None:
        return [("", "", ranked)]
    ways = _DIRECTIONS if play is Play.PAIRS else {"": ""}
    for by_section, by_direction, code, says in (
        (False, True, "winners-taken", "There are two winners: the ranks go from 1 for each direction."),
        (True, False, "sections-listed-apart", "The ranks go from 1 in each section: every section has its list."),
        (True, True, "sections-listed-apart", "The ranks go from 1 in each section and direction: each has its list."),
    ):
        lists: dict[tuple[str, str], list[RankedRow]] = {}
        for each in ranked:
            section = each.contestant.section if by_section else ""
            way = each.direction.replace("-", "") if by_direction else ""
            lists.setdefault((section, way), []).append(each)
        named = all((way in ways) == by_direction and bool(section) == by_section for section, way in lists)
        if len(lists) > 1 and named and all(_out_of_step(members) is None for members in lists.values()):
            notes.append(Note(code, says, line))
            order = sorted(lists, key=lambda each: (each[0], each[1] == "EW"))
            return [(_title(section, ways.get(way, "")), section, lists[section, way]) for section, way in order]
    found = f"The rank {wrong.contestant.place} is wrong: those who tie share a rank, and the next ranks stay empty."
    problems.append(
        Problem(
            found,
            "Correct the ranks, or export the ranking again.",
            file=name,
            line=wrong.line,
            code="places-out-of-step",
        )
    )
    return [("", "", ranked)]


def _title(section: str, direction: str) -> str:
    return " ".join(filter(None, (f"Section {section}" if section else "", direction)))


def _ranked_in(contestant: Contestant, section: str) -> Contestant:
    return contestant._replace(section="") if section else contestant


def _out_of_step(ranked: Sequence[RankedRow]) -> RankedRow | None:
    ordered = sorted(
        (each for each in ranked if each.contestant.place is not None), key=lambda each: each.contestant.place or 0
    )
    for at, each in enumerate(ordered, 1):
        if each.contestant.place != at and (at == 1 or each.contestant.place != ordered[at - 2].contestant.place):
            return each
    return None


def _say_who_is_not_known(ranked: Sequence[RankedRow], notes: list[Note], line: int) -> None:
    nameless = [each.contestant.name for each in ranked if not each.contestant.players]
    if nameless:
        notes.append(Note("names-missing", f"We cannot tell the players from the name of {_some(nameless)}.", line))
    everybody = [player for each in ranked for player in each.contestant.players]
    numberless = [player.name for player in everybody if not player.number]
    if len(numberless) == len(everybody) > 1:
        notes.append(Note("numbers-missing", "The file has no players' numbers; points are credited by number.", line))
    elif numberless:
        notes.append(
            Note(
                "numbers-missing", f"A number is missing for {_some(numberless)}; points are credited by number.", line
            )
        )


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
