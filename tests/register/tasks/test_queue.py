"""The queue: each task is done once or not at all, and says what came of it."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import current, scope
from overtrick.register.tasks import beats, claims, queue, stopping, worker
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.season import union

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker, Settings

    from tests.register.season import Union

pytestmark = pytest.mark.postgres

AT = datetime(2026, 6, 20, 9, tzinfo=UTC)
LEASE = 5.0


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path


@task("test.count")
def count(run: Run, by: int) -> dict[str, int]:
    """Count on the federation's row, where everybody can see how often it was done."""
    run.progress(1, 2)
    rows = Federation.objects.filter(pk=current().pk)
    rows.update(next_number=rows.get().next_number + by)
    return {"now": rows.get().next_number}


@task("test.refuse")
def refuse(run: Run) -> None:
    run.federation.name = "changed"
    run.federation.save()
    raise Refused("The month is not over.", "Wait.", code="month-stays-open")


@task("test.break")
def break_down(run: Run) -> None:
    run.federation.name = "changed"
    run.federation.save()
    raise ZeroDivisionError


@task("test.stop")
def stop(run: Run) -> None:
    Federation.objects.filter(pk=run.federation.pk).update(name="changed")
    raise stopping.Stopped


@task("test.stop.lost")
def stop_in_the_middle(run: Run, raises: str) -> None:
    """Be stopped in the middle of a question to the database, which then says that it was not answered."""
    Federation.objects.filter(pk=run.federation.pk).update(name="changed")
    try:
        stopping.stop()
    except stopping.Stopped as asked:
        raise {"operational": OperationalError, "interface": InterfaceError}[raises] from asked


@task("test.steal")
def steal(run: Run) -> None:
    """Be so slow that another worker takes the task up."""
    Federation.objects.filter(pk=run.federation.pk).update(name="changed")
    Task.objects.filter(name="test.steal").update(token="of another")  # noqa: S106 - no secret


@task("test.steps", in_steps=True)
def in_steps(run: Run, stops_at: int) -> None:
    def one(number: int) -> int:
        rows = Federation.objects.filter(pk=run.federation.pk)
        rows.update(next_number=rows.get().next_number + 1)
        if number == -stops_at:
            raise ZeroDivisionError
        if number == stops_at and not Task.objects.filter(attempts__gt=1).exists():
            raise stopping.Stopped
        return number * number

    run.each([1, 2, 3, 4], one)


@task("test.file")
def read_file(run: Run) -> list[str]:
    return [f"{each.name}: {each.content.decode()}" for each in run.files()]


def _order(here: Union, key: str = "", files: tuple[tuple[str, bytes], ...] = ()) -> Order:
    return Order(here.federation, here.clerk, AT, "A title", key, files)


def _name(here: Union) -> str:
    return Federation.objects.get(pk=here.federation.pk).name


def _number(here: Union) -> int:
    return Federation.objects.get(pk=here.federation.pk).next_number


def _after(row: Task) -> Task:
    worker.work(once=True, lease=LEASE)
    row.refresh_from_db()
    return row


def test_a_task_is_done_once_and_keeps_its_result(here: Union) -> None:
    before = _number(here)
    row = count.add(_order(here), by=3)
    assert (row.state, queue.waiting()) == ("waiting", 1)
    done = _after(row)
    assert (done.state, done.results, done.attempts) == ("done", [{"now": before + 3}], 1)
    assert done.ended_at is not None
    assert worker.work(once=True) == 0
    assert _number(here) == before + 3


def test_tasks_are_done_in_the_order_in_which_they_came(here: Union) -> None:
    before = _number(here)
    rows = [count.add(_order(here), by=each) for each in (1, 10, 100)]
    assert worker.work(once=True) == 3
    assert [Task.objects.get(pk=row.pk).results[0]["now"] - before for row in rows] == [1, 11, 111]


def test_a_long_title_and_a_long_name_of_a_file_are_cut_to_their_columns(here: Union) -> None:
    row = read_file.add(_order(here, files=(("f" * 256, b"x"),))._replace(title="t" * 201))
    assert row.title == "t" * 200
    assert [each.name for each in row.files.all()] == ["f" * 255]


def test_of_one_key_only_one_is_open(here: Union) -> None:
    first = count.add(_order(here, "k"), by=1)
    assert count.add(_order(here, "k"), by=1) == first
    assert count.add(_order(here, "another"), by=1) != first
    assert count.add(_order(here), by=1) != count.add(_order(here), by=1)
    _after(first)
    assert count.add(_order(here, "k"), by=1) != first
    last = queue.latest("k")
    assert last is not None
    assert last != first


