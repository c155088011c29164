"""Which results does a session of the NZ Bridge Scorer have on its boards? All of them, with their match points."""

from __future__ import annotations

import re

from overtrick.formats import untrusted_xml
from overtrick.formats.boards import MOST_RESULTS, BoardResult, FileBoards, FileEntrant, PlayedBoard, no_boards, short
from overtrick.formats.nz_scorer import listed_pairs
from overtrick.formats.nz_travellers import read_lines

_SCORE = re.compile(r"[+-]?[0-9]{1,5}")


def read(content: bytes) -> FileBoards:
    """Read the results between two pairs of the list; none of a file that cannot be read."""
    parsed = untrusted_xml.parse(content, lambda *_fault: None)
    if parsed is None:
        return no_boards()
    pairs = list(listed_pairs(parsed.root, []))
    entrants = {
        pair.name: FileEntrant(short(pair.get("no")), tuple(short(each.name) for each in pair.people)) for pair in pairs
    }
    several = len({pair.section for pair in pairs}) > 1
    boards: dict[tuple[str, str], list[BoardResult]] = {}
    for line in read_lines(content)[:MOST_RESULTS]:
        result = BoardResult(
            (line.ns,),
            (line.ew,),
            contract=short(line.contract),
            declarer=short(line.declarer),
            lead=short(line.lead),
            tricks=line.tricks,
            score=int(line.score) if _SCORE.fullmatch(line.score) else None,
            ns_points=line.match_points[0],
            ew_points=line.match_points[1],
        )
        boards.setdefault((short(line.section) if several else "", short(line.board)), []).append(result)
    ordered = sorted(boards.items(), key=lambda each: (each[0][0], len(each[0][1]), each[0][1]))
    played = [PlayedBoard(board, 0, section, "", tuple(lines)) for (section, board), lines in ordered]
    return FileBoards(tuple(played), entrants)
