"""Places each problem or question on the form by hand: beside its field, in a new field, or at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.engine.assessment import Problem
from overtrick.formats.event_file.keys import FOR_EVERY_STAGE
from overtrick.formats.reading import Path, Question
from overtrick.web.club.hand_form import ANSWER, Sheet, count, list_boards
from overtrick.web.club.hand_kinds import HandField, fields_of

_FACTS = "facts "

#: The fields that can hold a word of the event file, the likeliest first.
_FIELDS = {"boards": ("boards", "rounds-of-play"), "match boards": ("match-boards", "boards-per-round", "boards")}
_OF_THE_EVENT = ("event", "date", "status")
_OF_A_ROW = ("place", "won", "drawn")
_OF_A_MATCH = {"winner": "winner", "loser": "loser", "boards": "boards", "scores": "winner-score"}


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


def _answers(field: str, path: Path) -> bool:
    """Say whether a field takes what is asked, and does not only stand near it."""
    return bool(path) and str(path[-1]).replace(" ", "-") in field


# --- Questions of the handbook that the form does not ask --------------------------------------------------------


def extras(sheet: Sheet, questions: Sequence[Question]) -> list[HandField]:
    """Make a field for each question that the form has none for, and for each that was answered before."""
    asked = {question.word: question for question in questions}
    words = [*asked, *(word for word in sheet.answers if word not in asked)]
    return [extra(word, asked.get(word)) for word in words if _can_be_answered(word)]


def extra(word: str, question: Question | None = None) -> HandField:
    """Make a field for a question of the handbook; one that was answered before is called by its word."""
    label = question.asks if question else word.removeprefix(_FACTS).capitalize()
    hint = question.because if question and not question.closed else ""
    choices = tuple((choice, choice) for choice in question.closed) if question else ()
    name = f"{ANSWER}{word}"
    return HandField(name, label, hint, choices, optional=question is None, numbers=False, answer=name)


def _can_be_answered(word: str) -> bool:
    """Say whether the event file takes the answer at its top, whatever kind of event it is."""
    return word.startswith(_FACTS) or word in FOR_EVERY_STAGE


# --- From a place in the event to a field ------------------------------------------------------------------------


def field_of(sheet: Sheet, path: Path) -> str:
    """Name the field in which a part of the event was typed; nothing if there is none."""
    field = ""
    match path:
        case ("stages", int(), "fields", int(at), "boards") if sheet.kind.divisions:
            field = list_boards(_list(sheet, at))
        case ("stages", int(stage), "fields", int(at), "contestants", int(row), *rest):
            field = _row_field(sheet, _list(sheet, stage if sheet.kind.stages else at), row, tuple(rest))
        case ("stages", 0, "rounds", int(number), "matches", int(at), *rest):
            field = _match_field(sheet, number, at, tuple(rest))
        case ("stages", int(stage), "boards") if sheet.kind.stages and stage:
            field = "final-boards"
        case ("stages", int(), str(word)) | (str(word),):
            field = _field_of_word(sheet, word)
        case ("facts", str(name)):
            field = _field_of_word(sheet, f"{_FACTS}{name}")
    return field


def _field_of_word(sheet: Sheet, word: str) -> str:
    if word in sheet.answers:
        return extra(word).field
    known = [*_OF_THE_EVENT, *(each.field for each in fields_of(sheet.kind))]
    return next((field for field in _FIELDS.get(word, (word.replace(" ", "-"),)) if field in known), "")


def _list(sheet: Sheet, at: int) -> int:
    """Find the list on the form; those that were left empty are not in the event."""
    filled = [each for each in range(len(sheet.lists)) if sheet.filled(each)]
    return filled[at] if at < len(filled) else 0


def _row_field(sheet: Sheet, at: int, row: int, rest: Path) -> str:
    filled = sheet.filled(at)
    if row >= len(filled):
        return ""
    number, typed = filled[row]
    start = f"{at}-{number}"
    match rest:
        case ("players", int(player), *word):
            named = [seat for seat, each in enumerate(typed.players) if each.name]
            what = "boards" if word == ["boards"] and sheet.kind.teams else "name"
            return f"{start}-{what}-{named[player]}" if player < len(named) else ""
        case (str(word), *_more) if word in _OF_A_ROW and (word == "place") is not sheet.kind.matches:
            return f"{start}-{word}"
    return f"{start}-team" if sheet.kind.teams else f"{start}-number-0"


def _match_field(sheet: Sheet, number: int, at: int, rest: Path) -> str:
    """Find a match: on the form they may stand in any order, in the event round by round."""
    listed = [(count(each.round), row) for row, each in enumerate(sheet.matches) if not each.empty]
    rounds = sorted({each for each, _row in listed})
    rows = [row for each, row in listed if number < len(rounds) and each == rounds[number]]
    word = str(rest[0]) if rest else ""
    return f"match-{rows[at]}-{_OF_A_MATCH.get(word, 'winner')}" if at < len(rows) else ""
