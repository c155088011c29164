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
from overtrick.formats import answered, untrusted_xml
from overtrick.formats.answered import Need, Told, Words
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
_NOT_PLAYED = "-9999"  #: in place of match points
_MARK = b"scsection"
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})

_HANDICAP = Need(
    Question(
        "handicap",
        "There was a handicap. Are the places those with it (ranked) or those without it (rescored)?",
        ("ranked", "rescored"),
        because="The places fit both or neither.",
    ),
    "ranked",
)


class _Pair(NamedTuple):
    """A pair of the list."""

    element: Element
    section: str
    people: tuple[cells.Named, ...]

    def get(self, word: str) -> str:
        """Give what the file says of the pair, or nothing."""
        return (self.element.get(word) or "").strip()

    @property
    def line(self) -> int:
        return int(self.element.sourceline or 0)

    @property
    def group(self) -> tuple[str, str]:
        """The section and direction in which it has its place."""
        return self.section, self.get("dir").upper()

    @property
    def name(self) -> str:
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
        lambda line, found, remedy: problems.append(Problem(found, remedy, file=name, line=line)),
        lambda line, says: notes.append(Note(says, line)),
    )
    blank = Reading(None, problems, file=name, format=FORMAT, program=PROGRAM, notes=notes)
    if parsed is None:
        return blank
    blank = blank._replace(encoding=parsed.encoding)
    pairs = list(_pairs(parsed.root, notes))
    if not pairs:
        found = "No pair is listed under <scores>: the session has not been scored."
        remedy = "Score the session in the program, and export it again."
        return blank._replace(problems=[Problem(found, remedy, file=name, line=int(parsed.root.sourceline or 0))])
    return _event(name, parsed.root, pairs, answers, blank)


def _pairs(root: Element, notes: list[Note]) -> Iterator[_Pair]:
    for section in root.iterfind("scores/scsection"):
        for element in section.iterfind("pair"):
            people = tuple(
                cells.Named(" ".join(named.split()), cells.member_number(element.get(f"nzb_no_{player}") or ""))
                for player in (1, 2)
                if (named := element.get(f"player_name_{player}") or "").strip()
            )
            pair = _Pair(element, section.get("id") or "", people)
            if not people or cells.is_nobody(pair.name):
                notes.append(Note(f"Pair {pair.get('no') or '?'} is left out, because nobody sat there.", pair.line))
            else:
                yield pair


# --- How long was it? --------------------------------------------------------------------------------------------


def _boards(root: Element, pairs: Sequence[_Pair]) -> tuple[dict[tuple[str, str, str], _Played], int]:
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
            if result.get("mp_ns") != _NOT_PLAYED and all(each in listed for each in both):
                played.update(both)
                in_play.add((identity, result.get("bd")))
    most = max(Counter(section for section, _board in in_play).values(), default=0)
    return {key: _Played(played[key], scheduled[key]) for key in listed}, most


def _schedule(played: Sequence[_Played], in_play: int) -> dict[str, Told]:
    most, least = max(each.boards for each in played), min(each.boards for each in played)
    if not most:
        return {}
    sat_out = any(each.scheduled > each.boards for each in played)
    with_sit_outs = max(each.scheduled for each in played)
    return {
        "boards": str(most),
        "least boards": str(least) if sat_out and 0 < least < most else "",
        "boards in play": str(in_play) if in_play >= most else "",
        "boards with sit-outs": str(with_sit_outs) if with_sit_outs > most else "",
    }


# --- The event ---------------------------------------------------------------------------------------------------


def _event(name: str, root: Element, pairs: Sequence[_Pair], answers: Mapping[str, str], blank: Reading) -> Reading:
    line = int(root.sourceline or 0)
    notes = list(blank.notes)
    counts, in_play = _boards(root, pairs)
    day = (root.get("event_date") or "").strip()
    days = cells.days(day)
    handicap = _handicap(root, pairs)
    told: dict[str, Told] = {
        "event": Text((root.get("event_name") or "").strip(), line),
        "date": Text(days[0].isoformat() if days else day, line),  # the first way to read it is day, month
        "organiser": (root.get("club") or "").strip(),
        "play": "pairs",
        "scoring": _scoring(root, notes),
        "handicap": "" if handicap is Handicap.NONE else str(handicap or ""),
        **_schedule(list(counts.values()), in_play),
        **_lists(root, pairs, ranked_with_handicap=handicap is not Handicap.RESCORED),
    }
    if handicap is Handicap.RESCORED:
        notes.append(Note("There was a handicap, but the places are those of the scores without it.", line))
    needs = [answered.NAME, answered.DATE, answered.BOARDS] + ([_HANDICAP] if handicap is None else [])
    reading = answered.complete(name, Words(line, told), needs, answers)
    if any(person.number for pair in pairs for person in pair.people):  # they are numbers of that federation
        reading = reading._replace(federation=FEDERATION)
    claims = [claim for pair in pairs for claim in _claims(pair)]
    return reading._replace(format=FORMAT, program=PROGRAM, encoding=blank.encoding, claims=claims, notes=notes)


def _scoring(root: Element, notes: list[Note]) -> str:
    written = (root.get("scoring_type") or "").strip().upper()
    if written and written not in SCORINGS:
        notes.append(Note(f"The scoring '{written[:40]}' is not known; it is taken as none of the usual ones."))
        return "other"
    return SCORINGS.get(written, "")


def _lists(root: Element, pairs: Sequence[_Pair], *, ranked_with_handicap: bool) -> dict[str, Told]:
    groups: dict[tuple[str, str], list[_Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.group, []).append(pair)
    sections = {section for section, _direction in groups}
    several = len(sections) > 1
    told: dict[str, Told] = {}
    if any(direction in ("N", "E") for _section, direction in groups):
        told["winners"] = "2"
    if several:
        told["scored across"] = "yes" if (root.get("field_scoring") or "").lower() == "true" else "no"
    score = "res" if ranked_with_handicap else "raw_score"
    told["lists"] = [
        Words(
            members[0].line,
            {
                "list": _field(members[0]),
                "section": section if several else "",
                "results": [_result(pair, score) for pair in members],
            },
        )
        for (section, _direction), members in groups.items()
    ]
    return told


def _field(pair: _Pair) -> str:
    direction = pair.get("dir").upper()
    return DIRECTIONS.get(direction, direction)


def _result(pair: _Pair, score: str) -> Words:
    score_written = pair.get(score) or pair.get("raw_score") or _percentage(pair.get("match_points"))
    told: dict[str, Told] = {
        "place": pair.get("place"),
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


def _handicap(root: Element, pairs: Sequence[_Pair]) -> Handicap | None:
    """Find out which scores the places follow: with the handicap or without it; None if that cannot be told."""
    flagged = any((each.get("handicap") or "").lower() == "true" for each in root.iterfind("sections/section"))
    if not flagged and all(pair.get("res") == pair.get("raw_score") for pair in pairs):
        return Handicap.NONE
    with_it, without = (_follow(pairs, score) for score in ("res", "raw_score"))
    if with_it == without:
        return None
    return Handicap.RANKED if with_it else Handicap.RESCORED


def _follow(pairs: Sequence[_Pair], score: str) -> bool:
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


def _claims(pair: _Pair) -> Iterator[Claim]:
    for kind in KINDS_OF_POINTS:
        written = cells.number(pair.get(f"{kind}points"))
        units = int(Decimal(written or 0) * _HUNDREDTHS)
        for person in pair.people if units else ():
            yield Claim(person.name, person.number, kind, units, pair.name, _field(pair), pair.line)
