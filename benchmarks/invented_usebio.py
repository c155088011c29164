"""Invented USEBIO files for the benchmarks: tags and bytes a pair as real ones have them, the same every run."""

from __future__ import annotations

import random
from typing import NamedTuple

SEED = 20261112

_SYLLABLES = (
    "Ado",
    "Bem",
    "Cor",
    "Dax",
    "Efa",
    "Gil",
    "Hol",
    "Jem",
    "Kip",
    "Lor",
    "Mun",
    "Nev",
    "Opa",
    "Pim",
    "Qua",
    "Rit",
)
_CONTRACTS = ("3NT", "4S", "4H", "2S", "1NT", "3D", "5Cx", "2H", "6NT", "3S")

_HEAD = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "http://www.example.org/usebio_v1_2.dtd">
<USEBIO Version="1.2">

   <CLUB>
      <CLUB_NAME>Oakby Bridge Club</CLUB_NAME>
      <CLUB_ID_NUMBER>990001</CLUB_ID_NUMBER>
   </CLUB>

   <EVENT EVENT_TYPE="MP_PAIRS">
      <PROGRAM_NAME>PairsScorer</PROGRAM_NAME>
      <PROGRAM_VERSION>7.0</PROGRAM_VERSION>
      <EVENT_DESCRIPTION>{name}</EVENT_DESCRIPTION>
      <DATE>{day:02}/{month:02}/2026</DATE>
      <MASTER_POINT_SCALE>Club</MASTER_POINT_SCALE>
      <SESSION_COUNT>1</SESSION_COUNT>
      <SECTION_COUNT>1</SECTION_COUNT>
      <PAIRS>{pairs}</PAIRS>
      <BOARDS_PLAYED>{boards}</BOARDS_PLAYED>
      <WINNER_TYPE>{winners}</WINNER_TYPE>
      <P2P_CHARGE_RATE>10</P2P_CHARGE_RATE>
      <MPS_AWARDED_FLAG>N</MPS_AWARDED_FLAG>
      <SESSION SESSION_ID="1">
         <SECTION SECTION_ID="A">
            <PARTICIPANTS>
"""

_PAIR = """
               <PAIR>
                  <PAIR_NUMBER>{number}</PAIR_NUMBER>
                  <DIRECTION>{direction}</DIRECTION>
                  <PERCENTAGE>{score}</PERCENTAGE>
                  <PLACE>{place}</PLACE>
                  <PLAYER RATEABLE="Y">
                     <PLAYER_NAME>{first}</PLAYER_NAME>
                     <CLUB_ID_NUMBER>{club}</CLUB_ID_NUMBER>
                     <NATIONAL_ID_NUMBER>{one}</NATIONAL_ID_NUMBER>
                  </PLAYER>
                  <PLAYER RATEABLE="Y">
                     <PLAYER_NAME>{second}</PLAYER_NAME>
                     <CLUB_ID_NUMBER>{club}</CLUB_ID_NUMBER>
                     <NATIONAL_ID_NUMBER>{two}</NATIONAL_ID_NUMBER>
                  </PLAYER>
               </PAIR>
"""

_LINE = """
               <TRAVELLER_LINE>
                  <NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>
                  <EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>
                  <CONTRACT>{contract}</CONTRACT>
                  <PLAYED_BY>{by}</PLAYED_BY>
                  <LEAD>D5</LEAD>
                  <TRICKS>{tricks}</TRICKS>
                  <SCORE>{score}</SCORE>
                  <NS_MATCH_POINTS>{points}</NS_MATCH_POINTS>
                  <EW_MATCH_POINTS>{rest}</EW_MATCH_POINTS>{play}
               </TRAVELLER_LINE>
"""

_DEAL = """
      <BOARD>
         <BOARD_NUMBER>{number}</BOARD_NUMBER>
         <HAND><DIRECTION>North</DIRECTION><CLUBS>AT5</CLUBS><DIAMONDS>K84</DIAMONDS><HEARTS>Q93</HEARTS><SPADES>J762</SPADES></HAND>
         <HAND><DIRECTION>East</DIRECTION><CLUBS>K8</CLUBS><DIAMONDS>AQ5</DIAMONDS><HEARTS>JT64</HEARTS><SPADES>T985</SPADES></HAND>
         <HAND><DIRECTION>South</DIRECTION><CLUBS>QJ93</CLUBS><DIAMONDS>J72</DIAMONDS><HEARTS>AK5</HEARTS><SPADES>KQ3</SPADES></HAND>
         <HAND><DIRECTION>West</DIRECTION><CLUBS>7642</CLUBS><DIAMONDS>T963</DIAMONDS><HEARTS>872</HEARTS><SPADES>A4</SPADES></HAND>
      </BOARD>
