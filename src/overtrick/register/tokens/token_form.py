"""How a token is written: what kind it is, 40 random characters, and 6 by which a slip of the keys is noticed.

The beginning and the check let programs that look for leaked secrets find it, without asking us.
"""

from __future__ import annotations

import re
import secrets
import string
from binascii import crc32
from hashlib import sha256

PERSONAL, OF_ORGANISATION = "otp_", "oto_"
#: So much of it is kept as it is, to tell tokens apart.
SHOWN = 8
_SIGNS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_RANDOM, _CHECK = 40, 6
_FORM = re.compile(rf"ot[po]_[0-9A-Za-z]{{{_RANDOM + _CHECK}}}")


def new(kind: str) -> str:
    """Make a token of a kind."""
    random = kind + "".join(secrets.choice(_SIGNS) for _ in range(_RANDOM))
    return random + _check(random)


def is_one(text: str) -> bool:
    """Say whether a text can be a token at all; no database is asked."""
    return _FORM.fullmatch(text) is not None and _check(text[:-_CHECK]) == text[-_CHECK:]


def digest(text: str) -> str:
    """Give what is kept of a token. It has 238 random bits, so nobody can try them out: a slow hash adds nothing."""
    return sha256(text.encode()).hexdigest()


def _check(text: str) -> str:
    number, signs = crc32(text.encode()), ""
    for _ in range(_CHECK):
        number, at = divmod(number, len(_SIGNS))
        signs = _SIGNS[at] + signs
    return signs
