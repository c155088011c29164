"""What is an event worth before it is played? The questions a kind of event asks, and the answer place by place.

Which kinds there are and what each asks is data of the edition (``kinds.toml``): the command line and every form ask
from the same list. The edition's own ``worth`` module turns the answers into a :class:`Worth`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine import bounds
from overtrick.engine.scales import NO_PLACES, PaidPlaces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Edition

#: How figures are written; six digits are enough for any that is within its bound.
_FIGURES = {
    "count": re.compile(r"[0-9]{1,6}"),
    "half tables": re.compile(r"[0-9]{1,6}(\.[05]0*)?"),
    "points": re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?"),
}
#: So much of an answer is shown when it is wrong.
_SHOWN = 40
#: The question for an event's weight, as either handbook calls it.
_LEVEL = ("status", "grade")


class BadAnswer(ValueError):
    """A question was not answered, or not with something it takes."""


class Question(NamedTuple):
    """Something a kind of event must tell."""

    name: str  #: "match-boards"
    asks: str
    takes: str  #: "count", "half tables", "points", "choice" or "yes or no"
    choices: tuple[str, ...] = ()
    default: str | None = None  #: None: it must be answered

    @property
    def most(self) -> int:
        """The largest figure that it takes."""
        return bounds.MOST if self.takes == "points" else bounds.most(self.name)

    def read(self, written: str) -> str:
        """Check an answer; it stays as written."""
        if not self._takes(written):
            most = f"{self.most:,}"
            taken = {
                "count": f"a whole number up to {most}",
                "half tables": f"a number of tables such as 9 or 9.5, up to {most}",
                "points": f"points such as 4 or 2.25, up to {most}",
                "choice": "one of " + ", ".join(self.choices),
                "yes or no": "yes or no",
            }[self.takes]
            message = f"--{self.name} takes {taken}, not {written[:_SHOWN]!r}"
            raise BadAnswer(message)
        return written

    def _takes(self, written: str) -> bool:
        if self.takes in ("choice", "yes or no"):
            return written in (self.choices or ("yes", "no"))
        if _FIGURES[self.takes].fullmatch(written) is None or Decimal(written) > self.most:
            return False
        return self.takes != "points" or Decimal(written) > 0


#: What there is one more of, where the name of the question does not say it.
_ONE_MORE = {"original-tables": "table of the original entry", "match-boards": "board a match"}


class Kind(NamedTuple):
    """A kind of event and its questions."""

    name: str
    title: str
    one_more: str  #: the question that is asked again with one more: "tables"
    questions: tuple[Question, ...]

    @property
    def with_one_more(self) -> str:
        """Head what is shown beside the answer: "With one more table"."""
        return f"With one more {_ONE_MORE.get(self.one_more, self.one_more.removesuffix('s'))}"

    def read(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Check all answers at once and fill in the defaults."""
        known = {question.name: question for question in self.questions}
        wrong = [f"--{name} is nothing that {self.name} asks" for name in answers if name not in known]
        complete: dict[str, str] = {}
        for name, question in known.items():
            if name in answers:
                try:
                    complete[name] = question.read(answers[name])
                except BadAnswer as bad:
                    wrong.append(str(bad))
            elif question.default is None:
                wrong.append(f"--{name} is not given: {question.asks}")
            else:
                complete[name] = question.default
        if wrong:
            raise BadAnswer("; ".join(wrong))
        return complete


class Worth(NamedTuple):
    """What each place earns, what a win earns, round by round where it grows; or why nothing does."""

    places: PaidPlaces = NO_PLACES
    win: Step | None = None
    rounds: Sequence[tuple[str, Step]] = ()
    refused: Step | None = None
    colour: str = ""
    overall: PaidPlaces = NO_PLACES  #: for the places of the whole event, where its sessions are paid too
    win_colour: str = ""  #: of a win, where it is another than that of the places


def kinds(edition: Edition) -> dict[str, Kind]:
    """List the kinds of event an edition knows."""
    data = edition.data("kinds")
    questions = {
        each["name"]: Question(each["name"], each["asks"], each["takes"], tuple(each.get("choices", ())))
        for each in data["question"]
    }
    found = {}
    for kind in data["kind"]:
        asked = tuple(questions[name]._replace(default=kind["asks"][name] or None) for name in kind["asks"])
        found[kind["name"]] = Kind(kind["name"], kind["title"], kind.get("one_more", "tables"), asked)
    return found


def levels(edition: Edition) -> tuple[str, ...]:
    """Name the statuses, or grades, that an event of an organiser may have, in the handbook's order."""
    asked = (question for kind in kinds(edition).values() for question in kind.questions)
    return next((each.choices for each in asked if each.name in _LEVEL), ())


def worth(
    edition: Edition,
    kind: str,
    answers: Mapping[str, str],
    settings: Mapping[str, str] | None = None,
    on: date | None = None,
) -> Worth:
    """Say what an event of this kind is worth, on a day of play where the edition has changed since it began."""
    known = kinds(edition)
    if kind not in known:
        message = f"{kind!r} is not a kind of event in the {edition.title}; choose from {', '.join(known)}"
        raise BadAnswer(message)
    rules: Any = edition.module("worth")
    found: Worth = rules.worth(edition.book(on, settings), kind, known[kind].read(answers))
    return found


def with_one_more(
    edition: Edition,
    kind: Kind,
    answers: Mapping[str, str],
    settings: Mapping[str, str] | None = None,
    on: date | None = None,
) -> Worth:
    """Say what the same event is worth with one more table; nothing where none can be larger."""
    more = {**answers, kind.one_more: str(Decimal(answers[kind.one_more]) + 1)}
    try:
        return worth(edition, kind.name, more, settings, on)
    except BadAnswer:
        return Worth()
