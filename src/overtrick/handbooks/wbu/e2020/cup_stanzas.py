"""How long are the matches and stanzas of a cup, and which stanza belongs to which match? (4.2.4)"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Refused, Unknown
from overtrick.engine.working import rule, step
from overtrick.handbooks.family.shared import whole

if TYPE_CHECKING:
    from overtrick.engine.event import Match, Round, Stage
    from overtrick.handbooks.edition import Book


def stanza_boards(book: Book, stage: Stage) -> int:
    """Give the usual boards of a stanza: the match boards where they are too few for a match; 0 if not told."""
    return stage.match_boards if _too_short_for_a_match(book, stage) and _tells_stanzas(stage) else 0


def _too_short_for_a_match(book: Book, stage: Stage) -> bool:
    return 0 < stage.match_boards < whole(book, "boards of a knock-out round") <= stage.schedule.boards


def _tells_stanzas(stage: Stage) -> bool:
    everybody = (each for field in stage.fields for each in field.contestants)
    counted = any(each.tally or any(player.tally for player in each.players) for each in everybody)
    return counted or bool(stage.matches) or any(match.segments for this in stage.rounds for match in this.matches)


def _ask_for_lengths(book: Book, stage: Stage, index: int) -> None:
    """Ask how long the matches were where it is not clear whether matches or stanzas have so few boards."""
    if _tells_stanzas(stage) or not _too_short_for_a_match(book, stage):
        return
    for at, this in enumerate(stage.rounds):
        if not this.boards and not this.sessions and not all(match.boards for match in this.matches):
            question = f"How many boards did a match have? {stage.match_boards} may be those of a match or of a stanza."
            remedy = "Give the boards of each round."
            raise Asked(question, remedy, "stages", index, "rounds", at, "boards", code="cup-match-boards")


@rule("4.2.4 stanza def", "4.2.4 18 boards")
def drawn_up(book: Book, stage: Stage, index: int) -> Stage:
    """Give every match its stanzas and its length, and every stanza its boards; every round has 18 boards or more."""
    _ask_for_lengths(book, stage, index)
    usual = stanza_boards(book, stage)
    whole_match = stage.schedule.boards if usual else stage.match_boards or stage.schedule.boards
    listed = _by_match(stage, index)
    rounds = tuple(
        this._replace(
            matches=tuple(
                _with_stanzas(match, this, listed.get(_pair(match), ()), whole_match, usual, (index, at, number))
                for number, match in enumerate(this.matches)
            )
        )
        for at, this in enumerate(stage.rounds)
    )
    _long_enough(book, rounds, whole_match)
    return stage._replace(rounds=rounds, matches=(), match_boards=whole_match)


def _by_match(stage: Stage, index: int) -> dict[frozenset[str], tuple[Match, ...]]:
    """Find the stanzas of each match among those that are listed beside the rounds."""
    met = Counter(_pair(match) for this in stage.rounds for match in this.matches)
    found: dict[frozenset[str], list[Match]] = {}
    for number, stanza in enumerate(stage.matches):
        one, two = (side.contestant for side in stanza.sides)
        path = ("stages", index, "matches", number)
        if not met[_pair(stanza)]:
            says = f"A stanza between {one} and {two} is listed, but they met in no round."
            remedy = "Correct its sides, or list their match in its round."
            raise Unknown(says, remedy, *path, code="stanza-without-match")
        if met[_pair(stanza)] > 1:
            question = f"{one} and {two} met more than once: to which of their matches does a stanza belong?"
            remedy = "List the stanzas as 'segments' of their match."
            raise Asked(question, remedy, *path, code="stanza-of-which-match")
        found.setdefault(_pair(stanza), []).append(stanza)
    return {pair: tuple(stanzas) for pair, stanzas in found.items()}


def _with_stanzas(
    match: Match, this: Round, listed: tuple[Match, ...], usual_match: int, usual: int, at: tuple[int, int, int]
) -> Match:
    home = match.sides[0].contestant
    stanzas = match.segments or tuple(
        each if each.sides[0].contestant == home else each._replace(sides=each.sides[::-1]) for each in listed
    )
    told = match.boards or this.boards or sum(this.sessions) or usual_match
    open_ones = sum(not each.boards for each in stanzas)
    if open_ones and not usual:
        left = told - sum(each.boards for each in stanzas)
        if left < open_ones or left % open_ones:
            one, two = (side.contestant for side in match.sides)
            question = (
                f"How many boards did each stanza have between {one} and {two}? {told} cannot be divided equally."
            )
            path = ("stages", at[0], "rounds", at[1], "matches", at[2], "boards")
            raise Asked(question, "Give the boards of every stanza.", *path, code="stanza-boards")
        usual = left // open_ones
    stanzas = tuple(each if each.boards else each._replace(boards=usual) for each in stanzas)
    return match._replace(segments=stanzas, boards=max(told, sum(each.boards for each in stanzas)))


def _long_enough(book: Book, rounds: tuple[Round, ...], usual_match: int) -> None:
    least = whole(book, "boards of a knock-out round")
    lengths = [match.boards for this in rounds for match in this.matches]
    lengths += [this.boards or sum(this.sessions) or usual_match for this in rounds]
    if lengths and min(lengths) < least:
        sentence = "No green points: a round had {boards} boards, at least {least} are needed"
        raise Refused(step(sentence, 0, clause="4.2.4 18 boards", boards=min(lengths), least=least))


def _pair(match: Match) -> frozenset[str]:
    return frozenset(side.contestant for side in match.sides)
