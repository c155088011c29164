"""The form by hand as a page shows it: the kinds to choose from, and the stages, lists and rows of one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.event import Play, StageKind
from overtrick.handbooks import forms, worth
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.forms import Form
from overtrick.web.club.by_hand import cells, findings, words
from overtrick.web.club.by_hand.cells import Cell
from overtrick.web.club.by_hand.facts_asked import asks_status, event_fields, told
from overtrick.web.club.by_hand.fields import list_fields, stage_fields
from overtrick.web.club.by_hand.findings import FormFindings
from overtrick.web.club.by_hand.sheet import (
    MORE,
    HandMatch,
    HandRow,
    HandStage,
    Sheet,
    list_name,
    place_of,
    start,
    winners_of,
)
from overtrick.web.club.by_hand.words import ANSWER, HandField

#: A field of the form as the page shows it: what is typed in it, and what is wrong with it.
_Shown = tuple[HandField, str, str]
#: The fields of a row that are not shown at first.
_MORE = re.compile("boards|score|standing|ended|stanzas")


# --- What was played? ---------------------------------------------------------------------------------------------


class KindLink(NamedTuple):
    """A form that can be chosen, or one shape of it."""

    title: str | Promise
    says: str
    address: str
    shapes: tuple[tuple[str | Promise, str], ...] = ()  #: where people know beforehand which they need


def groups(edition: Edition) -> list[tuple[str, list[KindLink]]]:
    """Give the forms of an edition in its own groups."""
    found: dict[str, list[KindLink]] = {}
    for form in forms.forms(edition).values():
        found.setdefault(form.group, []).append(_link(form))
    return list(found.items())


def _link(form: Form) -> KindLink:
    """Offer each number of winners by itself where there is one stage: the lists differ from the first row on."""
    address = "?" + urlencode({"kind": form.name})
    usual = winners_of(form.stages[0], form.play[0])
    shapes: list[tuple[str | Promise, str]] = []
    if len(form.play) == 1 and len(usual) > 1 and form.stages[0].lists in ("", "sessions"):
        shapes = [(words.WINNERS[each], f"{address}&winners={each}") for each in usual]
    elif len(form.play) > 1:
        shapes = [(words.PLAYS[each], f"{address}&play={each}") for each in form.play]
    return KindLink(form.title, form.says, address, tuple(shapes))


# --- The form -----------------------------------------------------------------------------------------------------


def shown(sheet: Sheet, found: FormFindings, edition: Edition) -> dict[str, Any]:
    """Give what the page shows of a form."""
    errors = found.errors
    own = [each.answer.removeprefix(ANSWER) for each in event_fields(sheet, edition)]
    extras = [
        (each, sheet.answers.get(each.answer.removeprefix(ANSWER), ""), errors.get(each.field, ""))
        for each in findings.extras(sheet, found.questions, own)
    ]
    about = [(each, told(sheet, each), errors.get(each.field, "")) for each in event_fields(sheet, edition)]
    options = [each for each in about if each[0].optional]
    stages = [_stage(sheet, at, errors) for at in range(len(sheet.stages))]
    return {
        "sheet": sheet,
        "form": sheet.form,
        "shapes": [*_plays(sheet), *(stages[0].shapes if len(stages) == 1 else ())],
        "fields": [each for each in about if not each[0].optional],
        "options": options,
        "options_open": any(value or error for _field, value, error in options),
        "extras": extras,
        "stages": stages,
        "one_stage": len(stages) == 1,
        "added": _can_be_added(sheet),
        "errors": errors,
        "others": found.others,
        "levels": worth.levels(edition) if asks_status(sheet, edition) else (),
        "season": sheet.stages[0].cup,
        "more": MORE,
    }


def _can_be_added(sheet: Sheet) -> list[tuple[str, str | Promise, int]]:
    """Name the stages that a button adds, each with its place; the first of a form that may stand alone is not one."""
    if len(sheet.form.stages) == 1:
        return []
    kinds = [each.kind for each in sheet.form.stages if each.kind is not StageKind.ONLY]
    return [(f"stage {kind}", words.ADDED[kind], place_of(sheet, kind)) for kind in kinds]


class ChoiceField(NamedTuple):
    """A choice that decides which fields the form has."""

    name: str
    label: str
    choices: list[tuple[str, str | Promise]]
    value: str

    @property
    def chosen(self) -> str | Promise:
        """How the answer is said."""
        return dict(self.choices)[self.value]


def _plays(sheet: Sheet) -> list[ChoiceField]:
    choices = [(str(each), words.PLAYS[each]) for each in sheet.form.play]
    return [ChoiceField("play", _("Who competes?"), choices, str(sheet.play))] if len(choices) > 1 else []


class LineShown(NamedTuple):
    """A row of the results or a match as the page shows it."""

    title: str
    wrong: list[str]
    cells: list[list[Cell]]
    more: list[Cell]  #: what may be left empty
    open: bool  #: whether that is shown


class ListShown(NamedTuple):
    """A list of results as the page shows it."""

    at: str  #: what its button is called
    number: int
    id: str
    title: str | Promise
    rows: list[LineShown]
    optional: bool
    fields: list[_Shown]
    options: list[_Shown]
    open: bool


class StageShown(NamedTuple):
    """A stage as the page shows it."""

    start: str
    kind: str
    title: str | Promise
    shapes: list[ChoiceField]
    fields: list[_Shown]
    options: list[_Shown]
    options_open: bool
    lists: list[ListShown]
    matches: list[LineShown]
    stage: HandStage
    optional: bool
    teams: list[str]
    adds_list: str | Promise

    @property
    def title_id(self) -> str:
        """Where its title is on the page."""
        return f"{self.start or 'stage-0-'}title"

    @property
    def can_list_matches(self) -> bool:
        """Whether matches may be listed instead of counted."""
        return "won" in self.stage.columns or bool(self.stage.matches)

    @property
    def can_tell_more(self) -> bool:
        """Whether scores and standings are not asked for yet."""
        return not self.stage.details and not self.stage.cup


#: What the button says that adds a list, by how the lists of a stage go together.
_ADDS_LIST = {
    "divisions": gettext_lazy("Add a division"),
    "sections": gettext_lazy("Add a section"),
    "sessions": gettext_lazy("Add the list of a session"),
}


def _stage(sheet: Sheet, at: int, errors: Mapping[str, str]) -> StageShown:
    stage, begin = sheet.stages[at], start(at)
    fields = _with_texts(stage_fields(at, stage), stage.texts, errors)
    options = [each for each in fields if each[0].optional]
    contests = [(str(each), words.CONTESTS[each]) for each in stage.form.contests]
    winners = [(str(each), words.WINNERS[each]) for each in winners_of(stage.form, stage.play)]
    shapes = [
        ChoiceField(f"{begin}contest", _("How was it played?"), contests, str(stage.contest)),
        ChoiceField(f"{begin}winners", _("How many winners?"), winners, str(stage.winners)),
    ]
    return StageShown(
        begin,
        str(stage.form.kind),
        words.STAGES[sheet.kind_of(at)],
        [each for each in shapes if len(each.choices) > 1],
        [each for each in fields if not each[0].optional],
        options,
        any(value or error for _field, value, error in options),
        [_list(sheet, at, number, errors) for number in range(len(stage.lists))],
        [_match(stage, match, errors, f"{begin}match-{row}", row, begin) for row, match in enumerate(stage.matches)],
        stage,
        len(sheet.stages) > 1,
        [row.team for each in stage.lists for row in each.rows if row.team],
        _ADDS_LIST.get(stage.form.lists, ""),
    )


def _with_texts(fields: Iterable[HandField], texts: Mapping[str, str], errors: Mapping[str, str]) -> list[_Shown]:
    return [(each, texts.get(each.word, ""), errors.get(each.field, "")) for each in fields]


def _list(sheet: Sheet, at: int, number: int, errors: Mapping[str, str]) -> ListShown:
    stage = sheet.stages[at]
    begin = f"{start(at)}{number}"
    rows = [_row(stage, row, errors, f"{begin}-{place}", place) for place, row in enumerate(stage.lists[number].rows)]
    fields = _with_texts(list_fields(at, stage, number), stage.lists[number].texts, errors)
    shown_first = [each for each in fields if not each[0].optional or each[0].word in ("session", "list", "entered")]
    options = [each for each in fields if each not in shown_first]
    return ListShown(
        begin,
        number,
        f"{start(at)}list-{number}",
        _list_title(sheet, at, number),
        rows,
        bool(stage.form.lists) and number > 0,
        shown_first,
        options,
        any(value or error for _field, value, error in options),
    )


def _list_title(sheet: Sheet, at: int, number: int) -> str | Promise:
    stage = sheet.stages[at]
    name = list_name(stage, number)
    directions = {
        "North-South": _("North–South"),
        "East-West": _("East–West"),
        "North": _("North"),
        "South": _("South"),
        "East": _("East"),
        "West": _("West"),
    }
    if name:
        return directions.get(name, name)
    if stage.cup:
        return _("The teams") if stage.play is Play.TEAMS else _("The pairs")
    return _("The whole event") if len(stage.lists) > 1 else _("The results")


def _row(stage: HandStage, row: HandRow, errors: Mapping[str, str], begin: str, at: int) -> LineShown:
    wrong, opened = _wrong(errors, f"{begin}-")
    more = cells.more_of_row(stage, row, begin)
    title = _("Row %(number)s") % {"number": at + 1}
    return LineShown(title, wrong, cells.cells_of_row(stage, row, begin), more, row.more_told or opened)


def _match(
    stage: HandStage, match: HandMatch, errors: Mapping[str, str], begin: str, at: int, stage_start: str
) -> LineShown:
    wrong, opened = _wrong(errors, f"{begin}-")
    title = _("Match %(number)s") % {"number": at + 1}
    first = cells.cells_of_match(stage, match, begin, f"{stage_start}teams")
    return LineShown(title, wrong, first, cells.more_of_match(match, begin), match.more_told or opened)


def _wrong(errors: Mapping[str, str], begin: str) -> tuple[list[str], bool]:
    """Give what is wrong in a row, and whether it is in what is not shown at first."""
    wrong = {field[len(begin) :]: error for field, error in errors.items() if field.startswith(begin)}
    return list(wrong.values()), any(_MORE.search(field) for field in wrong)
