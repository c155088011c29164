"""Where a program begins: the addresses of the API, and how the federation writes numbers."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick import __version__
from overtrick.api import document, event_schema
from overtrick.api.answers import Keep
from overtrick.api.application import api
from overtrick.api.operations import get
from overtrick.register.federations import numbers
from overtrick.web.access import federation

GROUP = "The API itself"


class NumberForm(msgspec.Struct, frozen=True):
    """How the numbers of players are written."""

    digits: int | None  #: at most so many; null: not known
    zeros_in_front: bool  #: filled up to all the digits; when a number is read they do not matter
    check_digit: bool


class Start(msgspec.Struct, frozen=True):
    """What this office is, and where to go on."""

    federation: str
    handbook: str
    version: str  #: of the program
    numbers: NumberForm
    links: dict[str, str]


@get("/", Start, GROUP, keep=Keep.MINUTE)
def start(request: HttpRequest) -> Start:
    """Say whose office this is, how numbers are written, and where everything is."""
    here = federation(request)
    form = numbers.form(here)
    root = request.build_absolute_uri(f"{request.path.rstrip('/')}/")
    paths = (path for path in document.document(api)["paths"] if "{" not in path)
    links = {
        path.removeprefix(f"{document.ROOT}/") or "start": path.removeprefix(f"{document.ROOT}/") for path in paths
    }
    return Start(
        federation=here.name,
        handbook=here.handbook,
        version=__version__,
        numbers=NumberForm(form.digits or None, form.filled, form.check is not None),
        links={name: f"{root}{path}" for name, path in links.items()},
    )


@get("/openapi.json", dict[str, Any], GROUP, keep=Keep.HOUR)
def openapi(request: HttpRequest) -> dict[str, Any]:
    """Describe the API in OpenAPI 3.1."""
    del request
    return document.document(api)


@get("/event-file.schema.json", dict[str, Any], GROUP, keep=Keep.HOUR, form=event_schema.MEDIA_TYPE)
def event_file_schema(request: HttpRequest) -> HttpResponse:
    """Describe the event file as a JSON Schema.

    What it refuses, a call refuses too. What has to fit together, such as places in step, only a call tells.
    """
    del request
    return HttpResponse(event_schema.written(), content_type=event_schema.MEDIA_TYPE)
