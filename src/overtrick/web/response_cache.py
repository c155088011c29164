"""Cache of whole answers for people who are not logged in. It lasts until somebody writes or the day ends.

The database itself says whether anything was written: a single question, and no list of what makes which page old. Who
is logged in, or was told something, is never answered so; only pages that say they are for everybody are.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import date
from functools import wraps
from threading import Lock
from typing import Concatenate, NamedTuple, ParamSpec

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

from overtrick.web.access import today

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

_MARK = "for_everybody"
#: Answers are short; so many are a small part of a worker's memory.
_MOST = 2_000


class _Given(NamedTuple):
    """An answer, and the state of the database that it was made from."""

    state: Hashable
    content: bytes
    headers: dict[str, str]


def for_everybody(view: View[P]) -> View[P]:
    """Say of a view that whoever is not logged in sees the same: it asks the address, the database and the day only."""

    @wraps(view)
    def marked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        setattr(answer, _MARK, not request.user.is_authenticated)
        return answer

    return marked


class Again:
    """Django middleware: answer strangers as before where nothing was written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._shelf: OrderedDict[Hashable, _Given] = OrderedDict()
        self._lock = Lock()
        #: A token for forms shows nothing; the language is part of what is asked for.
        self._harmless = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; anew, if there is any doubt."""
        ours = connections[DEFAULT_DB_ALIAS]
        # What is inside a transaction may be taken back, and nobody would be told.
        if request.method != "GET" or ours.in_atomic_block or not self._harmless.issuperset(request.COOKIES):
            return self._get_response(request)
        # The state is read first: what is written while the answer is made makes it old.
        where, state = state_of(ours)
        asked = (where, *_asked(request))
        given = self._shelf.get(asked)
        if given is not None and given.state == state:
            return HttpResponse(given.content, headers=given.headers)
        answer = self._get_response(request)
        if getattr(answer, _MARK, False) and answer.status_code == HttpResponse.status_code and not answer.cookies:
            self._keep(asked, _Given(state, answer.content, dict(answer.headers)))
        return answer

    def _keep(self, asked: Hashable, given: _Given) -> None:
        with self._lock:
            self._shelf[asked] = given
            self._shelf.move_to_end(asked)
            if len(self._shelf) > _MOST:
                self._shelf.popitem(last=False)


def _asked(request: HttpRequest) -> tuple[str | date | None, ...]:
    """Say all that the answer to a stranger depends on, apart from the database."""
    sent = request.META
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME), sent.get("HTTP_ACCEPT_LANGUAGE")
    headers = sent.get("HTTP_HOST"), sent.get("HTTP_HX_REQUEST"), request.scheme
    return request.path, sent.get("QUERY_STRING"), *language, *headers, today()


def state_of(ours: BaseDatabaseWrapper) -> tuple[Hashable, Hashable]:
    """Give a mark that is another one as soon as anything was written, and for whom it counts.

    SQLite counts for each connection what others wrote, and what it wrote itself; PostgreSQL names the transactions
    that can be seen.
    """
    ours.ensure_connection()
    bare = ours.connection
    if ours.vendor == "sqlite":
        ((version,),) = bare.execute("pragma data_version").fetchall()
        return bare, (version, bare.total_changes)
    ((seen,),) = bare.execute("select cast(pg_current_snapshot() as text)").fetchall()
    return None, seen
