"""Does it fit together? Places in step, lists that suit the movement, matches of those who played."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.lengths import CUPS, SERIES
from overtrick.formats.event_file import keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.event import Contestant, Field, Match, Round, Stage
    from overtrick.formats.event_file.parts import Findings
    from overtrick.formats.reading import Path

#: How many winners a movement can have, by what competes.
WINNERS = {Play.TEAMS: ("1",), Play.PAIRS: ("1", "2"), Play.INDIVIDUAL: ("1", "4")}

_DIRECTION = re.compile(r"n(orth)?\W*s(outh)?|e(ast)?\W*w(est)?", re.IGNORECASE)
_SHOWN = 6
_TWICE = 2


def check_stage(findings: Findings, stage: Stage, path: Path) -> None:
    """Note everything about a stage that does not fit together."""
    _check_winners(findings, stage, path)
    with_matches = _has_matches(stage)
    partners = stage.contest in SERIES and stage.play is not Play.INDIVIDUAL
    for index, field in enumerate(stage.fields):
        where = (*path, "fields", index)
        _check_ranking(findings, stage, field, where)
        _check_names(findings, field, where, with_matches=with_matches, other_partners=partners)
    names = {each.name for field in stage.fields for each in field.contestants}
    if not names:
        for word in (word for word, given in (("matches", stage.matches), ("rounds", stage.rounds)) if given):
            found = f"There are {word}, but nobody is listed."
            findings.at("players-missing", (*path, word), found, "List everybody who played, under results.")
        return
    for index, match in enumerate(stage.matches):
        _check_match(findings, match, names, (*path, "matches", index))
    for index, this in enumerate(stage.rounds):
        _check_round(findings, this, names, (*path, "rounds", index))


# --- Lists and winners -------------------------------------------------------------------------------------------


def _check_winners(findings: Findings, stage: Stage, path: Path) -> None:
    way = (*path, "winners")
    if findings.is_wrong(way) or findings.is_wrong((*path, "play")):
        return
    if str(stage.winners) not in WINNERS[stage.play]:
        what = "an individual" if stage.play is Play.INDIVIDUAL else str(stage.play)
        can_have = keys.either(WINNERS[stage.play])
        findings.at(
            "winners-against-play",
            way,
            f"'winners' is {stage.winners}, but the play is {what}.",
            f"Write {can_have}, or correct 'play'.",
        )
        return
    groups = Counter((field.division, field.section, field.session) for field in stage.fields)
    if stage.winners > 1:
        own = {key for key in groups if _has_one_winner(stage, key[1])}
        for count in {count for key, count in groups.items() if count != stage.winners and key not in own}:
            lists = "one list is" if count == 1 else f"{count} lists are"
            remedy = "Give a list for each direction, under lists:, or correct 'winners'."
            findings.at("winners-against-lists", way, f"There are {stage.winners} winners, but {lists} given.", remedy)
    elif stage.play is Play.PAIRS and len(stage.fields) > 1:
        named = [field.name for field in stage.fields if _DIRECTION.fullmatch(field.name.strip())]
        if named:
            found = f"'{named[0]}' is one of several lists, but 'winners' is 1."
            findings.at(
                "winners-against-lists", way, found, "Write winners: 2 if North-South and East-West have a winner each."
            )


def _has_one_winner(stage: Stage, section: str) -> bool:
    """Say whether a section beside others has one list, and that not of a direction: it had one winner."""
    inside = [field for field in stage.fields if field.section == section]
    named = any(_DIRECTION.search(field.name) for field in inside)
    return bool(section) and len(inside) == 1 < len(stage.fields) and not named


# --- Places ------------------------------------------------------------------------------------------------------


def _check_ranking(findings: Findings, stage: Stage, field: Field, path: Path) -> None:
    if _is_in_step([each.place for each in field.contestants]):
        return
    rows = [
        (each, (*path, "contestants", index))
        for index, each in enumerate(field.contestants)
        if not findings.is_wrong((*path, "contestants", index))
    ]
    placed = {way for each, way in rows if each.place is not None or findings.is_wrong((*way, "place"))}
    scored = {way for each, way in rows if each.score is not None or findings.is_wrong((*way, "score"))}
    if not rows or (not placed and len(scored) == len(rows)):
        return
    if not placed and not scored:
        if stage.contest not in CUPS and not stage.matches and not stage.rounds:
            findings.at(
                "places-missing",
                path,
                "Nobody in this list has a place or a score.",
                "Add place: 1 and so on, or the scores.",
            )
        return
    word, given = ("place", placed) if placed else ("score", scored)
    for each, way in rows:
        if way not in given:
            remedy = f"Give a {word} to everybody in the list."
            findings.at(
                "places-missing", (*way, word), f"{each.name or 'This row'} has no {word}, others have one.", remedy
            )
    if len(placed) == len(rows) and not any(findings.is_wrong((*way, "place")) for way in placed):
        _check_places(findings, stage, rows)


def _is_in_step(places: Sequence[int | None]) -> bool:
    """Say whether everybody has a place and the places go 1, 2, 2, 4, as in nearly every list."""
    written = sorted([place for place in places if place is not None])
    reached = 1
    for index, place in enumerate(written, 1):
        if place not in (index, reached):
            return False
        reached = place
    return len(written) == len(places) > 0


def _check_places(findings: Findings, stage: Stage, rows: list[tuple[Contestant, Path]]) -> None:
    """Places go 1, 2, 2, 4; sections that are ranked apart may each begin again."""
    wrong = _first_out_of_step(rows)
    if wrong is None:
        return
    if not stage.across or not stage.matchpoints or stage.play is Play.TEAMS:
        sections = {each.section for each, _way in rows}
        apart = [_first_out_of_step([row for row in rows if row[0].section == section]) for section in sections]
        if len(sections) > 1 and not any(apart):
            return
    index, expected, written, way = wrong
    before = written[max(index - _SHOWN, 0) : index]
    lead = "…, " if index > _SHOWN else ""
    as_written = lead + ", ".join(map(str, [*before, written[index]]))
    as_expected = lead + ", ".join(map(str, [*before, expected]))
    found = f"The places go {as_written}; {as_expected} was expected."
    findings.at(
        "places-out-of-step",
        (*way, "place"),
        found,
        "Correct the places: those who tie share one, and the next places stay empty.",
    )


def _first_out_of_step(rows: Sequence[tuple[Contestant, Path]]) -> tuple[int, int, list[int], Path] | None:
    ordered = sorted(((each.place or 0, order, way) for order, (each, way) in enumerate(rows)), key=lambda row: row[:2])
    written = [place for place, _order, _way in ordered]
    for index, (place, _order, way) in enumerate(ordered):
        shares = index and place == written[index - 1]
        if not shares and place != index + 1:
            return index, index + 1, written, way
    return None


# --- Names and numbers -------------------------------------------------------------------------------------------


def _check_names(findings: Findings, field: Field, path: Path, *, with_matches: bool, other_partners: bool) -> None:
    """Nobody is in a list twice, except with other partners in a series of games."""
    if _all_differ(field, with_matches=with_matches):
        return
    names: dict[str, Path] = {}
    players: dict[str, tuple[str, Path]] = {}
    for index, contestant in enumerate(field.contestants):
        if other_partners:
            players = {}
        way = (*path, "contestants", index)
        first = names.setdefault(contestant.name, way)
        if contestant.name and first != way:
            found = f"'{contestant.name}' is in this list twice; first on line {_line(findings, first)}."
            findings.at("contestant-twice", way, found, "Remove one row, or give the contestants names that differ.")
            continue
        for player in contestant.players:
            known = player.number or (player.name if with_matches else "")
            if not known:
                continue
            if known not in players:
                players[known] = player.name, way
                continue
            other, where = players[known]
            what = f"number {player.number}" if player.number else f"name {player.name}, without a number,"
            found = f"The {what} is in this list twice: {other} (line {_line(findings, where)}) and {player.name}."
            remedy = "Correct one of the numbers." if player.number else "Give both their numbers."
            findings.at("player-listed-twice", way, found, remedy)


def _all_differ(field: Field, *, with_matches: bool) -> bool:
    """Say whether nobody is in a list twice, as in nearly every list."""
    rows = field.contestants
    if len({each.name for each in rows}) < len(rows):
        return False
    known = [
        known for each in rows for player in each.players if (known := player.number or (with_matches and player.name))
    ]
    return len(set(known)) == len(known)


def _line(findings: Findings, path: Path) -> int:
    return findings.lines.get(path, 0)


def _has_matches(stage: Stage) -> bool:
    counted = any(each.tally is not None for field in stage.fields for each in field.contestants)
    return bool(stage.matches or stage.rounds or counted)


# --- Matches -----------------------------------------------------------------------------------------------------


def _check_match(findings: Findings, match: Match, names: set[str], path: Path) -> None:
    for side in match.sides:
        if side.contestant and side.contestant not in names:
            _unknown(findings, side.contestant, names, path)


def _unknown(findings: Findings, name: str, names: set[str], path: Path) -> None:
    meant = keys.nearest(name, sorted(names)) if findings.may_guess else ""
    remedy = f"Did you mean '{meant}'?" if meant else "Write the name as it is in the results, or add it there."
    findings.at("contestant-unknown", path, f"'{name}' is not in the results.", remedy)


def _check_round(findings: Findings, this: Round, names: set[str], path: Path) -> None:
    played: Counter[str] = Counter()
    in_triangles: Counter[str] = Counter()
    for index, match in enumerate(this.matches):
        way = (*path, "matches", index)
        _check_match(findings, match, names, way)
        for side in match.sides:
            count = in_triangles if match.triangular else played
            count[side.contestant] += 1
            most = _TWICE if match.triangular else 1
            both = played[side.contestant] and in_triangles[side.contestant]
            if side.contestant and (count[side.contestant] > most or both):
                found = f"'{side.contestant}' plays too often in this round."
                findings.at(
                    "too-many-matches-in-a-round",
                    way,
                    found,
                    "A round has one match for everybody, or two against the others of a triangle.",
                )
    for name, way in _byes(this, path):
        if name and name not in names:
            _unknown(findings, name, names, way)
        elif name and (played[name] or in_triangles[name]):
            findings.at("contestant-twice-in-a-round", way, f"'{name}' is in this round twice.", "Remove one of them.")
        played[name] += 1
    matched = len(set(played) | set(in_triangles))
    if this.entered is not None and this.entered < matched:
        found = f"'entered' is {this.entered}, but {matched} are named in this round."
        findings.at("entered-against-lists", (*path, "entered"), found, "Correct it, or remove it.")


def _byes(this: Round, path: Path) -> Iterator[tuple[str, Path]]:
    for word, names in (("byes", this.byes), ("earned byes", this.earned_byes)):
        for index, name in enumerate(names):
            yield name, (*path, word, index)
