"""Who is listed? Every pair, team or player of a ranking list, with the players and the points the file claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Play, Player
from overtrick.formats.usebio.figures import place as read_place
from overtrick.formats.usebio.figures import whole

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from overtrick.formats.usebio.findings import Findings

#: What stands for a contestant, by what competes.
TAGS = {Play.PAIRS: "PAIR", Play.TEAMS: "TEAM", Play.INDIVIDUAL: "PLAYER"}

_POINTS = "MASTER_POINTS"
_AWARDED = "MASTER_POINTS_AWARDED"
_COLOUR = "MASTER_POINT_TYPE"

_KNOWN = frozenset((
    "PAIR_NUMBER", "PLAYER_NUMBER", "DIRECTION", "PERCENTAGE", "TOTAL_SCORE", "PLACE", "BOARDS_PLAYED", "ADJUSTMENT",
    "HANDICAP", "LABEL", "WINS_OR_DRAWS", "PAIR_IMPS", "STRAT_NUMBER", "STRAT_PLACE", "PLAYER_NAME",
    "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER", "TEAM_ID", "TEAM_NAME", _COLOUR,
))  # fmt: skip

DIRECTIONS = ("NS", "EW")

#: Numbers that programs write for somebody who has none.
PLACEHOLDERS = frozenset(("", "0", "1", "88888888"))


#: The pairs of a team: the number of each, and who it is.
Partners = tuple[tuple[str, tuple[Player, ...]], ...]


class ClaimedPoints(NamedTuple):
    """Points that the file claims for every player of a contestant, or for one of them."""

    units: int
    colour: str
    line: int
    player: Player | None = None  #: None: for every player


class Entry(NamedTuple):
    """One contestant as the file lists it."""

    element: Element
    line: int
    key: str  #: its number in the travellers or matches
    values: dict[str, str]
    direction: str  #: in which a pair sat, by DIRECTION or by how its number ends; empty if neither tells
    place: tuple[int, bool] | None  #: and whether it says that it is shared
    players: tuple[Player, ...]
    points: tuple[ClaimedPoints, ...]
    partners: Partners  #: of a team
    section: str
    session: int  #: 0: of the whole event
    container: Element  #: the event, session or section it stands in

    def value(self, tag: str) -> str:
        """Give a value of it; empty if it has none."""
        return self.values.get(tag, "")


class Reader:
    """Reads contestants, one after the other, and remembers what the file holds that we do not know."""

    __slots__ = ("_colour", "_findings", "_numbered", "_numberless", "_own", "_play", "unknown")

    def __init__(self, play: Play, colour: str, findings: Findings) -> None:
        """Know what competes, and the colour of points that do not say theirs."""
        self._play = play
        self._colour = colour.lower()
        self._findings = findings
        self._own: list[ClaimedPoints] = []  #: of the players of the contestant that is read, where they have their own
        self._numbered = False
        self._numberless: list[tuple[int, str]] = []  #: lines, with what is to say there
        self.unknown: dict[str, int] = {}

    def tell_numberless(self) -> None:
        """Say who has no number: one by one, or once where nobody has any."""
        if not self._numbered and len(self._numberless) > 1:
            says = "The file has no players' numbers: points cannot be credited until they are known."
            self._findings.note("numbers-missing", self._numberless[0][0], says)
            return
        for line, says in self._numberless:
            self._findings.note("numbers-missing", line, says)

    def read(self, element: Element, section: str, session: int, container: Element) -> Entry:
        """Read one contestant."""
        values: dict[str, str] = {}
        points: list[ClaimedPoints] = []
        people: list[Element] = []
        pairs: list[Element] = []
        bare: list[Element] = []
        for child in element:
            tag = child.tag
            if tag == "PLAYER":
                people.append(child)
            elif tag in _KNOWN:
                text = child.text
                values[tag] = text.strip() if text else ""
            elif tag == "PAIR":
                pairs.append(child)
            elif tag == _POINTS:
                points += self._claimed(child.findall(_AWARDED), (child.findtext(_COLOUR) or "").strip())
            elif tag == _AWARDED:
                bare.append(child)
            elif tag != "MATCH":
                self.unknown.setdefault(str(tag), child.sourceline or 0)
        if bare:
            points += self._claimed(bare, values.get(_COLOUR, ""))
        key = self._key(element, values)
        self._own = []
        players, partners = self._players(element, people, pairs, key)
        points += self._own
        line = element.sourceline or 0
        place = read_place(values.get("PLACE", ""))
        return Entry(
            element, line, key, values, _direction(key, values), place, players, tuple(points), partners,
            section, session, container,
        )  # fmt: skip

    def _players(
        self, element: Element, people: list[Element], pairs: list[Element], key: str
    ) -> tuple[tuple[Player, ...], Partners]:
        if self._play is Play.INDIVIDUAL:
            return (self._player(element, 1, "number", key),), ()
        if pairs:
            return self._team(pairs, people, key)
        what = "pair" if self._play is Play.PAIRS else "team"
        players = tuple([self._player(each, at, what, key) for at, each in enumerate(people, 1)])
        if self._play is Play.PAIRS and len(players) > 2:  # noqa: PLR2004 - a pair, and who stood in for one of it
            players = self._with_substitutes(players, element.sourceline or 0)
        return players, ()

    def _key(self, element: Element, values: dict[str, str]) -> str:
        if self._play is Play.TEAMS:
            return (element.get("TEAM_ID") or values.get("TEAM_ID", "")).strip()
        return values.get("PAIR_NUMBER" if self._play is Play.PAIRS else "PLAYER_NUMBER", "")

    def _player(self, element: Element, at: int, of: str, key: str) -> Player:
        held = {child.tag: child.text for child in element}
        name = " ".join((held.get("PLAYER_NAME") or "").split())
        number = (held.get("NATIONAL_ID_NUMBER") or "").strip()
        if not name:
            name = f"No. {number}" if number else f"Player {at} of {of} {key}"
            self._findings.note(
                "names-missing", element.sourceline or 0, f"A player has no name and is called '{name}'."
            )
        if number.lstrip("0") in PLACEHOLDERS:
            what = f"the number {number}, which belongs to nobody" if number else "no national number"
            says = f"{name} has {what}: points cannot be credited until the number is known."
            self._numberless.append((element.sourceline or 0, says))
            number = ""
        else:
            self._numbered = True
        player = Player(name, number)
        if _POINTS in held and self._play is not Play.INDIVIDUAL:
            for each in element.findall(_POINTS):
                found = self._claimed(each.findall(_AWARDED), (each.findtext(_COLOUR) or "").strip())
                self._own += [points._replace(player=player) for points in found]
        return player

    def _with_substitutes(self, players: tuple[Player, ...], line: int) -> tuple[Player, ...]:
        others = ", ".join(each.name for each in players[2:])
        self._findings.note(
            "substitutes-taken",
            line,
            f"This pair has {len(players)} players; after the first two we take them for substitutes: {others}.",
        )
        return players[:2] + tuple(each._replace(substitute=True) for each in players[2:])

    def _team(self, pairs: list[Element], people: list[Element], key: str) -> tuple[tuple[Player, ...], Partners]:
        """Gather the players of a team over its pairs, and add up the boards of each."""
        boards: dict[str, int | None] = {}
        known: dict[str, Player] = {}
        partners: list[tuple[str, tuple[Player, ...]]] = []
        for pair in pairs:
            played = whole(pair.findtext("BOARDS_PLAYED"))
            seated = [
                self._player(each, at, "pair", pair.findtext("PAIR_NUMBER") or key)
                for at, each in enumerate(pair.findall("PLAYER"), 1)
            ]
            for player in seated:
                same = identity(player)
                known.setdefault(same, player)
                before = boards.get(same, 0)
                boards[same] = None if played is None or before is None else before + played
            partners.append(((pair.findtext("PAIR_NUMBER") or "").strip(), tuple(seated)))
        for at, each in enumerate(people, 1):
            player = self._player(each, at, "team", key)
            known.setdefault(identity(player), player)
        return tuple([player._replace(boards=boards.get(same)) for same, player in known.items()]), tuple(partners)

    def _claimed(self, awarded: list[Element], colour: str) -> list[ClaimedPoints]:
        found = []
        for each in awarded:
            written = (each.text or "").strip()
            units = whole(written)
            if units:
                found.append(ClaimedPoints(units, (colour or self._colour).lower(), each.sourceline or 0))
            elif units is None and written:
                line = each.sourceline or 0
                self._findings.note(
                    "points-not-compared",
                    line,
                    f"The points '{written[:20]}' are not a whole number and are not compared.",
                )
        return found


def identity(player: Player) -> str:
    """Know a person again: by number, with or without noughts before it; otherwise by name."""
    return player.number.lstrip("0") or player.name.casefold()


def _direction(key: str, values: dict[str, str]) -> str:
    written = values.get("DIRECTION", "").upper()
    if written in DIRECTIONS:
        return written
    ending = key[-2:].upper()
    return ending if ending in DIRECTIONS else ""
