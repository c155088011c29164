"""What an event is worth, place by place and why, from its handbook, kind and size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from overtrick.engine.numbers import Exact
from overtrick.engine.scales import Pay
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth as worths
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.worth import Kind, Worth
from overtrick.web.access import today
from overtrick.web.design import charts
from overtrick.web.design.working import as_html

#: So many places are listed; of a larger field the last one is named.
_MOST_PLACES = 300

#: What is compared: the same event with one more of what its kind counts.
_ONE_MORE = {
    "tables": gettext_lazy("With one more table"),
    "original-tables": gettext_lazy("With one more table at the start"),
    "pairs": gettext_lazy("With one more pair"),
    "qualifiers": gettext_lazy("With one more in the list"),
    "finalists": gettext_lazy("With one more finalist"),
    "places": gettext_lazy("With one more award"),
}


class WorthField(NamedTuple):
    """A question as the form shows it."""

    question: worths.Question
    value: str
    wrong: str = ""

    @property
    def at(self) -> str:
        """Name the field within the page; of several choices, the first."""
        return f"{self.question.name}-1" if self.choices else self.question.name

    @property
    def choices(self) -> tuple[str, ...]:
        """List what may be chosen; empty where a figure is typed."""
        return ("yes", "no") if self.question.takes == "yes or no" else self.question.choices

    @property
    def hint(self) -> str:
        """Say what may be typed."""
        return {
            "count": "",
            "points": _("For example 2.25"),
        }.get(self.question.takes, "")


class WorthRow(NamedTuple):
    """A place: what it earns, and what it would with one more table."""

    place: int
    now: str
    then: str


class WorthList(NamedTuple):
    """The places of one list, drawn and worked out."""

    heading: str
    rows: list[WorthRow]
    chart: SafeString
    says: str
    working: SafeString
    left_out: int = 0  #: how many paid places are not listed


@require_safe
def worth(request: HttpRequest) -> HttpResponse:
    """Show the form, and the awards as soon as it is filled in."""
    handbook = request.GET.get("handbook", "")
    known = editions.names()
    own = request.federation.handbook if request.federation else known[0]  # type: ignore[attr-defined]
    edition = editions.get(handbook if handbook in known else own).edition_near(today())
    kinds = worths.kinds(edition)
    kind = kinds.get(request.GET.get("kind", "")) or next(iter(kinds.values()))
    asked = "choose" not in request.GET and any(each.name in request.GET for each in kind.questions)
    fields = _fields(kind, request.GET, asked=asked)
    shown = {"handbook": edition.handbook, "edition": edition, "handbooks": [editions.get(name) for name in known]}
    shown |= {"kinds": kinds.values(), "kind": kind, "fields": fields, "asked": asked}
    shown["one_more"] = _ONE_MORE.get(kind.one_more, _("With one more"))
    if asked and not any(field.wrong for field in fields):
        shown |= _answer(edition, kind, {field.question.name: field.value for field in fields})
    part = request.headers.get("HX-Target", "")
    return render(request, {"bench": "public/worth_bench.html"}.get(part, "public/worth.html"), shown)


def _fields(kind: Kind, given: Mapping[str, str], *, asked: bool) -> list[WorthField]:
    fields = []
    for question in kind.questions:
        value = given.get(question.name, question.default or "").strip()
        wrong = ""
        if question.name in given and asked:
            try:
                question.read(value)
            except worths.BadAnswer:
                wrong = remedy(question)
        elif question.default is None and asked:
            wrong = remedy(question)
        fields.append(WorthField(question, value, wrong))
    return fields


def remedy(question: worths.Question) -> str:
    """Say what a question takes."""
    said = {
        "count": _("Enter a whole number up to %(most)s, for example 24"),
        "half tables": _("Enter the number of tables up to %(most)s, for example 9 or 9.5"),
        "points": _("Enter points up to %(most)s, for example 2.25"),
    }.get(question.takes, _("Choose one of these"))
    return said % {"most": f"{question.most:,}"}


def _answer(edition: Edition, kind: Kind, answers: dict[str, str]) -> dict[str, object]:
    try:
        now = worths.worth(edition, kind.name, answers)
    except worths.BadAnswer as bad:
        return {"refusal": str(bad)}
    then = worths.with_one_more(edition, kind, answers)
    colour = edition.handbook.colours[now.colour] if now.colour else next(iter(edition.handbook.colours.values()))
    won = edition.handbook.colours.get(now.win_colour) or colour
    name = edition.handbook.name
    return {
        "worth": now,
        "colour": colour.name,
        "refused": None if now.refused is None else as_html(now.refused, colour.show, name),
        "win": None if now.win is None else (won.show(now.win.value), as_html(now.win, won.show, name)),
        "win_colour": won.name,
        "rounds": [(title, colour.show(step.value), as_html(step, colour.show, name)) for title, step in now.rounds],
        "listings": _listings(now, then, colour.show, name),
    }


def _listings(now: Worth, then: Worth, show: Callable[[Exact], str], handbook: str) -> list[WorthList]:
    pairs = (
        (_("Each session") if now.overall else "", now.places, then.places),
        (_("The whole event as well") if now.places else "", now.overall, then.overall),
    )
    return [_listing(heading, here, there, show, handbook) for heading, here, there in pairs if here]


def _listing(
    heading: str, here: Sequence[Pay], there: Sequence[Pay], show: Callable[[Exact], str], handbook: str
) -> WorthList:
    rows = [
        WorthRow(place, show(now.units) if now else "", show(then.units) if then else "")
        for place, (now, then) in enumerate(zip_longest(here[:_MOST_PLACES], there[:_MOST_PLACES]), 1)
    ]
    count = len(here)
    said = ngettext(
        "%(count)d award: %(first)s for the first place.",
        "%(count)d awards, from %(first)s for the first place to %(last)s for the last.",
        count,
    )
    says = said % {"count": count, "first": show(here[0].units), "last": show(here[-1].units)}
    bars = [
        charts.Bar(str(place), float(pay.units), show(pay.units)) for place, pay in enumerate(here[:_MOST_PLACES], 1)
    ]
    left_out = max(count - _MOST_PLACES, 0)
    return WorthList(heading, rows, charts.bars(bars, says), says, as_html(here[0].working, show, handbook), left_out)
