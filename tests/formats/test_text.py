"""The letters of a text are found whatever program wrote them, and none is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.text import MARKS, decode

NAMES = "Ädo Bém, Łuk Çor"


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (NAMES.encode(), NAMES, "UTF-8"),
        (NAMES.encode("utf-8-sig"), NAMES, "UTF-8"),
        (NAMES.encode("utf-16"), NAMES, "UTF-16"),
        (b"\xfe\xff" + NAMES.encode("utf-16-be"), NAMES, "UTF-16"),
        (NAMES.encode("utf-32"), NAMES, "UTF-32"),
        ("Ädo Bém – 5 €".encode("windows-1252"), "Ädo Bém – 5 €", "windows-1252"),
        (b"", "", "UTF-8"),
    ],
)
def test_the_encoding_is_found_and_named(content: bytes, text: str, encoding: str) -> None:
    decoded = decode(content)
    assert decoded is not None
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_windows_1252_is_told_with_the_first_line_that_needs_it() -> None:
    decoded = decode("Pos,Name\n1,Ado\n2,Bém\n".encode("windows-1252"))
    assert decoded is not None
    assert decoded.notes[0].line == 3
    assert decoded.notes[0].says.startswith("The letters are read as windows-1252, because this line is not UTF-8.")


def test_where_windows_1252_does_not_fit_another_is_suggested_and_told() -> None:
    content = ("Łukasz Źdźbło gra w brydża, żółć. " * 20).encode("iso-8859-2") + b"\x81"
    decoded = decode(content)
    assert decoded is not None
    assert decoded.encoding not in ("UTF-8", "windows-1252")
    assert "which may be wrong" in decoded.notes[0].says
    assert len(decoded.text) == len(content)


def test_bytes_with_noughts_are_no_text() -> None:
    assert decode(b"Pos\0Name") is None
    assert decode(b"\xff\xfea\x00\x00\x00") is None


def test_a_broken_utf_16_keeps_what_is_sound_and_says_so() -> None:
    decoded = decode("Ado".encode("utf-16") + b"\x41")
    assert decoded is not None
    assert decoded.text.startswith("Ado")
    assert "not all of it is" in decoded.notes[0].says


@given(st.binary(max_size=80))
def test_no_letter_is_lost_and_nothing_raises(content: bytes) -> None:
    decoded = decode(content)
    if decoded is None:
        assert b"\0" in content or content.startswith(tuple(mark for mark, _name in MARKS))
    elif decoded.encoding not in ("UTF-16", "UTF-32"):
        assert "\ufffd" not in decoded.text or "\ufffd".encode() in content
