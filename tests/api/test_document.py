"""The committed document is the one that the program gives, and a version of the API only grows."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tools import api_document
from tools.additions import only_adds

if TYPE_CHECKING:
    from tests.api.conftest import Caller

Tree = dict[str, Any]


def committed() -> Tree:
    found: Tree = json.loads(api_document.DOCUMENT.read_text(encoding="utf-8"))
    return found


def test_the_committed_document_is_up_to_date() -> None:
    made = api_document.described()
    assert api_document.DOCUMENT.read_text(encoding="utf-8") == api_document.written(made), "run make document"


def test_the_types_of_the_client_are_up_to_date() -> None:
    for module, text in api_document.records(api_document.described()).items():
        file = api_document.CLIENT / f"{module}.py"
        assert file.read_text(encoding="utf-8") == text, "run make document"


def test_what_the_program_has_only_adds_to_what_is_committed() -> None:
    assert only_adds(committed(), api_document.described()) == []


def test_the_schema_of_the_event_file_is_served_and_linked(call: Caller) -> None:
    found = call.get("/event-file.schema.json")
    assert found.response.headers["Content-Type"] == "application/schema+json"
    assert found.response.content == api_document.SCHEMA.read_bytes()
    assert call.get("/").data["links"]["event-file.schema.json"].endswith("/api/v1/event-file.schema.json")
    assert b"/api/v1/event-file.schema.json" in call.client.get("/api/").content


def test_the_document_has_the_event_file_with_all_its_parts() -> None:
    made = api_document.described()
    bodies = made["paths"]["/api/v1/awards"]["post"]["requestBody"]["content"]
    assert bodies["application/json"]["schema"] == {"$ref": "#/components/schemas/EventFile"}
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(made)))
    assert named <= set(made["components"]["schemas"])
    assert {"EventFileStage", "EventFileResult", "EventFileWholeFrom1"} <= named
    assert "$defs" not in json.dumps(made)


def test_a_document_adds_nothing_to_itself() -> None:
    assert only_adds(committed(), committed()) == []


OLD: Tree = {
    "paths": {
        "/a": {
            "post": {
                "parameters": [
                    {"in": "query", "name": "x", "required": False, "schema": {"type": "integer", "maximum": 9}},
                    {"in": "query", "name": "y", "required": False, "schema": {"type": "string", "enum": ["b", "c"]}},
                ],
                "requestBody": {"required": True, "content": {"json": {"schema": {"$ref": "#/components/schemas/In"}}}},
                "responses": {
                    "200": {"content": {"json": {"schema": {"$ref": "#/components/schemas/Out"}}}},
                    "410": {"$ref": "#/components/responses/Problem410"},
                },
            }
        }
    },
    "components": {
        "responses": {
            "Problem410": {
                "description": "Gone: a-code, b-code",
                "content": {"problem": {"schema": {"$ref": "#/components/schemas/Wrong"}}},
            }
        },
        "schemas": {
            "Wrong": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]},
            "In": {"type": "object", "properties": {"name": {"type": "string"}}, "required": []},
            "Out": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "next": {"anyOf": [{"$ref": "#/components/schemas/Out"}, {"type": "null"}]},
                    "rows": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["id", "next", "rows"],
            },
        },
    },
}


def _call(tree: Tree) -> Tree:
    found: Tree = tree["paths"]["/a"]["post"]
    return found


def _gone(tree: Tree) -> Tree:
    found: Tree = tree["components"]["responses"]["Problem410"]
    return found


def _record(tree: Tree, name: str) -> Tree:
    found: Tree = tree["components"]["schemas"][name]
    return found


ADDED: dict[str, Callable[[Tree], object]] = {
    "an address": lambda it: it["paths"].update({"/b": {"get": {"responses": {}}}}),
    "a method": lambda it: it["paths"]["/a"].update({"get": {"responses": {}}}),
    "a parameter": lambda it: _call(it)["parameters"].append(
        {"in": "query", "name": "z", "schema": {"type": "string"}}
    ),
    "a value to send": lambda it: _call(it)["parameters"][1]["schema"]["enum"].append("d"),
    "a wider bound": lambda it: _call(it)["parameters"][0]["schema"].update(maximum=10),
    "a status": lambda it: _call(it)["responses"].update({"202": {}}),
    "a form": lambda it: _call(it)["responses"]["200"]["content"].update({"csv": {}}),
    "a key of an answer": lambda it: _record(it, "Out")["properties"].update(more={"type": "string"}),
    "a code": lambda it: _gone(it).update(description="Gone: a-code, b-code, c-code"),
    "a key of a problem": lambda it: _record(it, "Wrong")["properties"].update(more={"type": "string"}),
    "a key to send": lambda it: _record(it, "In")["properties"].update(more={"type": "string"}),
}
BROKEN: dict[str, tuple[Callable[[Tree], object], str]] = {
    "an address is gone": (lambda it: it["paths"].pop("/a"), "POST /a is gone"),
    "a parameter is gone": (lambda it: _call(it)["parameters"].pop(), "parameter y is gone"),
    "a parameter is needed": (lambda it: _call(it)["parameters"][0].update(required=True), "x is needed now"),
    "a new one is needed": (
        lambda it: _call(it)["parameters"].append({"in": "query", "name": "z", "required": True, "schema": {}}),
        "z is new and needed",
    ),
    "a value cannot be sent": (lambda it: _call(it)["parameters"][1]["schema"]["enum"].pop(), "takes fewer values"),
    "a tighter bound": (lambda it: _call(it)["parameters"][0]["schema"].update(maximum=8), "tighter maximum"),
    "a new bound": (lambda it: _call(it)["parameters"][0]["schema"].update(minimum=1), "tighter minimum"),
    "a scope": (lambda it: _call(it).update(security=[{"token": ["x"]}]), "needs another token"),
    "a status is gone": (lambda it: _call(it)["responses"].pop("200"), "no longer says 200"),
    "a form is gone": (lambda it: _call(it)["responses"]["200"]["content"].pop("json"), "json is gone"),
    "a key of an answer is gone": (lambda it: _record(it, "Out")["properties"].pop("id"), "200.id is gone"),
    "a key may be missing": (lambda it: _record(it, "Out")["required"].remove("id"), "id may be missing"),
    "a key may be null": (
        lambda it: _record(it, "Out")["properties"].update(id={"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        "id was integer and is integer or null",
    ),
    "items of another type": (
        lambda it: _record(it, "Out")["properties"]["rows"].update(items={"type": "integer"}),
        "rows[] was string and is integer",
    ),
    "a code is gone": (lambda it: _gone(it).update(description="Gone: b-code"), "no longer has the code a-code"),
    "a key of a problem is gone": (
        lambda it: _record(it, "Wrong")["properties"].pop("code"),
        "410.code is gone",
    ),
    "a form of a problem is gone": (lambda it: _gone(it)["content"].clear(), "410: problem is gone"),
    "a status without problems": (lambda it: _call(it)["responses"].update({"410": {}}), "410: problem is gone"),
    "a key must be sent": (lambda it: _record(it, "In").update(required=["name"]), "name is needed now"),
    "a key cannot be sent": (lambda it: _record(it, "In")["properties"].pop("name"), "body.name is gone"),
}


def _changed(change: Callable[[Tree], object]) -> Tree:
    made = copy.deepcopy(OLD)
    change(made)
    return made


@pytest.mark.parametrize("name", ADDED)
def test_an_addition_is_one(name: str) -> None:
    assert only_adds(OLD, _changed(ADDED[name])) == []


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_addition_is_told(name: str) -> None:
    change, told = BROKEN[name]
    (found,) = only_adds(OLD, _changed(change))
    assert told in found
