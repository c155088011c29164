"""How does an event become a new USEBIO file? Version 1.2: lists, matches and points, and boards if they are known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import overtrick
from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest, Ended, Handicap, Play, Schedule, Scoring, StageKind, Standing
from overtrick.formats.usebio.editing import AWARDED, FLAG, TYPE, WRAPPED
from overtrick.formats.usebio.entries import PLACEHOLDERS
from overtrick.formats.usebio.header import METHODS
from overtrick.formats.usebio.new_boards import boards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.engine.event import Contestant, Event, Field, Match, Player, Stage
    from overtrick.formats.usebio.editing import ListedPoints, WrittenPoints
    from overtrick.formats.usebio.new_boards import TravellerLine

_TYPES = {
    (Play.PAIRS, Contest.MOVEMENT): "PAIRS",
    (Play.PAIRS, Contest.SWISS): "SWISS_PAIRS",
    (Play.INDIVIDUAL, Contest.MOVEMENT): "INDIVIDUAL",
    (Play.TEAMS, Contest.MOVEMENT): "TEAMS",
    (Play.TEAMS, Contest.ROUND_ROBIN): "TEAMS",
    (Play.TEAMS, Contest.SWISS): "SWISS_TEAMS",
    (Play.TEAMS, Contest.KNOCK_OUT): "KO",
}
_DIRECTIONS = ("NS", "EW")

#: How a scoring is written: as the first of the words that are read for it.
_METHODS = {
    scoring: next((word for word, named in METHODS.items() if named == scoring), "OTHER") for scoring in Scoring
}
_STRATA = "ABCD"
_HUNDRED = 100
#: What XML cannot hold.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_AS_JSON = "Write it as an event file (JSON) instead, which holds everything."


# --- What cannot be written --------------------------------------------------------------------------------------


def inexpressible(event: Event, *, with_boards: bool = False) -> list[Problem]:
    """Say what of an event a USEBIO file has no words for; none: it can be written."""
    if len(event.stages) != 1:
        return [
            Problem(
                f"The event has {len(event.stages)} stages; a USEBIO file holds one.",
                _AS_JSON,
                code="cannot-be-written",
            )
        ]
    (stage,) = event.stages
    unsayable = dict.fromkeys(_unsayable(event, stage, with_boards=with_boards))
    return [Problem(f"A USEBIO file cannot say {what}.", _AS_JSON, code="cannot-be-written") for what in unsayable]


def _unsayable(event: Event, stage: Stage, *, with_boards: bool) -> Iterator[str]:
    if (stage.play, stage.contest) not in _TYPES:
        yield f"that {stage.play} were played as a {stage.contest}"
    if stage.kind is not StageKind.ONLY:
        yield f"that this is a stage of a longer event ({stage.kind})"
    if stage.handicap is not Handicap.NONE:
        yield "what part a handicap played"
    told = with_boards or stage.matches  # they tell it, or it is seen later
    if stage.schedule != Schedule(stage.schedule.boards) and not told:
        yield "who sat out, which boards were in play, or how long each session was, without the travellers"
    if stage.winners > 1 and len(stage.fields) % stage.winners:
        yield "that one section has one winner and another two"
    for field in stage.fields:
        yield from _unsayable_of_list(field)
    for match in (*stage.matches, *(match for each in stage.rounds for match in each.matches)):
        yield from _unsayable_of_match(match)
    yield from _unwritable(event.name, event.organiser)


def _unsayable_of_list(field: Field) -> Iterator[str]:
    if field.session or field.division or field.status:
        yield "that a list is of one session or division, or of another status"
    if field.entered is not None or not field.contestants:
        yield "how many played without listing them"
    for contestant in field.contestants:
        yield from _unsayable_of(contestant)


def _unsayable_of_match(match: Match) -> Iterator[str]:
    if match.ended is not Ended.PLAYED or match.triangular:
        yield "how a match ended otherwise than by play, or that it is one of a triangle"
    if any(side.score is None for side in match.sides):
        yield "who won a match whose score is not given"
    if any(side.players for side in match.sides):
        yield "who sat down in a match, without the travellers"


def _unwritable(*texts: str) -> Iterator[str]:
    for text in texts:
        if _UNWRITABLE.search(text):
            yield f"the name {text!r}, which has letters that XML does not allow"


def _unsayable_of(contestant: Contestant) -> Iterator[str]:
    if contestant.standing is not Standing.WITH:
        yield f"that {contestant.name} plays without standing"
    if contestant.tally is not None:
        yield f"how many matches {contestant.name} won without listing them"
    for player in contestant.players:
        if player.boards is not None or player.deemed or player.tally is not None:
            yield f"how many boards or matches {player.name} played, without the travellers"
        if player.suspended or player.rank:
            yield f"that {player.name} is suspended or has a rank"
    yield from _unwritable(contestant.name, *(player.name + player.number for player in contestant.players))


# --- The same event? ---------------------------------------------------------------------------------------------


def differences(event: Event, read: Event, *, with_boards: bool = False) -> list[str]:
    """Name what differs between an event and the one that was read from its file.

    What boards tell of sit-outs is read again by another way; the boards themselves have to agree.

    Lists are told apart by direction and section, not by name; pairs and individuals are called by their players; the
    order in which a list was written does not matter, for its places and scores rank it.
    """
    one, other = (
        each._replace(stages=tuple(_with_file_names(stage) for stage in each.stages)) for each in (event, read)
    )
    found = [what for what in ("name", "begins", "organiser") if getattr(one, what) != getattr(other, what)]
    for mine, theirs in zip(one.stages, other.stages, strict=False):
        if with_boards:
            mine, theirs = _without_sit_outs(mine), _without_sit_outs(theirs)  # noqa: PLW2901 - less of the same
        found += [what for what in mine._fields if getattr(mine, what) != getattr(theirs, what)]
    return [what.replace("_", " ").replace("fields", "the lists") for what in found]


def _without_sit_outs(stage: Stage) -> Stage:
    return stage._replace(schedule=Schedule(stage.schedule.boards))


def _with_file_names(stage: Stage) -> Stage:
    names = {
        each.name: _called(each, stage.play)
        for field in stage.fields
        for each in field.contestants
    }  # fmt: skip

    def renamed(match: Match) -> Match:
        one, other = (side._replace(contestant=names[side.contestant]) for side in match.sides)
        return match._replace(sides=(one, other), winner=names.get(match.winner, ""))

    fields = [
        field._replace(
            name="",
            movement=None,
            contestants=tuple(
                sorted((_named_by_players(each, names[each.name]) for each in field.contestants), key=repr)
            ),
        )
        for field in stage.fields
    ]
    return stage._replace(
        name="", movement=None, fields=tuple(fields), matches=tuple(renamed(match) for match in stage.matches)
    )


def _named_by_players(contestant: Contestant, name: str) -> Contestant:
    """Call a contestant by its players; a number that is nobody's is none."""
    players = tuple(
        player._replace(number="" if player.number.lstrip("0") in PLACEHOLDERS else player.number)
        for player in contestant.players
    )
    return contestant._replace(name=name, players=players)


