"""Are there seats for everybody? A pair has two seats at each board, a team four, an individual one.

Who is told to have played some boards takes so many of them, by contestant, session, match and segment. Who tells
nothing has what is left; if that is too little for all of those to have played the share that a handbook asks for,
only whoever held the event can say who played what.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import lengths, played
from overtrick.engine.event import Ended, Play
from overtrick.engine.numbers import many
from overtrick.engine.sense.report import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Contestant, Field, Match, Player, Side, Stage
    from overtrick.engine.sense.lists import Rows
    from overtrick.engine.sense.report import Report

_WHAT = {Play.PAIRS: "a pair", Play.INDIVIDUAL: "an individual"}


def check(report: Report, stage: Stage, path: Path, rows: Rows, share: Fraction) -> None:
    """Weigh the boards of everybody against the seats there were."""
    play = None
    seats = played.seats(stage)
    if stage.contest not in lengths.SERIES:
        for field, contestant, way in rows:
            if len(contestant.players) > seats or any(map(_tells, contestant.players)):
                play = play or played.StagePlay(stage)
                _check_contestant(report, play, field, contestant, way, share)
    for match, boards, way in _matches(stage, path):
        _check_match(report, stage, match, boards, way, share)


def _tells(player: Player) -> bool:
    return player.boards is not None or bool(player.sessions)


def _check_contestant(
    report: Report, play: played.StagePlay, field: Field, contestant: Contestant, way: Path, share: Fraction
) -> None:
    """A contestant has so many seats at each of its boards, and no more."""
    stage, players = play.stage, contestant.players
    seats = played.seats(stage)
    members = [player for player in players if not player.substitute]
    told = all(map(_tells, players)) or play.tells(contestant)
    if stage.play is not Play.TEAMS and len(members) > seats and not told:
        _report_size(report, stage, contestant, members, way)
        return
    boards = _boards(play, field, contestant)
    if not boards or play.tells(contestant):
        return
    whole = seats * boards
    taken = sum(_taken(stage, player) or 0 for player in players)
    if taken > whole:
        sums = " and ".join(str(_taken(stage, player)) for player in players if _tells(player))
        found = f"The players of {contestant.name} have {sums} boards, {taken} in {seats} × {boards} seats."
        remedy = "Correct the boards of the players, or those of the event."
        report.problem("more-boards-than-seats", found, remedy, way, (*way[:2], "boards"))
    elif not _check_sessions(report, stage, contestant, way):
        _check_rest(report, play, contestant, way, (whole - taken, boards, share))


def _report_size(report: Report, stage: Stage, contestant: Contestant, members: list[Player], way: Path) -> None:
    named = ", ".join(player.name for player in members)
    found = f"{contestant.name} is {_WHAT[stage.play]}, but has {many(len(members), 'player')}: {named}."
    remedy = f"Name {many(played.seats(stage), 'player')}, mark who stood in as a substitute, or correct 'play'."
    report.problem("wrong-number-of-players", found, remedy, way, (*way[:2], "play"))


def _boards(play: played.StagePlay, field: Field, contestant: Contestant) -> int:
    """Count the boards of a contestant: of its session, its matches, or the programme."""
    sessions = play.stage.schedule.sessions
    if field.session and sessions:
        return sessions[field.session - 1] if field.session <= len(sessions) else 0
    if play.stage.contest in lengths.CUPS and not play.meetings(contestant.name):
        return 0
    return play.team_boards(contestant, field)


def _taken(stage: Stage, player: Player) -> int | None:
    """Count the seats that a player took, by boards or sessions; None where nothing is told."""
    if player.boards is not None:
        return player.boards
    lengths_told = dict(enumerate(stage.schedule.sessions, 1))
    if player.sessions and lengths_told:
        return sum(lengths_told.get(number, 0) for number in set(player.sessions))
    return None


def _check_sessions(report: Report, stage: Stage, contestant: Contestant, way: Path) -> bool:
    """In each session as many sit down as there are seats; say whether there were more."""
    seats = played.seats(stage)
    by_session = [player for player in contestant.players if player.boards is None and player.sessions]
    for number in range(1, len(stage.schedule.sessions) + 1):
        there = [player.name for player in by_session if number in player.sessions]
        if len(there) > seats:
            found = f"{names_of(there)} sat down for {contestant.name} in session {number}: {many(seats, 'seat')}."
            remedy = "Correct the sessions of one of them, or give the boards each of them played."
            report.problem("more-players-than-seats", found, remedy, way, (*way[:2], "sessions"))
            return True
    return False


def _check_rest(
    report: Report, play: played.StagePlay, contestant: Contestant, way: Path, rest: tuple[int, int, Fraction]
) -> None:
    """What the others left is enough for those of whom nothing is told, or it is asked who played what."""
    left, boards, share = rest
    stage = play.stage
    silent = [
        player for player in contestant.players if _taken(stage, player) is None and play.is_member(contestant, player)
    ]
    names = names_of([player.name for player in silent])
    place = (*way, "players", contestant.players.index(silent[0]), "boards") if silent else way
    if silent and left < len(silent):
        found = f"All seats of {contestant.name} are taken by others, and {names} played too."
        report.problem("more-boards-than-seats", found, "Give the boards each player played.", place, way)
    elif silent and boards * share * len(silent) > left:
        found = f"How many boards did {names} play for {contestant.name}? There are seats for {left} in all."
        report.ask("boards-of-the-players", found, "Give the boards of each player.", place)
    elif not silent and left and all(_tells(each) and not each.deemed for each in contestant.players):
        missing = f"{many(left, 'board')} of {contestant.name} nobody is told to have played"
        report.odd("seats-nobody-took", f"For {missing}: is a substitute missing?")


# --- Line-ups --------------------------------------------------------------------------------------------------------


def _matches(stage: Stage, path: Path) -> Iterator[tuple[Match, int, Path]]:
    """Go through the matches and segments that tell who sat down, each with its boards."""
    for at, match in enumerate(stage.matches):
        if match.segments or match.sides[0].players or match.sides[1].players:
            yield from _with_segments(match, lengths.length(stage, match), (*path, "matches", at))
    for number, this in enumerate(stage.rounds):
        for at, match in enumerate(this.matches):
            way = (*path, "rounds", number, "matches", at)
            yield from _with_segments(match, lengths.length(stage, match, this), way)


def _with_segments(match: Match, boards: int, way: Path) -> Iterator[tuple[Match, int, Path]]:
    yield match, boards, way
    for at, (segment, length) in enumerate(zip(match.segments, lengths.segment_lengths(match, boards), strict=True)):
        yield segment, length, (*way, "segments", at)


def _check_match(report: Report, stage: Stage, match: Match, boards: int, way: Path, share: Fraction) -> None:
    """A line-up fills the seats of its match; who tells no boards in it played all of them, or what others left."""
    seats = played.seats(stage)
    for side in match.sides:
        if not side.players or not boards:
            continue
        told = [each.boards for each in side.players if each.boards is not None]
        silent, whole, taken = len(side.players) - len(told), seats * boards, sum(told)
        many_seats = f"{many(len(side.players), 'player')} for {many(seats, 'seat')}"
        enough = silent * boards * share
        if taken + (enough if told else silent * boards) > whole:
            found = f"The line-up of {side.contestant} has {many_seats} of {many(boards, 'board')}."
            remedy = "Name who sat down, or give the boards each of them played."
            report.problem("line-up-too-large", found, remedy, (*way, "line-ups", side.contestant), (*way, "boards"))
        elif taken + silent * boards > whole:
            says = f"The line-up of {side.contestant} has {many_seats}, and not the boards of each."
            report.odd("line-up-without-boards", says)
        elif taken + silent * boards < whole and _is_whole(match, side):
            report.odd("line-up-too-small", f"The line-up of {side.contestant} leaves seats empty: {many_seats}.")


def _is_whole(match: Match, side: Side) -> bool:
    """Say whether a match was played to its end, so that its line-up must be too."""
    return match.ended is Ended.PLAYED and not any(each.deemed for each in side.players)
