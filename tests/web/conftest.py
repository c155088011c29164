"""A federation that is at work, and a browser for everybody in it.

Every test begins with the federation as it was built, and leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import clear_script_prefix
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware

from overtrick.register.limits import bucket_store
from overtrick.web.mailings import tasks as mailings
from tests.register import season
from tests.register.season import Union
from tests.web.cast import Cast, Role, build

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import DjangoDbBlocker, Settings

    from overtrick.register.accounts.models import User
    from tests.worlds import Founded

LogIn = Callable[[Role], Client]


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there yet; ``tmp_path`` would look through all of thousands for a name."""
    homes = tmp_path_factory.mktemp("homes")
    return (homes / str(number) for number in count())


@pytest.fixture(autouse=True)
def _home(settings: Settings, _homes: Iterator[Path], django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What the pages keep beside the database belongs to one test; on PostgreSQL that is not taken back by itself."""
    settings.HOME = settings.SHARED = next(_homes)
    settings.HOME.mkdir()
    yield
    if bucket_store.is_open_on_server():
        with django_db_blocker.unblock():  # it may have to connect again
            bucket_store.ask("delete from limits_bucket")


@pytest.fixture(autouse=True, scope="session")
def _static_files() -> Iterator[None]:
    """The style and script files are found once; a web server does so when it starts, the test client in each test."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, object] = {}

    def find_once(self: WhiteNoiseMiddleware) -> None:
        if not found:
            find(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A test begins in English, at the root of the server, whatever page was asked for before."""
    with translation.override("en"):
        yield
    clear_script_prefix()  # a web server does so before each request, the test client does not


@pytest.fixture(autouse=True)
def _any_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker of a test writes the Monday mail because it runs on a Monday."""
    monkeypatch.setattr(mailings._Looked, "at", inf)  # noqa: SLF001 - when it looks again is not for others


@pytest.fixture
def cast(founded: Founded) -> Cast:
    """Everybody; the first federation is in scope."""
    return founded(build)


@pytest.fixture
def state(founded: Founded) -> Union:
    """A State with two clubs, in a federation whose handbook gives States duties of their own."""
    return founded(season.opened, "west", "abf")


@pytest.fixture
def opened(founded: Founded, handbook: str) -> Union:
    """An office that goes by the handbook that a test is given."""
    return founded(season.opened, "west", handbook)


def browser(user: User) -> Client:
    """Give a browser in which somebody is logged in."""
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client


@pytest.fixture
def log_in(cast: Cast) -> LogIn:
    """Give a browser in which somebody of this role is logged in."""

    def logged_in(role: Role) -> Client:
        return browser(cast.users[role]) if role in cast.users else Client()

    return logged_in
