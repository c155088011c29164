"""What becomes of a clause is found from the program, kept fresh, and true."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick import handbooks
from overtrick.formats import recognise
from overtrick.handbooks import reach
from overtrick.handbooks.clauses import ClauseState, clauses, counts, gathered, unused
from overtrick.handbooks.reach import beginnings, finding
from overtrick.handbooks.reach.source import Module, Place, Program
from overtrick.handbooks.reach.walk import Walk

if TYPE_CHECKING:
    from types import FrameType

    from overtrick.handbooks.edition import Edition

ROOT = Path(__file__).parents[2]
EDITIONS = [edition for name in handbooks.names() for edition in handbooks.get(name).editions]
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)


@pytest.mark.slow
@each_edition
def test_what_is_kept_with_an_edition_is_what_the_program_does(edition: Edition) -> None:
    kept = (edition.folder / "reached.csv").read_text(encoding="utf-8")
    assert kept == reach.as_file(reach.find(edition)), "run: make clauses"


def test_the_readme_tells_the_counts() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "| EBU handbook, April 2024 | 460 |" in page
    assert page == reach.with_counts(page), "run: make clauses"


@each_edition
def test_every_clause_has_one_state_and_none_is_missing(edition: Edition) -> None:
    found = clauses(edition)
    assert ClauseState.MISSING not in counts(edition)
    assert sum(counts(edition).values()) == len(found)
    for each in found:
        assert bool(each.done_by) == (each.state is ClauseState.OFFICE), each.clause
        assert each.nothing_because or each.state is not ClauseState.PEOPLE, each.clause


@each_edition
def test_a_rule_that_nothing_calls_makes_no_clause_its_own(edition: Edition) -> None:
    idle = unused(edition)
    for each in clauses(edition):
        rules = [name for name in each.executed_by if not name.startswith("tables/")]
        if rules and all(name in idle for name in rules):
            assert each.state is ClauseState.LIBRARY, each.clause


@pytest.mark.parametrize(
    ("handbook", "rule"),
    [
        ("ebu", "ranks.counts_as"),
    ],
)
def test_nothing_calls_these_rules_today(handbook: str, rule: str) -> None:
    """Whoever gives one of them a page or a command takes it out of this list."""
    assert rule in unused(handbooks.get(handbook).latest)


@pytest.mark.parametrize(
    ("handbook", "clause", "state", "by"),
    [
        ("ebu", "3.5", ClauseState.AWARDS, ""),
        ("ebu", "SCALE QA", ClauseState.AWARDS, ""),
        ("wbu", "4.2.1.2", ClauseState.AWARDS, ""),
        ("wbu", "2.8.2 p4", ClauseState.OFFICE, "page /record/convert/"),
        ("abf", "8.3.1/B3 B4 B5", ClauseState.OFFICE, "page /club/"),
        ("abf", "8.4/late file", ClauseState.OFFICE, "page /club/"),
        ("abf", "8.4/overdue", ClauseState.OFFICE, "page /office/"),
        ("abf", "7.5.8/1", ClauseState.LIBRARY, ""),
        ("abf", "1.4.3 note", ClauseState.PEOPLE, ""),
        ("sbu", "example12", ClauseState.INFORMATION, ""),
    ],
)
def test_a_clause_is_told_as_it_is(handbook: str, clause: str, state: ClauseState, by: str) -> None:
    found = next(each for each in clauses(handbooks.get(handbook).latest) if each.clause == clause)
    assert found.state is state
    assert by in found.done_by


@each_edition
def test_no_rule_that_runs_in_an_award_is_said_not_to(edition: Edition) -> None:
    """Every sample and example is worked out, and what really ran is compared with what was found from the source."""
    ran: set[tuple[str, str]] = set()

    def watch(frame: FrameType, event: str, _given: object) -> None:
        if event == "call":
            ran.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname))

    events = [
        reading.event
        for folder in ("docs/examples", "samples")
        for file in sorted((ROOT / folder).rglob("*.*"))
        for reading in recognise.read(file.name, file.read_bytes())
        if reading.event is not None
    ]
    sys.setprofile(watch)
    try:
        made = [edition.assess(event).refusals for event in events]
    finally:
        sys.setprofile(None)
    assert made
    program = finding.program_of(edition)
    rules = {name for names in gathered(edition).values() for name in names if not name.startswith("tables/")}
    called = {name for name in rules if tuple(finding.place_of(program, name)) in ran}
    assert len(called) > 10
    assert {name for name in called if reach.reached(edition)[name].how != reach.AWARDS} == set()


# --- how the source is read


def walked(tmp_path: Path, text: str) -> set[str]:
    """Walk through a small program from its function ``begin``; the names that it comes to."""
    file = tmp_path / "small.py"
    file.write_text(text, encoding="utf-8")
    walk = Walk(Program({"small": Module("small", file)}, "small"), {})
    walk.begin("begin", [Place("small", "begin")])
    walk.go()
    return {place.name for place in walk.came_from}


def test_a_function_in_a_table_is_called_by_whoever_uses_the_table(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """
def one(): ...
def two(): ...
TABLE = {"one": one}
def begin(): return TABLE["one"]()
""",
    )
    assert "one" in found
    assert "two" not in found


def test_a_parameter_is_not_the_function_of_its_name(tmp_path: Path) -> None:
    assert "fee" not in walked(tmp_path, "def fee(): ...\ndef begin(fee: int) -> int: return fee + 1\n")


def test_an_annotation_tells_whose_method_is_meant(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """
class Rules:
    def fee(self) -> int: ...
class Club(Rules):
    def fee(self) -> int: ...
class Bill:
    def fee(self) -> int: ...
def make() -> Rules: return Club()
def begin() -> int:
    Bill()
    return make().fee()
""",
    )
    assert {"Rules.fee", "Club.fee"} <= found
    assert "Bill.fee" not in found


def test_where_nothing_tells_it_the_name_decides_among_classes_in_use(tmp_path: Path) -> None:
    found = walked(
        tmp_path,
        """
class Used:
    def fee(self): ...
class Idle:
    def fee(self): ...
def begin(something):
    Used()
    return something.fee()
""",
    )
    assert "Used.fee" in found
    assert "Idle.fee" not in found


def test_a_piece_that_is_not_there_is_an_error() -> None:
    program = finding.program_of(EDITIONS[0])
    with pytest.raises(LookupError, match="there is no 'nowhere'"):
        finding.place_of(program, "overtrick.engine.event:nowhere")


def test_every_address_is_a_beginning_whichever_list_it_stands_in() -> None:
    found = {each.name.partition(" (")[0] for each in beginnings.pages(finding.program_of(EDITIONS[0]))}
    assert {"page /record/gold/", "page /record/", "page /office/", "page /club/…/upload/"} <= found
