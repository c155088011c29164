"""Letters go out once, through a real server, and one that cannot go waits and is told to the office."""

from __future__ import annotations

import re
import socket
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link
from overtrick.register.mail import outbox, wording
from overtrick.register.mail.models import Letter
from overtrick.register.mail.tasks import look_after_mail
from overtrick.register.mail_settings import from_url
from overtrick.register.tasks import last_checks, stopping, worker
from overtrick.register.tasks.last_checks import State, What
from tests import smtp_server
from tests.smtp_server import PASSWORD, USER, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

    from tests.register.season import Union
    from tests.smtp_server import Postbox

TO = "ado@example.org"
LETTERS = Path(wording.__file__).parent / "letters"


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """Let no test wait because a server failed in another one."""
    monkeypatch.setattr(outbox, "_REST", 0.0)
    settings.HOME = tmp_path


def _use(settings: Settings, url: str) -> None:
    settings.MAIL = from_url(url, "Points <points@example.org>", Path("/nowhere"))


@pytest.fixture
def box(settings: Settings) -> Iterator[Postbox]:
    with running() as found:
        _use(settings, f"smtp://127.0.0.1:{found.port}")
        yield found


def _queue(here: Union, key: str = "k", to: str = TO, **more: str) -> bool:
    return outbox.queue(here.federation, key, to, "test", "en", timezone.now(), **more)


def _due_now() -> None:
    Letter.objects.update(next_try_at=timezone.now())


def test_a_letter_is_sent_by_the_worker_and_only_once(here: Union, box: Postbox) -> None:
    assert _queue(here)
    assert not _queue(here)
    assert worker.work(once=True) == 0
    assert worker.work(once=True) == 0
    (sent,) = box.letters
    assert (sent["To"], sent["From"]) == (TO, "Points <points@example.org>")
    assert sent["Subject"] == f"Test mail from {here.federation.name}"
    assert re.fullmatch(r"<letter\.\d+\.\d+@example\.org>", sent["Message-ID"])
    assert Letter.objects.get().state == "sent"


def test_without_a_mail_server_letters_wait(here: Union, settings: Settings) -> None:
    _use(settings, "none")
    _queue(here)
    assert outbox.send_due() == 0
    assert Letter.objects.get().tries == 0


def test_a_link_stands_in_the_letter_and_nowhere_in_the_outbox(here: Union, box: Postbox) -> None:
    made = links.make(here.clerk, Link.Purpose.PASSWORD, timezone.now(), links.DAY)
    facts = {"name": "Ado", "account": "ado", "until": "tomorrow"}
    outbox.queue(here.federation, "k", TO, "password", "en", timezone.now(), link=made.seed, **facts)
    secret = links.token(made.seed)
    assert secret not in str(Letter.objects.values().get())
    outbox.send_due()
    assert f"http://127.0.0.1:8000/link/?key={secret}" in box.text(TO)
    assert secret not in str(Letter.objects.values().get())


def test_a_letter_whose_link_has_ended_is_not_sent(here: Union, box: Postbox) -> None:
    made = links.make(here.clerk, Link.Purpose.PASSWORD, timezone.now(), links.DAY)
    _queue(here, link=made.seed)
    links.end_all(here.clerk, timezone.now())
    outbox.send_due()
    assert box.letters == []
    assert Letter.objects.get().error == "Its link has been used, or has run out."
    with pytest.raises(outbox.NotSentAgain):
        outbox.send_again(Letter.objects.get(), timezone.now())


