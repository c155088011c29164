"""A zip is opened only as far as it can do no harm."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile

import pytest

from overtrick.formats import archive
from overtrick.formats.archive import Unopened, check, document, is_zip, unpack
from tests.formats.archives import pack

LIST = b"Pos,Names,Score\n1,Ado Bem & Cor Dax,58\n"


def test_members_are_given_with_their_paths_as_labels_only() -> None:
    packed = unpack(pack({"../../etc/list.csv": LIST, "C:\\week\\b.csv": b"x"}))
    assert [member.name for member in packed.members] == ["../../etc/list.csv", "C:\\week\\b.csv"]
    assert packed.members[0].content == LIST


def test_a_name_cannot_command_a_terminal() -> None:
    assert [member.name for member in unpack(pack({"a\x1b[31m\n.csv": LIST})).members] == ["a\ufffd[31m\ufffd.csv"]


def test_what_an_operating_system_left_is_skipped_and_named() -> None:
    packed = unpack(pack({"a.csv": LIST, "__MACOSX/._a.csv": b"1", "x/Thumbs.db": b"2", "folder/": b""}))
    assert [member.name for member in packed.members] == ["a.csv"]
    assert packed.skipped == ["__MACOSX/._a.csv", "x/Thumbs.db"]


def test_an_empty_zip_has_no_members() -> None:
    assert unpack(pack({})) == ([], [])


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = pack({"bomb.csv": bytes(5_000_000)})
    assert len(bomb) < 10_000
    with pytest.raises(Unopened, match="so it was not unpacked"):
        unpack(bomb)


def test_members_that_are_too_large_together_are_refused() -> None:
    content = bytearray(pack({"a.csv": LIST, "b.csv": LIST, "c.csv": LIST}))
    at = content.find(b"PK\x01\x02")
    while at >= 0:
        content[at + 20 : at + 28] = struct.pack("<2L", 90_000_000, 90_000_000)  # packed and unpacked
        at = content.find(b"PK\x01\x02", at + 1)
    with pytest.raises(Unopened, match="so it was not unpacked"):
        unpack(bytes(content))


def test_a_member_that_is_larger_than_it_says_is_found_out() -> None:
    content = bytearray(pack({"a.csv": bytes(3_000_000)}))
    at = content.rindex(b"PK\x01\x02") + 24  # the size in the list of members
    content[at : at + 4] = struct.pack("<L", 900_000)
    with pytest.raises(Unopened):
        unpack(bytes(content))
    with pytest.raises(Unopened):
        check(bytes(content))


def test_too_many_members_are_refused() -> None:
    with pytest.raises(Unopened, match="The zip holds 1001 files; at most 1000"):
        unpack(pack({f"{each}.csv": b"" for each in range(1001)}))


def test_a_list_of_members_that_is_itself_too_large_is_not_read() -> None:
    content = bytearray(pack({"a.csv": LIST}))
    at = content.rindex(b"PK\x05\x06") + 12  # the size of the list
    content[at : at + 4] = struct.pack("<L", 50_000_000)
    with pytest.raises(Unopened, match="has more files than any club's results"):
        unpack(bytes(content))


def test_a_zip_that_counts_its_members_in_the_large_form_is_not_read() -> None:
    content = pack({"a.csv": LIST})
    at = content.rindex(b"PK\x05\x06")
    large = content[:at] + b"PK\x06\x07" + bytes(16) + content[at:]
    with pytest.raises(Unopened, match="very large zip"):
        unpack(large)


@pytest.mark.parametrize(("more", "read"), [(0, True), (1, False)])
def test_a_list_of_members_may_have_so_many_bytes(monkeypatch: pytest.MonkeyPatch, more: int, read: bool) -> None:
    content = pack({"a.csv": LIST})
    size = content.rindex(b"PK\x05\x06") - content.index(b"PK\x01\x02")
    monkeypatch.setattr(archive, "_LARGEST_DIRECTORY", size - more)
    assert _refusal(content) == ("" if read else "file-too-large")


@pytest.mark.parametrize("comment", [b"x", b"Results of the week", b"\0\0", b"x" * 65_535])
def test_a_zip_may_end_in_a_comment(comment: bytes) -> None:
    content = pack({"a.csv": LIST})
    commented = content[:-2] + struct.pack("<H", len(comment)) + comment
    assert unpack(commented).members[0].content == LIST
    with pytest.raises(Unopened, match="damaged or cut short"):
        unpack(commented + b"x" * 65_536)


@pytest.mark.parametrize(("members", "read"), [(1000, True), (1001, False)])
def test_a_zip_may_hold_a_thousand_files(members: int, read: bool) -> None:
    assert _refusal(pack({f"{each}.csv": b"" for each in range(members)})) == ("" if read else "file-too-large")


@pytest.mark.parametrize(("more", "read"), [(0, True), (1, False)])
def test_so_many_bytes_may_come_out_of_all_members(monkeypatch: pytest.MonkeyPatch, more: int, read: bool) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 2 * len(LIST) - more)
    assert _refusal(pack({"a.csv": LIST, "b.csv": LIST})) == ("" if read else "file-too-large")


@pytest.mark.parametrize(("size", "read"), [(1_000_000, True), (1_000_001, False)])
def test_a_small_member_may_shrink_to_nearly_nothing_a_large_one_not(size: int, read: bool) -> None:
    assert _refusal(pack({"a.csv": bytes(size)})) == ("" if read else "file-too-large")


@pytest.mark.parametrize(("more", "read"), [(0, True), (1, False)])
def test_a_member_may_unpack_to_so_many_times_its_size(monkeypatch: pytest.MonkeyPatch, more: int, read: bool) -> None:
    content = pack({"a.csv": LIST}, zipfile.ZIP_STORED)
    monkeypatch.setattr(archive, "_SMALL", 0)
    monkeypatch.setattr(archive, "MOST_RATIO", 1 - more)
    assert _refusal(content) == ("" if read else "file-too-large")


def _refusal(content: bytes) -> str:
    """Give the code of what `check` and `unpack` say against a zip."""
    found = set()
    for open_ in (check, unpack):
        try:
            open_(content)
        except Unopened as error:
            found.add(error.code)
        else:
            found.add("")
    (code,) = found
    return code


def test_a_locked_member_is_refused() -> None:
    content = bytearray(pack({"secret.csv": LIST}))
    content[content.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Unopened, match=r"'secret\.csv' in the zip is locked with a password"):
        unpack(bytes(content))


def test_an_unusual_way_of_packing_is_refused() -> None:
    with pytest.raises(Unopened, match="packed in a way that we do not read"):
        unpack(pack({"a.csv": LIST}, zipfile.ZIP_LZMA))


@pytest.mark.parametrize("cut", [4, 30, 60, -10])
def test_a_damaged_zip_is_a_sentence(cut: int) -> None:
    with pytest.raises(Unopened, match="damaged or cut short"):
        unpack(pack({"a.csv": LIST})[:cut])


def test_a_member_whose_bytes_changed_is_found_out() -> None:
    content = pack({"a.csv": LIST}, zipfile.ZIP_STORED).replace(b"Ado", b"Eve")
    with pytest.raises(Unopened, match="damaged"):
        unpack(content)


def test_two_members_of_one_name_are_both_given() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as written, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns of what is done here on purpose
        written.writestr("a.csv", b"1")
        written.writestr("a.csv", b"2")
    assert [member.content for member in unpack(packed.getvalue()).members] == [b"1", b"2"]


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({"xl/workbook.xml": b""}, "spreadsheet"),
        ({"xl/workbook.bin": b""}, "spreadsheet"),
        ({"word/document.xml": b""}, "Word document"),
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, "spreadsheet"),
        ({"mimetype": b"application/vnd.oasis.opendocument.text"}, "text document"),
        ({"mimetype": b"text of mine?"}, ""),
        ({"list.csv": LIST}, ""),
    ],
)
def test_a_document_that_is_packed_as_a_zip_is_told_apart(files: dict[str, bytes], kind: str) -> None:
    assert is_zip(pack(files))
    assert document(pack(files)) == kind
