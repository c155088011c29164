"""Do the ranking lists make sense? Players, places, scores and boards of those who are in them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Handicap
from overtrick.engine.numbers import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Contestant, Field, Player, Stage
    from overtrick.engine.sense.report import Report

    #: Everybody in the lists of a stage: the list, the contestant and the way to it.
    Rows = list[tuple[Field, Contestant, Path]]

#: What stands for somebody whose name is not known; two of them are two people.
_NOBODY = re.compile(
    r"\b(visitor|guest|substitute|sub|unknown|phantom|sit ?out|other|player|bye|tba|anon\w*|no name)\b", re.IGNORECASE
)


def check(report: Report, stage: Stage, path: Path, rows: Rows, *, by_name: bool) -> None:
    """Look through every list of a stage."""
    _check_divisions(report, stage, path)
    _check_sessions(report, stage, path)
    for field, contestant, way in rows:
        _check_boards(report, stage, field, contestant, way)
    for index, field in enumerate(stage.fields if stage.handicap is Handicap.NONE else ()):
        _check_order(report, field, (*path, "fields", index))
    if stage.contest not in lengths.SERIES:
        _check_players(report, stage, rows, by_name=by_name)


def everybody(stage: Stage, path: Path) -> Iterator[tuple[Field, Contestant, Path]]:
    """Go through everybody in the lists of a stage."""
    for at, field in enumerate(stage.fields):
        for row, contestant in enumerate(field.contestants):
            yield field, contestant, (*path, "fields", at, "contestants", row)


def _check_boards(report: Report, stage: Stage, field: Field, contestant: Contestant, way: Path) -> None:
    """Nobody plays more boards than there were."""
    if stage.contest in (*lengths.CUPS, *lengths.SERIES):
        return
    session = stage.schedule.sessions[field.session - 1 : field.session] if field.session else ()
    boards = session[0] if session else lengths.schedule_of(stage, field).boards
    for at, player in enumerate(contestant.players):
        if boards and player.boards is not None and player.boards + player.deemed > boards:
            played = many(player.boards + player.deemed, "board")
            found = f"{player.name} of {contestant.name} played {played}, but there were {boards}."
            place = (*way, "players", at, "boards")
            report.problem("more-boards-than-played", found, "Correct one of them.", place, (*way[:2], "boards"))
        over = [number for number in player.sessions if number > max(len(stage.schedule.sessions), 1)]
        if over:
            found = f"{player.name} of {contestant.name} played in session {over[0]}, which does not exist."
            place = (*way, "players", at, "sessions")
            report.problem("no-such-session", found, "Correct the number.", place, (*way[:2], "sessions"))


def _check_order(report: Report, field: Field, way: Path) -> None:
    """Where a list has places and scores, the better place has the better score.

    A tie that a program has parted, or a place that is shared by scores that differ, is only odd: the places count.
    """
    rows = [
        (each.place, -each.score, at)
        for at, each in enumerate(field.contestants)
        if each.place is not None and each.score is not None
    ]
    if len(rows) < len(field.contestants):
        return
    by_section = {each.section for each in field.contestants}
    if len(by_section) > 1 and Counter(place for place, _score, _at in rows)[1] > 1:
        return  # each section has places of its own
    for (place, score, at), (next_place, next_score, next_at) in pairwise(sorted(rows)):
        one, two = field.contestants[at], field.contestants[next_at]
        if place < next_place and score > next_score:
            found = (
                f"{one.name} is in place {place} with {one.score}, "
                f"{two.name} behind it in place {next_place} with {two.score}."
            )
            remedy = "Correct the places or the scores, or leave one of them out."
            report.problem(
                "place-against-score", found, remedy, (*way, "contestants", next_at), (*way, "contestants", at)
            )
            return
        if place != next_place and score == next_score:
            report.odd(
                "same-score-other-place",
                f"{one.name} and {two.name} have the same score, {one.score}, and different places.",
            )


def _check_divisions(report: Report, stage: Stage, path: Path) -> None:
    """A league has each division once; two lists of one number would be two divisions."""
    if stage.contest is not Contest.LEAGUE:
        return
    seen: dict[tuple[str, str, int], int] = {}
    for at, field in enumerate(stage.fields):
        key = (field.division, field.section, field.session)
        if field.division and key in seen:
            found = f"Two lists are of division {field.division}."
            remedy = "Correct the number of one, or write parts of a division as 2A and 2B."
            report.problem("division-twice", found, remedy, (*path, "fields", at), (*path, "fields", seen[key]))
        seen.setdefault(key, at)


def _check_sessions(report: Report, stage: Stage, path: Path) -> None:
    """A list cannot be of a session that there was not."""
    sessions = stage.schedule.sessions
    for at, field in enumerate(stage.fields):
        if sessions and field.session > len(sessions):
            found = f"A list is of session {field.session}, but there were {len(sessions)} sessions."
            remedy = "Correct the number of the session, or the boards of the sessions."
            report.problem("no-such-session", found, remedy, (*path, "fields", at, "session"), (*path, "sessions"))


# --- The same person twice -------------------------------------------------------------------------------------------


def _check_players(report: Report, stage: Stage, rows: Rows, *, by_name: bool) -> None:
    """Nobody is in two contestants at once; a substitute may be, and so may a player of two divisions of a league."""
    seen: dict[tuple[object, ...], tuple[Contestant, Player, Path]] = {}
    for field, contestant, way in rows:
        for player in contestant.players:
            known = player.number or (_known_by_name(player) if by_name else "")
            if not known or player.substitute:
                continue
            key = (known, field.session, field.division if stage.contest is Contest.LEAGUE else "")
            first = seen.setdefault(key, (contestant, player, way))
            if first[2] != way or (first[1] is not player and player.number):
                _report_twice(report, first, contestant, player, way)
                return


def _known_by_name(player: Player) -> str:
    """Know a person again by name, if the name is somebody's."""
    return "" if _NOBODY.search(player.name) else player.name


def _report_twice(
    report: Report, first: tuple[Contestant, Player, Path], contestant: Contestant, player: Player, way: Path
) -> None:
    other, before, where = first
    what = f"Number {player.number}" if player.number else f"{player.name}, without a number,"
    places = f"{other.name} and in {contestant.name}" if other.name != contestant.name else f"{other.name} twice"
    as_whom = f" ({before.name} and {player.name})" if before.name != player.name else ""
    remedy = "Correct one of the numbers." if player.number else "Give both their numbers, or correct one name."
    report.problem("player-twice", f"{what} plays in {places}{as_whom}.", remedy, way, where)
