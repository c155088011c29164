"""Places each problem or question on the form by hand: beside its field, in a new field, or at the top."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.engine.assessment import Problem
from overtrick.formats.event_file.keys import FOR_EVERY_STAGE
from overtrick.formats.names import plain
from overtrick.formats.reading import Path, Question
from overtrick.handbooks.forms import EVENT_WORDS, FACT
from overtrick.web.club.by_hand.event_file import round_order
from overtrick.web.club.by_hand.sheet import HandStage, Sheet, list_field, start
from overtrick.web.club.by_hand.words import ANSWER, LIST, HandField, slug

#: The fields that can hold a word of the event file, the likeliest first.
_FIELDS = {"boards": ("boards", "rounds of play"), "match boards": ("match boards", "boards per round", "boards")}
_CALLED = {"name": "stage name"}
_OF_THE_EVENT = ("event", "date", "status", *EVENT_WORDS)
_OF_A_ROW = ("place", "won", "drawn", "category", "section")
_OF_A_MATCH = {
    "winner": "winner",
    "loser": "loser",
    "boards": "boards",
    "scores": "winner-score",
    "segments": "stanzas",
}


#: The field that ends a problem of a whole stage, by the code of the problem.
_ENDED_BY = {
    "qualifying-stage-missing": "original tables",
    "original-entry-missing": "original tables",
    "final-missing": "main tables",
    "match-boards-missing": "match boards",
    "sessions-missing": "sessions",
    "series-missing": "games",
}


class FormFindings(NamedTuple):
    """What is wrong on the form or asked about it."""

    errors: Mapping[str, str] = {}  #: by the name of the field
    others: Sequence[str] = ()  #: of no field
    questions: Sequence[Question] = ()  #: that the form has no field for, but makes one

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.errors or self.others)


def found(sheet: Sheet, problems: Sequence[Problem], questions: Sequence[Question]) -> FormFindings:
    """Place what came of the form: each problem and each question beside the field that it is about."""
    errors: dict[str, list[str]] = {}
    others = []
    asked = []
    for problem in problems:
        field = field_of(sheet, problem.path) or (field_of(sheet, problem.against) if problem.against else "")
        field = field or _field_that_ends(sheet, problem)
        says = f"{problem.found} {problem.remedy}"
        if problem.asks and not _answers(field, problem.path):
            says += " " + _("This form has no field for it. Write the results in an event file, and send that.")
        if field:
            errors.setdefault(field, []).append(says)
        else:
            others.append(says)
    for question in questions:
        says = question.asks if question.closed or not question.because else f"{question.asks} {question.because}"
        field = _field_of_word(sheet, question.word)
        if question.word in sheet.answers or (not field and _can_be_answered(question.word)):
            asked.append(question)
            field = extra(question.word).field
        if field:
            errors.setdefault(field, []).append(says)
        else:
            others.append(says)
    return FormFindings({field: " ".join(dict.fromkeys(said)) for field, said in errors.items()}, others, asked)


def _field_that_ends(sheet: Sheet, problem: Problem) -> str:
    match problem.path:
        case ("stages", int(number)) if number < len(sheet.filled) and problem.code in _ENDED_BY:
            return _stage_field(*sheet.filled[number], _ENDED_BY[problem.code])
    return ""


def _answers(field: str, path: Path) -> bool:
    """Say whether a field takes what is asked, and does not only stand near it."""
    return bool(path) and slug(str(path[-1])) in field


# --- Questions of the handbook that the form does not ask --------------------------------------------------------


def extras(sheet: Sheet, questions: Sequence[Question], own: Collection[str]) -> list[HandField]:
    """Make a field for each question that the form has none of its own for, and for each that was answered before."""
    asked = {question.word: question for question in questions}
    words = [*asked, *(word for word in sheet.answers if word not in asked)]
    return [extra(word, asked.get(word)) for word in words if _can_be_answered(word) and word not in own]


def extra(word: str, question: Question | None = None) -> HandField:
    """Make a field for a question of the handbook; one that was answered before is called by its word."""
    label = question.asks if question else word.removeprefix(FACT).capitalize()
    hint = question.because if question and not question.closed else ""
    choices = tuple((choice, choice) for choice in question.closed) if question else ()
    name = f"{ANSWER}{word}"
    return HandField(name, label, hint, choices, optional=question is None, takes="text", answer=name)


def _can_be_answered(word: str) -> bool:
    """Say whether the event file takes the answer at its top, whatever kind of event it is."""
    return word.startswith(FACT) or word in (*FOR_EVERY_STAGE, "still in")


# --- From a place in the event to a field ------------------------------------------------------------------------


def field_of(sheet: Sheet, path: Path) -> str:
    """Name the field in which a part of the event was typed; nothing if there is none."""
    match path:
        case ("stages", int(number), *rest) if number < len(sheet.filled):
            at, stage = sheet.filled[number]
            return _stage_path(sheet, at, stage, tuple(rest))
        case (str(word),):
            return _field_of_word(sheet, word)
        case ("facts", str(name)):
            return _field_of_word(sheet, f"{FACT}{name}")
    return ""


def _stage_path(sheet: Sheet, at: int, stage: HandStage, rest: Path) -> str:
    field = ""
    match rest:
        case ("fields", int(number), "contestants", int(row), *more):
            field = _row_field(at, stage, _list(stage, number), row, tuple(more))
        case ("fields", int(number), str(word)) if word in LIST:
            field = list_field(at, _list(stage, number), word)
        case ("fields", int(number), *_more):
            field = _row_field(at, stage, _list(stage, number), 0, ())
        case ("rounds", int(number), "matches", int(played), *more):
            field = _match_field(at, stage, round_order(stage)[number], played, tuple(more))
        case ("matches", int(played), *more):
            field = _match_field(at, stage, None, played, tuple(more))
        case (str(word), *_more):
            field = _stage_field(at, stage, word) or (_field_of_word(sheet, word) if word in _OF_THE_EVENT else "")
    return field


def _stage_field(at: int, stage: HandStage, word: str) -> str:
    known = (*stage.asks, *stage.options)
    word = _CALLED.get(word, word).replace("_", " ")
    return next((f"{start(at)}{slug(each)}" for each in _FIELDS.get(word, (word,)) if each in known), "")


def _field_of_word(sheet: Sheet, word: str) -> str:
    if word.startswith(FACT) or word in sheet.answers:
        return extra(word).field if word in (*sheet.answers, *sheet.form.asks, *sheet.form.options) else ""
    if word in _OF_THE_EVENT:
        return slug(word)
    return next((field for at, stage in sheet.filled if (field := _stage_field(at, stage, word))), "")


def _list(stage: HandStage, at: int) -> int:
    """Find the list on the form; those that were left empty are not in the event."""
    filled = [number for number, each in enumerate(stage.lists) if not each.empty]
    return filled[at] if at < len(filled) else 0


def _row_field(stage_at: int, stage: HandStage, at: int, row: int, rest: Path) -> str:
    filled = stage.lists[at].filled
    if row >= len(filled):
        return ""
    number, typed = filled[row]
    begin = f"{start(stage_at)}{at}-{number}"
    match rest:
        case ("players", int(player), *word):
            named = [seat for seat, each in enumerate(typed.players) if each.name]
            what = "boards" if word == ["boards"] and stage.named else "name"
            return f"{begin}-{what}-{named[player]}" if player < len(named) else ""
        case (str(word), *_more) if word in _OF_A_ROW and word in stage.columns:
            return f"{begin}-{word}"
    return f"{begin}-team" if stage.named else f"{begin}-number-0"


def _match_field(at: int, stage: HandStage, name: str | None, played: int, rest: Path) -> str:
    """Find a match: on the form they may stand in any order, in the event round by round."""
    rows = [row for row, match in stage.played if match.loser and (name is None or plain(match.round) == name)]
    word = str(rest[0]) if rest else ""
    return f"{start(at)}match-{rows[played]}-{_OF_A_MATCH.get(word, 'winner')}" if played < len(rows) else ""
