"""Who met whom? The matches of teams in a PBN file, a row each, with victory points, IMPs and line-ups."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Contestant, Field, Match, Player, Round, Scoring, Side
from overtrick.formats.pbn.games import rows
from overtrick.formats.pbn.ranking import RankingLists
from overtrick.formats.pbn.results import TABLE
from overtrick.formats.reading import Note, Question
from overtrick.formats.scoring import standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.formats.pbn.games import File
    from overtrick.formats.reading import Path

_SIDES = ("Home", "Away")
_NUMBER = re.compile(r"-?\d{1,6}(?:[.,]\d{1,4})?", re.ASCII)
#: How a match as a whole is numbered among its segments.
_TOTAL = "200"
_CHOICES = (str(Contest.ROUND_ROBIN), str(Contest.SWISS), str(Contest.LEAGUE), str(Contest.KNOCK_OUT))

Scores = tuple[Decimal, Decimal]


#: Who sat down in each segment.
LineUp = Mapping[str, tuple[Player, ...]]


class Meeting(NamedTuple):
    """Two teams in a round, by their numbers, with what they scored against each other."""

    round: str
    teams: tuple[str, str]
    victory_points: Scores | None
    imps: Scores | None
    segments: Mapping[str, Scores]  #: the IMPs of each part of the match, where they are told
    line_ups: tuple[LineUp, LineUp]
    line: int

    @property
    def winner(self) -> str:
        """The number of the team that won; nobody if drawn."""
        ours, theirs = self.victory_points or self.imps or (Decimal(0), Decimal(0))
        return "" if ours == theirs else self.teams[ours < theirs]


class Matches(NamedTuple):
    """All matches that were played, and what there is to say about the others."""

    meetings: list[Meeting]
    notes: list[Note]

    @property
    def rounds(self) -> int:
        """The most matches that a team has."""
        often: dict[str, int] = {}
        for meeting in self.meetings:
            for team in meeting.teams:
                often[team] = often.get(team, 0) + 1
        return max(often.values(), default=0)

    def totals(self) -> dict[str, Decimal]:
        """Add up the victory points, or the IMPs won, of every team."""
        found: dict[str, Decimal] = {}
        for meeting in self.meetings:
            for team, score in zip(meeting.teams, meeting.victory_points or meeting.imps or (), strict=False):
                found[team] = found.get(team, Decimal(0)) + score
        return found


def read_matches(file: File) -> Matches:
    """Read every row that names two teams; one without a result has not been played."""
    meetings: list[Meeting] = []
    open_rows: list[int] = []
    for game in file.games:
        if TABLE not in game.tables or "TeamId_Home" not in game.tables[TABLE].columns:
            continue
        for values, row in rows(game.tables[TABLE]):
            home, away = (values.get(f"TeamId_{side}", "") for side in _SIDES)
            if not home or not away:
                continue
            details = _details(values.get("MatchDetails", ""))
            points = _pair(values.get("VP_Home", ""), values.get("VP_Away", ""))
            imps = _pair(values.get("IMP_Home", ""), values.get("IMP_Away", "")) or details.get(_TOTAL)
            if points is None and imps is None:
                open_rows.append(row.line)
                continue
            segments = {each: scores for each, scores in details.items() if each != _TOTAL}
            ups = tuple(_line_up(values.get(f"LineupDetails_{side}", "")) for side in _SIDES)
            around = values.get("Round", "") or game.value("Round")
            meetings.append(Meeting(around, (home, away), points, imps, segments, (ups[0], ups[1]), row.line))
    return Matches(meetings, list(_left_out(open_rows)))


def _left_out(lines: Sequence[int]) -> Iterator[Note]:
    if lines:
        whose = "A match has" if len(lines) == 1 else f"{len(lines)} matches have"
        yield Note(
            "matches-without-result", f"{whose} no result yet; the ranking is that of the other matches.", lines[0]
        )


def _pair(home: str, away: str) -> Scores | None:
    if not _NUMBER.fullmatch(home) or not _NUMBER.fullmatch(away):
        return None
    return Decimal(home.replace(",", ".")), Decimal(away.replace(",", "."))


def _details(written: str) -> dict[str, Scores]:
    """Take the segments of a match apart: ``1,15,54|2,30,0|200,45,54``."""
    found: dict[str, Scores] = {}
    for each in written.split("|"):
        segment, home, away, *_more = (*(part.strip() for part in each.split(",")), "", "", "")
        both = _pair(home, away)
        if both is not None:
            found[segment] = both
    return found


def _line_up(written: str) -> LineUp:
    """Take a line-up apart: ``segment,room,seat,number,surname,given|…``."""
    found: dict[str, tuple[Player, ...]] = {}
    for each in written.split("|"):
        parts = [part.strip() for part in each.split(",")]
        if len(parts) > 5 and (parts[4] or parts[5]):  # noqa: PLR2004 - the names stand fifth and sixth
            player = Player(f"{parts[5]} {parts[4]}".strip(), parts[3].strip("0") and parts[3])
            if player not in found.setdefault(parts[0], ()):
                found[parts[0]] = (*found[parts[0]], player)
    return found


# --- As the event has them ---------------------------------------------------------------------------------------


def as_matches(found: Matches, names: Mapping[str, str]) -> tuple[tuple[Match, ...], dict[Path, int]]:
    """Write the matches in the words of the event, and where each stands; IMPs stand beside victory points."""
    lines: dict[Path, int] = {}
    matches: list[Match] = []
    by_points = scores_of(found) is Scoring.VICTORY_POINTS
    for meeting in found.meetings:
        lines["stages", 0, "matches", len(matches)] = meeting.line
        own = (names[meeting.teams[0]], names[meeting.teams[1]])
        imps = meeting.imps or (None, None)
        scores, beside = (meeting.victory_points or (None, None), imps) if by_points else (imps, (None, None))
        sides = [Side(name, (), score, each) for name, score, each in zip(own, scores, beside, strict=True)]
        winner = names[meeting.winner] if meeting.winner else ""
        matches.append(Match((sides[0], sides[1]), winner, segments=tuple(_segments(meeting, own))))
    return tuple(matches), lines


def _segments(meeting: Meeting, names: tuple[str, str]) -> Iterator[Match]:
    """Give the parts of a match with their line-ups; where nobody is named, nothing is gained by them."""
    if not any(meeting.line_ups):
        return
    named = dict.fromkeys((*meeting.segments, *meeting.line_ups[0], *meeting.line_ups[1]))
    for segment in named:
        scores = meeting.segments.get(segment, (None, None))
        sides = [
            Side(name, line_up.get(segment, ()), score)
            for name, line_up, score in zip(names, meeting.line_ups, scores, strict=True)
        ]
        first, second = (side.score or 0 for side in sides)
        winner = "" if first == second else names[first < second]
        yield Match((sides[0], sides[1]), winner)


def scores_of(found: Matches) -> Scoring:
    """Say what the scores of the matches count."""
    return Scoring.VICTORY_POINTS if all(each.victory_points for each in found.meetings) else Scoring.IMPS


def as_rounds(matches: Sequence[Match], found: Matches, everybody: Sequence[str]) -> tuple[Round, ...]:
    """Put the matches of a knock-out into its rounds; who is still in and has no match has a bye."""
    by_round: dict[str, list[Match]] = {}
    for match, meeting in zip(matches, found.meetings, strict=True):
        by_round.setdefault(meeting.round, []).append(match)
    last = {
        side.contestant: at for at, members in enumerate(by_round.values()) for match in members for side in match.sides
    }
    rounds = []
    for at, (name, members) in enumerate(by_round.items()):
        playing = {side.contestant for match in members for side in match.sides}
        byes = tuple(each for each in everybody if each not in playing and last.get(each, -1) > at)
        rounds.append(Round(tuple(members), byes=byes, name=f"Round {name}" if name else ""))
    return tuple(rounds)


def met(found: Matches, teams: int, answers: Mapping[str, str]) -> Contest:
    """Say how the teams met: as somebody answered, otherwise as it looks."""
    written = answers.get("contest", "").strip().lower()
    return next((each for each in Contest if str(each) == written), _likely(found, teams)[0])


def _likely(found: Matches, teams: int) -> tuple[Contest, str]:
    pairings = {frozenset(meeting.teams) for meeting in found.meetings}
    possible = teams * (teams - 1) // 2
    contest = Contest.ROUND_ROBIN if 2 * len(pairings) >= possible else Contest.SWISS
    return contest, f"{len(pairings)} of {possible} possible meetings are in the file"


def questions(found: Matches, teams: int, boards: int, answers: Mapping[str, str]) -> list[Question]:
    """Ask how the teams met and how long a match was, with what the file hints at."""
    likely, because = _likely(found, teams)
    asked = [Question("contest", "How did the teams meet?", _CHOICES, str(likely), because, code="contest-missing")]
    if not match_boards(answers):
        each, over = divmod(boards, found.rounds) if found.rounds else (0, 0)
        hint = (str(each), f"{boards} boards in {found.rounds} matches") if each and not over else ("", "")
        asked.append(
            Question("match boards", "How many boards did a match have?", (), *hint, code="match-boards-missing")
        )
    return asked


def match_boards(answers: Mapping[str, str]) -> int:
    """Give the length of a match that somebody answered; 0 if nobody did."""
    written = answers.get("match boards", "").strip()
    return int(written) if re.fullmatch(r"[0-9]{1,3}", written) else 0


# --- The teams ---------------------------------------------------------------------------------------------------


def ranked_by_matches(found: Matches) -> RankingLists:
    """Rank the teams of a file without a ranking by what they won in their matches."""
    teams = found.totals()
    first = {team: meeting.line for meeting in reversed(found.meetings) for team in meeting.teams}
    ranked = standings({team: Fraction(total) for team, total in teams.items()})
    contestants = tuple(Contestant(f"Team {each.key}", (), each.place, teams[each.key]) for each in ranked)
    lines = tuple(first[each.key] for each in ranked)
    names = {each.key: f"Team {each.key}" for each in ranked}
    note = Note("ranking-worked-out", "The ranking is not in the file; it was worked out from the matches.")
    return RankingLists((Field("", contestants),), (lines,), (), names, [], [], [note])


def with_line_ups(fields: Sequence[Field], matches: Sequence[Match]) -> tuple[tuple[Field, ...], tuple[Match, ...]]:
    """Add to a team whoever sat down for it and is not in its list; they played only where they are named."""
    listed = {each.name: each.players for field in fields for each in field.contestants}
    guests: dict[str, tuple[Player, ...]] = {}
    for segment in (each for match in matches for each in match.segments):
        for side in segment.sides:
            for player in side.players:
                known = (*listed[side.contestant], *guests.get(side.contestant, ()))
                if not any(_same(player, each) for each in known):
                    guests[side.contestant] = (*guests.get(side.contestant, ()), player)
    if not guests:
        return tuple(fields), tuple(matches)

    def enlarged(team: Contestant) -> Contestant:
        return team._replace(players=(*team.players, *guests.get(team.name, ())))

    def told(match: Match) -> Match:
        one, other = (_without_guests(side, at, match, guests, listed) for at, side in enumerate(match.sides))
        return match._replace(sides=(one, other))

    return (
        tuple(field._replace(contestants=tuple(map(enlarged, field.contestants))) for field in fields),
        tuple(map(told, matches)),
    )


def _without_guests(
    side: Side, at: int, match: Match, guests: Mapping[str, object], listed: Mapping[str, tuple[Player, ...]]
) -> Side:
    """Say that only the team of the list sat down, where nobody is named in the whole match or in a part of it."""
    told = bool(match.segments) and all(segment.sides[at].players for segment in match.segments)
    return side if told or side.contestant not in guests else side._replace(players=listed[side.contestant])


def _same(one: Player, other: Player) -> bool:
    return one.number == other.number if one.number and other.number else one.name == other.name