def test_a_refusal_is_a_sentence_and_changes_nothing(here: Union) -> None:
    row = _after(refuse.add(_order(here)))
    assert (row.state, row.says, row.reference, row.trace) == ("refused", "The month is not over. Wait.", "", "")
    assert _name(here) != "changed"


def test_a_mistake_of_ours_gets_a_reference_and_the_reader_no_traceback(
    here: Union, caplog: pytest.LogCaptureFixture
) -> None:
    row = _after(break_down.add(_order(here)))
    assert row.state == "failed"
    assert row.says == "Something went wrong in Overtrick. Nothing was changed."
    assert len(row.reference) == 8
    assert "ZeroDivisionError" in row.trace
    (told,) = [each for each in caplog.records if hasattr(each, "facts")]
    assert (told.facts["reference"], told.facts["task"]) == (row.reference, row.pk)
    assert told.trace == row.trace  # type: ignore[attr-defined]
    assert _name(here) != "changed"


def test_a_task_that_this_version_does_not_know_fails_and_does_not_stop_the_next(here: Union) -> None:
    unknown = count.add(_order(here), by=1)
    Task.objects.filter(pk=unknown.pk).update(name="test.unheard-of")
    known = count.add(_order(here), by=1)
    assert _after(unknown).state == "failed"
    assert _after(known).state == "done"


def test_what_was_refused_or_failed_is_tried_again_and_nothing_else_is(here: Union) -> None:
    row = _after(break_down.add(_order(here, "k")))
    Task.objects.filter(pk=row.pk).update(name="test.count", arguments={"by": 1})
    queue.retry(row)
    again = _after(row)
    assert (again.state, again.says, again.reference, again.trace) == ("done", "", "", "")
    with pytest.raises(queue.NotRetried):
        queue.retry(again)


def test_what_has_a_second_task_in_the_queue_is_not_tried_again(here: Union) -> None:
    row = _after(refuse.add(_order(here, "k")))
    count.add(_order(here, "k"), by=1)
    with pytest.raises(queue.NotRetried):
        queue.retry(row)


def test_a_worker_that_is_stopped_puts_its_task_back(here: Union) -> None:
    row = stop.add(_order(here))
    assert _after(row).state == "waiting"
    assert (row.attempts, _name(here) != "changed") == (0, True)


@pytest.fixture
def alone(tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Union]:  # noqa: ARG001
    """An office in which no transaction is open, so that a connection may be closed and opened again."""
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        federation = office.federation()
        with scope(federation=federation):
            yield union(federation)


@pytest.mark.parametrize("raises", ["operational", "interface"])
def test_a_worker_that_is_stopped_in_the_middle_of_a_question_ends_too(alone: Union, raises: str) -> None:
    """What the database says then must not take the place of what was asked."""
    row = stop_in_the_middle.add(_order(alone), raises=raises)
    assert worker.work(once=True) == 1
    row.refresh_from_db()
    assert (row.state, row.attempts, _name(alone) != "changed") == ("waiting", 0, True)


def test_a_worker_that_was_overtaken_changes_nothing(here: Union) -> None:
    row = steal.add(_order(here))
    worker.do(_claimed(row), every=1.0)
    row.refresh_from_db()
    assert row.state == "running"
    assert _name(here) != "changed"


def _claimed(row: Task) -> Task:
    taken = claims.claim(row.pk, LEASE)
    assert taken is not None
    return taken


def _grow_old(row: Task, seconds: float) -> None:
    """Let the last beat of a task be so long ago."""
    then = timezone.now() - timedelta(seconds=seconds)
    Task.objects.filter(pk=row.pk).update(began_at=then, beat_at=then)
    file = settings.HOME / "tasks" / f"{row.pk}.json"
    if file.exists():
        os.utime(file, (then.timestamp(), then.timestamp()))


@pytest.mark.parametrize(("silent", "taken"), [(LEASE - 1, False), (LEASE + 1, True)])
def test_a_task_is_taken_up_again_when_its_worker_is_silent_for_a_lease(
    here: Union, silent: float, taken: bool
) -> None:
    before = _number(here)
    row = _claimed(count.add(_order(here), by=1))
    _grow_old(row, silent)
    assert (claims.claim_next(LEASE) is not None) == taken
    assert _number(here) == before


