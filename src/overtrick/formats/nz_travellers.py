"""What was scored on each board of a session of the NZ Bridge Scorer? For whoever writes it in another form."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.formats import untrusted_xml
from overtrick.formats.nz_scorer import NOT_PLAYED, listed_pairs
from overtrick.formats.ranking_list import cells
from overtrick.formats.scoring.contracts import UnreadableContract, read_contract, read_tricks
from overtrick.formats.usebio.new_boards import TravellerLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_TENTHS = 10


def read_lines(content: bytes) -> list[TravellerLine]:
    """Read every result between two pairs of the list; a board that was not played has none."""
    parsed = untrusted_xml.parse(content, lambda *_fault: None)
    return [] if parsed is None else list(_lines(parsed.root))


def _lines(root: Element) -> Iterator[TravellerLine]:
    pairs = {(*pair.group, pair.get("no")): pair.name for pair in listed_pairs(root, [])}
    howell = {section for section, direction, _number in pairs if direction == "H"}
    for section in root.iterfind("board_results/brsection"):
        identity = section.get("id") or ""
        for result in section.iterfind("result"):
            ns, ew = (
                pairs.get((identity, "H" if identity in howell else direction, result.get(side) or ""))
                for side, direction in (("ns", "N"), ("ew", "E"))
            )
            if ns and ew and result.get("mp_ns") != NOT_PLAYED:
                yield _line(identity, result, ns, ew)


def _line(section: str, result: Element, ns: str, ew: str) -> TravellerLine:
    told = {word: (result.get(word) or "").strip() for word in ("bd", "score", "cont", "dec", "lead", "res")}
    contract = told["cont"].replace(" ", "")
    try:
        bid = read_contract(contract) if contract else None
        tricks = "" if bid is None else str(read_tricks(told["res"], bid))
    except UnreadableContract:
        tricks = ""
    points = [_points(result.get(word) or "") for word in ("mp_ns", "mp_ew")]
    return TravellerLine(
        section, told["bd"], ns, ew, told["score"], contract, told["dec"], told["lead"], tricks, (points[0], points[1])
    )


def _points(written: str) -> str:
    """Match points are written in tenths."""
    number = cells.number(written)
    return f"{Decimal(number) / _TENTHS:f}" if number else ""
