"""A chore looks first and writes then, briefly: nobody waits meanwhile, and what they write is not overlooked."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.book_check import check
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.messages import hand_out
from overtrick.register.messages.kinds import SUBMISSION_APPROVED, SUBMISSION_RETURNED, Kind
from overtrick.register.messages.models import WaitingMail
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.national_files import snapshot
from overtrick.register.national_files.models import PublishedLine, Snapshot
from overtrick.register.organisations import affiliation
from overtrick.register.people import standings
from overtrick.register.people.models import Player
from overtrick.register.people.registration import correct
from overtrick.register.player_file import turn
from overtrick.register.player_file.lines import FileLines
from overtrick.register.player_file.models import FileLine
from overtrick.register.player_file.records import stored
from overtrick.register.tasks import chores, retention, tasks
from tests.register import office
from tests.register.season import night, pairs, submitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytest_django import Settings

    from tests.register.season import Union

pytestmark = pytest.mark.postgres

MAY = datetime(2026, 5, 20, 9, tzinfo=UTC)
DAY = timedelta(days=1)


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Listen to what the database is asked while a chore has a transaction that writes."""
    with office.statements(monkeypatch, when=transactions.writing) as heard:
        yield heard
    assert heard
    heard[:] = [each for each in heard if "SAVEPOINT" not in each]  # a part of the test's own transaction


@contextmanager
def somebody_else(act: Callable[[], object]) -> Iterator[None]:
    """Let somebody do something at the moment when a chore has looked, and before it writes."""
    left = [act]

    def before(execute: Callable[..., object], *statement: object) -> object:
        if left and transactions.writing():
            left.pop()()
        return execute(*statement)

    with connection.execute_wrapper(before):
        yield
    assert not left


