"""What else does a handbook ask about an event? Its facts, each with the answers it takes (``facts.toml``).

A fact with an answer that nobody knows is a problem; a fact that the handbook does not ask about changes nothing, and
is told, because it may be a slip of the pen.

Pages ask from the same file. :func:`relevant` gives the facts that matter for an event, after what was told so far;
a fact without ``usual`` has to be answered then. Words of the event's head that the handbook uses (``status``,
``major championship``) are facts too, marked as such; they stand first.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine import days
from overtrick.engine.assessment import Problem, Remark
from overtrick.engine.bounds import LONGEST_TEXT
from overtrick.engine.event import Contest, Event, Play, Scoring, StageKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from overtrick.handbooks.edition import Edition

#: Nobody tells so many facts of an event.
_MANY = 100
_KEYS = {"name", "asks", "answers", "clause"}
_MORE_KEYS = {"usual", "usually", "when", "words", "hint", "says", "takes", "table", "also", "colour", "asked_by"}
_TAKES = {"count": re.compile(r"[1-9][0-9]{0,5}"), "points": re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?")}
#: A figure that is a day, as 2026-05-12.
DAY = "day"

STATUS, MAJOR = "status", "major championship"
#: What a condition can ask of the event itself, with the values there are; nothing: any text.
_OF_THE_EVENT: dict[str, tuple[str, ...]] = {
    "play": tuple(map(str, Play)),
    "contest": tuple(map(str, Contest)),
    "stage": tuple(map(str, StageKind)),
    "sessions": ("one", "several"),  # of a stage
    "lists": ("one", "two", "several"),  # of a stage
    "scoring": tuple(map(str, Scoring)),
    "organiser": (),
    STATUS: (),  # where the handbook does not ask for it
    MAJOR: ("yes", "no"),
}
_LISTS = ("one", "one", "two", "several")
#: In a condition: answered, whatever the answer is; and not answered.
ANY, NONE = "*", ""

_NO_WORDS: Mapping[str, str] = MappingProxyType({})

#: Several words with the values that each may have: all of them must hold.
Condition = dict[str, tuple[str, ...]]


class Fact(NamedTuple):
    """Something that this handbook asks about an event."""

    name: str
    asks: str
    answers: tuple[str, ...]  #: none: any text
    clause: str
    head: bool = False  #: a word of the event's head, not one of ``facts``
    usual: str | None = None  #: what holds where nobody says it, empty: nothing; None: it has to be answered
    usually: tuple[tuple[Condition, str], ...] = ()  #: another usual answer under a condition
    when: tuple[Condition, ...] = ()  #: it matters if one of these holds; none: always
    words: Mapping[str, str] = _NO_WORDS  #: plain words for answers, and for none
    hint: str = ""  #: where the answer is usually found
    says: str = ""  #: how a sentence about the event has it: "{} points"; empty: only if it is not the usual answer
    takes: str = ""  #: "count", "points" or "day"; empty: text
    table: str = ""  #: the table whose rows can be named
    also: tuple[str, ...] = ()  #: answers that are understood and not offered
    colour: bool = False  #: the answer is the colour of the points, which a results file may tell
    asked_by: tuple[str, ...] = ()  #: colours of points that make it a question when a results file has them

    @property
    def word(self) -> str:
        """The word that answers it, as a file of answers has it: "status", "facts green event"."""
        return self.name if self.head else f"facts {self.name}"

    def spelt(self, answer: str) -> str:
        """Write an answer as the handbook does: a status may be told in small letters."""
        return next((each for each in self.answers if each.casefold() == answer.casefold()), answer)

    def shown(self, answer: str) -> str:
        """Give the words for an answer."""
        return self.words.get(answer, answer[:1].upper() + answer[1:] if answer else "None of these")

    def accepts(self, answer: str) -> bool:
        """Say whether it takes this answer, as far as its form goes."""
        if self.answers or answer in self.also:
            return answer in self.answers or answer in self.also
        if self.takes == DAY:
            return days.written(answer) is not None
        pattern = _TAKES.get(self.takes)
        return len(answer) <= LONGEST_TEXT if pattern is None else pattern.fullmatch(answer) is not None

    def names(self, edition: Edition) -> tuple[str, ...]:
        """List what can be named, of a fact that names a row of a table."""
        return tuple(map(str, edition.book().table(self.table).rows)) if self.table else ()


def relevant(
    edition: Edition, event: Event | Mapping[str, str | Collection[str]], told: Mapping[str, str] | None = None
) -> list[Fact]:
    """Give the facts that matter for an event: the words of its head first, then in the order of the file.

    ``event`` is an event, or a mapping of words to what they say (``play``, ``contest``, ``stage``, ``sessions``,
    ``lists``, ``organiser``; one value or several). ``told`` has answers by the name of the fact, also ``status`` and
    ``major championship``; they replace what the event itself tells, and an empty one takes it back. An answer to a
    fact that does not matter is not looked at. ``usual`` of each fact is the one that holds here.
    """
    return _Asking(edition, event, told or {}).relevant()


def told_by(event: Event) -> dict[str, str]:
    """Give what an event tells, by the name of the fact."""
    head = {STATUS: event.status, MAJOR: "yes" if event.major_championship else ""}
    return {name: said for name, said in (*head.items(), *event.facts) if said}


class _Asking:
    """Which facts matter, after some answers."""

    def __init__(
        self, edition: Edition, event: Event | Mapping[str, str | Collection[str]], told: Mapping[str, str]
    ) -> None:
        self._known = edition.all_facts
        words = _words_of(event) if isinstance(event, Event) else event
        self._words = {word: (said,) if isinstance(said, str) else tuple(said) for word, said in words.items()}
        self._told = {**told_by(event), **told} if isinstance(event, Event) else dict(told)
        self._matter: dict[str, bool] = {}

    def relevant(self) -> list[Fact]:
        return [
            each._replace(usual=self._usual(each)) if each.usually else each
            for each in self._known.values()
            if self._matters(each)
        ]

    def _matters(self, fact: Fact) -> bool:
        if fact.name not in self._matter:
            self._matter[fact.name] = not fact.when or any(map(self._holds, fact.when))
        return self._matter[fact.name]

    def _usual(self, fact: Fact) -> str | None:
        return next((usual for condition, usual in fact.usually if self._holds(condition)), fact.usual)

    def _holds(self, condition: Condition) -> bool:
        return all(
            any(value == said or (value == ANY and said) for value in values for said in self._values(word))
            for word, values in condition.items()
        )

    def _values(self, word: str) -> tuple[str, ...]:
        fact = self._known.get(word)
        if fact is None:
            return tuple(map(str.casefold, self._words.get(word, ()))) or (NONE,)
        if not self._matters(fact):
            return (NONE,)
        return (fact.spelt(self._told.get(word, "")) or self._usual(fact) or NONE,)


def _words_of(event: Event) -> dict[str, tuple[str, ...]]:
    stages = event.stages
    return {
        "play": tuple(str(each.play) for each in stages),
        "contest": tuple(str(each.contest) for each in stages),
        "stage": tuple(str(each.kind) for each in stages),
        "sessions": tuple("several" if len(each.schedule.sessions) > 1 else "one" for each in stages),
        "lists": tuple(_LISTS[min(len(each.fields), 3)] for each in stages),
        "scoring": tuple(str(each.scoring) for each in stages),
        "organiser": (event.organiser,) if event.organiser else (),
        STATUS: (event.status,) if event.status else (),
        MAJOR: ("yes",) if event.major_championship else ("no",),
    }


# --- The file --------------------------------------------------------------------------------------------------------


def checked(data: Mapping[str, Any]) -> dict[str, Fact]:
    """Turn an edition's file into records, by name; a condition that can never be looked at is an error."""
    listed = [_fact(each, head=True) for each in data.get("head", [])]
    listed += [_fact(each, head=False) for each in data.get("fact", [])]
    known = {each.name: each for each in listed}
    for each in listed:
        if (each.name in _OF_THE_EVENT) > each.head or sum(other.name == each.name for other in listed) > 1:
            raise ValueError(f"facts.toml: {each.name!r} is a word of the event, or stands there twice")
        for condition in (*each.when, *(under for under, _usual in each.usually)):
            for word, values in condition.items():
                _check_condition(each, word, values, known)
        _check_circle(each, known, ())
    return known