def test_a_task_that_began_long_ago_is_held_while_its_worker_gives_signs_of_life(here: Union) -> None:
    row = _claimed(count.add(_order(here), by=1))
    _grow_old(row, LEASE + 1)
    if connection.vendor == "sqlite":
        (settings.HOME / "tasks").mkdir()
        (settings.HOME / "tasks" / f"{row.pk}.json").write_text("{}")
    else:
        Task.objects.filter(pk=row.pk).update(beat_at=timezone.now())
    assert claims.claim_next(LEASE) is None


def test_an_attempt_that_has_just_begun_counts_as_alive_although_the_last_one_died(here: Union) -> None:
    row = _claimed(count.add(_order(here), by=1))
    (settings.HOME / "tasks").mkdir()
    (settings.HOME / "tasks" / f"{row.pk}.json").write_text("{}")
    _grow_old(row, LEASE + 1)
    assert claims.claim_next(LEASE) is not None
    assert claims.claim_next(LEASE) is None


def test_a_task_that_takes_five_workers_with_it_has_failed(here: Union) -> None:
    row = count.add(_order(here), by=1)
    for _attempt in range(5):
        _grow_old(_claimed(row), LEASE + 1)
    assert claims.claim_next(LEASE) is None
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("failed", 5)
    assert row.says == "It was stopped 5 times before it finished. Nothing was changed."


def test_a_task_in_steps_goes_on_where_it_was_stopped(here: Union) -> None:
    before = _number(here)
    row = in_steps.add(_order(here), stops_at=3)
    assert _after(row).state == "waiting"
    assert row.results == [1, 4]
    Task.objects.filter(pk=row.pk).update(attempts=1)
    assert _after(row).state == "done"
    assert row.results == [1, 4, 9, 16]
    assert _number(here) == before + 4


def test_a_task_in_steps_that_fails_says_how_much_of_it_is_done(here: Union) -> None:
    row = _after(in_steps.add(_order(here), stops_at=-3))
    assert (row.state, row.results) == ("failed", [1, 4])
    assert row.says == "Something went wrong in Overtrick. Parts of it that are done: 2."


def test_files_come_with_a_task_and_go_when_it_is_done(here: Union) -> None:
    row = read_file.add(_order(here, files=(("a.txt", b"one"), ("b.txt", b"two"))))
    assert _after(row).results == [["a.txt: one", "b.txt: two"]]
    assert not row.files.exists()


def test_a_command_does_its_task_itself_and_gets_the_result(here: Union) -> None:
    told: list[tuple[int, int]] = []
    given = worker.run_here(count, _order(here), lambda done, of: told.append((done, of)), by=2)
    assert given == {"now": _number(here)}
    assert told == [(1, 2)]
    assert Task.objects.get().state == "done"
    with pytest.raises(Refused, match="Wait"):
        worker.run_here(refuse, _order(here), lambda _done, _of: None)


def test_a_command_does_not_do_what_another_worker_is_at(here: Union) -> None:
    _claimed(count.add(_order(here, "k"), by=1))
    with pytest.raises(worker.Busy):
        worker.run_here(count, _order(here, "k"), lambda _done, _of: None, by=1)


def test_a_command_whose_task_a_worker_has_taken_over_says_so_and_changes_nothing(here: Union) -> None:
    def take_over(_done: int, _of: int) -> None:
        Task.objects.update(token=f"{worker.LEASE} later")

    before = _number(here)
    with pytest.raises(worker.Busy, match="taken"):
        worker.run_here(count, _order(here), take_over, by=2)
    assert _number(here) == before


def test_arguments_are_named(here: Union) -> None:
    with pytest.raises(TypeError, match="by name"):
        count.add(_order(here), 1)


def test_progress_is_told_beside_the_work(here: Union) -> None:
    row = _claimed(count.add(_order(here), by=1))
    assert beats.progress(row) == (0, 0)
    if connection.vendor != "sqlite":
        return  # told on a connection of its own, which does not see what this test has not committed
    with beats.Beats(row, every=0.01) as pulse:
        pulse.tell(3, 7)
        until = time.monotonic() + 30
        while beats.progress(row) != (3, 7) and time.monotonic() < until:
            time.sleep(0.01)
        assert beats.progress(row) == (3, 7)
    assert not list((settings.HOME / "tasks").iterdir())
