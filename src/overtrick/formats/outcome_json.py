"""How is what came of a file given to a program? As plain data: one record for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.formats import awards_json

if TYPE_CHECKING:
    from overtrick.formats.outcome import Outcome
    from overtrick.formats.reading import Note, Question


def outcome_data(outcome: Outcome, *, working: bool = True) -> dict[str, Any]:
    """Turn what came of a file into plain data; awards only where there is neither a problem nor an open question."""
    reading, event = outcome.reading, outcome.reading.event
    made = None
    if outcome.worked_out and outcome.assessment is not None and outcome.edition is not None:
        made = awards_json.assessment_data(outcome.assessment, outcome.edition, working=working)
        compared = outcome.comparison()
    else:
        made = awards_json.no_assessment_data(outcome.problems)
        compared = None
    return {
        **made,
        "file": reading.file,
        "format": reading.format,
        "program": reading.program,
        "event": event.name if event else None,
        "date": event.begins.isoformat() if event else None,
        "handbook": reading.handbook or None,
        "edition": outcome.edition.name if outcome.edition else None,
        "questions": [question_data(each) for each in outcome.questions],
        "notes": [note_data(each) for each in reading.notes],
        "comparison": None if compared is None else compared.as_data(),
    }


def question_data(question: Question) -> dict[str, Any]:
    """Turn a question into plain data."""
    return {
        "code": question.code,
        "word": question.word,
        "asks": question.asks,
        "choices": list(question.choices),
        "others": question.others,
        "suggested": question.suggested or None,
        "because": question.because,
    }


def note_data(note: Note) -> dict[str, Any]:
    """Turn a note into plain data."""
    return {"code": note.code, "says": note.says, "line": note.line or None}
