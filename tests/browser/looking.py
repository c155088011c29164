"""Can everybody use a page? What every test of a page looks at, whatever else it is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}

_AXE = Axe()
#: What a browser runs before each page, so that axe is there and half a megabyte is not sent to each page anew.
BEFORE_EACH_PAGE: str = _AXE.axe_script
_THERE = Axe(axe_script="0")
#: Every rule is tried; what passes is not described element by element, which takes twice as long as the rules.
_FOUND = {"resultTypes": ["violations"]}

#: Buttons, fields and links that stand by themselves. A link inside a sentence is as high as its line, and what is in a
#: label is hit by hitting the label.
_TOO_SMALL = """
() => [...document.querySelectorAll('button, summary, select, input:not([type=hidden]), textarea, .button, nav a')]
  .filter(each => each.checkVisibility() && !each.closest('label, .skip, .crumbs'))
  .filter(each => { const box = each.getBoundingClientRect(); return box.width && Math.round(box.height) < 44; })
  .map(each => each.outerHTML.slice(0, 120))
"""

_LEVELS = """
() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .filter(each => each.checkVisibility()).map(each => Number(each.tagName[1]))
"""


_WATCH = """
() => { window.settled = new Promise(done => document.addEventListener('htmx:afterSettle', done, {once: true})) }
"""


@contextmanager
def swapped(page: Page) -> Iterator[None]:
    """Wait until htmx has put in what is asked for meanwhile: until then the page can be another one at any moment."""
    page.evaluate(_WATCH)
    yield
    page.evaluate("() => window.settled.then(() => true)")


#: What sticks out, innermost last.
_TOO_WIDE = """
    [...document.querySelectorAll("main *")]
        .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(each => each.outerHTML.slice(0, 120)).slice(-3)
"""


def check_page(page: Page) -> None:
    """Nothing for axe to find, and a layout that everybody can use."""
    axe = _THERE if page.evaluate("'axe' in window") else _AXE
    found = axe.run(page, options=_FOUND)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    check_layout(page)


def check_layout(page: Page) -> None:
    """Nothing wider than the screen, everything large enough to hit, headings in order; works without script."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} pixels wider than the screen: {page.evaluate(_TOO_WIDE)}"
    small = page.evaluate(_TOO_SMALL)
    assert small == [], f"{page.url}: too small to hit: {small}"
    levels = page.evaluate(_LEVELS)
    assert levels.count(1) == 1, f"{page.url} has {levels.count(1)} headings of the first level"
    skipped = [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1]
    assert skipped == [], f"{page.url} leaves a level of headings out: {levels}"
