"""The frame of a page, rendered once and used again.

The frame is laid out by its template once for each kind of page and language, with holes for what is the reader's own.
What a page shows is laid out by a template that knows no request, so nothing of one reader can be in it but what the
view gave; a view may keep it by all it was made of (see ``web.player.record``).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.formats import date_format
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from overtrick.web.access import today
from overtrick.web.design.said import messages

#: Nobody can know it, so nobody can write a hole into a page.
_MARK = secrets.token_hex(8)
_PARTED = f"{_MARK}-{_MARK}"
_HOLES = {name: f"{_MARK}{name}{_MARK}" for name in ("TITLE", "MESSAGES", "PAGE", "NAME", "TOKEN", "ADDRESS", "DAY")}
_HOLE = re.compile(f"{_MARK}([A-Z]+){_MARK}")

Key = tuple[object, ...]


class Parts(NamedTuple):
    """What a page shows, laid out."""

    title: str
    page: str


def parts(template: str, context: Mapping[str, object]) -> Parts:
    """Lay out a template that extends ``design/parts.html``; it sees the context, the language and nothing else."""
    title, page = render_to_string(template, {**context, "parted": _PARTED}).split(_PARTED)
    return Parts(title.strip(), page)


def filled_parts(template: str, words: Mapping[str, str], **switches: bool) -> Parts:
    """Lay out a page that differs from others in a few words, which it shows as they are: no tag sees them.

    Its template is rendered once for each language and each way of the switches, with holes for the words.
    """
    key = (template, get_language(), get_script_prefix(), *words, *switches.items())
    found = _stencils.get(key)
    if found is None:
        holes = {name: SafeString(f"{_MARK}{name.upper()}{_MARK}") for name in words}
        shown = parts(template, {**switches, **holes})
        found = _stencils[key] = shown.title, _HOLE.split(shown.page)
    title, (*texts,) = found
    texts[1::2] = [conditional_escape(words[hole.lower()]) for hole in texts[1::2]]
    return Parts(title, "".join(texts))


_stencils: dict[Key, tuple[str, list[str]]] = {}


def framed(request: HttpRequest, shown: Parts, status: int = 200) -> HttpResponse:
    """Put the frame around what a page shows. What is a reader's own is kept nowhere, on the way or on a screen."""
    text, *rest = _frame(request)
    written = [text]
    filled: dict[str, str] = {}  # the navigation stands there twice, for large screens and for small ones
    for hole, after in zip(rest[::2], rest[1::2], strict=True):
        if hole not in filled:
            filled[hole] = _filled(request, hole, shown)
        written += (filled[hole], after)
    return HttpResponse("".join(written), status=status)


def _filled(request: HttpRequest, hole: str, shown: Parts) -> str:
    """Say what stands in a hole of the frame."""
    match hole:
        case "TITLE" | "PAGE":
            return shown.title if hole == "TITLE" else shown.page
        case "MESSAGES":
            said = messages(request)
            return render_to_string("design/messages.html", {"messages": said}) if len(said) else ""
        case "NAME":
            return escape(request.user.get_full_name() or request.user.get_username())  # type: ignore[union-attr]
        case "DAY":
            return date_format(today(), "j F Y")
        case "TOKEN":
            return get_token(request)
        case _:
            return quote(request.get_full_path())


_frames: dict[Key, list[str]] = {}


def _frame(request: HttpRequest) -> list[str]:
    """Give the frame around a page: text, the name of a hole, text, and so on. All that changes it is in the key."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    logged_in = request.user.is_authenticated
    federation = getattr(request, "federation", None)
    wears = (federation.name, federation.look.get("changed")) if federation else None
    key = (get_language(), get_script_prefix(), page, logged_in, wears)
    found = _frames.get(key)
    if found is None:
        user = {"is_authenticated": logged_in, "get_full_name": _HOLES["NAME"], "username": ""}
        here = {"get_full_path": _HOLES["ADDRESS"], "federation": federation}
        context = {"hole": _HOLES, "user": user, "request": here, "csrf_token": _HOLES["TOKEN"]}
        found = _frames[key] = _HOLE.split(render_to_string("design/frame.html", context, request))
    return found
