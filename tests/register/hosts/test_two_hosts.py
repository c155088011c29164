"""One office on two machines: two homes, one PostgreSQL. The second machine alone has workers.

The server of the tests is started here, so that this runs whatever database the other tests use.
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import psycopg
import pytest
from django.test.client import encode_multipart

from overtrick.register.demo.accounts import PASSWORD
from overtrick.web.club.upload import FEW_FILES
from tests import commands
from tests.commands import Said

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[3]
_PATIENCE = 90
_FIELD = re.compile(r'<input[^>]*name="csrfmiddlewaretoken"[^>]*value="([^"]+)"')
_BOUNDARY = "two-hosts"
#: A PDF, or an archive of them.
_PAPERS = (b"%PDF", b"PK\x03\x04")


class Answer(NamedTuple):
    """What a page answered."""

    status: int
    url: str
    content: bytes

    @property
    def text(self) -> str:
        """The page."""
        return unescape(self.content.decode())


class Host:
    """A machine of the office: a home of its own, and the address of the database."""

    def __init__(self, home: Path, database: str, shared: Path) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "OVERTRICK_HOME": str(home),
            "OVERTRICK_SHARED": str(shared),
            "DATABASE_URL": database,
            "PYTHONUTF8": "1",
        }
        self.port = 0
        self._started: list[subprocess.Popen[str]] = []

    def run(self, *words: str) -> Said:
        """Run a command of the office."""
        return commands.run(["office", *words], ROOT, self.environment)

    def django(self, script: str) -> str:
        """Run a few lines of Python on this machine, in the demonstration; give what they print."""
        begin = """
            from datetime import UTC, date, datetime
            from overtrick.register.accounts.models import User
            from overtrick.register.federations.models import Federation
            from overtrick.register.scoping import scope
            now = datetime.now(UTC)
            demo = Federation.objects.get(slug="demo")
            office = User.objects.get(username="office")
            scoped = scope(federation=demo)
            scoped.__enter__()
        """
        return commands.django(dedent(begin) + dedent(script), ROOT, self.environment).strip()

    def show_pages(self) -> None:
        """Serve pages, without a worker."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._start("-m", "overtrick.cli.office.pages", "127.0.0.1", str(self.port), "1")

    @contextlib.contextmanager
    def working(self) -> Iterator[subprocess.Popen[str]]:
        """Let a worker work for a while."""
        worker = self._start("-m", "overtrick.cli.main", "office", "work", "--with-input")
        try:
            yield worker
        finally:
            worker.terminate()
            worker.communicate(timeout=_PATIENCE)
            self._started.remove(worker)

    def _start(self, *words: str) -> subprocess.Popen[str]:
        environment = {**self.environment, "DJANGO_SETTINGS_MODULE": "overtrick.register.settings"}
        started = subprocess.Popen([sys.executable, *words], env=environment, stdin=subprocess.PIPE, text=True)  # noqa: S603
        self._started.append(started)
        return started

    def end(self) -> None:
        """End what was started."""
        for each in self._started:
            each.terminate()
        for each in self._started:
            each.communicate(timeout=_PATIENCE)


class Browser:
    """A browser that is led to one machine or the other, as a web server in front does."""

    def __init__(self) -> None:
        self._opener = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(self, host: Host, path: str) -> Answer:
        """Ask a machine for a page."""
        return self._ask(Request(f"http://127.0.0.1:{host.port}{path}"))

    def post(self, host: Host, path: str, given: dict[str, object], seen_at: str = "") -> Answer:
        """Fill in a form that another request has shown, and send it to a machine."""
        (token, *_) = _FIELD.findall(self.get(host, seen_at or path).text)
        form = {"csrfmiddlewaretoken": token, **given}
        if any(hasattr(each, "read") or isinstance(each, list) for each in given.values()):
            content = encode_multipart(_BOUNDARY, form)
            kind = f"multipart/form-data; boundary={_BOUNDARY}"
        else:
            content, kind = urlencode(form).encode(), "application/x-www-form-urlencoded"
        address = f"http://127.0.0.1:{host.port}{path}"
        return self._ask(Request(address, content, {"Content-Type": kind, "Referer": address}))

    def log_in(self, host: Host, name: str, password: str = PASSWORD) -> Answer:
        """Log in at a machine."""
        return self.post(host, "/log-in/", {"name": f"{name}@demo.example", "password": password})

    def _ask(self, request: Request) -> Answer:
        try:
            with self._opener.open(request, timeout=_PATIENCE) as answer:
                return Answer(answer.status, answer.url, answer.read())
        except HTTPError as error:
            return Answer(error.code, error.url or "", error.read())


