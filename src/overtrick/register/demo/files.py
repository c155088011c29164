"""The results files that invented clubs send: event files, USEBIO, lists, PBN."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape

from overtrick.engine.event import Contest, Contestant, Event, Play
from overtrick.formats import event_file
from overtrick.formats.ranking_csv import ranking_csv

#: Of twenty files so many are of each form; events that are no plain list are always event files.
FORMS = ("usebio",) * 9 + ("csv",) * 5 + ("pbn",) * 3 + ("event",) * 3

_ENDINGS = {"usebio": "xml", "csv": "csv", "pbn": "pbn", "event": "json"}


class DemoFile(NamedTuple):
    """A file as a club sends it, and what the club has to answer because such a file does not say it."""

    name: str
    content: bytes
    status: str  #: empty where the file says it


def written(event: Event, form: str, handbook: str, stem: str) -> DemoFile:
    """Write an event in one of the forms."""
    (stage,) = event.stages
    if stage.play is not Play.PAIRS or stage.contest is not Contest.MOVEMENT or event.facts:
        form = "event"
    name = f"{stem}.{_ENDINGS[form]}"
    if form == "usebio":
        return DemoFile(name, _usebio(event), event.status)
    if form == "csv":
        return DemoFile(name, ranking_csv(event), event.status)
    if form == "pbn":
        return DemoFile(name, _pbn(event), event.status)
    return DemoFile(name, event_file.write(event, handbook).encode(), "")


def _usebio(event: Event) -> bytes:
    """Write USEBIO 1.2 with lists and no travellers."""
    (stage,) = event.stages
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<USEBIO Version="1.2">',
        f"<CLUB><CLUB_NAME>{escape(event.organiser)}</CLUB_NAME></CLUB>",
        '<EVENT EVENT_TYPE="PAIRS">',
        f"<PROGRAM_NAME>Overtrick demo</PROGRAM_NAME><EVENT_DESCRIPTION>{escape(event.name)}</EVENT_DESCRIPTION>",
        f"<DATE>{event.begins:%d/%m/%Y}</DATE><BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>",
        f"<WINNER_TYPE>{stage.winners}</WINNER_TYPE><SESSION_COUNT>1</SESSION_COUNT><SECTION_COUNT>1</SECTION_COUNT>",
        f"<BOARDS_PLAYED>{stage.schedule.boards}</BOARDS_PLAYED>",
        '<SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>',
    ]
    number = 0
    for direction, field in zip(("NS", "EW"), stage.fields, strict=False):
        way = f"<DIRECTION>{direction}</DIRECTION>" if stage.winners > 1 else ""
        for each in field.contestants:
            number += 1
            lines.append(_pair(each, number, way))
    lines.append("</PARTICIPANTS></SECTION></SESSION></EVENT></USEBIO>")
    return "\n".join(lines).encode()


def _pair(each: Contestant, number: int, way: str) -> str:
    players = "".join(
        f"<PLAYER><PLAYER_NAME>{escape(player.name)}</PLAYER_NAME>"
        f"<NATIONAL_ID_NUMBER>{player.number}</NATIONAL_ID_NUMBER></PLAYER>"
        for player in each.players
    )
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{way}<PERCENTAGE>{each.score}</PERCENTAGE>"
        f"<PLACE>{each.place}</PLACE>{players}</PAIR>"
    )


def _pbn(event: Event) -> bytes:
    """Write the ranking as PBN does."""
    (stage,) = event.stages
    lines = [
        "% PBN 2.1",
        "% EXPORT",
        f'[Event "{event.name}"]',
        f'[Site "{event.organiser}"]',
        f'[Date "{event.begins:%Y.%m.%d}"]',
        '[Scoring "MP1"]',
        '[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;Names;NrBoards;MemberID1;MemberID2"]',
    ]
    number = 0
    for direction, field in zip(("N-S", "E-W"), stage.fields, strict=False):
        way = direction if stage.winners > 1 else "-"
        for each in field.contestants:
            number += 1
            names = " - ".join(player.name for player in each.players)
            numbers = " ".join(f'"{player.number}"' if player.number else "?" for player in each.players)
            lines.append(f'{each.place} {number} "{way}" {each.score} "{names}" {stage.schedule.boards} {numbers}')
    return ("\n".join(lines) + "\n").encode()