def test_the_events_of_a_club_are_read_before_its_findings_are_written(
    here: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(here, night(pairs(here.players)))
    affiliation.end(here.club, date(2026, 4, 30), actor=None, at=office.AT)
    with office.statements(monkeypatch) as every:
        looked = check.look(here.club, MAY.date())
    assert any("competitions_storedevent" in each for each in every)
    assert not any(each.startswith(("INSERT", "UPDATE")) for each in every)
    with office.statements(monkeypatch) as every:
        assert check.keep(looked).found == 1
    assert not any("competitions_storedevent" in each for each in every)


def test_what_is_sent_while_the_book_is_looked_through_is_looked_at_the_next_time(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    looked = check.look(here.club, MAY.date())
    submitted(here, night(pairs(here.players), begins=date(2026, 5, 5)))
    check.keep(looked)
    assert check.check_organisation(here.club, MAY.date()).years == 1
    assert check.check_organisation(here.club, MAY.date()).years == 0


def test_a_day_of_the_player_file_on_which_nothing_changed_holds_only_its_log(
    here: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn.bring_up_to_date(MAY)
    turn.begin(MAY + DAY)
    with held(monkeypatch) as asked:
        assert turn.advance() == len(here.players)
    assert all("player_file_changelog" in each for each in asked)


def test_only_who_is_otherwise_is_looked_at_again_under_the_lock(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    player = here.players[3]
    standings.suspend(player, MAY.date() + DAY, None, actor=here.clerk, at=MAY, reason="the committee")
    turn.bring_up_to_date(MAY)
    turn.begin(MAY + DAY)
    asked: list[list[int]] = []
    look = FileLines.lines

    def lines(self: FileLines, players: list[int]) -> object:
        if transactions.writing():
            asked.append(list(players))
        return look(self, players)

    monkeypatch.setattr(FileLines, "lines", lines)
    turn.advance()
    assert asked == [[player.pk]]
    assert "suspended" in FileLine.objects.get(player=player).line


@pytest.mark.parametrize("first", [True, False])
def test_who_is_renamed_while_the_day_turns_is_in_the_file_by_the_new_name(here: Union, *, first: bool) -> None:
    turn.begin(MAY)
    if not first:
        turn.bring_up_to_date(MAY)
        turn.begin(MAY + DAY)
    player = here.players[0]
    with somebody_else(lambda: correct(player, given="Zoe", actor=here.clerk, at=MAY)):
        turn.advance()
    day = (MAY if first else MAY + DAY).date()
    (made,) = FileLines(here.federation, day).lines([player.pk]).values()
    assert FileLine.objects.get(player=player).line == stored(made.line)
    assert "Zoe" in stored(made.line)


def test_of_two_workers_that_look_at_the_same_players_one_writes(here: Union) -> None:
    turn.begin(MAY)
    with somebody_else(turn.advance):
        assert turn.advance() == len(here.players)
    assert FileLine.objects.count() == len(here.players)
    made = snapshot.begin(actor=None, at=MAY)
    with somebody_else(lambda: snapshot.advance(made, MAY)):
        assert snapshot.advance(made, MAY) == len(here.players)
    assert Snapshot.objects.get().players == Snapshot.objects.get().changed == len(here.players)


def test_a_snapshot_like_the_one_before_holds_only_its_own_row(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    taken(MAY)
    made = snapshot.begin(actor=None, at=MAY + DAY)
    with held(monkeypatch) as asked:
        assert snapshot.advance(made, MAY + DAY) == len(here.players)
    assert all("national_files_snapshot" in each for each in asked)


def taken(at: datetime) -> Snapshot:
    made = snapshot.begin(actor=None, at=at)
    while snapshot.advance(made, at):
        pass
    made.refresh_from_db()
    return made


def test_who_hides_while_the_snapshot_is_taken_is_not_in_it(here: Union) -> None:
    hider, other = here.players[:2]
    made = snapshot.begin(actor=None, at=MAY)
    with somebody_else(lambda: Player.objects.filter(pk=hider.pk).update(anonymous=True)):
        snapshot.advance(made, MAY)
    made.refresh_from_db()
    assert (made.players, made.changed) == (len(here.players) - 1, len(here.players) - 1)
    assert not PublishedLine.objects.filter(player=hider).exists()
    assert PublishedLine.objects.get(player=other).told["family name"] == other.family


def test_letters_are_written_before_anything_is_held(
    here: Union, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.MAIL = from_url(f"file:{tmp_path}", "points@example.org", tmp_path)
    User.objects.filter(pk=here.scorer.pk).update(email="scorer@example.org")
    tell(MAY, [returned(here, 1), approved(here, 2), approved(here, 3)])
    with held(monkeypatch) as asked:
        assert hand_out.hand_out(MAY) == 3
    assert Letter.objects.count() == 1
    assert WaitingMail.objects.count() == 2
    tables = ("mail_letter", "post_message", "post_waitingmail", "accounts_user")
    assert all(any(table in each for table in tables) for each in asked)
    assert not any("organisations_officer" in each for each in asked)  # whom it is for was asked before
    with held(monkeypatch) as asked:
        assert hand_out.send_together(here.scorer.pk, MAY + DAY) == 2
    assert Letter.objects.count() == 2
    assert all(any(table in each for table in ("mail_letter", "post_waitingmail", "accounts_user")) for each in asked)


def test_whose_account_ends_while_a_letter_is_written_gets_none(
    here: Union, settings: Settings, tmp_path: Path
) -> None:
    settings.MAIL = from_url(f"file:{tmp_path}", "points@example.org", tmp_path)
    scorer = User.objects.filter(pk=here.scorer.pk)
    scorer.update(email="scorer@example.org")
    tell(MAY, [returned(here, 1)])
    with somebody_else(lambda: scorer.update(email="", is_active=False)):
        assert hand_out.hand_out(MAY) == 1
    assert not Letter.objects.exists()
    assert hand_out.hand_out(MAY) == 0


def returned(here: Union, number: int) -> News:
    return _news(here, SUBMISSION_RETURNED, number)


def approved(here: Union, number: int) -> News:
    return _news(here, SUBMISSION_APPROVED, number)


def _news(here: Union, kind: Kind, number: int) -> News:
    facts = {"event": f"Event {number}", "played": MAY.date(), "why": "The file is empty."}
    return News(kind, to_organisation(here.club.pk), str(number), (here.club.pk, number), facts)


def test_of_two_workers_one_hands_a_message_out(here: Union, settings: Settings, tmp_path: Path) -> None:
    settings.MAIL = from_url(f"file:{tmp_path}", "points@example.org", tmp_path)
    User.objects.filter(pk=here.scorer.pk).update(email="scorer@example.org")
    tell(MAY, [returned(here, 1), approved(here, 2)])
    with somebody_else(lambda: hand_out.hand_out(MAY)):
        assert hand_out.hand_out(MAY) == 2
    assert Letter.objects.count() == 1
    with somebody_else(lambda: hand_out.send_together(here.scorer.pk, MAY + DAY)):
        assert hand_out.send_together(here.scorer.pk, MAY + DAY) == 0
    assert Letter.objects.count() == 2
    assert not WaitingMail.objects.exists()


def test_what_is_old_goes_some_at_a_time_and_then_the_rest_is_counted(
    here: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = MAY - timedelta(days=4_000)
    Letter.objects.bulk_create(
        Letter(
            federation=here.federation, key=str(each), kind="member", to="a@example.org", subject="S", text="T",
            state=Letter.State.SENT, added_at=old, next_try_at=old,
        ) for each in range(5)
    )  # fmt: skip
    chores._find()  # noqa: SLF001 - as the worker finds them
    monkeypatch.setattr(retention, "_TOGETHER", 2)
    monkeypatch.setattr(tasks._Clock, "looks", 0.0)  # noqa: SLF001 - the worker has just started
    monkeypatch.setattr(tasks._Clock, "uncounted", [])  # noqa: SLF001 - likewise
    left = []
    while tasks.tidy_up():
        left.append(Letter.objects.count())
        assert not tasks._Clock.uncounted  # noqa: SLF001
    assert left == [3, 1, 0]
    assert bool(tasks._Clock.uncounted) is (connection.vendor == "sqlite")  # noqa: SLF001
    while tasks.count_rows():
        pass
    assert not tasks._Clock.uncounted  # noqa: SLF001
    assert tasks.tidy_up() == 0


@pytest.mark.usefixtures("here")
def test_a_worker_leaves_others_time_to_write_after_each_chore_that_had_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's waiting writers look now and then: who holds the lock nearly always is found holding it each time."""
    rests: list[float] = []
    monkeypatch.setattr(chores, "_CHORES", [lambda: 1, lambda: 0, lambda: 2])
    monkeypatch.setattr(chores, "LONGEST_REST", 0.1)
    monkeypatch.setattr("overtrick.register.tasks.chores.time.sleep", rests.append)
    assert chores.do_all() == 3
    assert len(rests) == (2 if connection.vendor == "sqlite" else 0)
    assert all(0 <= each <= chores.LONGEST_REST for each in rests)
