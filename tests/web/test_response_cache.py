"""A stranger is given the answer of another stranger only while nothing at all was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from django.db import connections
from django.test import Client

from overtrick.register import database
from overtrick.register.people.models import Player
from overtrick.register.people.registration import correct
from overtrick.register.scoping import scope
from overtrick.web import response_cache
from tests.register import office

if TYPE_CHECKING:
    from pathlib import Path

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.http import HttpRequest, HttpResponse
    from pytest_django import DjangoDbBlocker

Counted = list[str]


@pytest.fixture
def player(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[Player]:  # noqa: ARG001
    """Somebody in a database of their own, where nothing is inside a transaction."""
    with django_db_blocker.unblock():
        usual = connections["default"]
        usual.ensure_connection()
        with closing(sqlite3.connect(tmp_path / "office.sqlite3")) as file:
            usual.connection.backup(file)
        connections["default"] = _opened(tmp_path)
        try:
            north = office.federation()
            with scope(federation=north):
                yield office.person("Ado Bem")
        finally:
            connections["default"].close()
            connections["default"] = usual


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The addresses that were answered anew."""
    found: Counted = []
    before = response_cache.Again.__init__

    def counting(self: response_cache.Again, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        def answer(request: HttpRequest) -> HttpResponse:
            found.append(request.get_full_path())
            return get_response(request)

        before(self, answer)

    monkeypatch.setattr(response_cache.Again, "__init__", counting)
    return found


def test_the_same_question_is_answered_anew_once_something_was_written(player: Player, made: Counted) -> None:
    stranger, address = Client(), f"/players/{player.number}/"
    first, second = stranger.get(address), stranger.get(address)
    assert first.content == second.content
    assert first.headers == second.headers
    assert made == [address]
    with scope(federation=player.federation):
        correct(player, anonymous=True, actor=None, at=office.AT)
    assert stranger.get(address).status_code == 404
    assert stranger.get(f"/players/?search={player.number}").content.count(b"Ado Bem") == 0


def test_another_language_or_question_is_another_answer(player: Player, made: Counted) -> None:
    stranger = Client()
    for asked in (f"/players/?search={player.number}", "/players/?search=bem"):
        for language in ("en", "cy"):
            for _ in range(2):
                page = stranger.get(asked, headers={"Accept-Language": language}).content.decode()
                assert f'<html lang="{language}">' in page
                assert "Ado Bem" in page
    assert len(made) == 4


def test_so_many_answers_are_kept_and_the_oldest_goes(
    player: Player, made: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "_MOST", 2)
    stranger = Client()
    first, second, third = (f"/players/?search={word}" for word in (player.number, "bem", "ado"))
    for asked in (first, second, first, second):
        stranger.get(asked)
    assert made == [first, second]
    for asked in (third, second, third, first):
        stranger.get(asked)
    assert made == [first, second, third, first]


def test_who_is_logged_in_or_was_told_something_is_always_answered_anew(player: Player, made: Counted) -> None:
    address = f"/players/{player.number}/"
    for cookie in ("sessionid", "messages"):
        browser = Client()
        browser.cookies[cookie] = "a"
        browser.get(address)
        browser.get(address)
    assert len(made) == 4


def test_pages_that_do_not_say_so_are_always_made_anew(player: Player, made: Counted) -> None:
    for _ in range(2):
        assert Client().get("/log-in/").status_code == 200
        assert Client().get("/players/404404/").status_code == 404
    assert len(made) == 4
    assert player.number


@pytest.mark.django_db
def test_what_another_process_writes_is_noticed(tmp_path: Path) -> None:
    """The database says so itself, as soon as it is there."""
    one, other = _opened(tmp_path), _opened(tmp_path)
    try:
        with other.cursor() as cursor:
            cursor.execute("create table noted (word text)")
            before = response_cache.state_of(one)
            assert response_cache.state_of(one) == before
            cursor.execute("insert into noted values ('new')")
            after = response_cache.state_of(one)
            assert after != before
        with one.cursor() as cursor:
            cursor.execute("insert into noted values ('mine')")
        assert response_cache.state_of(one) != after
    finally:
        one.close()
        other.close()


def _opened(folder: Path) -> BaseDatabaseWrapper:
    handler = type(connections)({"default": database.from_url("", folder)})
    return handler["default"]
