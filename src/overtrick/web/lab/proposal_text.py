"""A proposal as the pages write it: the same file that a committee would write, and what is in it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

_STATUS: Mapping[str, str] = {}


class Change(NamedTuple):
    """One thing that is proposed, as a proposal writes it."""

    change: Mapping[str, object]
    status: Mapping[str, str] = _STATUS  #: words of another handbook for words of ours


class Parts(NamedTuple):
    """What a proposal is made of."""

    title: str
    asked_by: str
    changes: tuple[Mapping[str, object], ...] = ()
    status: Mapping[str, str] = _STATUS

    def and_this(self, new: Change) -> Parts:
        """Give the proposal with one more change."""
        return self._replace(changes=(*self.changes, new.change), status={**self.status, **new.status})

    def without(self, at: int) -> Parts:
        """Give the proposal without one of its changes; words for a handbook go with the handbook."""
        status = {} if "handbook" in self.changes[at] else self.status
        return self._replace(changes=self.changes[:at] + self.changes[at + 1 :], status=status)


def parts(text: str) -> Parts:
    """Take a proposal that the pages wrote apart."""
    data = tomllib.loads(text)
    status = data.get("translate", {}).get("status", {})
    return Parts(data["title"], data.get("asked_by", ""), tuple(data.get("change", [])), status)


def written(handbook: str, proposal: Parts) -> str:
    """Write a proposal."""
    head = {"title": proposal.title, "asked_by": proposal.asked_by, "handbook": handbook}
    lines = [f"{name} = {_text(value)}" for name, value in head.items()]
    for change in proposal.changes:
        lines += ["", "[[change]]", *(f"{name} = {_value(value)}" for name, value in change.items())]
    if proposal.status:
        words = (f"{_text(word)} = {_text(other)}" for word, other in proposal.status.items())
        lines += ["", "[translate.status]", *words]
    return "\n".join([*lines, ""])


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_text(column)} = {_value(cell)}' for column, cell in value.items())} }}"
    return str(value) if isinstance(value, int | date) else _text(str(value))


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
