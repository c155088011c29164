"""Messages go out by mail as each reader wants, through a real server, each once."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.mail import outbox
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.messages import choices, hand_out, inbox
from overtrick.register.messages.choices import Way
from overtrick.register.messages.kinds import PROMOTED, SUBMISSION_APPROVED, SUBMISSION_RETURNED, Kind, Topic
from overtrick.register.messages.models import Message, WaitingMail
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.people.merge_records import merge
from tests.register.commands.running import Office, init
from tests.register.messages import killed_post
from tests.smtp_server import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

    from tests.register.season import Union
    from tests.smtp_server import Postbox

TO = "scorer@example.org"
MONDAY = datetime(2026, 5, 18, 9, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)
ROOT = Path(__file__).parents[3]
KILLS = int(os.environ.get("OVERTRICK_SOAK", "3"))


def _use(settings: Settings, port: int) -> None:
    settings.MAIL = from_url(f"smtp://127.0.0.1:{port}", "Points <points@example.org>", Path("/nowhere"))


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait because a server failed in another one."""
    monkeypatch.setattr(outbox, "_REST", 0.0)


@pytest.fixture
def box(here: Union, settings: Settings) -> Iterator[Postbox]:
    """A server, and a scorer who has an address."""
    User.objects.filter(pk=here.scorer.pk).update(email=TO, first_name="Sam")
    with running() as found:
        _use(settings, found.port)
        yield found


def _tell(here: Union, kind: Kind, number: int, at: datetime = MONDAY, by: User | None = None) -> None:
    facts = {"event": f"Event {number}", "played": at.date(), "why": "The file is empty."}
    tell(at, [News(kind, to_organisation(here.club.pk), str(number), (here.club.pk, number), facts)], by=by)


def test_what_needs_somebody_comes_at_once_with_its_page_and_a_way_to_end_it(here: Union, box: Postbox) -> None:
    _tell(here, SUBMISSION_RETURNED, 1)
    assert hand_out.hand_out(MONDAY) == 1
    assert hand_out.hand_out(MONDAY) == 0
    outbox.send_due()
    (mail,) = box.letters
    assert mail["From"] == "Bridge Union of North <points@example.org>"
    assert mail["Subject"].startswith("Event 1, 18 May 2026, is returned.")
    assert mail.get_content_type() == "text/plain"
    text = mail.get_content().replace("\r\n", "\n")
    assert "Hello Sam," in text
    assert f"- Oakby: {mail['Subject']}.\n  http://127.0.0.1:8000/club/{here.club.pk}/submissions/1/" in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    ends = mail["List-Unsubscribe"].strip("<>")
    assert ends.startswith("http://127.0.0.1:8000/unsubscribe/?key=")
    assert ends in text
    assert "=?" not in str(mail["List-Unsubscribe"])  # mail programs read no address that is encoded
    assert ends not in str(Letter.objects.values().get())


@pytest.mark.postgres
@pytest.mark.usefixtures("box")
def test_whoever_did_it_and_whoever_wants_no_mail_get_none(here: Union) -> None:
    _tell(here, SUBMISSION_RETURNED, 1, by=here.scorer)
    choices.choose(here.scorer, {Topic.RESULTS: Way.NEVER}, MONDAY)
    _tell(here, SUBMISSION_APPROVED, 2)
    assert hand_out.hand_out(MONDAY) == 2
    assert outbox.send_due() == 0
    assert hand_out.readers_waiting() == []


@pytest.mark.parametrize("told", [0, 1])
def test_what_is_told_to_a_player_is_for_the_accounts_of_all_their_records(here: Union, told: int) -> None:
    records = here.players[:2]
    for player in here.players[:3]:
        User.objects.create_user(player.number, email=f"{player.number}@example.org", player=player)
    tell(MONDAY, [News(PROMOTED, to_player(records[told].pk), "1")])
    merge(records[0], records[1], "one person", actor=here.clerk, at=MONDAY)
    message = Message.objects.get(player=records[told])
    assert [each.player for each in hand_out.readers(message)] == records


