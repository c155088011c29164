"""What is asked about something that is planned or applied for? Questions of an edition, and answers as they are kept.

Programmes and applications ask from data of the edition. An answer is kept as text in one form, whatever was typed:
"yes", "12", "2026-03-01". What was not told stays open, and a rule that needs it says so.
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.bounds import LONGEST_TEXT, MOST_OF_A_FACT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.engine.numbers import Exact

YES, NO = "yes", "no"
#: Of a description in several lines.
LONGEST_DESCRIPTION = 4_000
#: Days are asked for within these years: a club's founding is the oldest.
_FIRST_YEAR, _LAST_YEAR = 1850, 2150
_KEYS = {"name", "asks", "takes"}
_MORE_KEYS = {"clause", "choices", "words", "hint", "least", "most", "needed", "when"}
_WHOLE = re.compile(r"[0-9]{1,9}")
_AMOUNT = re.compile(r"([0-9]{1,7})(?:\.([0-9]{1,2}))?")
_NO_WORDS: Mapping[str, str] = MappingProxyType({})
_ALWAYS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Takes(StrEnum):
    """What an answer is."""

    YES_NO = "yes or no"
    COUNT = "count"
    AMOUNT = "amount"  #: of money or points, with up to two decimals; kept in hundredths
    DAY = "day"
    CHOICE = "choice"
    TEXT = "text"
    DESCRIPTION = "description"  #: several lines
    PAPER = "paper"  #: a file that is handed in; its answer is its name


class Question(NamedTuple):
    """One thing that is asked."""

    name: str  #: under which the answer is kept
    asks: str
    takes: Takes
    clause: str = ""
    choices: tuple[str, ...] = ()
    words: Mapping[str, str] = _NO_WORDS  #: plain words for choices
    hint: str = ""
    least: int = 0
    most: int = MOST_OF_A_FACT
    needed: bool = False  #: nothing is complete without it
    when: Mapping[str, tuple[str, ...]] = _ALWAYS  #: asked if each of these questions has one of these answers

    def shown(self, answer: str) -> str:
        """Give the words for an answer."""
        if self.takes is Takes.AMOUNT and answer:
            return f"{int(answer) // 100}.{int(answer) % 100:02}"
        return self.words.get(answer, answer[:1].upper() + answer[1:])

    def kept(self, typed: str) -> str:
        """Turn what was typed into the form that is kept; a ``ValueError`` says what would be right."""
        said = typed.strip() if self.takes is Takes.DESCRIPTION else " ".join(typed.split())
        return _READ[self.takes](self, said) if said else ""

    def problem(self, kept: str) -> str | None:
        """Say what is wrong with an answer in the form that is kept; None: nothing."""
        hundred = self.takes is Takes.AMOUNT and kept.isdecimal() and kept.isascii()
        try:
            self.kept(self.shown(kept) if hundred else kept)
        except ValueError as wrong:
            return str(wrong)
        return None


class Answers(NamedTuple):
    """What was answered, by the name of the question; what was not is None, or an empty text."""

    told: Mapping[str, str]

    def text(self, name: str) -> str:
        """Give a text, a choice or the name of a paper."""
        return self.told.get(name, "")

    def holds(self, name: str) -> bool | None:
        """Give the answer to a question that takes yes or no."""
        said = self.told.get(name, "")
        return None if not said else said == YES

    def number(self, name: str) -> int | None:
        """Give a count, or an amount in hundredths."""
        said = self.told.get(name, "")
        return int(said) if said else None

    def day(self, name: str) -> date | None:
        """Give a day."""
        said = self.told.get(name, "")
        return date.fromisoformat(said) if said else None

    def given(self, name: str) -> bool | None:
        """Say whether a paper was handed in, or anything told: true, or not known."""
        return True if self.told.get(name, "") else None


def relevant(questions: Iterable[Question], told: Mapping[str, str]) -> list[Question]:
    """Give the questions that matter after some answers; one that does not matter answers nothing for another."""
    found: list[Question] = []
    heard: dict[str, str] = {}
    for each in questions:
        if all(heard.get(name, "") in answers for name, answers in each.when.items()):
            found.append(each)
            heard[each.name] = told.get(each.name, "")
    return found


def missing(questions: Iterable[Question], told: Mapping[str, str]) -> list[Question]:
    """Give what has to be answered and is not."""
    return [each for each in relevant(questions, told) if each.needed and not told.get(each.name, "")]


def checked(file: str, data: Sequence[Mapping[str, Any]]) -> tuple[Question, ...]:
    """Turn the ``question`` entries of an edition's file into records; conditions look at earlier questions only."""
    found: dict[str, Question] = {}
    for each in data:
        name = each.get("name", each)
        if _KEYS - each.keys() or each.keys() - _KEYS - _MORE_KEYS:
            keys = f"{', '.join(sorted(_KEYS))} and perhaps {', '.join(sorted(_MORE_KEYS))}"
            raise ValueError(f"{file}: {name} should have {keys}")
        made = Question(**{**each, "takes": Takes(each["takes"]), "choices": tuple(each.get("choices", ()))})
        made = made._replace(when={word: tuple(values) for word, values in made.when.items()})
        if name in found or (made.takes is Takes.CHOICE) != bool(made.choices):
            raise ValueError(f"{file}: {name} stands there twice, or does not go with its choices")
        for word, values in made.when.items():
            if word not in found or any(value not in _possible(found[word]) for value in values):
                raise ValueError(f"{file}: {name} waits for {word}, which is not asked before or has no such answer")
        found[name] = made
    return tuple(found.values())


