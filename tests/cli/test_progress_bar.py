"""The bar on a terminal says which part is at work and how much of it is done; elsewhere there is none."""

from __future__ import annotations

import io
from contextlib import redirect_stderr

import pytest

from overtrick.cli.office.progress_bar import bar, bar_of_parts


class Terminal(io.StringIO):
    """A terminal that keeps what it is shown."""

    def isatty(self) -> bool:
        """Say that somebody looks at it."""
        return True

    @property
    def last(self) -> str:
        """What it shows in the end, behind the name of the bar."""
        return self.getvalue().rpartition("Proving")[2]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_each_part_has_its_name_and_its_own_count(terminal: Terminal) -> None:
    with redirect_stderr(terminal), bar_of_parts("Proving") as tell:
        tell("entries", 3, 10)
        tell("promotions", 0, 0)
        tell("uploads", 4, 7)
    assert "uploads" in terminal.last
    assert "4/7" in terminal.last


def test_a_part_of_unknown_length_does_not_show_the_count_of_the_one_before(terminal: Terminal) -> None:
    with redirect_stderr(terminal), bar_of_parts("Proving") as tell:
        tell("entries", 3, 10)
        tell("money", 0, 0)
    assert "money" in terminal.last
    assert "0/?" in terminal.last


def test_a_bar_without_parts_has_the_name_it_was_given(terminal: Terminal) -> None:
    with redirect_stderr(terminal), bar("Proving") as tell:
        tell(2, 5)
    assert "2/5" in terminal.last


def test_a_file_is_shown_no_bar() -> None:
    written = io.StringIO()
    with redirect_stderr(written), bar_of_parts("Proving") as tell:
        tell("entries", 3, 10)
    assert written.getvalue() == ""
