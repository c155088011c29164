"""Small USEBIO files to try one thing at a time."""

from __future__ import annotations

NAMES = ("Ado Bem", "Cor Dax", "Efa Gil", "Hol Jem", "Kip Lor", "Mun Nev", "Opa Pim", "Qua Rit", "Sol Tuk", "Ulm Vix")


def pair(number: int, place: str = "", extra: str = "", score: str = "") -> str:
    """Write a pair."""
    people = "".join(
        f"<PLAYER><PLAYER_NAME>{NAMES[2 * number - 2 + at]}</PLAYER_NAME>"
        f"<NATIONAL_ID_NUMBER>{20100 + 2 * number + at}</NATIONAL_ID_NUMBER></PLAYER>"
        for at in (0, 1)
    )
    placed = f"<PLACE>{place}</PLACE>" if place else ""
    scored = f"<PERCENTAGE>{score}</PERCENTAGE>" if score else ""
    return f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{placed}{scored}{extra}{people}</PAIR>\n"


def file(
    participants: str | None = None,
    head: str = "<DATE>10/11/2026</DATE><WINNER_TYPE>1</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>",
    kind: str = "MP_PAIRS",
    rest: str = "",
    first: str = "",
) -> bytes:
    """Write an event of pairs, four of them in places 1 to 4 unless somebody says otherwise."""
    listed = "".join(pair(number, str(number)) for number in range(1, 5)) if participants is None else participants
    return (
        f'{first}<USEBIO Version="1.2"><CLUB><CLUB_NAME>Oakby</CLUB_NAME></CLUB>\n<EVENT EVENT_TYPE="{kind}">'
        f"<EVENT_DESCRIPTION>Night</EVENT_DESCRIPTION>{head}\n<PARTICIPANTS>\n{listed}</PARTICIPANTS>\n{rest}</EVENT></USEBIO>"
    ).encode()
