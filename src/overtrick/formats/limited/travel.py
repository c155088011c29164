"""How do readings and outcomes travel from one process to another? Pickled, and only as records that are ours.

Whatever happens to the process that reads a file, its answer can hold nothing but these records.
"""

from __future__ import annotations

import io
import pickle
import struct
from importlib import import_module
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any

from overtrick.engine.assessment import Assessment
from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.engine.assessment import Award, Problem, Refusal, Remark
    from overtrick.engine.event import Event

_LENGTH = struct.Struct(">Q")
_OURS = ("overtrick.engine.", "overtrick.formats.")
_THEIRS = {
    ("builtins", "dict"),
    ("builtins", "frozenset"),
    ("builtins", "set"),
    ("builtins", "slice"),
    ("datetime", "date"),
    ("decimal", "Decimal"),
    ("fractions", "Fraction"),
}


def edition_named(handbook: str, name: str) -> Edition:
    """Give an edition: its tables are the same in every process."""
    return editions.get(handbook).named(name)


def assessed(
    names: tuple[str, str, str],
    event: Event,
    awards: Sequence[Award],
    refusals: tuple[Refusal, ...],
    remarks: Sequence[Remark],
    problems: Sequence[Problem],
) -> Assessment:
    """Put an assessment together whose refusals are worked out."""
    handbook, edition, as_if = names
    found = Assessment(handbook, edition, event, awards, lambda: refusals, remarks, problems)
    found.as_if = as_if
    return found


def _of_assessment(found: Assessment) -> tuple[Any, ...]:
    names = found.handbook, found.edition, found.as_if
    return assessed, (names, found.event, list(found.awards), found.refusals, found.remarks, found.problems)


def _of_edition(found: Edition) -> tuple[Any, ...]:
    return edition_named, (found.handbook.name, found.name)


def _of_mapping(found: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return dict, (dict(found),)


_WAYS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Edition: _of_edition,
    Assessment: _of_assessment,
    MappingProxyType: _of_mapping,
}
_FUNCTIONS = {each.__name__: each for each in (edition_named, assessed)}


class _OnlyRecords(pickle.Unpickler):
    """Makes records of ours, and a few plain ones; anything else is an error."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as pickle has it
        if module == __name__ and name in _FUNCTIONS:
            return _FUNCTIONS[name]
        if (module, name) in _THEIRS:
            return getattr(import_module(module), name)
        found: Any = import_module(module) if module.startswith(_OURS) else None
        for part in name.split("."):
            found = getattr(found, part, None)
        if not isinstance(found, type) or found.__module__ != module:
            message = f"{module}.{name} does not travel"
            raise pickle.UnpicklingError(message)
        return found


def packed(value: object) -> bytes:
    """Pack something."""
    kept = io.BytesIO()
    pickler = pickle.Pickler(kept, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _WAYS
    pickler.dump(value)
    return kept.getvalue()


def unpacked(content: bytes) -> Any:  # noqa: ANN401 - whatever was packed
    """Unpack it."""
    return _OnlyRecords(io.BytesIO(content)).load()


def send(to: IO[bytes], value: object) -> None:
    """Send something through a pipe."""
    content = packed(value)
    to.write(_LENGTH.pack(len(content)))
    to.write(content)
    to.flush()


def receive(given: IO[bytes], most: int) -> Any:  # noqa: ANN401 - likewise
    """Take what comes through a pipe; EOFError where it ends before that, or is too large to be taken."""
    head = given.read(_LENGTH.size)
    if len(head) < _LENGTH.size or _LENGTH.unpack(head)[0] > most:
        raise EOFError
    content = given.read(_LENGTH.unpack(head)[0])
    if len(content) < _LENGTH.unpack(head)[0]:
        raise EOFError
    return unpacked(content)
