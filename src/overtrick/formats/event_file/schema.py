"""The event file as a JSON Schema (2020-12), made of what the reader asks: ``make document`` writes it.

It refuses nothing that the reader takes, as long as words and choices are spelt as the documentation spells them; the
reader takes other capitals and hyphens too. What has to fit together, such as places in step, only the reader knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from overtrick.formats.event_file import keys
from overtrick.formats.event_file.survey import LENGTHS, Ask, Visit, visits

VERSION = 1
Schema = dict[str, Any]

_TEXT = ["string", "number", "boolean"]
#: Values that several words take. A figure may be written as a number or as a text, as in YAML.
VALUES: dict[str, Schema] = {
    "text": {"type": [*_TEXT, "null"]},
    "name": {"type": _TEXT, "pattern": r"\S"},
    "day": {
        "description": "A day that can be no other one.",
        "type": ["string", "number"],
        "pattern": "[0-9]",
        "examples": ["2026-11-10", "10 November 2026"],
    },
    "place": {
        "type": ["integer", "string"],
        "minimum": 1,
        "pattern": r"^\s*=?\s*\d+\s*([sS][tT]|[nN][dD]|[rR][dD]|[tT][hH])?\s*=?\s*$",
    },
    "decimal": {
        "type": ["number", "string"],
        "exclusiveMinimum": -1_000_000_000,
        "exclusiveMaximum": 1_000_000_000,
        "pattern": r"^\s*-?[0-9]{1,9}(\.[0-9]{1,9})?\s*%?\s*$",
    },
    "score": {
        "description": "A number, or nothing.",
        "type": ["number", "string", "null"],
        "pattern": r"^\s*(-?[0-9]{1,9}(\.[0-9]{1,9})?\s*%?)?\s*$",
    },
    "flag": {"enum": [True, False, "yes", "no", "true", "false"]},
    "counts": {
        "description": "Matches by their boards.",
        "type": "object",
        "propertyNames": {"pattern": r"^\s*[1-9][0-9]{0,5}\s*$"},
        "additionalProperties": {"$ref": "#/$defs/whole"},
    },
}
#: A text that the reader then takes for something else says so by the problem it has with any other text.
_TOLD_BY = {"date-unreadable": "day", "place-unreadable": "place"}
#: And by these it says that a list is too long or too short, whatever else is in the file.
_OF_LENGTH = frozenset(("results-missing", "value-missing", "sides-missing", "scores-against-sides"))


def schema() -> Schema:
    """Describe an event file."""
    survey = _Survey(visits())
    levels = {level: survey.level(level) for level in keys.LEVELS if level != "event"}
    whole = {"whole": _whole(0), "whole from 1": _whole(1)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:overtrick:event-file:{VERSION}",
        "title": f"Event file of Overtrick, version {VERSION}",
        "description": "One event, in JSON or YAML. Words and choices are spelt as here; figures may be texts.",
        **survey.top(levels["stage"]),
        "$defs": {**VALUES, **whole, **levels},
    }


def _whole(least: int) -> Schema:
    first = r"0|[1-9][0-9]{0,5}" if not least else r"[1-9][0-9]{0,5}"
    return {"type": ["integer", "string"], "minimum": least, "maximum": 999_999, "pattern": rf"^\s*({first})\s*$"}


class _Survey:
    """What the reader asked, put together for each level."""

    def __init__(self, found: list[Visit]) -> None:
        self._visits = found

    def level(self, level: str) -> Schema:
        """Describe a part of the file."""
        here = [each for each in self._visits if each.levels == (level,)]
        return {
            "type": "object",
            "properties": {word: self._word(here, level, word) for word in keys.LEVELS[level]},
            "additionalProperties": False,
            **_required(here, keys.LEVELS[level]),
            **_not_both(here),
        }

    def top(self, stage: Schema) -> Schema:
        """Describe the whole file: its stages, or the words of its one stage straight under the event."""
        here = [each for each in self._visits if len(each.levels) > 1]
        event = {word: self._word(here, "event", word) for word in keys.EVENT}
        alone, above = _parted(here, lambda each: "stages" not in each.present)
        moved = {word for each in above for word, codes in each.problems.items() if "word-elsewhere" in codes}
        beside = [word for word in (*event, *stage["properties"]) if word not in moved]
        return {
            "type": "object",
            "properties": {**stage["properties"], **event},
            "additionalProperties": False,
            "if": {"required": ["stages"]},
            "then": {"propertyNames": {"enum": list(dict.fromkeys(beside))}, **_required(above, keys.EVENT)},
            "else": {**_required(alone, (*keys.EVENT, *keys.STAGE)), **_not_both(alone)},
        }

    def _word(self, here: list[Visit], level: str, word: str) -> Schema:
        asked = {ask for each in here for ask in each.asked.get(word, ())}
        codes = {code for each in here for code in each.problems.get(word, ())}
        told = [_TOLD_BY[code] for code in sorted(codes) if code in _TOLD_BY]
        kinds = sorted(asked)
        made = [_reference(told[0])] if told else [_taken(each) for each in kinds]
        if not made:
            message = f"The reader does not ask for the word '{word}' of the level '{level}'."
            raise LookupError(message)
        one = made[0] if len(made) == 1 else {"anyOf": made}
        if any(each.listed for each in kinds):
            one = {"type": "array", "items": one, **_bounds(here, word, kinds)}
        if any(each.grouped for each in kinds):
            one = {"type": "object", "additionalProperties": one}
        return {**one, **_example(level, word)}


def _taken(ask: Ask) -> Schema:
    if ask.kind == "choice":
        figures = [int(each) for each in ask.choices if each.isdecimal()]
        return {"enum": [*figures, *ask.choices]}
    if ask.kind == "whole":
        return _reference("whole from 1" if ask.least else "whole")
    return _reference(ask.level if ask.kind == "part" else ask.kind)


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name.replace(' ', '%20')}"}


def _bounds(here: list[Visit], word: str, kinds: Iterable[Ask]) -> Schema:
    """Say how many values a list may have: as many as it had where the reader did not mind."""
    if any(each.grouped for each in kinds):
        return {}
    with_it = [each for each in here if word in each.present]
    refused = {each.length for each in with_it if _OF_LENGTH & each.problems.get(word, set())}
    taken = {each.length for each in with_it} - refused
    bounds = {"minItems": min(taken), "maxItems": max(taken)}
    if bounds["maxItems"] == max(LENGTHS):
        del bounds["maxItems"]
    return {name: value for name, value in bounds.items() if value}


def _required(here: list[Visit], words: Iterable[str]) -> Schema:
    """Name the words that the reader misses in every file that does not have them."""
    needed = [word for word in words if all(word in each.present or word in each.missing for each in here)]
    return {"required": needed} if needed else {}


def _not_both(here: list[Visit]) -> Schema:
    """Name the words of which a file has one only."""
    pairs = {
        tuple(sorted(each.present))
        for each in here
        if len(each.present) == 2 and any("told-twice" in codes for codes in each.problems.values())  # noqa: PLR2004
    }
    return {"allOf": [{"not": {"required": list(pair)}} for pair in sorted(pairs)]} if pairs else {}


def _parted(here: list[Visit], first: Callable[[Visit], bool]) -> tuple[list[Visit], list[Visit]]:
    return [each for each in here if first(each)], [each for each in here if not first(each)]


def _example(level: str, word: str) -> Schema:
    import yaml  # noqa: PLC0415 - only who writes the schema needs it

    shown = keys.LEVELS[level][word]
    if shown.startswith(("a list", "one that")):
        return {"description": f"{shown[0].upper()}{shown[1:]}."}
    return {"examples": [yaml.load(shown, yaml.BaseLoader)]}  # noqa: S506 - our own words; it makes texts only
