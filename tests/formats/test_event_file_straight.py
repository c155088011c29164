"""A file in order is read straight, without its lines; what comes out is what the long way gives."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import strategies as st

from overtrick.engine.event import Event
from overtrick.formats import event_file
from overtrick.formats.event_file import keys, straight
from overtrick.formats.event_file.reading import read_by_line
from overtrick.formats.limited import travel
from tests.formats.events import events, holds_for

#: What may stand where something else belongs.
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.5, 99_999_999, "", "x", "1", "3=", "58.33%", "7,5", "yes", "none", "2026-11-10",
    " a  b ", "a\u00a0b", "a\nb", "a\u2028b", "\ud83d", [], [[1]], [None], [True], ["a", "a"], {}, {"a": 1}, {"24": 2},
)  # fmt: skip
WORDS = (*sorted({word for level in keys.LEVELS.values() for word in level}), "Place", "match_boards", "evnt", "", "zz")

ONE = {"event": "x", "date": "2026-11-10", "play": "pairs", "boards": 24, "tables": 9}


def places(value: Any) -> list[Any]:  # noqa: ANN401 - a tree of any values
    """List every list and group in a tree."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, dict | list) else []
    return own + [each for one in inside for each in places(one)]


def slip(draw: st.DrawFn, tree: dict[str, Any]) -> None:
    """Change one thing in a tree: a value, a word, or what is there at all."""
    here = draw(st.sampled_from(places(tree)))
    odd = json.loads(json.dumps(draw(st.sampled_from(ODD))))
    at = draw(st.integers(0, len(here) - 1)) if here else None
    way = draw(st.sampled_from(["another", "one more", "one less", "spelt otherwise"]))
    if isinstance(here, list):
        if at is None or way == "one more":
            here.insert(at or 0, odd)
        elif way == "one less":
            here.pop(at)
        else:
            here[at] = odd if way == "another" else json.loads(json.dumps(here[at - 1]))
        return
    if at is None or way == "one more":
        here[draw(st.sampled_from(WORDS))] = odd
        return
    word = list(here)[at]
    if way == "another":
        here[word] = odd
    elif way == "one less":
        del here[word]
    else:
        here[draw(st.sampled_from([word.upper(), word.replace(" ", "_"), f"{word} "]))] = here[word]


@st.composite
def broken(draw: st.DrawFn) -> dict[str, Any]:
    """Write an event and change a few things in it."""
    tree: dict[str, Any] = json.loads(event_file.write(draw(events()), "ebu", {"a": "b"}))
    for _slip in range(draw(st.integers(1, 3))):
        slip(draw, tree)
    return tree


def in_words(value: Any) -> Any:  # noqa: ANN401 - a tree of any values
    """Leave empty what is nothing in JSON: in YAML, ``null`` is a word."""
    if isinstance(value, dict):
        return {word: in_words(each) for word, each in value.items()}
    return [in_words(each) for each in value] if isinstance(value, list) else "" if value is None else value


def check(content: bytes) -> Event | None:
    """See that both ways give the same."""
    found, expected = event_file.read("any", content), read_by_line("any", content)
    assert found._replace(lines={}) == expected._replace(lines={})
    assert found.lines == expected.lines
    return found.event


def is_straight(content: bytes) -> bool:
    """Say whether a file is read without its lines."""
    return not isinstance(event_file.read("any", content).lines, dict)