"""


class Night(NamedTuple):
    """A pairs event to be written as USEBIO."""

    pairs: int
    boards: int
    winners: int = 2
    play: int = 0  #: bytes of play beside each result
    name: str = "Club pairs"
    deals: bool = True  #: are the deals in the file?


def usebio(night: Night, dice: random.Random) -> bytes:
    """Write an event: everybody meets somebody on every board, and about one pair in seven ties."""
    tables = night.pairs // 2
    parts = [
        _HEAD.format(
            name=night.name, day=dice.randint(1, 28), month=dice.randint(1, 12), pairs=2 * tables, boards=night.boards,
            winners=night.winners,
        ),
        *_pairs(night, dice),
        "\n            </PARTICIPANTS>\n",
    ]  # fmt: skip
    play = f"\n                  <LIN_DATA>{'pc%7CSA%7C' * (night.play // 10)}</LIN_DATA>" if night.play else ""
    for board in range(1, night.boards + 1):
        parts.append(f"\n            <BOARD>\n               <BOARD_NUMBER>{board}</BOARD_NUMBER>\n")
        for table in range(tables):
            points = dice.randrange(2 * tables - 1)
            parts.append(
                _LINE.format(
                    ns=table + 1, ew=tables + 1 + (table + board) % tables, contract=dice.choice(_CONTRACTS),
                    by=dice.choice("NSEW"), tricks=dice.randint(6, 12), score=10 * dice.randint(-80, 80),
                    points=points, rest=2 * tables - 2 - points, play=play,
                )
            )  # fmt: skip
        parts.append("            </BOARD>\n")
    parts.append("         </SECTION>\n      </SESSION>\n   </EVENT>\n")
    if night.deals:
        parts += ["   <HANDSET>\n", *(_DEAL.format(number=at) for at in range(1, night.boards + 1)), "   </HANDSET>\n"]
    parts.append("</USEBIO>\n")
    return "".join(parts).encode("iso-8859-1")


def _pairs(night: Night, dice: random.Random) -> list[str]:
    tables = night.pairs // 2
    lists = (
        [range(1, tables + 1), range(tables + 1, 2 * tables + 1)] if night.winners == 2 else [range(1, 2 * tables + 1)]
    )
    found = []
    for direction, numbers in zip(("NS", "EW"), lists, strict=False):
        scores = sorted((dice.randrange(3000, 3000 + 12 * len(numbers)) for _ in numbers), reverse=True)
        for number, score in zip(numbers, scores, strict=True):
            place, tied = scores.index(score) + 1, scores.count(score) > 1
            first, second = (f"{dice.choice(_SYLLABLES)} {dice.choice(_SYLLABLES)} {number}{seat}" for seat in "ab")
            found.append(
                _PAIR.format(
                    number=number, direction=direction if night.winners == 2 else "", score=f"{score / 100:.2f}",
                    place=f"{place}{'=' if tied else ''}", first=first, second=second, club=dice.randint(1, 999),
                    one=dice.randint(100_000, 999_999), two=dice.randint(100_000, 999_999),
                )
            )  # fmt: skip
    return found


def year(events: int, seed: int = SEED) -> list[Night]:
    """Invent the club nights of a part of a year: seven tables on average, mostly 24 boards, some with deals."""
    dice = random.Random(seed)
    nights = []
    for index in range(events):
        tables = min(max(round(dice.lognormvariate(1.85, 0.45)), 5), 40)
        boards = dice.choices((16, 22, 24, 26, 27), (6, 12, 44, 20, 18))[0]
        deals = dice.random() < 0.2
        nights.append(Night(2 * tables, boards, dice.choice((1, 2)), 0, f"Club pairs {index + 1}", deals))
    return nights
