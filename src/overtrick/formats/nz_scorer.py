"""What does the NZ Bridge Scorer write? A session in XML: results of every board, and the pairs with their places.

Places are those of a section and direction. Points are written as whole or decimal points of three kinds, A, B and C.
A phantom is a pair that meets others and is not listed; what was to be played against it was sat out.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Handicap
from overtrick.engine.places import read_place
from overtrick.formats import build_event, dates, untrusted_xml
from overtrick.formats.build_event import Need, Told, Words
from overtrick.formats.event_file.located import Text
from overtrick.formats.ranking_list import cells
from overtrick.formats.reading import Claim, Note, Question, Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lxml.etree import _Element as Element

FORMAT = "NZ Bridge Scorer XML"
PROGRAM = "NZ Bridge Scorer"
FEDERATION = "New Zealand Bridge"

DIRECTIONS = {"N": "North-South", "E": "East-West", "H": ""}
#: What the kinds of scoring are called in the event file.
SCORINGS = {"MP": "matchpoints", "IMP": "imps", "XIMP": "cross-imps", "BUTLER": "butler", "VP": "victory points"}
KINDS_OF_POINTS = ("a", "b", "c")

_HUNDREDTHS = 100
_FINE = Decimal("0.000001")
NOT_PLAYED = "-9999"  #: in place of match points
_MARK = b"scsection"
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})

_HANDICAP = Need(
    Question(
        "handicap",
        "There was a handicap. Are the places those with it (ranked) or those without it (rescored)?",
        ("ranked", "rescored"),
        because="The places fit both or neither.",
        code="handicap-in-places",
    ),
    "ranked",
)


class Pair(NamedTuple):
    """A pair of the list."""

    element: Element
    section: str
    people: tuple[cells.Named, ...]

    def get(self, word: str) -> str:
        """Give what the file says of the pair, or nothing."""
        return (self.element.get(word) or "").strip()

    @property
    def line(self) -> int:
        """Where it stands in the file."""
        return int(self.element.sourceline or 0)

    @property
    def group(self) -> tuple[str, str]:
        """The section and direction in which it has its place."""
        return self.section, self.get("dir").upper()

    @property
    def name(self) -> str:
        """What the event calls it."""
        return " & ".join(person.name for person in self.people)


class _Played(NamedTuple):
    """How many boards a pair played, and how many it was to play, sat out or not."""

    boards: int = 0
    scheduled: int = 0


def recognise(content: bytes) -> bool:
    """Say whether the file is a session of the NZ Bridge Scorer."""
    return untrusted_xml.root_name(content) == "session" and _MARK in content


def read(name: str, content: bytes, answers: Mapping[str, str] = _NO_ANSWERS) -> Reading:
    """Read a session."""
    problems: list[Problem] = []
    notes: list[Note] = []
    parsed = untrusted_xml.parse(
        content,
        lambda code, line, found, remedy: problems.append(Problem(found, remedy, file=name, line=line, code=code)),
        lambda code, line, says: notes.append(Note(code, says, line)),
    )
    blank = Reading(None, problems, file=name, format=FORMAT, program=PROGRAM, notes=notes)
    if parsed is None:
        return blank
    blank = blank._replace(encoding=parsed.encoding)
    pairs = list(listed_pairs(parsed.root, notes))
    if not pairs:
        found = "No pair is listed under <scores>: the session has not been scored."
        remedy = "Score the session in the program, and export it again."
        return blank._replace(
            problems=[Problem(found, remedy, file=name, line=int(parsed.root.sourceline or 0), code="results-missing")]
        )
    return _event(name, parsed.root, pairs, answers, blank)


def listed_pairs(root: Element, notes: list[Note]) -> Iterator[Pair]:
    """Give the pairs that somebody sat in; of the others a note tells."""
    for section in root.iterfind("scores/scsection"):
        for element in section.iterfind("pair"):
            people = tuple(
                cells.Named(" ".join(named.split()), cells.member_number(element.get(f"nzb_no_{player}") or ""))
                for player in (1, 2)
                if (named := element.get(f"player_name_{player}") or "").strip()
            )
            pair = Pair(element, section.get("id") or "", people)
            if not people or cells.is_nobody(pair.name):
                notes.append(
                    Note(
                        "nobody-sat-there",
                        f"Pair {pair.get('no') or '?'} is left out, because nobody sat there.",
                        pair.line,
                    )
                )
            else:
                yield pair


# --- How long was it? --------------------------------------------------------------------------------------------


def _boards(root: Element, pairs: Sequence[Pair]) -> tuple[dict[tuple[str, str, str], _Played], int]:
    """Count the boards of every pair by section, direction and number, and the boards in play."""
    listed = {(*pair.group, pair.get("no")) for pair in pairs}
    howell = {section for section, direction, _number in listed if direction == "H"}
    played: Counter[tuple[str, str, str]] = Counter()
    scheduled: Counter[tuple[str, str, str]] = Counter()
    in_play = set()
    for section in root.iterfind("board_results/brsection"):
        identity = section.get("id") or ""
        for result in section.iterfind("result"):
            both = [
                (identity, "H" if identity in howell else direction, result.get(side) or "")
                for side, direction in (("ns", "N"), ("ew", "E"))
            ]
            scheduled.update(both)
            if result.get("mp_ns") != NOT_PLAYED and all(each in listed for each in both):
                played.update(both)
                in_play.add((identity, result.get("bd")))
    most = max(Counter(section for section, _board in in_play).values(), default=0)
    return {key: _Played(played[key], scheduled[key]) for key in listed}, most


def _schedule(counts: Mapping[tuple[str, str, str], _Played], in_play: int) -> dict[str, Told]:
    """Tell the length of the longest section; a shorter one tells its own."""
    lengths = _lengths(counts)
    most = max(lengths.values(), default=0)
    if not most:
        return {}
    played = [each for (section, _direction, _number), each in counts.items() if lengths[section] == most]
    least = min(each.boards for each in played)
    sat_out = any(each.scheduled > each.boards for each in played)
    with_sit_outs = max(each.scheduled for each in played)
    return {
        "boards": str(most),
        "least boards": str(least) if sat_out and 0 < least < most else "",
        "boards in play": str(in_play) if in_play >= most else "",
        "boards with sit-outs": str(with_sit_outs) if with_sit_outs > most else "",
    }


def _lengths(counts: Mapping[tuple[str, str, str], _Played]) -> dict[str, int]:
    """Give the most boards that anybody played in each section."""
    lengths: dict[str, int] = {}
    for (section, _direction, _number), each in counts.items():
        lengths[section] = max(lengths.get(section, 0), each.boards)
    return lengths


# --- The event ---------------------------------------------------------------------------------------------------


def _event(name: str, root: Element, pairs: Sequence[Pair], answers: Mapping[str, str], blank: Reading) -> Reading:
    line = int(root.sourceline or 0)
    notes = list(blank.notes)
    counts, in_play = _boards(root, pairs)
    day = (root.get("event_date") or "").strip()
    days = dates.days(day)
    handicap = _handicap(root, pairs)
    score = "raw_score" if handicap is Handicap.RESCORED else "res"
    told: dict[str, Told] = {
        "event": Text((root.get("event_name") or "").strip(), line),
        "date": Text(days[0].isoformat() if days else day, line),  # the first way to read it is day, month
        "organiser": (root.get("club") or "").strip(),
        "play": "pairs",
        "scoring": _scoring(root, notes),
        "handicap": "" if handicap is Handicap.NONE else str(handicap or ""),
        **_schedule(counts, in_play),
        **_Lists(root, pairs, _lengths(counts), answers.get("winners", "").strip() == "1").told(score),
    }
    if handicap is Handicap.RESCORED:
        notes.append(
            Note("handicap-left-out", "There was a handicap, but the places are those of the scores without it.", line)
        )
    needs = [build_event.NAME, build_event.DATE, build_event.BOARDS] + ([_HANDICAP] if handicap is None else [])
    reading = build_event.complete(name, Words(line, told), needs, answers)
    if any(person.number for pair in pairs for person in pair.people):  # they are numbers of that federation
        reading = reading._replace(federation=FEDERATION)
    several = len({pair.section for pair in pairs}) > 1
    claims = [claim for pair in pairs for claim in _claims(pair, several=several)]
    return reading._replace(format=FORMAT, program=PROGRAM, encoding=blank.encoding, claims=claims, notes=notes)


def _scoring(root: Element, notes: list[Note]) -> str:
    written = (root.get("scoring_type") or "").strip().upper()
    if written and written not in SCORINGS:
        notes.append(
            Note(
                "scoring-not-known",
                f"The scoring '{written[:40]}' is not known; we treat it as unusual.",
            )
        )
        return "other"
    return SCORINGS.get(written, "")


class _Lists(NamedTuple):
    """What is needed to put the pairs into their lists, each section as it was played."""

    root: Element
    pairs: Sequence[Pair]
    lengths: Mapping[str, int]  #: boards of each section
    one_winner: bool  #: somebody answered that nobody is ranked by direction

    def told(self, score: str) -> dict[str, Told]:
        """Give the lists in the words of the event file."""
        groups: dict[tuple[str, str], list[Pair]] = {}
        for pair in self.pairs:
            section, direction = pair.group
            groups.setdefault((section, "" if self.one_winner else direction), []).append(pair)
        several = len({section for section, _direction in groups}) > 1
        told: dict[str, Told] = {}
        if any(direction in ("N", "E") for _section, direction in groups):
            told["winners"] = "2"
        if several:
            told["scored across"] = "yes" if (self.root.get("field_scoring") or "").lower() == "true" else "no"
        movements = {self._movement(members) for members in groups.values()}
        if len(movements) == 1:
            told["movement"] = movements.pop()
        told["lists"] = [
            self._list(section, members, score, several=several, mixed="movement" not in told)
            for (section, _direction), members in groups.items()
        ]
        return told

    def _movement(self, members: Sequence[Pair]) -> str:
        """Name the movement of a list; who ranks both directions together knows of another than a plain Mitchell."""
        ways = {pair.group[1] for pair in members}
        return "howell" if ways == {"H"} else "mitchell" if ways <= {"N", "E"} and not self.one_winner else ""

    def _list(self, section: str, members: Sequence[Pair], score: str, *, several: bool, mixed: bool) -> Words:
        ways = {pair.group[1] for pair in members}
        shorter = several and self.lengths[section] < max(self.lengths.values())
        own = f"Section {section}" if several else ""
        return Words(
            members[0].line,
            {
                "list": own if self.one_winner else _field(members[0], several=several),
                "section": section if several else "",
                "boards": str(self.lengths[section] or "") if shorter else "",
                "movement": self._movement(members) if mixed else "",
                "results": [_result(pair, score, placed=len(ways) == 1) for pair in members],
            },
        )


def _field(pair: Pair, *, several: bool) -> str:
    direction = pair.get("dir").upper()
    section = f"Section {pair.section}" if several else ""
    return " ".join(filter(None, (section, DIRECTIONS.get(direction, direction))))


def _result(pair: Pair, score: str, *, placed: bool) -> Words:
    """Tell of a pair; places of two directions that are ranked together are left to the scores."""
    score_written = pair.get(score) or pair.get("raw_score") or _percentage(pair.get("match_points"))
    told: dict[str, Told] = {
        "place": pair.get("place") if placed else "",
        "score": cells.number(score_written) or score_written,
        "names": [person.name for person in pair.people],
    }
    if any(person.number for person in pair.people):
        told["numbers"] = [person.number or "none" for person in pair.people]
    return Words(pair.line, told)


def _percentage(match_points: str) -> str:
    """Match points are written out of those available: 374/624."""
    won, _sign, available = (cells.number(part) for part in match_points.partition("/"))
    if not won or not available or not Decimal(available):
        return ""
    return str((100 * Decimal(won) / Decimal(available)).quantize(_FINE))


def _handicap(root: Element, pairs: Sequence[Pair]) -> Handicap | None:
    """Find out which scores the places follow: with the handicap or without it; None if that cannot be told."""
    flagged = any((each.get("handicap") or "").lower() == "true" for each in root.iterfind("sections/section"))
    if not flagged and all(pair.get("res") == pair.get("raw_score") for pair in pairs):
        return Handicap.NONE
    with_it, without = (_follow(pairs, score) for score in ("res", "raw_score"))
    if with_it == without:
        return None
    return Handicap.RANKED if with_it else Handicap.RESCORED


def _follow(pairs: Sequence[Pair], score: str) -> bool:
    """Say whether nobody with a better place has a lower score."""
    groups: dict[tuple[str, str], list[tuple[int, Decimal]]] = {}
    for pair in pairs:
        place, figure = pair.get("place"), cells.number(pair.get(score))
        if not cells.is_place(place) or not figure:
            return False
        groups.setdefault(pair.group, []).append((read_place(place), -Decimal(figure)))
    return all(
        [each for _place, each in sorted(members)] == sorted(each for _place, each in members)
        for members in groups.values()
    )


def _claims(pair: Pair, *, several: bool) -> Iterator[Claim]:
    for kind in KINDS_OF_POINTS:
        written = cells.number(pair.get(f"{kind}points"))
        units = int(Decimal(written or 0) * _HUNDREDTHS)
        for person in pair.people if units else ():
            yield Claim(person.name, person.number, kind, units, pair.name, _field(pair, several=several), pair.line)
