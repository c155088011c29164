"""Do the matches make sense? Winners and scores, counts and lists, boards that there were."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Ended, Scoring, Tally
from overtrick.engine.numbers import many, show
from overtrick.engine.sense.lists import everybody
from overtrick.engine.victory_points import can_be_of_a_match, widest_draw

if TYPE_CHECKING:
    from decimal import Decimal

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Contestant, Field, Match, Player, Round, Stage
    from overtrick.engine.sense.report import Report

#: A match of per cent adds up to this.
_WHOLE = 100
_SIDES = 2


class MatchCounts:
    """What the listed matches say of one contestant."""

    __slots__ = ("boards", "drawn", "first", "mini_drawn", "mini_won", "won")

    def __init__(self, first: Path) -> None:
        """Start with nothing; ``first`` is the way to the first match."""
        self.first = first
        self.boards = 0
        self.won = self.drawn = self.mini_won = self.mini_drawn = 0

    def add(self, match: Match, contestant: str, boards: int) -> None:
        """Put a match in."""
        self.boards += boards
        drawn = not match.winner or match.ended in (Ended.TIE_BROKEN, Ended.EXTRA_BOARDS)
        won = match.winner == contestant and not drawn
        if match.ended in (Ended.CONCEDED, Ended.NOT_PLAYED):
            return
        self.mini_won += won and match.triangular
        self.mini_drawn += drawn and match.triangular
        self.won += won and not match.triangular
        self.drawn += drawn and not match.triangular

    @property
    def tally(self) -> Tally:
        """Count the results as they would be told."""
        return Tally(self.won, self.drawn, self.mini_won, self.mini_drawn)


def check(report: Report, stage: Stage, path: Path, level: Fraction | int) -> None:
    """Look through the matches and the counts of a stage."""
    listed: dict[str, MatchCounts] = {}
    for at, match in enumerate(stage.matches):
        way = (*path, "matches", at)
        _check_result(report, stage, match, None, level, way)
        _note(listed, stage, match, way)
    for number, this in enumerate(stage.rounds):
        for at, match in enumerate(this.matches):
            way = (*path, "rounds", number, "matches", at)
            _check_result(report, stage, match, this, level, way)
            if this.boards and match.boards and match.boards < this.boards and match.ended is Ended.PLAYED:
                found = f"A match has {match.boards} boards, fewer than the {this.boards} of its round."
                remedy = "Correct one of them; for a match cut short, say how it ended."
                report.problem("match-shorter-than-round", found, remedy, way, (*path, "rounds", number, "boards"))
    times = Counter(contestant.name for _field, contestant, _way in everybody(stage, path))
    for field, contestant, way in everybody(stage, path):
        own = listed.get(contestant.name)
        _check_counts(report, stage, field, contestant, way)
        if own is not None and stage.contest not in lengths.CUPS and times[contestant.name] == 1:
            _check_listed(report, stage, field, contestant, own, way)


def _note(listed: dict[str, MatchCounts], stage: Stage, match: Match, way: Path) -> None:
    if stage.contest in lengths.CUPS:
        return
    boards = lengths.length(stage, match)
    for side in match.sides:
        own = listed.get(side.contestant)
        if own is None:
            own = listed[side.contestant] = MatchCounts(way)
        own.add(match, side.contestant, boards)


# --- One match -------------------------------------------------------------------------------------------------------


def _check_result(
    report: Report, stage: Stage, match: Match, this: Round | None, level: Fraction | int, way: Path
) -> None:
    """The winner has the higher score, a drawn match equal ones, and its segments are no longer than the match."""
    first = match.sides[0]
    if first.score is None and first.imps is None and not match.segments:
        return
    margin = max(level * lengths.length(stage, match, this), _drawn_in_victory_points(stage, match, this))
    _check_score(report, stage, match, margin, way)
    for at, segment in enumerate(match.segments):
        _check_score(report, stage, segment, margin, (*way, "segments", at))
    if match.segments and match.ended is Ended.PLAYED and not stage.carry_forward:
        _check_segments(report, stage, match, margin, (*way, "segments"))
    inside = sum(segment.boards for segment in match.segments)
    if match.boards and inside > match.boards:
        found = f"The segments of a match have {inside} boards, the match {match.boards}."
        report.problem("segments-against-match", found, "Correct one of them.", (*way, "segments"), (*way, "boards"))
        return
    if match.segments and match.ended is Ended.PLAYED and all(each.boards for each in match.segments):
        usual = match.boards or (stage.match_boards if this is None else lengths.round_length(stage, this))
        if usual not in (0, inside):
            names = f"{match.sides[0].contestant} and {match.sides[1].contestant}"
            says = f"The segments of {names} have {many(inside, 'board')}, a match {usual}: is one missing?"
            report.odd("segments-do-not-add-up", says)


def _check_segments(report: Report, stage: Stage, match: Match, margin: Fraction | int, way: Path) -> None:
    """Segments that all tell their scores add up to the winner and, but for a penalty, to the score of the match."""
    told = [_figures(each) for each in match.segments]
    if None in told:
        return
    one, two = (sum((Fraction(each[at]) for each in told if each), Fraction()) for at in (0, 1))
    ahead = "" if one == two else match.sides[one < two].contestant
    scores, own = f"{show(one)}:{show(two)}", _figures(match)
    level = abs(one - two) <= margin or (own is not None and own[0] == own[1])
    if _contradicts(report, match, ahead, scores, way, level=level):
        return
    converted = stage.match_scores is Scoring.VICTORY_POINTS and match.sides[0].imps is None
    if own is not None and not converted and (Fraction(own[0]), Fraction(own[1])) != (one, two):
        names = f"{match.sides[0].contestant} and {match.sides[1].contestant}"
        says = f"The segments of {names} add up to {scores}, the match is {own[0]}:{own[1]}: was there a penalty?"
        report.odd("segments-do-not-add-up", says)


def _figures(match: Match) -> tuple[int | Decimal, int | Decimal] | None:
    """Give the IMPs of a match or a segment, else its scores; nothing where one side lacks them."""
    one, two = match.sides
    if one.imps is not None and two.imps is not None:
        return one.imps, two.imps
    return None if one.score is None or two.score is None else (one.score, two.score)


def _check_score(report: Report, stage: Stage, match: Match, margin: Fraction | int, way: Path) -> None:
    if match.ended is not Ended.PLAYED:
        return
    one, two = match.sides
    told = [("imps", one.imps, two.imps), ("scores", one.score, two.score)]
    for word, own, other in told:
        if own is not None and other is not None:
            ahead = "" if own == other else (one if own > other else two).contestant
            by = abs(Fraction(own) - Fraction(other))
            # A small margin may be a draw in victory points, or one that the handbook calls level.
            level = by <= margin or (one.score is not None and one.score == two.score)
            if _contradicts(report, match, ahead, f"{own}:{other}", (*way, word), level=level):
                return
    if stage.match_scores is Scoring.MATCHPOINTS and one.score is not None and two.score is not None:
        _check_per_cent(report, one.score, two.score, way)


def _contradicts(report: Report, match: Match, ahead: str, scores: str, way: Path, *, level: bool) -> bool:
    """Report a result that its scores deny; say whether they do."""
    one, two = (side.contestant for side in match.sides)
    if match.winner and ahead not in ("", match.winner):
        found = f"{match.winner} is named as winner, but {ahead} has the higher score, {scores}."
        remedy = "Correct the winner or the scores."
        report.problem("winner-has-lower-score", found, remedy, (*way[:-1], "winner"), way)
    elif match.winner and not ahead and match.sides[0].imps is None:
        found = f"{match.winner} is named as winner of a match that is level, {scores}."
        remedy = "Correct one of them; for a draw that was decided later, say how it ended."
        report.problem("winner-of-a-level-match", found, remedy, (*way[:-1], "winner"), way)
    elif not match.winner and ahead and not level:
        found = f"The match of {one} and {two} is drawn, but its scores are {scores}."
        report.problem("drawn-with-unequal-scores", found, "Correct one of them.", (*way[:-1], "drawn"), way)
    else:
        return False
    return True


def _check_per_cent(report: Report, own: int | Decimal, other: int | Decimal, way: Path) -> None:
    if own + other != _WHOLE:
        found = f"The scores of a match are given as matchpoints, but {own}:{other} does not add up to 100 per cent."
        remedy = "Give the per cent of each side, or correct 'match scores'."
        report.problem("scores-are-no-per-cent", found, remedy, (*way, "scores"), (*way[:2], "match scores"))


def _drawn_in_victory_points(stage: Stage, match: Match, this: Round | None) -> int:
    """Give the IMPs that may be level in victory points, by which the list is ranked; none for victory points."""
    one, two = (side.score for side in match.sides)
    if stage.scoring is not Scoring.VICTORY_POINTS or one is None or two is None:
        return 0
    imps = stage.match_scores is Scoring.IMPS or (stage.match_scores is None and not can_be_of_a_match(one, two))
    return widest_draw(lengths.length(stage, match, this)) if imps else 0


# --- Counts ----------------------------------------------------------------------------------------------------------


def _check_counts(report: Report, stage: Stage, field: Field, contestant: Contestant, way: Path) -> None:
    """Nobody has more results than matches were played, and no player more than the team."""
    own = contestant.tally
    if own is not None and stage.contest not in (*lengths.CUPS, *lengths.SERIES):
        _check_possible(report, stage, field, contestant, own, way)
    for at, player in enumerate(contestant.players):
        if own is not None and player.tally is not None:
            _check_player(report, contestant, player, own, (*way, "players", at))


def _check_possible(
    report: Report, stage: Stage, field: Field, contestant: Contestant, tally: Tally, way: Path
) -> None:
    boards = boards_of_list(stage, field)
    usual = lengths.match_boards_of(stage, field)
    needed = sum((_boards_of(each, length) for length, each in tally.by_length(usual)), start=Fraction(0))
    if boards and usual and needed > boards:
        results = many(sum(tally[:4]), "match")
        found = (
            f"{contestant.name} has results of {results}, but {boards} boards in matches of {usual} "
            f"are {many(boards // usual, 'match')}."
        )
        remedy = "Correct the counts, the boards or the match boards."
        report.problem("more-results-than-matches", found, remedy, (*way, "won"), (*way[:2], "boards"))


def boards_of_list(stage: Stage, field: Field) -> int:
    """Give the boards of a list: of its session, its own, or the stage's; not those found from the results."""
    if field.session and stage.schedule.sessions:
        return stage.schedule.sessions[field.session - 1] if field.session <= len(stage.schedule.sessions) else 0
    return (field.schedule or stage.schedule).boards


