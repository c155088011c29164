"""A stranger is given the answer of another stranger only while nothing at all was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.http import HttpResponse
from django.test import RequestFactory

from overtrick.register.people.models import Player
from overtrick.register.people.registration import correct
from overtrick.register.scoping import scope
from overtrick.web import response_cache
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import StartResponse, WSGIEnvironment

    from pytest_django import DjangoDbBlocker


@pytest.fixture
def player(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[Player]:  # noqa: ARG001
    """Somebody in a database of their own, where nothing is inside a transaction."""
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        north = office.federation()
        with scope(federation=north):
            yield office.person("Ado Bem")


#: A token for forms, as Django makes them.
TOKEN = "a" * 32


class Page(NamedTuple):
    """An answer as a browser has it."""

    status: str
    headers: dict[str, str]
    content: bytes


class Server:
    """What the web server calls for each request; it notes the addresses that were answered anew."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self._django = WSGIHandler()
        self._application = response_cache.Again(self._anew)

    def _anew(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query = environ["QUERY_STRING"]
        self.made.append(environ["PATH_INFO"] + (f"?{query}" if query else ""))
        return self._django(environ, start_response)

    def get(self, address: str, cookie: str = "", **headers: str) -> Page:
        """Ask for a page."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        environ = RequestFactory(headers={"Cookie": cookie, **sent}).get(address).environ
        begun: list[tuple[str, dict[str, str]]] = []

        def start_response(status: str, given: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], None]:
            begun.append((status, dict(given)))
            return begun.clear  # type: ignore[return-value]  # nobody writes so

        answer = self._application(environ, start_response)
        content = b"".join(answer)
        if isinstance(answer, HttpResponse):
            answer.close()
        return Page(*begun[0], content)


@pytest.fixture
def server() -> Server:
    """A server that has answered nothing yet."""
    return Server()


def test_the_same_question_is_answered_anew_once_something_was_written(player: Player, server: Server) -> None:
    address = f"/players/{player.number}/"
    first, second = server.get(address), server.get(address)
    assert first.status == second.status == "200 OK"
    assert first.content == second.content
    assert first.headers == second.headers
    assert server.made == [address]
    with scope(federation=player.federation):
        correct(player, anonymous=True, actor=None, at=office.AT)
    assert server.get(address).status == "404 Not Found"
    assert server.get(f"/players/?search={player.number}").content.count(b"Ado Bem") == 0


def test_the_honours_are_added_up_once_until_something_is_written(player: Player, server: Server) -> None:
    assert {server.get("/honours/").status for _ in range(2)} == {"200 OK"}
    assert server.made == ["/honours/"]
    with scope(federation=player.federation):
        correct(player, anonymous=True, actor=None, at=office.AT)
    server.get("/honours/")
    assert len(server.made) == 2


def test_another_language_or_question_is_another_answer(player: Player, server: Server) -> None:
    for asked in (f"/players/?search={player.number}", "/players/?search=bem"):
        for language in ("en", "cy"):
            for _ in range(2):
                page = server.get(asked, Accept_Language=language).content.decode()
                assert f'<html lang="{language}">' in page
                assert "Ado Bem" in page
    assert len(server.made) == 4
    for language in ("en", "cy"):
        for _ in range(2):
            page = server.get("/players/?search=bem", f"language={language}; csrftoken={TOKEN}").content.decode()
            assert f'<html lang="{language}">' in page
    assert len(server.made) == 6


def test_so_many_bytes_of_answers_are_kept_and_the_oldest_goes(
    player: Player, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (f"/players/?search={word}" for word in (player.number, "bem", "ado"))
    sizes = [len(Server().get(asked).content) for asked in (first, second, third)]
    assert max(sizes) < 2 * min(sizes)
    monkeypatch.setattr(response_cache, "MOST", sum(sizes) + 2 * response_cache.BESIDE)  # the third is too much
    for asked in (first, second, first, second):
        server.get(asked)
    assert len(server.made) == 2
    for asked in (third, second, third, first):
        server.get(asked)
    assert len(server.made) == 4


def test_an_answer_that_is_made_anew_takes_the_room_of_the_one_before(
    player: Player, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/players/{player.number}/"
    size = len(Server().get(address).content) + response_cache.BESIDE
    monkeypatch.setattr(response_cache, "MOST", 2 * size)
    for name in ("Ado", "Edo", "Ido", "Odo"):
        with scope(federation=player.federation):
            correct(player, given=name, actor=None, at=office.AT)
        for _ in range(2):
            assert f"{name} Bem" in server.get(address).content.decode()
    assert len(server.made) == 4


def test_who_is_logged_in_or_was_told_something_is_always_answered_anew(player: Player, server: Server) -> None:
    address = f"/players/{player.number}/"
    for cookie in ("sessionid=a", "messages=a", "language=en; sessionid=a"):
        server.get(address, cookie)
        server.get(address, cookie)
    assert len(server.made) == 6


def test_pages_that_do_not_say_so_are_always_made_anew(player: Player, server: Server) -> None:
    for _ in range(2):
        assert server.get("/log-in/").status == "200 OK"
        assert server.get("/players/404404/").status == "404 Not Found"
    assert len(server.made) == 4
    assert player.number


def test_another_host_or_scheme_behind_a_proxy_is_another_answer(player: Player, server: Server) -> None:
    address = f"/players/{player.number}/"
    server.get(address)
    server.get(address, X_Forwarded_Proto="https")
    server.get(address, Host="localhost")
    assert len(server.made) == 3


@pytest.mark.postgres
@pytest.mark.usefixtures("player")
def test_what_another_process_writes_is_noticed() -> None:
    """The database says so itself, as soon as it is there."""
    one, other = connections["default"], connections["default"].copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("create table noted (word text)")
            before = response_cache.state_of(one)
            cursor.execute("insert into noted values ('new')")
            after = response_cache.state_of(one)
            assert after != before
        with one.cursor() as cursor:
            cursor.execute("insert into noted values ('mine')")
        assert response_cache.state_of(one) != after
    finally:
        other.close()
