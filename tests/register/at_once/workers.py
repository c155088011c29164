"""Several processes at work in one office at the same moment: python -m tests.register.at_once.workers ADDRESS.

It reads a line with the names of tasks, lets a child of its own do each of them, all beginning together, and answers
with a line of what came of each: what the task gives back, or the error.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import django


def main(url: str) -> None:
    """Take orders."""
    os.environ.update(DJANGO_SETTINGS_MODULE="overtrick.register.settings", DATABASE_URL=url)
    django.setup()
    for name in ("tests.register.at_once.tasks", "overtrick.api.urls", "overtrick.web.wsgi"):
        import_module(name)  # so that no child has to load it

    for line in sys.stdin:
        print(json.dumps(_together(json.loads(line))), flush=True)  # noqa: T201 - this is how it answers


def _together(orders: list[list[Any]]) -> list[Any]:
    ready, go = os.pipe(), os.pipe()
    children = []
    for order in orders:
        answer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(go[1])
            os.write(ready[1], b".")
            os.read(go[0], 1)  # ends when the parent lets go
            _work(order, answer[1])
        os.close(answer[1])
        children.append((pid, answer[0]))
    for _ in orders:
        os.read(ready[0], 1)
    os.close(go[0])
    os.close(go[1])
    found = []
    for pid, answer_of in children:
        with os.fdopen(answer_of, encoding="utf-8") as told:
            found.append(json.loads(told.read()))
        os.waitpid(pid, 0)
    os.close(ready[0])
    os.close(ready[1])
    return found


def _work(order: list[Any], answer: int) -> NoReturn:
    from tests.register.at_once import tasks  # noqa: PLC0415 - Django has to be set up

    name, *values = order
    try:
        told = getattr(tasks, name)(*values)
    except Exception as error:  # noqa: BLE001 - whatever it is, the test has to see it
        told = f"{type(error).__name__}: {error}"
    os.write(answer, json.dumps(told).encode())
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
