"""An event is sent once to a receiver that takes it, and again to one that hangs, fails or comes back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.messages import words
from overtrick.register.messages.models import Message
from overtrick.register.scoping import scope
from overtrick.register.webhooks import deliver, endpoints, receivers, send, signing, tasks
from overtrick.register.webhooks.models import Delivery, Endpoint
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.season import Union, union
from tests.register.webhooks.receiver import Receiver, certificate, receiving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker, Settings

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
State = Delivery.State


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("receiver"))


@pytest.fixture
def receiver(papers: Path, settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_ALLOW = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    settings.WEBHOOK_CA = str(papers)
    with receiving(papers) as found:
        yield found


@pytest.fixture
def endpoint(here: Union, receiver: Receiver) -> Endpoint:
    return endpoints.add(here.club, receiver.url(), ["submission.held"], actor=here.clerk, at=NOW).endpoint


def ping(endpoint: Endpoint, here: Union, at: datetime = NOW) -> Delivery:
    return endpoints.ping(endpoint, actor=here.clerk, at=at)


def fresh(delivery: Delivery) -> Delivery:
    return Delivery.objects.select_related("endpoint").get(pk=delivery.pk)


def right(secret: str, headers: dict[str, str], body: str) -> list[bool]:
    """Verify as a receiver does, by the standard alone."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return [each == f"v1,{wanted}" for each in headers["webhook-signature"].split(" ")]


def test_a_ping_arrives_thin_and_signed(here: Union, receiver: Receiver) -> None:
    endpoint, secret = endpoints.add(here.club, receiver.url(), ["submission.held"], actor=here.clerk, at=NOW)
    made = ping(endpoint, here)
    assert deliver.is_due(NOW)
    assert deliver.send_due(NOW) == 1
    (got,) = receiver.got
    assert got.path == "/hook?club=100"
    assert (got.headers["host"], got.headers["content-type"]) == (f"localhost:{receiver.port}", "application/json")
    assert json.loads(got.body) == {
        "type": "ping",
        "timestamp": "2026-06-01T12:00:00Z",
        "data": {"organisation": "100", "url": "http://127.0.0.1:8000/api/v1/"},
    }
    assert got.headers["webhook-id"] == made.name
    assert int(got.headers["webhook-timestamp"]) == int(NOW.timestamp())
    assert right(secret, got.headers, got.body) == [True]
    assert not any(right(secret, got.headers, got.body + " "))
    found = fresh(made)
    assert (found.state, found.status, found.error, found.answer, found.tries) == (State.SENT, 200, "", "thanks", 1)
    assert not deliver.is_due(NOW + DAY)
    assert deliver.send_due(NOW + DAY) == 0


def test_while_a_secret_is_changed_both_are_good(here: Union, receiver: Receiver) -> None:
    endpoint, old = endpoints.add(here.club, receiver.url(), ["submission.held"], actor=here.clerk, at=NOW)
    endpoint, new = endpoints.rotate(endpoint, actor=here.clerk, at=NOW)
    ping(endpoint, here)
    deliver.send_due(NOW)
    endpoint = endpoints.end_rotation(endpoint, actor=here.clerk, at=NOW)
    ping(endpoint, here)
    deliver.send_due(NOW)
    both, alone = receiver.got
    assert right(new, both.headers, both.body) == [True, False]
    assert right(old, both.headers, both.body) == [False, True]
    assert right(new, alone.headers, alone.body) == [True]
    assert old not in str(Endpoint.objects.values().get())
    assert signing.secret(endpoint.seed) == new


