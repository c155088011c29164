"""What does somebody send who means no good? Values for every parameter, as bytes: not all of them are text."""

from __future__ import annotations

from urllib.parse import quote_from_bytes

_LONG = 6_000

#: Numbers that are huge, negative, of other scripts, or none.
NUMBERS = (
    b"0", b"-0", b"-1", b"1e9", b"1.5", b"9.75", b"99999", b"2147483648", b"9223372036854775808",
    b"10000000000000000000", b"-10000000000000000000", b"9" * _LONG, b"0x10", b"1_000", b"+7", b" 7 ",
    "½".encode(), "²".encode(), "٣".encode(), b"NaN", b"-Infinity", b"1e1000000", b"1e-1000000",
)  # fmt: skip
#: Days and months that there are not, and the last that there are.
DAYS = (
    b"0000-00", b"0001-01", b"9999-12", b"10000-01", b"2026-13", b"-2026-01", b"2026-", b"-", b"99999999-9",
    b"0001-01-01", b"9999-12-31", b"2026-02-30", b"31/12/9999", b"2026-11-15T25:61", b"00/00/0000",
)  # fmt: skip
#: Text that is empty, very long, no text at all, or means something to a program behind.
TEXTS = (
    b"", b" ", b"\0", b"a\0b", b"\xed\xa0\x80", b"\xff\xfe", "🂡🂮".encode(), "\u202eabc".encode(), "e\u0301".encode(),
    b"a" * _LONG, b"a " * _LONG, b"\r\nX-Injected: 1", b"../../../etc/passwd", b"..\\..\\x", b"%2e%2e%2f", b"%", b"_",
    b"'\"--;", b"<script>alert(1)</script>", b"{{ 7 }}", b"=1+1", b"[]", b"{}", b"null", b"word", b"//elsewhere/",
    b"http://elsewhere.invalid/", b"javascript:alert(1)", b"-", b"--", b"csv", b"xlsx", b"xml",
)  # fmt: skip

#: What has broken pages before; drawn as often as all others together.
WORST: tuple[bytes, ...] = (
    b"9" * _LONG,
    b"10000000000000000000",
    b"-1",
    b"9999-12",
    b"99999999-9",
    b"9999-12-31",
    b"0001-01-01",
    b"a\0b",
)
WORST += (b"\xed\xa0\x80", b"word", b"a " * _LONG, b"1e1000000", "²".encode(), b"", b"//elsewhere/")

STRANGE: tuple[bytes, ...] = (*NUMBERS, *DAYS, *TEXTS)
STRANGE += WORST * (len(STRANGE) // len(WORST))


def quoted(value: bytes, safe: str = "") -> str:
    """Write a value as it stands in an address."""
    return quote_from_bytes(value, safe)
