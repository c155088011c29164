"""What may an organisation put on its programme of a year, and what comes of it? An edition answers in ``programme``.

The kinds of event and what is asked about each are data of the edition (``programme.toml``): a question stands there
once, and each kind names those it asks, those it needs and under which answers. Its ``programme`` module says whether
one more event is allowed, at which level it is, which leave it needs and what it takes of the year's quota. Where an
edition has no kinds, no page asks.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from overtrick.engine.findings import finding
from overtrick.handbooks import questions
from overtrick.handbooks.questions import NO, YES, Answers, Takes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from overtrick.engine.event import Event
    from overtrick.engine.findings import Checklist, Finding
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.questions import Question
    from overtrick.handbooks.submission import Organiser, Required

_FILE = "programme"
_WHERE = f"{_FILE}.toml"
_KEYS = {"name", "title", "clause", "by"}
_MORE_KEYS = {"asks", "needs", "when", "facts", "says"}
#: Who may plan, in the register's words.
ORGANISERS = ("club", "region", "league", "organiser", "national")
_NO_FACTS: Mapping[str, str] = MappingProxyType({})
_NO_ANSWERS = Answers(MappingProxyType({}))


class Kind(NamedTuple):
    """Something that an organisation can plan."""

    name: str
    title: str
    clause: str
    by: tuple[str, ...]  #: kinds of organisation
    questions: tuple[Question, ...] = ()
    #: what the results are told of it, by the name of the fact: the answer, or "{question}" for what was answered
    facts: Mapping[str, str] = _NO_FACTS
    says: str = ""  #: a sentence that helps to choose


class Planned(NamedTuple):
    """An event on the programme of a year."""

    kind: str
    name: str
    day: date
    last_day: date
    answers: Answers = _NO_ANSWERS
    results: tuple[Event, ...] = ()  #: what was played of it so far
    licences: Mapping[str, date] = MappingProxyType(
        {}
    )  #: those that its organiser holds on its first day, with the day of each grant
    excepted: bool = False  #: the office lets it be held although the handbook speaks against it
    announced: date | None = None  #: the day on which it was put on the programme; None: not yet


class Verdict(NamedTuple):
    """What the handbook says of a planned event."""

    allowed: Finding | Checklist
    level: Step | None = None  #: the status or category it will have
    needs: Required | None = None  #: the leave it needs, on record or not
    takes: Step | None = None  #: what it takes of a quota, and what is left of it then
    facts: Mapping[str, str] = _NO_FACTS  #: what its results are told of it
    watch: Checklist | None = None  #: what stops nothing, but somebody should see to: whether its director may direct


class Rules:
    """The answers of a handbook that limits nothing, for the kinds of its file."""

    def kinds(self, book: Book, organiser: Organiser) -> tuple[Kind, ...]:
        """Give what such an organiser may plan."""
        return tuple(each for each in kinds(book.edition).values() if organiser.kind in each.by)

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:  # noqa: ARG002
        """Say what comes of an event; ``so_far`` are the others on the programme of its year.

        Events that were played without a plan are those of ``organiser.so_far``.
        """
        kind = kinds(book.edition)[planned.kind]
        return Verdict(finding("not limited", holds=True, clause=kind.clause), facts=facts_of(kind, planned))

    def category(self, book: Book, planned: Planned, ranks: Sequence[str]) -> Step | None:  # noqa: ARG002
        """Give the category of a pair or team by the ranks of its players on the day; None: it is not divided so."""
        return None


def facts_of(kind: Kind, planned: Planned) -> dict[str, str]:
    """Give what the results of an event are told, as far as its plan says it."""
    told = {each.name for each in questions.relevant(kind.questions, planned.answers.told)}
    found = {}
    for fact, value in kind.facts.items():
        asked = _asked(value)
        answer = value if not asked else planned.answers.text(asked) if asked in told else ""
        if answer:
            found[fact] = answer
    return found


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module(_FILE)
    return _SILENT if found is None else cast("Rules", found.Rules())


@lru_cache
def kinds(edition: Edition) -> dict[str, Kind]:
    """Read the kinds of an edition by name; none where it has no such file."""
    return checked(edition, edition.data(_FILE))


# --- The file --------------------------------------------------------------------------------------------------------


def checked(edition: Edition, data: Mapping[str, Any]) -> dict[str, Kind]:
    """Turn the file into records; a word that the edition does not have is an error."""
    asked: dict[str, Mapping[str, Any]] = {}
    for each in data.get("question", ()):
        asked[each.get("name", "")] = each
    found: dict[str, Kind] = {}
    for each in data.get("kind", ()):
        kind = _kind(edition, each, asked)
        if kind.name in found:
            raise ValueError(f"{_WHERE}: {kind.name} stands there twice")
        found[kind.name] = kind
    unused = asked.keys() - {name for each in data.get("kind", ()) for name in each.get("asks", ())}
    if unused:
        raise ValueError(f"{_WHERE}: no kind asks {', '.join(sorted(unused))}")
    return found


def _kind(edition: Edition, data: Mapping[str, Any], asked: Mapping[str, Mapping[str, Any]]) -> Kind:
    name = data.get("name", data)
    if _KEYS - data.keys() or data.keys() - _KEYS - _MORE_KEYS:
        keys = f"{', '.join(sorted(_KEYS))} and perhaps {', '.join(sorted(_MORE_KEYS))}"
        raise ValueError(f"{_WHERE}: {name} should have {keys}")
    asks, needs, when = data.get("asks", []), data.get("needs", []), data.get("when", {})
    unknown = [each for each in asks if each not in asked] + [each for each in (*needs, *when) if each not in asks]
    unknown += [each for each in data["by"] if each not in ORGANISERS]
    if unknown:
        raise ValueError(f"{_WHERE}: {name} has {', '.join(unknown)}, which is nowhere else")
    listed = [{**asked[each], "needed": each in needs} for each in asks]
    listed = [{**each, "when": when[each["name"]]} if each["name"] in when else each for each in listed]
    made = Kind(
        data["name"],
        data["title"],
        data["clause"],
        tuple(data["by"]),
        questions.checked(_WHERE, listed),
        data.get("facts", {}),
        data.get("says", ""),
    )
    _check_facts(edition, made)
    return made


def _check_facts(edition: Edition, kind: Kind) -> None:
    """See that each fact is one of the edition's, and takes every answer that it may be given."""
    known = {each.name: each for each in kind.questions}
    for name, value in kind.facts.items():
        asked, fact = _asked(value), edition.all_facts.get(name)
        if fact is None or (asked and asked not in known):
            raise ValueError(f"{_WHERE}: {kind.name} fills in {name!r} by {value!r}, which nobody asks")
        wrong = [each for each in (_possible(known[asked]) if asked else (value,)) if not fact.accepts(each)]
        if wrong:
            raise ValueError(f"{_WHERE}: {kind.name} answers {name!r} with {', '.join(wrong)}, which it does not take")


def _asked(value: str) -> str:
    """Give the question in braces, or nothing."""
    return value[1:-1] if value.startswith("{") and value.endswith("}") else ""


def _possible(question: Question) -> tuple[str, ...]:
    return (YES, NO) if question.takes is Takes.YES_NO else question.choices
