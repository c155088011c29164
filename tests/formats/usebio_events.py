"""Invented events that a USEBIO file can hold, with invented awards, for the laws of writing them."""

from __future__ import annotations

import re
from datetime import date

from hypothesis import strategies as st

from overtrick.engine.assessment import Assessment, Award
from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Player,
    Schedule,
    Scoring,
    Side,
    Stage,
)
from overtrick.engine.working import step
from tests.formats.events import names, words

COLOURS = ("local", "green", "blue")
DIRECTIONS = ("North-South", "East-West")

days = st.dates(date(1925, 1, 1), date(2099, 12, 31))


@st.composite
def people(draw: st.DrawFn, where: str) -> Player:
    return Player(f"{draw(names)} {where}", draw(st.sampled_from(["", f"77{where}", f"0055{where}"])))


@st.composite
def rankings(draw: st.DrawFn, play: Play, where: str, score: st.SearchStrategy[object]) -> tuple[Contestant, ...]:
    """A list with places, scores or both, the first place held by one."""
    size = {Play.PAIRS: 2, Play.INDIVIDUAL: 1}.get(play) or draw(st.integers(2, 6))
    ways = draw(st.sampled_from(["places", "scores", "both"]))
    place = 1
    rows = []
    for index in range(draw(st.integers(2, 4))):
        players = tuple(draw(people(f"{where}{index}{seat}")) for seat in range(size))
        place = place if index > 1 and draw(st.booleans()) else index + 1
        called = f"{draw(names)} {where}{index}" if play is Play.TEAMS else " & ".join(each.name for each in players)
        rows.append(
            Contestant(
                called,
                players,
                place if ways != "scores" else None,
                draw(score) if ways != "places" else None,  # type: ignore[arg-type]
            )
        )
    return tuple(rows)


@st.composite
def lists(draw: st.DrawFn, play: Play, winners: int, *, matchpoints: bool) -> tuple[tuple[Field, ...], bool]:
    """The lists of a stage, and whether its sections are ranked as one field."""
    score = st.decimals(0, 100, places=2) if matchpoints and play is not Play.TEAMS else st.decimals(-99, 999, places=2)
    directions = DIRECTIONS if winners > 1 else ("",)
    if play is not Play.TEAMS and draw(st.booleans()):
        apart = [
            Field(" ".join(filter(None, (f"Section {section}", direction))), section=section)
            for section in ("A", "B 2")
            for direction in directions
        ]
        fields = [
            field._replace(
                contestants=tuple(
                    each._replace(place=each.place or index)
                    for index, each in enumerate(draw(rankings(play, f"{at}", score)), 1)
                )
            )
            for at, field in enumerate(apart)
        ]
        return tuple(fields), False
    fields = []
    sections = play is not Play.TEAMS and draw(st.booleans())
    for at, direction in enumerate(directions):
        rows = draw(rankings(play, f"{at}", score))
        if sections:
            rows = tuple(each._replace(section="AB"[index % 2]) for index, each in enumerate(rows))
        fields.append(Field(direction, rows))
    return tuple(fields), True


@st.composite
def meetings(draw: st.DrawFn, everybody: tuple[Contestant, ...]) -> tuple[Match, ...]:
    """Everybody meets everybody once."""
    found = []
    for at, one in enumerate(everybody):
        for other in everybody[at + 1 :]:
            own, others = draw(st.integers(0, 9)), draw(st.integers(0, 9))
            winner = one.name if own > others else other.name if others > own else ""
            found.append(Match((Side(one.name, (), own), Side(other.name, (), others)), winner))
    return tuple(found)


def round_robin(teams: int, boards: int) -> Schedule:
    """In an odd field everybody sits out once."""
    return Schedule(boards * (teams - 1), with_sit_outs=boards * teams if teams % 2 else None)


@st.composite
def events(draw: st.DrawFn) -> Event:
    play = draw(st.sampled_from(Play))
    winners = draw(st.sampled_from([1, 2])) if play is Play.PAIRS else 1
    matchpoints = draw(st.booleans())
    fields, across = draw(lists(play, winners, matchpoints=matchpoints))
    stage = Stage(
        play,
        Schedule(draw(st.integers(1, 99))),
        fields,
        winners=winners,
        across=across,
        scoring=Scoring.MATCHPOINTS if matchpoints else Scoring.IMPS,
    )
    if play is Play.TEAMS and draw(st.booleans()):
        everybody = fields[0].contestants
        boards = draw(st.integers(1, 32))
        contest = draw(st.sampled_from([Contest.ROUND_ROBIN, Contest.SWISS]))
        stage = stage._replace(
            contest=contest,
            matches=draw(meetings(everybody)),
            match_boards=boards,
            schedule=round_robin(len(everybody), boards),
        )
    return Event(draw(names), draw(days), (stage,), draw(st.sampled_from(["club", "county", ""])), draw(words))


@st.composite
def assessments(draw: st.DrawFn, event: Event) -> Assessment:
    """Any points for anybody: for a whole contestant, or for some of it."""
    awards = []
    for field in event.stages[0].fields:
        for contestant in field.contestants:
            shared = draw(st.booleans())
            units = draw(st.integers(0, 2000))
            colour = draw(st.sampled_from(COLOURS))
            for player in contestant.players:
                own = units if shared else draw(st.integers(0, 3))
                place = (contestant.place or 0, 1)
                working = step("given", own)
                awards.append(Award(player, contestant.name, "", field.name, *place, colour, own, working))
    return Assessment("ebu", "2024", event, awards, tuple)


ONE_LINE_END = r"(?:\r\n|\n|\r)?[ \t]*"
_CLAIMS = re.compile(
    ONE_LINE_END
    + r"<(MASTER_POINTS|MASTER_POINTS_AWARDED|MASTER_POINT_TYPE|MPS_AWARDED_FLAG)\b(?:[^>]*/>|.*?</\1\s*>)",
    re.DOTALL,
)


def without_points(text: str) -> str:
    """Take the points out of a file, each with its line, and leave everything else as it stands."""
    head, people, rest = text.partition("<PARTICIPANTS")
    flag = re.sub(ONE_LINE_END + r"<MPS_AWARDED_FLAG\b(?:[^>]*/>|.*?</MPS_AWARDED_FLAG\s*>)", "", head, flags=re.DOTALL)
    return flag + people + _CLAIMS.sub("", rest)
