"""The JSON Schema of the event file, as ``make document`` wrote it: to make it takes a second, too long for a call."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("event-file.schema.json")
MEDIA_TYPE = "application/schema+json"
#: What the parts of the schema are called among the records of the API.
NAME = "EventFile"
_DEFINED, _COMPONENT = "#/$defs/", "#/components/schemas/"


@cache
def written() -> bytes:
    """Give the schema as it is served."""
    return FILE.read_bytes()


@cache
def components() -> dict[str, Any]:
    """Give the schema in parts, as the document of the API has its records."""
    schema = json.loads(written())
    defined = schema.pop("$defs")
    about = {key: schema.pop(key) for key in ("$schema", "$id")}
    schema["description"] += f" This is {about['$id']}."
    return {NAME: _moved(schema)} | {_name(name): _moved(each) for name, each in defined.items()}


def reference() -> dict[str, str]:
    """Refer to the event file among the records of the API."""
    return {"$ref": f"{_COMPONENT}{NAME}"}


def _name(defined: str) -> str:
    return NAME + defined.replace("%20", " ").title().replace(" ", "")


def _moved(value: Any) -> Any:  # noqa: ANN401 - whatever a schema holds
    if isinstance(value, list):
        return [_moved(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: f"{_COMPONENT}{_name(each.removeprefix(_DEFINED))}" if key == "$ref" else _moved(each)
        for key, each in value.items()
    }
