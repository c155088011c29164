"""Writes what strangers keep of the API: ``make document``.

The schema of the event file (docs/event-file.schema.json, and the copy that the office serves), the OpenAPI document
(docs/openapi.json), and the types of the client, which are made from it. A change that is no addition is told and not
written: it belongs into another version of the API.
"""

from __future__ import annotations

import json
import keyword
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from overtrick.formats.event_file import schema as event_schema
from tools.additions import only_adds

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "openapi.json"
SCHEMA = ROOT / "docs" / "event-file.schema.json"
SERVED = ROOT / "src" / "overtrick" / "api" / "event-file.schema.json"
CLIENT = ROOT / "src" / "overtrick" / "client"
#: What the client answers with, or takes, by module; what these are made of comes along, and stands in the first one.
MODULES = {
    "award_records": ("WorthAnswer", "AssessmentData", "CheckedFile", "AwardsOf", "Finding"),
    "records": (
        *("PlayerRecord", "PlayerFound", "RankedPlayer", "Paired", "Me", "CertificateRecord", "FileRecord", "HeldOf"),
        *("PlayersOfDraft", "SeatSaid", "PreviewRecord", "SubmittedRecord", "SubmissionRecord", "QuotaYear", "Need"),
        *("AccountRecord", "FileLineRecord", "RecordEntry"),
    ),
}
_SAYS = {"award_records": "What awards are made of", "records": "What an office answers"}
_HEAD = '''"""{says}, made from the OpenAPI document by ``make document``. Later versions may add keys."""

from __future__ import annotations

{built_in}from typing import {names}
'''
_SIMPLE = {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "null": "None"}
_REFERENCE = "#/components/schemas/"
_LONGEST = 120


def described() -> dict[str, Any]:
    """Give the document as the program has it now."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.register.settings")
    import django  # noqa: PLC0415 - only the office needs it

    django.setup()
    from overtrick.api import urls  # noqa: PLC0415
    from overtrick.api.application import api  # noqa: PLC0415
    from overtrick.api.document import document  # noqa: PLC0415

    assert urls.urlpatterns  # noqa: S101 - every operation is declared by then
    made: dict[str, Any] = json.loads(json.dumps(document(api)))
    return made


def written(made: dict[str, Any]) -> str:
    """Write the document as it is committed, one key a line, so that a change is seen."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def records(made: dict[str, Any]) -> dict[str, str]:
    """Write the types of the client, by module."""
    schemas = made["components"]["schemas"]
    before: dict[str, str] = {}
    modules: dict[str, str] = {}
    for module, named in MODULES.items():
        every = _with_parts(named, schemas)
        own = sorted(every - before.keys())
        types = "".join(_type(name, schemas[name]) for name in own)
        names = [each for each in ("Literal", "NotRequired", "TypedDict") if re.search(rf"\b{each}\b", types)]
        taken = sorted(name for name in every & before.keys() if re.search(rf"\b{name}\b", types))
        built_in = "import builtins\n" if "builtins." in types else ""
        head = _HEAD.format(says=_SAYS[module], names=", ".join(names), built_in=built_in)
        if taken:
            head += f"\nfrom overtrick.client.{before[taken[0]]} import {', '.join(taken)}\n"
        modules[module] = head + types
        before |= dict.fromkeys(own, module)
    return modules


def _with_parts(named: Iterable[str], schemas: dict[str, Any]) -> set[str]:
    wanted, found = list(named), set[str]()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += re.findall(rf'"{_REFERENCE}(\w+)"', json.dumps(schemas[name]))
    return found


def _type(name: str, schema: dict[str, Any]) -> str:
    says = _sentence(schema["description"])
    keys = {
        key: _annotation(value) if key in schema["required"] else f"NotRequired[{_annotation(value)}]"
        for key, value in schema["properties"].items()
    }
    if any(map(keyword.iskeyword, keys)):
        rows = "".join(f'        "{key}": {kind},\n' for key, kind in keys.items())
        return f'\n\n#: {says}\n{name} = TypedDict(\n    "{name}",\n    {{\n{rows}    }},\n)\n'
    if "list" in keys:  # in such a class the word is the key
        keys = {key: kind.replace("list[", "builtins.list[") for key, kind in keys.items()}
    rows = "".join(f"    {key}: {kind}\n" for key, kind in keys.items())
    return f'\n\nclass {name}(TypedDict):\n    """{says}"""\n\n{rows}'


def _sentence(text: str) -> str:
    """Take the first line, or its first sentence where it is long."""
    line = text.strip().splitlines()[0]
    return line if len(line) <= _LONGEST - 10 else line.split(". ")[0].rstrip(".") + "."


def _annotation(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_REFERENCE)
    if "anyOf" in schema:
        return " | ".join(map(_annotation, schema["anyOf"]))
    if "enum" in schema:
        chosen = [each for each in schema["enum"] if each is not None]
        return f"Literal[{', '.join(map(json.dumps, chosen))}]" + (" | None" if None in schema["enum"] else "")
    if schema["type"] == "array":
        return f"list[{_annotation(schema['items'])}]"
    if schema["type"] == "object":
        return f"dict[str, {_annotation(schema['additionalProperties'])}]"
    return _SIMPLE[schema["type"]]


def main() -> None:
    """Write all of it, unless something that programs rely on would go away."""
    schema = written(event_schema.schema())
    for file in (SCHEMA, SERVED):  # first: the document has it in it
        file.write_text(schema, encoding="utf-8")
    made = described()
    lost = only_adds(json.loads(DOCUMENT.read_text(encoding="utf-8")), made)
    if lost:
        sys.exit("\n".join(["This is no addition to docs/openapi.json:", *lost]))
    DOCUMENT.write_text(written(made), encoding="utf-8")
    for module, text in records(made).items():
        (CLIENT / f"{module}.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
