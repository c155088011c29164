"""How does a USEBIO file become an event? From the bytes to the record that every reader gives."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Event
from overtrick.formats.reading import Reading
from overtrick.formats.untrusted_xml import Parsed
from overtrick.formats.usebio import header as heads
from overtrick.formats.usebio import questions
from overtrick.formats.usebio.document import Document, load
from overtrick.formats.usebio.entries import TAGS, Reader
from overtrick.formats.usebio.findings import Findings
from overtrick.formats.usebio.groups import groups_of
from overtrick.formats.usebio.stage import StageReader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from lxml.etree import _Element as Element

    from overtrick.engine.event import Stage
    from overtrick.formats.usebio.header import Header
    from overtrick.formats.usebio.lists import EventLists, ListRow

FORMAT = "USEBIO"
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})
_TWO = 2
_SHOWN = 8


def read(name: str, content: bytes, answers: Mapping[str, str] = _NO_ANSWERS, *, large: int | None = None) -> Reading:
    """Read a USEBIO file; whatever its bytes are, the answer is an event or the problems with their lines.

    ``answers`` may say the day where that of the file cannot be read ("date"), and how many lists there are
    ("winners").
    ``large``: files of more bytes are read in parts; a figure of our own unless somebody gives another.
    """
    findings = Findings(name)
    document = load(content, findings, large)
    if document is None:
        return Reading(None, findings.problems, file=name, format=FORMAT)
    version = (document.root.get("Version") or document.root.get("VERSION") or "").strip()
    found = _read_tree(document, findings, answers)
    findings.problems.sort(key=lambda problem: problem.line)
    findings.notes.sort(key=lambda note: note.line)
    return Reading(
        found.event if found is not None and not findings.problems else None,
        findings.problems,
        lines=findings.lines,
        file=name,
        format=" ".join(filter(None, (FORMAT, version[:10]))),
        program=heads.program(found.header) if found is not None else "",
        colour=found.header.get("MASTER_POINT_TYPE").text[:20].lower() if found is not None else "",
        encoding=document.encoding,
        questions=findings.questions,
        claims=findings.claims,
        notes=findings.notes,
        federation=questions.federation_of(findings.claims),
        organiser_number=_of_the_club(document.root, "CLUB_ID_NUMBER"),
    )


def rows(root: Element) -> list[ListRow]:
    """List the contestants of a tree with their elements, as the event has them; empty if it cannot be read."""
    document = Document(Parsed(root, ""), b"", None)
    found = _read_tree(document, Findings(""))
    return found.listing.rows() if found is not None else []


class _Found(NamedTuple):
    event: Event
    header: Header
    listing: EventLists


def _read_tree(document: Document, findings: Findings, answers: Mapping[str, str] = _NO_ANSWERS) -> _Found | None:
    event = _only_event(document.root, findings)
    if event is None:
        return None
    header = heads.Header(event)
    groups = groups_of(event)
    kind = heads.kind_of(header, [group.participants for group in groups], findings)
    day = heads.day_of_play(header, answers, findings)
    if kind is None:
        return None
    reader = Reader(kind.play, header.get("MASTER_POINT_TYPE").text, findings)
    entries = [
        reader.read(element, group.section, group.session, group.container)
        for group in groups
        for element in group.participants.iterchildren(TAGS[kind.play])
    ]
    reader.tell_numberless()
    if not entries:
        found = f"The file lists no <{TAGS[kind.play]}>: nobody is in <PARTICIPANTS>."
        findings.report(
            "results-missing",
            header.line,
            found,
            "Export the file with the ranking list, not with the travellers alone.",
        )
        return None
    told = heads.winners_of(header, kind.play, answers, findings)
    stage, listing = StageReader(document, header, kind, entries, findings, answers).stage(told)
    _collect_unknown(document.root, header, reader, findings)
    questions.ask(header, findings)
    return _Found(_event(document.root, header, day, stage, findings), header, listing)


def _only_event(root: Element, findings: Findings) -> Element | None:
    events = [*root.iterchildren("EVENT")]
    if root.tag != FORMAT or not events:
        what = f"The file begins with <{root.tag!s:.40}>" if root.tag != FORMAT else "There is no <EVENT> in the file"
        findings.report(
            "not-a-results-file",
            root.sourceline or 0,
            f"{what}.",
            "Choose the results file that your scoring program exports as USEBIO or XML.",
        )
        return None
    if len(events) > 1:
        where = " and ".join(str(each.sourceline) for each in events[:_TWO])
        found = f"There are {len(events)} events in the file, on lines {where}."
        findings.report("several-events", events[1].sourceline or 0, found, "Export each event to a separate file.")
        return None
    return events[0]


def _event(root: Element, header: Header, day: date, stage: Stage, findings: Findings) -> Event:
    name = " ".join(header.get("EVENT_DESCRIPTION", "TITLE").text.split())
    club, number = (_of_the_club(root, tag) for tag in ("CLUB_NAME", "CLUB_ID_NUMBER"))
    findings.lines[()] = header.line
    findings.lines["stages", 0] = header.line
    if not name:
        findings.note("event-without-name", header.line, "The event has no name; it is called 'Event'.")
    if number:
        findings.note("organiser-number", 0, f"The organiser's number is {number}.")
    elif not club:
        findings.note("organiser-missing", 0, "The file does not say which club ran the event.")
    return Event(name or "Event", day, (stage,), organiser=club or number)


def _of_the_club(root: Element, tag: str) -> str:
    found = next((each for club in root.iterchildren("CLUB") for each in club.iterchildren(tag)), None)
    return "" if found is None else " ".join((found.text or "").split())


def _collect_unknown(root: Element, header: Header, reader: Reader, findings: Findings) -> None:
    """Say once which elements were passed over; what stands inside boards does not matter for points."""
    unknown = {**header.unknown, **reader.unknown}
    for child in root:
        if child.tag not in ("CLUB", "EVENT", "HANDSET", "NOTES"):
            unknown.setdefault(str(child.tag), child.sourceline or 0)
    if unknown:
        shown = ", ".join(f"<{tag[:40]}>" for tag in list(unknown)[:_SHOWN]) + (" …" if len(unknown) > _SHOWN else "")
        findings.note("elements-not-known", min(unknown.values()), f"We skipped elements that we do not know: {shown}.")
