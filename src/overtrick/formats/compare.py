"""What does the file claim, and what does the handbook give? Claimed points beside the computed ones, never trusted.

Points are compared person by person and colour by colour: everything that the file claims for somebody in a contestant
with everything the handbook gives to the same person there. Where the file names no contestants, as a credit file does,
persons are compared by number. Players of a contestant who have the same on both sides share a row.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.assessment import Award
from overtrick.engine.explain import place_of
from overtrick.engine.marks import clause_marks
from overtrick.handbooks import exchange

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.assessment import Assessment, Refusal
    from overtrick.engine.event import Contestant, Player
    from overtrick.engine.working import Step
    from overtrick.formats.reading import Claim
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.exchange import Exchange

#: The columns of the comparison as a table.
COLUMNS = ("List", "Place", "Names", "Colour", "Claimed", "Computed", "Difference", "Line", "Clause", "Remark")

UNKNOWN_COLOUR = "the handbook has no points of this colour"
NOT_IN_THE_LISTS = "is in none of the lists"
NOT_CLAIMED = "the file claims nothing"
NOT_AWARDED = "the handbook gives nothing"


class ComparisonRow(NamedTuple):
    """One contestant, or the players of one who have the same, in one colour."""

    field: str  #: the list
    place: str  #: "3="; empty where the points are not for a place
    names: tuple[str, ...]
    contestant: str
    colour: str  #: the handbook's; the file's own word where the handbook has no such points
    claimed: int | None  #: in the smallest unit, to each player; None: the file says nothing
    computed: int | None  #: likewise; None: the handbook gives nothing
    line: int  #: in the file; 0: the file says nothing
    clauses: tuple[str, ...]  #: those that decided what is computed
    remark: str

    @property
    def difference(self) -> int:
        """What the handbook gives above the claim; below zero: the claim is too high."""
        return (self.computed or 0) - (self.claimed or 0)

    @property
    def agrees(self) -> bool:
        """Say whether the file claims what the handbook gives; a claim of nothing is no claim."""
        return self.difference == 0


class Total(NamedTuple):
    """All players together, in one colour."""

    colour: str
    claimed: int
    computed: int
    players: int  #: with a claim or an award
    agreeing: int


class Comparison(NamedTuple):
    """The claims of a file beside the awards of the handbook."""

    rows: tuple[ComparisonRow, ...]
    totals: tuple[Total, ...]
    edition: Edition

    @property
    def agrees(self) -> bool:
        """Say whether every claim is what the handbook gives."""
        return all(row.agrees for row in self.rows)

    @property
    def differing(self) -> tuple[ComparisonRow, ...]:
        """The rows to look at."""
        return tuple(row for row in self.rows if not row.agrees)

    def as_text(self, rows: Iterable[ComparisonRow] | None = None) -> list[list[str]]:
        """Write rows, all of them or some, as the cells of a table (see ``COLUMNS``)."""
        return [self._cells(row) for row in (self.rows if rows is None else rows)]

    def _cells(self, row: ComparisonRow) -> list[str]:
        difference = self.show(row.colour, row.difference)
        return [
            row.field,
            row.place,
            " & ".join(row.names),
            row.colour,
            "" if row.claimed is None else self.show(row.colour, row.claimed),
            "" if row.computed is None else self.show(row.colour, row.computed),
            "" if row.agrees else f"+{difference}" if row.difference > 0 else difference,
            str(row.line or ""),
            ", ".join(clause_marks(row.clauses)),
            row.remark,
        ]

    def show(self, colour: str, units: int) -> str:
        """Write points as players see them; those of an unknown colour as the file has them."""
        known = self.edition.handbook.colours.get(colour)
        return known.show(units) if known else str(units)

    def as_data(self) -> dict[str, Any]:
        """Turn the comparison into plain data for JSON."""
        return {
            "agrees": self.agrees,
            "rows": [self._row_data(row) for row in self.rows],
            "totals": [
                {
                    "colour": total.colour,
                    "claimed": self.show(total.colour, total.claimed),
                    "computed": self.show(total.colour, total.computed),
                    "players": total.players,
                    "agreeing": total.agreeing,
                }
                for total in self.totals
            ],
        }

    def _row_data(self, row: ComparisonRow) -> dict[str, Any]:
        return {
            "list": row.field,
            "place": row.place,
            "contestant": row.contestant,
            "names": list(row.names),
            "colour": row.colour,
            "claimed": None if row.claimed is None else self.show(row.colour, row.claimed),
            "computed": None if row.computed is None else self.show(row.colour, row.computed),
            "difference": self.show(row.colour, row.difference),
            "agrees": row.agrees,
            "line": row.line or None,
            "clauses": list(row.clauses),
            "remark": row.remark,
        }


class _Person(NamedTuple):
    """Somebody in a contestant; only the number counts where the file names no contestants."""

    contestant: str
    name: str
    number: str


class _Account:
    """What is claimed for one person, and what is computed, in one colour."""

    __slots__ = ("claimed", "clauses", "computed", "field", "line", "place", "remark")

    def __init__(self) -> None:
        self.claimed: int | None = None
        self.computed: int | None = None
        self.line = 0
        self.field = ""
        self.place = ""
        self.clauses: tuple[str, ...] = ()
        self.remark = ""

    def claim(self, claim: Claim) -> None:
        self.claimed = (self.claimed or 0) + claim.units
        self.line = self.line or claim.line
        self.field = self.field or claim.field

    def decide(self, decision: Award | Refusal) -> None:
        if isinstance(decision, Award):
            self.computed = (self.computed or 0) + decision.units
        elif self.computed is None:
            self.remark = self.remark or decision.working.says
        self.field = self.field or decision.field
        self.place = self.place or place_of(decision)
        self.clauses = tuple(dict.fromkeys((*self.clauses, *deciding(decision.working))))

    def row(self, person: _Person, colour: str) -> ComparisonRow:
        remark = self.remark
        if self.computed is not None and self.claimed is None:
            remark = NOT_CLAIMED
        elif self.computed is not None:
            remark = ""
        elif not remark and self.claimed:
            remark = NOT_AWARDED
        return ComparisonRow(
            field=self.field,
            place=self.place,
            names=(person.name or person.number,),
            contestant=person.contestant,
            colour=colour,
            claimed=self.claimed,
            computed=self.computed,
            line=self.line,
            clauses=self.clauses,
            remark=remark,
        )


def compare(assessment: Assessment, claims: Sequence[Claim], edition: Edition) -> Comparison:
    """Set what a file claims beside what the handbook gives."""
    words = exchange.of(edition)
    people = _People(assessment, words, by_number=any(not claim.contestant for claim in claims))
    accounts: dict[tuple[_Person, str], _Account] = {}

    def account(person: _Person, colour: str) -> _Account:
        return accounts.setdefault((person, colour), _Account())

    for award in assessment.awards:
        account(people.of(award.contestant, award.player), award.colour).decide(award)
    default = _only_colour(assessment, edition)
    for claim in claims:
        person, listed = people.claimed(claim)
        known = words.colour(claim.colour) if claim.colour else default
        found = account(person, known or claim.colour)
        found.claim(claim)
        if known is None:
            found.remark = UNKNOWN_COLOUR
        elif not listed:
            found.remark = NOT_IN_THE_LISTS
    _explain_refusals(assessment, people, accounts)
    rows = tuple(_together(people.in_order(accounts)))
    return Comparison(rows, tuple(_totals(rows)), edition)


def _explain_refusals(assessment: Assessment, people: _People, accounts: dict[tuple[_Person, str], _Account]) -> None:
    """Tell beside a claim that earns nothing why it does not."""
    without: dict[_Person, list[_Account]] = {}
    for (person, _colour), each in accounts.items():
        if each.computed is None:
            without.setdefault(person, []).append(each)
    if not without:
        return
    for refusal in assessment.refusals:
        for each in without.get(people.of(refusal.contestant, refusal.player), ()):
            each.decide(refusal)


def _only_colour(assessment: Assessment, edition: Edition) -> str | None:
    """Name the colour that a claim means which names none: the only one that there is."""
    given = {award.colour for award in assessment.awards} or set(edition.handbook.colours)
    return given.pop() if len(given) == 1 else None


class _People:
    """Who is who in the lists and in the claims."""

    def __init__(self, assessment: Assessment, words: Exchange, *, by_number: bool) -> None:
        self._number = words.number
        self._by_number = by_number
        self._listed: dict[_Person, int] = {}
        self._names: dict[tuple[str, str], _Person] = {}
        self._numbers: dict[tuple[str, str], _Person] = {}
        for stage in assessment.event.stages:
            for field in stage.fields:
                for contestant in sorted(field.contestants, key=_by_place):
                    for player in contestant.players:
                        self._list(self.of(contestant.name, player))
        for award in assessment.awards:
            self._list(self.of(award.contestant, award.player))

    def _list(self, person: _Person) -> None:
        self._listed.setdefault(person, len(self._listed))
        self._names.setdefault((person.contestant, person.name), person)
        if person.number:
            self._numbers.setdefault((person.contestant, person.number), person)

    def of(self, contestant: str, player: Player) -> _Person:
        """Name a player of the event."""
        number = self._number.key(player.number)
        if not self._by_number:
            return _Person(contestant, player.name, number)
        known = self._numbers.get(("", number)) if number else None
        return known or _Person("", player.name, number)

    def claimed(self, claim: Claim) -> tuple[_Person, bool]:
        """Find who is meant by a claim: by name and number, by number, by name; and whether the event has them."""
        number = self._number.key(claim.number)
        contestant = "" if self._by_number else claim.contestant
        asked = _Person(contestant, claim.player, number)
        if asked in self._listed:
            return asked, True
        found = self._numbers.get((contestant, number)) if number else None
        if found is None and claim.player:
            found = self._names.get((contestant, claim.player))
        return (asked, False) if found is None else (found, True)

    def in_order(self, accounts: dict[tuple[_Person, str], _Account]) -> Iterator[tuple[_Person, str, _Account]]:
        """List the accounts as the event lists their persons; whoever is in no list comes last."""
        last = len(self._listed)
        for person, colour in sorted(accounts, key=lambda key: self._listed.get(key[0], last)):
            yield person, colour, accounts[person, colour]


def _by_place(contestant: Contestant) -> tuple[int, int | Decimal]:
    return contestant.place or 0, -(contestant.score or 0)


def _together(listed: Iterable[tuple[_Person, str, _Account]]) -> Iterator[ComparisonRow]:
    """Put the players of a contestant together who have the same on both sides, at the line of the first."""
    everybody = (each.row(person, colour) for person, colour, each in listed)
    for contestant, members in groupby(everybody, key=lambda row: row.contestant):
        rows: dict[ComparisonRow, ComparisonRow] = {}
        for row in members:
            same = row._replace(names=(), line=0) if contestant else row
            first = rows.get(same)
            rows[same] = row if first is None else first._replace(names=(*first.names, *row.names))
        yield from rows.values()


def _totals(rows: Iterable[ComparisonRow]) -> Iterator[Total]:
    by_colour: dict[str, list[ComparisonRow]] = {}
    for row in rows:
        by_colour.setdefault(row.colour, []).append(row)
    for colour, listed in by_colour.items():
        yield Total(
            colour,
            sum((row.claimed or 0) * len(row.names) for row in listed),
            sum((row.computed or 0) * len(row.names) for row in listed),
            sum(len(row.names) for row in listed),
            sum(len(row.names) for row in listed if row.agrees),
        )


def deciding(working: Step) -> tuple[str, ...]:
    """Name the clauses that decided: that of the result, and those it rests on directly."""
    steps = (working, *working.because)
    return tuple(dict.fromkeys(each.clause for each in steps if each.clause))
