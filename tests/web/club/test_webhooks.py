"""A secretary lets a program hear what became of results: adds its address, tries it, sees what was sent."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.register.audit.models import Record
from overtrick.register.scoping import scope
from overtrick.register.webhooks import deliver, signing
from overtrick.register.webhooks.models import Delivery, Endpoint
from tests.register.webhooks.receiver import Receiver, certificate, receiving
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.test import Client
    from pytest_django import Settings

    from tests.web.conftest import LogIn


@pytest.fixture
def receiver(tmp_path: Path, settings: Settings) -> Iterator[Receiver]:
    papers = certificate(tmp_path)
    settings.WEBHOOK_ALLOW = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    settings.WEBHOOK_CA = str(papers)
    with receiving(papers) as found:
        yield found


@pytest.fixture
def secretary(cast: Cast, log_in: LogIn) -> Iterator[Client]:
    with scope(federation=cast.union.federation):
        Endpoint.objects.all().delete()
        yield log_in(Role.SECRETARY)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_receiver_is_added_tried_changed_and_removed(cast: Cast, secretary: Client, receiver: Receiver) -> None:
    pages = f"/club/{cast.union.club.pk}/webhooks/"
    assert "There is no receiver yet. Nothing is sent." in text(secretary, pages)
    given = {"url": receiver.url(), "types": ["submission.held", "submission.final"]}
    shown = secretary.post(f"{pages}new/", given).content.decode()
    endpoint = Endpoint.objects.get()
    secret = signing.secret(endpoint.seed)
    assert secret in shown.replace("&#x2B;", "+")
    one = f"{pages}{endpoint.pk}/"
    assert receiver.url() in text(secretary, pages)
    page = text(secretary, one)
    assert secret not in page
    assert "Nothing yet. Send a test event, or wait for the first results." in page
    assert secretary.post(f"{one}do/", {"do": "ping"}).status_code == 302
    assert "waits · 0 attempts" in text(secretary, one)
    receiver.status, receiver.said = 500, b"<b>out of order</b>"
    deliver.send_due(timezone.now())
    page = text(secretary, one)
    assert "The receiver answered with an error." in page
    assert "&lt;b&gt;out of order" in page
    assert "On, but nothing has arrived lately" in page
    secretary.post(f"{one}do/", {"do": "off"})
    page = text(secretary, one)
    assert "Switched off by hand" in page
    assert "did not arrive · 500 · 1 attempt" in page
    assert "Send it again" not in page
    secretary.post(f"{one}do/", {"do": "on"})
    receiver.status = 200
    assert "Send it again" in text(secretary, one)
    secretary.post(f"{one}do/", {"do": "again", "delivery": str(Delivery.objects.get().pk)})
    deliver.send_due(timezone.now())
    assert "has arrived · 200 · 1 attempt" in text(secretary, one)
    new = secretary.post(f"{one}do/", {"do": "secret"}).content.decode()
    assert secret not in new
    assert "every event is signed with both" in new
    assert "End the old secret" in text(secretary, one)
    secretary.post(f"{one}do/", {"do": "one-secret"})
    assert "Make a new secret" in text(secretary, one)
    assert secretary.post(f"{one}change/", {**given, "types": ["players.changed"]}).status_code == 302
    assert "Players have changed" in text(secretary, one)
    assert secretary.post(f"{one}do/", {"do": "remove"})["Location"] == pages
    assert not Endpoint.objects.exists()
    acts = Record.objects.filter(action__startswith="webhook").order_by("pk").values_list("action", flat=True)
    assert [each.removeprefix("webhook.") for each in acts][1:] == [
        *("add", "ping", "off", "on", "again", "secret", "secret", "change", "remove")
    ]


def test_what_is_wrong_with_an_address_is_said_at_its_field(cast: Cast, secretary: Client) -> None:
    new = f"/club/{cast.union.club.pk}/webhooks/new/"
    for url, said in (
        ("", "Enter the address, for example"),
        ("http://hook.example.org/", "does not begin with https://"),
        ("https://192.168.1.10/", "inside a private network"),
        ("https://hook.example.org:22/", "ports 443 and 8443 only"),
    ):
        answer = secretary.post(new, {"url": url, "types": ["submission.held"]})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert "Choose at least one" in secretary.post(new, {"url": "https://a.example.org/"}).content.decode()
    assert not Endpoint.objects.exists()


def test_there_are_at_most_five_and_a_button_that_is_none_is_not_there(cast: Cast, secretary: Client) -> None:
    pages = f"/club/{cast.union.club.pk}/webhooks/"
    for at in range(5):
        answer = secretary.post(f"{pages}new/", {"url": f"https://h{at}.example.org/", "types": ["promotion.made"]})
        assert answer.status_code == 200
    assert "You have as many receivers as there can be" in text(secretary, pages)
    answer = secretary.post(f"{pages}new/", {"url": "https://h9.example.org/", "types": ["promotion.made"]})
    assert (answer.status_code, Endpoint.objects.count()) == (422, 5)
    first = Endpoint.objects.get(url="https://h0.example.org/")
    one = f"{pages}{first.pk}/"
    for sent in ({"do": "nothing"}, {}, {"do": "again", "delivery": "1 or 1"}, {"do": "again", "delivery": "999999"}):
        assert secretary.post(f"{one}do/", sent).status_code == 404
    secretary.post(f"{one}do/", {"do": "off"})
    answer = secretary.post(f"{one}do/", {"do": "ping"}, follow=True)
    assert "it is switched off" in answer.content.decode()
