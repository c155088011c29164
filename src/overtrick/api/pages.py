"""The pages about the API: what can be called, with an example of each, and what every problem means."""

from __future__ import annotations

from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.views.decorators.http import require_safe

from overtrick.api import codes, document
from overtrick.api.application import api
from overtrick.api.bodies import LARGEST_FILE, LARGEST_JSON
from overtrick.api.codes import FINDINGS, Meaning
from overtrick.api.examples import EXAMPLES, Example
from overtrick.api.middleware import ADDRESSES
from overtrick.api.token_examples import TOKEN_EXAMPLES, TokenExample

_MEGABYTE = 1_000_000


class ShownParameter(NamedTuple):
    """A parameter of an operation."""

    name: str
    takes: str
    required: bool
    says: str


class ShownOperation(NamedTuple):
    """An operation, as the document describes it."""

    method: str
    path: str
    summary: str
    paragraphs: list[str]
    parameters: list[ShownParameter]
    forms: list[str]  #: the media types of its answer
    errors: list[str]  #: the codes that it can be answered with, apart from those of every call
    token: bool  #: it needs one …
    scopes: list[str]  #: … with this scope


class ShownExample(NamedTuple):
    """An example, as somebody types it."""

    example: Example | TokenExample
    curl: str


class ShownProblem(NamedTuple):
    """A code and what it means."""

    code: str
    meaning: Meaning


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show every operation, from the document that programs read."""
    root = request.build_absolute_uri(f"{get_script_prefix()}api/v1")
    shown = {
        "root": root,
        "examples": [ShownExample(each, each.curl(root)) for each in EXAMPLES],
        "token_examples": [ShownExample(each, each.curl(root)) for each in TOKEN_EXAMPLES],
        "groups": _groups(),
        "json": LARGEST_JSON // _MEGABYTE,
        "file": LARGEST_FILE // _MEGABYTE,
    }
    return render(request, "api/overview.html", shown)


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """List every code, by its status."""
    listed = [ShownProblem(code, meaning) for code, meaning in codes.listed().items()]
    listed.sort(key=lambda each: each.meaning.status)
    return render(request, "api/problems.html", {"problems": listed, "findings": FINDINGS.items()})


@require_safe
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one code: what a problem's ``type`` opens."""
    meaning = codes.listed().get(code)
    if meaning is None:
        raise Http404
    return render(request, "api/problem.html", {"code": code, "meaning": meaning})


def _groups() -> list[tuple[str, list[ShownOperation]]]:
    """Gather the operations of the document under their headings."""
    import_module(ADDRESSES)  # declares every operation
    described = document.document(api)
    found = [
        (operation["tags"][0], _shown(method, path, operation))
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    return [(name, [each for _group, each in members]) for name, members in groupby(found, key=lambda row: row[0])]


def _shown(method: str, path: str, operation: dict[str, Any]) -> ShownOperation:
    _first, *rest = operation.get("description", "").split("\n\n")
    return ShownOperation(
        method=method.upper(),
        path=path.removeprefix(document.ROOT),
        summary=operation["summary"],
        paragraphs=[part.replace("``", "").replace("\n", " ") for part in rest],
        parameters=[_parameter(each) for each in operation["parameters"]],
        forms=_forms(operation["responses"]),
        errors=[code for code in _codes(operation) if code not in document.ALWAYS],
        token="security" in operation,
        scopes=[scope for each in operation.get("security", ()) for scope in each[document.SECURITY]],
    )


def _codes(operation: dict[str, Any]) -> list[str]:
    by_status = document.codes_of(document.document(api), operation)
    return [code for found in by_status.values() for code in found]


def _forms(responses: dict[str, Any]) -> list[str]:
    """Name the media types of an answer to a call that is done."""
    return next(list(each.get("content", ())) for status, each in responses.items() if status.startswith("2"))


def _parameter(parameter: dict[str, Any]) -> ShownParameter:
    schema = parameter["schema"]
    schema = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    if "enum" in schema:
        takes = ", ".join(schema["enum"])
    elif "minimum" in schema:
        takes = f"{schema['minimum']}–{schema['maximum']}"
    else:
        takes = schema.get("format") or schema.get("type", "")
    return ShownParameter(
        parameter["name"], takes, parameter["required"], parameter.get("description") or schema.get("description", "")
    )
