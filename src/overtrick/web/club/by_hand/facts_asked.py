"""What the form by hand asks about the event as a whole: what matters by the handbook, after what was told so far."""

from __future__ import annotations

from overtrick.handbooks import facts
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.facts import Fact
from overtrick.handbooks.forms import EVENT_WORDS, FACT, Form, forms
from overtrick.web.club.by_hand.sheet import HandStage, Sheet
from overtrick.web.club.by_hand.words import ANSWER, EVENT, HandField
from overtrick.web.design.english import english


def event_fields(sheet: Sheet, edition: Edition) -> list[HandField]:
    """List what must be answered about an event, and what may be; its status has a field of its own."""
    fixed = dict(sheet.form.sets)
    matter = _matter(sheet, edition)
    elsewhere = _asked_elsewhere(edition, sheet.form)
    known = {each.word: each for each in edition.all_facts.values()} | matter
    needed = [word for word, each in matter.items() if each.usual is None or word not in elsewhere]
    usual = ["last day"] if sheet.form.takes_days else []
    usual += ["boards to come"] if len(sheet.form.stages) > 1 else []
    told_so_far = (word for word in EVENT_WORDS if sheet.texts.get(word))
    shown = [*sheet.form.asks, *usual, *needed, *sheet.form.options, *told_so_far]
    found, needs_telling = [], frozenset(sheet.form.asks)
    for word in dict.fromkeys(shown):
        fact = known.get(word)
        if word == facts.STATUS or (fact is not None and fact.name in fixed):
            continue
        if fact is None:
            found.append(EVENT[word]._replace(optional=True))
            continue
        must = word in needs_telling or (word in matter and fact.usual is None)
        found.append(_field(edition, sheet, fact, optional=not must))
    return found


def asks_status(sheet: Sheet, edition: Edition) -> bool:
    """Say whether the event has a status of its own: one that the handbook names has that of the handbook."""
    return facts.STATUS not in edition.all_facts or facts.STATUS in _matter(sheet, edition)


def _matter(sheet: Sheet, edition: Edition) -> dict[str, Fact]:
    return {each.word: each for each in facts.relevant(edition, _words(sheet), _told(sheet))}


def told(sheet: Sheet, field: HandField) -> str:
    """Give what was answered."""
    word = field.answer.removeprefix(ANSWER) or field.word
    return sheet.answers.get(word, "") if word.startswith(FACT) else sheet.texts.get(word, "")


def _asked_elsewhere(edition: Edition, form: Form) -> frozenset[str]:
    """Name what decides between forms: whoever needs it has chosen another one."""
    others = [each for each in forms(edition).values() if each is not form]
    decided = {f"{FACT}{name}" for each in others for name, _answer in each.sets}
    return frozenset((decided | {word for each in others for word in each.asks}) - {*form.asks, *form.options})


def _field(edition: Edition, sheet: Sheet, fact: Fact, *, optional: bool) -> HandField:
    """Ask for a fact in the handbook's own words; if it is left empty, the usual answer holds."""
    answers = dict(sheet.form.choices).get(fact.name) or fact.answers
    said = sheet.texts.get(fact.name, "") if fact.head else sheet.answers.get(fact.word, "")
    offered = [each for each in answers if not optional or each != fact.usual or each == said]
    choices = tuple((each, fact.shown(each)) for each in offered)
    takes = "number" if fact.takes and fact.takes != facts.DAY else "text"
    usual = fact.shown(fact.usual or "") if optional and answers and (fact.usual or "" in fact.words) else ""
    names = () if answers else fact.names(edition)
    hint = english(fact.hint) if fact.hint else ""
    if fact.head:
        return HandField(fact.name, english(fact.asks), hint, choices, optional, takes, names=names, usual=usual)
    sent = f"{ANSWER}{fact.word}"
    return HandField(sent, fact.asks, hint, choices, optional, takes, sent, names, usual)


# --- What the event is, as conditions ask it ----------------------------------------------------------------------


def _told(sheet: Sheet) -> dict[str, str]:
    answers = {word[len(FACT) :]: said for word, said in sheet.answers.items() if word.startswith(FACT)}
    head = {word: sheet.texts.get(word, "") for word in (facts.STATUS, facts.MAJOR)}
    return {name: said for name, said in {**head, **answers, **dict(sheet.form.sets)}.items() if said}


def _words(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    stages = sheet.filled
    return {
        "play": (str(sheet.play),),
        "contest": tuple(str(stage.contest) for _at, stage in stages),
        "stage": tuple(str(sheet.kind_of(at)) for at, _stage in stages),
        "sessions": tuple(_sessions(stage) for _at, stage in stages),
        "lists": tuple(_lists(stage) for _at, stage in stages),
    }


def _sessions(stage: HandStage) -> str:
    return "several" if len(stage.texts.get("sessions", "").split()) > 1 else "one"


def _lists(stage: HandStage) -> str:
    lists = sum(not each.empty for each in stage.lists) or len(stage.directions)
    return {1: "one", 2: "two"}.get(lists, "several")
