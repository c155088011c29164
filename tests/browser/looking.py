"""Can everybody use a page? What every test of a page looks at, whatever else it is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT, AxeResults  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}

#: What a browser runs before each page, so that axe is there and half a megabyte is not sent to each page anew.
BEFORE_EACH_PAGE: str = AXE_SCRIPT
#: Every rule is tried; what passes is not described element by element, which takes twice as long as the rules.
_FOUND = "() => axe.run({resultTypes: ['violations']}).then(found => found.violations)"

#: What sticks out, innermost last; buttons, fields and links that stand by themselves and are too small; the levels of
#: the headings. A link inside a sentence is as high as its line, and what is in a label is hit by hitting the label.
_LAYOUT = """
() => {
  const all = what => [...document.querySelectorAll(what)], shown = what => all(what).filter(e => e.checkVisibility());
  const root = document.documentElement, wide = root.scrollWidth - root.clientWidth;
  const start = e => e.outerHTML.slice(0, 120);
  const sticksOut = wide <= 0 ? [] : all('main *').filter(e => e.getBoundingClientRect().right > root.clientWidth + 1);
  const small = shown('button, summary, select, input:not([type=hidden]), textarea, .button, nav a')
    .filter(e => !e.closest('label, .skip, .crumbs'))
    .filter(e => { const box = e.getBoundingClientRect(); return box.width && Math.round(box.height) < 44; });
  const levels = shown('h1, h2, h3, h4, h5, h6').map(e => Number(e.tagName[1]));
  return { wide, sticksOut: sticksOut.map(start).slice(-3), small: small.map(start), levels };
}
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


def check_page(page: Page) -> None:
    """Nothing for axe to find, and a layout that everybody can use."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(BEFORE_EACH_PAGE)
    found = page.evaluate(_FOUND)
    assert not found, f"{page.url}: {AxeResults({'violations': found}).generate_report()}"
    check_layout(page)


def check_layout(page: Page) -> None:
    """Nothing wider than the screen, everything large enough to hit, headings in order; works without script."""
    seen = page.evaluate(_LAYOUT)
    wide, levels = seen["wide"], seen["levels"]
    assert wide <= 0, f"{page.url} is {wide} pixels wider than the screen: {seen['sticksOut']}"
    assert seen["small"] == [], f"{page.url}: too small to hit: {seen['small']}"
    assert levels.count(1) == 1, f"{page.url} has {levels.count(1)} headings of the first level"
    skipped = [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1]
    assert skipped == [], f"{page.url} leaves a level of headings out: {levels}"
