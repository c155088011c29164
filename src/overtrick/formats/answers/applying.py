"""What do the answers change? The parts of the event they name, the questions they close, and a note for each."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

from overtrick.engine import parts
from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event, Handicap, Scoring
from overtrick.formats.answers.given import KEPT, NOT_SAID, OF_THE_FILE, TYPED
from overtrick.formats.event_file.checks import WINNERS
from overtrick.formats.event_file.reading import NOTHING_BEFORE
from overtrick.formats.event_file.stage import MATCH_CONTESTS
from overtrick.formats.reading import Note, Question, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.engine.event import Schedule, Stage
    from overtrick.formats.answers.given import Answer, Answers

#: The part of the event, of each stage or of its schedule that a word stands for.
_OF_EVENT = {
    "event": "name",
    "date": "begins",
    "last day": "last_day",
    "still in": "still_in",
    "organiser": "organiser",
    "status": "status",
    "major championship": "major_championship",
    "boards before": "boards_before",
    "boards to come": "boards_to_come",
    "direct entrants": "direct_entrants",
    "continues": "continues",
}
_OF_STAGE = {
    "play": "play",
    "contest": "contest",
    "winners": "winners",
    "match boards": "match_boards",
    "handicap": "handicap",
    "stratified": "stratified",
    "scoring": "scoring",
    "match scores": "match_scores",
    "movement": "movement",
    "scored across": "across",
    "original tables": "original_tables",
    "main tables": "main_tables",
    "second tables": "second_tables",
    "stages before": "stages_before",
}
_OF_SCHEDULE = {
    "boards": "boards",
    "least boards": "least",
    "boards with sit-outs": "with_sit_outs",
    "boards in play": "in_play",
    "sessions": "sessions",
}

#: Notes that say what was taken for granted, by the word that answers it: once it is answered, they are no longer true.
_TAKEN = {
    "boards": ("boards-contradicted", "movement-longer-than-played"),
    "date": ("several-days", "last-session"),
    "event": ("event-without-name",),
    "handicap": ("handicap-left-out",),
    "organiser": ("organiser-missing", "organiser-taken"),
    "play": ("play-taken",),
    "scoring": ("scoring-taken",),
    "winners": ("winners-taken",),
}

#: What is written in the words of the event file, and kept in another form.
_KEPT: dict[str, Callable[[Any], Any]] = {
    "winners": int,
    "match scores": Scoring,
}


def apply(reading: Reading, answers: Answers) -> Reading:
    """Put answers into what was read; one that contradicts the file is taken, and the note says so."""
    if not answers.given and not answers.problems:
        return reading
    asked = {question.word for question in reading.questions}
    event, handbook, settings = reading.event, reading.handbook, dict(reading.settings)
    notes: list[Note] = []
    for answer in answers.given:
        before = ""
        if answer.word == "handbook":
            before, handbook = handbook, answer.value
        elif answer.word == "settings":
            before = settings.get(answer.name, "")
            settings[answer.name] = answer.value
        elif answer.word not in OF_THE_FILE and event is not None:
            event, before = _answered(event, answer)
        if answer.word != "columns":
            notes.append(_answer_note(answer, "" if answer.word in asked else before, reading.file))
    notes += _columns(answers, reading.file)
    problems = [*reading.problems, *answers.problems]
    if event is not None and answers.given:
        problems += _contradictions(event, answers, reading)
    return reading._replace(
        event=event,
        problems=problems,
        handbook=handbook,
        settings=settings,
        questions=(*_left(reading.questions, answers), *_asked_now(event, reading, answers)),
        notes=(*_still_true(reading.notes, answers), *notes),
    )


def _still_true(notes: Sequence[Note], answers: Answers) -> Iterator[Note]:
    """Leave out what the reader took for granted and somebody has answered since."""
    settled = {code for answer in answers.given for code in _TAKEN.get(answer.word, ())}
    yield from (each for each in notes if each.code not in settled)


def _answer_note(answer: Answer, before: str, file: str) -> Note:
    """Say what was answered, where, and what it replaces."""
    value = answer.written.upper() if answer.word == "handbook" else answer.written
    says = f"{answer.label[0].upper()}{answer.label[1:]}: {value} ({answer.place})."
    if before and before != answer.written:
        says += f" The file says {before}."
    if answer.instead:
        says += f" {answer.instead}."
    return Note(KEPT if answer.line else TYPED, says, file=file)


def _columns(answers: Answers, file: str) -> list[Note]:
    """Name all columns of a place together; the reader of the list shows which is which."""
    by_source: dict[str, list[Answer]] = {}
    for answer in answers.given:
        if answer.word == "columns":
            by_source.setdefault(answer.source, []).append(answer)
    notes = []
    for given in by_source.values():
        names, first = ", ".join(each.name for each in given), given[0]._replace(line=0)
        says = f"Columns for {names} ({first.place})."
        notes.append(Note(KEPT if given[0].line else TYPED, says, file=file))
    return notes


def _left(questions: Sequence[Question], answers: Answers) -> tuple[Question, ...]:
    """Keep the questions that nobody answered; one about a fact or a setting names it after its word."""
    closed = {each.word for each in answers.given if not each.name}
    closed |= {f"{each.word} {each.name}" for each in answers.given if each.name}
    if answers.get("sessions") is not None:
        closed.add("boards")
    return tuple(question for question in questions if question.word not in closed)


def _asked_now(event: Event | None, reading: Reading, answers: Answers) -> Iterator[Question]:
    """Ask what an answer brings up: once it is said that the contestants met in matches, how long a match was."""
    known = {question.word for question in reading.questions} | {answer.word for answer in answers.given}
    if event is None or "contest" not in known or "match boards" in known:
        return
    for stage in event.stages:
        untold = any(not match.boards for match in stage.matches) or not stage.matches
        several = sum(field.size for field in stage.fields) > 2  # noqa: PLR2004 - two play one match, over all the boards
        if stage.contest in MATCH_CONTESTS and not stage.match_boards and untold and several:
            yield Question("match boards", "How many boards did a match have?", code="match-boards-missing")
            return


# --- Into the event ----------------------------------------------------------------------------------------------


def _answered(event: Event, answer: Answer) -> tuple[Event, str]:
    """Put one answer into the event; with it, in words, what stood there."""
    word, value = answer.word, _KEPT.get(answer.word, _as_it_is)(answer.value)
    if value == NOT_SAID and word in ("facts", "status"):
        value = ""
    if word == "continues" and value == NOTHING_BEFORE:
        value = event.begins
    if word == "facts":
        return _with_fact(event, answer.name, value)
    if word == "entry":
        return _with_fact(event, "entry", "" if value == "open" else value)
    if word in _OF_EVENT:
        part = _OF_EVENT[word]
        return parts.placed(event._replace(**{part: value})), _value_text(getattr(event, part))
    stood = list(dict.fromkeys(_value_text(_stage_part(stage, word)) for stage in event.stages))
    stages = tuple(_with_part(stage, word, value) for stage in event.stages)
    return event._replace(stages=stages), " and ".join(each for each in stood if each)


def _as_it_is(value: Any) -> Any:  # noqa: ANN401 - as many kinds as there are words
    return value


def _with_fact(event: Event, name: str, value: str) -> tuple[Event, str]:
    facts = dict(event.facts)
    before = facts.pop(name, "")
    if value:
        facts[name] = value
    return event._replace(facts=tuple(sorted(facts.items()))), before


def _stage_part(stage: Stage, word: str) -> Any:  # noqa: ANN401 - as many kinds as there are words
    if word in _OF_STAGE:
        return getattr(stage, _OF_STAGE[word])
    return getattr(stage.schedule, _OF_SCHEDULE[word])


def _with_part(stage: Stage, word: str, value: Any) -> Stage:  # noqa: ANN401 - as many kinds as there are words
    if word in _OF_STAGE:
        return stage._replace(**{_OF_STAGE[word]: value})
    schedule: Schedule = stage.schedule._replace(**{_OF_SCHEDULE[word]: value})
    if word == "sessions" and not stage.schedule.boards:
        schedule = schedule._replace(boards=sum(value))
    return stage._replace(schedule=schedule)


def _value_text(value: object) -> str:
    """Write what stood there; empty if nothing did."""
    if value in (None, "", 0, (), Handicap.NONE, date.min) or value is False:
        return ""
    if value is True:
        return "yes"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


# --- Does it still fit together? ---------------------------------------------------------------------------------


def _contradictions(event: Event, answers: Answers, reading: Reading) -> list[Problem]:
    """Find answers that cannot be true of one event."""
    found: list[Problem] = []
    for index, stage in enumerate(event.stages):
        schedule = stage.schedule
        where = ("stages", index) if len(event.stages) > 1 else ()
        if schedule.least and schedule.boards and schedule.least > schedule.boards and _of(answers, "boards", "least"):
            says = f"Somebody was to play at least {schedule.least} boards, more than the {schedule.boards} at most."
            found.append(
                Problem(
                    says, "Answer 'boards' and 'least boards' together.", where, reading.file, code="answers-contradict"
                )
            )
        if schedule.sessions and schedule.boards > sum(schedule.sessions) and _of(answers, "boards", "sessions"):
            says = f"The sessions add up to {sum(schedule.sessions)} boards, fewer than the {schedule.boards} answered."
            found.append(
                Problem(
                    says,
                    "Answer 'boards' and 'sessions' so that they agree.",
                    where,
                    reading.file,
                    code="answers-contradict",
                )
            )
        if str(stage.winners) not in WINNERS[stage.play] and _of(answers, "winners", "play"):
            says = f"There cannot be {stage.winners} winners where {stage.play} compete."
            found.append(
                Problem(
                    says, "Correct the answer to 'winners' or 'play'.", where, reading.file, code="winners-against-play"
                )
            )
        elif stage.fields and stage.winners not in _lists(stage) and _of(answers, "winners"):
            lists = "one ranking list" if len(stage.fields) == 1 else f"{len(stage.fields)} ranking lists"
            winners = "One winner was" if stage.winners == 1 else f"{stage.winners} winners were"
            remedy = "Correct the answer, or rank everybody that way in the scoring program and export the file again."
            found.append(
                Problem(
                    f"{winners} answered, but the file has {lists}.",
                    remedy,
                    where,
                    reading.file,
                    code="winners-against-lists",
                )
            )
    return found


def _lists(stage: Stage) -> set[int]:
    """Count the lists that stand side by side in a section, a division or a session."""
    return set(Counter((field.division, field.section, field.session) for field in stage.fields).values())


def _of(answers: Answers, *words: str) -> bool:
    return any(each.word.startswith(words) for each in answers.given)
