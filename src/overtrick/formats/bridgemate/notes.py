"""What should be known about a ranking that was worked out, and what is left to ask?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.bridgemate.movement import ONE, TWO, schedule
from overtrick.formats.reading import Note, Question
from overtrick.formats.scoring import METHODS, boards_played

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from overtrick.formats.bridgemate.ranking import Scored

_SHOWN = 6


def questions(days: Mapping[date, int], day: date, *, scoring: bool) -> list[Question]:
    """Ask for what no terminal knows; for the day only where results were sent on several."""
    asked = [
        Question("handbook", "Which federation's handbook applies?", code="handbook-missing"),
        Question("status", "What is the status of the event?", code="status-missing"),
        Question(
            "event", "What is the event called?", suggested=f"Session of {day.isoformat()}", code="event-name-missing"
        ),
    ]
    if scoring:
        because = "table terminals do not say it; most sessions are scored by match points"
        asks = "How were the boards scored? The ranking depends on it."
        asked.append(Question("scoring", asks, tuple(METHODS), "matchpoints", because, code="scoring-missing"))
    if len(days) > 1:
        because = ", ".join(f"{count} results are of {each.isoformat()}" for each, count in sorted(days.items()))
        choices = tuple(each.isoformat() for each in sorted(days))
        asked.append(
            Question(
                "date",
                "On which day did the event begin?",
                choices,
                day.isoformat(),
                because,
                code="first-day-of-several",
            )
        )
    return asked


def contradicted(scored: Scored) -> Iterator[Question]:
    """Ask how many winners there were, where the file says what the movement contradicts."""
    against = [(number, each) for number, each in scored.found.items() if each.against]
    for number, each in against[:1]:
        where = f" in section {scored.session.letter(number)}" if scored.several else ""
        because = f"the file says {each.winners}, but {each.against}{where}"
        suggested = str(ONE + TWO - each.winners)
        asks = "How many winners did each section have? The file contradicts itself."
        yield Question("winners", asks, (str(ONE), str(TWO)), suggested, because, code="winners-contradicted")


def notes(scored: Scored) -> Iterator[Note]:
    """Tell how the ranking came about, and who is not known."""
    session = scored.session
    across = ", all sections together" if scored.several else ""
    yield Note(
        "ranking-worked-out",
        f"The ranking is not in the file; it was worked out from the results by {scored.method}{across}.",
    )
    for number, each in scored.found.items():
        section = f"Section {session.letter(number)}" if scored.several else "The session"
        winners = "two winners" if each.winners == TWO else "one winner"
        yield Note("winners-taken", f"{section} has {winners}: {each.because}.")
    if session.replaced:
        count = "One result was" if session.replaced == 1 else f"{session.replaced} results were"
        yield Note("results-corrected", f"{count} corrected by a later one; the later one counts.")
    if session.erased:
        count = "One result is" if session.erased == 1 else f"{session.erased} results are"
        yield Note("results-erased", f"{count} marked as erased and left out.")
    planned, played = schedule(session, scored.found).boards, _most_played(scored)
    if played < planned:
        yield Note(
            "movement-longer-than-played",
            f"The movement has {planned} boards for everybody; the most that anybody played is {played}.",
        )
    yield from _unknown(scored)
    yield from scored.lines.notes


def _most_played(scored: Scored) -> int:
    lines = scored.lines
    return max((boards_played(lines.players) + boards_played(lines.pairs)).values(), default=0)


def _unknown(scored: Scored) -> Iterator[Note]:
    labels = scored.labels()
    persons = {label: scored.known.get(scored.lines.entrants[key], ()) for key, label in labels.items()}
    nameless = [label for label, each in persons.items() if not each or not all(person.name for person in each)]
    numberless = [label for label, each in persons.items() if not each or not all(person.number for person in each)]
    if nameless:
        yield Note("names-missing", f"A name is missing for {_labels_text(nameless, len(persons))}.")
    if numberless:
        yield Note(
            "numbers-missing",
            f"A number is missing for {_labels_text(numberless, len(persons))}; points are credited by number.",
        )


def _labels_text(labels: list[str], every: int) -> str:
    if len(labels) == every:
        return "everybody"
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return ", ".join(labels[:_SHOWN]) + more
