"""Template tags for the parts of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Protocol

from django import template
from django.urls import reverse
from django.utils.dates import MONTHS
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from overtrick.engine.marks import clause_mark, clause_marks
from overtrick.handbooks.applications import PLAYER, loaded
from overtrick.handbooks.clauses import Clause
from overtrick.register.accounts.models import User
from overtrick.register.federations.handbook import edition_on
from overtrick.register.scoping import current
from overtrick.transparency.keys import encode
from overtrick.web.access import today
from overtrick.web.design.clause_states import state_words
from overtrick.web.design.english import english
from overtrick.web.design.markup import fill
from overtrick.web.design.mistakes import Mistake, listed
from overtrick.web.design.region_words import region

register = template.Library()

#: So many problems, differences or notes of a file are listed.
_MOST_ROWS = 300

#: The colours of every handbook, named here so that they can be translated.
COLOURS = (
    gettext_noop("Local"),
    gettext_noop("Green"),
    gettext_noop("Blue"),
    gettext_noop("Red"),
    gettext_noop("Gold"),
    gettext_noop("National"),
)

#: What somebody is for an organisation, and what a player is, named here for the same reason.
ROLES = (gettext_noop("Scorer"), gettext_noop("Secretary"), gettext_noop("Office"))
STANDINGS = (
    gettext_noop("Registered"),
    gettext_noop("Overseas"),
    gettext_noop("Visitor"),
    gettext_noop("Potential"),
    gettext_noop("Lapsed"),
    gettext_noop("Deceased"),
)


@register.filter
def named(word: str) -> str:
    """Write a role or a standing as the page's language does."""
    return _(word.capitalize()) if word else ""


@register.filter
def day(value: date | None) -> str:
    """Write a day as people do: 15 November 2026."""
    return f"{value.day} {_month(value.month, get_language())} {value.year}" if value else ""


@lru_cache
def _month(number: int, _language: str | None) -> str:
    """Name a month in the language of the page."""
    return str(MONTHS[number])


@register.simple_tag
def today_in_words() -> str:
    """Say on which day a page is printed."""
    return day(today())


@register.filter
def chip(colour: str) -> SafeString:
    """Name a colour of points: never by colour alone."""
    return _chip(colour, get_language())


@lru_cache
def _chip(colour: str, _language: str | None) -> SafeString:
    return fill('<span class="chip chip-{}">{}</span>', colour, _(colour.capitalize()))


@register.filter
def first_ones(rows: Sequence[object]) -> Sequence[object]:
    """Give as many rows as somebody reads: a file can have a problem in each of its lines."""
    return rows[:_MOST_ROWS]


@register.filter
def not_shown(rows: Sequence[object]) -> int:
    """Count the rows after those."""
    return max(len(rows) - _MOST_ROWS, 0)


class Chosen(Protocol):
    """A field of a form of filters."""

    @property
    def chosen_words(self) -> str:
        """What is chosen in it; empty where nothing is."""


@register.filter
def chosen_words(form: Iterable[Chosen]) -> str:
    """Say what is chosen in the fields of a form."""
    return ", ".join(each.chosen_words for each in form if each.chosen_words)


@register.filter
def full_name(user: User) -> str:
    """Name whoever did something."""
    return user.get_full_name() or user.username


@register.filter
def whole_hash(value: bytes) -> SafeString:
    """Write a hash as a signed head has it: on paper, nobody can look up the rest."""
    return fill('<code class="hash">{}</code>', encode(bytes(value)))


@register.filter
def tone(status: str) -> str:
    """Say how the chip of a status looks: to be decided, accepted, or not."""
    return {"submitted": "odd", "waiting": "odd", "approved": "good", "confirmed": "good"}.get(status, "wrong")


@register.filter(name="clause_mark")
def marked(clause: str) -> str:
    """Write a clause as its handbook is cited: § 4.1.2, Chapter 2."""
    return clause_mark(clause)


@register.filter(name="clause_marks")
def all_marked(written: str) -> str:
    """Write a list of clauses so."""
    return ", ".join(clause_marks(re.split(r"[,;]\s*", written)))


@register.filter
def clause_state(clause: Clause) -> str:
    """Say what becomes of a clause."""
    return state_words(clause.state)


@register.filter(name="english")
def stays_english(text: object) -> SafeString | str:
    """Mark what stays English on a page in another language."""
    return english(text)


@register.simple_tag(name="mistakes", takes_context=True)
def mistakes_on_page(context: template.Context) -> list[Mistake]:
    """List what is wrong in what was sent; the frame of every page shows it."""
    return listed(context.get("form"), context.get("mistakes"))


@register.simple_tag(name="region")
def region_word() -> str:
    """Name what stands between a club and the federation."""
    return region()


@register.simple_tag
def players_apply() -> bool:
    """Say whether the handbook lets players apply for something: without that no page speaks of it."""
    return any(PLAYER in each.by for each in loaded(edition_on(current(), today())))


@register.simple_block_tag
def crumbs(content: str) -> SafeString:
    """Say where a page stands: the way to it, page by page."""
    return fill('<nav aria-label="{}"><ol class="crumbs">{}</ol></nav>', _("You are here"), content)


@register.simple_tag
def crumb(words: object, page: str, *values: object) -> SafeString:
    """Name a page on the way, by the name of its address and what that takes."""
    return fill('<li><a href="{}">{}</a></li>', reverse(page, args=values), words)


@register.filter
def of(mapping: dict[str, object], key: str) -> object:
    """Look something up by a name that is only known in the template."""
    return mapping.get(key, "")
