"""The file that came in, side by side with the awards that were made of it."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from overtrick.register.competitions.models import Submission, Upload
from overtrick.web.office import decorators, inbox

#: So many signs of a file are shown; the whole of it can be downloaded.
_MOST_SHOWN = 100_000
#: How files begin whose bytes are no text: archives, among them spreadsheets, and old spreadsheets and databases.
_NO_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"%PDF")


class FileText(NamedTuple):
    """What is shown of a file."""

    text: str
    as_read: bool  #: it is no text itself: this is the event that was read from it
    cut: bool  #: there is more of it


@decorators.page
def beside(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the file at the left and its awards at the right."""
    chosen = get_object_or_404(inbox.every(), pk=pk)
    return render(
        request, "office/submission_file.html", {"chosen": chosen, "text": _text(chosen)} | inbox.item(chosen)
    )


def _text(chosen: Submission) -> FileText | None:
    """Decode a text; of anything else give the event as it was read, which says where every figure comes from."""
    text = _decoded(chosen.upload) if chosen.upload else None
    as_read = text is None
    if text is None and chosen.event is not None:
        text = chosen.event.text
    return FileText(text[:_MOST_SHOWN], as_read, len(text) > _MOST_SHOWN) if text is not None else None


def _decoded(upload: Upload) -> str | None:
    content = upload.content
    if content.startswith(_NO_TEXT) or b"\0" in content.removeprefix(b"\xff\xfe")[: _MOST_SHOWN * 4]:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
