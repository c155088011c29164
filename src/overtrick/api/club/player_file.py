"""The national player file, for programs that keep a copy: all of it, then what changed since.

Lines are read while they are sent, so an answer takes the same little memory however long the file is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from overtrick.api.admission import call_of
from overtrick.api.answers import CSV, Keep, wants
from overtrick.api.codes import Code
from overtrick.api.operations import get
from overtrick.api.parameters import Words
from overtrick.register.player_file import read, records
from overtrick.register.player_file.read import FileReading
from overtrick.register.tokens.scopes import Scope
from overtrick.web.access import federation

GROUP = "The player file"
NDJSON = "application/x-ndjson"
#: The buckets: all of the file, and what changed.
_WHOLE, _CHANGES = "file", "changes"
_LONGEST_CURSOR = 60
#: So many lines are sent together.
_TOGETHER = 500


_Since = Annotated[
    str, Words(_LONGEST_CURSOR, 0, r"^(c[0-9]{1,18}-[0-9a-f]{6})?$", "The cursor of the last line of your copy.")
]
_Text = str | None | msgspec.UnsetType


class FileLineRecord(msgspec.Struct, frozen=True):
    """A line: a player, a number that has another one now, one that is nobody's, or the end. Each has its own keys."""

    number: str | msgspec.UnsetType = msgspec.UNSET
    given: _Text = msgspec.UNSET
    family: _Text = msgspec.UNSET
    club: _Text = msgspec.UNSET  #: the number of the home club
    rank: _Text = msgspec.UNSET
    standing: _Text = msgspec.UNSET
    until: date | msgspec.UnsetType | None = msgspec.UNSET  #: the last day of the standing
    hidden: bool | msgspec.UnsetType = msgspec.UNSET  #: there is neither a name nor a club nor a rank
    now: str | msgspec.UnsetType = msgspec.UNSET  #: the number that the person has now
    gone: bool | msgspec.UnsetType = msgspec.UNSET
    end: bool | msgspec.UnsetType = msgspec.UNSET
    lines: int | msgspec.UnsetType = msgspec.UNSET
    since: str | msgspec.UnsetType = msgspec.UNSET  #: the cursor to ask from next time
    day: date | msgspec.UnsetType = msgspec.UNSET  #: everybody was last looked at for this day


@get(
    "/player-file",
    FileLineRecord,
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.PLAYERS_FILE,
    form=NDJSON,
    also=[CSV],
    errors=(Code.CURSOR, Code.CURSOR_TOO_OLD),
)
def player_file(request: HttpRequest, since: _Since = "") -> HttpResponse | StreamingHttpResponse:
    """Give the national player file, one player a line; with ``since`` only the lines that differ now.

    A line says how a player is, so it may be applied twice. A number that was merged has ``now``, one that is nobody's
    any more has ``gone``. The last line has ``end``, the number of lines and the cursor for the next time: without it
    the copy is incomplete and is thrown away. ``Data-Day`` is the day for which everybody was last looked at,
    ``Data-Age`` how many days ago that was.
    """
    federation(request)
    call = call_of(request)
    reading = read.since(since, call.at) if since else read.whole(call.at)
    tag = f'"{reading.etag}"'
    headers = {
        "ETag": tag,
        "Link": f'<{_next(request, reading)}>; rel="next"',
        "Data-Day": reading.day.isoformat(),
        "Data-Age": str(reading.age),
    }
    csv = wants(request, CSV)
    kind = f"{CSV}; charset=utf-8" if csv else NDJSON
    if request.method == "HEAD" or tag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        # Nothing of the file is read: ``finish`` makes 304 of it where the copy is up to date.
        return HttpResponse(content_type=kind, headers=headers)
    call.count(_CHANGES if since else _WHOLE)
    lines = records.as_csv(reading.records) if csv else _joined(records.ndjson(reading.records))
    return StreamingHttpResponse(lines, content_type=kind, headers=headers)


def _next(request: HttpRequest, reading: FileReading) -> str:
    return request.build_absolute_uri(f"{request.path}?since={reading.since}")


def _joined(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Send lines together: a piece for each would cost more than the line."""
    left = iter(lines)
    while piece := b"".join(islice(left, _TOGETHER)):
        yield piece
