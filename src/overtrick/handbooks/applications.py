"""What can be applied for, what is asked, and who decides? Data of an edition (``applications.toml``) and its rules.

An edition answers in its own ``applications`` module. A handbook that is silent has no kinds, and no page shows any.
Questions of some names mean the same in every handbook: see ``EVENT``, ``FIRST_DAY`` and ``LAST_DAY``.
"""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from overtrick.engine.findings import Checklist, Due, Finding, checklist, finding
from overtrick.handbooks import questions
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.questions import Question
    from overtrick.handbooks.record import Holder
    from overtrick.handbooks.submission import Organiser

_FILE = "applications"
#: Questions whose answers the office uses whatever the handbook: what it is about, and its days.
EVENT, FIRST_DAY, LAST_DAY = "event", "first_day", "last_day"
#: Likewise what whoever decides states: special conditions, and the days from and until which it holds.
CONDITIONS, BEGINS, ENDS = "conditions", "begins", "ends"
#: Kinds of application with a consequence that every handbook shares: affiliation, and the conversion of points.
AFFILIATION, CONVERSION = "affiliation", "conversion"
#: The rank for which points are to be converted.
RANK = "rank"
PLAYER = "player"
NOTHING_STATED = Answers({})
_BY = {"club", "region", "league", "organiser", "national", PLAYER}
_KEYS = {"name", "title", "clause", "by"}
_LISTS = {"question": "questions", "states": "states", "declares": "declares"}
_MORE_KEYS = {"says", "supported", "decides", "days_before", "allows", "lasts", "credits", "sets", *_LISTS}


class Decides(StrEnum):
    """Who decides on an application."""

    ABOVE = "above"  #: the organisation above the one that applies
    OFFICE = "office"


class Lasts(StrEnum):
    """How long a licence lasts that a grant makes."""

    EVENT = "event"  #: from its first day to its last
    YEAR = "year"  #: to the end of the year in which quotas are counted
    OPEN = "open"  #: until somebody ends it


class Kind(NamedTuple):
    """Something that can be applied for."""

    name: str  #: under which applications are kept
    title: str  #: "Licence for an open event"
    clause: str
    by: tuple[str, ...]  #: kinds of organisation that may apply, or "player"
    says: str = ""  #: a sentence for who thinks of applying
    supported: bool = False  #: the organisation above is heard first
    decides: Decides = Decides.OFFICE
    days_before: int = 0  #: so many days before its first day it must have been sent; 0: no deadline
    allows: str = ""  #: the licence that a grant makes, as ``submission.Licensed`` names it; empty: none
    lasts: Lasts = Lasts.EVENT
    credits: bool = False  #: a grant credits points to the player who applied
    questions: tuple[Question, ...] = ()
    states: tuple[Question, ...] = ()  #: what whoever decides answers: status, category, an amount, conditions
    declares: tuple[Question, ...] = ()  #: what the holder declares about the conditions once it is granted

    def sent_by(self, first_day: date) -> date | None:
        """Give the last day to send it for something that begins on a day; None: there is no deadline."""
        return first_day - timedelta(days=self.days_before) if self.days_before else None


class Case(NamedTuple):
    """An application as the rules see it; one of organiser and holder is given."""

    kind: Kind
    organiser: Organiser | None
    holder: Holder | None
    answers: Answers
    sent: date | None = None  #: None: it is a draft
    supported: bool | None = None  #: by the organisation above; None: not asked, or not answered
    stated: Answers = NOTHING_STATED  #: by whoever decided; nothing before that
    decided: date | None = None  #: the day on which that is granted; None: nobody has decided


class Owed(NamedTuple):
    """A paper that falls due after an event."""

    name: str
    due: Due
    in_time: Finding  #: whether it arrived by that day; open as long as it has not


class Rules:
    """The answers of a handbook that says no more than its data."""

    def kinds(self, book: Book) -> tuple[Kind, ...]:
        """List what can be applied for."""
        return loaded(book.edition)

    def check(self, book: Book, case: Case) -> Checklist | None:  # noqa: ARG002
        """Put the conditions of the clauses together, those that nobody told left open: everything asked is given."""
        return complete(case)

    def outcome(self, book: Book, case: Case, stated: Answers) -> Step | None:  # noqa: ARG002
        """Say what a grant states or gives, if whoever decides states this; None: nothing beyond the words."""
        return None

    def points(self, book: Book, case: Case, stated: Answers) -> Mapping[str, int]:  # noqa: ARG002
        """Say what a grant credits to the player who applied, in smallest units by colour."""
        return {}

    def papers(
        self,
        book: Book,  # noqa: ARG002
        case: Case,  # noqa: ARG002
        ended: date,  # noqa: ARG002
        arrived: Mapping[str, date],  # noqa: ARG002
    ) -> tuple[Owed, ...]:
        """List what falls due after an event that ended on a day; ``arrived`` says when which paper came."""
        return ()

    def declares(self, book: Book, case: Case) -> tuple[Question, ...]:  # noqa: ARG002
        """List what the holder of a licence is asked about its conditions."""
        return case.kind.declares

    def kept(self, book: Book, case: Case, declared: Answers) -> Checklist | None:  # noqa: ARG002
        """Say which conditions of the licence are kept, as its holder declares; None: it has none."""
        return None


def complete(case: Case) -> Checklist | None:
    """Everything that must be told is told, each by its own clause; None where nothing must."""
    told = case.answers.told
    asked = [each for each in questions.relevant(case.kind.questions, told) if each.needed]
    if not asked:
        return None
    given = (
        finding("{what} given", holds=bool(told.get(each.name)), clause=each.clause or case.kind.clause, what=each.asks)
        for each in asked
    )
    return checklist("the application", given, clause=case.kind.clause)


@lru_cache
def loaded(edition: Edition) -> tuple[Kind, ...]:
    """Read what an edition's data say can be applied for."""
    data = edition.data(_FILE)
    sets = {each["name"]: each for each in data.get("set", ())}
    found = tuple(_kind(each, sets) for each in data.get("application", ()))
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise BadTable(_FILE, f"has {name!r} more than once")
    return found


def _kind(data: Mapping[str, Any], sets: Mapping[str, Mapping[str, Any]]) -> Kind:
    """Turn an entry into a record; the questions of the sets that it names come before its own."""
    name = data.get("name", "an application")
    if _KEYS - data.keys() or data.keys() - _KEYS - _MORE_KEYS:
        keys = f"{', '.join(sorted(_KEYS))} and perhaps {', '.join(sorted(_MORE_KEYS))}"
        raise BadTable(_FILE, f"{name} should have {keys}")
    if not data["by"] or set(data["by"]) - _BY:
        raise BadTable(_FILE, f"{name} is applied for by one or more of {', '.join(sorted(_BY))}")
    if unknown := set(data.get("sets", ())) - sets.keys():
        raise BadTable(_FILE, f"{name} names the unknown sets {', '.join(sorted(unknown))}")
    listed = [*(sets[each] for each in data.get("sets", ())), data]
    asked: dict[str, Any] = {
        field: questions.checked(
            f"{_FILE}.toml: {name}, {key}", [entry for each in listed for entry in each.get(key, ())]
        )
        for key, field in _LISTS.items()
    }
    plain = {key: value for key, value in data.items() if key not in (*_LISTS, "sets")}
    made = Kind(**plain, **asked)
    return made._replace(by=tuple(made.by), decides=Decides(made.decides), lasts=Lasts(made.lasts))


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module(_FILE)
    return _SILENT if found is None else cast("Rules", found.Rules())
