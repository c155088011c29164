"""What an edition says can be applied for, how its file is read, and what a silent one answers."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks import applications, edition, submission
from overtrick.handbooks.applications import Case, Decides, Kind, Lasts
from overtrick.handbooks.questions import Answers, Question, Takes
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST = date(2026, 3, 1)
PLAIN = {"name": "licence", "title": "Licence", "clause": "1.1", "by": ["club"]}


class _Edition:
    """An edition that has nothing but a file of applications."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data

    def data(self, name: str) -> Mapping[str, object]:
        return self._data if name == "applications" else {}


def _loaded(**more: object) -> tuple[Kind, ...]:
    data = {"application": [{**PLAIN, **more}], "set": [{"name": "event", "question": [_asks("event")]}]}
    return applications.loaded(_Edition(data))


def _asks(name: str) -> dict[str, object]:
    return {"name": name, "asks": "What?", "takes": "text", "needed": True}


def test_the_questions_of_a_set_come_before_the_kinds_own() -> None:
    (kind,) = _loaded(sets=["event"], question=[_asks("venue")], decides="above", lasts="year")
    assert [each.name for each in kind.questions] == ["event", "venue"]
    assert (kind.decides, kind.lasts, kind.by) == (Decides.ABOVE, Lasts.YEAR, ("club",))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"colour": "red"}, "should have"),
        ({"by": ["anybody"]}, "is applied for by"),
        ({"by": []}, "is applied for by"),
        ({"sets": ["nothing"]}, "unknown sets nothing"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused(more: Mapping[str, object], said: str) -> None:
    with pytest.raises(BadTable, match=said):
        _loaded(**more)


def test_no_two_kinds_have_one_name() -> None:
    with pytest.raises(BadTable, match="more than once"):
        applications.loaded(_Edition({"application": [PLAIN, PLAIN]}))


def test_the_last_day_to_send_is_so_many_days_before_the_first() -> None:
    kind = Kind("licence", "Licence", "1.1", ("club",), days_before=14)
    assert kind.sent_by(FIRST) == date(2026, 2, 15)
    assert kind._replace(days_before=0).sent_by(FIRST) is None


@pytest.mark.parametrize(("told", "holds"), [({}, False), ({"venue": "Hall"}, True)])
def test_an_application_is_complete_when_everything_needed_is_given(told: dict[str, str], holds: bool) -> None:
    asked = Question("venue", "Where?", Takes.TEXT, "1.2", needed=True)
    kind = Kind("licence", "Licence", "1.1", ("club",), questions=(asked, Question("more", "More?", Takes.TEXT)))
    found = applications.complete(Case(kind, None, None, Answers(told)))
    assert found is not None
    assert found.holds is holds
    assert [each.working.clause for each in found.conditions] == ["1.2"]
    assert applications.complete(Case(kind._replace(questions=()), None, None, Answers({}))) is None


@pytest.mark.parametrize("name", edition.names())
def test_every_kind_of_every_handbook_can_be_granted_and_cites_clauses_it_has(name: str) -> None:
    latest = edition.get(name).latest
    book = latest.book()
    allowed = {each.name for each in submission.of(latest).licences}
    for kind in applications.of(latest).kinds(book):
        assert not kind.allows or kind.allows in allowed, kind.name
        assert all(each.clause for each in (*kind.questions, *kind.states, *kind.declares)), kind.name
        assert kind.lasts is not Lasts.EVENT or not kind.allows or "first_day" in {q.name for q in kind.questions}
