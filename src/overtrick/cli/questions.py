"""Open questions as commands print them, each with the option that answers it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from overtrick.formats.as_if import AS_IF
from overtrick.formats.event_file import keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.formats.reading import Question

#: The words that have an option of their own; every other is answered with --answer WORD=VALUE.
OPTIONS = {"handbook": "--handbook", "status": "--status", "date": "--date", "boards": "--boards"}

#: Words with names under them, and the option that answers one of them.
NAMED = {"facts": "--fact", "settings": "--set", "columns": "--column"}

#: Stands where the answer is to be filled in.
_LEFT = "…"


def option(question: Question) -> str:
    """Write what to type, with the value that the file hints at, or one that shows how it is written."""
    return _typed(question, _hint(question) or next(iter(question.choices), "") or _example(question.word))


def _quoted(text: str) -> str:
    """Put quotation marks around what a shell would take apart."""
    plain = text.replace(_LEFT, "x")
    return text if shlex.quote(plain) == plain else shlex.quote(text)


def _hint(question: Question) -> str:
    return question.suggested if not question.choices or question.suggested in question.choices else ""


def _typed(question: Question, value: str) -> str:
    word, _space, name = question.word.partition(" ")
    if word == "columns":
        return f"{NAMED[word]} {_quoted(value.replace(': ', '=', 1))}"
    if word in NAMED:
        return f"{NAMED[word]} {_quoted(f'{name}={value}')}"
    if question.word == AS_IF:
        return "--as-if"
    if question.word in OPTIONS:
        return f"{OPTIONS[question.word]} {_quoted(value)}"
    return f"--answer {_quoted(f'{question.word}={value}')}"


def _example(word: str) -> str:
    # Which words there are for a status is for the handbook to say.
    known = {**keys.STAGE, **keys.EVENT, "columns": "place=Rank", "status": "WORD"}
    return known.get(word, "VALUE")


def asked(question: Question) -> str:
    """Put a question in words, with the answers there are."""
    if question.others:
        return f"{question.asks} (likely {keys.either(question.choices)})"
    return f"{question.asks} ({keys.either(question.choices)})" if len(question.choices) > 1 else question.asks


def lines(question: Question) -> Iterator[str]:
    """Put a question in words: what is asked, what the file hints at, what to type."""
    yield asked(question)
    if question.suggested:
        because = f": {question.because}" if question.because else ""
        yield f"  The file suggests {question.suggested}{because.rstrip('.')}."
    elif because := question.because or question.remedy:
        yield f"  {because[0].upper()}{because[1:].rstrip('.')}."
    example = "" if _hint(question) or len(question.closed) == 1 else "for example "
    yield f"  Answer {example}with {option(question)}"


def in_words(questions: Sequence[Question]) -> Iterator[str]:
    """Put all questions of a file in words; last, what to add to the command, with a gap where the file has no hint."""
    count = len(questions)
    yield "The file leaves a question open:" if count == 1 else f"The file leaves {count} questions open:"
    for question in questions:
        yield from (f"  {line}" for line in lines(question))
    yield f"Type the command again with {' '.join(_typed(each, _hint(each) or _LEFT) for each in questions)}"


def data(questions: Sequence[Question]) -> list[dict[str, Any]]:
    """Turn questions into plain data."""
    return [
        {
            "code": each.code,
            "word": each.word,
            "asks": each.asks,
            "choices": list(each.choices),
            "suggested": each.suggested or None,
            "because": each.because,
            "remedy": each.remedy or None,
            "option": option(each),
        }
        for each in questions
    ]
