"""In which ways does somebody come? A small screen or a large one, light or dark, with script or without.

That makes eight ways. A story is told in one of them, and one story after the other takes the next, so that eight
stories use all of them. ``OVERTRICK_WAYS=all``, which ``make soak`` sets, tells every story in all eight.

``make test`` tells some stories, and looks at other pages in the first of the ways below; ``make proof`` does the rest.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser.looking import DESKTOP, PHONE, check_layout, check_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _pytest.mark import ParameterSet
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open
    from tests.web.cast import Role


class Way(NamedTuple):
    """How somebody comes."""

    small: bool
    dark: bool
    script: bool

    def __str__(self) -> str:
        words = ("phone" if self.small else "desktop", "dark" if self.dark else "light")
        return ", ".join((*words, "script" if self.script else "no script"))

    @property
    def size(self) -> ViewportSize:
        """The screen."""
        return PHONE if self.small else DESKTOP

    def opposite(self) -> Way:
        """The way that has nothing in common with this one."""
        return Way(not self.small, not self.dark, not self.script)

    def open(self, open_page: Open, path: str, role: Role | str | None = None) -> Page:
        """Open a page in this way."""
        return open_page(path, role, size=self.size, dark=self.dark, script=self.script)

    def look(self, page: Page) -> None:
        """See that everybody can use the page as it is now; axe needs script, the rest does not."""
        (check_page if self.script else check_layout)(page)


#: One of each two opposite ways.
_FIRST = (Way(True, True, False), Way(True, False, True), Way(True, False, False), Way(True, True, True))
ALL = tuple(way for first in _FIRST for way in (first, first.opposite()))


def ways_of(number: int) -> Sequence[Way]:
    """List the ways in which a story is told."""
    if os.environ.get("OVERTRICK_WAYS") == "all":
        return ALL
    first = _FIRST[number % len(_FIRST)]
    return (first if number // len(_FIRST) % 2 else first.opposite(),)


#: A story of a stranger, a player, a club, a county and the office.
_OFTEN = {2, 7, 10, 17, 20}


def story(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Tell a story in its ways; the test takes ``way``."""
    marks = () if number in _OFTEN else pytest.mark.proof
    return pytest.mark.parametrize("way", [pytest.param(way, marks=marks) for way in ways_of(number)], ids=str)


def _proof(*values: object) -> ParameterSet:
    return pytest.param(*values, marks=pytest.mark.proof)


with_and_without_script = pytest.mark.parametrize("script", [True, _proof(False)], ids=["with script", "without"])
on_both = pytest.mark.parametrize("size", [PHONE, _proof(DESKTOP)], ids=["phone", "desktop"])
in_both_themes = pytest.mark.parametrize(
    ("size", "dark"), [(PHONE, False), _proof(DESKTOP, True)], ids=["phone", "desktop, dark"]
)
on_a_phone_without_script_and_a_desktop = pytest.mark.parametrize(
    ("size", "script"), [(PHONE, False), _proof(DESKTOP, True)], ids=["phone, no script", "desktop"]
)
