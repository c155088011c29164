"""A worker that is killed in the middle of a task leaves it whole or absent; another does it, and nobody twice.

``make soak`` kills more workers: OVERTRICK_SOAK says how many at each act.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

pytestmark = [pytest.mark.proof, pytest.mark.postgres]

KILLS = int(os.environ.get("OVERTRICK_SOAK", "2"))
SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "7"))


def test_months_and_members_survive_workers_that_are_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed", str(KILLS), str(SEED))
    # Workers were really killed at work, and their tasks taken up by others.
    assert min(told["hits"].values()) >= KILLS, told
    assert told["attempts"] > 1


def test_submitting_approving_and_merging_are_whole_or_absent_whenever_somebody_is_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed_acts", str(KILLS), str(SEED))
    # They were really killed at work.
    assert min(told["hits"].values()) >= KILLS, told
    assert all(left["nothing"] for left in told["left"].values()), told


def test_an_office_that_moves_in_survives_workers_that_are_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed_moving", str(KILLS), str(SEED))
    assert min(told["hits"]["moving-in.check"], told["hits"]["moving-in.enter"]) >= KILLS, told


def test_a_run_of_invoices_is_whole_or_absent_and_done_once_whenever_its_worker_is_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed_money", str(KILLS), str(SEED))
    assert told["hits"] >= KILLS, told


def test_every_paper_of_a_batch_is_in_its_file_once_whenever_its_worker_is_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed_papers", str(KILLS), str(SEED))
    assert told["hits"] >= KILLS, told
    assert told["parts"] > 1


def test_a_proof_of_the_book_is_whole_and_kept_once_whenever_its_worker_is_killed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.tasks.killed_proof", str(KILLS), str(SEED))
    assert told["hits"] >= KILLS, told
    assert told["proofs"] == told["asked"]
