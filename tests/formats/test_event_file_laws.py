"""What holds for any file and any event: nothing raises, and what was written is read again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from overtrick.engine.event import Event
from overtrick.formats import event_file
from overtrick.formats.event_file import located
from tests.formats.events import events, holds_for, words


def event_of(content: bytes) -> Event:
    event = event_file.read("good", content).event
    assert event is not None
    return event


GOOD = (Path(__file__).parents[2] / "samples" / "club-night.yaml").read_bytes()
GOOD_JSON = event_file.write(event_of(GOOD), "ebu").encode()

pieces = st.sampled_from(
    [b"", b":", b"- ", b"\t", b"[", b"]", b"{", b"}", b'"', b"'", b"&a ", b"*a", b"!!int ", b"\n", b"\xff", b"\0",
     b"no", b"1", b"-1", b"99999999999", b"place: ", b"results: ", b"lists: ", b"? ", b"| ", b"<<: ", b"---\n"]
)  # fmt: skip


@holds_for(events())
def test_an_event_is_written_as_the_standard_library_writes_json(event: Event) -> None:
    written = event_file.write(event)
    assert written == json.dumps(json.loads(written), ensure_ascii=False, indent=1) + "\n"


def never_raises(content: bytes) -> None:
    reading = event_file.read("any.yaml", content)
    assert (reading.event is None) == bool(reading.problems)
    last = content.count(b"\n") + content.count(b"\r") + 1
    for problem in reading.problems:
        assert problem.file == "any.yaml"
        assert problem.found.endswith(".")
        assert problem.remedy.endswith((".", "?"))
        assert 0 <= problem.line <= last


@given(st.binary(max_size=300))
@example(b"")
@example(b"\xff\xfee\x00v\x00")
@example(b"event: \x07")
@example(b"{" * 100_000)
@example(b"[" * 100_000)
@example(b"- " * 100_000)
@example(b'{"a":' * 100_000)
@example(b"? " * 10_000)
@example(b"%YAML 9999999999.1\n---\na: 1")
@example(b'a: "\\UFFFFFFFF"')
@example(b'a: "\\ud83d"')
@example(b'{"event": "\\ud83d"}')
@example(b"places: [1, 2]\nevent: *a")
@example(b"x" * 5_000_001)
@example(b"play: " + b"9" * 10_000)
@example(b"results:\n  - place: " + b"9" * 10_000)
def test_any_bytes_are_read_or_reported(content: bytes) -> None:
    never_raises(content)


@given(st.text(max_size=300))
def test_any_text_is_read_or_reported(text: str) -> None:
    never_raises(text.encode("utf-8", "surrogatepass"))


@given(st.data(), st.sampled_from([GOOD, GOOD_JSON]))
def test_a_good_file_with_slips_of_the_keyboard_is_read_or_reported(data: st.DataObject, good: bytes) -> None:
    content = good
    for _slip in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 30, len(content))))
        content = content[:start] + data.draw(pieces | st.binary(max_size=3)) + content[end:]
    never_raises(content)


@given(st.data())
def test_a_good_file_with_lines_moved_is_read_or_reported(data: st.DataObject) -> None:
    lines = GOOD.splitlines(keepends=True)
    for _slip in range(data.draw(st.integers(1, 3))):
        line = lines.pop(data.draw(st.integers(0, len(lines) - 1)))
        indent = data.draw(st.sampled_from([b"", b" ", b"    "]))
        lines.insert(data.draw(st.integers(0, len(lines))), indent + line)
    never_raises(b"".join(lines))


@holds_for(events(), st.sampled_from(["", "ebu"]), st.dictionaries(st.sampled_from(["a", "b_c"]), words, max_size=2))
def test_reading_what_was_written_gives_the_same_event(event: Event, handbook: str, chosen: dict[str, str]) -> None:
    written = event_file.write(event, handbook, chosen)
    reading = event_file.read("written.json", written.encode())
    assert reading.problems == []
    assert reading.event == event
    assert (reading.handbook, reading.settings) == (handbook, chosen)


def quietly(_code: str, _line: int, _found: str, _remedy: str) -> None:
    """Take a report and say nothing."""


@holds_for(events())
def test_an_event_written_as_yaml_is_the_same_with_either_parser(event: Event) -> None:
    text = yaml.dump(json.loads(event_file.write(event)), Dumper=yaml.CSafeDumper, allow_unicode=True)
    assert event_file.read("written.yaml", text.encode()).event == event
    trees = [located.from_yaml(text, quietly, loader) for loader in (yaml.SafeLoader, yaml.CSafeLoader)]
    assert trees[0] == trees[1]


@given(st.text(max_size=100) | words)
@example("%YAML 9999999999.1\n---\na: 1")
@example('a: "\\UFFFFFFFF"')
@example('a: "\\ud83d"')
def test_the_slower_yaml_parser_raises_nothing_either(text: str) -> None:
    located.from_yaml(text, quietly, yaml.SafeLoader)


def test_nobody_waits_for_the_yaml_library_before_a_file_is_read() -> None:
    script = "import sys; from overtrick.formats import event_file; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0  # noqa: S603 - our own script
