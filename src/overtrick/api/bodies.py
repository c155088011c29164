"""The body of a call: bytes, whatever ``Content-Type`` says of them, and never more than the operation takes."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.api.codes import Code
from overtrick.api.problems import ApiProblem, finding, one

T = TypeVar("T")

_MULTIPART = "multipart/"
#: Bytes of a JSON body, and of a results file.
LARGEST_JSON, LARGEST_FILE = 1_000_000, 20_000_000


def check_body(request: HttpRequest, largest: int) -> None:
    """Refuse a body before a byte of it is kept: one in parts, or one that says itself that it is too large."""
    if not largest:
        return
    if request.META.get("CONTENT_TYPE", "").lower().startswith(_MULTIPART):
        raise ApiProblem(Code.MEDIA_TYPE)
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    if not length.isdecimal():
        raise ApiProblem(Code.UNREADABLE)
    if int(length[:20]) > largest:
        raise too_large(largest)


def taken(request: HttpRequest, largest: int) -> bytes:
    """Give the body, which must be there."""
    content = whole(request, largest)
    if not content:
        raise one(Code.UNREADABLE, _("The call has no body."), _("Send the bytes of the file as the body."))
    return content


def json_body(request: HttpRequest, form: type[T]) -> T:
    """Read a small JSON body."""
    try:
        return msgspec.json.decode(taken(request, LARGEST_JSON), type=form)
    except msgspec.ValidationError as error:
        told = finding("parameter-value", _("The body is not as it should be: %s.") % error, _("Correct it."))
        raise ApiProblem(Code.PARAMETERS, [told]) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise one(Code.UNREADABLE, _("The body is not JSON: %s.") % error, _("Send JSON in UTF-8.")) from None


def whole(request: HttpRequest, largest: int) -> bytes:
    """Give the body; it is read once, whoever asks for it."""
    known: bytes | None = getattr(request, "whole_body", None)
    if known is None:
        known = bytes(request.read(largest + 1))
        if len(known) > largest:
            raise too_large(largest)
        request.whole_body = known  # type: ignore[attr-defined]
    return known


def too_large(largest: int) -> ApiProblem:
    """Say how large a body may be."""
    found = _("The body has more than %(most)s MB.") % {"most": largest // 1_000_000}
    return one(Code.TOO_LARGE, found, _("Check that it is the right file."))
