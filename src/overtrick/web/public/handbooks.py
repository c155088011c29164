"""The handbook as pages: clauses in our words, tables from the data, the readings we take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from overtrick.engine.marks import clause_mark
from overtrick.engine.numbers import show
from overtrick.handbooks import chapters as chapter_lists
from overtrick.handbooks import edition as editions
from overtrick.handbooks import edition_difference
from overtrick.handbooks.chapters import Chapter
from overtrick.handbooks.clauses import Clause, ClauseState
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.tables import Table, show_key
from overtrick.web import parameters
from overtrick.web.access import today
from overtrick.web.design.clause_states import state_words
from overtrick.web.design.working import EDITION, clause_address, in_edition
from overtrick.web.public import clause_code, examples, readings

#: What a clause is about, in a word.
_KINDS = {
    "award": _("Awards"),
    "eligibility": _("Who may win points"),
    "entitlement": _("Who may award points"),
    "record": _("Records"),
    "exchange": _("Files and returns"),
    "money": _("Fees"),
    "info": _("For information"),
    "kind": _("Kinds of event"),
}

#: A table of so few rows is drawn where a clause names it; a larger one has its own page.
_SMALL = 14

#: 4.1.2(a) and 4.1.2/1 stand in section 4.1; ch2.club-night has none.
_SECTION = re.compile(r"\d+\.\d+")


class Section(NamedTuple):
    """The clauses of one section: 4.1, for example; nameless where the handbook has no such numbers."""

    name: str
    clauses: list[Clause]


class StateCount(NamedTuple):
    """What becomes of so many clauses."""

    words: str
    number: int


class Turn(NamedTuple):
    """A way to the page before or after."""

    words: str
    address: str


@require_safe
def handbooks(request: HttpRequest) -> HttpResponse:
    """List the handbooks."""
    listed = [editions.get(name) for name in editions.names()]
    shown = [(each, sum(state.number for state in _states(each.edition_near(today())))) for each in listed]
    return render(request, "public/handbooks.html", {"handbooks": shown})


@require_safe
def handbook(request: HttpRequest, handbook: str) -> HttpResponse:
    """Show what is in one: its chapters, tables and uncertain places; or the clauses that a search finds."""
    edition = _edition(request, handbook)
    wanted = parameters.search(request.GET, "search")
    chapters = _chapters(edition)
    found = [each for chapter in chapters for each in chapter.clauses if _answers(each, wanted)] if wanted else []
    shown = {
        "handbook": edition.handbook,
        "edition": edition,
        "chapters": chapters,
        "states": _states(edition),
        "search": wanted,
        "found": found,
        "errata": [each for each in edition.errata if wanted and readings.mentions(each, wanted)],
        "questions": [each for each in readings.questions(request, edition) if wanted and readings.asks(each, wanted)],
        "checked": readings.checked(edition),
        "tables": [(name, edition.table_versions(name)[-1][2]) for name in edition.table_names],
    }
    return render(request, "public/handbook.html", shown)


@require_safe
def chapter(request: HttpRequest, handbook: str, chapter: int) -> HttpResponse:
    """Show the clauses of a chapter, section by section."""
    edition = _edition(request, handbook)
    chapters = _chapters(edition)
    if not 0 < chapter <= len(chapters):
        raise Http404
    this = chapters[chapter - 1]
    unsure = {each for erratum in edition.errata for each in readings.clauses_of(erratum)}
    shown = {
        "handbook": edition.handbook,
        "edition": edition,
        "chapter": this,
        "sections": [Section(name, list(members)) for name, members in groupby(this.clauses, key=_section)],
        "unsure": unsure,
        **_turns(edition, chapters, chapter - 1),
    }
    return render(request, "public/chapter.html", shown)


@require_safe
def unsure(request: HttpRequest, handbook: str) -> HttpResponse:
    """List the places where the print is unsure, each with our reading, and the questions that a federation decides."""
    edition = _edition(request, handbook)
    wanted = parameters.search(request.GET, "search")
    questions = readings.questions(request, edition)
    shown = {
        "handbook": edition.handbook,
        "edition": edition,
        "search": wanted,
        "errata": [each for each in edition.errata if readings.mentions(each, wanted)],
        "questions": [each for each in questions if readings.asks(each, wanted)],
        "checked": readings.checked(edition),
    }
    return render(request, "public/unsure.html", shown)


@require_safe
def difference(request: HttpRequest, handbook: str) -> HttpResponse:
    """Show what is different between two editions: by default the last two."""
    listed = _edition(request, handbook).handbook.editions
    names = [each.name for each in listed]
    first, second = (request.GET.get(word, "") for word in ("from", "to"))
    later = next((each for each in listed if each.name == second), listed[-1])
    before = [each for each in listed if each.begins < later.begins]
    earlier = next((each for each in before if each.name == first), before[-1] if before else None)
    if (first and first not in names) or (second and second not in names):
        raise Http404
    shown = {
        "handbook": later.handbook,
        "editions": listed,
        "earlier": earlier,
        "later": later,
        "found": edition_difference.difference(earlier, later) if earlier is not None else None,
    }
    return render(request, "public/difference.html", shown)


@require_safe
def clause(request: HttpRequest, handbook: str, clause: str) -> HttpResponse:
    """Show one clause: what it says, its figures and examples, what executes it, where the print is unsure."""
    edition = _edition(request, handbook)
    chapters = _chapters(edition)
    every = [each for chapter in chapters for each in chapter.clauses]
    at = next((at for at, each in enumerate(every) if each.clause == clause), None)
    if at is None:
        raise Http404
    found = every[at]
    worked = examples.of_clause(edition, clause)
    shown = {
        "handbook": edition.handbook,
        "edition": edition,
        "clause": found,
        "chapter": next(chapter for chapter in chapters if found in chapter.clauses),
        **_turns(edition, every, at),
        "kind": _KINDS.get(found.kind, found.kind),
        "mark": clause_mark(found.clause),
        "tables": list(_tables(edition, found)),
        "rules": [clause_code.rule(edition, each) for each in found.executed_by if not _is_table(each)],
        "examples": worked,
        "tests": clause_code.tests(found),
        "errata": [each for each in edition.errata if clause in readings.clauses_of(each)],
        "checked": readings.checked(edition),
        "settings": [each for each in readings.questions(request, edition) if each.setting.clause == clause],
    }
    return render(request, "public/clause.html", shown)


@require_safe
def table(request: HttpRequest, handbook: str, table: str) -> HttpResponse:
    """Show a table of the handbook as it stands."""
    edition = _edition(request, handbook)
    if table not in edition.table_names:
        raise Http404
    versions = [
        {"begins": begins, "ends": ends, "table": version, "rows": _rows(version)}
        for begins, ends, version in edition.table_versions(table)
    ]
    return render(
        request, "public/table.html", {"handbook": edition.handbook, "edition": edition, "versions": versions[::-1]}
    )


def _edition(request: HttpRequest, handbook: str) -> Edition:
    """Open the edition that the address names; otherwise the one of today."""
    named = request.GET.get(EDITION, "")
    try:
        found = editions.get(handbook)
        return found.named(named) if named else found.edition_near(today())
    except (editions.NoHandbook, editions.NoEdition):
        raise Http404 from None


@lru_cache
def _chapters(edition: Edition) -> list[Chapter]:
    """Gather the clauses once; they do not change while the program runs."""
    return chapter_lists.chapters(edition)


def _states(edition: Edition) -> list[StateCount]:
    """Count the clauses by what becomes of them."""
    found = Counter(each.state for chapter in _chapters(edition) for each in chapter.clauses)
    return [StateCount(state_words(state), found[state]) for state in ClauseState if found[state]]


def _turns(edition: Edition, listed: Sequence[Chapter] | Sequence[Clause], at: int) -> dict[str, Turn | None]:
    """Lead to what stands before and after."""
    before = _turn(edition, listed[at - 1]) if at else None
    return {"before": before, "after": _turn(edition, listed[at + 1]) if at + 1 < len(listed) else None}


def _turn(edition: Edition, to: Chapter | Clause) -> Turn:
    handbook = edition.handbook.name
    if isinstance(to, Chapter):
        address = reverse("handbook-chapter", args=[handbook, to.number])
        return Turn(to.title, in_edition(address, handbook, edition.name))
    return Turn(clause_mark(to.clause), clause_address(to.clause, handbook, edition.name))


def _answers(clause: Clause, wanted: str) -> bool:
    return all(word in f"{clause.clause} {clause.summary}".lower() for word in wanted.lower().split())


def _section(clause: Clause) -> str:
    found = _SECTION.match(clause.clause)
    return found.group() if found else ""


def _is_table(name: str) -> bool:
    return name.startswith("tables/")


def _tables(edition: Edition, clause: Clause) -> Iterable[dict[str, object]]:
    """Give the tables of a clause; a small one with its rows."""
    for executed in clause.executed_by:
        if _is_table(executed):
            name = executed.removeprefix("tables/").removesuffix(".toml")
            newest = edition.table_versions(name)[-1][2]
            rows = _rows(newest) if len(newest.rows) <= _SMALL else []
            yield {"name": name, "table": newest, "rows": rows, "count": len(newest.rows)}


def _rows(table: Table) -> list[tuple[str, list[str]]]:
    return [(show_key(key), [_cell(cell) for cell in cells]) for key, cells in table.rows.items()]


def _cell(cell: object) -> str:
    return cell if isinstance(cell, str) else show(cell)  # type: ignore[arg-type]
