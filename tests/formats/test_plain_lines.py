"""A plain event file is read without the YAML library, and never otherwise than the library reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.event_file import located, plain_lines

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("docs/**/*.yaml"), *ROOT.glob("samples/**/*.yaml"), *ROOT.glob("tests/**/*.yaml")])

NIGHT = """# a club night
event: Tuesday pairs, week 3
date: 2026-11-12
boards: 24

results:
  - {place: 1, names: [Ann Abel, Bob O'Hara], numbers: [11, 12]}
  - place: 2=
    names:
    - Cy Cole (jun.)
    - Di Dean-Dell
stages:
- kind: final
  lists:
    - name: A/B
      matches: [{sides: [1, 2], scores: [29.5, 22]}]
"""

#: Lines and parts of lines out of which texts are made that are nearly plain, or nearly YAML.
PARTS = st.sampled_from(
    ["event", "a b", "results", ":", ": ", " : ", "- ", "-", "  ", " ", "\n", "\n  ", "\n- ", "\n  - ", "\n    ", "[",
     "]", "{", "}", ", ", ",", "1", "2=", "12 May", "O'Hara", "'", '"', "#", " # ", "&", "*", "?", "|", ">", "---",
     "...", "x-y", "Ünal", "\t", "\r\n", "\n\n", "\n# no\n", "null", "a: 1", "b:\n", "%", "@", "!", "~", ".", "(", ")"]
)  # fmt: skip


def by_the_library(text: str) -> tuple[located.Node | None, list[tuple[int, str, str]]]:
    told: list[tuple[int, str, str]] = []
    return located.from_yaml(text, lambda *found: told.append(found)), told


def check(text: str) -> located.Node | None:
    found = plain_lines.read(text)
    if found is not None:
        assert by_the_library(text) == (found, [])
    return found


def test_a_plain_file_is_read_with_every_line_number() -> None:
    assert check(NIGHT) is not None
    assert check(NIGHT.replace("\n", "\r\n")) is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_event_file_here_is_read_alike_or_left_to_the_library(file: Path) -> None:
    check(file.read_text(encoding="utf-8"))


@given(st.lists(PARTS, max_size=14).map("".join))
def test_whatever_is_read_is_read_as_the_library_reads_it(text: str) -> None:
    check(text)


@given(st.data())
def test_a_plain_file_with_a_slip_is_read_as_the_library_reads_it(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(NIGHT)))
    until = data.draw(st.integers(at, min(at + 6, len(NIGHT))))
    check(NIGHT[:at] + data.draw(PARTS) + NIGHT[until:])


@pytest.mark.parametrize(
    "text",
    [
        "", "event", "event:", "event: 'Quoted'", "event: a: b", "event: night # the first", "event: x\n  more: y",
        "event: [a, b", "event: [a b]]", "event: {a: 1, b}", "event: []", "- a\nb: c", " event: x\ndate: y",
        "event: &x y", "a:\n  - b\n   - c", "event: night\n  and day", "--- \nevent: x", "results:\n- - a",
        "a: " + "[" * 40 + "]" * 40, "\tevent: x", "event: 19:30",
        "event: x # y\rdate: z", "# a\rb", "event: x" + "y" * 100_000,
    ],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_the_library(text: str) -> None:
    assert plain_lines.read(text) is None


@pytest.mark.parametrize(("deep", "plain"), [(1, True), (3, True), (4, False), (9, False)])
def test_what_is_nested_deeper_than_any_event_is_left_to_the_library(deep: int, plain: bool) -> None:
    lines = [f"{'  ' * 2 * at}- lists:" for at in range(deep)]
    text = "\n".join(["stages:", *lines, f"{'  ' * 2 * deep}- name: A"])
    assert (check(text) is not None) is plain


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("[{a: ", "}]")])
def test_brackets_deeper_than_any_event_are_left_to_the_library(opening: str, closing: str) -> None:
    def nested(deep: int) -> str:
        return f"a: {opening * deep}1{closing * deep}"

    assert check(nested(3)) is not None
    assert plain_lines.read(nested(10)) is None
    assert plain_lines.read(nested(10_000)) is None