def _possible(question: Question) -> tuple[str, ...]:
    return (YES, NO) if question.takes is Takes.YES_NO else question.choices


def hundredths(said: str) -> int | None:
    """Read an amount with up to two decimals, in hundredths; None: it is none."""
    found = _AMOUNT.fullmatch(said)
    return None if found is None else int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def _yes_no(_question: Question, said: str) -> str:
    if said.casefold() not in (YES, NO):
        raise ValueError("Answer yes or no.")
    return said.casefold()


def _count(question: Question, said: str) -> str:
    found = int(said) if _WHOLE.fullmatch(said) else None
    return _bounded(question, found, question.least, question.most, "a whole number")


def _amount(question: Question, said: str) -> str:
    return _bounded(question, hundredths(said), question.least, question.most, "a number such as 12 or 12.50")


def _bounded(question: Question, found: int | None, least: Exact, most: Exact, kind: str) -> str:
    if found is None or not least <= found <= most:
        raise ValueError(f"Give {kind} from {question.shown(str(least))} to {question.shown(str(most))}.")
    return str(found)


def _day(_question: Question, said: str) -> str:
    try:
        found = date.fromisoformat(said)
    except ValueError:
        raise ValueError("Give a day such as 2026-03-31.") from None
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ValueError(f"Give a day between {_FIRST_YEAR} and {_LAST_YEAR}.")
    return found.isoformat()


def _choice(question: Question, said: str) -> str:
    if said not in question.choices:
        raise ValueError(f"Choose one of: {', '.join(map(question.shown, question.choices))}.")
    return said


def _text(question: Question, said: str) -> str:
    longest = LONGEST_DESCRIPTION if question.takes is Takes.DESCRIPTION else LONGEST_TEXT
    if len(said) > longest or any(sign < " " and sign not in "\r\n\t" for sign in said):
        raise ValueError(f"Write at most {longest:,} characters.")
    return said


_READ = {
    Takes.YES_NO: _yes_no,
    Takes.COUNT: _count,
    Takes.AMOUNT: _amount,
    Takes.DAY: _day,
    Takes.CHOICE: _choice,
    Takes.TEXT: _text,
    Takes.DESCRIPTION: _text,
    Takes.PAPER: _text,
}
