"""The web server: which requests are answered by the few threads for files, so that pages never wait for them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from overtrick.api.admission import WORK
from overtrick.api.application import api
from overtrick.api.document import RULES
from overtrick.web import rsgi

if TYPE_CHECKING:
    from ninja.operation import Operation


def _takes_long(operation: Operation) -> bool:
    """Say whether a call reads a file, or works out an event."""
    rules = RULES[operation.view_func.__name__]
    return "POST" in operation.methods and (rules.bucket == WORK or "application/octet-stream" in (rules.body or {}))


import_module("overtrick.api.urls")  # every operation is declared there
LONG = sorted(
    path
    for _prefix, router in api._routers  # noqa: SLF001 - ninja lists its operations nowhere else
    for path, found in router.path_operations.items()
    if any(map(_takes_long, found.operations))
)


def _environ(path: str, kind: str = "application/x-www-form-urlencoded") -> dict[str, str]:
    return {"PATH_INFO": path, "CONTENT_TYPE": kind}


@pytest.mark.parametrize("path", LONG)
def test_a_call_that_reads_a_file_or_works_out_an_event_keeps_no_page_waiting(path: str) -> None:
    assert rsgi.brings_a_file(_environ(f"/api/v1{path.replace('{number}', '100')}"))


def test_the_calls_that_take_long_are_known() -> None:
    assert LONG == ["/awards", "/checks", "/organisations/{number}/files", "/organisations/{number}/start-list"]


def test_forms_with_files_are_apart_and_others_are_not() -> None:
    assert rsgi.brings_a_file(_environ("/club/1/results/", "multipart/form-data; boundary=x"))
    assert not rsgi.brings_a_file(_environ("/club/1/results/"))
    assert not rsgi.brings_a_file(_environ("/api/v1/submissions/12-1/submit", "application/json"))
    assert not rsgi.brings_a_file(_environ("/awards"))  # no call of the API