@holds_for(events())
def test_what_was_written_is_read_straight_from_json_and_from_yaml(event: Event) -> None:
    written = event_file.write(event, "ebu", {"a": "b"})
    in_yaml = yaml.dump(json.loads(written), Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    for content in (written.encode(), in_yaml.encode()):
        assert check(content) == event
        assert is_straight(content)


@holds_for(broken(), st.booleans(), st.sampled_from([None, 1]))
def test_a_broken_file_has_the_same_problems_either_way(tree: dict[str, Any], plain: bool, indent: int | None) -> None:
    check(json.dumps(tree, ensure_ascii=plain, indent=indent).encode("utf-8", "surrogatepass"))


@holds_for(broken())
def test_json_and_yaml_of_the_same_words_are_the_same_event(tree: dict[str, Any]) -> None:
    in_json = json.dumps(tree)
    in_yaml = yaml.dump(in_words(json.loads(in_json, parse_float=str)), Dumper=yaml.SafeDumper)
    first = check(in_json.encode())
    if first is not None:
        assert check(in_yaml.encode()) == first


def nested(deep: int) -> Any:  # noqa: ANN401 - a list of lists
    value: Any = 1
    for _ in range(deep):
        value = [value]
    return value


@pytest.mark.parametrize("word", sorted({word for level in keys.LEVELS.values() for word in level}))
@pytest.mark.parametrize("deep", [1, 2, 27, 31, 40])
def test_lists_inside_lists_are_seen_wherever_they_stand(word: str, deep: int) -> None:
    stage = {"play": "pairs", "boards": 24, "sessions": [24], "match boards": 6, "movement": "howell"} | {
        "scoring": "imps", "match scores": "imps", "standing": "with", "tables": 9,
    }  # fmt: skip
    row = {"place": 1, "names": ["Ann Abel", "Bob Baker"]}
    for tree in (
        {**ONE, word: nested(deep)},
        {"event": "x", "date": "2026-11-10", "stages": [stage], word: nested(deep)},
        {**ONE, "tables": 0.5, "results": [{**row, word: nested(deep)}]},
    ):
        check(json.dumps(tree).encode())


@pytest.mark.parametrize("deep", [1, 5, 9, 10, 11, 14, 20])
def test_segments_inside_segments_end_somewhere(deep: int) -> None:
    match: dict[str, Any] = {"winner": "Oaks", "loser": "Elms"}
    for _ in range(deep):
        match = {"winner": "Oaks", "loser": "Elms", "segments": [match]}
    rows = [{"place": 1, "name": "Oaks"}, {"place": 2, "name": "Elms"}]
    check(json.dumps({**ONE, "play": "teams", "tables": 2, "results": rows, "matches": [match]}).encode())


def test_figures_are_read_as_they_are_written() -> None:
    rows = '[{"place": 1, "name": "Oaks", "score": 12.10}, {"place": 2, "name": "Elms", "score": -0.50}]'
    event = check(f'{{"event": "x", "date": "2026-11-10", "play": "teams", "boards": 24, "results": {rows}}}'.encode())
    assert event is not None
    assert [str(each.score) for each in event.stages[0].fields[0].contestants] == ["12.10", "-0.50"]


@pytest.mark.parametrize("other", ["boards", "Boards", "BOARDS ", "bo\\u0061rds"])
def test_a_word_that_is_there_twice_is_a_problem(other: str) -> None:
    text = json.dumps(ONE).replace('"tables"', f'"{other}": 26, "tables"')
    assert check(text.encode()) is None
    assert [each.code for each in event_file.read("any", text.encode()).problems] == ["word-twice"]


@pytest.mark.parametrize("name", ["\\ud83d", "\\ud83d\\ude00", "\\\\ud83d", "\\u00e9", "\\u0007"])
def test_escapes_are_read_the_same(name: str) -> None:
    check(json.dumps(ONE).replace('"x"', f'"{name}"').encode())


def test_a_file_of_very_many_values_is_refused_and_one_of_many_is_not() -> None:
    def rows(many: int) -> bytes:
        listed = [{"place": at, "name": f"Team {at}"} for at in range(1, many)]
        return json.dumps({**ONE, "play": "teams", "tables": many - 1, "results": listed}).encode()

    assert is_straight(rows(30_000))
    much = rows(90_000)
    assert [each.code for each in event_file.read("any", much).problems] == ["file-too-large"]


def test_lines_are_found_when_somebody_asks() -> None:
    text = json.dumps(ONE, indent=1)
    reading = event_file.read("any", text.encode())
    assert reading.line(("stages", 0, "boards")) == text.splitlines().index(' "boards": 24,') + 1
    assert reading.lines == read_by_line("any", text.encode()).lines


def test_lines_travel_to_another_process_as_they_are() -> None:
    reading = event_file.read("any", json.dumps(ONE, indent=1).encode())
    there = travel.unpacked(travel.packed(reading))
    assert there == reading
    assert type(there.lines) is dict


def test_values_of_a_tree_come_without_their_lines() -> None:
    with pytest.raises(straight.NotStraight):
        straight.parse(b'{"a": 1, "a": 2}')
    assert straight.parse(b'\xef\xbb\xbf {"a": [1, null, true, 1.50]}') == {"a": ["1", None, True, "1.50"]}
    assert straight.parse(b"a: 1") is None
