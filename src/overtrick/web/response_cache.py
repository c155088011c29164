"""Cache of whole answers for people who are not logged in. It lasts until somebody writes or the day ends.

The database itself says whether anything was written: a single question, and no list of what makes which page old. Who
is logged in, or was told something, is never answered so; only pages that say they are for everybody are.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie

from overtrick.web.access import today

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

_MARK = "for_everybody"
#: What else an answer depends on: the address, and how it is reached.
_HEADERS = (
    *("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "wsgi.url_scheme", "HTTP_ACCEPT_LANGUAGE", "HTTP_HX_REQUEST"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_FORWARDED"),
)
#: A call of the API is counted each time, so no answer to one is kept; a page whose address has this is none the worse.
_CALLS = "/api/v1/"
#: So many bytes of answers a worker keeps; what was asked for longest ago goes first.
MOST = 32_000_000
#: What an answer takes beside its content: address, headers, its place on the shelf.
BESIDE = 4_000


class _Given(NamedTuple):
    """An answer, and the state of the database that it was made from."""

    state: Hashable
    content: bytes
    headers: list[tuple[str, str]]

    @property
    def size(self) -> int:
        """Say how many bytes it takes, about."""
        return len(self.content) + BESIDE


def for_everybody(view: View[P]) -> View[P]:
    """Say of a view that whoever is not logged in sees the same: it asks the address, the database and the day only."""

    @wraps(view)
    def marked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        setattr(answer, _MARK, not request.user.is_authenticated)
        return answer

    return marked


class Again:
    """WSGI middleware around Django: answer strangers as before where nothing was written."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self._shelf: OrderedDict[Hashable, _Given] = OrderedDict()
        self._held = 0  #: bytes
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer; anew, if there is any doubt."""
        asked = _asked(environ)
        if asked is None:
            return self._application(environ, start_response)
        ours = connections[DEFAULT_DB_ALIAS]
        if ours.in_atomic_block:  # what is inside a transaction may be taken back, and nobody would be told
            return self._application(environ, start_response)
        try:
            # The state is read first: what is written while the answer is made makes it old.
            with ours.wrap_database_errors:
                where, state = state_of(ours)
        except DatabaseError:  # the connection was lost; Django opens another
            return self._application(environ, start_response)
        given = self._shelf.get((where, asked))
        if given is not None and given.state == state:
            start_response("200 OK", given.headers)
            return [given.content]
        answer = self._application(environ, start_response)
        if isinstance(answer, HttpResponse) and _may_be_kept(answer):
            self._keep((where, asked), _Given(state, answer.content, list(answer.items())))
        return answer

    def _keep(self, asked: Hashable, given: _Given) -> None:
        with self._lock:
            if old := self._shelf.pop(asked, None):
                self._held -= old.size
            self._shelf[asked] = given
            self._held += given.size
            while self._held > MOST:
                self._held -= self._shelf.popitem(last=False)[1].size


def _may_be_kept(answer: HttpResponse) -> bool:
    return getattr(answer, _MARK, False) and answer.status_code == HTTPStatus.OK and not answer.cookies


def _asked(environ: WSGIEnvironment) -> tuple[object, ...] | None:
    """Say all that the answer to a stranger depends on, apart from the database; None: perhaps it is no stranger."""
    if environ["REQUEST_METHOD"] != "GET" or _CALLS in environ["PATH_INFO"]:
        return None
    language = None
    if sent := environ.get("HTTP_COOKIE"):
        cookies = parse_cookie(sent)
        # A token for forms shows nothing; the language is part of what is asked for.
        if not cookies.keys() <= {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}:
            return None
        language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    return language, today(), *map(environ.get, _HEADERS)


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
