"""Writes records as JSON, with what lets a program keep an answer and ask again cheaply."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from http import HTTPStatus

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.formats.tables import Cell, csv_lines

JSON, CSV = "application/json", "text/csv"
_ENCODER = msgspec.json.Encoder()
_TAG_BYTES = 12


class Keep(StrEnum):
    """How long an answer to a stranger may be kept; one to a token is asked about each time."""

    HOUR = "public, max-age=3600"  #: of the program: handbooks, worth
    MINUTE = "public, max-age=60"  #: of the office: lists, players
    NEVER = "no-store"


def written(record: object, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Write a record."""
    return HttpResponse(_ENCODER.encode(record), status=status, content_type=JSON, headers=headers)


def listed(columns: Sequence[str], rows: Iterable[Sequence[Cell]], headers: Mapping[str, str]) -> HttpResponse:
    """Write a list as CSV."""
    return HttpResponse(b"".join(csv_lines(columns, rows)), content_type=f"{CSV}; charset=utf-8", headers=headers)


def wants(request: HttpRequest, media_type: str) -> bool:
    """Say whether a call asks for this form rather than for JSON."""
    accepted = request.META.get("HTTP_ACCEPT", "")
    return media_type in accepted and request.get_preferred_type([JSON, media_type]) == media_type


def finish(request: HttpRequest, answer: HttpResponse, keep: Keep) -> HttpResponse:
    """Say how long an answer may be kept; where the caller has it already, say only that."""
    headers = answer.headers
    if "Cache-Control" not in headers:
        known = "HTTP_AUTHORIZATION" in request.META and keep is not Keep.NEVER
        headers["Cache-Control"] = "private, no-cache" if known else keep
    if keep is Keep.NEVER or answer.status_code != HTTPStatus.OK or request.method not in ("GET", "HEAD"):
        return answer
    if "ETag" not in headers:
        headers["ETag"] = tag_of(answer.content)
    tag = headers["ETag"]
    if not _has(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        return answer
    kept = {name: headers[name] for name in ("Cache-Control", "ETag", "Link") if name in headers}
    return HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers=kept)


def tag_of(*facts: bytes) -> str:
    """Make an ETag of what an answer is made of."""
    return f'"{hashlib.blake2b(b" ".join(facts), digest_size=_TAG_BYTES).hexdigest()}"'


def _has(sent: str, tag: str) -> bool:
    return bool(sent) and (sent.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in sent.split(",")))


def nothing() -> HttpResponse:
    """Answer that it is done, and that there is nothing to say: then there is no kind of content either."""
    done = HttpResponse(status=204)
    del done["Content-Type"]
    return done
