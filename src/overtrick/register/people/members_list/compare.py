"""Compares a list with the register: each line is new, unchanged, changed, a possible duplicate or a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import Note, Question
from overtrick.register.federations import numbers
from overtrick.register.organisations.contact_details import same_words
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import duplicates, names
from overtrick.register.people.duplicates import Applicant, Candidate, Reason
from overtrick.register.people.members_list.columns import Columns
from overtrick.register.people.members_list.parse import ListedMember, MembersList
from overtrick.register.people.members_list.register_index import Places, RegisterIndex
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current

#: Decides a doubtful line: it is nobody who is in the register.
NEW = "new"
#: The word that answers the question for the day of the balances.
AS_AT = "as at"

_NO_DECISIONS: Mapping[int, str] = MappingProxyType({})
_GONE = (Standing.Status.LAPSED, Standing.Status.DECEASED)


class LineKind(StrEnum):
    """What a line would do."""

    NEW = "new"
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    DOUBTFUL = "possible duplicate"  #: somebody decides: the number of whom it is, or NEW
    PROBLEM = "problem"  #: the line is left out


class MemberField(StrEnum):
    """What may be different."""

    GIVEN = "given name"
    FAMILY = "family name"
    BORN = "day of birth"
    ANONYMOUS = "anonymous"
    STATUS = "status"
    CLUB = "home club"
    COUNTY = "county"
    TITLE = "title"
    EMAIL = "e-mail address"
    ADDRESS = "postal address"
    TELEPHONE = "telephone"


_CONTACT = {
    "title": MemberField.TITLE,
    "email": MemberField.EMAIL,
    "address": MemberField.ADDRESS,
    "telephone": MemberField.TELEPHONE,
}


class LineDifference(NamedTuple):
    """What a line would change."""

    field: MemberField
    was: str
    becomes: str


class ComparedLine(NamedTuple):
    """A line of the list and what it would do."""

    listed: ListedMember
    kind: LineKind
    player: Player | None = None
    differences: tuple[LineDifference, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    problems: tuple[Problem, ...] = ()
    home: Organisation | None = None
    county: Organisation | None = None


class Preview(NamedTuple):
    """What the whole list would do; nothing has been changed yet."""

    file: str
    on: date
    lines: tuple[ComparedLine, ...]
    columns: Columns | None
    problems: tuple[Problem, ...]  #: of the file and its lines, in their order
    questions: tuple[Question, ...]
    notes: tuple[Note, ...]

    @property
    def counts(self) -> Counter[LineKind]:
        """How many lines are of which kind."""
        return Counter(line.kind for line in self.lines)


def compare(
    members: MembersList,
    on: date,
    *,
    as_at: date | None = None,
    decisions: Mapping[int, str] = _NO_DECISIONS,
    seen_by: Organisation | None = None,
) -> Preview:
    """Compare a list with the register as it is on a day.

    ``as_at`` is the day of the balances where the list does not say it; ``decisions`` tell by line who a doubtful one
    is: the number of a player, or NEW. ``seen_by`` is a club whose list it is: it learns what it may know.
    """
    comparison = _Comparison(members, RegisterIndex(on, seen_by), on, decisions)
    dated = [_with_day(each, as_at) for each in members.people]
    lines = tuple(comparison.line(each) for each in dated)
    undated = any(balance.as_at is None for each in dated for balance in each.balances)
    asks = "On which day did the players have the points that the list gives them?"
    loose = tuple(each for each in members.problems if each.line not in comparison.spoilt)
    problems = loose + tuple(problem for line in lines for problem in line.problems)
    return Preview(
        members.file,
        on,
        lines,
        members.columns,
        tuple(sorted(problems, key=lambda each: each.line)),
        (Question(AS_AT, asks, code="as-at-missing"),) if undated else (),
        members.notes,
    )


def _with_day(listed: ListedMember, as_at: date | None) -> ListedMember:
    if as_at is None:
        return listed
    return listed._replace(balances=tuple(each._replace(as_at=each.as_at or as_at) for each in listed.balances))


class _Comparison:
    """Goes through the lines and remembers those before."""

    def __init__(self, members: MembersList, known: RegisterIndex, on: date, decisions: Mapping[int, str]) -> None:
        self._file = members.file
        self._on = on
        self._decisions = decisions
        self._known = known
        self._places = Places(on)
        self._numbers: dict[str, int] = {}
        self._people: dict[tuple[object, ...], int] = {}
        self.spoilt: dict[int, list[Problem]] = {}
        for problem in members.problems:
            if problem.line:
                self.spoilt.setdefault(problem.line, []).append(problem)

    def line(self, listed: ListedMember) -> ComparedLine:
        """Say what one line would do."""
        problems = list(self.spoilt.get(listed.line, ()))
        home = self._place(listed, listed.club, "club", problems)
        county = self._place(listed, listed.county, "county", problems)
        if listed.since is not None and listed.since > self._on:
            self._add("date-to-come", problems, listed, f"{listed.since} is after {self._on}.", "Correct the day.")
        applicant = Applicant(listed.given, listed.family, listed.born, listed.number, anonymous=bool(listed.anonymous))
        found = self._who(listed, applicant, home, problems)
        if problems:
            return ComparedLine(listed, LineKind.PROBLEM, problems=tuple(problems))
        if isinstance(found, tuple):
            return ComparedLine(
                listed, LineKind.DOUBTFUL if found else LineKind.NEW, candidates=found, home=home, county=county
            )
        differences = tuple(self._differences(listed, found, home, county))
        kind = LineKind.CHANGED if differences else LineKind.UNCHANGED
        return ComparedLine(listed, kind, found, differences, home=home, county=county)

    def _who(
        self, listed: ListedMember, applicant: Applicant, home: Organisation | None, problems: list[Problem]
    ) -> Player | tuple[Candidate, ...]:
        """Find the player of a line; otherwise those it may be, and nobody if it is somebody new."""
        decided = self._decisions.get(listed.line, "")
        if decided and decided != NEW:
            player = self._known.by_number(decided)
            if player is None:
                self._add(
                    "player-unknown", problems, listed, f"Nobody has the number {decided}.", "Decide again who this is."
                )
                return ()
            return player
        self._meet(listed, problems)
        player = self._known.by_number(listed.number) if listed.number else None
        if player is not None:
            if not duplicates.alike(applicant, player):
                found = f"The number {listed.number} is that of {player}, and the list says {listed.name}."
                if player.anonymous:
                    found = f"The number {listed.number} and the name {listed.name} do not fit."
                self._add("number-of-another", problems, listed, found, "Correct the number or the name.")
            return player
        if listed.number:
            checked = numbers.check(current(), listed.number)
            if not checked.ok:
                self._add(
                    "number-unreadable", problems, listed, checked.why, "Correct it, or leave it out for a new one."
                )
        elif decided != NEW and (player := self._known.exactly(applicant, home)):
            return player
        if decided == NEW:
            return ()
        return tuple(each for each in self._known.candidates(applicant) if _speaks_against(listed, each))

    def _meet(self, listed: ListedMember, problems: list[Problem]) -> None:
        """Find a person who stands in the list twice."""
        key = numbers.key(current(), listed.number)
        if key:
            first = self._numbers.setdefault(key, listed.line)
        else:
            person = (names.words(listed.family), names.words(listed.given), listed.born, listed.club)
            first = self._people.setdefault(person, listed.line)
        if first != listed.line:
            what = f"number {key}" if key else f"person {listed.name}"
            self._add(
                "player-listed-twice",
                problems,
                listed,
                f"The {what} is already in line {first}.",
                "Remove one of the two lines.",
            )

    def _differences(
        self, listed: ListedMember, player: Player, home: Organisation | None, county: Organisation | None
    ) -> list[LineDifference]:
        now = self._known.now(player)
        gone = (listed.status or now.status) in _GONE
        pairs = [
            (MemberField.GIVEN, player.given, listed.given),
            (MemberField.FAMILY, player.family, listed.family),
            (MemberField.BORN, _spoken(player.born), _spoken(listed.born)),
            (MemberField.STATUS, now.status or "", listed.status or ""),
            (MemberField.CLUB, self._places.name(now.home), "" if gone or home is None else home.name),
            (MemberField.COUNTY, self._places.name(now.county), county.name if county else ""),
        ]
        known = self._known.contact(player)
        pairs += [(field, getattr(known, name), getattr(listed.contact, name)) for name, field in _CONTACT.items()]
        if listed.anonymous is not None:
            pairs.append((MemberField.ANONYMOUS, _yes(player.anonymous), _yes(listed.anonymous)))
        return [
            LineDifference(field, was, becomes)
            for field, was, becomes in pairs
            if becomes and was != becomes and not (field is MemberField.ADDRESS and same_words(was, becomes))
        ]

    def _place(self, listed: ListedMember, written: str, kind: str, problems: list[Problem]) -> Organisation | None:
        if not written:
            return None
        found = self._places.find(written, kind)
        if found is None:
            self._add(
                "organisation-unknown",
                problems,
                listed,
                f"There is no {kind} {written!r}.",
                f"Correct it, or enter the {kind} first.",
            )
        elif kind == "club" and not self._places.is_affiliated(found):
            what = f"{found} is not affiliated on {self._on}."
            self._add("organisation-not-affiliated", problems, listed, what, "Choose another club, or affiliate it.")
        return found

    def _add(self, code: str, problems: list[Problem], listed: ListedMember, found: str, remedy: str) -> None:
        problems.append(Problem(found, remedy, file=self._file, line=listed.line, code=code))


def _speaks_against(listed: ListedMember, candidate: Candidate) -> bool:
    """A line with a good number of its own is somebody new unless the very name or the birthday is another's too."""
    if not listed.number:
        return True
    return bool({Reason.BIRTHDAY, Reason.NEARLY, Reason.NAME} & set(candidate.reasons))


def _spoken(day: date | None) -> str:
    return day.isoformat() if day else ""


def _yes(value: bool) -> str:  # noqa: FBT001 - it is what is said
    return "yes" if value else "no"