def _called(contestant: Contestant, play: Play) -> str:
    names = [player.name for player in contestant.players if not player.substitute]
    return " & ".join(names) if names and play is not Play.TEAMS else contestant.name


# --- The file ----------------------------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """A contestant with its number and direction in the file."""

    number: int
    contestant: Contestant
    place: str
    direction: str
    section: str
    score_tag: str


def compose(
    event: Event,
    listed: Callable[[Contestant], ListedPoints],
    scale: str,
    kind: str,
    lines: Sequence[TravellerLine] = (),
    charge: str = "",
) -> bytes:
    """Write an event; ``listed`` gives the points of a contestant, ``scale`` and ``kind`` the words for its level.

    ``charge`` is the code by which the file is charged, where its federation has codes.
    """
    (stage,) = event.stages
    entries = list(_entries(stage))
    club = _nest("CLUB", [_value("CLUB_NAME", event.organiser), _value("CLUB_ID_NUMBER", "")])
    played = _nest(
        f'EVENT EVENT_TYPE="{_TYPES[stage.play, stage.contest]}"',
        [*_head(event, stage, entries, scale, kind, charge), *_session(stage, entries, listed, lines)],
    )
    text = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        *_nest('USEBIO Version="1.2"', [*club, *played]),
    ]
    return "".join(f"{line}\n" for line in text).encode()


def _head(event: Event, stage: Stage, entries: list[_Entry], scale: str, kind: str, charge: str) -> Iterator[str]:
    yield _value("PROGRAM_NAME", "Overtrick")
    yield _value("PROGRAM_VERSION", overtrick.__version__)
    yield _value("EVENT_DESCRIPTION", event.name)
    yield _value("DATE", f"{event.begins:%d/%m/}{event.begins.year:04d}")
    yield _value("BOARD_SCORING_METHOD", _METHODS[stage.scoring])
    if stage.matches or stage.rounds:
        yield _value("MATCH_SCORING_METHOD", "IMPS")
    if scale:
        yield _value("MASTER_POINT_SCALE", scale)
    if kind:
        yield _value(TYPE, kind)
    if charge:
        yield _value("P2P_CHARGE_RATE", charge)
    if stage.play is Play.PAIRS:
        yield _value("WINNER_TYPE", stage.winners)
    yield _value("SESSION_COUNT", 1)
    yield _value("SECTION_COUNT", len({entry.section for entry in entries}) or 1)
    if stage.schedule.boards:
        yield _value("BOARDS_PLAYED", stage.schedule.boards)
    yield _value(FLAG, "Y")
    yield from _nest("CONTACT", [_value(tag, "") for tag in ("FULL_NAME", "TELEPHONE", "EMAIL")])


