"""The duties of an office: each clause of its work belongs to one, and each is walked by a test under each handbook."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from overtrick import handbooks
from overtrick.cli.commands import overtrick
from overtrick.handbooks.clauses import ClauseState, clauses
from overtrick.handbooks.duties import COMMAND, Duty, duties
from overtrick.handbooks.edition import Edition
from tools import duties_page

if TYPE_CHECKING:
    from collections.abc import Iterator

EDITIONS = [handbooks.get(name).latest for name in handbooks.names()]
OFFICE_WORK = {"record", "entitlement", "money", "exchange"}
TESTS = Path(__file__).parents[1]
#: Pairs of a duty and a handbook that no test walks yet, each with the reason.
NOT_WALKED: dict[tuple[str, str], str] = {}
#: Clauses of the office's work whose rule nothing calls yet, each with the reason.
LIBRARY_ONLY = {
    ("abf", "7.5.8/1"): "the ABF picks the teams; no page asks how many go on",
    ("abf", "5.1.2/11"): "what a tour owes is not asked: the State approves its points when the levies are paid",
    ("abf", "5.1.2/12"): "likewise",
    ("ebu", "2.4.2(d)"): "online points ended in 2014; an office that moves in brings them as local ones",
}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)
def test_every_clause_of_the_offices_work_belongs_to_a_duty_and_no_other_does(edition: Edition) -> None:
    listed = clauses(edition)
    work = {each.clause for each in listed if each.kind in OFFICE_WORK or each.state is ClauseState.OFFICE}
    assert work == {each.clause for each in listed if each.duty}
    assert {each.duty for each in listed if each.duty} <= duties().keys()


def test_every_duty_is_of_some_handbook_and_of_somebody() -> None:
    used = {each.duty for edition in EDITIONS for each in clauses(edition)}
    assert duties().keys() == used - {""}
    assert all(each.audiences for each in duties().values())


def test_every_duty_is_walked_under_every_handbook_that_has_it_or_it_is_said_why_not() -> None:
    asked = {(each.duty, edition.handbook.name) for edition in EDITIONS for each in clauses(edition) if each.duty}
    walked = set(_walked())
    assert walked <= asked, "a test names a duty that its handbook does not have"
    assert walked | NOT_WALKED.keys() == asked
    assert not walked & NOT_WALKED.keys()


def _walked() -> Iterator[tuple[str, str]]:
    """Read which duties tests are marked with, in decorators and beside the values they are given."""
    for file in sorted(TESTS.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if "mark.duty(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.duty"):
                number, *names = (ast.literal_eval(each) for each in node.args)
                yield from ((number, name) for name in names)


def test_nothing_of_the_offices_work_is_library_only_but_what_is_named_here() -> None:
    idle = {
        (edition.handbook.name, each.clause)
        for edition in EDITIONS
        for each in clauses(edition)
        if each.kind in OFFICE_WORK and each.state is ClauseState.LIBRARY
    }
    assert idle == LIBRARY_ONLY.keys()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)
def test_what_people_decide_has_its_page_and_what_is_left_to_people_its_reason(edition: Edition) -> None:
    """What people decide is recorded where its duty is done; how a clause is done on paper alone is told."""
    for each in clauses(edition):
        if not each.duty or (edition.handbook.name, each.clause) in LIBRARY_ONLY:
            continue
        assert duties()[each.duty].at
        assert each.state in (ClauseState.AWARDS, ClauseState.OFFICE) or each.nothing_because, each.clause
        assert not (each.decided_by_people and each.state is ClauseState.PEOPLE), each.clause


@pytest.mark.parametrize("duty", duties().values(), ids=lambda duty: duty.number)
def test_a_duty_is_done_at_addresses_and_by_commands_that_there_are(duty: Duty) -> None:
    for each in duty.at:
        assert each.startswith(("/", COMMAND))
        if each.startswith(COMMAND):
            _command(each)


def _command(written: str) -> None:
    """Go down the groups to the command; what is asked with it is in capitals, and its options are known."""
    found: click.Command | None = overtrick
    words = written.split()[1:]
    while isinstance(found, click.Group):
        found = found.get_command(click.Context(found), words.pop(0))
    assert found is not None, written
    known = {option for each in found.params for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_page_about_duties_is_as_the_data_has_it() -> None:
    assert duties_page.PAGE.read_text(encoding="utf-8") == duties_page.drawn(), "run: make clauses"
