"""An event of each kind of each handbook, told twice: in the words of the event file, and as a club types it.

``kinds/NAME.yaml`` has both for every kind. ``rows`` stands for so many contestants of invented people, the same in
the two ways of telling; everything that decides the awards is written out in both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from tests.web.club.hand import Form, page_of

if TYPE_CHECKING:
    from django.test import Client

FOLDER = Path(__file__).parent / "kinds"
DAY = "2026-11-03"
_GIVEN = (
    "Ado", "Cor", "Efa", "Gam", "Hol", "Ilo", "Kip", "Lio", "Mun", "Nev",
    "Opa", "Pim", "Qua", "Rit", "Sol", "Tuk", "Ulm", "Vix", "Wen", "Yol",
)  # fmt: skip
_FAMILY = (
    "Bem", "Cax", "Dor", "Fen", "Gil", "Hux", "Jem", "Kal", "Lor", "Mab",
    "Nox", "Orb", "Pax", "Rol", "Sib", "Tam", "Ung", "Vor", "Wex", "Zib",
)  # fmt: skip
_SIZE = {"pairs": 2, "teams": 4, "individual": 1}


class KindEvent(NamedTuple):
    """One kind, with its event."""

    handbook: str
    kind: str
    told: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.handbook} {self.kind}"


def kind_events() -> list[KindEvent]:
    """Read all of them."""
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        told = yaml.load(file.read_text(), Loader=yaml.BaseLoader)  # noqa: S506 - builds nothing but texts and lists
        found += [KindEvent(file.stem, kind, each) for kind, each in told.items()]
    return found


def people(play: str, at: int) -> list[str]:
    """Name the players of a contestant."""
    size = _SIZE[play]
    numbers = range(at * size, (at + 1) * size)
    return [f"{_GIVEN[each % 20]} {_FAMILY[(each // 20 + each) % 20]}" for each in numbers]


def team(at: int) -> str:
    """Name a contestant that matches call by name."""
    return f"Side {at + 1}"


# --- In the words of the event file -------------------------------------------------------------------------------


def event_file(each: KindEvent, organiser: str) -> bytes:
    """Write the event file of a kind."""
    words = {"event": str(each), "date": DAY, "handbook": each.handbook, "organiser": organiser, **each.told["event"]}
    play = words.get("play", "")
    if "stages" in words:
        words["stages"] = [_written(stage, stage["play"]) for stage in words["stages"]]
    else:
        words = _written(words, play)
    return json.dumps(words).encode()


def _written(stage: dict[str, Any], play: str) -> dict[str, Any]:
    named = play == "teams" or "rounds" in stage or "matches" in stage
    stage = dict(stage)
    if "rows" in stage:
        stage["results"] = _results(stage, play, named)
    if "lists" in stage:
        stage["lists"] = [
            {
                **{word: said for word, said in one.items() if word not in _OF_ROWS},
                "results": _results(one, play, named),
            }
            for one in stage["lists"]
        ]
    return {word: said for word, said in stage.items() if word not in _OF_ROWS}


#: What is told of every row, one after the other; the rest is told of the list.
_OF_ROWS = ("rows", "first", "won", "drawn", "category", "places")


def _results(block: dict[str, Any], play: str, named: bool) -> list[dict[str, Any]]:
    first = int(block.get("first", "1")) - 1
    found = []
    for at in range(int(block["rows"])):
        row: dict[str, Any] = {"names": people(play, first + at)}
        row |= {"name": team(first + at)} if named else {}
        row |= {} if block.get("places") == "none" else {"place": str(at + 1)}
        row |= {word: block[word][at] for word in ("won", "drawn", "category") if word in block}
        found.append(row)
    return found


# --- As a club types it -------------------------------------------------------------------------------------------


class Browser:
    """A club at the form of a kind, with nothing but what the page has."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        answer = client.get(self.address)
        assert answer.status_code == 200
        self._open(page_of(answer))  # type: ignore[arg-type]

    def _open(self, page: str) -> None:
        self.page, self.sent = page, Form(page).sent

    def fill(self, name: str, value: str) -> None:
        """Type into a field that is on the page."""
        assert f'name="{name}"' in self.page, f"the form has no field {name!r}"
        self.sent[name] = value

    def press(self, name: str, value: str) -> None:
        """Press a button that is on the page; what was typed is sent along."""
        assert f'name="{name}" value="{value}"' in " ".join(self.page.split()), f"the form has no button {value!r}"
        answer = self.client.post(self.address, self.sent | {name: value})
        assert answer.status_code == 200
        typed = {
            name: said
            for name, said in self.sent.items()
            if said and name not in ("shape", "stages", "csrfmiddlewaretoken") and "rows" not in name
        }
        self._open(page_of(answer))  # type: ignore[arg-type]
        kept = {name: self.sent.get(name) for name in typed if name in self.sent}
        assert kept == {name: typed[name] for name in kept}

    def enter(self, each: KindEvent) -> str:
        """Enter an event; gives the page that is the answer."""
        told = each.told["typed"]
        for name, value in told.get("choose", {}).items():
            self.fill(name, value)
            self.press("look", "shape")
        for button in told.get("press", ()):
            self.press("more", button)
        for name, value in told.get("first", {}).items():
            self.fill(name, value)
            self.press("look", "yes")
        for name, value in told.get("fields", {}).items():
            self.fill(name, value)
        for start, block in told.get("lists", {}).items():
            self._list(start, block)
        for at, match in enumerate(told.get("matches", ())):
            self._match("", at, match)
        for at, match in enumerate(told.get("later matches", ())):
            self._match("stage-1-", at, match)
        self.fill("event", str(each))
        self.fill("date", DAY)
        return page_of(self.client.post(self.address, self.sent))  # type: ignore[arg-type]

    def _list(self, start: str, block: dict[str, Any]) -> None:
        """Fill a list: ``start`` is its number, behind that of its stage."""
        stage, _dash, number = start.rpartition("-")
        rows = f"{stage}-rows-{number}" if stage else f"rows-{number}"
        while int(self.sent[rows]) < int(block["rows"]):
            self.press("more", start)
        first = int(block.get("first", "1")) - 1
        for at in range(int(block["rows"])):
            begin = f"{start}-{at}"
            if f'name="{begin}-team"' in self.page:
                self.fill(f"{begin}-team", team(first + at))
            for seat, name in enumerate(people(block["play"], first + at)):
                self.fill(f"{begin}-name-{seat}", name)
            for word in ("won", "drawn", "category"):
                if word in block:
                    self.fill(f"{begin}-{word}", block[word][at])

    def _match(self, start: str, at: int, match: dict[str, str]) -> None:
        if at >= int(self.sent[f"{start}match-rows"]):
            self.press("more", f"{start}matches")
        for word, said in match.items():
            self.fill(f"{start}match-{at}-{word}", said)
