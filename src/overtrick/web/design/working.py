"""A working as HTML: sentence, figure and clause, from the result down.

What a line rests on stands below it and can be folded; two levels are open at first.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from overtrick.engine.marks import clause_mark
from overtrick.engine.numbers import Exact
from overtrick.engine.working import Step, figure
from overtrick.handbooks import edition as editions

#: A clause up to where it may break: behind a dot with a word after it, behind a hyphen.
_PARTS = re.compile(r".+?(?:(?<=\.)(?=[A-Za-z])|(?<=-)|$)")

#: What an address calls the edition.
EDITION = "edition"

#: So many levels are open when the page comes up.
OPEN = 2


def as_html(working: Step, points: Callable[[Exact], str], handbook: str, edition: str = "") -> SafeString:
    """Lay a working out as a list of lists; what was shown once is not shown again."""
    shown: set[int] = set()

    def link(clause: str) -> SafeString | str:
        return clause_link(clause, handbook, edition)

    return format_html('<ul class="working" lang="en">{}</ul>', _item(working, points, link, 0, shown))


def _item(
    step: Step, points: Callable[[Exact], str], link: Callable[[str], SafeString | str], depth: int, shown: set[int]
) -> SafeString:
    line = format_html('<span class="says">{}</span><span class="figure">{}</span>', step.says, figure(step, points))
    # A link may not stand inside of what one presses to fold the line.
    clause = format_html('<span class="clause">{}</span>', link(step.clause)) if step.clause else ""
    below = [each for each in step.because if id(each) not in shown]
    shown.update(id(each) for each in below)
    if not below:
        return format_html('<li>{}<div class="line">{}</div></li>', clause, line)
    inner = format_html_join("", "{}", ((_item(each, points, link, depth + 1, shown),) for each in below))
    return format_html(
        '<li>{}<details{}><summary class="line">{}</summary><ul>{}</ul></details></li>',
        clause,
        mark_safe(" open") if depth < OPEN else "",
        line,
        inner,
    )


def clause_link(clause: str, handbook: str, edition: str = "") -> SafeString | str:
    """Link a clause to its page in the handbook: in that of an edition, where there are several."""
    if not clause:
        return ""
    # Long ones such as ch2.aggregate-pairs may break where a reader would break them.
    parts = format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in _PARTS.findall(clause_mark(clause))))
    return format_html('<a href="{}">{}</a>', clause_address(clause, handbook, edition), parts)


def clause_address(clause: str, handbook: str, edition: str = "") -> str:
    """Give the address of a clause; its number may mean another clause in another edition."""
    return in_edition(reverse("clause", args=[handbook, clause]), handbook, edition)


def in_edition(address: str, handbook: str, edition: str) -> str:
    """Let an address of a handbook's page name the edition, where there are several."""
    several = edition and len(editions.get(handbook).editions) > 1
    return f"{address}?{urlencode({EDITION: edition})}" if several else address
