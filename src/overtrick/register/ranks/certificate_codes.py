"""Codes of certificates: three groups of four characters that are hard to confuse.

The characters are Crockford's: digits, and the letters without I, L, O and U. I, L and O are read as 1, 1 and 0.
"""

from __future__ import annotations

import re
import secrets

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MEANT = str.maketrans("OIL", "011")
_GROUP = 4
LENGTH = 3 * _GROUP


def new_code() -> str:
    """Draw a code by chance: sixty bits, which nobody guesses."""
    return "".join(secrets.choice(_SIGNS) for _at in range(LENGTH))


def read(typed: str) -> str:
    """Give the code somebody means; empty if it cannot be one. Case, spaces and dashes do not matter."""
    signs = re.sub(r"[\s\-–—_.]", "", typed).upper().translate(_MEANT)
    return signs if len(signs) == LENGTH and set(signs) <= set(_SIGNS) else ""


def written(code: str) -> str:
    """Write a code as it is printed: 7K3M-9QTX-0VHB."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))
