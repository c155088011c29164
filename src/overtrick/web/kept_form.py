"""A form that was sent after the session had ended: kept in the log-in page, and sent when its sender says so.

What was typed travels in the page, packed and signed; nothing is stored. Small files travel with it. Forms with a
password in them are not kept.
"""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any, NamedTuple

from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import HttpRequest, QueryDict
from django.utils.datastructures import MultiValueDict

#: The hidden field that carries the form.
FIELD = "kept_form"
_SALT = "overtrick.web.kept_form"
#: So many characters may travel in a page; Django takes 2.5 million in all.
_LONGEST = 2_000_000
#: Larger files are not packed at all: strangers can send a form, too, and packing is work.
_LARGEST = 3_000_000
_LASTS = timedelta(hours=12)
#: Nobody types longer words; it is something that the page sent along.
_LONGEST_WORD = 100
#: The field of a password that is asked for with one act (``accounts.password_again``): it is asked for again.
OWN_PASSWORD = "own_password"  # noqa: S105 - the name of a field
_OURS = ("csrfmiddlewaretoken", "next", FIELD, OWN_PASSWORD)


class Typed(NamedTuple):
    """A field as the page shows it."""

    name: str
    value: str


class KeptForm(NamedTuple):
    """A form as it was sent."""

    address: str
    fields: list[list[str]]  #: name and value
    files: list[list[str]]  #: field, name, kind, content
    left_out: list[str]  #: names of files that were too large

    @property
    def typed(self) -> list[Typed]:
        """Give what somebody typed, for them to look at."""
        return [
            Typed(name.replace("_", " ").replace("-", " ").capitalize(), value)
            for name, value in self.fields
            if 0 < max((len(word) for word in value.split()), default=0) <= _LONGEST_WORD
        ]

    @property
    def file_names(self) -> list[str]:
        """Name the files that are kept."""
        return [name for _field, name, _kind, _content in self.files]

    def put_into(self, request: HttpRequest) -> None:
        """Let a request be the one that was kept."""
        fields = QueryDict(mutable=True)
        for name, value in self.fields:
            fields.appendlist(name, value)
        files: MultiValueDict[str, UploadedFile[bytes]] = MultiValueDict()
        for field, name, kind, content in self.files:
            files.appendlist(field, SimpleUploadedFile(name, base64.b64decode(content), kind))
        request._post, request._files = fields, files  # type: ignore[attr-defined]  # noqa: SLF001 - Django has no other way


def sent_fields(request: HttpRequest) -> list[list[str]]:
    """Give the names and values that were sent, without what every page sends along and without that password."""
    return [[name, value] for name, values in request.POST.lists() for value in values if name not in _OURS]


def pack(request: HttpRequest, *, empty: bool = False) -> str:
    """Pack what was sent; nothing where it is too much or too secret, or nothing was typed and ``empty`` is off."""
    fields = sent_fields(request)
    sent = [(field, each) for field, several in request.FILES.lists() for each in several]
    if any("password" in name for name, _value in fields) or not (fields or sent or empty):
        return ""
    address = request.get_full_path()
    if sum(each.size or 0 for _field, each in sent) <= _LARGEST:
        files = [[field, each.name or "", each.content_type or "", _text(each)] for field, each in sent]
        packed = _signed(KeptForm(address, fields, files, []))
        if packed:
            return packed
    return _signed(KeptForm(address, fields, [], [each.name or "" for _field, each in sent]))


def unpack(packed: str) -> KeptForm | None:
    """Open what was packed; nothing where there is none, or where somebody else packed it."""
    if not packed:
        return None
    try:
        found: dict[str, Any] = signing.loads(packed, salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        return None
    return KeptForm(**found)


def _signed(form: KeptForm) -> str:
    packed = signing.dumps(form._asdict(), salt=_SALT, compress=True)
    return packed if len(packed) <= _LONGEST else ""


def _text(file: UploadedFile[bytes]) -> str:
    return base64.b64encode(file.read()).decode("ascii")
