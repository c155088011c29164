"""Every assessment that a test of a handbook makes cites clauses that the handbook has, and is the laboratory's too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.edition import Edition
from tests.handbooks import cited
from tests.handbooks.citations import wrong
from tests.lab.by_situations import differs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event


@pytest.fixture(scope="session")
def evidence() -> Iterator[cited.Evidence]:
    """What the tests cite, written when it is wanted."""
    found = cited.Evidence()
    yield found
    if cited.WRITES:
        found.write()


@pytest.fixture(autouse=True)
def cited_clauses_are_listed(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, evidence: cited.Evidence
) -> Iterator[None]:
    """Look at what is worked out, which stays as it is; printed examples, edges and events of every kind pass here."""
    made: list[tuple[Assessment, Edition]] = []
    calls: list[cited.Call] = []
    otherwise: list[str] = []
    assess = Edition.assess

    def watched(
        edition: Edition, event: Event, settings: Mapping[str, str] | None = None, *, by_name: bool = True
    ) -> Assessment:
        found = assess(edition, event, settings, by_name=by_name)
        made.append((found, edition))
        calls.append(cited.Call(edition, event, settings, found))
        otherwise.extend(filter(None, [differs(edition, found, settings)]))
        return found

    monkeypatch.setattr(Edition, "assess", watched)
    yield
    monkeypatch.undo()
    assert sorted({clause for each, edition in made for clause in wrong(each, edition)}) == []
    test = request.node.nodeid.removeprefix("tests/handbooks/")
    if not cited.WRITES:
        told = cited.evidence().get(test)
        assert not told or told - cited.marks(made) == set()
    elif not hasattr(request.function, "hypothesis"):
        evidence.add(test, calls)
    assert otherwise == []  # the laboratory pays every seat of it by its situation, and the same
