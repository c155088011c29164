"""Who met whom, and who won? The matches of a file, with the players who sat down where that matters."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Match, Player, Round, Side
from overtrick.engine.victory_points import VictoryPoints, victory_points
from overtrick.formats.usebio.entries import identity
from overtrick.formats.usebio.figures import number, whole
from overtrick.formats.usebio.places import Worked, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.etree import _Element as Element

    from overtrick.formats.usebio.document import Document, Travellers
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings

_FOUR = 4
_TRIANGLE = 3
#: Where two thirds of all possible meetings took place, they were planned.
_PLANNED = (2, 3)

_OWN = ("TEAM", "NS_PAIR_NUMBER")
_OTHER = ("OPPOSING_TEAM", "EW_PAIR_NUMBER")
_SCORES = (
    ("TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
    ("NS_SCORE", "EW_SCORE"),
    ("TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"),
    ("NS_VICTORY_POINTS", "EW_VICTORY_POINTS"),
)
_VALUES = (
    "ROUND_NUMBER",
    "START_BOARD_NUMBER",
    "END_BOARD_NUMBER",
    *_OWN,
    *_OTHER,
    *(tag for two in _SCORES for tag in two),
)


class Meeting(NamedTuple):
    """A match as the file has it."""

    round: str
    sides: tuple[Entry, Entry]
    boards: int
    score: tuple[Decimal, Decimal]
    travellers: Travellers
    line: int

    @property
    def both(self) -> frozenset[int]:
        """Who met, by the identity of the elements: sections may give the same numbers."""
        return frozenset(id(entry.element) for entry in self.sides)


class Matches(NamedTuple):
    """All matches of an event."""

    meetings: tuple[Meeting, ...]
    match_boards: int  #: of most of them
    played: Counter[int]  #: boards of each contestant, by the identity of its element


def read_matches(event: Element, entries: Sequence[Entry], document: Document, findings: Findings) -> Matches:
    """Find the matches, at whatever level they stand; one that both sides list counts once."""
    numbers = _Numbers(entries)
    by_element = {id(entry.element): entry for entry in entries}
    meetings = []
    listed: set[tuple[str, frozenset[int]]] = set()
    for element in event.iter("MATCH"):
        if next(element.iterancestors("BOARD", "HANDSET"), None) is not None:
            continue  # it was not kept where the file is read in parts
        inside = next((by_element[id(each)] for each in element.iterancestors() if id(each) in by_element), None)
        meeting = _meeting(element, numbers.around(element), document.travellers(element), findings, inside)
        if meeting is None:
            continue
        both = meeting.round, meeting.both
        if inside is None or both not in listed:
            meetings.append(meeting)
            listed.add(both)
    if meetings:
        numbers.report_shared(findings)
    return together(meetings)


class _Numbers:
    """Who has which number: in the section or session of a match, otherwise anywhere."""

    __slots__ = ("_everywhere", "_inside", "_shared")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._everywhere = {entry.key: entry for entry in entries}
        self._inside: dict[int, dict[str, Entry]] = {}
        self._shared: list[Entry] = []
        for entry in entries:
            if self._inside.setdefault(id(entry.container), {}).setdefault(entry.key, entry) is not entry:
                self._shared.append(entry)

    def report_shared(self, findings: Findings) -> None:
        """Report a number that two have in one list: a match does not say which of them played."""
        for entry in self._shared:
            found = f"The number '{entry.key}' is given twice, so we cannot tell who played its matches."
            findings.report(
                "contestant-twice",
                entry.line,
                found,
                "Give everybody their own number, in the list and in the matches.",
            )

    def around(self, match: Element) -> dict[str, Entry]:
        """Give the numbers that are meant where a match stands."""
        for each in match.iterancestors():
            if id(each) in self._inside:
                return self._everywhere | self._inside[id(each)]
        return self._everywhere


def together(meetings: Sequence[Meeting]) -> Matches:
    """Add up the boards of everybody, and find the usual length."""
    lengths = Counter(each.boards for each in meetings if each.boards)
    played: Counter[int] = Counter()
    for meeting in meetings:
        for each in meeting.both:
            played[each] += meeting.boards
    return Matches(tuple(meetings), lengths.most_common(1)[0][0] if lengths else 0, played)


def _meeting(
    element: Element, known: dict[str, Entry], travellers: Travellers, findings: Findings, inside: Entry | None
) -> Meeting | None:
    line = element.sourceline or 0
    values = {str(child.tag): (child.text or "").strip() for child in element.iterchildren(*_VALUES)}
    own, other = _first(values, _OWN) or (inside.key if inside is not None else ""), _first(values, _OTHER)
    unknown = [key for key in (own, other) if key not in known]
    if unknown:
        who = f"'{unknown[0]}'" if unknown[0] else "somebody without a number"
        found = f"A match is between '{own}' and '{other}', but {who} is not in the list of who played."
        findings.report(
            "contestant-unknown",
            line,
            found,
            "Correct the number in the match, or add who is missing to <PARTICIPANTS>.",
        )
        return None
    if known[own] is known[other]:
        found = f"A match is between '{own}' and itself."
        findings.report("match-against-itself", line, found, "Correct the number of the opponents in the match.")
        return None
    start, end = whole(values.get("START_BOARD_NUMBER")), whole(values.get("END_BOARD_NUMBER"))
    boards = end - start + 1 if start and end and end >= start else len(travellers.boards)
    score = _score(values, travellers)
    if score is None:
        found = f"The match of '{own}' and '{other}' has no score."
        findings.report(
            "scores-missing", line, found, "Add <TEAM_SCORE> and <OPPOSING_TEAM_SCORE>, or take the match out."
        )
        return None
    return Meeting(values.get("ROUND_NUMBER", ""), (known[own], known[other]), boards, score, travellers, line)


def _first(values: dict[str, str], tags: tuple[str, ...]) -> str:
    for tag in tags:
        if values.get(tag):
            return values[tag]
    return ""


def _score(values: dict[str, str], travellers: Travellers) -> tuple[Decimal, Decimal] | None:
    """Take the score of the match; without one, what its boards add up to."""
    for own_tag, other_tag in _SCORES:
        own, other = number(values.get(own_tag)), number(values.get(other_tag))
        if own is not None and other is not None:
            return own, other
    travellers.add_scores()
    if travellers.points is not None:
        return travellers.points
    if travellers.imps is not None:
        return travellers.imps, -travellers.imps
    return None


# --- As the event has them ---------------------------------------------------------------------------------------


def as_matches(
    matches: Matches, names: dict[int, str], findings: Findings, *, in_imps: bool, path: tuple[str | int, ...]
) -> tuple[Match, ...]:
    """Write the matches in the words of the event; scores only where they are IMPs, which some handbooks compare."""
    triangles = _triangles(matches)
    found = []
    for index, meeting in enumerate(matches.meetings):
        findings.lines[(*path, "matches", index)] = meeting.line
        triangular = index in triangles
        sides = tuple(
            Side(names[id(entry.element)], _lined_up(entry, meeting), score if in_imps else None)
            for entry, score in zip(meeting.sides, meeting.score, strict=True)
        )
        first, second = meeting.score
        winner = "" if first == second else sides[0].contestant if first > second else sides[1].contestant
        differs = not triangular and meeting.boards != matches.match_boards
        found.append(Match((sides[0], sides[1]), winner, meeting.boards if differs else 0, triangular=triangular))
    if triangles:
        line = matches.meetings[min(triangles)].line
        findings.note(
            "triangles-taken",
            line,
            f"{len(triangles)} matches were read as mini-matches of a triangle: three who met in one round.",
        )
    return tuple(found)


def as_rounds(matches: Sequence[Match], meetings: Sequence[Meeting], everybody: Sequence[str]) -> tuple[Round, ...]:
    """Put the matches of a knock-out into its rounds; who is still in and has no match has a bye."""
    by_round: dict[str, list[Match]] = {}
    for match, meeting in zip(matches, meetings, strict=True):
        by_round.setdefault(meeting.round, []).append(match)
    ordered = sorted(by_round, key=lambda name: (whole(name) or 0, name))
    last = {side.contestant: at for at, name in enumerate(ordered) for match in by_round[name] for side in match.sides}
    rounds = []
    for at, name in enumerate(ordered):
        playing = {side.contestant for match in by_round[name] for side in match.sides}
        byes = tuple(each for each in everybody if each not in playing and last.get(each, -1) > at)
        rounds.append(Round(tuple(by_round[name]), byes=byes, name=f"Round {name}" if name else ""))
    return tuple(rounds)


def places_of(rounds: Sequence[Round]) -> dict[str, int]:
    """Rank a knock-out by how far everybody came: the winner, who lost the final, those who lost the round before."""
    reached: dict[str, int] = {}
    for at, this in enumerate(rounds):
        for match in this.matches:
            for side in match.sides:
                reached[side.contestant] = 2 * at + (side.contestant == match.winner)
    order = sorted(reached.values(), reverse=True)
    return {name: order.index(far) + 1 for name, far in reached.items()}


def _lined_up(entry: Entry, meeting: Meeting) -> tuple[Player, ...]:
    """Say who sat down for a team of more than four, with their boards where they missed some."""
    if len(entry.players) <= _FOUR:
        return ()
    played = _boards_of_players(entry, [meeting])
    full = meeting.boards
    return tuple(
        player._replace(boards=None if played[same] >= full else played[same])
        for player in entry.players
        if played[same := identity(player)]
    )


def _boards_of_players(entry: Entry, meetings: Iterable[Meeting]) -> Counter[str]:
    """Count the boards of everybody in a team, by the lines of the pairs it sat down in."""
    played: Counter[str] = Counter()
    for meeting in meetings:
        for key, players in entry.partners:
            boards = meeting.travellers.ns[key] + meeting.travellers.ew[key]
            for player in players:
                played[identity(player)] += boards
    return played


def with_boards(entries: Sequence[Entry], matches: Matches, findings: Findings) -> list[Entry]:
    """Say how much everybody played in teams of more than four; what nothing in the file tells is told."""
    found = []
    untold = []
    for entry in entries:
        if len(entry.players) > _FOUR and any(player.boards is None for player in entry.players):
            own = [each for each in matches.meetings if id(entry.element) in each.both]
            played = _boards_of_players(entry, own)
            if any(played.values()):
                players = [player._replace(boards=played[identity(player)]) for player in entry.players]
                found.append(entry._replace(players=tuple(players)))
                continue
            untold.append(entry)
        found.append(entry)
    if untold:
        whose = "A team has" if len(untold) == 1 else f"{len(untold)} teams have"
        says = f"{whose} more than four players. We do not know who sat out, so all count as having played everything."
        findings.note("line-ups-missing", untold[0].line, says)
    return found


def _triangles(matches: Matches) -> set[int]:
    """Find three who met each other in one round, over fewer boards than the others."""
    rounds: dict[str, list[int]] = {}
    for index, meeting in enumerate(matches.meetings):
        if meeting.round and meeting.boards < matches.match_boards:
            rounds.setdefault(meeting.round, []).append(index)
    found: set[int] = set()
    for indices in rounds.values():
        met: dict[int, set[int]] = {}
        for index in indices:
            one, two = matches.meetings[index].both
            met.setdefault(one, set()).add(two)
            met.setdefault(two, set()).add(one)
        for index in indices:
            one, two = matches.meetings[index].both
            others = (met[one] | {one}) & (met[two] | {two})
            if len(met[one]) == len(met[two]) == _TRIANGLE - 1 and len(others) == _TRIANGLE:
                found.add(index)
    return found


def by_victory_points(matches: Matches, entries: Sequence[Entry], scale: VictoryPoints | None = None) -> Worked | None:
    """Rank by the victory points of all matches, by a scale where their scores are IMPs; None if somebody has none."""
    won: dict[int, Fraction] = {}
    for meeting in matches.meetings:
        for entry, points in zip(meeting.sides, _points(meeting, scale), strict=True):
            won[id(entry.element)] = won.get(id(entry.element), Fraction(0)) + points
    if any(id(entry.element) not in won for entry in entries):
        return None
    by = f", by the scale {scale}" if scale else ""
    return Worked(standing([-won[id(entry.element)] for entry in entries]), f"the victory points of the matches{by}")


def _points(meeting: Meeting, scale: VictoryPoints | None) -> tuple[Fraction, Fraction]:
    first, second = meeting.score
    if scale is None:
        return Fraction(first), Fraction(second)
    return victory_points(int(first - second), max(meeting.boards, 1), scale)


# --- How they met ------------------------------------------------------------------------------------------------


def contest_of(matches: Matches, entries: Sequence[Entry], findings: Findings) -> Contest:
    """Tell a round robin from a Swiss by who met whom; ask where both are possible."""
    pairings = Counter(each.both for each in matches.meetings)
    sections = Counter(id(entry.container) for entry in entries).values()
    possible = sum(size * (size - 1) // 2 for size in sections)
    if possible and len(pairings) == possible and len(set(pairings.values())) == 1:
        return Contest.ROUND_ROBIN
    likely = Contest.ROUND_ROBIN if _PLANNED[1] * len(pairings) >= _PLANNED[0] * possible else Contest.SWISS
    choices = (str(Contest.ROUND_ROBIN), str(Contest.SWISS), str(Contest.LEAGUE))
    because = f"{len(pairings)} of {possible} possible meetings are in the file"
    findings.ask(
        "contest-missing",
        "contest",
        "Were the matches planned (round robin) or drawn by scores (Swiss)?",
        choices,
        str(likely),
        because,
    )
    return likely
