"""The commands of the program, each in a process of its own: python -m tests.commands takes orders.

A process that has loaded the program and Django waits for orders, and forks for each: a command takes a small part of
the work that it takes from the shell. What an office has of its own, its settings and its database, a fork reads anew,
with the environment of its order.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import NamedTuple, NoReturn

from tests.suite import marking

_SETTINGS = "overtrick.register.settings"
#: The rooms that commands use; those of the pages are loaded by the few commands that write links.
_ROOMS = ("cli", "engine", "formats", "handbooks", "lab", "register", "transparency")
#: What only some of the libraries load, and most commands use.
_LIBRARIES = (
    "charset_normalizer",
    "django.contrib.staticfiles.finders",
    "django.core.management",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "lxml.etree",
    "rich.console",
    "rich.table",
    "yaml",
)


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


def run(words: list[str], folder: Path, environment: Mapping[str, str], given: bytes = b"") -> Said:
    """Run ``overtrick`` with these words, in a folder, with something or nothing on its input."""
    return _answer(folder, environment, given, words=words)


def typed(*words: object, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run ``overtrick`` as somebody types it here; tests that start it from the shell are told the same."""
    listed = [str(word) for word in words]
    said = run(listed, Path.cwd(), os.environ, given)
    return subprocess.CompletedProcess(listed, said.code, said.out, said.err)


def script(lines: str, folder: Path, environment: Mapping[str, str]) -> Said:
    """Run a few lines of Python in the office of this environment."""
    return _answer(folder, environment, script=dedent(lines))


def django(lines: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Run a few lines of Python likewise, and give what they print."""
    said = script(lines, folder, environment)
    assert said.code == 0, said.err
    return said.out


def _answer(folder: Path, environment: Mapping[str, str], given: bytes = b"", **what: object) -> Said:
    taker = _taker()
    assert taker.stdin is not None
    assert taker.stdout is not None
    with tempfile.TemporaryDirectory(prefix="overtrick-said-") as said:
        Path(said, "in").write_bytes(given)
        order = {"folder": str(folder), "environment": dict(environment), "said": said, **what}
        taker.stdin.write(json.dumps(order) + "\n")
        taker.stdin.flush()
        code = int(taker.stdout.readline())
        out, err = (Path(said, name).read_bytes().decode() for name in ("out", "err"))
    return Said(code, out, err)


@cache
def _taker() -> subprocess.Popen[str]:
    """Start the process that takes orders; it ends when its input does."""
    taker = subprocess.Popen(
        [sys.executable, "-m", "tests.commands"],
        cwd=Path(__file__).parents[1],
        # What is said of one office is said again in each order; what calculates on several threads cannot be forked.
        env={name: value for name, value in os.environ.items() if not name.startswith(("OVERTRICK_", "DATABASE_URL"))}
        | {"PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1", "DJANGO_SETTINGS_MODULE": _SETTINGS},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(taker.communicate)
    return taker


def _take_orders() -> None:
    _load()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _obey(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - this is how it answers


def _load() -> None:
    """Load what a fork would load, but no database and nothing of an office."""
    import_module("django").setup()
    for library in _LIBRARIES:
        import_module(library)
    for room in _ROOMS:
        package = import_module(f"overtrick.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    import_module("django.db.migrations.loader").MigrationLoader(None)
    # Clauses are told with the tests that are marked with them: all files of tests are looked through for the marks.
    list(import_module("overtrick.handbooks.clauses").marked_tests(""))
    # To hash a password is slow on purpose; a hash tells itself how often it was turned over. Nobody waits to write.
    import_module("django.contrib.auth.hashers").PBKDF2PasswordHasher.iterations = 1
    vars(import_module("overtrick.register.tasks.chores"))["LONGEST_REST"] = 0
    _forget_settings()
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()


# Here a fork begins and ends; it leaves no other way.
def _obey(
    folder: str, environment: dict[str, str], said: str, words: list[str] | None = None, script: str = ""
) -> NoReturn:
    code: str | int | None = 1
    try:
        for number, name, how in ((0, "in", os.O_RDONLY), (1, "out", _NEW), (2, "err", _NEW)):
            os.dup2(os.open(f"{said}/{name}", how, 0o600), number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        # Not this module: whoever asks for the name of the program is told its own.
        program = sys.modules["__main__"] = ModuleType("__main__")
        if words is None:
            os.environ["DJANGO_SETTINGS_MODULE"] = _SETTINGS
            import_module("django").setup()
            exec(compile(script, "<script>", "exec"), vars(program))  # noqa: S102 - a test's own words
        else:
            # A command says itself where its settings are: nobody who types it does.
            os.environ.pop("DJANGO_SETTINGS_MODULE", None)
            sys.argv = ["overtrick", *words]
            import_module("overtrick.cli.main").main()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - as the interpreter does
        sys.excepthook(*sys.exc_info())
    finally:
        if isinstance(code, str):
            print(code, file=sys.stderr)  # noqa: T201 - as the interpreter does
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        marking.hand_over()
        os._exit(code or 0)


def _forget_settings() -> None:
    """Let each fork read the settings, and find the database that they name, when it first asks for them."""
    from django.conf import settings  # noqa: PLC0415 - only where orders are taken
    from django.db import connections  # noqa: PLC0415
    from django.utils.functional import empty  # noqa: PLC0415

    assert not [each for each in connections.all(initialized_only=True) if each.connection]
    del connections["default"]
    del connections.settings
    connections._settings = None  # type: ignore[attr-defined] # noqa: SLF001 - Django has no word for it
    settings._wrapped = empty  # noqa: SLF001
    del sys.modules[_SETTINGS]


_NEW = os.O_WRONLY | os.O_CREAT | os.O_APPEND

if __name__ == "__main__":
    marking.mark_forks()
    _take_orders()