def test_the_news_of_a_day_come_together_on_the_next_and_only_once(here: Union, box: Postbox) -> None:
    for number in (1, 2, 3):
        _tell(here, SUBMISSION_APPROVED, number)
    _tell(here, SUBMISSION_APPROVED, 4, TUESDAY)
    hand_out.hand_out(MONDAY)
    assert hand_out.send_together(here.scorer.pk, MONDAY) == 0
    inbox.mark_read(Message.objects.filter(key__endswith=" 3"), here.scorer, MONDAY)
    assert hand_out.send_together(here.scorer.pk, TUESDAY) == 3
    assert hand_out.send_together(here.scorer.pk, TUESDAY) == 0
    outbox.send_due()
    (mail,) = box.letters
    assert mail["Subject"] == "2 messages for you"  # the third was read on the page, the fourth is of today
    assert [line for line in mail.get_content().splitlines() if line.startswith("- ")] == [
        f"- Oakby: Event {number}, 18 May 2026, is approved." for number in (1, 2)
    ]
    choices.choose(here.scorer, {Topic.RESULTS: Way.MONTHLY}, TUESDAY)
    assert hand_out.send_together(here.scorer.pk, TUESDAY + timedelta(days=2)) == 0
    assert hand_out.send_together(here.scorer.pk, datetime(2026, 6, 1, 1, tzinfo=UTC)) == 1
    assert not WaitingMail.objects.exists()
    outbox.send_due()
    outbox.send_due()
    (_daily, monthly) = box.letters
    assert monthly["Subject"] == "Event 4, 19 May 2026, is approved"


def test_who_ends_the_mail_by_the_link_in_it_gets_no_more_and_finds_messages_on_the_page(
    here: Union, box: Postbox
) -> None:
    choices.choose(here.scorer, {Topic.RESULTS: Way.AT_ONCE}, MONDAY)
    _tell(here, SUBMISSION_APPROVED, 1)
    hand_out.hand_out(MONDAY)
    outbox.send_due()
    (mail,) = box.letters
    choices.choose(here.scorer, {Topic.RESULTS: Way.DAILY}, MONDAY)
    _tell(here, SUBMISSION_APPROVED, 2)  # waits for the mail of the next day
    hand_out.hand_out(MONDAY)
    # A mail program does this for its reader (RFC 8058): no cookie, no page before, no token.
    header, value = str(mail["List-Unsubscribe-Post"]).split("=")
    address = mail["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert Client(enforce_csrf_checks=True).post(address, {header: value}).status_code == 200
    _tell(here, SUBMISSION_APPROVED, 3)
    hand_out.hand_out(MONDAY)
    hand_out.send_together(here.scorer.pk, TUESDAY)
    outbox.send_due()
    assert len(box.letters) == 1
    assert not WaitingMail.objects.exists()
    assert inbox.unread_count(here.club.pk, here.scorer) == 3


def test_a_mail_that_the_server_refused_comes_later_and_once(here: Union, box: Postbox, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        closed = probe.getsockname()[1]
    _use(settings, closed)
    _tell(here, SUBMISSION_RETURNED, 1)
    hand_out.hand_out(MONDAY)
    outbox.send_due()
    assert "Connection refused" in Letter.objects.get().error
    _use(settings, box.port)
    Letter.objects.update(next_try_at=timezone.now())
    outbox.send_due()
    outbox.send_due()
    assert len(box.letters) == 1


def test_without_a_mail_server_messages_are_on_the_page_alone(here: Union) -> None:
    User.objects.filter(pk=here.scorer.pk).update(email=TO)
    _tell(here, SUBMISSION_RETURNED, 1)
    assert hand_out.hand_out(MONDAY) == 1
    assert not Letter.objects.exists()
    assert inbox.unread_count(here.club.pk, here.scorer) == 1


def _killed_post(folder: Path, mail: str) -> dict[str, Any]:
    """Let workers be killed that hand out messages and send them; what the program says."""
    office = Office(folder)
    init(office)
    given = {"DJANGO_SETTINGS_MODULE": "overtrick.register.settings", "OVERTRICK_MAIL": mail}
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "tests.register.messages.killed_post", str(KILLS), "7"],
        cwd=ROOT,
        env={**office.environment(), **given, "OVERTRICK_MAIL_FROM": "points@example.org"},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["hits"] >= KILLS
    assert told["wrong"] == []
    return told


@pytest.mark.slow
def test_a_worker_that_is_killed_sends_no_message_twice_and_loses_none(tmp_path: Path) -> None:
    assert _killed_post(tmp_path, "file:sent")["told"] > 0


@pytest.mark.slow
def test_a_server_gets_every_letter_although_its_sender_is_killed_and_twice_only_by_the_same_name(
    tmp_path: Path,
) -> None:
    with running() as box:
        told = _killed_post(tmp_path, f"smtp://127.0.0.1:{box.port}")
    assert killed_post.wrong(box.letters, told["told"]) == []
    names = Counter(mail["Message-ID"] for mail in box.letters)
    # Only the letter that a worker had when it was killed can come again.
    assert sum(names.values()) - len(names) <= told["hits"]
    for name in names:
        assert len({mail.get_content() for mail in box.letters if mail["Message-ID"] == name}) == 1
