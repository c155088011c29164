"""How are our awards given to whoever takes USEBIO? Put into the file the event came from, or into a new one.

What was written is read again before anybody gets it: it must be the same event, and it must claim what we awarded. A
new file is made only of what USEBIO can say; an event that would come back as another one is refused with the reason.
The status, the facts and whether it is a major championship are never in such a file: whoever reads it is asked again.

Points stand with the contestant when all its players have the same, as every program expects. Where they differ, each
player has his own, as in an individual, and a note says so: a program that looks only at the pair or team misses them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Player
from overtrick.formats import untrusted_xml
from overtrick.formats.usebio import new_file
from overtrick.formats.usebio.editing import NotEditable, with_note, with_points
from overtrick.formats.usebio.reading import read, rows
from overtrick.formats.usebio.shares import EXPORT_AGAIN, Shares
from overtrick.handbooks import exchange, submission

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.etree import _Element as Element

    from overtrick.engine.assessment import Assessment, Award
    from overtrick.engine.event import Contestant, Event
    from overtrick.formats.reading import Claim, Note
    from overtrick.formats.usebio.editing import ListedPoints
    from overtrick.formats.usebio.lists import ListRow
    from overtrick.formats.usebio.new_boards import TravellerLine
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.exchange import Exchange

_NAME = "usebio.xml"
#: So many names stand in a problem.
_NAMED = 3


class Written(NamedTuple):
    """The file, or what stands in its way."""

    content: bytes | None
    problems: list[Problem]
    notes: list[Note]


def write(
    assessment: Assessment, edition: Edition, source: bytes | None = None, name: str = _NAME,
    lines: Sequence[TravellerLine] = (), *, licensed: bool = False,
) -> Written:  # fmt: skip
    """Write the awards as USEBIO: into the file the event was read from, changing nothing else, or into a new file.

    ``lines`` are the results of the boards for a new file, where they are known; ``licensed`` decides its charge code.
    """
    shares = Shares(assessment, exchange.of(edition))
    before = None
    if source is None:
        shares.problems += new_file.inexpressible(assessment.event, with_boards=bool(lines))
    else:
        before = read(name, source)
        shares.problems += [_before_writing(each) for each in before.problems]
    content = None
    if not shares.problems:
        content = (
            _new(shares, lines, _charge(assessment.event, edition, licensed=licensed))
            if source is None
            else _into(shares, untrusted_xml.mended(source), name)
        )
    if content is not None and assessment.as_if:
        content = with_note(content, assessment.as_if)
    if content is not None and not shares.problems:
        after = read(name, content)
        shares.problems += [
            Problem(f"The file cannot be read again: {each.found}", each.remedy, code=each.code)
            for each in after.problems
        ]
        if after.event is not None:
            differing = [] if before is None or after.event == before.event else ["the event"]
            if before is None:
                differing += new_file.differences(assessment.event, after.event, with_boards=bool(lines))
            differing += _wrong_points(assessment, after.claims, shares.words)
            shares.problems += _other(differing)
    return Written(None if shares.problems else content, shares.problems, shares.notes)


def _before_writing(problem: Problem) -> Problem:
    """An answer puts no day into the file, and whoever takes the file needs it."""
    remedy = "Correct the day in the file itself, the day first: <DATE>10/11/2026</DATE>."
    return problem._replace(remedy=remedy) if problem.path == ("date",) else problem


def _charge(event: Event, edition: Edition, *, licensed: bool) -> str:
    found = submission.of(edition).charge_code(edition.book(event.begins), event, licensed=licensed)
    return f"{found.value:02}" if found else ""


def _new(shares: Shares, lines: Sequence[TravellerLine], charge: str) -> bytes:
    """Write every contestant with what it has."""

    def listed(contestant: Contestant) -> ListedPoints:
        return shares.listed(contestant, shares.by_contestant.get(contestant.name, ()), contestant.players)

    scale = shares.words.scale(shares.event.status)
    return new_file.compose(shares.event, listed, scale, shares.only_colour, lines, charge)


# --- Into the file it came from ----------------------------------------------------------------------------------


def _into(shares: Shares, source: bytes, name: str) -> bytes | None:
    """Put everybody's points into the elements of the contestants."""

    def report(code: str, line: int, found: str, remedy: str) -> None:
        shares.problems.append(Problem(found, remedy, (), name, line, code=code))

    parsed = untrusted_xml.parse(source, report)
    if parsed is None:
        return None
    # The elements are kept while they are compared: the tree makes a new object for one that nobody holds.
    elements = [each for group in parsed.root.iter("PARTICIPANTS") for each in group]
    numbers = {each: number for number, each in enumerate(elements)}
    listed: dict[int, ListedPoints] = {}
    for element, (contestant, awards) in _shared_out(shares, rows(parsed.root), report).items():
        people = [_person(each) for each in element.iter("PLAYER") if each is not element]
        listed[numbers[element]] = shares.listed(contestant, awards, people)
    try:
        return with_points(source, listed)
    except NotEditable as why:
        report("points-do-not-fit", 0, f"The points cannot be put into the file: {why}.", EXPORT_AGAIN)
        return None


def _shared_out(
    shares: Shares, listed: list[ListRow], report: untrusted_xml.Report
) -> dict[Element, tuple[Contestant, list[Award]]]:
    """Give each award to one element: that of its list, or the last one of the contestant."""
    by_name: dict[str, list[ListRow]] = {}
    for row in listed:
        by_name.setdefault(row.contestant.name, []).append(row)
    shared: dict[Element, tuple[Contestant, list[Award]]] = {}
    for name, awards in shares.by_contestant.items():
        if name not in by_name:
            report(
                "points-do-not-fit",
                0,
                f"{name} has points, but is not in the file.",
                "Give the file that the event came from.",
            )
            continue
        for award in awards:
            row = next((each for each in by_name[name] if each.field == award.field), by_name[name][-1])
            shared.setdefault(row.element, (row.contestant, []))[1].append(award)
    return shared


def _person(element: Element) -> Player:
    """Read the name and number of a PLAYER element."""
    name, number = (element.findtext(tag) or "" for tag in ("PLAYER_NAME", "NATIONAL_ID_NUMBER"))
    return Player(" ".join(name.split()), number.strip())


# --- Read again --------------------------------------------------------------------------------------------------


def _wrong_points(assessment: Assessment, claims: Iterable[Claim], words: Exchange) -> list[str]:
    """Name whose points the file does not claim as they were awarded."""
    awarded = Counter[tuple[str, str]]()
    for award in assessment.due:
        awarded[award.player.name, award.colour] += award.units
    claimed = Counter[tuple[str, str]]()
    for claim in claims:
        claimed[claim.player, words.colour(claim.colour) or claim.colour] += claim.units
    wrong = sorted({person for person, _colour in (awarded - claimed) + (claimed - awarded)})
    return [f"the points of {', '.join(wrong[:_NAMED])}"] if wrong else []


def _other(differing: list[str]) -> list[Problem]:
    if not differing:
        return []
    found = f"A USEBIO file cannot hold this event as it is; read again it would differ in {', '.join(differing)}."
    return [
        Problem(found, "Write it as an event file (JSON) instead, which holds everything.", code="cannot-be-written")
    ]