def test_a_receiver_that_hangs_is_given_up_and_asked_again(
    here: Union, endpoint: Endpoint, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.hangs.clear()
    monkeypatch.setattr(send, "PATIENCE", 0.3)
    made = ping(endpoint, here)
    deliver.send_due(NOW)  # returns, though nothing ever answers
    found = fresh(made)
    assert (found.state, found.status, found.error) == (State.WAITING, None, "timeout")
    assert timedelta(seconds=4) <= found.due_at - NOW <= timedelta(seconds=6)
    receiver.hangs.set()
    assert deliver.send_due(NOW + timedelta(seconds=3)) == 0
    assert deliver.send_due(NOW + timedelta(seconds=6)) == 1
    assert fresh(made).state == State.SENT
    assert {each.headers["webhook-id"] for each in receiver.got} == {made.name}


def test_a_receiver_that_fails_and_comes_back_gets_every_event_and_can_tell_doubles(
    here: Union, endpoint: Endpoint, receiver: Receiver
) -> None:
    """It takes what comes and then fails: what is sent again is a double, with the id and the words of the first."""
    made = [ping(endpoint, here, NOW + timedelta(seconds=at)) for at in range(7)]
    at, receiver.status = NOW + timedelta(seconds=10), 503
    while Delivery.objects.filter(state=State.WAITING).exists():
        deliver.send_due(at)
        if at > NOW + timedelta(hours=2):
            receiver.status = 200
        at += timedelta(minutes=5)
        assert at < NOW + DAY
    taken = [(each.headers["webhook-id"], each.body) for each in receiver.got]
    assert {name for name, _body in taken} == {each.name for each in made}
    assert len(set(taken)) == len(made) < len(taken)
    assert {fresh(each).state for each in made} == {State.SENT}
    assert Endpoint.objects.get().is_on


def test_a_receiver_that_drips_has_the_same_time_in_all(receiver: Receiver) -> None:
    receiver.drips = 100  # 5 seconds
    assert send.post(receiver.url(), {}, "{}", 0.4).error == "timeout"


@pytest.mark.postgres
def test_a_redirect_is_not_followed(here: Union, endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.status, receiver.headers = 307, {"Location": receiver.url()}
    made = ping(endpoint, here)
    deliver.send_due(NOW)
    found = fresh(made)
    assert (found.state, found.status, found.error) == (State.WAITING, 307, "redirect")
    assert len(receiver.got) == 1


SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


@pytest.mark.parametrize(("pick", "part", "tries"), [(min, 0.8, 10), (max, 1.2, 8)])
def test_it_waits_longer_each_time_and_gives_up_after_three_days(
    here: Union, endpoint: Endpoint, receiver: Receiver, monkeypatch: pytest.MonkeyPatch,
    pick: Callable[[tuple[float, float]], float], part: float, tries: int,
) -> None:  # fmt: skip
    """Decision 46: each wait is up to a fifth shorter or longer, and other events for the endpoint rest with it."""
    monkeypatch.setattr(random.SystemRandom, "uniform", lambda _random, *ends: pick(ends))
    receiver.status, receiver.said = 500, b"no" * 600
    found, at = ping(endpoint, here), NOW
    waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR]
    for wait in waits[: tries - 1]:
        assert deliver.send_due(at - SECOND) == 0
        assert deliver.send_due(at) == 1
        found = fresh(found)
        assert found.due_at - at == wait * part
        assert found.endpoint.rests_until == at + min(wait * part, 30 * MINUTE)
        Endpoint.objects.update(failing_since=None)  # something else arrived meanwhile, so it is not switched off
        at = found.due_at
    assert found.state == State.WAITING
    assert deliver.send_due(at) == 1  # after the next wait it would be more than three days
    found = fresh(found)
    assert (found.state, found.status, found.error, len(found.answer)) == (State.FAILED, 500, "status", 500)
    assert (found.tries, found.endpoint.is_on) == (tries, True)


def test_three_days_of_failure_switch_it_off_with_a_message(
    here: Union, endpoint: Endpoint, receiver: Receiver
) -> None:
    receiver.status = 503
    at, made = NOW, ping(endpoint, here)
    for hours in range(0, 73, 4):
        at = NOW + timedelta(hours=hours)
        ping(Endpoint.objects.get(), here, at)  # refused if it were off already
        deliver.send_due(at)
    off = Endpoint.objects.get()
    assert off.off == Endpoint.Off.FAILING
    assert not Delivery.objects.filter(state__in=(State.WAITING, State.SENDING)).exists()
    message = Message.objects.get(kind="webhook-off")
    assert words.sentence(message, here.federation) == (
        "Events are no longer sent to localhost: nothing has arrived there for three days. "
        "Check the receiver, then switch it on again."
    )
    assert Record.objects.filter(action="webhook.off").count() == 1
    with pytest.raises(endpoints.IsOff) as refused:
        ping(off, here, at)
    assert refused.value.code == "webhook-off"
    # It comes back: switched on, what failed is sent again under its own name.
    receiver.status, receiver.got[:] = 204, []
    on = endpoints.switch(off, on=True, actor=here.clerk, at=at)
    assert (on.is_on, deliver.send_due(at)) == (True, 0)
    endpoints.send_again(fresh(made), actor=here.clerk, at=at)
    assert deliver.send_due(at) == 1
    assert [each.headers["webhook-id"] for each in receiver.got] == [made.name]
    assert fresh(made).state == State.SENT


def test_410_switches_it_off_at_once(here: Union, endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.status = 410
    ping(endpoint, here)
    second = ping(endpoint, here)
    deliver.send_due(NOW)
    assert Endpoint.objects.get().off == Endpoint.Off.GONE
    assert fresh(second).state == State.FAILED
    assert len(receiver.got) == 1
    assert Message.objects.filter(kind="webhook-off", organisation=here.club).count() == 1


def test_one_receiver_that_hangs_keeps_no_other(
    here: Union, endpoint: Endpoint, receiver: Receiver, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send, "PATIENCE", 1.0)
    with receiving(papers) as other:
        second = endpoints.add(here.club, other.url(), ["submission.held"], actor=here.clerk, at=NOW).endpoint
        receiver.hangs.clear()
        hanging, quick = ping(endpoint, here), ping(second, here)
        assert deliver.send_due(NOW) == 2
        assert (fresh(hanging).state, fresh(quick).state) == (State.WAITING, State.SENT)
        # While it rests nothing else is tried there, and the other goes on.
        ping(second, here)
        rests = Endpoint.objects.get(pk=endpoint.pk).rests_until
        assert rests is not None
        assert rests > NOW
        assert deliver.send_due(NOW) == 1


def test_what_a_dead_worker_had_is_sent_again_and_a_slow_one_writes_nothing(
    here: Union, endpoint: Endpoint, receiver: Receiver
) -> None:
    made = ping(endpoint, here)
    (claimed,) = deliver.claimed(NOW)
    assert not list(deliver.claimed(NOW))
    assert deliver.send_due(NOW + 2 * MINUTE) == 0
    later = NOW + 2 * MINUTE + SECOND
    assert deliver.send_due(later) == 1
    assert (fresh(made).state, fresh(made).tries) == (State.SENT, 2)
    deliver.note(claimed, send.Answer(error="timeout"), later)
    assert fresh(made).state == State.SENT
    assert len(receiver.got) == 1


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_name_that_leads_to_this_machine_is_refused(
    here: Union, receiver: Receiver, settings: Settings, host: str
) -> None:
    endpoint = endpoints.add(here.club, receiver.url(host), ["submission.held"], actor=here.clerk, at=NOW).endpoint
    made = ping(endpoint, here)
    settings.WEBHOOK_ALLOW = ()
    deliver.send_due(NOW)
    assert (fresh(made).state, fresh(made).error) == (State.WAITING, "not-allowed")
    Endpoint.objects.update(url="https://localhost/hook", rests_until=None)
    deliver.send_due(NOW + timedelta(minutes=1))
    assert (fresh(made).tries, fresh(made).error) == (2, "not-allowed")
    assert receiver.got == []


def test_a_receiver_without_a_good_certificate_gets_nothing(receiver: Receiver, settings: Settings) -> None:
    settings.WEBHOOK_CA = ""
    assert send.post(receiver.url(), {}, "{}").error == "tls"
    assert receiver.got == []


def test_nobody_there_and_nobody_of_that_name(receiver: Receiver) -> None:
    assert send.post("https://localhost:9/", {}, "{}", 2.0).error == "connection"
    assert send.post("https://nobody.invalid/", {}, "{}", 2.0).error == "no-name"
    assert receiver.got == []


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "100.64.0.1", "0.0.0.9",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1", "::", "::1", "fe80::1", "fc00::1",
        "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2002:a00:1::1", "2001:0:1::80ff:fffe", "2001:db8::1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused_however_they_are_written(address: str, settings: Settings) -> None:
    settings.WEBHOOK_ALLOW = ()
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(receivers.BadAddress) as refused:
        receivers.read(f"https://{host}/")
    assert refused.value.code == "webhook-address"


def test_public_addresses_are_good_and_a_network_that_the_office_names(settings: Settings) -> None:
    settings.WEBHOOK_ALLOW = ()
    for good in ("https://93.184.215.14/", "https://[2606:4700::1111]:8443/x", "https://hook.example.org?x=1"):
        assert receivers.read(good)
    assert receivers.read("https://hook.example.org?x=1") == ("hook.example.org", 443, "/?x=1")
    settings.WEBHOOK_ALLOW = (ip_network("10.1.0.0/16"),)
    assert receivers.read("https://10.1.2.3:9000/").host_header == "10.1.2.3:9000"
    with pytest.raises(receivers.BadAddress):
        receivers.read("https://10.2.2.3/")
    with pytest.raises(receivers.BadAddress):
        receivers.read("https://93.184.215.14:22/")


@pytest.mark.parametrize(
    "url",
    [
        "", "hook.example.org", "http://hook.example.org/", "ftp://hook.example.org/", "https://", "https:///x",
        "https://a:b@hook.example.org/", "https://hook.example.org/#x", "https://hook.example.org:80/",
        "https://hook.example.org:99999/", "https://hook.example.org:x/", "https://hook.example.org/a b",
        "https://hook.example.org/\n", "https://höök.example.org/", "https://[::1/", "https://x.org/" + "a" * 500,
    ],
)  # fmt: skip
def test_what_is_no_address_for_events_is_refused(url: str, settings: Settings) -> None:
    settings.WEBHOOK_ALLOW = ()
    if url.endswith("\n"):
        assert receivers.read(url)  # what is around an address is left out
        return
    with pytest.raises(receivers.BadAddress):
        receivers.read(url)


_WORKER = """
import django
django.setup()
from overtrick.register.webhooks import tasks
assert tasks.deliver_events() == 0  # it begins, and does not wait
tasks._Sender.thread.join()
"""


def test_a_worker_sends_in_a_thread_with_what_the_environment_says(
    papers: Path,
    settings: Settings,
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - the database that is copied
) -> None:
    settings.WEBHOOK_ALLOW = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    with (
        django_db_blocker.unblock(),
        own_database(tmp_path) as url,
        pointed_at(url),
        receiving(papers) as receiver,
    ):
        federation = office.federation()
        with scope(federation=federation):
            here = union(federation)
            endpoint = endpoints.add(here.club, receiver.url(), ["submission.held"], actor=here.clerk, at=NOW).endpoint
            made = ping(endpoint, here)
            environment = {
                **os.environ,
                "DATABASE_URL": url,
                "OVERTRICK_SECRET_KEY": settings.SECRET_KEY,
                "OVERTRICK_WEBHOOK_ALLOW": "127.0.0.0/8, ::1",
                "OVERTRICK_WEBHOOK_CA": str(papers),
                "DJANGO_SETTINGS_MODULE": "overtrick.register.settings",
            }
            subprocess.run([sys.executable, "-c", _WORKER], env=environment, check=True)  # noqa: S603 - our own
            assert fresh(made).state == State.SENT
            (got,) = receiver.got
            assert right(signing.secret(endpoint.seed), got.headers, got.body) == [True]


def test_deliveries_are_listed_for_thirty_days(here: Union, endpoint: Endpoint, settings: Settings) -> None:
    old, young = ping(endpoint, here, NOW - 31 * DAY), ping(endpoint, here, NOW - 29 * DAY)
    waiting = ping(endpoint, here, NOW - 31 * DAY)
    Delivery.objects.exclude(pk=waiting.pk).update(state=State.SENT)
    assert list(tasks.old_deliveries(NOW - settings.KEEP)) == [old]
    assert young in Delivery.objects.all()