def _boards_of(tally: Tally, length: int) -> Fraction:
    """Count the boards of results; a mini-match has half of those of a full one."""
    return Fraction(length * (2 * (tally.won + tally.drawn) + tally.mini_won + tally.mini_drawn), 2)


def _check_player(report: Report, contestant: Contestant, player: Player, own: Tally, way: Path) -> None:
    of_player = player.tally or Tally()
    for at, word in enumerate(("won", "drawn", "mini won", "mini drawn")):
        if of_player[:4][at] > own[:4][at]:
            found = f"{player.name} has '{word}' {of_player[at]}, {contestant.name} only {own[at]}."
            remedy = "Correct one of them: a player's matches are among those of the team."
            report.problem("player-has-more-than-the-team", found, remedy, (*way, word), (*way[:-2], word))


def _check_listed(
    report: Report, stage: Stage, field: Field, contestant: Contestant, own: MatchCounts, way: Path
) -> None:
    """Listed matches agree with the counts beside them and fit into the boards of the stage."""
    if contestant.tally is not None and contestant.tally[:4] != own.tally[:4]:
        told, shown = _in_words(contestant.tally), _in_words(own.tally)
        found = f"{contestant.name} has counts ({told}) and listed matches ({shown}) that differ."
        report.problem("counted-against-listed", found, "Keep one of them, or correct it.", (*way, "won"), own.first)
    boards = boards_of_list(stage, field)
    if boards and own.boards > boards and not field.session:
        found = f"The listed matches of {contestant.name} have {own.boards} boards, the stage has {boards}."
        remedy = "Correct the boards, or remove the match that is listed twice."
        report.problem("more-listed-boards", found, remedy, own.first, (*way[:2], "boards"))


def _in_words(tally: Tally) -> str:
    words = {"won": tally.won, "drawn": tally.drawn, "mini won": tally.mini_won, "mini drawn": tally.mini_drawn}
    return ", ".join(f"{count} {word}" for word, count in words.items() if count or word == "won")
