"""A later edition is based on an earlier one: its folder holds what changed, and all else is taken over."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from overtrick.engine.assessment import Assessment
from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.engine.working import cited
from overtrick.handbooks import reach
from overtrick.handbooks.chapters import chapters
from overtrick.handbooks.clauses import Clause, ClauseState, clauses, excuses, gathered, names
from overtrick.handbooks.edition import Edition, Handbook
from overtrick.handbooks.examples import examples
from overtrick.handbooks.worth import worth
from tests.handbooks.elsewhere import LATER, later

#: The day from which the later edition governs, and the day before.
NEW, OLD = date(2026, 9, 1), date(2026, 8, 31)
CHANGED = 5
REMOVED = tuple(f"scale_{scale}.toml" for scale in "abcde")


@pytest.fixture(scope="module")
def ebu() -> Iterator[Handbook]:
    """Open the handbook once: to find what comes to each rule takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        yield from later(patch)


def pairs(begins: date, last_day: date | None = None, *, stratified: bool = False) -> Event:
    """Hold club pairs with one winner, 12 tables and 24 boards; where it is stratified, half of them in category B."""
    listed = tuple(
        Contestant(f"Pair {place}", place=place, category="AB"[place % 2] if stratified else "")
        for place in range(1, 25)
    )
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", listed),), stratified=stratified)
    return Event("Pairs", begins, (stage,), "club", last_day=last_day)


def assess(ebu: Handbook, event: Event) -> Assessment:
    return ebu.edition(on=event.begins).assess(event)


def listed(edition: Edition) -> dict[str, Clause]:
    return {each.clause: each for each in clauses(edition)}


def test_the_folder_holds_only_what_changed(ebu: Handbook) -> None:
    files = [file for file in ebu.latest.folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) == CHANGED
    assert ebu.latest.folder.is_relative_to(LATER)


def test_the_earlier_edition_ends_the_day_before(ebu: Handbook) -> None:
    assert [(each.name, each.begins, each.ends) for each in ebu.editions] == [
        ("2024", date(2024, 4, 1), OLD),
        ("2026", NEW, None),
    ]


@pytest.mark.parametrize(
    ("event", "units", "clause"),
    [
        (pairs(OLD), [48, 42, 36, 30, 24, 18, 12, 6], "4.1.2"),
        (pairs(NEW), [56, 49, 42, 35, 28, 21, 14, 7], "4.1.10"),
        (pairs(OLD, last_day=date(2026, 9, 7)), [48, 42, 36, 30, 24, 18, 12, 6], "4.1.2"),  # under way on the day
    ],
)
def test_a_changed_scale_and_a_moved_clause_hold_from_the_day_an_event_began(
    ebu: Handbook, event: Event, units: list[int], clause: str
) -> None:
    made = assess(ebu, event)
    assert [award.units for award in made.awards] == units
    assert {"4.1.2", "4.1.10"} & set(cited(made.awards[0].working)) == {clause}
    assert made.edition == ebu.edition(on=event.begins).name


def test_an_inherited_rule_calls_the_changed_one(ebu: Handbook) -> None:
    old, new = (assess(ebu, pairs(day, stratified=True)) for day in (OLD, NEW))
    winner = {"2024": "The award of list A, higher than B", "2026": "The awards of the lists A"}
    for made in (old, new):
        best = next(award for award in made.awards if award.contestant == "Pair 1").working
        assert best.says.startswith(winner[made.edition])
        assert best.clause == "4.12.5"
        assert sum(each.value for each in best.because) == best.value
    assert len(new.awards[0].working.because) == 2


def test_every_clause_that_is_cited_stands_in_the_list(ebu: Handbook) -> None:
    for stratified in (False, True):
        made = assess(ebu, pairs(NEW, stratified=stratified))
        workings = [award.working for award in made.awards] + [each.working for each in made.refusals]
        assert {clause for working in workings for clause in cited(working)} <= names(ebu.latest)


def test_the_list_of_clauses_is_whole(ebu: Handbook) -> None:
    old, new = (listed(edition) for edition in ebu.editions)
    assert set(new) == {*old, "4.1.10"}
    assert [each.clause for each in new.values() if each.missing] == []
    assert gathered(ebu.latest).keys() <= set(new)
    assert excuses(ebu.latest).keys() <= set(new)
    moved = new["4.1.10"]
    assert (moved.summary, moved.state) == (old["4.1.2"].summary, ClauseState.AWARDS)
    assert moved.executed_by == old["4.1.2"].executed_by
    assert set(moved.held_by) == {each for each in old["4.1.2"].held_by if not each.startswith(REMOVED)}
    assert new["4.1.2"].executed_by == ()
    assert {name: each for name, each in reach.reached(ebu.latest).items() if each.how == reach.AWARDS} == {
        name: each for name, each in reach.reached(ebu.editions[0]).items() if each.how == reach.AWARDS
    }


def test_the_list_tells_what_is_inherited(ebu: Handbook) -> None:
    new = listed(ebu.latest)
    assert (new["4.1.10"].inherited, new["4.1.10"].was) == ("2024", "4.1.2")
    assert (new["3.5"].inherited, new["3.5"].was) == ("2024", "")
    own = {each.clause for each in new.values() if not each.inherited}
    figures = ebu.latest.table_versions("points_a_place")[0][2].clauses
    assert own == {"4.1.2", "4.12.5", *figures}
    assert {each.inherited for each in clauses(ebu.editions[0])} == {""}


def test_a_moved_clause_stands_where_its_number_belongs(ebu: Handbook) -> None:
    order = list(listed(ebu.latest))
    assert {("4.1.1", "4.1.2"), ("4.1.2", "4.1.3"), ("4.1.9", "4.1.10"), ("4.1.10", "4.2.1")} <= set(pairwise(order))
    assert [each.title for each in chapters(ebu.latest)] == [each.title for each in chapters(ebu.editions[0])]


def test_examples_errata_settings_and_facts_are_taken_over(ebu: Handbook) -> None:
    old, new = ebu.editions
    assert list(new.settings) == list(old.settings)
    assert new.facts.keys() == old.facts.keys()
    assert {each.clause for each in new.errata} - {each.clause for each in old.errata} >= {"4.1.10"}
    assert {each.file for each in examples(old)} - {each.file for each in examples(new)} == {*REMOVED}
    assert any("4.1.10" in each.clauses for each in examples(new))
    assert new.table_names == old.table_names
    assert worth(new, "pairs", {"tables": "12", "boards": "24", "status": "club"}).places[0].units == 56


def test_a_setting_of_the_earlier_edition_can_be_chosen(ebu: Handbook) -> None:
    edition = ebu.latest
    assert edition.book(settings={"stratified_minimum": "each direction"}).setting("stratified_minimum") == (
        "each direction"
    )


@pytest.mark.proof
def test_the_command_tells_what_is_inherited(tmp_path: Path) -> None:
    def run(*given: str) -> str:
        command = [sys.executable, "-m", "overtrick.cli.main", *given]
        done = subprocess.run(  # noqa: S603 - our own command
            command, env={"PYTHONPATH": str(LATER)}, capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "2024, was 4.1.2" in run("clauses", "ebu")
    old = {each["clause"]: each for each in json.loads(run("clauses", "ebu", "--on", "2026-08-31", "--json"))}
    assert (old["4.1.2"]["inherited"], old["4.1.2"]["was"]) == ("", "")
    assert "Taken over" not in run("clauses", "ebu", "--on", "2026-08-31")
    assert "2026-09-01" in run("handbooks")
