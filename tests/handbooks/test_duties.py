"""The duties of an office: every clause of the office's work belongs to one, and the page about them is fresh."""

from __future__ import annotations

import pytest

from overtrick import handbooks
from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.duties import duties
from overtrick.handbooks.edition import Edition
from tools import duties_page

EDITIONS = [handbooks.get(name).latest for name in handbooks.names()]
OFFICE_WORK = {"record", "entitlement", "money", "exchange"}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)
def test_every_clause_of_the_offices_work_belongs_to_a_duty_and_no_other_does(edition: Edition) -> None:
    listed = clauses(edition)
    assert {each.clause for each in listed if each.kind in OFFICE_WORK} == {each.clause for each in listed if each.duty}
    assert {each.duty for each in listed if each.duty} <= duties().keys()


def test_every_duty_is_of_some_handbook_and_of_somebody() -> None:
    used = {each.duty for edition in EDITIONS for each in clauses(edition)}
    assert duties().keys() == used - {""}
    assert all(each.audiences for each in duties().values())


def test_the_page_about_duties_is_as_the_data_has_it() -> None:
    assert duties_page.PAGE.read_text(encoding="utf-8") == duties_page.drawn(), "run: make clauses"
