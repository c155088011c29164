"""Turns the form by hand into an event file, and an event back into the form."""

from __future__ import annotations

import json
import re
from typing import Any

from overtrick.engine.event import Contestant, Event, Field, Stage, StageKind
from overtrick.engine.event import Match as Played
from overtrick.formats import event_file as event_files
from overtrick.register.competitions.versions import plain
from overtrick.register.organisations.models import Organisation
from overtrick.web.club import hand_form
from overtrick.web.club.hand_form import HandRow, Match, Seat, Sheet, count, list_boards
from overtrick.web.club.hand_kinds import KINDS, HandKind, fields_of, fits

_FACTS = "facts "


def event_file(sheet: Sheet, organisation: Organisation) -> bytes:
    """Write the form down as an event file."""
    return _file_bytes(sheet, {"handbook": organisation.federation.handbook, "organiser": organisation.name})


def _file_bytes(sheet: Sheet, whose: dict[str, str]) -> bytes:
    kind = sheet.kind
    words: dict[str, Any] = {"event": sheet.texts["event"], "date": sheet.texts["date"], **whose}
    words["status"] = sheet.texts["status"]
    words["facts"] = {name[len(_FACTS) :]: said for name, said in sheet.answers.items() if name.startswith(_FACTS)}
    words |= {"stages": _stages(sheet)} if kind.stages else _stage(sheet)
    words |= {word: _value(word, said) for word, said in sheet.answers.items() if not word.startswith(_FACTS)}
    return (json.dumps(_given(words), ensure_ascii=False, indent=1) + "\n").encode()


