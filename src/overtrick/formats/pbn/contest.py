"""What was played, when and by whom was it run? What the tags and the META lines of a PBN file tell of the event."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Play, Schedule
from overtrick.formats.dates import only_days
from overtrick.formats.pbn.games import File, Tag
from overtrick.formats.reading import Note, Question

_DAY = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", re.ASCII)
_CONTESTS = {"1": Play.INDIVIDUAL, "2": Play.PAIRS, "4": Play.TEAMS}
_COMPETITIONS = {
    "individuals": Play.INDIVIDUAL,
    "individual": Play.INDIVIDUAL,
    "pairs": Play.PAIRS,
    "teams": Play.TEAMS,
}
_IDS = {"PlayerId": Play.INDIVIDUAL, "PairId": Play.PAIRS, "TeamId": Play.TEAMS}
_DIRECTION = re.compile(r"_(NS|EW|North|South|East|West)$")


#: Programs that only clubs of one federation have, by how their name begins.
_PROGRAMS = {"Ruter i Norge": "Norwegian Bridge Federation"}

#: How files call match points.
MATCHPOINTS = {"mp", "matchpoints", "mp1", "mp2", "oldmp"}


class Session(NamedTuple):
    """One of several sessions whose scores are carried forward: each ranking is the running total up to it."""

    number: int
    of: int
    boards: int  #: of this session alone; 0: not said
    line: int

    @property
    def is_last(self) -> bool:
        """Say whether this is the last session, so that its ranking is that of the event."""
        return self.number >= self.of

    def problem(self, name: str) -> Problem:
        """Say which file to give instead: to pay this one too would pay its boards twice."""
        found = f"This is session {self.number} of {self.of}, and each session's ranking includes the one before."
        remedy = f"Give the file of session {self.of}: its ranking is that of the whole event."
        return Problem(found, remedy, file=name, line=self.line, code="not-the-last-session")

    def note(self) -> Note:
        """Say that the ranking is that of all sessions."""
        says = f"This is the last of {self.of} sessions; its ranking is that of the whole event, all sessions together."
        return Note("last-session", f"{says} If the first was on an earlier day, answer with --date.", self.line)

    def schedule(self, whole: Schedule) -> Schedule:
        """Tell the sessions apart where all were as long as this one."""
        each = self.boards if self.boards * self.of == whole.boards else 0
        return whole._replace(sessions=(each,) * self.of) if each else whole


class Contest(NamedTuple):
    """The event without its ranking."""

    name: str
    begins: date | None
    play: Play
    organiser: str
    program: str
    matchpoints: bool
    boards: int  #: as the file says; 0: it does not
    lines: dict[str, int]
    problems: list[Problem]
    questions: list[Question]
    notes: list[Note]
    federation: str = ""  #: where only clubs of one federation have the program
    session: Session | None = None  #: where the file is that of one session of several


def read_contest(name: str, file: File, answered: date | None = None) -> Contest:
    """Find out what can be told before any table is read."""
    notes: list[Note] = []
    problems: list[Problem] = []
    questions = [
        Question("handbook", "Which federation's handbook applies?", code="handbook-missing"),
        Question("status", "What is the status of the event?", code="status-missing"),
    ]
    lines: dict[str, int] = {}
    title = _first(file, "contestname", "Event", "hrtitleevent")
    if not title.value:
        questions.append(Question("event", "What is the event called?", code="event-name-missing"))
    begins = _begins(name, file, answered, problems, questions, notes, lines)
    lines["event"] = title.line
    organiser = _organiser(file, notes)
    lines["organiser"] = organiser.line
    for word, code, says in (
        (
            "factor",
            "factor-of-another",
            "The file gives the factor {0}; it is for the federation that the file was made for.",
        ),
        ("strata", "strata-not-read", "The file has strata ({0}); they are not read."),
    ):
        said = file.said.get(word)
        if said is not None and said.value not in {"", "1"}:
            notes.append(Note(code, says.format(said.value[:60]), said.line))
    return Contest(
        title.value or "Event",
        begins,
        _play(file, questions),
        organiser.value,
        _program(file),
        _matchpoints(file, questions),
        _whole(file, "boardcount"),
        lines,
        problems,
        questions,
        notes,
        next((whose for begins, whose in _PROGRAMS.items() if _program(file).startswith(begins)), ""),
        _session(file),
    )


def _session(file: File) -> Session | None:
    number, of = _whole(file, "crsession"), _whole(file, "crsessioncount")
    if not number or of <= 1:
        return None
    return Session(number, of, _whole(file, "boardcountsession"), file.said["crsession"].line)


def _first(file: File, word: str, tag: str, heading: str = "") -> Tag:
    """Take what a META line says, otherwise what the first game says, otherwise the heading to be printed."""
    said = file.said.get(word)
    if said is not None and said.value:
        return said
    for game in file.games:
        if game.value(tag):
            return game.tags[tag]
    return file.said.get(heading, Tag("", 0))


def _begins(
    name: str, file: File, answered: date | None, problems: list[Problem], questions: list[Question],
    notes: list[Note], lines: dict[str, int],
) -> date | None:  # fmt: skip
    written = _first(file, "contestdate", "EventDate")
    if not _DAY.search(written.value):
        other = _first(file, "contestdate", "Date", "hrtitledate")
        written = other if other.value or not written.value else written
    lines["date"] = written.line
    try:
        days = [date(*map(int, found)) for found in _DAY.findall(written.value)]
    except ValueError:
        days = []
    either = [] if days else only_days(written.value)
    if len(either) > 1 and answered is None:
        asks = f"Which day is '{written.value[:40]}' (line {written.line})?"
        questions.append(Question("date", asks, tuple(day.isoformat() for day in either), code="date-ambiguous"))
        return None
    if len(either) == 1:
        days = either
    if not days:
        found = f"The date '{written.value[:40]}' is not a day." if written.value else "The file has no date."
        if answered is not None:
            notes.append(Note("date-unreadable", found, written.line))
            return answered
        remedy = 'Write it as [Date "2026.11.10"], or answer with --date 2026-11-10.'
        problems.append(Problem(found, remedy, ("date",), name, written.line, code="date-unreadable"))
        return None
    others = {day for game in file.games for day in _days(game.value("Date"))}
    if len(days) > 1:
        notes.append(
            Note(
                "several-days", f"The event lasted from {min(days)} to {max(days)}; its first day counts.", written.line
            )
        )
    elif others - set(days):
        told = ", ".join(day.isoformat() for day in sorted(others | set(days)))
        notes.append(
            Note("several-days", f"The boards are of several days ({told}); the first day counts.", written.line)
        )
        return min(others | set(days))
    return min(days)


def _days(written: str) -> list[date]:
    try:
        return [date(*map(int, found)) for found in _DAY.findall(written)]
    except ValueError:
        return []


def _organiser(file: File, notes: list[Note]) -> Tag:
    for word in ("arranger", "licencee"):
        said = file.said.get(word)
        if said is not None and said.value:
            return said
    site = _first(file, "", "Site")
    if site.value:
        notes.append(Note("organiser-taken", f"The organiser is taken from the site, '{site.value[:60]}'.", site.line))
    return site


def _play(file: File, questions: list[Question]) -> Play:
    said = file.said.get("contesttype")
    if said is not None and said.value in _CONTESTS:
        return _CONTESTS[said.value]
    for game in file.games:
        competition = game.value("Competition").lower()
        if competition in _COMPETITIONS:
            return _COMPETITIONS[competition]
    for game in file.games:
        for table in ("TotalScoreTable", "ScoreTable"):
            for column in game.tables[table].columns if table in game.tables else ():
                kind = _DIRECTION.sub("", column)
                if kind in _IDS:
                    return _IDS[kind]
    questions.append(
        Question("play", "Who competed?", tuple(Play), Play.PAIRS, "the file does not say", code="play-missing")
    )
    return Play.PAIRS


def scoring_of(file: File) -> Tag:
    """Give the first word of what the file says about the scoring, in small letters, and where it stands."""
    written = _first(file, "scoringtype", "Scoring")
    return written._replace(value=written.value.split(";")[0].strip().lower())


def _matchpoints(file: File, questions: list[Question]) -> bool:
    kind = scoring_of(file).value
    if not kind:
        because = "the file does not say"
        choices = ("matchpoints", "cross-imps", "butler", "victory points", "total points", "other")
        questions.append(
            Question("scoring", "How were the boards scored?", choices, "matchpoints", because, code="scoring-missing")
        )
    return not kind or kind in MATCHPOINTS


def _program(file: File) -> str:
    said = [file.said[word].value for word in ("generator", "version") if word in file.said]
    if said:
        return " ".join(said)
    if "creator" in file.said:
        return file.said["creator"].value
    for game in file.games:
        for tag in ("Generator", "Application"):
            if game.value(tag):
                return game.value(tag)
    return ""


def _whole(file: File, word: str) -> int:
    said = file.said.get(word)
    return int(said.value) if said is not None and re.fullmatch(r"[0-9]{1,4}", said.value) else 0
