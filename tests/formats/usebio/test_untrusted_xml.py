"""XML from strangers: nothing is loaded, nothing is expanded, every fault is a sentence with its line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from overtrick.formats import untrusted_xml, usebio

if TYPE_CHECKING:
    from pathlib import Path

    from overtrick.formats.untrusted_xml import Parsed


class Told:
    """What a parser was told to say."""

    def __init__(self) -> None:
        self.problems: list[tuple[int, str, str]] = []
        self.notes: list[tuple[int, str]] = []

    def parse(self, content: bytes, *, keep: bool = False) -> Parsed | None:
        return untrusted_xml.parse(content, self._report, self._note, keep=keep)

    def in_parts(self, content: bytes) -> Parsed | None:
        return untrusted_xml.parse_in_parts(content, self._report, self._note, ("BOARD",), lambda _part: None)

    def _report(self, code: str, line: int, found: str, remedy: str) -> None:
        assert code
        self.problems.append((line, found, remedy))

    def _note(self, code: str, line: int, says: str) -> None:
        assert code
        self.notes.append((line, says))


@pytest.fixture
def told() -> Told:
    return Told()


def refused(told: Told, content: bytes) -> tuple[int, str]:
    assert told.parse(content) is None
    whole = told.problems.copy()
    assert told.in_parts(content) is None
    assert told.problems == whole * 2
    (line, found, remedy) = whole[0]
    assert len(whole) == 1
    assert remedy
    return line, found


# --- DOCTYPE and entities ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "doctype",
    [
        b'<!DOCTYPE USEBIO SYSTEM "http://www.example.org/usebio_v1_2.dtd">',
        b"<!DOCTYPE USEBIO SYSTEM 'usebio_v1_2.dtd'>",
        b'<!DOCTYPE USEBIO PUBLIC "-//X//DTD X 1.2//EN"\n  "file:///etc/passwd">',
        b"<!DOCTYPE USEBIO>",
        b'<!DOCTYPE USEBIO SYSTEM "a[b]>c">',
    ],
)
def test_a_doctype_is_accepted_and_never_followed(told: Told, doctype: bytes) -> None:
    parsed = told.parse(b'<?xml version="1.0"?>\n' + doctype + b"\n<USEBIO><A/></USEBIO>")
    assert parsed is not None
    assert parsed.doctype == doctype.decode()
    assert parsed.root.getroottree().docinfo.internalDTD is None
    assert parsed.root[0].sourceline == 3 + doctype.count(b"\n")


def test_an_external_dtd_is_not_read_even_if_it_is_there(told: Told, tmp_path: Path) -> None:
    dtd = tmp_path / "usebio.dtd"
    dtd.write_text('<!ENTITY secret "read">', encoding="utf-8")
    line, found = refused(told, f'<!DOCTYPE A SYSTEM "{dtd.as_uri()}"><A>&secret;</A>'.encode())
    assert (line, found) == (1, "'&secret;' is not explained in the file.")


BOMB = (
    b'<!DOCTYPE A [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + at, (b"&%c;" % (97 + at)) * 10) for at in range(9))
    + b"]><A>&j;</A>"
)


@pytest.mark.parametrize(
    "content",
    [
        BOMB,
        b'<!DOCTYPE A [<!ENTITY x SYSTEM "file:///etc/passwd">]><A>&x;</A>',
        b'<!DOCTYPE A [<!ENTITY % x SYSTEM "http://www.example.org/x"> %x;]><A/>',
        b"<!DOCTYPE A [<!ELEMENT A ANY>]><A/>",
        b'<!-- <!DOCTYPE A> --><?x y?>\n<!DOCTYPE A SYSTEM "a.dtd" [ ]><A/>',
        b'<!DOCTYPE A SYSTEM "a.dtd"[<!ATTLIST A b CDATA "c">]><A/>',
    ],
)
def test_a_doctype_with_declarations_is_refused_at_once(told: Told, content: bytes) -> None:
    start = time.process_time()
    line, found = refused(told, content)
    assert "has its own declarations" in found
    assert line >= 1
    assert time.process_time() - start < 5


def test_a_doctype_in_a_comment_is_none(told: Told) -> None:
    assert told.parse(b"<!-- <!DOCTYPE A [ -->\n<A/>") is not None


def test_a_second_doctype_is_no_way_in(told: Told) -> None:
    _line, found = refused(told, b'<!DOCTYPE A>\n<!DOCTYPE A [<!ENTITY x "y">]><A>&x;</A>')
    assert "has its own declarations" in found


def test_references_to_characters_are_read(told: Told) -> None:
    parsed = told.parse(b"<A>O&#39;Lor &amp; Zo&#xEB;</A>")
    assert parsed is not None
    assert parsed.root.text == "O'Lor & Zoë"


# --- Limits ------------------------------------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_refused(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untrusted_xml, "MOST_BYTES", 3_000_000)
    _line, found = refused(told, b"<A>" + b" " * 4_000_000 + b"</A>")
    assert found == "The file has 4 million bytes; we read at most 3 million."


def test_the_depth_has_a_limit(told: Told) -> None:
    assert told.parse(b"<A>" * 64 + b"</A>" * 64) is not None
    assert told.in_parts(b"<A>" * 64 + b"</A>" * 64) is not None
    _line, found = refused(told, b"<A>" * 5_000 + b"</A>" * 5_000)
    assert found == "Elements are nested far deeper than in any results file."


def test_depth_inside_a_part_has_a_limit(told: Told) -> None:
    deep = b"<B>" * 5_000 + b"</B>" * 5_000
    _line, found = refused(told, b"<A><BOARD>" + deep + b"</BOARD></A>")
    assert "far deeper" in found


def test_a_hundred_thousand_levels_are_refused(told: Told) -> None:
    refused(told, b"<A>" * 100_000)


def test_sections_in_sections_are_no_trouble() -> None:
    nested = b"<SECTION>" * 200 + b"</SECTION>" * 200
    reading = usebio.read("night.xml", b"<USEBIO><EVENT EVENT_TYPE='PAIRS'>" + nested + b"</EVENT></USEBIO>")
    assert [problem.found[:20] for problem in reading.problems] == ["The file does not gi", "The file lists no <P"]


# --- Faults ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b" ", b"\n\t\r\n "])
def test_an_empty_file_is_said_to_be_empty(told: Told, content: bytes) -> None:
    assert refused(told, content) == (0, "The file is empty.")


def test_a_file_that_breaks_off_is_said_to(told: Told) -> None:
    line, found = refused(told, b"<A>\n<BOARD>\n<C>1</C>\n")
    assert (line, found) == (4, "The file breaks off: <BOARD>, which begins on line 2, does not end.")


def test_a_wrong_end_is_named_with_its_beginning(told: Told) -> None:
    line, found = refused(told, b"<A>\n<PLACE>3</PAIR>\n</A>")
    assert (line, found) == (2, "<PLACE>, which begins on line 2, is closed by </PAIR>.")


@pytest.mark.parametrize("content", [b"nothing", b"{}", b"<A><B</A>", b"<A>\x01</A>", b"<A/><B/>", b"\x00\x01\x02\xff"])
def test_what_is_no_xml_is_said_to_be_none(told: Told, content: bytes) -> None:
    _line, found = refused(told, content)
    assert found.endswith(".")


# --- Encodings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "encoding", "reported"),
    [
        ("", "utf-8", "UTF-8"),
        ("UTF-8", "utf-8", "UTF-8"),
        ("utf-8", "utf-8-sig", "UTF-8"),
        ("iso-8859-1", "cp1252", "windows-1252"),
        ("windows-1252", "cp1252", "windows-1252"),
        ("", "cp1252", "windows-1252"),
        ("", "utf-16", "UTF-16"),
        ("utf-16", "utf-16-le", "UTF-16-LE"),
        ("iso-8859-15", "iso-8859-15", "ISO8859-15"),
    ],
)
def test_letters_are_read_in_the_encoding_they_are_in(told: Told, declared: str, encoding: str, reported: str) -> None:
    first = f'<?xml version="1.0" encoding="{declared}"?>\n' if declared else ""
    parsed = told.parse(f"{first}<A>Zoë</A>".encode(encoding))
    assert parsed is not None, told.problems
    assert (parsed.root.text, parsed.encoding) == ("Zoë", reported)


def test_the_quotes_of_windows_are_read_in_a_file_that_claims_latin_1(told: Told) -> None:
    parsed = told.parse(b'<?xml version="1.0" encoding="ISO-8859-1"?><A>O\x92Lor</A>')
    assert parsed is not None
    assert parsed.root.text == "O’Lor"


def test_a_file_that_claims_latin_1_and_is_utf_8_is_read_and_noted(told: Told) -> None:
    parsed = told.parse('<?xml version="1.0" encoding="iso-8859-1"?><A>Zoë</A>'.encode())
    assert parsed is not None
    assert parsed.root.text == "Zoë"
    assert "its letters are UTF-8" in told.notes[0][1]


def test_an_encoding_that_does_not_fit_is_said_with_its_line(told: Told) -> None:
    line, found = refused(told, b'<?xml version="1.0" encoding="UTF-8"?>\n<A>\nZo\xeb</A>')
    assert (line, found) == (3, "A letter on this line does not fit the encoding of the file, UTF-8.")


def test_a_byte_that_is_no_letter_of_windows_is_said_with_its_line(told: Told) -> None:
    line, found = refused(told, b'<?xml version="1.0" encoding="iso-8859-1"?>\n<A>\x81\xeb</A>')
    assert (line, found) == (2, "A letter on this line does not fit the encoding of the file, iso-8859-1.")


def test_an_unknown_encoding_is_said(told: Told) -> None:
    line, found = refused(told, b'<?xml version="1.0" encoding="klingon"?><A/>')
    assert (line, found) == (1, "The first line says that the file is encoded as klingon, which we do not know.")


# --- Recognising -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b'<USEBIO Version="1.2">',
        b"\xef\xbb\xbf<USEBIO>",
        b'<?xml version="1.0"?>\r\n<!DOCTYPE USEBIO SYSTEM "x.dtd">\r\n<!-- a > b -->\r\n<USEBIO>',
        "<?xml version='1.0'?><USEBIO>".encode("utf-16"),
        "<USEBIO>".encode("utf-16-le"),
    ],
)
def test_usebio_is_recognised(content: bytes) -> None:
    assert usebio.recognise(content)


@pytest.mark.parametrize(
    "content", [b"", b"<html>", b"<USEBIOX>", b"x<USEBIO>", b"<!-- <USEBIO> -->", b"PK\x03\x04<USEBIO>"]
)
def test_other_files_are_not_taken_for_usebio(content: bytes) -> None:
    assert not usebio.recognise(content)


# --- Writing out again -------------------------------------------------------------------------------------------


def test_a_tree_that_is_kept_keeps_blanks_and_comments(told: Told) -> None:
    content = b"<A>\n  <!-- by hand -->\n  <B/>\n</A>"
    kept, plain = told.parse(content, keep=True), told.parse(content)
    assert kept is not None
    assert plain is not None
    assert kept.root.text == "\n  "
    assert len(kept.root) == 2
    assert [each.tag for each in plain.root] == ["B"]


def test_the_line_of_a_declaration_is_told(told: Told) -> None:
    assert refused(told, b"<?xml version='1.0'?>\n\n<!DOCTYPE A [<!ELEMENT A ANY>]><A/>")[0] == 3