def _until(holds: Callable[[], bool], what: str, every: float = 0.2) -> None:
    """Wait for something."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(URLError, ConnectionError):
            if holds():
                return
        time.sleep(every)
    pytest.fail(f"{what} did not happen in {_PATIENCE} seconds")


class Two(NamedTuple):
    """Both machines; the first has only pages, the second only workers beside its pages."""

    first: Host
    second: Host


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL of its own, until its standard input ends."""
    waits = "import os, sys; print(os.environ['DATABASE_URL'], flush=True); sys.stdin.read()"
    command = [sys.executable, "-m", "tests.with_postgres", sys.executable, "-c", waits]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:  # noqa: S603
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.communicate()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Host]:
    """The machine that the office was set up on, which shows its pages."""
    folder = tmp_path_factory.mktemp("hosts")
    host = Host(folder / "first", database, folder / "shared")
    done = host.run("demo", "--size", "tiny", "--years", "1", "--up-to-now")
    assert done.code == 0, done
    assert host.run("doctor").code == 0
    host.show_pages()
    yield host
    host.end()


@pytest.fixture(scope="module")
def two(first: Host, database: str) -> Iterator[Two]:
    """Both machines."""
    home = first.home.with_name("second")
    home.mkdir()
    for key in ("secret-key", "signing-key"):
        shutil.copyfile(first.home / key, home / key)
    second = Host(home, database, Path(first.environment["OVERTRICK_SHARED"]))
    second.show_pages()
    for each in (first, second):
        _until(lambda each=each: Browser().get(each, "/health").status == 200, "an answer")  # type: ignore[misc]
    yield Two(first, second)
    second.end()


def test_a_machine_with_another_key_or_folder_is_refused_and_told_what_to_do(first: Host, database: str) -> None:
    home = first.home.with_name("stranger")
    home.mkdir()
    stranger = Host(home, database, Path(first.environment["OVERTRICK_SHARED"]))
    without = stranger.run("work", "--once")
    assert without.code == 1
    assert "This machine has no key of the office." in without.err
    (home / "secret-key").write_text("another" * 9)
    other = stranger.run("serve", "--port", "1")
    assert other.code == 1
    assert "The key of this machine is not that of the other machines" in other.err
    shutil.copyfile(first.home / "secret-key", home / "secret-key")
    stranger.environment["OVERTRICK_SHARED"] = ""
    apart = stranger.run("work", "--once")
    assert apart.code == 1
    assert "Set OVERTRICK_SHARED to one folder" in apart.err
    told = stranger.run("doctor")
    assert told.code == 1
    assert "no signing key" in told.err
    stranger.environment["OVERTRICK_SHARED"] = first.environment["OVERTRICK_SHARED"]
    assert stranger.run("work", "--once").code == 0


def test_a_key_that_was_replaced_is_taken_once_somebody_says_so(first: Host) -> None:
    kept = (first.home / "secret-key").read_text()
    (first.home / "secret-key").write_text("replaced" * 8)
    assert first.run("work", "--once").code == 1
    assert first.run("doctor", "--forget").code == 0
    assert first.run("work", "--once").code == 0
    (first.home / "secret-key").write_text(kept)
    assert first.run("doctor").code == 1
    assert first.run("doctor", "--forget").code == 0


def test_a_log_in_on_one_machine_is_known_and_ended_on_the_other(two: Two) -> None:
    browser = Browser()
    assert "What you need to do" in browser.log_in(two.first, "office").text
    assert "What you need to do" in browser.get(two.second, "/office/").text
    browser.post(two.second, "/log-out/", {}, seen_at="/office/")
    assert "/log-in/" in browser.get(two.first, "/office/").url


def test_wrong_passwords_count_together(two: Two) -> None:
    browser = Browser()
    asked = [two.first, two.second, two.first, two.second, two.first]
    assert [browser.log_in(host, "county-secretary", "wrong").status for host in asked] == [422] * 5
    assert [browser.log_in(host, "county-secretary").status for host in two] == [429, 429]


def test_what_is_changed_on_one_machine_is_seen_on_the_other(two: Two) -> None:
    browser, stranger = Browser(), Browser()
    browser.log_in(two.second, "office")
    club = two.first.django(
        "from overtrick.register.organisations.models import Organisation as O; print(O.objects.get(number='1000').pk)"
    )
    assert "Alderby Bridge Club" in stranger.get(two.second, f"/clubs/{club}/").text
    assert "37 days" not in browser.get(two.second, "/office/settings/").text
    two.first.django(
        """
        from overtrick.register.federation_settings import setup
        from overtrick.register.organisations import tree
        from overtrick.register.organisations.models import Organisation
        setup.change(demo, setup.Ways(results_due_days=37), actor=office, at=now, reason="two machines")
        tree.rename(Organisation.objects.get(number="1000"), "Alderby Players", actor=office, at=now)
        """
    )
    assert "37 days" in browser.get(two.second, "/office/settings/").text
    assert "Alderby Players" in stranger.get(two.second, f"/clubs/{club}/").text


