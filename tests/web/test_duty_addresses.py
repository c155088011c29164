"""The addresses at which duties are done are addresses of the application."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import URLPattern, get_resolver

from overtrick.handbooks.duties import COMMAND, Duty, duties

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.urls import URLResolver


def _routes(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Write every address down, with empty brackets for whatever stands in one."""
    for each in patterns:
        here = before + re.sub("<[^>]*>", "<>", str(each.pattern))
        if isinstance(each, URLPattern):
            yield here
        else:
            yield from _routes(each.url_patterns, here)


ROUTES = frozenset(_routes(get_resolver().url_patterns))


@pytest.mark.parametrize("duty", duties().values(), ids=lambda duty: duty.number)
def test_a_duty_is_done_at_addresses_that_there_are(duty: Duty) -> None:
    pages = [each for each in duty.at if not each.startswith(COMMAND)]
    assert [each for each in pages if re.sub("<[^>]*>", "<>", each.partition("?")[0]) not in ROUTES] == []
