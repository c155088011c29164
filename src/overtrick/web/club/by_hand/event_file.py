"""Turns the form by hand into an event file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from overtrick.engine.event import Contest, StageKind
from overtrick.formats.event_file.reading import FORMAT
from overtrick.formats.names import plain
from overtrick.handbooks.forms import EVENT_WORDS, FACT
from overtrick.register.organisations.models import Organisation
from overtrick.web.club.by_hand.errors import STANZA
from overtrick.web.club.by_hand.sheet import HandMatch, HandRow, HandStage, Seat, Sheet, count, list_name
from overtrick.web.club.by_hand.words import BYE, DRAWN, EARNED_BYE, TRIANGULAR

__all__ = ["FORMAT", "event_file", "file_bytes", "round_order"]

#: What the form calls otherwise than the event file.
_CALLED = {"stage name": "name"}
_APART = re.compile(r"[^\s,+]+")
_TEAM = tuple[Seat, ...]


def event_file(sheet: Sheet, organisation: Organisation) -> bytes:
    """Write the form down as an event file."""
    return file_bytes(sheet, {"handbook": organisation.federation.handbook, "organiser": organisation.name})


def file_bytes(sheet: Sheet, whose: Mapping[str, str]) -> bytes:
    """Write the form down for somebody."""
    said = {word: sheet.texts.get(word, "") for word in EVENT_WORDS}
    words: dict[str, Any] = {"event": sheet.texts["event"], "date": sheet.texts["date"], **whose, **said}
    words["status"] = sheet.texts["status"]
    facts = {name[len(FACT) :]: answer for name, answer in sheet.answers.items() if name.startswith(FACT)}
    words["facts"] = {**dict(sheet.form.sets), **facts}
    words |= {word: _value(word, answer) for word, answer in sheet.answers.items() if not word.startswith(FACT)}
    players = _squads(sheet)
    words["stages"] = [_stage(sheet, at, stage, players) for at, stage in sheet.filled]
    return (json.dumps(_given(words), ensure_ascii=False, indent=1) + "\n").encode()


def _given(words: Mapping[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in words.items() if value not in ("", [], {})}


def _value(word: str, written: str) -> str | list[str]:
    """Take the boards of each session and a list of names apart; everything else is one value."""
    if word == "still in":
        return [each.strip() for each in written.split(",") if each.strip()]
    return _APART.findall(written) if word in ("sessions", "between") else written


def _squads(sheet: Sheet) -> dict[str, tuple[str, _TEAM]]:
    """Know each team as the first stage that names it writes it, with its players."""
    found: dict[str, tuple[str, _TEAM]] = {}
    for _at, stage in sheet.filled:
        for each in stage.lists:
            for row in each.rows:
                if row.team and (plain(row.team) not in found or not _named(found[plain(row.team)][1])):
                    spelt = found.get(plain(row.team), (row.team,))[0]
                    found[plain(row.team)] = (spelt, row.players)
    return found


def _named(players: _TEAM) -> list[Seat]:
    return [seat for seat in players if seat.name]


def _stage(sheet: Sheet, at: int, stage: HandStage, squads: Mapping[str, tuple[str, _TEAM]]) -> dict[str, Any]:
    kind = sheet.kind_of(at)
    words: dict[str, Any] = {
        "stage": "" if kind is StageKind.ONLY else str(kind),
        "play": str(stage.play),
        "contest": "" if stage.contest is Contest.MOVEMENT else str(stage.contest),
        "winners": "" if stage.winners == 1 else str(stage.winners),
        "stratified": "yes" if "category" in stage.columns else "",
    }
    words |= {_CALLED.get(word, word): _value(word, said) for word, said in stage.texts.items()}
    if stage.cup:
        words["match boards"] = words.get("match boards") or words.get("boards", "")
    listed = [_list(stage, number, squads) for number, each in enumerate(stage.lists) if not each.empty]
    alone = len(listed) == 1 and listed[0].keys() == {"results"}
    words |= {"results": listed[0]["results"]} if alone else {"lists": listed}
    if stage.cup:
        words["rounds"] = _rounds(stage, squads)
    else:
        words["matches"] = [_match(each, squads) for _number, each in stage.played]
    return _given(words)


def _list(stage: HandStage, at: int, squads: Mapping[str, tuple[str, _TEAM]]) -> dict[str, Any]:
    each = stage.lists[at]
    results = [_result(stage, row, squads) for _number, row in each.filled]
    return _given({**each.texts, "list": list_name(stage, at), "results": results})


def _result(stage: HandStage, row: HandRow, squads: Mapping[str, tuple[str, _TEAM]]) -> dict[str, Any]:
    team, squad = squads.get(plain(row.team), (row.team, row.players))
    players = _named(row.players) or _named(squad)
    placed = "place" in stage.columns and not (row.score and not row.place)
    words: dict[str, Any] = {"place": row.place if placed else "", "score": row.score, "name": team}
    if any(seat.boards for seat in row.players):
        words["players"] = [_given(seat._asdict()) for seat in players]
    else:
        words["names"] = [seat.name for seat in players]
        if any(seat.number for seat in players):
            words["numbers"] = [seat.number or "none" for seat in players]
    words |= {"standing": row.standing, "section": row.section}
    words |= {word: getattr(row, word) for word in ("won", "drawn", "category") if word in stage.columns}
    return _given(words)


# --- Matches ------------------------------------------------------------------------------------------------------


def round_order(stage: HandStage) -> list[str]:
    """Put the rounds into their order: numbers by size, names as they were entered."""
    said = list(dict.fromkeys(plain(match.round) for _at, match in stage.played))
    return (
        sorted(said, key=lambda each: (count(each) or len(said), said.index(each))) if all(map(count, said)) else said
    )


def _rounds(stage: HandStage, squads: Mapping[str, tuple[str, _TEAM]]) -> list[dict[str, Any]]:
    """Put the matches into their rounds; who is in none of the first has a bye."""
    teams = [squads[plain(row.team)][0] for each in stage.lists for row in each.rows if row.team]
    rounds: list[dict[str, Any]] = []
    for number, name in enumerate(round_order(stage)):
        played = [match for _at, match in stage.played if plain(match.round) == name]
        matches = [_match(each, squads) for each in played if each.ended not in (BYE, EARNED_BYE)]
        byes = [_spelt(each.winner, squads) for each in played if each.ended == BYE]
        earned = [_spelt(each.winner, squads) for each in played if each.ended == EARNED_BYE]
        if number == 0:
            busy = {plain(team) for each in played for team in (each.winner, each.loser)}
            byes += [team for team in teams if plain(team) not in busy]
        called = "" if count(name) else played[0].round
        rounds.append(_given({"name": called, "matches": matches, "byes": byes, "earned byes": earned}))
    return rounds


def _spelt(team: str, squads: Mapping[str, tuple[str, _TEAM]]) -> str:
    return squads.get(plain(team), (team,))[0]


def _match(match: HandMatch, squads: Mapping[str, tuple[str, _TEAM]]) -> dict[str, Any]:
    sides = [_spelt(match.winner, squads), _spelt(match.loser, squads)]
    drawn, triangular = match.ended == DRAWN, match.ended == TRIANGULAR
    words = {
        "sides": sides,
        "winner": "" if drawn else sides[0],
        "drawn": "yes" if drawn else "",
        "scores": [match.winner_score, match.loser_score] if match.winner_score else [],
        "boards": match.boards,
        "ended": "" if drawn or triangular else match.ended,
        "triangular": "yes" if triangular else "",
        "segments": [
            _given({"scores": [one, other], "boards": boards}) for one, other, boards in STANZA.findall(match.stanzas)
        ],
    }
    return _given(words)
