"""The program runs on every system that the classifiers promise: nothing of one system alone is imported or called."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import overtrick

ROOT = Path(overtrick.__file__).parent
#: Modules that Windows does not have.
_MODULES = {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
#: What the modules os, signal, socket, select and time have elsewhere only.
_NAMES = {
    "os": {"fork", "forkpty", "getuid", "geteuid", "getgid", "killpg", "setsid", "getpgid", "chown", "mkfifo", "nice"}
    | {"wait", "wait3", "wait4", "execv", "execve", "execvp", "openpty", "uname", "sched_getaffinity"},
    "signal": {
        "SIGKILL",
        "SIGHUP",
        "SIGALRM",
        "SIGUSR1",
        "SIGUSR2",
        "SIGCHLD",
        "SIGQUIT",
        "alarm",
        "setitimer",
        "pause",
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "select": {"poll", "epoll", "kqueue"},
    "time": {"tzset"},
}


#: A module without any of these words takes nothing from one system alone: it need not be taken apart.
_ANY = re.compile(rf"\b({'|'.join(sorted(_MODULES.union(*_NAMES.values())))})\b")


def only_elsewhere(tree: ast.AST) -> list[str]:
    """Name what a module takes from one system alone, unless it is ready not to find it."""
    ready = {
        id(inner)
        for block in ast.walk(tree)
        if (isinstance(block, ast.With | ast.Try) and "ImportError" in ast.dump(block))
        or (isinstance(block, ast.If) and "hasattr" in ast.dump(block.test))
        for inner in ast.walk(block)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in ready:
            continue
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names if each.name in _MODULES]
        elif isinstance(node, ast.ImportFrom) and node.module in _MODULES:
            found.append(node.module)
        elif isinstance(node, ast.ImportFrom) and node.module in _NAMES:
            found += [f"{node.module}.{each.name}" for each in node.names if each.name in _NAMES[node.module]]
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in _NAMES.get(node.value.id, ())
        ):
            found.append(f"{node.value.id}.{node.attr}")
    return found


def test_no_module_needs_one_system_alone() -> None:
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in sorted(ROOT.rglob("*.py"))
        if _ANY.search(text := file.read_text("utf-8")) and (found := only_elsewhere(ast.parse(text)))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", ["fcntl"]),
        ("from resource import getrusage", ["resource"]),
        ("import os\nos.fork()", ["os.fork"]),
        ("from os import fork", ["os.fork"]),
        ("import signal\nsignal.SIGKILL", ["signal.SIGKILL"]),
        ("try:\n    import fcntl\nexcept ImportError:\n    pass", []),
        ("import os\nos.getpid()", []),
    ],
)
def test_what_is_looked_for_is_found(code: str, found: list[str]) -> None:
    assert only_elsewhere(ast.parse(code)) == found
