"""What are the Welsh Cup and the Cambria Cup worth? Matches by round, stanzas, plates, multi-team finals (4.2.4)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Contest, Ended
from overtrick.engine.numbers import Exact, exact, tidy, up
from overtrick.engine.played import StagePlay, known_by
from overtrick.engine.scales import share_up
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import green_matches, knock_out
from overtrick.handbooks.family.credit import Result, Spot
from overtrick.handbooks.family.green_credit import close
from overtrick.handbooks.family.green_curve import on_the_curve, written
from overtrick.handbooks.family.match_results import HALF, Taken, seat, take, with_standing
from overtrick.handbooks.family.shared import figure, share, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Event, Round, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.credit import Credits
    from overtrick.handbooks.family.green_curve import Ranking

BEFORE, QUARTER, SEMI, FINAL = ROUNDS = ("before quarter-final", "quarter-final", "semi-final", "final")

#: How many teams are still in when a round begins, at most.
STILL_IN = ((2, FINAL), (4, SEMI), (8, QUARTER))


@rule("4.2.4.1 table", "4.2.4.2(a)", "4.2.4.2(b) before")
def name_of(stage: Stage, this: Round, left: int, index: int) -> str:
    """A round is what it is called, or what the teams still in make it; a double elimination has to name its rounds."""
    called = this.name.lower().replace(" ", "-")
    for name in (QUARTER, SEMI):
        if name in called:
            return name
    if called in ("final", "the-final"):
        return FINAL
    if stage.contest is Contest.DOUBLE_KNOCK_OUT:
        if called:
            return BEFORE
        found = "Who is left in a double elimination does not tell which round it is."
        raise Unknown(found, "Name the rounds: quarter-final, semi-final, final, or any other name.", "stages", index)
    return next((name for most, name in STILL_IN if left <= most), BEFORE)


@rule("4.2.4.1 table")
def win(book: Book, cup: str, name: str) -> Step:
    """A match won is worth more from round to round."""
    value = book.table("knock_out").number(cup, name)
    sentence = "A match won, {name} of the {cup}: {value}"
    return step(sentence, value, POINTS, name=name, cup=cup.title(), value=written(value))


@rule("4.2.4 stanza awards", "4.2.4 stanza def", "4.2.4 extra stanzas")
def stanza(book: Book, boards: int) -> Step:
    """A stanza won earns what a match of its boards does, whatever the round; the category does not raise it."""
    won = green_matches.win(book, boards)
    return step("A stanza of {boards} boards won", won.value, POINTS, because=(won,), boards=boards)


@rule("4.2.4.1 plate")
def plate(book: Book, award: Step) -> Step:
    """The Silver Plate of the first-round losers earns half, of matches and of stanzas."""
    value = up(award.value * figure(book, "silver plate"))
    return step("Silver Plate: half of {award}", value, POINTS, because=(award,), award=written(award.value))


@rule("4.2.4.1 triangle")
def triangle(book: Book, award: Step, name: str, index: int) -> Step:
    """Before the quarter-final each match of a triangle earns half; later ones have none in the handbook."""
    if name != BEFORE:
        found = f"The handbook has no award for a triangle in the {name}."
        raise Unknown(found, "Ask the Master Points Secretary; list the matches as they were ruled.", "stages", index)
    value = up(award.value * figure(book, "triangular match"))
    return step("A match of a triangle: half of {award}", value, POINTS, because=(award,), award=written(award.value))


@rule("4.2.4 extra stanzas")
def decided_by_play(this: Round, index: int) -> None:
    """A tie is parted by more stanzas; of a match that was decided otherwise the handbook says nothing."""
    if any(match.ended is Ended.TIE_BROKEN for match in this.matches):
        found = "A match was drawn and decided otherwise than by play, for which the handbook has no award."
        raise Unknown(
            found, "If more stanzas were played, say 'extra boards'; else ask the Secretary.", "stages", index
        )


@rule("4.2.4 18 boards")
def long_enough(book: Book, stage: Stage) -> None:
    """Every round has 18 boards or more."""
    least = whole(book, "boards of a knock-out round")
    lengths = [this.boards or stage.schedule.boards for this in stage.rounds]
    if lengths and min(lengths) < least:
        sentence = "No green points: a round had {boards} boards, at least {least} are needed"
        raise Refused(step(sentence, 0, clause="4.2.4 18 boards", boards=min(lengths), least=least))


@rule("4.2.4 components")
def credit(office: Credits, stage: Stage, index: int, cup: str, *, half: bool) -> None:
    """Pay every match won, and every stanza won or drawn; the stanzas are the matches of the stage."""
    book = office.book
    if not stage.rounds:
        raise Unknown(
            "The rounds of the knock-out are missing.", "List the rounds with their matches.", "stages", index
        )
    long_enough(book, stage)
    contestants = {each.name: each for each in with_standing(office, stage)}
    play, stanzas = office.play(stage), StagePlay(stage._replace(rounds=()))
    taken = [_round(book, play, this, left, index, cup, contestants, half=half) for this, left in still_in(stage)]
    taken.append(_stanzas(book, stanzas, index, contestants, half=half))
    for contestant in contestants.values():
        spot = Spot(stage, office.label(stage), stage.fields[0].name, contestant=contestant.name)
        everybody = {known_by(each): each for part in (stanzas, play) for each in part.players(contestant)}
        for player in everybody.values():
            at = seat(contestant.name, player)
            results = [result for each in taken for result in each.results.get(at, [])]
            parts = list(green_matches.counted(results, partial(green_matches.draw, book)))
            refused = [each.refused[at] for each in taken if at in each.refused]
            close(office, spot, player, parts, refused, "4.2.4 components")


def still_in(stage: Stage) -> list[tuple[Round, int]]:
    """Count who is still in at each round: in a match, with a bye told or not, and at the start everybody entered."""
    counted = [(this, knock_out.entrants(this)) for this in knock_out.with_untold_byes(stage)]
    first, left = counted[0]
    if stage.contest is Contest.KNOCK_OUT and first.entered is None:
        counted[0] = first, max(left, sum(field.size for field in stage.fields))
    return counted


def _round(
    book: Book,
    play: StagePlay,
    this: Round,
    left: int,
    index: int,
    cup: str,
    contestants: dict[str, Contestant],
    *,
    half: bool,
) -> Taken:
    name = name_of(play.stage, this, left, index)
    decided_by_play(this, index)
    won = win(book, cup, name)
    if half:
        won = plate(book, won)
    meetings = [each for match in this.matches for each in play.of_match(match)]
    decided = (each for each in meetings if each.match.winner and not each.match.triangular)
    taken = take(book, play, decided, lambda _boards: won, contestants, knocks_out=True)
    three = [each._replace(match=each.match._replace(triangular=False)) for each in meetings if each.match.triangular]
    if three:
        each = triangle(book, won, name, index)
        _add(taken, take(book, play, three, lambda _boards: each, contestants, knocks_out=True))
    return taken


def _stanzas(book: Book, play: StagePlay, index: int, contestants: dict[str, Contestant], *, half: bool) -> Taken:
    stage = play.stage
    if any(not match.boards for match in stage.matches) and not stage.match_boards:
        raise Unknown("It does not say how many boards a stanza has.", "Give the match boards.", "stages", index)

    @lru_cache
    def won(boards: int) -> Step:
        award = stanza(book, boards)
        return plate(book, award) if half else award

    stanzas = (
        each._replace(full=each.match.boards or stage.match_boards)
        for name in contestants
        for each in play.meetings(name)
    )
    taken = take(book, play, stanzas, won, contestants, knocks_out=False)
    for contestant in contestants.values():
        for player in play.players(contestant):
            tally, at = player.tally or contestant.tally, seat(contestant.name, player)
            if tally is None or at in taken.results or at in taken.refused:
                continue
            each = won(stage.match_boards)
            taken.results[at] = [
                *[Result(each, 1, "stanza won", each.clause)] * tally.won,
                *[Result(each, HALF, "stanza drawn", each.clause)] * tally.drawn,
            ]
    return taken


def _add(taken: Taken, other: Taken) -> None:
    for at, results in other.results.items():
        taken.results.setdefault(at, []).extend(results)
    taken.refused.update(other.refused)


@rule("4.2.4.2(b) format", "4.2.4.2(b) estimate", "4.2.4.2(b) Welsh Cup", "4.2.4.2(b) Cambria Cup")
def multi_team_final(book: Book, event: Event, cup: str, teams: int) -> Ranking:
    """Half of a multi-team final is paid, from the top award that the Tournament Organiser estimated."""
    table = book.table("knock_out")
    clause = table.text(cup, "clause")
    top = _estimated(event, clause)
    least = table.number(cup, "least of a multi-team final")
    if top.value < least:
        found = f"The top award {written(top.value)} is below the lowest of this final, {written(least)}."
        raise Unknown(found, "Correct the fact 'top'.", "facts")
    lowest = step("Lowest award {value}", least, POINTS, clause=clause, value=written(least))
    part, _words = share(book, "paid in a multi-team final")
    count = share_up(part, teams)
    paid = step("{count} awards: half of {teams} teams", count, PLACES, clause=clause, count=count, teams=teams)
    return on_the_curve(book, top, lowest, paid)


def _estimated(event: Event, clause: str) -> Step:
    text = event.fact("top")
    try:
        value: Exact = tidy(100 * exact(text))
    except (ValueError, ZeroDivisionError):
        value = 0
    if value <= 0 or value.denominator != 1:
        found = "The top award of this final is the Tournament Organiser's estimate, and it is not given."
        raise Unknown(found, "Give it as the fact 'top', in green points: 8.50.", "facts")
    return step("Top award {value}, as the organiser estimated", value, POINTS, clause=clause, value=written(value))


@rule("4.2.4.2(b) stanza")
def stanza_of_the_final(book: Book, boards: int) -> Step:
    """In a multi-team final a stanza earns one and a half times as much."""
    won = stanza(book, boards)
    value = up(won.value * figure(book, "stanzas of a multi-team final"))
    return step("In this final: {won} × 1.5", value, POINTS, because=(won,), won=written(won.value))
