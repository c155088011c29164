"""What happened on each board? Results table by table, where a file has them.

An event keeps who came where. The results of its boards stay in the file and are read from there when somebody wants
to see them.
"""

from __future__ import annotations

from typing import NamedTuple

#: What a plain file with results of boards has in it somewhere.
_MARKS = (b"TRAVELLER_LINE", b"ScoreTable", b"<brsection")
#: So much of a text of a file is taken, and so many results; the largest congress has fewer.
LONGEST, MOST_RESULTS = 40, 40_000


class BoardResult(NamedTuple):
    """One line of a traveller; texts as the file has them."""

    ns: tuple[str, ...]  #: the key of a pair, or of two players of an individual: see ``FileBoards.entrants``
    ew: tuple[str, ...]
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: str = ""
    score: int | None = None  #: North-South's points; None: adjusted, or not played
    ns_points: str = ""  #: match points or IMPs
    ew_points: str = ""
    adjusted: str = ""  #: in place of a score: "60 % – 40 %"


class PlayedBoard(NamedTuple):
    """A board with the results of all tables."""

    number: str
    session: int  #: 0: there are none
    section: str
    deal: str  #: the four hands as PBN writes them; empty: not told
    results: tuple[BoardResult, ...]


class FileEntrant(NamedTuple):
    """A pair, or a player of an individual, as the file has them."""

    number: str
    names: tuple[str, ...]


class FileBoards(NamedTuple):
    """The boards of a file, in their order, and who played by the key that results name them by."""

    boards: tuple[PlayedBoard, ...]
    entrants: dict[str, FileEntrant]
    individual: bool = False  #: partners change, and each plays alone


def no_boards() -> FileBoards:
    """Give what a file has that tells nothing of its boards."""
    return FileBoards((), {})


def may_have_boards(content: bytes) -> bool:
    """Say quickly whether a file may have results of boards; a zip is not looked into."""
    from overtrick.formats import bridgemate  # noqa: PLC0415 - it reads databases, which few need

    if content.startswith(b"PK"):
        return True
    return any(mark in content for mark in _MARKS) or bridgemate.recognise(content)


def read_boards(name: str, content: bytes, wanted: str = "") -> FileBoards:
    """Read the boards of a file; of an archive those of the file that is wanted, named as a reading names it.

    What cannot be read is left out: the file was accepted before, and its results count whatever is shown here.
    """
    from overtrick.formats import archive, nz_scorer  # noqa: PLC0415 - few files are archives
    from overtrick.formats import bridgemate as databases  # noqa: PLC0415 - likewise
    from overtrick.formats.boards import bridgemate, nz_sessions, pbn, usebio  # noqa: PLC0415 - they need the above

    if archive.is_zip(content):
        members = archive.unpack(content).members
        content = next((each.content for each in members if f"{name}/{each.name}" == wanted), b"")
    if databases.recognise(content):
        return bridgemate.read(content)
    if content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        return nz_sessions.read(content) if nz_scorer.recognise(content) else usebio.read(content)
    return pbn.read(content) if b"ScoreTable" in content else no_boards()


def short(text: str | None) -> str:
    """Take as much of a text as a page shows."""
    return (text or "").strip()[:LONGEST]