def test_a_server_that_is_away_lets_letters_wait_longer_each_time(here: Union, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    _use(settings, f"smtp://127.0.0.1:{port}")
    _queue(here)
    # docs/office.md: 1, 5 and 15 minutes, 1, 3, 6 and 12 hours, then a day, four times
    for minutes in (1, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440, 1440):
        _due_now()
        before = timezone.now()
        assert outbox.send_due() == 1
        assert outbox.send_due() == 0
        letter = Letter.objects.get()
        assert letter.state == "waiting"
        assert "Connection refused" in letter.error
        assert round((letter.next_try_at - before) / timedelta(minutes=1)) == minutes
    _due_now()
    outbox.send_due()
    assert Letter.objects.get().state == "failed"


def test_a_failed_letter_is_sent_again_if_somebody_says_so(here: Union, box: Postbox) -> None:
    _queue(here)
    Letter.objects.update(state="failed", tries=9)
    assert outbox.send_due() == 0
    outbox.send_again(Letter.objects.get(), timezone.now())
    outbox.send_due()
    assert len(box.letters) == 1
    with pytest.raises(outbox.NotSentAgain, match="has been sent"):
        outbox.send_again(Letter.objects.get(), timezone.now())


@pytest.mark.parametrize(("to", "state"), [("550-gone@example.org", "failed"), ("451-later@example.org", "waiting")])
def test_a_refused_address_stops_no_other_letter(here: Union, box: Postbox, to: str, state: str) -> None:
    _queue(here, "refused", to)
    _queue(here, "good")
    outbox.send_due()
    assert [each["To"] for each in box.letters] == [TO]
    refused = Letter.objects.get(key="refused")
    assert (refused.state, refused.error) == (state, f"The mail server refuses the address: {to[:3]} not this one")


def test_a_password_opens_the_server_and_a_wrong_one_is_told(here: Union, settings: Settings, tmp_path: Path) -> None:
    _trusted, context = smtp_server.certificate(tmp_path)
    with running(tls_context=context, authenticator=smtp_server.knows, auth_required=True) as box:
        _use(settings, f"smtp://{USER}:wrong@127.0.0.1:{box.port}")
        _queue(here)
        outbox.send_due()
        assert "535" in Letter.objects.get().error
        _use(settings, f"smtp://{USER}:{PASSWORD.replace('/', '%2F')}@127.0.0.1:{box.port}")
        _due_now()
        outbox.send_due()
        assert len(box.letters) == 1


def test_letters_are_encrypted_if_the_server_offers_it(
    here: Union, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted, context = smtp_server.certificate(tmp_path)
    with running(tls_context=context, require_starttls=True) as box:
        _use(settings, f"smtp://127.0.0.1:{box.port}")
        _queue(here, "offered")
        outbox.send_due()
        assert len(box.letters) == 1
        _use(settings, f"smtp://127.0.0.1:{box.port}?tls=required")
        _queue(here, "required")
        outbox.send_due()
        assert "certificate" in Letter.objects.get(key="required").error
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        _due_now()
        outbox.send_due()
        assert len(box.letters) == 2


def test_where_encryption_is_required_no_letter_goes_without(here: Union, box: Postbox, settings: Settings) -> None:
    _use(settings, f"smtp://127.0.0.1:{box.port}?tls=required")
    _queue(here)
    outbox.send_due()
    assert box.letters == []
    assert "offers no encryption" in Letter.objects.get().error


def test_a_letter_of_a_dead_worker_is_sent_under_the_same_name(here: Union, box: Postbox) -> None:
    _queue(here)
    outbox.send_due()
    Letter.objects.update(state="sending", began_at=timezone.now() - timedelta(minutes=4, seconds=30))
    assert outbox.send_due() == 0
    Letter.objects.update(began_at=timezone.now() - timedelta(minutes=5))
    assert outbox.send_due() == 1
    assert len({each["Message-ID"] for each in box.letters}) == 1
    assert len(box.letters) == 2


def test_a_stop_waits_until_the_letter_is_sent_and_noted(
    here: Union, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = box.handle_DATA

    async def stopped(*args: object) -> str:
        stopping.stop()
        return await take(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(box, "handle_DATA", stopped)
    _queue(here, "first")
    _queue(here, "second")
    with pytest.raises(stopping.Stopped):
        outbox.send_due()
    assert sorted(Letter.objects.values_list("state", flat=True)) == ["sent", "waiting"]


def test_a_letter_becomes_a_file_that_only_the_office_reads(here: Union, settings: Settings, tmp_path: Path) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)
    _queue(here)
    outbox.send_due()
    Letter.objects.update(state="waiting")
    outbox.send_due()
    (file,) = (tmp_path / "sent").iterdir()
    assert (file.suffix, file.stat().st_mode & 0o777) == (".eml", 0o600)
    assert b"This is a test" in file.read_bytes()


def test_every_letter_is_written_in_every_language_with_the_same_facts() -> None:
    kinds = {each.name for each in (LETTERS / "en").iterdir()}
    for language in wording.languages():
        assert {each.name for each in (LETTERS / language).iterdir()} == kinds
        for kind in kinds:
            facts = [set(re.findall(r"{\w+}", (LETTERS / each / kind).read_text("utf-8"))) for each in (language, "en")]
            assert facts[0] == facts[1], (language, kind)


def test_no_name_can_put_a_line_or_a_link_into_a_letter() -> None:
    written = wording.write("test", "cy", federation=f"Us\nBcc: a@example.org {wording.LINK}")
    assert "\n" not in written.subject
    assert wording.LINK not in written.subject + written.text


# --- Whether mail leaves ---------------------------------------------------------------------------------------------

HOUR = timedelta(hours=1)


def test_mail_does_not_leave_when_a_letter_waits_for_an_hour_and_no_later_one_went(
    here: Union, settings: Settings, box: Postbox
) -> None:
    now = timezone.now()
    _queue(here, "first", "451-later@example.org")
    _queue(here, "second", "451-later@example.org")
    outbox.send_due()
    assert outbox.fault(now + HOUR / 2) == ""
    assert "451 not this one" in outbox.fault(now + 2 * HOUR)
    _queue(here, "third")
    outbox.send_due()  # one that was added later has gone: the others wait for reasons of their own
    assert outbox.fault(now + 2 * HOUR) == ""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        _use(settings, f"smtp://127.0.0.1:{probe.getsockname()[1]}")
    _queue(here, "fourth")
    outbox.send_due()
    assert "Connection refused" in outbox.fault(now + 2 * HOUR)
    look_after_mail(now + 2 * HOUR)
    found = next(each for each in last_checks.conditions(now + 2 * HOUR) if each.what == What.MAIL)
    assert (found.state, "Connection refused" in found.fault) == (State.BROKEN, True)
    assert len(box.letters) == 1


def test_mail_does_not_leave_when_five_letters_fail_one_after_the_other(here: Union, box: Postbox) -> None:
    for number in range(5):
        assert outbox.fault(timezone.now()) == ""
        _queue(here, f"{number}", f"550-gone{number}@example.org")
        outbox.send_due()
    assert outbox.fault(timezone.now()).startswith(
        "The last 5 letters were not sent. The mail server refuses the address"
    )
    _queue(here, "good")
    outbox.send_due()
    assert (len(box.letters), outbox.fault(timezone.now())) == (1, "")
