"""How does what was entered by hand become an event file, and how does an event come back into the form?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from overtrick.engine.event import StageKind
from overtrick.web.club import hand_sheet
from overtrick.web.club.hand_kinds import asks_of
from overtrick.web.club.hand_sheet import Match, Row, Sheet, count

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Event, Field
    from overtrick.register.organisations.models import Organisation
    from overtrick.web.club.hand_kinds import Kind


def event_file(sheet: Sheet, organisation: Organisation) -> bytes:
    """Write the form down as an event file."""
    kind = sheet.kind
    words: dict[str, Any] = {
        "event": sheet.texts["event"],
        "date": sheet.texts["date"],
        "handbook": organisation.federation.handbook,
        "organiser": organisation.name,
        "status": sheet.texts["status"],
    }
    words |= {"stages": _stages(sheet)} if kind.stages else _stage(sheet)
    return (json.dumps(_given(words), ensure_ascii=False, indent=1) + "\n").encode()


def _given(words: dict[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in words.items() if value not in ("", [])}


def _stages(sheet: Sheet) -> list[dict[str, Any]]:
    """Write each list as a stage; what was not played is left out."""
    kind, texts = sheet.kind, sheet.texts
    found = []
    for stage, rows in zip(kind.stages, sheet.lists, strict=True):
        first = stage is StageKind.QUALIFYING
        words = {
            "stage": str(stage),
            "play": str(kind.play),
            "boards": texts["boards"] if first else texts["final-boards"],
            "carry forward": texts["carry-forward"] if stage is StageKind.FINAL else "",
            "results": [_result(kind, row) for row in rows if not row.empty],
        }
        if words["results"]:
            found.append(_given(words))
    return found


def _stage(sheet: Sheet) -> dict[str, Any]:
    """Write the only stage there is."""
    kind = sheet.kind
    words: dict[str, Any] = {"play": str(kind.play), "contest": str(kind.contest), "winners": str(kind.winners)}
    words |= {each.word: sheet.texts[each.field] for each in asks_of(kind)}
    if kind.matches:
        words["match boards"] = words["boards"]
    listed = []
    for at, (name, rows) in enumerate(zip(kind.lists, sheet.lists, strict=True), 1):
        division = {"division": str(at)} if kind.divisions else {}
        listed.append({"list": name, **division, "results": [_result(kind, row) for row in rows if not row.empty]})
    listed = [each for each in listed if each["results"]]
    words |= {"results": listed[0]["results"]} if len(listed) == 1 else {"lists": listed}
    if kind.matches:
        words["rounds"] = _rounds(sheet)
    return words


def _result(kind: Kind, row: Row) -> dict[str, Any]:
    players = [(number, name) for number, name in row.players if name]
    words: dict[str, Any] = {"place": "" if kind.matches else row.place, "name": row.team}
    words["names"] = [name for _number, name in players]
    if any(number for number, _name in players):
        words["numbers"] = [number or "none" for number, _name in players]
    words |= {"won": row.won, "drawn": row.drawn} if kind.tally else {}
    return _given(words)


def _rounds(sheet: Sheet) -> list[dict[str, Any]]:
    """Put the matches into their rounds; who is still in and does not play has a bye."""
    numbers = sorted({count(each.round) for each in sheet.matches if not each.empty})
    teams = [row.team for row in sheet.lists[0] if row.team]
    out: set[str] = set()
    rounds: list[dict[str, Any]] = []
    for number in numbers:
        played = [each for each in sheet.matches if not each.empty and count(each.round) == number]
        busy = {team for each in played for team in (each.winner, each.loser)}
        byes = [team for team in teams if team not in busy and team not in out] if number == numbers[0] else []
        made: dict[str, Any] = {"matches": [{"winner": each.winner, "loser": each.loser} for each in played]}
        rounds.append(made | ({"byes": byes} if byes else {}))
        out |= {each.loser for each in played}
    return rounds


def of_event(kind: Kind, event: Event) -> Sheet:
    """Fill the form from an event that was entered before."""
    stage = event.stages[0]
    texts = {"event": event.name, "date": event.begins.isoformat(), "status": event.status}
    texts["boards"] = str(stage.match_boards or stage.schedule.boards if kind.matches else stage.schedule.boards)
    texts["match-boards"] = str(stage.match_boards)
    if stage.match_boards:
        texts["boards-per-round"] = str(stage.match_boards)
        texts["rounds-of-play"] = str(stage.schedule.boards // stage.match_boards)
    if kind.stages:
        final = event.stages[1]
        texts["final-boards"] = str(final.schedule.boards)
        texts["carry-forward"] = "yes" if final.carry_forward else "no"
    if stage.series:
        texts["games"], texts["results-counted"] = str(stage.series.games), str(stage.series.counted)
        average = stage.series.average_tables
        texts["average-tables"] = "" if average is None else str(average)
    fields = [field for each in event.stages for field in each.fields] if kind.stages else stage.fields
    lists = [tuple(_row(kind, field, each) for each in field.contestants) for field in fields]
    lists += hand_sheet.blank(kind, "").lists[len(lists) :]
    matches = tuple(
        Match(str(at), match.winner, next(side.contestant for side in match.sides if side.contestant != match.winner))
        for at, played in enumerate(stage.rounds, 1)
        for match in played.matches
    )
    return Sheet(kind, texts, tuple(lists), matches)


def _row(kind: Kind, field: Field, each: Contestant) -> Row:
    tied = "=" if sum(other.place == each.place for other in field.contestants) > 1 else ""
    players = [(player.number, player.name) for player in each.players][: kind.players]
    players += [("", "")] * (kind.players - len(players))
    tally = each.tally
    return Row(
        f"{each.place}{tied}" if each.place else "",
        each.name if kind.teams else "",
        tuple(players),
        str(tally.won) if tally else "",
        str(tally.drawn) if tally else "",
    )
