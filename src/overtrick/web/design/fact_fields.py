"""What kind of event it was, on a page: a line or a short list, and the fields that change it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.engine.event import Event
from overtrick.handbooks import facts
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.facts import Fact
from overtrick.register.competitions.listed_events import Nameable, nameable
from overtrick.register.organisations.models import Organisation
from overtrick.web.design.working import clause_link

#: So many answers are shown at once; more are a list to choose from.
_FEW = 6
#: Answers of so many characters have room beside each other.
_SHORT = 14


class FactRow(NamedTuple):
    """A fact with its answer, as the list shows it."""

    label: str
    answer: str
    clause: SafeString | str


class EventKind(NamedTuple):
    """What kind of event it was."""

    line: str  #: "Club status, local points."
    rows: list[FactRow]  #: if something is not as usual: what was said, and what is not usual
    unusual: str  #: that alone, for a list of events: "Green points, major championship"


class FactChoice(NamedTuple):
    """One answer that can be chosen."""

    value: str
    words: str
    chosen: bool


class FactField(NamedTuple):
    """A fact as the form asks it."""

    fact: Fact
    name: str  #: of its field
    value: str
    choices: list[FactChoice]
    names: tuple[str, ...]  #: what can be named
    clause: SafeString | str
    error: str
    left_out: str = ""  #: what is not among the names, and why
    left_out_clause: SafeString | str = ""

    @property
    def id(self) -> str:
        """What the list of errors links to."""
        return self.name.replace(" ", "-")

    @property
    def first_id(self) -> str:
        """The first thing in the field that takes the focus."""
        return f"{self.id}-1" if self.radios else self.id

    @property
    def radios(self) -> bool:
        """Whether all answers are shown at once."""
        return 0 < len(self.choices) <= _FEW

    @property
    def short(self) -> bool:
        """Whether the answers stand beside each other."""
        return all(len(choice.words) <= _SHORT for choice in self.choices)

    @property
    def described_by(self) -> str:
        """What a screen reader reads with the field."""
        parts = (("hint", self.fact.hint or self.clause), ("left-out", self.left_out), ("error", self.error))
        return " ".join(f"{self.id}-{part}" for part, told in parts if told)


def kind_of(edition: Edition, event: Event) -> EventKind:
    """Say what kind of event it was."""
    told = facts.told_by(event)
    said, unusual, rows = [], [], []
    for fact in facts.relevant(edition, event):
        answer = fact.spelt(told.get(fact.name, "")) or fact.usual or ""
        odd = answer != fact.usual and fact.name != facts.STATUS
        sentence = fact.says.format(fact.words.get(answer, answer)) if fact.says and answer else ""
        if sentence:
            said.append(sentence)
        if odd:
            unusual.append(sentence or _brief(fact, answer))
        if odd or fact.says:
            words = fact.shown(answer) if answer or fact.usual is not None else _("Not said")
            rows.append(FactRow(label(fact), words, clause_link(fact.clause, edition.handbook.name)))
    return EventKind(_sentence(said), rows if unusual else [], _sentence(unusual).removesuffix("."))


def _brief(fact: Fact, answer: str) -> str:
    if answer == "yes":
        return fact.name
    return f"{fact.name}: {fact.words.get(answer, answer)}" if answer else _("%s not said") % fact.name


def _sentence(parts: list[str]) -> str:
    told = ", ".join(parts)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def label(fact: Fact) -> str:
    """Name a fact in a list."""
    return fact.name[:1].upper() + fact.name[1:]


def field_name(fact: Fact) -> str:
    """Name the field of a fact."""
    return f"fact {fact.name}"


def given(posted: QueryDict, edition: Edition) -> dict[str, str]:
    """Take what was chosen, by the name of the fact; what was not asked is not in it."""
    names = {name: field_name(fact) for name, fact in edition.all_facts.items()}
    return {name: " ".join(str(posted[field]).split()) for name, field in names.items() if field in posted}


def errors(edition: Edition, event: Event, wanted: Mapping[str, str]) -> dict[str, str]:
    """Find what is not answered, or not with something that a fact takes, by its name."""
    found = {}
    told = {**facts.told_by(event), **wanted}
    for fact in facts.relevant(edition, event, wanted):
        answer = fact.spelt(told.get(fact.name, ""))
        if not answer and fact.usual is None:
            found[fact.name] = (_("Choose an answer: %s") if fact.answers else _("Enter an answer: %s")) % fact.asks
        elif answer and not fact.accepts(answer):
            found[fact.name] = _wrong(fact)
    return found


def _wrong(fact: Fact) -> str:
    if fact.takes == "count":
        return _("Enter a whole number, for example 8: %s") % fact.asks
    if fact.takes == "points":
        return _("Enter a number, for example 4 or 2.25: %s") % fact.asks
    if fact.takes == facts.DAY:
        return _("Enter a day, for example 2026-05-12: %s") % fact.asks
    return _("Choose one of the answers: %s") % fact.asks if fact.answers else _("This is too long: %s") % fact.asks


def fields(
    edition: Edition, event: Event, wanted: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> list[FactField]:
    """Put every fact that matters, after what was chosen so far, with its usual answer chosen."""
    told = {**facts.told_by(event), **(wanted or {})}
    return [
        _field(edition, fact, fact.spelt(told.get(fact.name, "")), (wrong or {}).get(fact.name, ""))
        for fact in facts.relevant(edition, event, wanted)
    ]


def for_organisation(
    fields: list[FactField], organisation: Organisation, edition: Edition, on: date
) -> list[FactField]:
    """Offer the names that an organisation may give, and say why others are left out."""
    return [_offered(each, organisation, edition, on) if each.names else each for each in fields]


def _offered(field: FactField, organisation: Organisation, edition: Edition, on: date) -> FactField:
    found = nameable(organisation, edition, field.fact, on)
    if found.against is None:
        return field._replace(names=found.names)
    clause = clause_link(found.against.working.clause, edition.handbook.name)
    return field._replace(names=found.names, left_out=left_out_words(organisation, found), left_out_clause=clause)


def left_out_words(organisation: Organisation, found: Nameable) -> str:
    """Say that events of others are not offered."""
    said = ngettext(
        "%(count)d event is not offered, because it is not for %(name)s to name.",
        "%(count)d events are not offered, because they are not for %(name)s to name.",
        found.left_out,
    )
    return said % {"count": found.left_out, "name": organisation.name}


def _field(edition: Edition, fact: Fact, told: str, error: str) -> FactField:
    answer = told or fact.usual or ""
    offered = ([""] if fact.usual == "" else []) + list(fact.answers) if fact.answers else []
    choices = [FactChoice(each, fact.shown(each), each == answer) for each in offered]
    if len(choices) > _FEW and "" not in offered and not answer:
        choices.insert(0, FactChoice("", _("Choose an answer"), chosen=True))
    clause = clause_link(fact.clause, edition.handbook.name)
    return FactField(fact, field_name(fact), answer, choices, fact.names(edition), clause, error)
