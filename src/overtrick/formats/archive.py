"""What is packed in this file? The members of a zip, none of them trusted.

A zip says how large its members are before anything is unpacked, and may lie. So what it says is checked first, and
then every byte is counted as it comes out. A member's path is a label and never a place on the disk.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_MEMBERS = 1_000
MOST_BYTES = 200_000_000  #: of all members together, unpacked
MOST_RATIO = 200  #: results files shrink to a tenth or a twentieth; a bomb to a thousandth
_SMALL = 1_000_000  #: below this no ratio is dangerous: a short file of blanks shrinks well
_LARGEST_DIRECTORY = 1_000_000  #: bytes of the list of members itself

_PIECE = 65_536
_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
_END = struct.Struct("<4s4H2LH")
_END_MARK, _LOCATOR_MARK, _LOCATOR_SIZE = b"PK\x05\x06", b"PK\x06\x07", 20
_ENCRYPTED = 0x1
_PLAIN_WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

#: What operating systems leave behind in a zip.
_JUNK_NAMES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_JUNK_FOLDER = "__macosx"

#: Files that are zips themselves, by a member that only they have.
DOCUMENTS = {
    "xl/workbook.xml": "spreadsheet",
    "xl/workbook.bin": "spreadsheet",
    "word/document.xml": "Word document",
    "ppt/presentation.xml": "presentation",
}
#: What the member ``mimetype`` of an OpenDocument file ends in.
_OPEN_DOCUMENTS = {b"spreadsheet": "spreadsheet", b"text": "text document", b"presentation": "presentation"}


class Unopened(Exception):
    """The archive cannot be opened, or should not be: why, and what to do."""

    def __init__(self, code: str, found: str, remedy: str) -> None:
        super().__init__(found)
        self.code, self.found, self.remedy = code, found, remedy


class Member(NamedTuple):
    """A file inside an archive."""

    name: str  #: its path, as a label
    content: bytes


class Archive(NamedTuple):
    """The files of an archive that hold something, and what was left out."""

    members: list[Member]
    skipped: list[str]


def is_zip(content: bytes) -> bool:
    """Say whether these bytes begin as a zip does, even an empty one."""
    return content.startswith(_SIGNATURES)


def document(content: bytes) -> str:
    """Name the kind of document that a zip really is ("spreadsheet"); empty if it is an archive."""
    with _opened(content) as opened:
        names = {info.filename for info in opened.infolist()}
        for name, kind in DOCUMENTS.items():
            if name in names:
                return kind
        if "mimetype" in names:
            told = b"".join(_pieces(opened, opened.getinfo("mimetype"), _PIECE))
            return next((kind for end, kind in _OPEN_DOCUMENTS.items() if told.strip().endswith(end)), "")
    return ""


def unpack(content: bytes) -> Archive:
    """Give every file of an archive, and the names of what operating systems left in it."""
    members, skipped = [], []
    with _opened(content) as opened:
        left = MOST_BYTES
        for info in opened.infolist():
            if info.is_dir():
                continue
            if _is_junk(info.filename):
                skipped.append(printable(info.filename))
                continue
            unpacked = b"".join(_pieces(opened, info, left))
            left -= len(unpacked)
            members.append(Member(printable(info.filename), unpacked))
    return Archive(members, skipped)


def check(content: bytes) -> None:
    """Unpack everything and keep nothing: what another library is to open is no bomb."""
    with _opened(content) as opened:
        left = MOST_BYTES
        for info in opened.infolist():
            left -= sum(map(len, _pieces(opened, info, left)))


def _is_junk(name: str) -> bool:
    parts = name.replace("\\", "/").lower().split("/")
    return _JUNK_FOLDER in parts or parts[-1] in _JUNK_NAMES or parts[-1].startswith("._")


def _opened(content: bytes) -> zipfile.ZipFile:
    _check_directory(content)
    try:
        opened = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, struct.error, EOFError, NotImplementedError, OverflowError) as error:
        raise _damaged() from error
    _check_sizes(opened.infolist())
    return opened


def _damaged() -> Unopened:
    return Unopened(
        "archive-damaged", "The zip is damaged or cut short.", "Make it again, or send the files one by one."
    )


def _check_directory(content: bytes) -> None:
    """The list of members is read whole by the library, so its own size is looked at before."""
    at = len(content) - _END.size
    if not (content.startswith(_END_MARK, at) and content.endswith(b"\0\0")):
        at = content.rfind(_END_MARK)
    if at < 0 or at + _END.size > len(content):
        raise _damaged()
    size = _END.unpack_from(content, at)[5]
    if size > _LARGEST_DIRECTORY or content.startswith(_LOCATOR_MARK, max(0, at - _LOCATOR_SIZE)):
        found = "The zip has more files than any club's results, or is a very large zip (Zip64)."
        raise Unopened("file-too-large", found, "Pack only the results files, and no more than a season of them.")


def _check_sizes(infos: list[zipfile.ZipInfo]) -> None:
    if len(infos) > MOST_MEMBERS:
        found = f"The zip holds {len(infos)} files; at most {MOST_MEMBERS} are read at once."
        raise Unopened("file-too-large", found, "Pack fewer files into each zip.")
    total = sum(info.file_size for info in infos)
    if total > MOST_BYTES:
        raise _too_large()
    for info in infos:
        if info.flag_bits & _ENCRYPTED:
            found = f"'{printable(info.filename[:80])}' in the zip is locked with a password."
            raise Unopened("locked-with-password", found, "Pack it again without a password.")
        if info.compress_type not in _PLAIN_WAYS:
            found = f"'{printable(info.filename[:80])}' is packed in a way that we do not read."
            raise Unopened("archive-damaged", found, "Pack it again as an ordinary zip.")
        if info.file_size > max(_SMALL, MOST_RATIO * info.compress_size):
            raise _too_large()


def _too_large() -> Unopened:
    found = "The zip would unpack to far more than results files hold, so it was not unpacked."
    return Unopened("file-too-large", found, "Pack only the results files, or send them one by one.")


def _pieces(opened: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> Iterator[bytes]:
    """Give a member piece by piece, counted, so that a false size in the list is found out in time."""
    most = min(left, max(_SMALL, MOST_RATIO * info.compress_size))
    try:
        with opened.open(info) as member:
            while piece := member.read(_PIECE):
                most -= len(piece)
                if most < 0:
                    raise _too_large()
                yield piece
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, struct.error, NotImplementedError, OSError) as error:
        raise _damaged() from error
    except RuntimeError as error:  # the member says inside that it is encrypted, the list does not
        raise _damaged() from error
