"""A stranger's file is read in another process: the same reading, and a sentence past any limit."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest

from overtrick.formats import recognise
from overtrick.formats.limited import process, travel
from overtrick.formats.limited.reader import FOR_A_PAGE, Busy, Limits, Reader

SAMPLES = [
    pytest.param(file, id=str(file.relative_to(file.parents[1])))
    for file in sorted((Path(__file__).parents[3] / "samples").rglob("*"))
    if file.is_file() and file.suffix != ".json"
]
GIVEN = [("your answer", "handbook", "ebu"), ("your answer", "status", "club"), ("your answer", "date", "2026-11-10")]
#: Only some systems limit memory and processor time.
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit it")


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    made = Reader(FOR_A_PAGE)
    yield made
    made.close()


def _large(pairs: int = 25_000) -> bytes:
    rows = "\n".join(f"  - {{place: {at}, names: [Ado {at}, Bem {at}]}}" for at in range(1, pairs + 1))
    return f"event: Large\ndate: 2026-11-10\nhandbook: ebu\nplay: pairs\nboards: 24\nresults:\n{rows}\n".encode()


@pytest.mark.parametrize("file", SAMPLES)
def test_a_file_is_read_and_worked_out_as_in_the_same_process(file: Path, reader: Reader) -> None:
    content = file.read_bytes()
    assert reader.read(file.name, content) == recognise.read(file.name, content)
    here = process.check(file.name, content, GIVEN, as_if=False)
    there = reader.check(file.name, content, GIVEN, as_if=False)
    assert len(here) == len(there)
    for one, other in zip(here, there, strict=True):
        assert one[:2] + one[3:] == other[:2] + other[3:]
        assert (one.assessment is None) is (other.assessment is None)
        if one.assessment and other.assessment:
            assert list(one.assessment.awards) == list(other.assessment.awards)
            assert one.assessment.refusals == other.assessment.refusals
            assert one.assessment.remarks == other.assessment.remarks


@LIMITED
def test_a_file_that_takes_too_much_memory_is_a_problem_and_the_next_is_read(reader: Reader) -> None:
    reader.read("night.yaml", _large(2))
    small = Reader(FOR_A_PAGE._replace(memory=_child(reader).memory_info().vms + 20_000_000))
    try:
        (problem,) = small.read("large.yaml", _large())[0].problems
        assert (problem.code, problem.file) == ("file-too-large", "large.yaml")
        assert small.read("night.yaml", _large(2))[0].event is not None
    finally:
        small.close()


@pytest.mark.slow
@LIMITED
def test_a_file_that_takes_too_much_computing_is_a_problem() -> None:
    quick = Reader(Limits(computing=0, seconds=100))
    try:
        (outcome,) = quick.check("large.yaml", _large(), GIVEN, as_if=False)
        assert [each.code for each in outcome.problems] == ["file-too-slow"]
        assert outcome.assessment is None
    finally:
        quick.close()


def test_a_file_that_takes_too_long_by_the_clock_is_a_problem_and_the_next_is_read() -> None:
    reader = Reader(Limits(computing=100, seconds=0))
    (problem,) = reader.read("large.yaml", _large())[0].problems
    assert problem.code == "file-too-slow"
    reader.limits = FOR_A_PAGE
    assert reader.read("night.yaml", _large(2))[0].event is not None
    reader.close()


def test_a_process_that_dies_is_a_problem_and_another_takes_its_place(reader: Reader) -> None:
    reader.read("night.yaml", _large(2))
    child = _child(reader)
    child.kill()
    child.wait(10)
    assert reader.read("night.yaml", _large(2))[0].event is not None
    assert _child(reader).pid != child.pid


def test_after_a_large_file_the_process_is_replaced(reader: Reader) -> None:
    reader.read("night.yaml", _large(2))
    child = _child(reader)
    reader.read("large.txt", b"a" * 3_000_000)
    assert _child(reader).pid != child.pid
    assert not child.is_running()


@pytest.mark.slow
def test_who_would_have_to_wait_too_long_is_told_so(reader: Reader) -> None:
    waiting = Reader(Limits(computing=60, seconds=60, wait=0.01))
    busy = Thread(target=waiting.read, args=("large.yaml", _large()))
    busy.start()
    try:
        while not waiting._lock.locked():  # noqa: SLF001 - nobody else can tell
            pass
        with pytest.raises(Busy):
            waiting.read("night.yaml", _large(2))
    finally:
        busy.join()
        waiting.close()
    assert reader.limits.wait > 1


class _Evil:
    """Something that would do harm as soon as it is unpacked."""

    def __reduce__(self) -> tuple[Any, ...]:
        return sys.exit, ("unpacked",)


@pytest.mark.parametrize("value", [_Evil(), [_Evil()], recognise.read, Path("x")])
def test_nothing_but_records_travels(value: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="does not travel"):
        travel.unpacked(pickle.dumps(value))


def _child(reader: Reader) -> psutil.Process:
    running = reader._process  # noqa: SLF001 - nobody else knows it
    assert running is not None
    return psutil.Process(running.pid)
