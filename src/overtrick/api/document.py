"""The OpenAPI document: ninja's parameters, the records as msgspec writes them, all problems of every operation."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from ninja.openapi.schema import OpenAPISchema

from overtrick.api import event_schema
from overtrick.api.answers import JSON
from overtrick.api.codes import MEANINGS
from overtrick.api.problems import MEDIA_TYPE, ProblemDetails

if TYPE_CHECKING:
    from ninja import NinjaAPI

    from overtrick.api.operations import Rules

ROOT = "/api/v1"
#: What is known of each operation, by its name.
RULES: dict[str, Rules] = {}
SECURITY = "token"
_TOKENS = "A token of a person or an organisation, made on the pages. The list names the scope that it must have."
_REFERENCE = "#/components/schemas/{name}"


@cache
def document(api: NinjaAPI) -> dict[str, Any]:
    """Describe the API; it does not change while the program runs."""
    made: dict[str, Any] = OpenAPISchema(api, ROOT.strip("/"))
    # In an order of its own: modules declare their calls whenever somebody imports them.
    made["paths"] = {path: dict(sorted(methods.items())) for path, methods in sorted(made["paths"].items())}
    listed = sorted(RULES.items())
    records = {name: rules.answers for name, rules in listed}
    bodies = {name: rules.takes for name, rules in listed if rules.takes is not None}
    described = [*records.values(), *bodies.values(), ProblemDetails]
    schemas, components = msgspec.json.schema_components(described, ref_template=_REFERENCE)
    by_name = dict(zip(records, schemas, strict=False))
    taken = dict(zip(bodies, schemas[len(records) :], strict=False))
    problems = _problems(schemas[-1])
    for methods in made["paths"].values():
        methods.pop("head", None)
        for operation in methods.values():
            name = operation["operationId"]
            rules = RULES[name]
            operation["responses"] = {**_answer(rules, by_name[name]), **_references(problems)}
            if rules.scope is not None:
                operation["security"] = [{SECURITY: [] if rules.scope == "any" else [str(rules.scope)]}]
            sent = rules.body or ({JSON: taken[name]} if name in taken else {})
            if sent:
                content = {kind: {"schema": schema} for kind, schema in sent.items()}
                operation["requestBody"] = {"required": True, "content": content}
            if rules.other_parameters:
                operation["parameters"].append(_others(rules.other_parameters))
    schemas_by_name = {**made["components"]["schemas"], **components, **event_schema.components()}
    made["components"] = {
        "schemas": dict(sorted(schemas_by_name.items())),
        "responses": problems,
        "securitySchemes": {SECURITY: {"type": "http", "scheme": "bearer", "description": _TOKENS}},
    }
    made["servers"] = [{"url": "/"}]
    return dict(made)


def _answer(rules: Rules, schema: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {rules.form: {"schema": schema}}
    content |= {kind: {"schema": {"type": "string"}} for kind in rules.also}
    found: dict[str, Any] = {
        str(status): {"description": HTTPStatus(status).phrase}
        | ({"content": content} if status != HTTPStatus.NO_CONTENT else {})
        for status in rules.statuses
    }
    if rules.keep != "no-store":
        found["304"] = {"description": HTTPStatus.NOT_MODIFIED.phrase}
    return found


def _problems(schema: dict[str, Any]) -> dict[str, Any]:
    """Describe the problem of each status, with its codes."""
    by_status: dict[int, list[str]] = {}
    for code, meaning in MEANINGS.items():
        by_status.setdefault(meaning.status, []).append(code)
    return {
        f"Problem{status}": {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}",
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for status, codes in sorted(by_status.items())
    }


def _references(problems: dict[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("Problem"): {"$ref": f"#/components/responses/{name}"} for name in problems}


def _others(why: str) -> dict[str, Any]:
    """Describe parameters whose names are told elsewhere."""
    schema = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "in": "query",
        "name": "answers",
        "required": False,
        "style": "form",
        "explode": True,
        "schema": schema,
        "description": why,
    }
