"""Two who do it at the same moment: nobody waits for ever, nothing happens twice, and the memory holds."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.utils import timezone

from overtrick.engine.event import Player as Seated
from overtrick.register import transactions
from overtrick.register.competitions.models import Competition, HeldCredit, Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import take_in
from overtrick.register.competitions.versions import Placed, hold_results
from overtrick.register.ledger.models import ClosedPosting, Entry, Posting
from overtrick.register.people import standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from overtrick.register.tokens import issue, pairing
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.scopes import SCORING
from tests.register import office
from tests.register.at_once.tasks import AT
from tests.register.competitions.test_read import EXTRA
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.season import Union, file_of, night, pairs, submitted, union

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.postgres

#: So many programs send the same bytes so often: more than a hundred times in all, and within what a token may send.
SENDERS, TIMES = 8, 13


class Workers:
    """Processes that act in the office at the same moment."""

    def __init__(self, url: str, here: Union) -> None:
        self.here = here
        command = [sys.executable, "-m", "tests.register.at_once.workers", url]
        self.process = subprocess.Popen(  # noqa: S603 - our own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def together(self, *orders: tuple[Any, ...]) -> list[Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(orders) + "\n")
        self.process.stdin.flush()
        told: list[Any] = json.loads(self.process.stdout.readline())
        return told

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def workers(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001
) -> Iterator[Workers]:
    folder = tmp_path_factory.mktemp("office")
    with django_db_blocker.unblock(), own_database(folder) as url, pointed_at(url):
        federation = office.federation()
        with scope(federation=federation):
            here = union(federation)
            made = Workers(url, here)
            yield made
            made.end()


def the_memory_holds() -> None:
    proof = prove()
    assert proof.holds, proof.findings


def test_three_who_register_people_never_give_out_a_number_twice(workers: Workers) -> None:
    given = workers.together(("register", 100, 6), ("register", 200, 6), ("register", 300, 6))
    numbers = [number for each in given for number in each]
    assert len(set(numbers)) == 18, given
    assert all(number.isdigit() for number in numbers), given
    assert Player.objects.filter(number__in=numbers).count() == 18


def test_merging_and_posting_do_not_wait_for_each_other_for_ever(workers: Workers) -> None:
    keep, duplicate = (each.number for each in workers.here.players[:2])
    entries = Entry.objects.count()
    told = workers.together(("merge_and_part", keep, duplicate, 4), ("submit_nights", 0, 6), ("submit_nights", 100, 6))
    assert told[0] == "done"
    assert all(isinstance(each, int) for each in told[1:]), told
    assert Entry.objects.count() >= entries + sum(told[1:])
    the_memory_holds()


def test_a_month_is_closed_once_while_others_submit(workers: Workers) -> None:
    submitted(workers.here, night(pairs(workers.here.players), name="In May"))
    told = workers.together(("close", 2026, 5), ("submit_nights", 200, 4), ("close", 2026, 5))
    assert [type(each) for each in told] == [list, int, list], told
    assert sorted(each[0] for each in (told[0], told[2])) == [False, True]
    the_memory_holds()
    ((_already, made),) = workers.together(("close", 2026, 6))
    assert made > 0
    assert ClosedPosting.objects.count() == Posting.objects.filter(posted__lte=AT).count()
    the_memory_holds()


def test_of_two_clubs_that_send_the_same_results_one_is_credited(workers: Workers) -> None:
    for at in range(6):
        told = workers.together(("submit_same", "100", at), ("submit_same", "101", at))
        assert sorted(told) == [False, True], told
    the_memory_holds()


def test_who_waits_for_the_same_results_holds_nothing_that_their_reader_wants_next(workers: Workers) -> None:
    here = workers.here
    event = night(pairs(here.players), name="Read again", begins=date(2026, 5, 11))
    (draft,) = receive(here.club, "again.json", file_of(event), here.clerk, AT)
    assert draft.submission is not None
    with ThreadPoolExecutor(1) as beside:
        with transactions.atomic():
            hold_results(here.club, draft.submission)  # as somebody does who reads the same file again
            submitting = beside.submit(workers.together, ("submit_draft", draft.submission.pk))
            until_somebody_waits()
            Competition.objects.select_for_update(no_key=True).get(pk=draft.submission.competition_id)
        assert submitting.result() == [True]
    the_memory_holds()


def until_somebody_waits() -> None:
    """Wait until somebody else waits for a lock; on SQLite, where nobody sees that, for a moment."""
    if connection.vendor == "sqlite":
        time.sleep(0.3)
        return
    until = time.monotonic() + 20
    with connection.cursor() as asked:
        while not asked.execute("select 1 from pg_locks where not granted").fetchone():
            assert time.monotonic() < until, "nobody waits"
            time.sleep(0.02)


def test_of_two_who_approve_the_same_one_is_the_first(workers: Workers) -> None:
    here = workers.here
    ((draft, outcome),) = take_in(
        here.club, "extra.xml", EXTRA.encode(), here.scorer, AT, placed=Placed(points_only=True)
    )
    assert outcome is not None, (draft.problems, draft.questions)
    assert outcome.submission.kind == Submission.Kind.POINTS
    before = Posting.objects.count()
    assert sorted(workers.together(*[("approve", outcome.submission.pk)] * 3)) == [False, True, True]
    assert Posting.objects.count() == before + 1
    the_memory_holds()


def test_of_two_who_release_the_same_points_one_credits_them(workers: Workers) -> None:
    here = workers.here
    unpaid = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL, number="300001")
    winner = (Seated("Tam Ulo", unpaid.number), pairs(here.players)[0][1])
    submitted(here, night([winner, *pairs(here.players[2:])], name="Unpaid", begins=date(2026, 5, 14)), at=AT)
    # Entered past the services, which would have released it.
    unpaid.standings.update(ends=date(2026, 5, 20))
    unpaid.standings.create(status=Standing.Status.REGISTERED, begins=date(2026, 5, 21))
    assert standings.on_day(unpaid, AT.date()).status == Standing.Status.REGISTERED
    assert sorted(workers.together(*[("release", unpaid.number)] * 3)) == [0, 0, 1]
    assert HeldCredit.objects.get(number=unpaid.number).released is not None
    assert Entry.objects.filter(player=unpaid).count() == 1
    the_memory_holds()


def test_of_two_pcs_with_the_same_code_one_is_paired(workers: Workers) -> None:
    for _ in range(4):
        code = pairing.begin(workers.here.club, actor=workers.here.clerk, at=AT).code
        assert sorted(workers.together(*[("redeem", code)] * 3)) == [False, False, True]
    the_memory_holds()


def test_what_is_sent_twice_at_once_with_the_same_key_is_done_once(workers: Workers) -> None:
    asked = Asked("PC", SCORING)
    written = issue.issue_for(workers.here.club, asked, actor=workers.here.clerk, at=AT).written
    for at in range(4):
        name = f"Zork{'abcd'[at]}"
        told = workers.together(*[("with_key", written, f"key-{at}", name)] * 3)
        assert Player.objects.filter(given=name).count() == 1, told
        made = [each.removeprefix("made ") for each in told if each.startswith("made ")]
        assert len(made) == 1, told
        assert {each for each in told if not each.startswith("made ")} <= {f"again {made[0]}", "same-key-running"}, told
    the_memory_holds()


@pytest.mark.slow
def test_the_same_bytes_sent_often_by_several_programs_are_posted_once(workers: Workers, tmp_path: Path) -> None:
    written = issue.issue_for(
        workers.here.club, Asked("PC", SCORING), actor=workers.here.clerk, at=timezone.now()
    ).written
    before = Posting.objects.count()
    told = workers.together(*[("send_file", written, str(tmp_path), "2026-06-02", TIMES)] * SENDERS)
    answers = [tuple(each) for sender in told for each in sender]
    assert len(answers) == SENDERS * TIMES, told
    assert {status for status, _state, _reference in answers} <= {200, 201, 503}, answers
    done = [each for each in answers if each[0] != 503]
    assert len({reference for _status, _state, reference in done}) == 1, answers
    # Who sent it first is told so, unless the office was too busy to go on once the file was kept.
    first = sum(status == 201 for status, _state, _reference in done)
    assert first == 1 or (first == 0 and len(done) < len(answers)), answers
    assert Posting.objects.count() == before + 1
    assert Submission.objects.filter(competition__name="By program").count() == 1
    the_memory_holds()
