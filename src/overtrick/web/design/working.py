"""A working as HTML: sentence, figure and clause, from the result down.

What a line rests on stands below it and can be folded; two levels are open at first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape

from django.urls import get_script_prefix, reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.marks import clause_mark
from overtrick.engine.numbers import Exact
from overtrick.engine.working import Step, figure
from overtrick.handbooks import edition as editions
from overtrick.register.papers.layout import Column, Lines
from overtrick.web.design.markup import fill

#: A clause up to where it may break: behind a dot with a word after it, behind a hyphen.
_PARTS = re.compile(r".+?(?:(?<=\.)(?=[A-Za-z])|(?<=-)|$)")

#: What an address calls the edition.
EDITION = "edition"

#: So many levels are open when the page comes up.
OPEN = 2


def as_html(working: Step, points: Callable[[Exact], str], handbook: str, edition: str = "") -> SafeString:
    """Lay a working out as a list of lists; what was shown once is not shown again."""
    prefix, named = get_script_prefix(), _named(handbook, edition)

    def link(clause: str) -> SafeString:
        return _link(clause, handbook, named, prefix)

    return SafeString(f'<ul class="working" lang="en">{_item(working, points, link, 0, set())}</ul>')


def _item(
    step: Step, points: Callable[[Exact], str], link: Callable[[str], SafeString], depth: int, shown: set[int]
) -> str:
    """Lay out a line and what it rests on. An event has hundreds of them, so they are not filled in one by one."""
    says, figure_shown = escape(step.says), escape(figure(step, points))
    line = f'<span class="says">{says}</span><span class="figure">{figure_shown}</span>'
    # A link may not stand inside of what one presses to fold the line.
    clause = f'<span class="clause">{link(step.clause)}</span>' if step.clause else ""
    below = _below(step, shown)
    if not below:
        return f'<li>{clause}<div class="line">{line}</div></li>'
    inner = "".join([_item(each, points, link, depth + 1, shown) for each in below])
    opened = " open" if depth < OPEN else ""
    return f'<li>{clause}<details{opened}><summary class="line">{line}</summary><ul>{inner}</ul></details></li>'


def _below(step: Step, shown: set[int]) -> list[Step]:
    """Give what a line rests on and has not been shown yet."""
    below = [each for each in step.because if id(each) not in shown]
    shown.update(map(id, below))
    return below


def on_paper(working: Step, points: Callable[[Exact], str]) -> Lines:
    """Write a working for a paper: every line open."""
    rows: list[list[str]] = []
    indents: list[int] = []

    def put(step: Step, depth: int, shown: set[int]) -> None:
        rows.append([step.says, figure(step, points), clause_mark(step.clause) if step.clause else ""])
        indents.append(min(depth, _DEEPEST))
        for each in _below(step, shown):
            put(each, depth + 1, shown)

    put(working, 0, set())
    columns = [Column(_("Working")), Column(_("Figure"), figures=True), Column(_("Clause"))]
    return Lines(columns, rows, indents)


#: No line of a paper stands in by more steps.
_DEEPEST = 8


def clause_link(clause: str, handbook: str, edition: str = "") -> SafeString | str:
    """Link a clause to its page in the handbook: in that of an edition, where there are several."""
    return _link(clause, handbook, _named(handbook, edition), get_script_prefix()) if clause else ""


@lru_cache(maxsize=2_000)
def _link(clause: str, handbook: str, edition: str, _prefix: str) -> SafeString:
    """Make the link, once for each federation: the same few clauses stand in every working."""
    # Long ones such as ch2.aggregate-pairs may break where a reader would break them.
    parts = SafeString("<wbr>".join([escape(part) for part in _PARTS.findall(clause_mark(clause))]))
    return fill('<a href="{}">{}</a>', _in(reverse("clause", args=[handbook, clause]), edition), parts)


def clause_address(clause: str, handbook: str, edition: str = "") -> str:
    """Give the address of a clause; its number may mean another clause in another edition."""
    return in_edition(reverse("clause", args=[handbook, clause]), handbook, edition)


def in_edition(address: str, handbook: str, edition: str) -> str:
    """Let an address of a handbook's page name the edition, where there are several."""
    return _in(address, _named(handbook, edition))


def _named(handbook: str, edition: str) -> str:
    """Give the edition that an address has to name; none where there is only one."""
    return edition if edition and len(editions.get(handbook).editions) > 1 else ""


def _in(address: str, edition: str) -> str:
    return f"{address}?{urlencode({EDITION: edition})}" if edition else address
