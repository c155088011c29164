"""The handbook as pages: clauses in our own words, tables drawn from the data, the readings we take."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from overtrick.engine.numbers import show
from overtrick.engine.working import clause_mark
from overtrick.handbooks import clauses as clause_lists
from overtrick.handbooks import edition as editions
from overtrick.handbooks.tables import show_key

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from overtrick.handbooks.clauses import Clause
    from overtrick.handbooks.edition import Edition, Erratum

#: A chapter is what stands before the first dot: 4.1.2 belongs to 4.
_CHAPTER = re.compile(r"[A-Za-z]*\s?\d*")


class Chapter(NamedTuple):
    """Clauses that stand together."""

    name: str
    clauses: list[Clause]


@require_safe
def handbooks(request: HttpRequest) -> HttpResponse:
    """List the handbooks."""
    return render(request, "public/handbooks.html", {"handbooks": [editions.get(name) for name in editions.names()]})


@require_safe
def handbook(request: HttpRequest, handbook: str) -> HttpResponse:
    """Show the clauses of one, chapter by chapter; a search narrows them."""
    edition = _edition(handbook)
    wanted = request.GET.get("search", "").strip()
    listed = [each for each in _clauses(edition) if _answers(each, wanted)]
    chapters = [Chapter(name, list(members)) for name, members in groupby(listed, key=_chapter)]
    tables = [(name, edition.table_versions(name)[-1][2]) for name in edition.table_names]
    shown = {"handbook": edition.handbook, "edition": edition, "chapters": chapters, "search": wanted, "tables": tables}
    return render(request, "public/handbook.html", {**shown, "count": len(listed)})


@require_safe
def clause(request: HttpRequest, handbook: str, clause: str) -> HttpResponse:
    """Show one clause: what it says, what executes it, what holds it, where the print is unsure."""
    edition = _edition(handbook)
    found = next((each for each in _clauses(edition) if each.clause == clause), None)
    if found is None:
        raise Http404
    return render(
        request,
        "public/clause.html",
        {
            "handbook": edition.handbook,
            "edition": edition,
            "clause": found,
            "mark": clause_mark(found.clause),
            "tables": [name[7:-5] for name in found.executed_by if name.startswith("tables/")],
            "rules": [name for name in found.executed_by if not name.startswith("tables/")],
            "errata": [each for each in edition.errata if _concerns(each, found)],
            "settings": [each for each in edition.settings.values() if each.clause == found.clause],
        },
    )


@require_safe
def table(request: HttpRequest, handbook: str, table: str) -> HttpResponse:
    """Show a table of the handbook as it stands."""
    edition = _edition(handbook)
    if table not in edition.table_names:
        raise Http404
    versions = [
        {
            "begins": begins,
            "ends": ends,
            "table": version,
            "rows": [(show_key(key), [_cell(cell) for cell in cells]) for key, cells in version.rows.items()],
        }
        for begins, ends, version in edition.table_versions(table)
    ]
    return render(
        request, "public/table.html", {"handbook": edition.handbook, "edition": edition, "versions": versions[::-1]}
    )


def _edition(handbook: str) -> Edition:
    try:
        return editions.get(handbook).latest
    except editions.NoHandbook:
        raise Http404 from None


@lru_cache
def _clauses(edition: Edition) -> list[Clause]:
    """Gather the clauses once; they do not change while the program runs."""
    return clause_lists.clauses(edition)


def _answers(clause: Clause, wanted: str) -> bool:
    return all(word in f"{clause.clause} {clause.summary}".lower() for word in wanted.lower().split())


def _chapter(clause: Clause) -> str:
    found = _CHAPTER.match(clause.clause)
    return found.group().strip() if found else ""


def _concerns(erratum: Erratum, clause: Clause) -> bool:
    return clause.clause in re.split(r"[,;]\s*", erratum.clause)


def _cell(cell: object) -> str:
    return cell if isinstance(cell, str) else show(cell)  # type: ignore[arg-type]
