"""What came of backups, of ``verify``, and of looks at mail and certificate: noted, and well only for so long."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from overtrick.register.mail_settings import MailServer, Way
from overtrick.register.tasks import certificate, last_checks
from overtrick.register.tasks.last_checks import Condition, State, What
from overtrick.register.tasks.models import LastCheck
from overtrick.register.tasks.tasks import look_after_the_machine
from tests.proxy import certificate as made_up

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 19, 3, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _in_public_with_mail(settings: Settings, tmp_path: Path) -> None:
    settings.ADDRESS = "https://points.example.org"
    settings.MAIL = MailServer(Way.FILE, "points@example.org", folder=tmp_path)


def _of(what: What, at: datetime = AT) -> Condition:
    return next(each for each in last_checks.conditions(at) if each.what == what)


def test_of_what_nobody_has_looked_at_a_warning_says_so_and_nothing_is_broken() -> None:
    assert {each.state for each in last_checks.conditions(AT)} == {State.WARNING}


def test_without_mail_and_https_there_is_nothing_to_know(settings: Settings) -> None:
    settings.MAIL, settings.ADDRESS = MailServer(), "http://127.0.0.1:8000"
    found = {each.what: (each.state, each.is_used) for each in last_checks.conditions(AT)}
    assert found[What.MAIL] == found[What.CERTIFICATE] == (State.WELL, False)


@pytest.mark.parametrize(("what", "patience"), [(What.BACKUP, 50), (What.VERIFY, 50), (What.MAIL, 1)])
def test_a_good_result_is_one_for_so_long_and_a_fault_breaks_at_once(what: What, patience: int) -> None:
    last_checks.note(what, AT)
    assert _of(what).state == State.WELL
    assert _of(what, AT + patience * HOUR).state == State.WELL
    assert _of(what, AT + (patience + 1) * HOUR).state == State.BROKEN
    last_checks.note(what, AT + HOUR, "no space left on device")
    found = _of(what, AT + HOUR)
    assert (found.state, found.fault, found.held_at) == (State.BROKEN, "no space left on device", AT)
    last_checks.note(what, AT + 2 * HOUR)
    assert _of(what, AT + 2 * HOUR) == Condition(what, State.WELL, True, AT + 2 * HOUR, AT + 2 * HOUR)


def test_the_first_backup_is_due_two_nights_after_a_worker_has_begun(settings: Settings) -> None:
    settings.ADDRESS = "http://127.0.0.1:8000"
    look_after_the_machine(AT)
    look_after_the_machine(AT + 40 * HOUR)  # the time goes on
    assert _of(What.BACKUP, AT + 50 * HOUR).state == _of(What.VERIFY, AT + 50 * HOUR).state == State.WARNING
    assert _of(What.BACKUP, AT + 51 * HOUR).state == _of(What.VERIFY, AT + 51 * HOUR).state == State.BROKEN


# --- The certificate -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "state"),
    [(15 * DAY, State.WELL), (13 * DAY, State.WARNING), (timedelta(), State.BROKEN), (-30 * DAY, State.BROKEN)],
)
def test_a_certificate_is_renewed_two_weeks_before_it_ends(left: timedelta, state: State) -> None:
    last_checks.note(What.CERTIFICATE, AT, ends_at=AT + left)
    assert _of(What.CERTIFICATE).state == state


def test_what_was_known_of_a_certificate_stays_known_when_it_cannot_be_asked_for() -> None:
    last_checks.note(What.CERTIFICATE, AT, ends_at=AT + 40 * DAY)
    last_checks.note(What.CERTIFICATE, AT + DAY, "timed out")
    found = _of(What.CERTIFICATE, AT + DAY)
    assert (found.state, found.ends_at, found.fault) == (State.WARNING, AT + 40 * DAY, "timed out")
    assert _of(What.CERTIFICATE, AT + 40 * DAY).state == State.BROKEN


@contextmanager
def _served(folder: Path, left: timedelta) -> Iterator[int]:
    """Speak TLS once, with a certificate that ends then; the port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*made_up.make(folder, "points.example.org", left))
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as plain, context.wrap_socket(plain, server_side=True) as talk:
                talk.recv(1)

        thread = threading.Thread(target=answer)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


@pytest.mark.parametrize("left", [20 * DAY, -HOUR])
def test_the_worker_asks_the_address_for_its_certificate_also_for_one_that_has_ended(
    tmp_path: Path, settings: Settings, left: timedelta
) -> None:
    now = datetime.now(UTC)
    with _served(tmp_path, left) as port:
        settings.ADDRESS = f"https://127.0.0.1:{port}"
        look_after_the_machine(now)
    row = LastCheck.objects.get(what=What.CERTIFICATE)
    assert row.ends_at is not None
    assert abs(row.ends_at - (now + left)) < timedelta(minutes=1)
    assert _of(What.CERTIFICATE, now).state == (State.WELL if left > DAY else State.BROKEN)


def test_an_address_that_does_not_answer_gives_no_certificate_and_says_why(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings.ADDRESS = f"https://127.0.0.1:{port}"
    look_after_the_machine(AT)
    assert _of(What.CERTIFICATE).state == State.WARNING
    assert "gives no certificate when it is asked from this machine: [Errno 111]" in _of(What.CERTIFICATE).fault
    with pytest.raises(OSError, match="refused"):
        certificate.ends(settings.ADDRESS)
