"""Is a message that came to a program's address from the office? Standard Webhooks 1.0, signature ``v1``."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict, cast

from overtrick.client.errors import WrongSignature

#: So many seconds a message may be old, or its clock ahead of ours.
_OLDEST = 300
_PREFIX = "whsec_"


class WebhookEvent(TypedDict):
    """Something that happened; the program fetches what it wants to know of it."""

    type: str
    timestamp: str
    data: dict[str, Any]


def verified(
    headers: Mapping[str, str], body: bytes, secrets: Sequence[str], at: datetime | None = None
) -> WebhookEvent:
    """Give the event of a message that one of the secrets has signed within five minutes; else ``WrongSignature``."""
    given = {name.lower(): value for name, value in headers.items()}
    name, moment = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not name or not (moment.isascii() and moment.isdecimal()):
        raise WrongSignature("The message has no id or no timestamp.")
    if abs((at or datetime.now(UTC)).timestamp() - int(moment)) > _OLDEST:
        raise WrongSignature("The message is more than five minutes old, or from the future.")
    signed = f"{name}.{moment}.".encode() + body
    right = [base64.b64encode(hmac.digest(_key(each), signed, hashlib.sha256)) for each in secrets]
    signatures = [
        each.removeprefix("v1,").encode()
        for each in given.get("webhook-signature", "").split()
        if each.startswith("v1,")
    ]
    # Every pair is compared, so that the time tells nobody which one was nearly right.
    if not any([hmac.compare_digest(one, other) for one in right for other in signatures]):  # noqa: C419
        raise WrongSignature("No signature of the message is made with one of the secrets.")
    return cast("WebhookEvent", json.loads(body))


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("A secret is written as the office showed it: whsec_ and base64.") from None
