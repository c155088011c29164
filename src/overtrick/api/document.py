"""The OpenAPI document: ninja's parameters, the records as msgspec writes them, the problems of each operation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from ninja.openapi.schema import OpenAPISchema

from overtrick.api import event_schema, lists
from overtrick.api.answers import JSON
from overtrick.api.codes import Code, meaning_of
from overtrick.api.problems import MEDIA_TYPE, ProblemDetails
from overtrick.register.tokens.scopes import Scope, who_can_have

if TYPE_CHECKING:
    from ninja import NinjaAPI

    from overtrick.api.operations import Rules

ROOT = "/api/v1"
#: What is known of each operation, by its name.
RULES: dict[str, Rules] = {}
SECURITY = "token"
_TOKENS = "A token of a person or an organisation, made on the pages. The list names the scope that it must have."
#: What every call can be answered with: a token may be sent with any, and a parameter that there is not.
ALWAYS = (
    *(Code.UNREADABLE, Code.TOKEN_MISSING, Code.TOKEN_EXPIRED, Code.TOKEN_REVOKED, Code.PARAMETERS),
    *(Code.TOO_MANY, Code.INTERNAL, Code.BUSY),
)
#: Scopes of calls about an organisation: the role behind the token decides what may be done with what it shows.
_OF_ROLES = frozenset(Scope) - {Scope.PLAYERS_READ, Scope.PLAYERS_FILE, Scope.RECORD_READ}
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
    for path, methods in made["paths"].items():
        methods.pop("head", None)
        for method, operation in methods.items():
            name = operation["operationId"]
            rules = RULES[name]
            operation["responses"] = _answer(rules, by_name[name]) | _problems(
                schemas[-1], _codes(method, path, {each["name"] for each in operation["parameters"]}, rules)
            )
            if rules.scope is not None:
                operation["security"] = [{SECURITY: [] if rules.scope == "any" else [str(rules.scope)]}]
            sent = rules.body or ({JSON: taken[name]} if name in taken else {})
            if sent:
                content = {kind: {"schema": schema} for kind, schema in sent.items()}
                operation["requestBody"] = {"required": True, "content": content}
            if rules.other_parameters:
                operation["parameters"].append(_others(rules))
    schemas_by_name = {**made["components"]["schemas"], **components, **event_schema.components()}
    made["components"] = {
        "schemas": dict(sorted(schemas_by_name.items())),
        "responses": _shared(made["paths"]),
        "securitySchemes": {SECURITY: {"type": "http", "scheme": "bearer", "description": _of_tokens()}},
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


def _codes(method: str, path: str, parameters: Collection[str], rules: Rules) -> list[str]:
    """List the codes that an operation can be answered with."""
    found: list[str] = [*ALWAYS, *rules.errors]
    if lists.AFTER in parameters:
        found.append(Code.CURSOR)
    if isinstance(rules.scope, Scope):
        found.append(Code.SCOPE_MISSING)
        if rules.scope in _OF_ROLES and not rules.seeing_is_enough:
            found.append(Code.NOT_ALLOWED)
    if "{" in path and not any(meaning_of(code).status == HTTPStatus.NOT_FOUND for code in rules.errors):
        found.append(Code.NOT_FOUND)
    if method != "get":  # the web server takes a body in before it is known whose it is
        found += [Code.TOO_SLOW, Code.TOO_LARGE]
    if method == "post":
        found += [Code.SAME_KEY_RUNNING, Code.SAME_KEY_OTHER_BODY]
    if rules.largest:
        found.append(Code.MEDIA_TYPE)
    return sorted(set(map(str, found)))


def _problems(schema: dict[str, Any], codes: Iterable[str]) -> dict[str, Any]:
    """Describe the problem of each status, with its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(meaning_of(code).status, []).append(code)
    return {
        str(int(status)): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(found)}",
            "content": {MEDIA_TYPE: {"schema": {**schema, "properties": {"code": {"enum": found}}}}},
        }
        for status, found in sorted(by_status.items())
    }


def codes_of(made: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[int, list[str]]:
    """Read the codes of an operation from the document, by status."""
    shared = made["components"]["responses"]
    found: dict[int, list[str]] = {}
    for status, answer in operation["responses"].items():
        told = shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
        if MEDIA_TYPE in told.get("content", ()):
            found[int(status)] = told["content"][MEDIA_TYPE]["schema"]["properties"]["code"]["enum"]
    return found


def _shared(paths: dict[str, Any]) -> dict[str, Any]:
    """Take out the problems that most operations have in the same words, and leave a reference in their place."""
    answers = [each["responses"] for methods in paths.values() for each in methods.values()]
    found: dict[str, Any] = {}
    for status in sorted({status for each in answers for status in each if int(status) >= HTTPStatus.BAD_REQUEST}):
        told = [each[status] for each in answers if status in each]
        usual = max(told, key=lambda it: (told.count(it), it["description"]))
        if told.count(usual) > 1:
            found[f"Problem{status}"] = usual
            for each in answers:
                if each.get(status) == usual:
                    each[status] = {"$ref": f"#/components/responses/Problem{status}"}
    return found


def _of_tokens() -> str:
    return "\n".join([_TOKENS, "", *(f"- `{each}`: {who_can_have(each)}" for each in Scope)])


def _others(rules: Rules) -> dict[str, Any]:
    """Describe parameters whose names are told elsewhere."""
    schema = {"type": "object", "additionalProperties": {"type": "string", **rules.other_values}}
    return {
        "in": "query",
        "name": "answers",
        "required": False,
        "style": "form",
        "explode": True,
        "schema": schema,
        "description": rules.other_parameters,
    }