def _given(words: dict[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in words.items() if value not in ("", [], {})}


def _value(word: str, written: str) -> str | list[str]:
    """Take the boards of each session apart; everything else is one value."""
    return re.findall(r"[^\s,+]+", written) if word == "sessions" else written


def _stages(sheet: Sheet) -> list[dict[str, Any]]:
    """Write each list as a stage; what was not played is left out."""
    kind, texts = sheet.kind, sheet.texts
    found = []
    for at, stage in enumerate(kind.stages):
        first = stage is StageKind.QUALIFYING
        words = {
            "stage": str(stage),
            "play": str(kind.play),
            "boards": texts["boards"] if first else texts["final-boards"],
            "carry forward": texts["carry-forward"] if stage is StageKind.FINAL else "",
            "results": [_result(kind, row) for _number, row in sheet.filled(at)],
        }
        if words["results"]:
            found.append(_given(words))
    return found


def _stage(sheet: Sheet) -> dict[str, Any]:
    """Write the only stage there is."""
    kind = sheet.kind
    words: dict[str, Any] = {"play": str(kind.play), "contest": str(kind.contest), "winners": str(kind.winners)}
    words |= {each.word: _value(each.word, sheet.texts[each.field]) for each in fields_of(kind)}
    if kind.matches:
        words["match boards"] = words["boards"]
    listed = []
    for at, name in enumerate(kind.lists):
        division = {"division": str(at + 1)} if kind.divisions else {}
        boards = {"boards": sheet.texts.get(list_boards(at), "")}
        results = [_result(kind, row) for _number, row in sheet.filled(at)]
        listed.append(_given({"list": name, **division, **boards, "results": results}))
    listed = [each for each in listed if "results" in each]
    alone = len(listed) == 1 and "boards" not in listed[0]
    words |= {"results": listed[0]["results"]} if alone else {"lists": listed}
    if kind.matches:
        words["rounds"] = _rounds(sheet)
    return words


def _result(kind: HandKind, row: HandRow) -> dict[str, Any]:
    players = [seat for seat in row.players if seat.name]
    words: dict[str, Any] = {"place": "" if kind.matches else row.place, "name": row.team}
    if row.more_told:
        words["players"] = [_given(seat._asdict()) for seat in players]
    else:
        words["names"] = [seat.name for seat in players]
        if any(seat.number for seat in players):
            words["numbers"] = [seat.number or "none" for seat in players]
    words |= {"won": row.won, "drawn": row.drawn} if kind.tally else {}
    return _given(words)


def _rounds(sheet: Sheet) -> list[dict[str, Any]]:
    """Put the matches into their rounds; who is still in and does not play has a bye."""
    numbers = sorted({count(each.round) for each in sheet.matches if not each.empty})
    teams = [row.team for row in sheet.lists[0] if row.team]
    spelt = {plain(team): team for team in teams}
    rounds: list[dict[str, Any]] = []
    for number in numbers:
        played = [
            each._replace(
                winner=spelt.get(plain(each.winner), each.winner), loser=spelt.get(plain(each.loser), each.loser)
            )
            for each in sheet.matches
            if not each.empty and count(each.round) == number
        ]
        busy = {team for each in played for team in (each.winner, each.loser)}
        byes = [team for team in teams if team not in busy] if number == numbers[0] else []
        rounds.append(_given({"matches": [_match(each) for each in played], "byes": byes}))
    return rounds


def _match(match: Match) -> dict[str, Any]:
    scores = [match.winner_score, match.loser_score] if match.winner_score else []
    return _given({"winner": match.winner, "loser": match.loser, "boards": match.boards, "scores": scores})


# --- Back into the form ------------------------------------------------------------------------------------------


def sheet_of(event: Event) -> Sheet | None:
    """Fill the form from an event; nothing if the event says more than the form can hold.

    The form holds an event if what it would write down is the same event.
    """
    for kind in KINDS.values():
        if not fits(kind, event):
            continue
        sheet = _filled(kind, event)
        held = event_files.read("", _file_bytes(sheet, {"organiser": event.organiser})).event
        if held == event:
            return sheet
    return None


def _filled(kind: HandKind, event: Event) -> Sheet:
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
    own = {each.word for each in fields_of(kind)}
    told = _stage_words(stage)
    texts |= {word: told[word] for word in told if word in own}
    answers = {word: said for word, said in told.items() if said and word not in own}
    answers |= {f"{_FACTS}{name}": said for name, said in event.facts}
    fields = [field for each in event.stages for field in each.fields] if kind.stages else list(stage.fields)
    texts |= {list_boards(at): str(field.schedule.boards) for at, field in enumerate(fields) if field.schedule}
    lists = [tuple(_row(kind, field, each) for each in field.contestants) for field in fields]
    lists += hand_form.blank(kind, "").lists[len(lists) :]
    matches = tuple(_played(str(at), match) for at, each in enumerate(stage.rounds, 1) for match in each.matches)
    empty = {each.field: "" for each in fields_of(kind)}
    return Sheet(kind, empty | texts, tuple(lists), matches, answers)


def _stage_words(stage: Stage) -> dict[str, str]:
    """Say what a stage tells beyond its kind, in the words of the event file."""
    return {
        "movement": stage.movement or "",
        "sessions": " ".join(map(str, stage.schedule.sessions)),
        "match scores": stage.match_scores or "",
    }


def _played(number: str, match: Played) -> Match:
    scores = {side.contestant: "" if side.score is None else str(side.score) for side in match.sides}
    loser = next((name for name in scores if name != match.winner), "")
    boards = str(match.boards or "")
    return Match(number, match.winner, loser, boards, scores.get(match.winner, ""), scores.get(loser, ""))


def _row(kind: HandKind, field: Field, each: Contestant) -> HandRow:
    tied = "=" if sum(other.place == each.place for other in field.contestants) > 1 else ""
    players = [
        Seat(player.number, player.name, "" if player.boards is None else str(player.boards)) for player in each.players
    ][: kind.players]
    players += [Seat()] * (kind.players - len(players))
    tally = each.tally
    return HandRow(
        f"{each.place}{tied}" if each.place else "",
        each.name if kind.teams else "",
        tuple(players),
        str(tally.won) if tally else "",
        str(tally.drawn) if tally else "",
    )
