"""Secrets of endpoints, and signatures by Standard Webhooks 1.0 (HMAC-SHA256, ``v1``).

A secret is made of the office's key and the seed of the endpoint. Whoever has only the database cannot sign.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

from django.utils.crypto import salted_hmac

from overtrick.register.webhooks.models import Delivery, Endpoint

_PREFIX = "whsec_"
_SEED = 16


def new_seed() -> str:
    """Make the seed of a new secret."""
    return secrets.token_hex(_SEED)


def secret(seed: str) -> str:
    """Give the secret of a seed as receivers keep it."""
    return _PREFIX + base64.b64encode(_key(seed)).decode()


def headers(endpoint: Endpoint, delivery: Delivery, at: datetime) -> dict[str, str]:
    """Sign a delivery for one try; while a secret is changed with both, so that either is good."""
    moment = str(int(at.timestamp()))
    signed = f"{delivery.name}.{moment}.{delivery.body}".encode()
    seeds = filter(None, (endpoint.seed, endpoint.old_seed))
    return {
        "webhook-id": delivery.name,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(f"v1,{_signature(seed, signed)}" for seed in seeds),
    }


def _signature(seed: str, signed: bytes) -> str:
    return base64.b64encode(hmac.digest(_key(seed), signed, hashlib.sha256)).decode()


def _key(seed: str) -> bytes:
    return salted_hmac("overtrick.webhooks", seed, algorithm="sha256").digest()
