"""Every assessment that a test of a handbook makes cites clauses that the handbook has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.edition import Edition
from tests.handbooks.citations import wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event


@pytest.fixture(autouse=True)
def cited_clauses_are_listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look at what is worked out, which stays as it is; printed examples, edges and events of every kind pass here."""
    made: list[tuple[Assessment, Edition]] = []
    assess = Edition.assess

    def watched(
        edition: Edition, event: Event, settings: Mapping[str, str] | None = None, *, by_name: bool = True
    ) -> Assessment:
        made.append((assess(edition, event, settings, by_name=by_name), edition))
        return made[-1][0]

    monkeypatch.setattr(Edition, "assess", watched)
    yield
    assert sorted({clause for each, edition in made for clause in wrong(each, edition)}) == []
