"""Reads the lines of a list from CSV or a spreadsheet, and lists every problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats import dates
from overtrick.formats.ranking_list import cells, spreadsheets, tables
from overtrick.formats.ranking_list.tables import CellRow, Table
from overtrick.formats.reading import Note
from overtrick.formats.text import decode
from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import exchange
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import contact_details
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.people import names
from overtrick.register.people.members_list.columns import Column, Columns, Meaning, find, status_word, words
from overtrick.register.people.models import Standing

MOST_ROWS = 500_000
_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_NO_LIST = "We found no list of members: no row has headings such as Number, First name, Surname."
_THREE_AFTER_A_COMMA = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
#: A day past this cannot be a month.
_MONTHS = 12
_CHOICES: Mapping[str, Meaning | None] = MappingProxyType({})
_NO_WORDS: Mapping[str, str] = MappingProxyType({})
#: What somebody may say of a word instead of a status: lines with it are not entered.
LEFT_OUT = "left out"


class Balance(NamedTuple):
    """Points somebody brings along, of one colour, as they stood on a day."""

    colour: str
    units: int  #: in the colour's smallest unit
    as_at: date | None  #: None: the list does not say


class ListedMember(NamedTuple):
    """A person as the list has them; what is empty or None the list does not say."""

    line: int
    number: str = ""
    given: str = ""
    family: str = ""
    born: date | None = None
    club: str = ""  #: its number or name
    county: str = ""
    status: Standing.Status | None = None
    since: date | None = None
    anonymous: bool | None = None
    contact: ContactDetails = contact_details.NONE
    balances: tuple[Balance, ...] = ()

    @property
    def name(self) -> str:
        """The name in full."""
        return f"{self.given} {self.family}".strip()


class MembersList(NamedTuple):
    """What a file says: people, the columns as they were understood, problems with their lines, notes."""

    file: str
    people: tuple[ListedMember, ...]
    columns: Columns | None
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...] = ()


def read(
    federation: Federation,
    name: str,
    content: bytes,
    chosen: Mapping[str, Meaning | None] = _CHOICES,
    statuses: Mapping[str, str] = _NO_WORDS,
) -> MembersList:
    """Read a list of members.

    ``chosen`` says by heading what a column means where the guess was wrong, ``statuses`` which status a word means.
    """
    edition = handbooks.get(federation.handbook).latest
    spoken = exchange.of(edition)
    try:
        found, notes = _tables(content)
    except tables.UnreadableTable as why:
        return MembersList(name, (), None, (Problem(why.found, why.remedy, file=name, line=why.line, code=why.code),))
    seen = [(table, columns) for table in found if (columns := find(table.rows, spoken, chosen))]
    if not seen:
        remedy = "Put a row of headings over the list."
        return MembersList(name, (), None, (Problem(_NO_LIST, remedy, file=name, code="headings-missing"),), notes)
    table, columns = max(seen, key=lambda each: len(each[1].known))
    reader = _Reader(
        name, columns, {each.name: each.on_record.units for each in edition.handbook.colours.values()}, statuses
    )
    reader.decide_dates(table.rows[columns.header + 1 :])
    people = tuple(reader.person(row) for row in table.rows[columns.header + 1 :])
    left = tuple(
        Note("columns-not-read", f"We do not know the column {each!r} and ignored it.") for each in columns.unknown
    )
    notes += tuple(reader.notes) + left
    return MembersList(name, people, columns, tuple(reader.problems), notes)


def _tables(content: bytes) -> tuple[list[Table], tuple[Note, ...]]:
    if content.startswith(_OFFICE):
        return spreadsheets.from_workbook(content, MOST_ROWS), ()
    decoded = decode(content)
    if decoded is None:
        raise tables.UnreadableTable(
            "not-text", "This is neither a text file nor a spreadsheet.", "Save the list as CSV, or as .xlsx."
        )
    found = [tables.Table(tables.rows_of(decoded.text, sign, MOST_ROWS)) for sign in tables.ways(decoded.text)]
    return found, decoded.notes


class _Reader:
    """Reads line after line and keeps what is to be said about them."""

    def __init__(
        self, file: str, columns: Columns, units: Mapping[str, int], statuses: Mapping[str, str] = _NO_WORDS
    ) -> None:
        self._statuses = statuses
        self._file = file
        self._columns = columns
        self._units = units
        self._month_first: dict[int, bool] = {}
        self.problems: list[Problem] = []
        self.notes: list[Note] = []

    def decide_dates(self, rows: Sequence[CellRow]) -> None:
        """See for each column of days whether 10/11/2026 is in October or November: the other cells tell."""
        for meaning in (Meaning.BORN, Meaning.SINCE, Meaning.AS_AT):
            column = self._columns.of(meaning)
            if column is None:
                continue
            both = [days for row in rows if (days := dates.days(_cell(row, column)))]
            single = [(row, days[0]) for row in rows if len(days := dates.days(_cell(row, column))) == 1]
            in_front = any(month_first(_cell(row, column), day) for row, day in single)
            self._month_first[column.at] = in_front
            if in_front or all(len(days) == 1 for days in both):
                continue
            if not any(day_first(_cell(row, column), day) for row, day in single):
                says = f"Days under {column.heading!r} are read as day/month/year. Check one of them."
                self.notes.append(Note("days-read-day-first", says))

    def person(self, row: CellRow) -> ListedMember:
        """Read one line."""
        given, family = self._name(row)
        status = self._status(row)
        if not family:
            self._problem("names-missing-in-row", row, "There is no name in this line.", "Add it, or remove the line.")
        return ListedMember(
            line=row.line,
            number=cells.member_number(self._text(row, Meaning.NUMBER)),
            given=given,
            family=family,
            born=self._day(row, Meaning.BORN),
            club=self._text(row, Meaning.CLUB),
            county=self._text(row, Meaning.COUNTY),
            status=status,
            since=self._day(row, Meaning.SINCE),
            anonymous=self._yes_or_no(row),
            contact=self._contact(row),
            balances=self._balances(row),
        )

    def _name(self, row: CellRow) -> tuple[str, str]:
        """Give given and family name; of a full name the family name is the last word, with van and de before it."""
        family = self._text(row, Meaning.FAMILY)
        if family:
            return self._text(row, Meaning.GIVEN), family
        full = self._text(row, Meaning.NAME)
        if "," in full:
            family, _, given = full.partition(",")
            return given.strip(), family.strip()
        parts = full.split()
        at = len(parts) - 1
        while at > 1 and not names.is_bearing(parts[at - 1]):
            at -= 1
        return " ".join(parts[:at]), " ".join(parts[at:])

    def _status(self, row: CellRow) -> Standing.Status | None:
        written = self._text(row, Meaning.STATUS)
        if not written:
            return None
        meant = self._statuses[written] if written in self._statuses else status_word(written)
        if meant == LEFT_OUT:
            self._problem("left-out", row, f"You left out the status {written!r}.", "")
        elif meant == Standing.Status.SUSPENDED:
            found = "A suspension needs a first and a last day, which a list does not give."
            self._problem("value-unreadable", row, found, "Enter the suspension by hand, and leave the cell empty.")
        elif not meant:
            known = ", ".join(words()["statuses"])
            self._problem("status-unknown", row, f"The status {written!r} is not known.", f"Write one of {known}.")
        else:
            return Standing.Status(meant)
        return None

    def _yes_or_no(self, row: CellRow) -> bool | None:
        if self._columns.of(Meaning.ANONYMOUS) is None:
            return None
        written = names.fold(self._text(row, Meaning.ANONYMOUS))
        if written in words()["yes"]["words"]:
            return True
        if written not in words()["no"]["words"]:
            self._problem(
                "value-unreadable", row, f"{written!r} is neither yes nor no.", "Write yes or no under 'anonymous'."
            )
        return False

    def _contact(self, row: CellRow) -> ContactDetails:
        """Read how somebody is reached; an address may stand in several columns."""
        lines = [_cell(row, each) for each in self._columns.known if each.meaning is Meaning.ADDRESS]
        found = contact_details.tidied(
            ContactDetails(
                self._text(row, Meaning.TITLE),
                self._text(row, Meaning.EMAIL),
                "\n".join(lines),
                self._text(row, Meaning.TELEPHONE),
            )
        )
        for name in contact_details.FIELDS:
            try:
                contact_details.check(contact_details.NONE._replace(**{name: getattr(found, name)}))
            except contact_details.NoAddress as why:
                self._problem("value-unreadable", row, why.found, "Correct it, or leave the cell empty.")
                found = found._replace(**{name: ""})
        return found

    def _day(self, row: CellRow, meaning: Meaning) -> date | None:
        column = self._columns.of(meaning)
        written = self._text(row, meaning)
        if column is None or not written:
            return None
        found = dates.days(written)
        if not found:
            self._problem(
                "date-unreadable", row, f"{written!r} under {column.heading!r} is not a day.", "Write it as 2026-11-30."
            )
            return None
        return found[-1] if self._month_first.get(column.at) else found[0]

    def _balances(self, row: CellRow) -> tuple[Balance, ...]:
        found = []
        as_at = self._day(row, Meaning.AS_AT)
        for column in self._columns.points:
            written = _cell(row, column)
            if not written:
                continue
            bare = written.replace(" ", "")
            figure = "" if is_doubtful_figure(bare) else cells.number(bare)
            units = Fraction(figure) * self._units[column.colour] if figure else None
            if units is None or units.denominator != 1 or units < 0:
                what = f"{written!r} under {column.heading!r} is not a number of {column.colour} points."
                self._problem("value-unreadable", row, what, "Write it with digits and a point only: 1250.75.")
            elif units:
                found.append(Balance(column.colour, int(units), column.as_at or as_at))
        return tuple(found)

    def _text(self, row: CellRow, meaning: Meaning) -> str:
        column = self._columns.of(meaning)
        return _cell(row, column) if column is not None else ""

    def _problem(self, code: str, row: CellRow, found: str, remedy: str) -> None:
        self.problems.append(Problem(found, remedy, file=self._file, line=row.line, code=code))


def _cell(row: CellRow, column: Column) -> str:
    return row.cells[column.at] if column.at < len(row.cells) else ""


def is_doubtful_figure(written: str) -> bool:
    """1,250 may be a thousand and more, or one and a quarter: nobody is asked to guess."""
    return _THREE_AFTER_A_COMMA.fullmatch(written) is not None


def month_first(written: str, day: date) -> bool:
    """Say whether 11/30/2026 can only be read with the month in front."""
    return day.day > _MONTHS and written.startswith((f"{day.month}/{day.day}/", f"{day.month:02}/{day.day}/"))


def day_first(written: str, day: date) -> bool:
    """Say whether 30/11/2026 can only be read with the day in front; 12/12/2026 decides nothing."""
    return day.day > _MONTHS and written.startswith(f"{day.day}/")
