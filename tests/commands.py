"""The commands of the program, each in a process of its own: python -m tests.commands takes orders.

A process that has loaded the libraries waits for orders, and forks for each: a command takes a third of the work that
it takes from the shell. What a fork loads of the office it loads anew, with the environment of its order.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

from tests.suite import marking

#: What most commands load, and what needs no settings of an office.
_LIBRARIES = (
    "charset_normalizer",
    "click",
    "csp.middleware",
    "django.contrib.auth.hashers",
    "django.contrib.staticfiles",
    "django.core.management",
    "django.db.backends.sqlite3.base",
    "django.db.models",
    "django.forms",
    "django.template",
    "jellyfish",
    "lxml.etree",
    "overtrick.cli.commands",
    "overtrick.cli.main",
    "overtrick.formats.event_file",
    "overtrick.formats.recognise",
    "overtrick.handbooks.record",
    "overtrick.handbooks.submission",
    "rich.console",
    "rich.table",
    "whitenoise.middleware",
    "yaml",
)


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


def run(words: list[str], folder: Path, environment: dict[str, str]) -> Said:
    """Run ``overtrick`` with these words, in a folder, with nothing on its input."""
    taker = _taker()
    assert taker.stdin is not None
    assert taker.stdout is not None
    with tempfile.TemporaryDirectory(prefix="overtrick-said-") as said:
        order = {"words": words, "folder": str(folder), "environment": environment, "said": said}
        taker.stdin.write(json.dumps(order) + "\n")
        taker.stdin.flush()
        code = int(taker.stdout.readline())
        out, err = (Path(said, name).read_text(encoding="utf-8") for name in ("out", "err"))
    return Said(code, out, err)


@cache
def _taker() -> subprocess.Popen[str]:
    """Start the process that takes orders; it ends when its input does."""
    taker = subprocess.Popen(
        [sys.executable, "-m", "tests.commands"],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(taker.communicate)
    return taker


def _take_orders() -> None:
    for library in _LIBRARIES:
        import_module(library)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _obey(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - this is how it answers


def _obey(words: list[str], folder: str, environment: dict[str, str], said: str) -> NoReturn:
    code: str | int | None = 1
    try:
        for number, name, how in ((0, os.devnull, os.O_RDONLY), (1, f"{said}/out", _NEW), (2, f"{said}/err", _NEW)):
            os.dup2(os.open(name, how, 0o600), number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
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


_NEW = os.O_WRONLY | os.O_CREAT | os.O_APPEND

if __name__ == "__main__":
    marking.mark_forks()
    _take_orders()
