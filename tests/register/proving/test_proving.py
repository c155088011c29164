"""A proof that the office asks for: found while others write, kept with its task, and told part by part."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger.verify import Verified
from overtrick.register.proof import Proof, prove
from overtrick.register.proving import kept_proofs, proof_progress, tasks
from overtrick.register.proving.proof_progress import ProofProgress
from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order
from overtrick.register.tasks.retention import delete_outdated
from tests.register import office
from tests.register.season import AT, NAMES, night, pairs, submitted
from tests.register.test_edges_proof import without_guards

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

    from tests.register.season import Union

BOOK = Verified(1, 2, 3, ())


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path


def ask(here: Union, sample: int | None = None) -> Task:
    return tasks.ask(here.federation, sample, "A proof", actor=here.clerk, at=AT)


def kept(proof: Proof) -> dict[str, object]:
    """What is in the database of it."""
    told: dict[str, object] = json.loads(json.dumps(kept_proofs.written(proof, AT)))
    return told


def test_a_proof_is_kept_with_its_figures_and_who_asked_for_it(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    submitted(here, night(pairs(here.players), name="Thursday pairs"))
    row = ask(here, 1)
    before = timezone.now()
    assert worker.work(once=True) == 1
    found = kept_proofs.find(row.pk)
    assert found is not None
    proof = prove(1)
    assert found[3:8] == (proof.book.postings, proof.book.entries, proof.book.closings, 1, 2)
    assert (found.by, found.holds, found.findings, found.erased) == (here.clerk, True, (), ())
    assert before <= found.at <= timezone.now()
    assert kept_proofs.last() == found


def test_only_the_office_asks_for_a_proof(here: Union) -> None:
    for other in (here.secretary, here.scorer, here.stranger):
        with pytest.raises(Refused, match="not an officer of the national body"):
            tasks.ask(here.federation, 0, "A proof", actor=other, at=AT)
    assert not Task.objects.exists()


def test_whoever_asks_the_same_gets_the_proof_that_is_on_its_way(here: Union) -> None:
    assert kept_proofs.running() is None
    first = ask(here)
    assert ask(here) == kept_proofs.running() == first
    assert ask(here, 200) != first
    assert kept_proofs.last() is None
    assert worker.work(once=True) == 2
    assert kept_proofs.running() is None
    assert ask(here) != first


def test_nothing_is_locked_while_the_book_is_proved(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    seen: list[tuple[bool, bool]] = []
    order = Order(here.federation, here.clerk, AT, "A proof")
    worker.run_here(
        tasks.prove_book,
        order,
        lambda _done, _of: seen.append((transactions.writing(), transactions.reading())),
        sample=None,
    )
    assert seen[-1] == (False, False)  # kept
    assert set(seen[:-1]) == {(False, True)}


def test_findings_are_kept_by_row_and_nobody_by_name(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("ledger_entry")
    sql.run("update ledger_entry set units = units + 1")
    row = ask(here)
    worker.work(once=True)
    found = kept_proofs.find(row.pk)
    assert found is not None
    named = {each.about for each in found.findings}
    assert FoundRow("people_player", here.players[0].pk) in named
    assert {each.table for each in named if each} == {"people_player", "ledger_entry", "competitions_submission"}
    row.refresh_from_db()
    written = json.dumps(row.results)
    assert not [name for name in " ".join(NAMES).split() if name in written]


@pytest.mark.parametrize(("count", "more"), [(200, 0), (201, 1), (5_000, 4_800)])
def test_of_many_findings_the_first_are_kept_and_how_many_there_are(here: Union, count: int, more: int) -> None:
    findings = tuple(Finding(f"entry {number}", "It is missing.") for number in range(count))
    row = ask(here)
    told = kept(Proof(BOOK, 0, 0, findings, findings))
    Task.objects.filter(pk=row.pk).update(state=Task.State.DONE, results=[told])
    found = kept_proofs.find(row.pk)
    assert found is not None
    assert found.findings == found.erased == findings[:200]
    assert (found.found, found.more, found.more_erased, found.holds) == (count, more, more, False)


def test_a_proof_is_found_by_the_federation_that_asked_for_it_and_no_other_task_is_one(here: Union) -> None:
    row = ask(here)
    assert kept_proofs.find(row.pk) is None  # it is not there yet
    worker.work(once=True)
    with scope(federation=office.federation("south", "abf")):
        assert kept_proofs.find(row.pk) is kept_proofs.last() is None
    assert kept_proofs.find(row.pk) is not None
    Task.objects.filter(pk=row.pk).update(name="book.check")
    assert kept_proofs.find(row.pk) is None


def test_a_proof_goes_when_other_tasks_go(here: Union, settings: Settings) -> None:
    ask(here)
    worker.work(once=True)
    delete_outdated(timezone.now())
    assert kept_proofs.last() is not None
    delete_outdated(timezone.now() + settings.KEEP + timedelta(seconds=1))
    assert kept_proofs.last() is None


# --- How far it is ----------------------------------------------------------------------------------------------------


def test_every_part_of_a_proof_has_its_share(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    told: dict[str, None] = {}
    prove(progress=lambda what, _done, _of: told.setdefault(what))
    assert list(told) == list(proof_progress.PARTS)
    assert [sum(each) for each in zip(*proof_progress.PARTS.values(), strict=True)] == [100, 100]


@pytest.mark.parametrize("sample", [None, 200])
def test_the_share_grows_from_part_to_part_and_never_shrinks(sample: int | None) -> None:
    told: list[tuple[int, int]] = []
    tell = ProofProgress(sample, lambda done, of: told.append((done, of)))
    begins = proof_progress.beginnings(sample)
    for name in proof_progress.PARTS:
        tell(name, 0, 0)
        assert told[-1] == (begins[name] * 100, 10_000)
        tell(name, 0, 7)
        tell(name, 7, 7)
        tell(name, 0, 3)  # the next of several chains
        tell(name, 5, 3)  # rows that came since they were counted
    assert told[-1] == (10_000, 10_000)
    assert told == sorted(told)


def test_a_part_is_told_in_small_steps_and_an_unknown_one_changes_nothing() -> None:
    told: list[tuple[int, int]] = []
    tell = ProofProgress(None, lambda done, of: told.append((done, of)))
    tell("assessments", 35_000, 70_000)
    tell("something new", 1, 2)
    assert told == [(400 + 2_250, 10_000)]
