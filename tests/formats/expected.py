"""A reading as plain data, to be set beside the file it came from."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Any

from overtrick.formats import event_file, recognise
from overtrick.formats.answers.reading import read as given
from tests.formats.told import told

if TYPE_CHECKING:
    from overtrick.formats.reading import Reading

#: Answers to what has no suggestion.
ANSWERS = {"event": "Sample", "date": "2026-11-10", "boards": "24", "colour": "red"}


def as_data(name: str, content: bytes) -> dict[str, Any]:
    """Read a file, and once more with every question answered by its suggestion, where that makes an event.

    What every file is asked, for the handbook and the status, is left out.
    """
    (reading,) = recognise.read(name, content)
    particular = [each for each in reading.questions if each.word not in ("handbook", "status")]
    data: dict[str, Any] = json.loads(told(reading._replace(questions=particular)))
    if reading.event is None and reading.questions:
        event = answered(name, content, reading).event
        data["event once answered"] = None if event is None else json.loads(event_file.write(event))
    return data


def answered(name: str, content: bytes, reading: Reading) -> Reading:
    """Read a file again with its questions answered."""
    answers = dict(ANSWERS)
    columns: dict[str, str] = {}
    for question in reading.questions:
        if question.word == "columns":
            text = indent(question.suggested or question.choices[0], "  ")
            columns |= given("", f"columns:\n{text}".encode()).named("columns")
        elif question.suggested or question.choices:
            answers[question.word] = question.suggested or question.choices[0]
    asked = {question.word for question in reading.questions} - {"columns"}
    return recognise.read(name, content, columns, {word: answers[word] for word in asked if word in answers})[0]
