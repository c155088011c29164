"""Who won which match and stanza of a cup? Every player's results, by what each of them played (4.2.4, 4.2.1.7)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Ended
from overtrick.engine.played import Share, StagePlay, known_by
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family import green_matches, players
from overtrick.handbooks.family.credit import Spot
from overtrick.handbooks.family.green_credit import close
from overtrick.handbooks.family.match_results import HALF, check_substitute, outcome, with_standing
from overtrick.handbooks.family.matches import Result

from . import cup_rounds, cup_stanzas, knock_outs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Field, Match, Player, Stage
    from overtrick.engine.played import Meeting
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.credit import Credits

    from .cup_rounds import CupRound

THIRD = Fraction(1, 3)


@rule("4.2.4 components")
def credit(office: Credits, stage: Stage, index: int, cup: str, *, half: bool) -> None:
    """Pay every match won, and every stanza won or drawn."""
    if not stage.rounds:
        remedy = "List the rounds with their matches."
        raise Unknown("The rounds of the knock-out are missing.", remedy, "stages", index, code="rounds-missing")
    told = Cup(office.book, stage, index, cup, half=half)
    fields = {each.name: field for field in stage.fields for each in field.contestants}
    for contestant in list(with_standing(office, stage)):
        spot = Spot(stage, office.label(stage), fields[contestant.name].name, contestant=contestant.name)
        for player in told.play.players(contestant):
            if player.suspended:
                office.refuse_player(player, contestant.name, spot, players.suspended(office.book))
                continue
            results, refused = told.results(contestant, player, fields[contestant.name])
            parts = list(green_matches.counted(results, partial(green_matches.draw, office.book)))
            close(office, spot, player, parts, refused, "4.2.4 components")


class Cup:
    """The matches and stanzas of a knock-out stage, what each is worth, and who played them."""

    def __init__(self, book: Book, stage: Stage, index: int, cup: str, *, half: bool) -> None:
        """Name the rounds, find the stanzas of every match and see that everything is told."""
        self.book, self.index, self.cup, self.half = book, index, cup, half
        self.told = stage
        self.stage = cup_stanzas.drawn_up(book, stage, index)
        rounds = cup_rounds.rounds_of(self.stage, index)
        for at, this in enumerate(rounds):
            decided_by_play(this, index, at)
        self.play = StagePlay(self.stage)
        self._rounds = dict(zip(map(id, self.stage.rounds), rounds, strict=True))
        self.stanza = lru_cache(self._stanza)
        self.win = lru_cache(self._win)

    def _stanza(self, boards: int) -> Step:
        award = knock_outs.stanza(self.book, boards)
        return knock_outs.plate(self.book, award) if self.half else award

    def _win(self, name: str, triangular: bool) -> Step:  # noqa: FBT001 - one of two keys of a cache
        won = knock_outs.win(self.book, self.cup, name)
        won = knock_outs.plate(self.book, won) if self.half else won
        return knock_outs.triangle(self.book, won, name, self.index) if triangular else won

    def results(self, contestant: Contestant, player: Player, field: Field) -> tuple[list[Result], list[Step]]:
        """Give what a player won, and what of it is refused for too few boards."""
        check_substitute(self.play, contestant, player)
        results: list[Result] = []
        refused: list[Step] = []
        meetings = self.play.meetings(contestant.name)
        for meeting in meetings:
            for found, share, what in (
                *self._of_match(contestant, player, meeting),
                *self._of_stanzas(contestant, player, meeting),
            ):
                reason = too_little(share, what, player, self.index)
                if reason is None:
                    results.append(found)
                else:
                    refused.append(reason)
        if not any(meeting.match.segments for meeting in meetings):
            for found, share in self._counted(contestant, player, field):
                reason = too_little(share, "a stanza", player, self.index)
                if reason is None:
                    results.append(found)
                else:
                    refused.append(reason)
        return results, refused

    def _of_match(
        self, contestant: Contestant, player: Player, meeting: Meeting
    ) -> Iterator[tuple[Result, Share, str]]:
        this = self._rounds[id(meeting.round)]
        match = meeting.match._replace(triangular=False)
        found = outcome(self.book, match, contestant.name, knocks_out=True) if match.winner else None
        if found is None:
            return
        share = self.play.in_match(contestant, player, meeting)
        what = f"the match against {meeting.opponent}"
        if this.name == cup_rounds.THIRD_PLACE:
            yield Result(third_place(), 0, "match won for third place", "4.2.4.1 table"), share, what
            return
        part, why, _clause = found
        won = self.win(this.name, meeting.match.triangular)
        yield Result(won, part, why, won.clause if part else "3.8.1"), share, what

    def _of_stanzas(
        self, contestant: Contestant, player: Player, meeting: Meeting
    ) -> Iterator[tuple[Result, Share, str]]:
        for number, each in enumerate(meeting.match.segments, 1):
            found = outcome(self.book, each, contestant.name, knocks_out=False)
            if found is None:
                continue
            part, why, _clause = found
            won = self.stanza(each.boards)
            share = self._in_stanza(contestant, player, meeting, each)
            words = why.replace("match", "stanza")
            what = f"stanza {number} against {meeting.opponent}"
            yield Result(won, part, words, won.clause if part else "3.8.1"), share, what

    def _in_stanza(self, contestant: Contestant, player: Player, meeting: Meeting, stanza: Match) -> Share:
        """Say what a player played of one stanza; of who is only told a total, between which bounds it lies."""
        boards, match = stanza.boards, meeting.match
        seated = stanza.sides[meeting.at].players
        if seated:
            own = next((each for each in seated if known_by(each) == known_by(player)), None)
            played = 0 if own is None else (boards if own.boards is None else own.boards) + own.deemed
            return Share(played, played, boards)
        if any(each.sides[meeting.at].players for each in match.segments):
            everywhere = meeting.side.players
            here = any(known_by(each) == known_by(player) for each in everywhere)
            played = boards if here or (not everywhere and self.play.is_member(contestant, player)) else 0
            return Share(played, played, boards)
        share = self.play.in_match(contestant, player, meeting)
        least = max(share.least - (meeting.boards - boards), 0)
        even = None if share.even is None else share.even * boards / meeting.boards
        return Share(min(least, boards), min(share.most, boards), boards, even)

    def _counted(self, contestant: Contestant, player: Player, field: Field) -> Iterator[tuple[Result, Share]]:
        """Take stanzas that are counted and not listed."""
        tally = player.tally or contestant.tally
        if tally is None or not (tally.won or tally.drawn):
            return
        usual = cup_stanzas.stanza_boards(self.book, self.told)
        for boards, each in tally.by_length(usual):
            if not boards:
                question = "How many boards does a stanza have?"
                remedy = "Give them as the match boards, and those of a whole match as the boards of the stage."
                raise Asked(question, remedy, "stages", self.index, "match boards", code="stanza-boards")
            share = Share(boards, boards, boards)
            if player.tally is None:
                share = self.play.in_each_match(contestant, player, field, boards)
            won = self.stanza(boards)
            for number, part, words in ((each.won, 1, "stanza won"), (each.drawn, HALF, "stanza drawn")):
                for _ in range(number):
                    yield Result(won, part, words, won.clause), share


@rule("4.2.4.1 table")
def third_place() -> Step:
    """The table has the rounds to the final, and no match for third place."""
    return step("A match for third place is in no round of the table", 0)


@rule("4.2.1.7", "3.8.2")
def too_little(share: Share, what: str, player: Player, index: int) -> Step | None:
    """A player needs a third of the boards of a match, and of a stanza; where it is not told, it is asked."""
    reached = share.reaches(THIRD) if share.most else False
    if reached is None:
        question = f"How many boards of {what} did {player.name} play?"
        remedy = "Give the line-ups of the match, or of its stanzas."
        raise Asked(question, remedy, "stages", index, "rounds", code="boards-in-a-match")
    if reached:
        return None
    sentence = "Played {played} of the {boards} boards of {what}, less than one third"
    return step(sentence, 0, clause="4.2.1.7", played=share.most, boards=share.possible, what=what)


@rule("4.2.4 extra stanzas")
def decided_by_play(this: CupRound, index: int, at: int) -> None:
    """A tie is parted by more stanzas; of a match that was decided otherwise the handbook says nothing."""
    for number, match in enumerate(this.round.matches):
        if match.ended is Ended.TIE_BROKEN or (not match.winner and match.ended is not Ended.NOT_PLAYED):
            one, two = (side.contestant for side in match.sides)
            found = f"The match between {one} and {two} was drawn, or not decided by play: it has no award."
            remedy = (
                "If more stanzas were played, name the winner and give 'extra boards'; otherwise ask the Secretary."
            )
            raise Unknown(found, remedy, "stages", index, "rounds", at, "matches", number, code="cup-match-drawn")