def _fact(data: dict[str, Any], *, head: bool) -> Fact:
    name = data.get("name", data)
    if _KEYS - data.keys() or data.keys() - _KEYS - _MORE_KEYS:
        keys = f"{', '.join(sorted(_KEYS))} and perhaps {', '.join(sorted(_MORE_KEYS))}"
        raise ValueError(f"facts.toml: {name} should have {keys}")
    if head and name not in (STATUS, MAJOR):
        raise ValueError(f"facts.toml: {name!r} is no word of the event's head that can be asked for")
    found = Fact(
        name,
        data["asks"],
        tuple(data["answers"]),
        data["clause"],
        head,
        data.get("usual"),
        tuple((_condition(each["when"]), each["usual"]) for each in data.get("usually", ())),
        tuple(map(_condition, data.get("when", ()))),
        data.get("words", {}),
        data.get("hint", ""),
        data.get("says", ""),
        data.get("takes", ""),
        data.get("table", ""),
        tuple(data.get("also", ())),
        data.get("colour", False),
        tuple(data.get("asked_by", ())),
    )
    for answer in (found.usual, *(usual for _when, usual in found.usually), *found.words):
        if answer and found.answers and not found.accepts(answer):
            raise ValueError(f"facts.toml: {answer!r} is no answer to {name!r}")
    if found.takes and found.takes not in (*_TAKES, DAY):
        raise ValueError(f"facts.toml: {name!r} takes {found.takes!r}, which is neither {' nor '.join((*_TAKES, DAY))}")
    return found


