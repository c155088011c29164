"""Which ranking lists does the file have? By direction, section and session, contestants in the order of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contestant, Field, Play, Standing
from overtrick.formats.reading import Claim
from overtrick.formats.usebio import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from overtrick.engine.event import Player
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.groups import Count
    from overtrick.formats.usebio.places import FromTravellers, RankedBy

NAMES = {"NS": "North-South", "EW": "East-West"}
_CATEGORIES = "ABCD"
_BOTH = 2


class ListRow(NamedTuple):
    """Where a contestant of a list stands in the file."""

    element: Element
    field: str
    contestant: Contestant


class EventLists(NamedTuple):
    """The lists of an event."""

    fields: tuple[Field, ...]
    listed: list[tuple[str, list[Entry], list[Contestant]]]  #: name, entries and contestants of each list in the file
    winners: int
    across: bool

    def rows(self) -> list[ListRow]:
        """List the contestants with their elements."""
        return [
            ListRow(entry.element, name, contestant)
            for name, entries, contestants in self.listed
            for entry, contestant in zip(entries, contestants, strict=True)
        ]


class Ranks(NamedTuple):
    """What is needed to rank a list."""

    play: Play
    matchpoints: bool
    winners: int
    needed: bool  #: somebody without place and score is a problem
    from_travellers: FromTravellers
    named: dict[int, str]  #: the name of a contestant, by the identity of its element
    played: dict[int, int]  #: boards of its players likewise, where that is not all of them
    boards: int  #: of the whole stage
    together: frozenset[str] = frozenset()  #: the sections with one winner beside others with two


class Lists:
    """Builds the lists one after the other."""

    __slots__ = ("_across", "_count", "_fields", "_findings", "_listed", "_ranks")

    def __init__(self, ranks: Ranks, count: Count, findings: Findings) -> None:
        """Begin without a list."""
        self._ranks = ranks
        self._count = count
        self._findings = findings
        self._fields: list[Field] = []
        self._listed: list[tuple[str, list[Entry], list[Contestant]]] = []
        self._across = True

    def build(self, entries: Sequence[Entry]) -> EventLists:
        """Build every list: that of the whole event, and those of its sessions where there are several."""
        winners = self._ranks.winners
        by_session: dict[int, list[Entry]] = {}
        for entry in entries:
            by_session.setdefault(entry.session, []).append(entry)
        if 0 not in by_session and by_session and _repeats(list(by_session.values())):
            last = max(by_session)
            line = by_session[last][0].line
            self._findings.note(
                "sessions-listed-together",
                line,
                "Every session has the same places and scores: one list of the whole event.",
            )
            by_session = {0: [entry._replace(session=0) for entry in by_session[last]]}
        for session, members in sorted(by_session.items()):
            self._of_session(session, members)
        if by_session and 0 not in by_session:
            overall = self._added_up(by_session)
            if overall is not None:
                self._fields.append(overall)
                winners = 1
        return EventLists(tuple(self._fields), self._listed, winners, self._across)

    # --- The lists of a session, or of the whole event -----------------------------------------------------------

    def _of_session(self, session: int, entries: list[Entry]) -> None:
        sections = list(dict.fromkeys([entry.section for entry in entries]))
        if self._ranks.together:
            self._each_as_played(entries, sections, session)
            return
        by_direction = self._by_direction(entries)
        if len(sections) == 1 or not _begin_again(sections, by_direction):
            self._ranked(by_direction, session, "")
            return
        self._across = False
        self._findings.note(
            "sections-listed-apart",
            entries[0].line,
            "The places begin again in each section: every section has its list.",
        )
        for section in sections:
            inside = {
                direction: [each for each in members if each.section == section]
                for direction, members in by_direction.items()
            }
            self._ranked({direction: members for direction, members in inside.items() if members}, session, section)

    def _each_as_played(self, entries: list[Entry], sections: Sequence[str], session: int) -> None:
        """Rank every section by itself, because one has one winner and another two."""
        ranks = self._ranks
        lists: dict[tuple[str, str], list[Entry]] = {}
        for section in sections:
            inside = [entry for entry in entries if entry.section == section]
            apart = {"": inside} if section in ranks.together else self._by_direction(inside)
            lists |= {(section, direction): members for direction, members in apart.items()}
        ranked = places.rank(
            list(lists.values()), ranks.matchpoints, self._findings, ranks.from_travellers, needed=ranks.needed
        )
        for ((section, direction), members), placed in zip(lists.items(), ranked, strict=True):
            words = (f"Session {session}" if session else "", f"Section {section}", direction)
            self._field(" ".join(filter(None, words)), members, placed, session, section)

    def _ranked(self, by_direction: dict[str, list[Entry]], session: int, section: str) -> None:
        ranks = self._ranks
        ranked = places.rank(
            list(by_direction.values()), ranks.matchpoints, self._findings, ranks.from_travellers, needed=ranks.needed
        )
        for (direction, members), placed in zip(by_direction.items(), ranked, strict=True):
            words = (f"Session {session}" if session else "", f"Section {section}" if section else "", direction)
            self._field(" ".join(filter(None, words)), members, placed, session, section)

    def _by_direction(self, entries: list[Entry]) -> dict[str, list[Entry]]:
        if self._ranks.play is not Play.PAIRS or self._ranks.winners != _BOTH:
            return {"": entries}
        lists: dict[str, list[Entry]] = {name: [] for name in NAMES.values()}
        for entry in entries:
            direction = entry.direction or self._count.only_as(entry)
            if direction:
                lists[NAMES[direction]].append(entry)
            else:
                found = f"Pair {entry.key or '?'} has no <DIRECTION>, but North-South and East-West are ranked apart."
                self._findings.report(
                    "directions-missing", entry.line, found, "Add NS or EW, or write <WINNER_TYPE>1</WINNER_TYPE>."
                )
        return {name: members for name, members in lists.items() if members}

    # --- One list ------------------------------------------------------------------------------------------------

    def _field(self, name: str, entries: list[Entry], ranked: RankedBy, session: int, section: str) -> None:
        at = len(self._fields)
        several = not section and len({entry.section for entry in entries}) > 1
        findings, ranks = self._findings, self._ranks
        contestants = []
        findings.lines["stages", 0, "fields", at] = entries[0].line
        for index, (entry, place, score) in enumerate(zip(entries, ranked.places, ranked.scores, strict=True)):
            identity = id(entry.element)
            players = entry.players
            if identity in ranks.played:
                players = tuple([player._replace(boards=ranks.played[identity]) for player in players])
            elif ranks.play is Play.TEAMS:
                players = tuple([_all_or_some(player, ranks.boards) for player in players])
            called = ranks.named[identity]
            category = _category(entry.values["STRAT_NUMBER"]) if "STRAT_NUMBER" in entry.values else ""
            contestants.append(
                Contestant(called, players, place, score, Standing.WITH, category, entry.section if several else "")
            )
            findings.lines["stages", 0, "fields", at, "contestants", index] = entry.line
            for units, colour, line, own in entry.points:
                findings.claims += [
                    Claim(player.name, player.number, colour, units, called, name, line)
                    for player in ((own,) if own is not None else players)
                    if not player.substitute
                ]
        self._listed.append((name, entries, contestants))
        self._fields.append(Field(name, tuple(contestants), None, section, "", session))

    # --- The whole event out of its sessions ---------------------------------------------------------------------

    def _added_up(self, by_session: dict[int, list[Entry]]) -> Field | None:
        """Add up the scores of the sessions, where the same contestants played all of them."""
        fields = self._fields
        by_name: dict[str, list[Contestant]] = {}
        for field in fields:
            for contestant in field.contestants:
                by_name.setdefault(contestant.name, []).append(contestant)
        line = next(iter(by_session.values()))[0].line
        if any(len(results) != len(by_session) for results in by_name.values()):
            says = "Not everybody played every session: there is no list of the whole event, each session has its own."
            self._findings.note("no-list-of-the-whole", line, says)
            return None
        contestants = []
        for name, results in by_name.items():
            scores = [each.score for each in results if each.score is not None]
            if len(scores) < len(by_session):
                says = "The sessions have places and no scores: there is no list of the whole event."
                self._findings.note("no-list-of-the-whole", line, says)
                return None
            contestants.append(Contestant(name, results[0].players, None, sum(scores), category=results[0].category))
        self._findings.note(
            "sessions-added-up", line, "The list of the whole event is the sum of the scores of its sessions."
        )
        return Field("", tuple(contestants))


def _begin_again(sections: list[str], by_direction: dict[str, list[Entry]]) -> bool:
    """Say whether places follow within each section only."""
    if all(places.out_of_step(members) is None for members in by_direction.values()):
        return False
    apart = [
        [each for each in members if each.section == section]
        for section in sections
        for members in by_direction.values()
    ]
    return all(places.out_of_step(members) is None for members in apart)


def decide_winners(told: int, entries: Sequence[Entry], count: Count, play: Play, findings: Findings) -> int:
    """Take the number of lists the file tells; otherwise two if everybody has a direction and keeps it."""
    if play is not Play.PAIRS or not entries:
        return 1
    directions = {entry.direction for entry in entries}
    if told == _BOTH and directions == {""} and all(count.only_as(entry) == "" for entry in entries):
        line = entries[0].line
        findings.report(
            "directions-missing",
            line,
            "<WINNER_TYPE> is 2, but no pair has a <DIRECTION>.",
            "Add NS or EW to each pair, or write <WINNER_TYPE>1</WINNER_TYPE>.",
        )
        return 1
    if told == _BOTH and len(directions - {""}) == 1 and "" not in directions:
        findings.note(
            "winners-contradicted", entries[0].line, "<WINNER_TYPE> is 2, but all pairs sat in one direction: one list."
        )
        return 1
    if told:
        return told
    winners, why = _likely_winners(entries, count)
    findings.note(
        "winners-taken",
        entries[0].line,
        f"The file does not say how many ranking lists there are; {why}, so {winners}.",
    )
    return winners


def _likely_winners(entries: Sequence[Entry], count: Count) -> tuple[int, str]:
    """Tell one list from two by the directions; where there are no travellers, by the places."""
    by_direction = [[entry for entry in entries if entry.direction == direction] for direction in NAMES]
    if not all(by_direction) or not all(entry.direction for entry in entries):
        return 1, "not every pair has a direction"
    ns, ew = ({(each.session, each.section, each.key) for each in members} for members in by_direction)
    shared = ns & ew  # two pairs have this number, and each sat in its own direction
    if any(count.sat_otherwise(each) for each in entries if (each.session, each.section, each.key) not in shared):
        return 1, "pairs changed their direction"
    if count.tells or shared:
        return _BOTH, "every pair kept its direction"
    if places.out_of_step(entries) is None:
        return 1, "the places cover both directions"
    return _BOTH, "every pair has a direction"


def _all_or_some(player: Player, boards: int) -> Player:
    """Leave the figure out where somebody played them all."""
    return player if player.boards is None or player.boards < boards else player._replace(boards=None)


def _category(written: str) -> str:
    """Name the stratum: 1 is the highest and is called A."""
    return _CATEGORIES[int(written) - 1] if written in ("1", "2", "3", "4") else ""


def _repeats(sessions: list[list[Entry]]) -> bool:
    """Say whether every session repeats the list of the whole event."""
    shown = [
        {(entry.key, entry.value("PLACE"), entry.value("TOTAL_SCORE"), entry.value("PERCENTAGE")) for entry in entries}
        for entries in sessions
    ]
    return len(shown) > 1 and all(each == shown[0] for each in shown) and any(row[1] or row[2] for row in shown[0])
