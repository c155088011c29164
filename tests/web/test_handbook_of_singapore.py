"""The Singapore handbook on the pages for everybody: every kind of event can be asked about, every clause is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from overtrick import handbooks
from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.worth import kinds
from tests.web.cast import Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

EDITION = handbooks.get("scba").latest
#: An answer where a question has no default.
ANSWERS = {"tables": "12", "original-tables": "24", "main-tables": "12", "second-tables": "12"}


def page(log_in: LogIn, path: str) -> str:
    """Open a page as somebody unknown."""
    answer = log_in(Role.ANONYMOUS).get(path)
    assert answer.status_code == 200, path
    return as_read(answer.content.decode())


@pytest.mark.parametrize("name", kinds(EDITION))
def test_every_kind_of_event_can_be_asked_about(name: str, log_in: LogIn) -> None:
    kind = kinds(EDITION)[name]
    told = {
        each.name: ANSWERS.get(each.name) or (each.choices[0] if each.default is None else each.default)
        for each in kind.questions
    }
    shown = page(log_in, "/worth/?" + urlencode({"handbook": "scba", "kind": name, **told}))
    assert "SCBA handbook, 2006" in shown
    assert "chip-local" in shown or "chip-non-local" in shown


def test_ranking_and_matches_have_their_own_colours(log_in: LogIn) -> None:
    told = {"event": "Singapore Matchpoint Teams", "tables": 10, "boards": 48, "match-boards": 6, "stage": "all"}
    more = {"original-tables": 0, "winners": 1, "membership": 600}
    shown = page(log_in, "/worth/?" + urlencode({"handbook": "scba", "kind": "guide", **told, **more}))
    won, _, places = shown.partition("A match won")[2].partition("</p>")
    assert "18" in won
    assert "chip-local" in won
    assert "chip-non-local" in places


def test_the_handbook_its_clauses_and_tables_are_shown(log_in: LogIn) -> None:
    assert "Singapore Contract Bridge Association" in page(log_in, "/handbooks/")
    assert "3. Organisations and events" in page(log_in, "/handbooks/scba/")
    assert "3.1.5" in page(log_in, "/handbooks/scba/chapter/3/")
    assert all(each.clause for each in clauses(EDITION))
    assert "600" in page(log_in, "/handbooks/scba/clause/3.1.5/")
    for table in EDITION.table_names:
        page(log_in, f"/handbooks/scba/tables/{table}/")
    for clause in ("QG5/knockout-8-15", "1.5.3/*-master", "4.4.9/table", "Scale QD"):
        page(log_in, f"/handbooks/scba/clause/{clause}/")
