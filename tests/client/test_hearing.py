"""Messages of the office are known by their signature, and nobody else's are taken."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta

import pytest

from overtrick.client import Office, WrongSignature
from overtrick.register.webhooks import signing
from overtrick.register.webhooks.models import Delivery, Endpoint

AT = datetime(2026, 11, 10, 21, 4, 5, tzinfo=UTC)
BODY = json.dumps({"type": "ping", "timestamp": "2026-11-10T21:04:05Z", "data": {"organisation": "100"}})
OTHER = "whsec_" + base64.b64encode(b"another secret of 24 byt").decode()


def signed(*seeds: str) -> dict[str, str]:
    """Sign as the office does."""
    endpoint = Endpoint(seed=seeds[0], old_seed="".join(seeds[1:]))
    return signing.headers(endpoint, Delivery(name="msg_1", body=BODY), AT)


def test_a_message_of_the_office_is_taken() -> None:
    event = Office.webhook(signed("aa"), BODY.encode(), [OTHER, signing.secret("aa")], AT)
    assert (event["type"], event["data"]) == ("ping", {"organisation": "100"})


@pytest.mark.parametrize("kept", ["aa", "bb"])
def test_while_a_secret_is_changed_either_is_good(kept: str) -> None:
    headers = {name.title(): value for name, value in signed("aa", "bb").items()}
    assert Office.webhook(headers, BODY.encode(), [signing.secret(kept)], AT)["type"] == "ping"


@pytest.mark.parametrize(("seconds", "good"), [(-301, False), (-300, True), (300, True), (301, False)])
def test_a_message_counts_for_five_minutes(seconds: int, good: bool) -> None:
    at = AT + timedelta(seconds=seconds)
    if good:
        assert Office.webhook(signed("aa"), BODY.encode(), [signing.secret("aa")], at)
    else:
        with pytest.raises(WrongSignature, match="five minutes"):
            Office.webhook(signed("aa"), BODY.encode(), [signing.secret("aa")], at)


@pytest.mark.parametrize(
    "changed",
    [
        {"webhook-id": "msg_2"},
        {"webhook-id": ""},
        {"webhook-timestamp": str(int(AT.timestamp()) + 1)},
        {"webhook-timestamp": "soon"},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "v2," + signed("aa")["webhook-signature"][3:]},
    ],
)
def test_what_was_changed_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(WrongSignature):
        Office.webhook({**signed("aa"), **changed}, BODY.encode(), [signing.secret("aa")], AT)


def test_another_body_another_secret_and_none_are_refused() -> None:
    for body, secrets in ((BODY + " ", [signing.secret("aa")]), (BODY, [OTHER]), (BODY, [])):
        with pytest.raises(WrongSignature):
            Office.webhook(signed("aa"), body.encode(), secrets, AT)
    with pytest.raises(ValueError, match="whsec_"):
        Office.webhook(signed("aa"), BODY.encode(), ["whsec_###"], AT)
