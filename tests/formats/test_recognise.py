"""A file is known by what it holds, whatever it is called, and nothing that is in it raises."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.formats import recognise
from overtrick.formats.reading import Reading
from overtrick.formats.recognise import FORMATS, FileKind, Format
from tests.formats.archives import pack

SAMPLES = Path(__file__).parents[2] / "samples"
EVENT = (SAMPLES / "club-night.yaml").read_bytes()
LIST = (SAMPLES / "csv" / "club-night.csv").read_bytes()
WORKBOOK = (SAMPLES / "csv" / "workbook.xlsx").read_bytes()
SESSION = (SAMPLES / "nz_scorer" / "mitchell.xml").read_bytes()
BRIDGEWEBS = (SAMPLES / "csv" / "bridgewebs-travellers.csv").read_bytes()
CREDITS = (SAMPLES / "abf_credits" / "congress.rag").read_bytes()
SEATING = (SAMPLES / "csv" / "compscore-session.csv").read_bytes()
USEBIO = b'<?xml version="1.0"?><USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"></EVENT></USEBIO>'
PBN = b'% PBN 2.1\n% EXPORT\n[Event "Tuesday"]\n[Board "1"]\n'


def one(name: str, content: bytes) -> Reading:
    (reading,) = recognise.read(name, content)
    return reading


@pytest.mark.parametrize(
    ("content", "format_"),
    [
        (EVENT, "event file"),
        (b'{"event": "Tuesday"}', "event file"),
        (b"# our club night\nevent: Tuesday\ndate: 2026-11-10\n", "event file"),
        (b"event: Tuesday\ndate: 2026-11-10\nAda & Bob\nCor & Dax\n", "event file"),
        (
            b"Event: Tuesday\nClub: Oakby\nDate: 2026-11-17\nBoards: 24\nPos,Names,%\n1,Ado Bem & Cor Dax,60\n",
            "ranking list",
        ),
        (USEBIO, "USEBIO 1.2"),
        (SESSION, "NZ Bridge Scorer XML"),
        (PBN, "PBN 2.1"),
        (BRIDGEWEBS, "BridgeWebs CSV"),
        (CREDITS, "credit file"),
        (SEATING, "Compscore3 session CSV"),
        (LIST, "ranking list"),
        (WORKBOOK, "ranking list"),
        (LIST.decode().encode("utf-16"), "ranking list"),
        (b"\xef\xbb\xbf" + SESSION, "NZ Bridge Scorer XML"),
    ],
)
def test_a_file_is_known_by_what_it_holds(content: bytes, format_: str) -> None:
    assert one("misleading.pdf", content).format == format_
    assert one("", content).format == format_


FOREIGN = [
    (b"", "The file is empty."),
    (b"\xef\xbb\xbf \r\n", "The file is empty."),
    (b"\xff\xfe\r\x00\n\x00", "The file is empty."),
    (b"\x01\xff" * 9, "This is text, but neither an event file nor a list of results."),
    (b"%PDF-1.7 \x00", "This is a PDF, made to be printed."),
    (b"%PDF-1.7 text only", "This is a PDF, made to be printed."),
    (b"\xff\xd8\xff\xe0\x00\x10JFIF", "This is a picture; nobody can be credited from it."),
    (b"\x00\x00\x00\x18ftypheic\x00", "This is a picture; nobody can be credited from it."),
    (b"\x00\x00\x00\x18ftypmp42\x00", "This is a film or a sound recording."),
    (b"{\\rtf1 Results}", "This is a text document with formatting (RTF)."),
    (b"Rar!\x1a\x07\x00", "This is an archive, but not a zip."),
    (b"<!DOCTYPE html>\n<html><body>Results</body></html>", "This is a web page, not a results file."),
    (b"<?xml version='1.0'?><!-- --><order/>",
     "This is XML, but not from a bridge program that we know: it begins with <order>."),
    (b"<", "This begins as XML does, but no element follows."),
    (b'<?xml version="1.0"?><Workbook/>', "This is a spreadsheet saved as XML."),
    (b'{"pair_summaries": []}',
     "This is JSON from a program that we do not know. At its top it has pair_summaries (a list of 0)."),
    (b"\x01\x02\x00\x03", "We do not know this kind of file; it is not text."),
    (b"Dear secretary,\nhere are the results.\n", "This is text, but neither an event file nor a list of results."),
    (b"\x00\x01\x00\x00Standard Jet DB\x00 members",
     "This is an Access database, but not the results of table terminals."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
     "This Office file is locked with a password."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 ",
     "This is a Word document or another old Office file, not a results file."),
]  # fmt: skip


@pytest.mark.parametrize(("content", "found"), FOREIGN)
def test_what_cannot_be_read_is_answered_calmly(content: bytes, found: str) -> None:
    (problem,) = one("sent.dat", content).problems
    assert problem.found == found
    assert problem.remedy.endswith(".")
    assert problem.file == "sent.dat"


@pytest.mark.parametrize(
    ("name", "words"), [("week.mcd", "Magic Contest"), ("game.acm", "ACBLscore"), ("GAME.AC2", "ACBLscore")]
)
def test_the_ending_of_an_unknown_file_gives_advice_only(name: str, words: str) -> None:
    assert words in one(name, b"\x01\x00\x02").problems[0].found
    assert one(name, LIST).format == "ranking list"


def test_a_word_document_is_not_taken_for_an_archive() -> None:
    document = pack({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<document/>"})
    assert one("results.docx", document).problems[0].found == "This is a Word document, not a results file."


def test_an_archive_gives_a_reading_for_each_file_in_it() -> None:
    content = pack(
        {"a/tuesday.csv": LIST, "friday.xml": SESSION, "__MACOSX/._friday.xml": b"junk", "a/.DS_Store": b"junk"}
    )
    first, second = recognise.read("week.zip", content)
    assert (first.file, second.file) == ("week.zip/a/tuesday.csv", "week.zip/friday.xml")
    assert first.event is not None
    assert second.event is not None
    assert first.notes[-1].says == (
        "Left out of week.zip, because it is not a results file: __MACOSX/._friday.xml, a/.DS_Store."
    )


def test_answers_and_columns_reach_the_files_of_an_archive() -> None:
    content = pack({"list.csv": b"Pos,Ranking,Names,Score\n1,2,Ado Bem & Cor Dax,9\n2,1,Eli Fon & Gus Hod,8\n"})
    answers = {"event": "Tuesday", "date": "2026-11-10", "boards": "24"}
    (reading,) = recognise.read("week.zip", content, {"place": "Ranking"}, answers)
    assert reading.event is not None
    assert [each.place for each in reading.event.stages[0].fields[0].contestants] == [2, 1]


def test_a_zip_inside_a_zip_is_refused_and_the_rest_is_read() -> None:
    content = pack({"inner.zip": pack({"list.csv": LIST}), "list.csv": LIST})
    refused, read = recognise.read("week.zip", content)
    assert refused.problems[0].found == "This is a zip inside a zip."
    assert refused.file == "week.zip/inner.zip"
    assert read.event is not None


def test_a_list_whose_likeliest_way_of_parting_fails_is_read_in_another() -> None:
    content = b'Pos\tNames\tClub\tScore\n1\tAdo Bem & Cor Dax\ta, "b, c\t31\n2\tEli Fon & Gus Hod\ta, "b, c\t30\n'
    reading = one("a.tsv", content)
    assert reading.problems == []
    assert reading.format == "ranking list"


def test_an_archive_without_files_is_a_problem() -> None:
    assert one("empty.zip", pack({})).problems[0].found == "There is no file in the zip."


def test_a_spreadsheet_inside_an_archive_is_read_as_one() -> None:
    (reading,) = recognise.read("week.zip", pack({"ns.xlsx": WORKBOOK}))
    assert reading.format == "ranking list"
    assert not reading.problems


def test_every_format_has_its_module_and_is_described() -> None:
    for each in FORMATS:
        assert each.name
        assert each.written_by
        assert each.reads
        module = import_module(each.module)
        if each.kind is not FileKind.ARCHIVE:
            assert callable(getattr(module, each.reader))
            assert each.kind is FileKind.WORDS or callable(module.recognise)


def test_an_event_file_loads_no_other_format() -> None:
    program = (
        "import sys; from overtrick.formats.recognise import read; "
        f"assert read('a', open({str(SAMPLES / 'club-night.yaml')!r}, 'rb').read())[0].event; "
        "print([m for m in ('lxml', 'csv', 'zipfile', 'overtrick.formats.usebio', 'overtrick.formats.ranking_list',"
        " 'overtrick.formats.unsupported', 'charset_normalizer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


# --- Whatever the bytes are --------------------------------------------------------------------------------------

SEEDS = [EVENT, LIST, SESSION, BRIDGEWEBS, CREDITS, SEATING, USEBIO, PBN, pack({"a.csv": LIST, "b.xml": SESSION})]
PIECES = [
    b",",
    b"\n",
    b'"',
    b"\0",
    b"\xff",
    b"=",
    b"%",
    b"#",
    b"99999999999999999999",
    b"<",
    b"&a;",
    b"1/0",
    b"\xc2\xb2",
    b"PK\x05\x06",
]


def _mutated(seed: bytes, cuts: list[tuple[float, int, bytes]]) -> bytes:
    for where, length, instead in cuts:
        at = int(where * len(seed))
        seed = seed[:at] + instead + seed[at + length :]
    return seed


mutated = st.builds(
    _mutated,
    st.sampled_from(SEEDS),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 30), st.one_of(st.binary(max_size=3), st.sampled_from(PIECES))),
        min_size=1,
        max_size=6,
    ),
)


def never_raises(content: bytes, answers: dict[str, str]) -> None:
    for reading in recognise.read("any", content, None, answers):
        credited = reading.format == "credit file"
        assert reading.event or reading.problems or reading.questions or credited
        for problem in reading.problems:
            assert problem.found
            assert problem.remedy


@given(st.binary(max_size=300))
def test_no_bytes_make_it_raise(content: bytes) -> None:
    never_raises(content, {})


@pytest.mark.slow
@settings(max_examples=500)
@given(mutated, st.sampled_from([{}, {"event": "x", "date": "2026-11-10", "boards": "24", "play": "pairs"}]))
def test_no_damaged_file_makes_it_raise(content: bytes, answers: dict[str, str]) -> None:
    never_raises(content, answers)


@pytest.mark.parametrize(
    "form",
    [each for each in FORMATS if each.kind not in (FileKind.ARCHIVE, FileKind.OFFICE)],
    ids=lambda form: form.name,
)
@settings(max_examples=60)
@given(content=st.one_of(mutated, st.binary(max_size=100)))
def test_no_reader_raises_when_it_is_given_what_is_not_its_own(form: Format, content: bytes) -> None:
    reading = getattr(import_module(form.module), form.reader)("any", content)
    assert isinstance(reading, Reading)


@settings(max_examples=15)
@given(st.floats(0.01, 0.99), st.binary(min_size=1, max_size=4))
def test_no_damaged_spreadsheet_makes_it_raise(where: float, instead: bytes) -> None:
    never_raises(_mutated(WORKBOOK, [(where, len(instead), instead)]), {})


@settings(max_examples=15)
@given(
    st.sampled_from(["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/sharedStrings.xml"]),
    st.floats(0, 1),
    st.binary(max_size=4),
)
def test_no_damaged_sheet_inside_a_sound_zip_makes_it_raise(part: str, where: float, instead: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    parts[part] = _mutated(parts[part], [(where, 3, instead)])
    never_raises(pack(parts), {})
