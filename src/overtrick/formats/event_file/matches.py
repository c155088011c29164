"""Who met whom? The matches of a stage, and the rounds of a knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Ended, Match, Player, Round, Side
from overtrick.formats.event_file import keys
from overtrick.formats.event_file.contestants import NOBODY_KNOWN, read_player
from overtrick.formats.event_file.located import Items, Refused
from overtrick.formats.event_file.parts import Listed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from overtrick.formats.event_file.parts import Part

    #: The players of each contestant, by name.
    Teams = Mapping[str, Mapping[str, Player]]

NOBODY = Match((Side(""), Side("")))

_BOTH = 2


def read_matches(part: Part, teams: Teams) -> tuple[Match, ...]:
    """Read the matches of a stage or a round."""
    return tuple(NOBODY if each is None else _match(each, teams) for each in part.parts("matches", "match"))


def read_rounds(part: Part, teams: Teams) -> tuple[Round, ...]:
    """Read the rounds of a knock-out, in the order they were played."""
    return tuple(Round() if each is None else _round(each, teams) for each in part.parts("rounds", "round"))


def _round(part: Part, teams: Teams) -> Round:
    return Round(
        matches=read_matches(part, teams),
        boards=part.whole("boards", least=1) or 0,
        byes=tuple(part.texts("byes")),
        earned_byes=tuple(part.texts("earned byes")),
        entered=part.whole("entered", least=1),
        name=part.text("name"),
    )


def _match(part: Part, teams: Teams) -> Match:
    names, winner = _result(part)
    scores = _scores(part)
    line_ups = _line_ups(part, names, teams)
    one, two = (Side(name, line_ups.get(name, ()), score) for name, score in zip(names, scores, strict=True))
    return Match(
        sides=(one, two),
        winner=winner,
        boards=part.whole("boards", least=1) or 0,
        ended=part.choice("ended", Ended, Ended.PLAYED) or Ended.PLAYED,
        triangular=part.flag("triangular"),
    )


def _result(part: Part) -> tuple[tuple[str, str], str]:
    """Take the two sides and the winner; a match that says neither who won nor that it was drawn is a problem."""
    winner, loser, drawn = part.text("winner"), part.text("loser"), part.flag("drawn")
    names = _sides(part, winner, loser)
    if not all(names):
        return names, ""
    if names[0] == names[1]:
        part.problem("winner" if winner else "sides", f"'{names[0]}' cannot play against itself.", "Name both sides.")
        return names, ""
    if drawn:
        for word in part.given(("winner", "loser")):
            part.problem(word, f"A drawn match has no {word}.", f"Remove '{word}', or 'drawn'.")
        return names, ""
    for word, name in (("winner", winner), ("loser", loser)):
        if name and name not in names:
            found = f"The {word} '{name}' is not one of the two sides, {names[0]} and {names[1]}."
            part.problem(word, found, f"Write {names[0]} or {names[1]}.")
    if winner and winner == loser:
        part.problem("loser", f"'{winner}' is winner and loser.", "Correct one of them.")
    if not winner and loser in names:
        winner = names[1] if loser == names[0] else names[0]
    if not winner and not any(part.is_wrong(word) for word in ("winner", "loser", "drawn")):
        found = f"Nothing says who won, {names[0]} or {names[1]}."
        part.problem("winner", found, f"Add winner: {names[0]}, or winner: {names[1]}, or drawn: yes.")
    return names, winner


def _sides(part: Part, winner: str, loser: str) -> tuple[str, str]:
    given = part.given(("sides", "between"))
    if len(given) > 1:
        part.problem("between", "'sides' and 'between' both stand here.", "Keep one of them.")
    if not given:
        if not (winner and loser) and not part.is_wrong("winner") and not part.is_wrong("loser"):
            part.problem("sides", "The match does not name two sides.", f"Add for example {keys.example('sides')}.")
        return winner, loser
    word = given[0]
    names = part.texts(word)
    if len(names) == _BOTH:
        return names[0], names[1]
    if not part.is_wrong(word):
        part.problem(word, f"{len(names)} sides are named.", f"A match has two: {keys.example('sides')}.")
    return "", ""


def _scores(part: Part) -> tuple[Decimal | None, Decimal | None]:
    scores = part.decimals("scores")
    if len(scores) == _BOTH:
        return scores[0], scores[1]
    if part.has("scores") and not part.is_wrong("scores"):
        part.problem(
            "scores", f"There are {len(scores)} scores.", "Write one for each side, in the order of the sides."
        )
    return None, None


def _line_ups(part: Part, names: tuple[str, str], teams: Teams) -> dict[str, tuple[Player, ...]]:
    """Take who sat down for a side, where that was not the whole contestant."""
    found: dict[str, tuple[Player, ...]] = {}
    for name, node in part.entries("line-ups"):
        path = (*part.path, "line-ups", name)
        if name not in names and all(names):
            says = f"There is a line-up of '{name}', who is not in this match."
            part.findings.at(path, says, f"Write {names[0]} or {names[1]}.")
        if isinstance(node, Items):
            listed = [Listed(each, (*path, index)) for index, each in enumerate(node.items)]
            for each, way in listed:
                part.findings.lines.setdefault(way, each.line)
            found[name] = tuple(read_player(part, each, teams.get(name, NOBODY_KNOWN)) for each in listed)
        elif not isinstance(node, Refused):
            part.findings.at(
                path, f"The line-up of '{name}' is no list.", f"Write for example {keys.example('line-ups')}."
            )
    return found
