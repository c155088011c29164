"""Who met whom? The matches of a stage, and the rounds of a knock-out."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.event import Ended, Match, Player, Round, Side
from overtrick.formats.event_file import keys
from overtrick.formats.event_file.contestants import NOBODY_KNOWN, read_player
from overtrick.formats.names import spelt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.formats.event_file.parts import Part
    from overtrick.formats.names import ByName

    Scores = tuple[Decimal | None, Decimal | None]

    #: The players of each contestant, by name.
    Teams = ByName[ByName[Player]]

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
        matches=_with_segments(read_matches(part, teams)),
        boards=part.whole("boards", least=1) or 0,
        byes=tuple(teams.spelt(each) for each in part.texts("byes")),
        earned_byes=tuple(teams.spelt(each) for each in part.texts("earned byes")),
        entered=part.whole("entered", least=1),
        name=part.text("name"),
        sessions=tuple(part.wholes("sessions", least=1)),
    )


def _with_segments(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """A match of a knock-out may be listed segment by segment: the same two sides, each time with their scores."""
    together: dict[frozenset[str], list[Match]] = {}
    for match in matches:
        together.setdefault(frozenset(side.contestant for side in match.sides), []).append(match)
    if len(together) == len(matches):
        return matches
    return tuple(
        _joined(same) if len(same) > 1 and all(_is_scored(match) for match in same) else match
        for same in together.values()
        for match in (same[:1] if all(_is_scored(each) for each in same) else same)
    )


def _is_scored(match: Match) -> bool:
    return not match.triangular and all(side.score is not None for side in match.sides)


def _joined(segments: list[Match]) -> Match:
    """Put the segments of one match together; the scores added up say who won it."""
    one, two = (side.contestant for side in segments[0].sides)
    turned = [_turned(each, one) for each in segments]
    totals = _totals(turned)
    winner = _ahead((one, two), totals)
    return Match((Side(one, (), totals[0]), Side(two, (), totals[1])), winner, segments=tuple(turned))


def _totals(segments: Sequence[Match]) -> Scores:
    """Add the scores of segments up; nothing where one of them has none."""
    if not segments or not all(map(_is_scored, segments)):
        return None, None
    one, two = (sum((Decimal(each.sides[at].score or 0) for each in segments), start=Decimal(0)) for at in (0, 1))
    return one, two


def _ahead(names: tuple[str, str], scores: Scores) -> str:
    """Name the side with the higher score; nobody where they are equal."""
    one, two = scores
    if one is None or two is None or one == two:
        return ""
    return names[0] if one > two else names[1]


def _turned(match: Match, first: str) -> Match:
    one, two = match.sides
    return match if one.contestant == first else match._replace(sides=(two, one))


def _match(part: Part, teams: Teams, of: tuple[str, str] | None = None) -> Match:
    """Read a match; a segment ``of`` one need not name its sides."""
    scores, imps = _scores(part, "scores"), _scores(part, "imps")
    if scores == (None, None) != imps:
        scores, imps = imps, (None, None)
    winner, loser = (teams.spelt(part.text(word)) for word in ("winner", "loser"))
    names = of if of is not None and not part.given(("sides", "between", "loser")) else None
    if names is None:
        first, second = _sides(part, winner, loser)
        names = teams.spelt(first), teams.spelt(second)
    segments = tuple(
        NOBODY if each is None else _turned(_match(each, teams, names), names[0])
        for each in part.parts("segments", "match")
    )
    told = scores if None not in scores or not segments else _totals(segments)
    winner = _result(part, names, spelt(winner, names), spelt(loser, names), told)
    line_ups = _line_ups(part, names, teams)
    one, two = (
        Side(name, line_ups.get(name, ()), score, beside)
        for name, score, beside in zip(names, scores, imps, strict=True)
    )
    return Match(
        sides=(one, two),
        winner=winner,
        boards=part.whole("boards", least=1) or 0,
        ended=part.choice("ended", Ended, Ended.PLAYED) or Ended.PLAYED,
        triangular=part.flag("triangular"),
        segments=segments,
    )


def _result(part: Part, names: tuple[str, str], winner: str, loser: str, scores: Scores) -> str:
    """Take the winner, who is told, or by the scores; a match without a result is a problem."""
    if not all(names):
        return ""
    if names[0] == names[1]:
        part.problem(
            "match-against-itself",
            "winner" if winner else "sides",
            f"'{names[0]}' cannot play against itself.",
            "Name both sides.",
        )
        return ""
    if part.flag("drawn"):
        for word in part.given(("winner", "loser")):
            part.problem("drawn-with-winner", word, f"A drawn match has no {word}.", f"Remove '{word}', or 'drawn'.")
        return ""
    if not winner and not loser and None not in scores:
        return _ahead(names, scores)
    return _winner(part, names, winner, loser)


def _winner(part: Part, names: tuple[str, str], winner: str, loser: str) -> str:
    """Find who won from whoever is named."""
    for word, name in (("winner", winner), ("loser", loser)):
        if name and name not in names:
            found = f"The {word} '{name}' is not one of the two sides, {names[0]} and {names[1]}."
            part.problem("winner-is-no-side", word, found, f"Write {names[0]} or {names[1]}.")
    if winner and winner == loser:
        part.problem("winner-is-loser", "loser", f"'{winner}' is both winner and loser.", "Correct one of them.")
    if not winner and loser in names:
        winner = names[1] if loser == names[0] else names[0]
    if not winner and not any(part.is_wrong(word) for word in ("winner", "loser", "drawn", "scores", "imps")):
        found = f"Nothing says who won, {names[0]} or {names[1]}."
        part.problem(
            "winner-missing", "winner", found, f"Add winner: {names[0]}, or winner: {names[1]}, or drawn: yes."
        )
    return winner


def _sides(part: Part, winner: str, loser: str) -> tuple[str, str]:
    given = part.given(("sides", "between"))
    if len(given) > 1:
        part.problem("told-twice", "between", "Both 'sides' and 'between' are given here.", "Keep one of them.")
    if not given:
        if not (winner and loser) and not part.is_wrong("winner") and not part.is_wrong("loser"):
            part.problem(
                "sides-missing",
                "sides",
                "The match does not name two sides.",
                f"Add for example {keys.example('sides')}.",
            )
        return winner, loser
    word = given[0]
    names = part.texts(word)
    if len(names) == _BOTH:
        return names[0], names[1]
    if not part.is_wrong(word):
        part.problem(
            "sides-missing", word, f"{len(names)} sides are named.", f"A match has two: {keys.example('sides')}."
        )
    return "", ""


def _scores(part: Part, word: str) -> Scores:
    scores = part.decimals(word)
    if len(scores) == _BOTH:
        return scores[0], scores[1]
    if part.has(word) and not part.is_wrong(word):
        part.problem(
            "scores-against-sides",
            word,
            f"There are {len(scores)} scores.",
            "Write one for each side, in the order of the sides.",
        )
    return None, None


def _line_ups(part: Part, names: tuple[str, str], teams: Teams) -> dict[str, tuple[Player, ...]]:
    """Take who sat down for a side, where that was not the whole contestant."""
    found: dict[str, tuple[Player, ...]] = {}
    for written, listed in part.lists("line-ups"):
        path = (*part.path, "line-ups", written)
        name = spelt(written, names)
        if name not in names and all(names):
            says = f"There is a line-up of '{name}', who is not in this match."
            part.findings.at("line-up-of-no-side", path, says, f"Write {names[0]} or {names[1]}.")
        if listed is not None:
            found[name] = tuple(read_player(part, each, teams.get(name, NOBODY_KNOWN)) for each in listed)
        else:
            part.findings.at(
                "value-unreadable",
                path,
                f"The line-up of '{name}' is not a list.",
                f"Write for example {keys.example('line-ups')}.",
            )
    return found
