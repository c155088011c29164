"""One law: an event has the same awards, clauses and working by library, command, page and API, in every handbook."""

from __future__ import annotations

import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from overtrick import handbooks
from overtrick.formats import answers, awards_json, event_file, recognise
from overtrick.formats.outcome import work_out
from overtrick.register.limits import bucket_store
from tests.api.conftest import command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.api.conftest import Caller

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
#: The pages with events of one handbook; those of the page about the event file are tried in every handbook.
PAGES = {name: f"{name}-events.md" for name in handbooks.names()} | {"ebu": "ebu-green-events.md"}
#: What is compared; the sentences of a working are in it.
KEYS = ("handbook", "edition", "awards", "refusals", "warnings")
#: So many events go in one zip: more would take longer than a stranger's file may.
TOGETHER = 8
LEAST = dict.fromkeys(handbooks.names(), 20)


class Written(NamedTuple):
    """An event as it is sent, and what the library says of it."""

    title: str
    content: bytes
    data: dict[str, Any]


def shown(page: str) -> list[tuple[str, bytes]]:
    found = re.findall(r"```yaml\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    return [(f"{page} {at}", text.encode()) for at, text in enumerate(found)]


def files() -> Iterator[tuple[str, bytes]]:
    """Give the events of the results files of other programs, as a club would answer about them."""
    said = answers.read("club", b"status: club\n")
    for path in sorted((ROOT / "samples").glob("*/*")):
        if path.suffix in (".xml", ".csv", ".pbn"):
            for reading in recognise.read(path.name, path.read_bytes()):
                event = answers.apply(reading, said).event
                if event is not None:
                    yield reading.file, event_file.write(event).encode()


def told() -> Iterator[tuple[str, str, bytes]]:
    """Give every event with a handbook that may govern it."""
    examples = [(path.name, path.read_bytes()) for path in sorted((DOCS / "examples").glob("*.yaml"))]
    anywhere = [*shown("event-file.md"), *files()]
    for handbook, page in PAGES.items():
        for title, content in (*shown(page), *anywhere):
            yield title, handbook, _graded(content) if handbook == "abf" else content
    yield from ((title, "", content) for title, content in examples)


def _graded(content: bytes) -> bytes:
    """Let a club be of the grade that clubs have in Australia."""
    return re.sub(rb'(status"?: "?)club', rb"\1E", content)


@cache
def events() -> dict[str, list[Written]]:
    """Gather what can be worked out, by handbook, each as JSON that names its handbook."""
    found: dict[str, list[Written]] = {name: [] for name in handbooks.names()}
    for title, handbook, content in told():
        reading = event_file.read(title, content)
        named = reading.handbook or handbook
        if reading.event is None or not named:
            continue
        sent = event_file.write(reading.event, named, reading.settings).encode()
        outcome = work_out(event_file.read(title, sent))
        if outcome.worked_out and outcome.assessment is not None and outcome.edition is not None:
            data = awards_json.assessment_data(outcome.assessment, outcome.edition)
            found[named].append(Written(title, sent, json.loads(json.dumps(data))))
    return found


def zipped(some: list[Written]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as made:
        for at, each in enumerate(some):
            made.writestr(f"{at:02}.json", each.content)
    return written.getvalue()


def law(data: dict[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in KEYS}


def test_there_are_events_of_every_handbook() -> None:
    assert {name: len(some) >= LEAST[name] for name, some in events().items()} == dict.fromkeys(LEAST, True)


@pytest.mark.slow
@pytest.mark.parametrize("handbook", handbooks.names())
def test_an_event_has_the_same_awards_whichever_way_it_comes(handbook: str, call: Caller, tmp_path: Path) -> None:
    every = events()[handbook]
    for at in range(0, len(every), TOGETHER):
        some = every[at : at + TOGETHER]
        bucket_store.ask("delete from limits_bucket")  # more calls than a stranger may make in a minute
        packed = zipped(some)
        (tmp_path / "week.zip").write_bytes(packed)
        by_command = json.loads(command("award", str(tmp_path / "week.zip"), "--json"))
        page = call.client.post("/check/", {"files": SimpleUploadedFile("week.zip", packed)})
        by_page = [
            awards_json.assessment_data(each.outcome.assessment, each.outcome.edition)
            for each in page.context["checked"]
        ]
        by_check = call.post("/checks?name=week.zip&working=yes", packed).data["events"]
        for each, *others in zip(some, _listed(by_command), by_page, by_check, strict=True):
            sent = call.post("/awards?working=yes", each.content).data
            for way, other in zip(("command", "page", "check", "award"), (*others, sent), strict=True):
                assert law(json.loads(json.dumps(other))) == law(each.data), f"{each.title} by {way}"


def _listed(said: Any) -> list[Any]:  # noqa: ANN401 - one record, or several
    return said if isinstance(said, list) else [said]