def _condition(data: Mapping[str, str | list[str]]) -> Condition:
    return {word: (values,) if isinstance(values, str) else tuple(values) for word, values in data.items()}


def _check_condition(fact: Fact, word: str, values: tuple[str, ...], known: Mapping[str, Fact]) -> None:
    if word not in known and word not in _OF_THE_EVENT:
        raise ValueError(f"facts.toml: {fact.name!r} depends on {word!r}, which nobody asks")
    answers = known[word].answers if word in known else _OF_THE_EVENT[word]
    for value in values:
        if answers and value not in (*answers, ANY, NONE):
            raise ValueError(f"facts.toml: {fact.name!r} depends on {word!r} being {value!r}, which it never is")


def _check_circle(fact: Fact, known: Mapping[str, Fact], way: tuple[str, ...]) -> None:
    if fact.name in way:
        raise ValueError(f"facts.toml: {' depends on '.join((*way, fact.name))}")
    for condition in (*fact.when, *(under for under, _usual in fact.usually)):
        for word in condition.keys() & known.keys():
            _check_circle(known[word], known, (*way, fact.name))


# --- The event -------------------------------------------------------------------------------------------------------


def wrong_answers(event: Event, known: dict[str, Fact]) -> Iterator[Problem]:
    """Find answers that a fact does not take."""
    for name, answer in event.facts:
        fact = known.get(name)
        if fact is not None and fact.answers and not fact.accepts(answer):
            remedy = f"Give {' or '.join(fact.answers)}."
            yield Problem(
                f"The fact {name!r} is answered with {answer!r}.", remedy, ("facts", name), code="fact-unknown"
            )


def unasked(event: Event, known: dict[str, Fact], title: str) -> Iterator[Remark]:
    """Tell of facts that the handbook does not ask about, and what may have been meant."""
    for name, _answer in event.facts[:_MANY]:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            meant = f" Did you mean {near[0]!r}?" if near else ""
            words = f"The {title} asks nothing about {name!r}: it changes no award.{meant}"
            yield Remark(words, "", code="fact-not-asked")
