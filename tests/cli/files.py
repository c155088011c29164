"""Results files for the commands, invented: a club night as ScoreBridge writes it, and what else people send."""

from __future__ import annotations

import io
import zipfile
from typing import NamedTuple


class Pair(NamedTuple):
    """A pair of the night."""

    place: str
    names: tuple[str, str]
    numbers: tuple[str, str]
    score: str
    points: int = 0


#: Four tables, one winner: a third of eight pairs is paid, and two tie for the third place.
FOUR_TABLES = (
    Pair("1", ("Ado Bem", "Cor Dax"), ("00410012", "00410020"), "61.90", 18),
    Pair("2", ("Efa Gil", "Hol Jem"), ("00410038", "00410046"), "56.55", 12),
    Pair("3=", ("Kip Lor", "Mun Nev"), ("00410054", ""), "52.38", 6),
    Pair("3=", ("Opa Pim", "Qua Rit"), ("00410070", "00410088"), "52.38", 6),
    Pair("5", ("Sol Tuk", "Ulm Vix"), ("00410096", "00410104"), "48.81"),
    Pair("6", ("Wen Xan", "Yol Zib"), ("00410112", "00410120"), "45.24"),
    Pair("7", ("Bar Cev", "Den Fen"), ("00410138", "00410146"), "42.86"),
    Pair("8", ("Gar Hux", "Ivo Jop"), ("00410153", "00410161"), "39.88"),
)


def usebio(pairs: tuple[Pair, ...] = FOUR_TABLES, *, boards: str = "21", colour: str = "Black") -> str:
    """Write a night as a scoring program does."""
    listed = "".join(_pair(number, pair) for number, pair in enumerate(pairs, 1))
    head = f"    <BOARDS_PLAYED>{boards}</BOARDS_PLAYED>\n" if boards else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<USEBIO Version="1.2">\n'
        "  <CLUB>\n    <CLUB_NAME>Oakby Bridge Club</CLUB_NAME>\n  </CLUB>\n"
        '  <EVENT EVENT_TYPE="PAIRS">\n'
        "    <PROGRAM_NAME>ScoreBridge</PROGRAM_NAME>\n"
        "    <EVENT_DESCRIPTION>Tuesday Pairs</EVENT_DESCRIPTION>\n"
        "    <DATE>10/11/2026</DATE>\n"
        "    <BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>\n"
        "    <WINNER_TYPE>1</WINNER_TYPE>\n"
        "    <MASTER_POINT_SCALE>Club</MASTER_POINT_SCALE>\n"
        f"    <MASTER_POINT_TYPE>{colour}</MASTER_POINT_TYPE>\n"
        f"{head}    <PARTICIPANTS>\n{listed}    </PARTICIPANTS>\n  </EVENT>\n</USEBIO>\n"
    )


def _pair(number: int, pair: Pair) -> str:
    players = "".join(
        f"        <PLAYER><PLAYER_NAME>{name}</PLAYER_NAME>"
        f"<NATIONAL_ID_NUMBER>{national}</NATIONAL_ID_NUMBER></PLAYER>\n"
        for name, national in zip(pair.names, pair.numbers, strict=True)
    )
    points = f"        <MASTER_POINTS_AWARDED>{pair.points}</MASTER_POINTS_AWARDED>\n" if pair.points else ""
    return (
        f"      <PAIR>\n        <PAIR_NUMBER>{number}</PAIR_NUMBER>\n        <PERCENTAGE>{pair.score}</PERCENTAGE>\n"
        f"        <PLACE>{pair.place}</PLACE>\n{points}{players}      </PAIR>\n"
    )


def archive(**members: str | bytes) -> bytes:
    """Pack files into a zip; an underscore stands for the dot of a name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in members.items():
            opened.writestr(name.replace("_", "."), content)
    return packed.getvalue()
