"""A real browser on real pages: Debian's Chromium, the web server of the office, and an office in a file of its own.

The office is set up once; before each test its database is put back. A page that logs an error, throws one, or asks
another host for anything fails the test that opened it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import on_the_path
from tests.browser.looking import BEFORE_EACH_PAGE, DESKTOP, PHONE
from tests.browser.page_types import PageVisit
from tests.browser.set_up import ALL_PAGES, DATABASE, KEY, KNOWN, shared_office
from tests.proxy.front import free_ports

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize

    from tests.web.cast import Role

#: So many seconds the web server may take until it answers, on a machine that is busy with other tests.
_PATIENCE = 60
#: On a machine that is busy with other tests a page may take its time.
expect.set_options(timeout=30_000)
_LOADED = {"http", "https", "ws", "wss"}
#: No script is worth optimising: most of them, axe among them, run once or twice in a page. A page costs a fifth less.
_SPARING = "--js-flags=--max-optimized-bytecode-size=0"


class Office(NamedTuple):
    """Where the pages are, who is logged in how, which files there are to send, and every type of page."""

    address: str
    sessions: dict[str, str]
    files: dict[str, str]
    pages: list[PageVisit]


class Visit(NamedTuple):
    """How somebody comes: in which role, with what kind of device."""

    role: Role | None = None
    size: ViewportSize = DESKTOP
    script: bool = True
    dark: bool = False


Open = Callable[..., "Page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever a test here is about, to open a browser and a page or two takes about a second."""
    for each in items:
        if Path(__file__).parent in each.path.parents:
            each.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers: an event loop, which tests that follow elsewhere must not find running."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    with launched(playwright) as found:
        yield found


@contextmanager
def launched(playwright: Playwright, *options: str) -> Iterator[Browser]:
    """Start Chromium with options, and end it."""
    try:
        found = playwright.chromium.launch(executable_path=on_the_path(), args=["--no-sandbox", _SPARING, *options])
    except PlaywrightError as error:
        pytest.fail(f"The tests of the pages need Chromium: python -m tests.browser.chromium. {error}", pytrace=False)
    with found:
        yield found


@pytest.fixture(scope="session")
def _set_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_office(tmp_path_factory)


@pytest.fixture(scope="session")
def _served(_set_up: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, int]]:
    """The pages on a free port; the folder is the one they work in, the number that of the process."""
    home = tmp_path_factory.mktemp("served")
    for each in (DATABASE, KEY):
        shutil.copy(_set_up / each, home)
    (port,) = map(str, free_ports(1))
    address = f"http://127.0.0.1:{port}"
    command = ["-m", "overtrick.cli.main", "office", "--home", str(home), "serve", "--port", port, "--workers", "1"]
    served = subprocess.Popen(  # noqa: S603 - ourselves
        [sys.executable, *command], env={**os.environ, "DATABASE_URL": ""}, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(f"{address}/log-in/")
        yield address, home, served.pid
    finally:
        served.terminate()
        served.wait()


def wait_for(address: str) -> None:
    """Wait until a page is there."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            with urlopen(address, timeout=_PATIENCE):  # noqa: S310 - our own server
                return
        except (URLError, OSError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@pytest.fixture
def office(_served: tuple[str, Path, int], _set_up: Path) -> Office:
    """The office as it was set up, whatever the test before did."""
    return _put_back(_served, _set_up, DATABASE)


@pytest.fixture
def full_office(office: Office, _served: tuple[str, Path, int], _set_up: Path) -> Office:  # noqa: ARG001 - opened there
    """The office with something on every desk; ask for it before ``open_page``."""
    return _put_back(_served, _set_up, ALL_PAGES)


def _put_back(served: tuple[str, Path, int], set_up: Path, database: str) -> Office:
    address, home, _process = served
    # Not by copying the file: the web server has it open.
    with closing(sqlite3.connect(set_up / database)) as before, closing(sqlite3.connect(home / DATABASE)) as now:
        before.backup(now)
    known = json.loads((set_up / KNOWN).read_text(encoding="utf-8"))
    return Office(address, known["sessions"], known["files"], [PageVisit(*each) for each in known["pages"]])


@pytest.fixture
def open_page(browser: Browser, office: Office) -> Iterator[Open]:
    """Open an address in a browser of its own: ``open_page("/record/", Role.PLAYER, size=PHONE, script=False)``."""
    with visitors(browser, office) as opened:
        yield opened


@contextmanager
def visitors(browser: Browser, office: Office) -> Iterator[Open]:
    """Let people visit an office, each in a browser of their own; what a page must not do fails in the end."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(path: str, role: Role | None = None, **how: object) -> Page:
        visit = Visit(role, **how)  # type: ignore[arg-type]
        context = browser.new_context(
            base_url=office.address,
            viewport=visit.size,
            java_script_enabled=visit.script,
            color_scheme="dark" if visit.dark else "light",
            has_touch=visit.size is PHONE,
        )
        contexts.append(context)
        if visit.script:
            context.add_init_script(BEFORE_EACH_PAGE)
        if role is not None and role in office.sessions:
            context.add_cookies([{"name": "sessionid", "value": office.sessions[role], "url": office.address}])
        page = context.new_page()
        _watch(page, urlsplit(office.address).netloc, problems)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def own_office(_set_up: Path, tmp_path: Path) -> OwnOffice:
    """An office of this test alone, whose clock and mail server it chooses."""
    for each in (DATABASE, KEY):
        shutil.copy(_set_up / each, tmp_path)
    known = json.loads((_set_up / KNOWN).read_text(encoding="utf-8"))
    (port,) = free_ports(1)
    return OwnOffice(tmp_path, Office(f"http://127.0.0.1:{port}", known["sessions"], known["files"], []))


class OwnOffice:
    """A folder with the database of the cast, and how its pages are served."""

    def __init__(self, home: Path, office: Office) -> None:
        self._home, self.office = home, office

    @contextmanager
    def serving(self, at: datetime | None = None, settings: Mapping[str, str] | None = None) -> Iterator[None]:
        """Run the pages and their worker, on a day in the past or today; more settings by their names."""
        given = {**os.environ, "DATABASE_URL": "", **(settings or {})}
        if at is not None:
            behind = str((datetime.now(UTC) - at).total_seconds())
            given |= {"PYTHONPATH": str(Path(__file__).with_name("earlier")), "OVERTRICK_TEST_BEHIND": behind}
        port = self.office.address.rpartition(":")[2]
        command = ["-m", "overtrick.cli.main", "office", "--home", str(self._home), "serve", "--port", port]
        served = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, *command, "--workers", "1"], env=given, stdout=subprocess.DEVNULL
        )
        try:
            wait_for(f"{self.office.address}/log-in/")
            yield
        finally:
            served.terminate()
            served.wait()


def _watch(page: Page, host: str, problems: list[str]) -> None:
    """Write down what a page must not do; an answer of 4xx that the test asked for is no error of the page."""

    def strange(address: str) -> bool:
        parts = urlsplit(address)
        return parts.scheme in _LOADED and parts.netloc != host

    def said(kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource: the server responded with a status of 4" not in text:
            problems.append(f"{page.url}: {text}")

    page.on("console", lambda message: said(message.type, message.text))
    page.on("pageerror", lambda error: said("error", str(error)))
    page.on("request", lambda asked: said("error", f"asks {asked.url}") if strange(asked.url) else None)
