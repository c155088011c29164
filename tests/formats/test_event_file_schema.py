"""The schema of the event file takes every event that there is, and refuses nothing that the reader takes."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.formats import event_file, recognise
from overtrick.formats.event_file import keys, survey
from overtrick.formats.event_file.schema import schema
from tests.formats.events import events, holds_for
from tools import api_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / name for name in ("event-file.md", *(f"{each}-events.md" for each in handbooks.names()))]
PAGES = [page for page in PAGES if page.exists()] + [ROOT / "docs" / "ebu-green-events.md"]
FILES = [*sorted((ROOT / "docs" / "examples").glob("*.yaml")), ROOT / "samples" / "club-night.yaml"]


def written_by_hand() -> dict[str, str]:
    """Gather every event that a page or a file of the project shows."""
    found = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    for page in PAGES:
        for at, text in enumerate(re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)):
            found[f"{page.name} {at}"] = text
    return {name: text for name, text in found.items() if event_file.read(name, text.encode()).event is not None}


BY_HAND = written_by_hand()


def plain(text: str) -> Any:  # noqa: ANN401 - a tree of texts
    """Read YAML as every value is written."""
    return yaml.load(text, yaml.BaseLoader)  # noqa: S506 - it makes texts only


def as_sent(event: Event) -> Any:  # noqa: ANN401 - a tree
    """Write an event as a program would send it."""
    return json.loads(event_file.write(event, "ebu"))


@cache
def made() -> dict[str, Any]:
    return schema()


@cache
def valid() -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(made())


def told(tree: object) -> list[str]:
    return [f"{each.instance_path}: {each.message}" for each in valid().iter_errors(tree)]


def test_the_committed_schema_is_up_to_date() -> None:
    for file in (api_document.SCHEMA, api_document.SERVED):
        assert file.read_text(encoding="utf-8") == api_document.written(made()), "run make document"
    assert jsonschema_rs.meta.is_valid(made())


def test_every_word_of_the_reader_is_in_it_and_no_other() -> None:
    for level, words in keys.LEVELS.items():
        described = made()["properties"] if level == "event" else made()["$defs"][level]["properties"]
        assert set(described) >= set(words)
        assert set(described) <= set(words) | (set(keys.STAGE) if level == "event" else set())


def test_a_word_that_the_reader_does_not_ask_for_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(keys.PLAYER, "shoe size", "42")
    keys.known.cache_clear()
    try:
        with pytest.raises(LookupError, match="shoe size"):
            schema()
    finally:
        keys.known.cache_clear()


@pytest.mark.parametrize("name", BY_HAND)
def test_every_event_that_we_show_is_valid(name: str) -> None:
    assert told(plain(BY_HAND[name])) == []
    event = event_file.read(name, BY_HAND[name].encode()).event
    assert event is not None
    assert told(as_sent(event)) == []


def samples() -> Iterator[Any]:
    for path in sorted((ROOT / "samples").rglob("*")):
        if path.is_file() and path.suffix != ".json" and path.name != "club-night.yaml":
            for reading in recognise.read(path.name, path.read_bytes()):
                # Some leave open what an event file must say, such as the boards of a match.
                if reading.event is not None and event_file.read("", event_file.write(reading.event).encode()).event:
                    yield pytest.param(reading.event, id=f"{path.parent.name}/{reading.file}")


@pytest.mark.parametrize("event", list(samples()))
def test_every_event_of_a_results_file_is_valid_as_we_write_it(event: Event) -> None:
    assert told(as_sent(event)) == []


@holds_for(events())
def test_any_event_is_valid_as_we_write_it(event: Event) -> None:
    assert told(as_sent(event)) == []


#: What a program may put where it does not belong, or in another type than ours.
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(
        [
            *(
                "",
                " ",
                "x",
                "1",
                " 7 ",
                "007",
                "1.5",
                "50 %",
                "-3",
                "3=",
                "2nd",
                "yes",
                "True",
                "2026-11-10",
                "9/11/2026",
            ),
            *("9/11/2026", "none", "pairs", "swiss", "club", "24000000", "\u00a04", "1e3"),
            *(0, 1, -1, 24, 1_000_000, 1.5, True, False, None, [], {}, ["x"], [1, 2], [1, 2, 3], {"x": "y"}, {"24": 2}),
            *([{}], [{"name": "Ann Abel"}], [None], {"a": []}, {"a": ["b"]}, {"24": "x"}, {"a": None}),
        ]
    ),
    st.integers(-10, 10**7),
    st.decimals(-1000, 1000, places=2).map(float),
)
WORDS = sorted({word for words in keys.LEVELS.values() for word in words} | {"event ", "shoe size"})


def groups(tree: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - a tree
    """Find every group of words."""
    if isinstance(tree, dict):
        yield tree
    for each in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from groups(each)


@given(st.data())
def test_what_the_schema_refuses_the_reader_refuses(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(BY_HAND)))
    tree = deepcopy(plain(BY_HAND[name]))
    group = data.draw(st.sampled_from(list(groups(tree))))
    word = data.draw(st.sampled_from([*group, *WORDS]))
    if data.draw(st.booleans()) and word in group:
        del group[word]
    else:
        group[word] = data.draw(VALUES)
    if valid().is_valid(tree):
        return
    if spelt_otherwise(tree):  # the one thing that the reader takes and the schema does not
        return
    reading = event_file.read("changed.json", json.dumps(tree).encode())
    assert reading.event is None, told(tree)


def spelt_otherwise(tree: object) -> bool:
    """Say whether it is valid once words and choices are spelt as the page spells them."""
    return valid().is_valid(respelt(tree))


def respelt(tree: Any) -> Any:  # noqa: ANN401 - a tree
    known = keys.known(*keys.LEVELS)
    if isinstance(tree, dict):
        return {known.get(keys.plain(word), word): respelt(each) for word, each in tree.items()}
    if isinstance(tree, list):
        return [respelt(each) for each in tree]
    return keys.plain(tree) if isinstance(tree, str) else tree


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"bords": 24}, ""),
        ({"boards": 0}, "/boards"),
        ({"boards": "many"}, "/boards"),
        ({"boards": None}, "/boards"),
        ({"play": "solo"}, "/play"),
        ({"date": None}, "/date"),
        ({"event": " "}, "/event"),
        ({"results": []}, "/results"),
        ({"results": [{"place": 0, "name": "Oaks"}]}, "/results/0/place"),
        ({"results": [{"names": "Ann Abel"}]}, "/results/0/names"),
        ({"results": [{"names": ["A", "B"], "players": ["C"]}]}, "/results/0"),
        ({"lists": [{"entered": 4}]}, ""),
        ({"stages": [{"play": "pairs"}]}, ""),
        ({"matches": [{"sides": ["Oaks"]}]}, "/matches/0/sides"),
        ({"facts": "yes"}, "/facts"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(change: dict[str, Any], where: str) -> None:
    tree = {"event": "Tuesday", "date": "2026-11-10", "play": "pairs", "boards": 24, "results": [{"name": "Oaks"}]}
    assert told(tree) == []
    found = [each.instance_path for each in valid().iter_errors({**tree, **change})]
    assert f"{where}" in ["".join(f"/{step}" for step in path) for path in found], found
    assert event_file.read("x", json.dumps({**tree, **change}).encode()).event is None


@pytest.mark.parametrize("word", ["event", "date", "play"])
def test_a_word_that_must_be_there_is_missed(word: str) -> None:
    tree = {"event": "Tuesday", "date": "2026-11-10", "play": "pairs", "tables": 9.5, "boards": 24}
    assert told(tree) == []
    del tree[word]
    assert told(tree) != []


def test_the_survey_goes_to_every_level() -> None:
    assert {each.levels[0] for each in survey.visits()} == set(keys.LEVELS)


@pytest.mark.parametrize("word", keys.FOR_EVERY_STAGE)
def test_what_is_told_beside_stages_that_all_tell_it_themselves_is_read_too(word: str) -> None:
    right = {"boards": 24, "sessions": [24], "match boards": 6, "match scores": "imps", "movement": "howell"}
    right |= {"scoring": "imps", "standing": "with"}
    stage = {"play": "pairs", "results": [{"place": 1, "name": "Oaks"}], "boards": 24, word: right[word]}
    stage = {each: value for each, value in stage.items() if word != "sessions" or each != "boards"}
    tree = {"event": "Tuesday", "date": "2026-11-10", "stages": [stage], word: right[word]}
    assert event_file.read("x", json.dumps(tree).encode()).problems == []
    (problem,) = event_file.read("x", json.dumps({**tree, word: "odd"}).encode()).problems
    assert (problem.path, problem.code) == ((word,), "value-unreadable")
