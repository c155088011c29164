"""What does the head of a USEBIO event say? Its name and day, what was played, and how it was scored."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Play
from overtrick.formats.dates import only_days
from overtrick.formats.usebio import figures
from overtrick.formats.usebio.document import child

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element as Element

    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.groups import Count

#: Parts of an event that hold more than a value.
PARTS = frozenset(("CONTACT", "LABELS", "STRATIFICATION", "PARTICIPANTS", "BOARD", "SECTION", "SESSION", "MATCH",
                   "HANDSET", "NOTES"))  # fmt: skip

KNOWN = frozenset((
    "EVENT_IDENTIFIER", "EVENT_ID", "EVENT_DESCRIPTION", "TITLE", "PROGRAM_NAME", "PROGRAM_VERSION", "DATE",
    "WINNER_TYPE", "PAIRS", "EW_PAIRS", "TEAMS", "BOARDS_PLAYED", "BOARDS_PER_ROUND", "SESSION_COUNT", "SECTION_COUNT",
    "BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "SCORING_METHOD", "PAIRWISE_SCORING_METHOD",
    "TEAM_PAIRING_AVAILABLE", "MASTER_POINT_SCALE", "EVENT_RATING", "MASTER_POINT_TYPE", "MPS_AWARDED_FLAG",
    "P2P_CHARGE_RATE", "EBU_CHARGE_CODE", "VENUE", "COUNTRY",
))  # fmt: skip


class EventKind(NamedTuple):
    """What an EVENT_TYPE stands for; None where it does not tell."""

    play: Play
    contest: Contest | None = None
    scoring: str = ""


KINDS = {
    "PAIRS": EventKind(Play.PAIRS),
    "TEAMS": EventKind(Play.TEAMS),
    "INDIVIDUAL": EventKind(Play.INDIVIDUAL),
    "MP_PAIRS": EventKind(Play.PAIRS, Contest.MOVEMENT, "matchpoints"),
    "BUTLER_PAIRS": EventKind(Play.PAIRS, Contest.MOVEMENT, "butler"),
    "CROSS_IMP": EventKind(Play.PAIRS, Contest.MOVEMENT, "cross-imps"),
    "CROSS_IMPS": EventKind(Play.PAIRS, Contest.MOVEMENT, "cross-imps"),
    "AGGREGATE": EventKind(Play.PAIRS, Contest.MOVEMENT, "total points"),
    "SWISS_PAIRS": EventKind(Play.PAIRS, Contest.SWISS),
    "SWISS_PAIRS_CROSS_IMPS": EventKind(Play.PAIRS, Contest.SWISS, "cross-imps"),
    "SWISS_PAIRS_BUTLER_IMPS": EventKind(Play.PAIRS, Contest.SWISS, "butler"),
    "SWISS_TEAMS": EventKind(Play.TEAMS, Contest.SWISS, "imps"),
    "TEAMS_OF_FOUR": EventKind(Play.TEAMS, None, "imps"),
    "KO": EventKind(Play.TEAMS, Contest.KNOCK_OUT, "imps"),
}
LADDER = "LADDER"

#: How BOARD_SCORING_METHOD and its like are written.
METHODS = {
    "MATCH_POINTS": "matchpoints", "MATCHPOINTS": "matchpoints", "MP": "matchpoints", "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps", "BUTLER_IMPS": "butler", "BUTLER": "butler", "IMPS": "imps",
    "PAB": "point-a-board", "BAM": "point-a-board", "AGGREGATE": "total points", "HYBRID": "other", "OTHER": "other",
}  # fmt: skip

#: What a line of a traveller holds, by how it is scored.
MEASURES = {
    "NS_MATCH_POINTS": "matchpoints", "NS_CROSS_IMP_POINTS": "cross-imps", "NS_BUTLER_POINTS": "butler",
    "NS_IMPS": "imps",
}  # fmt: skip

WINNERS = {Play.PAIRS: ("1", "2"), Play.TEAMS: ("1",), Play.INDIVIDUAL: ("1",)}


class Value(NamedTuple):
    """What an element holds, and where it stands."""

    text: str = ""
    line: int = 0


NOTHING = Value()


class Header:
    """The values at the head of an event."""

    __slots__ = ("event", "line", "unknown", "values")

    def __init__(self, event: Element) -> None:
        """Collect them; of a value that is repeated the first counts."""
        self.event = event
        self.line = event.sourceline or 0
        self.values: dict[str, Value] = {}
        self.unknown: dict[str, int] = {}
        for each in event:
            tag = str(each.tag)
            if tag in KNOWN:
                if tag not in self.values:
                    self.values[tag] = Value((each.text or "").strip(), each.sourceline or 0)
            elif tag not in PARTS:
                self.unknown.setdefault(tag, each.sourceline or 0)

    def get(self, *tags: str) -> Value:
        """Give the first of these values that is not empty."""
        for tag in tags:
            value = self.values.get(tag)
            if value is not None and value.text:
                return value
        return NOTHING

    def count(self, tag: str) -> int | None:
        """Read a value that is a count."""
        return figures.whole(self.get(tag).text)


def program(header: Header) -> str:
    """Name the program that wrote the file, as it calls itself."""
    return " ".join(filter(None, (header.get("PROGRAM_NAME").text, header.get("PROGRAM_VERSION").text)))


def day_of_play(header: Header, answers: Mapping[str, str], findings: Findings) -> date:
    """Read the day; one that cannot be read is a problem unless somebody answers it, and never today."""
    written = header.get("DATE")
    found = figures.day(written.text) if written.text else None
    if found is not None:
        return found
    line = header.values.get("DATE", Value(line=header.line)).line
    what = (
        f"<DATE> is '{written.text[:60]}', which is not a day."
        if written.text
        else "The file does not give the day of play."
    )
    if answers:
        from overtrick.formats.build_event import day_of  # noqa: PLC0415 - nearly every file tells its day

        answered = day_of(answers)
        if answered is not None:
            findings.note("date-unreadable", line, what)
            return answered
    either = only_days(written.text)
    if len(either) > 1:
        findings.ask(
            "date-ambiguous",
            "date",
            f"Which day is '{written.text}' (line {line})?",
            tuple(day.isoformat() for day in either),
        )
        return date.min
    remedy = "Write it with the day first, <DATE>10/11/2026</DATE>, or answer with --date 2026-11-10."
    findings.report("date-unreadable", line, what, remedy, ("date",))
    return date.min


def kind_of(header: Header, participants: list[Element], findings: Findings) -> EventKind | None:
    """Say what was played, by EVENT_TYPE; a value that is not known is a problem, not a guess."""
    written = (header.event.get("EVENT_TYPE") or "").strip()
    line = header.line
    for group in participants:
        if not written:
            written, line = (group.get("EVENT_TYPE") or "").strip(), group.sourceline or 0
    spelt = written.upper().replace(" ", "_").replace("-", "_")
    if spelt in KINDS:
        return _as_listed(KINDS[spelt], participants, header, findings)
    if spelt == LADDER:
        found = (
            "EVENT_TYPE is LADDER. A USEBIO file does not say how many games a ladder has and how many of them count."
        )
        findings.report(
            "event-type-not-read", line, found, "Write an event file with contest: ladder, games and results counted."
        )
        return None
    found = f"EVENT_TYPE is '{written[:40]}', which we do not know." if written else "The event has no EVENT_TYPE."
    findings.report(
        "event-type-not-read",
        line,
        found,
        'Write EVENT_TYPE="PAIRS", "TEAMS" or "INDIVIDUAL", or another of the usual ones.',
    )
    return None


def _as_listed(kind: EventKind, participants: list[Element], header: Header, findings: Findings) -> EventKind:
    """Go by who is listed where EVENT_TYPE says something else."""
    listed = {Play.PAIRS: "PAIR", Play.TEAMS: "TEAM", Play.INDIVIDUAL: "PLAYER"}
    found = {play for play, tag in listed.items() if any(child(group, tag) is not None for group in participants)}
    if not found or kind.play in found:
        return kind
    play = min(found)
    findings.note(
        "play-contradicted",
        header.line,
        f"EVENT_TYPE says {kind.play}, but the list has {play}: read as {play}.",
    )
    return EventKind(play)


def winners_of(header: Header, play: Play, answers: Mapping[str, str], findings: Findings) -> int:
    """Read how many ranking lists there are, unless somebody answers it; 0 where nobody says."""
    written = header.get("WINNER_TYPE")
    answered = answers.get("winners", "")
    if play is Play.PAIRS and answered in WINNERS[play]:
        if written.text not in ("", answered):
            findings.note(
                "winners-contradicted",
                written.line,
                f"<WINNER_TYPE> is {written.text[:20]}, but {answered} was answered.",
            )
        return int(answered)
    if not written.text:
        return 1 if play is not Play.PAIRS else 0
    if written.text in WINNERS[play]:
        return int(written.text)
    if play is Play.TEAMS and written.text in WINNERS[Play.PAIRS]:
        findings.note(
            "winners-contradicted", written.line, f"<WINNER_TYPE> is {written.text}, but teams have one list."
        )
        return 1
    found = f"<WINNER_TYPE> is '{written.text[:20]}', which we do not know for {play}."
    findings.report(
        "value-unreadable",
        written.line,
        found,
        "Write 1 for one ranking list, 2 if North-South and East-West are ranked apart.",
    )
    return 1


def scoring_of(header: Header, kind: EventKind, count: Count, findings: Findings) -> str:
    """Say how the boards were scored, in the words of the event file: by the head, otherwise by the travellers."""
    written = header.get("BOARD_SCORING_METHOD")
    if written.text:
        named = METHODS.get(written.text.upper().replace(" ", "_"))
        if named is not None:
            return named
        findings.note(
            "scoring-not-known", written.line, f"<BOARD_SCORING_METHOD> is '{written.text[:40]}', which we do not know."
        )
    if kind.scoring:
        return kind.scoring
    held = count.whole.held if kind.play is not Play.TEAMS else ()
    for measure, scoring in MEASURES.items():
        if measure in held:
            return scoring
    general = METHODS.get(header.get("SCORING_METHOD").text.upper(), "")
    return general or ("imps" if kind.play is Play.TEAMS else "matchpoints")