def _entries(stage: Stage) -> Iterator[_Entry]:
    """Number everybody through, with the direction of a list where there are two."""
    number = 0
    for at, field in enumerate(stage.fields):
        direction = _DIRECTIONS[at % 2] if stage.play is Play.PAIRS and stage.winners > 1 else ""
        tag = _score_tag(stage, field)
        places = [contestant.place for contestant in field.contestants]
        for contestant in field.contestants:
            number += 1
            shared = "=" if places.count(contestant.place) > 1 else ""
            place = "" if contestant.place is None else f"{contestant.place}{shared}"
            yield _Entry(number, contestant, place, direction, contestant.section or field.section, tag)


def _score_tag(stage: Stage, field: Field) -> str:
    scores = [contestant.score or 0 for contestant in field.contestants]
    percent = stage.matchpoints and stage.play is not Play.TEAMS and all(0 <= score <= _HUNDRED for score in scores)
    return "PERCENTAGE" if percent else "TOTAL_SCORE"


def _session(
    stage: Stage, entries: list[_Entry], listed: Callable[[Contestant], ListedPoints], lines: Sequence[TravellerLine]
) -> list[str]:
    if stage.play is Play.TEAMS or stage.contest is not Contest.MOVEMENT:
        people = _nest("PARTICIPANTS", [line for entry in entries for line in _participant(stage, entry, listed)])
        return _nest('SESSION SESSION_ID="1"', [*people, *_matches(stage, entries)])
    sections: dict[str, list[str]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).extend(_participant(stage, entry, listed))
    inside = []
    for name, people in sections.items():
        numbers = {entry.contestant.name: entry.number for entry in entries if entry.section == name}
        played = list(boards((each for each in lines if each.ns in numbers and each.ew in numbers), numbers))
        inside += _nest(f"SECTION SECTION_ID={quoteattr(name or 'A')}", [*_nest("PARTICIPANTS", people), *played])
    return _nest('SESSION SESSION_ID="1"', inside)


def _participant(stage: Stage, entry: _Entry, listed: Callable[[Contestant], ListedPoints]) -> list[str]:
    contestant = entry.contestant
    has = listed(contestant)
    own = has.players or ((),) * len(contestant.players)
    inside = []
    if entry.direction:
        inside.append(_value("DIRECTION", entry.direction))
    if contestant.score is not None:
        inside.append(_value(entry.score_tag, format(contestant.score, "f")))
    if entry.place:
        inside.append(_value("PLACE", entry.place))
    if contestant.category:
        stratum = _STRATA.index(contestant.category) + 1 if contestant.category in _STRATA else contestant.category
        inside.append(_value("STRAT_NUMBER", stratum))
    inside += _points(has.points)
    if stage.play is Play.INDIVIDUAL:
        (player,) = contestant.players or (None,)
        return _nest("PLAYER", [_value("PLAYER_NUMBER", entry.number), *inside, *_who(player, contestant.name)])
    for player, points in zip(contestant.players, own, strict=True):
        inside += _nest("PLAYER", [*_who(player, ""), *_points(points)])
    if stage.play is Play.TEAMS:
        return _nest(f'TEAM TEAM_ID="{entry.number}" TEAM_NAME={quoteattr(contestant.name)}', inside)
    return _nest("PAIR", [_value("PAIR_NUMBER", entry.number), *inside])


def _who(player: Player | None, otherwise: str) -> list[str]:
    if player is None:
        return [_value("PLAYER_NAME", otherwise)]
    number = [_value("NATIONAL_ID_NUMBER", player.number)] if player.number else []
    return [_value("PLAYER_NAME", player.name), *number]


def _points(points: tuple[WrittenPoints, ...]) -> list[str]:
    return [line for units, word in points for line in _nest(WRAPPED, [_value(AWARDED, units), _value(TYPE, word)])]


def _matches(stage: Stage, entries: list[_Entry]) -> Iterator[str]:
    numbers = {entry.contestant.name: entry.number for entry in entries}
    pairs = stage.play is Play.PAIRS
    sides = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER") if pairs else ("TEAM", "OPPOSING_TEAM")
    scores = ("NS_SCORE", "EW_SCORE") if pairs else ("TEAM_SCORE", "OPPOSING_TEAM_SCORE")
    played = [(0, 0, match) for match in stage.matches]
    played += [(at, each.boards, match) for at, each in enumerate(stage.rounds, 1) for match in each.matches]
    for in_round, round_boards, match in played:
        boards = match.boards or round_boards or stage.match_boards
        inside = [_value("ROUND_NUMBER", in_round)] if in_round else []
        inside += [_value(tag, numbers.get(side.contestant, "")) for tag, side in zip(sides, match.sides, strict=True)]
        if boards:
            inside += [_value("START_BOARD_NUMBER", 1), _value("END_BOARD_NUMBER", boards)]
        inside += [
            _value(tag, format(side.score, "f"))
            for tag, side in zip(scores, match.sides, strict=True)
            if side.score is not None
        ]
        yield from _nest("MATCH", inside)


def _nest(tag: str, inside: list[str]) -> list[str]:
    return [f"<{tag}>", *(f"  {line}" for line in inside), f"</{tag.split(maxsplit=1)[0]}>"]


def _value(tag: str, value: object) -> str:
    return f"<{tag}>{escape(str(value))}</{tag}>"