def test_what_is_asked_for_on_one_machine_is_done_by_the_other_and_fetched_on_both(two: Two, database: str) -> None:
    browser = Browser()
    browser.log_in(two.first, "office")
    asked = browser.post(two.first, "/office/papers/", {"kind": "cards", "period": ""})
    task = int(re.findall(r"/tasks/(\d+)/", asked.url)[0])
    with two.second.working():
        _until(lambda: _state(database, task) == "done", "the batch")
    papers = [browser.get(host, f"/office/papers/{task}/file/") for host in two]
    assert papers[0].content[:4] in _PAPERS
    assert papers[0].content == papers[1].content


def test_a_worker_that_is_killed_on_one_machine_is_followed_by_the_other_and_the_task_is_done_once(
    two: Two, database: str
) -> None:
    browser = Browser()
    browser.log_in(two.second, "office")
    asked = browser.post(two.second, "/office/papers/", {"kind": "statements", "period": str(_now().year)})
    task = int(re.findall(r"/tasks/(\d+)/", asked.url)[0])
    with psycopg.connect(database, autocommit=True) as asking, two.first.working() as killed:

        def told() -> tuple[str, int]:
            rows = asking.execute("select state, attempts from tasks_task where id = %s", [task])
            state, attempts = rows.fetchone() or ("", 0)
            return state, attempts

        _until(lambda: told()[0] == "running", "a beginning", every=0.005)
        killed.send_signal(signal.SIGKILL)
        with two.second.working():
            _until(lambda: told()[0] == "done", "the batch")
        assert told() == ("done", 2)
    assert browser.get(two.first, f"/office/papers/{task}/file/").content[:4] in _PAPERS
    assert two.first.run("verify").code == 0


def test_a_file_that_is_sent_to_one_machine_is_read_by_the_other_and_counts_on_both(two: Two, database: str) -> None:
    scorer, office = Browser(), Browser()
    scorer.log_in(two.first, "club-scorer")
    club = re.findall(r"/club/(\d+)/", scorer.get(two.first, "/club/").url)[0]
    files = [io.BytesIO(each) for each in _nights(two.first, FEW_FILES + 1)]  # more than are read at once
    for number, file in enumerate(files):
        file.name = f"night-{number}.json"
    asked = scorer.post(two.first, f"/club/{club}/upload/", {"files": files})
    task = int(re.findall(r"/tasks/(\d+)/", asked.url)[0])
    with two.second.working():
        _until(lambda: _state(database, task) == "done", "the reading")
    kept = two.second.django(
        """
        from overtrick.register.competitions.models import Upload
        print(Upload.objects.get(name="night-0.json").pk)
        """
    )
    for host in two:
        assert scorer.get(host, f"/club/{club}/files/{kept}/download/").content == files[0].getvalue()
    drafts = two.second.django(
        """
        from overtrick.register.competitions.models import Submission
        from overtrick.register.competitions.submit import submit
        scorer = User.objects.get(username="club-scorer")
        drafts = list(Submission.objects.filter(status="draft", competition__name__startswith="Two machines"))
        for each in drafts:
            submit(each, scorer, now)
        print(len(drafts))
        """
    )
    assert drafts == str(len(files))
    office.log_in(two.first, "office")
    assert "Two machines 0" in office.get(two.first, "/office/submissions/").text


def _nights(host: Host, count: int) -> list[bytes]:
    """Write nights of the club's members."""
    written = host.django(
        f"""
        import json
        from overtrick.formats import event_file
        from overtrick.engine.event import Player
        from overtrick.register.people.models import Player as Known
        from tests.register.season import night
        seats = [Player(str(each), each.number) for each in Known.objects.order_by("pk")[:16]]
        pairs = list(zip(seats[::2], seats[1::2]))
        nights = [night(pairs, begins=now.date(), name=f"Two machines {{number}}") for number in range({count})]
        print(json.dumps([event_file.write(each._replace(organiser=""), "ebu") for each in nights]))
        """
    )
    return [each.encode() for each in json.loads(written)]


def _state(database: str, task: int) -> str:
    with psycopg.connect(database, autocommit=True) as asking:
        found = asking.execute("select state from tasks_task where id = %s", [task]).fetchone()
    return found[0] if found else ""


def _now() -> datetime:
    return datetime.now(UTC)
