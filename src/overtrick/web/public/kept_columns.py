"""The columns that a stranger corrected, kept in their own browser for lists with the same headings.

A cookie holds them, so that it works without script; only the page that checks files gets it, and we keep nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

COOKIE = "columns"
_SALT = "overtrick.web.public.kept_columns"
_LASTS = 365 * 24 * 60 * 60
#: A browser keeps no cookie of more than 4,096 bytes.
_LARGEST = 3_500

KeptColumns = dict[str, dict[str, str]]  #: by the key of the headings: {"place": "Pos"}


def key_of(headings: Sequence[str]) -> str:
    """Name a list by its headings."""
    return hashlib.sha256("\0".join(headings).casefold().encode()).hexdigest()[:12]


def kept(request: HttpRequest) -> KeptColumns:
    """Give what this browser has kept; the last one first."""
    try:
        found: KeptColumns = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        return {}
    return found


def keep(request: HttpRequest, answer: HttpResponse, corrected: Mapping[str, Mapping[str, str]]) -> None:
    """Let the browser keep what was corrected; as we took the columns ourselves needs no keeping."""
    before = kept(request)
    known = [*corrected.items(), *((key, columns) for key, columns in before.items() if key not in corrected)]
    lasting = {key: dict(columns) for key, columns in known if columns}
    if lasting == before:
        return
    while len(packed := signing.dumps(lasting, salt=_SALT, compress=True)) > _LARGEST:
        lasting.popitem()
    answer.set_cookie(
        COOKIE,
        packed,
        max_age=_LASTS,
        path=reverse("check"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
