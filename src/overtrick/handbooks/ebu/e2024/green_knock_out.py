"""What is the county teams championship worth? Knock-out rounds, qualifying blocks, double elimination (6.2)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import Refused
from overtrick.engine.event import Contest
from overtrick.engine.numbers import down, ratio, tidy, up
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import cups, green_matches, knock_out
from overtrick.handbooks.family.credit import Credits, Spot
from overtrick.handbooks.family.green_credit import close
from overtrick.handbooks.family.green_curve import Ranking, listed, never_under, to_a_hundredth, written
from overtrick.handbooks.family.match_results import Taken, seat, take, with_standing
from overtrick.handbooks.family.stage_sequence import CUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Round, Stage
    from overtrick.engine.played import StagePlay
    from overtrick.handbooks.edition import Book

TABLE = "6.2.2 (table)"
FINAL = "2"
TRIANGLE = 3
NAMES = {"5-8": "Quarter-final", "3-4": "Semi-final", "2": "Final"}


def column(book: Book, left: int) -> str:
    """Name the column for the teams still in."""
    for name in book.table("green_knock_out").columns[1:]:
        low, _dash, high = name.removesuffix("+").partition("-")
        if int(low) <= left and (name.endswith("+") or left <= int(high or low)):
            return name
    return FINAL


@rule("6.2.1")
def is_knock_out(stage: Stage) -> None:
    """The championship ends in a knock-out; a round robin has no rounds to be paid by."""
    everybody = sum(field.size for field in stage.fields)
    if stage.contest not in CUPS and everybody > TRIANGLE:
        words = "No green points: the county teams championship must end in a knock-out"
        raise Refused(step(words, 0, clause="6.2.1"))


@rule("6.2.2 (table)", "6.2.3", "6.2.4")
def win(book: Book, entry: int, name: str, *, double: bool) -> Step:
    """A win earns more the larger the entry and the fewer are left; 0.25 less in a double elimination."""
    table = book.table("green_knock_out")
    if entry < min(key[0] for key in table.rows if isinstance(key, tuple)):
        raise Refused(step("No green points: {entry} teams, at least 3 are needed", 0, clause=TABLE, entry=entry))
    value = table.number(entry, name)
    label = NAMES.get(name, f"Round of {name}")
    won = step("{label} among {entry} teams", value, POINTS, clause=TABLE, label=label, entry=entry)
    if not double:
        return won
    less = book.table("green_match").number("less in a double elimination", "figure")
    sentence = "{label} of a double elimination: {value} less {less}"
    return step(
        sentence, tidy(value - less), POINTS, because=(won,), clause="6.2.4",
        label=label, value=written(value), less=written(less),
    )  # fmt: skip


@rule("6.2.4")
def wins_of(book: Book, stage: Stage, entry: int) -> list[tuple[Round, Step]]:
    """Read every round in the column of the teams that are still in, beaten once or not."""
    double = stage.contest is Contest.DOUBLE_KNOCK_OUT
    rounds = []
    told = list(knock_out.with_untold_byes(stage))
    for at, this in enumerate(told):
        left = still_in(told[at:]) if this.entered is None else this.entered
        name = FINAL if knock_out.is_final_triangle(this) else column(book, left)
        rounds.append((this, win(book, max(entry, left), name, double=double)))
    return rounds


def still_in(rounds: Sequence[Round]) -> int:
    """Count who plays in a round or a later one, or has a bye: in a double elimination one may not be told."""
    names = {side.contestant for this in rounds for match in this.matches for side in match.sides}
    return len(names | {name for this in rounds for name in (*this.byes, *this.earned_byes)})


@rule("6.2.4 p3")
def before_a_bye(later: Step) -> Step:
    """Unbeaten teams play for a bye: the winner has the award of the round that is passed over."""
    sentence = "Won between unbeaten teams, with a bye in the next round: its award {value}"
    return step(sentence, later.value, POINTS, because=(later,), value=written(later.value))


@rule("6.2.1")
def long_enough(book: Book, stage: Stage, play: StagePlay) -> None:
    """The matches of a county teams championship must have 24 boards or more: no green points otherwise."""
    needed = book.table("green_match").whole("boards of a match in the county teams", "figure")
    matches = [play.of_match(match)[0].full for this in stage.rounds for match in this.matches]
    shortest = min([*matches, *(lengths.round_length(stage, this) for this in stage.rounds if not this.matches)])
    if shortest < needed:
        sentence = "No green points: a match of the knock-out had {shortest} boards, at least {needed} are needed"
        raise Refused(step(sentence, 0, clause="6.2.1", shortest=shortest, needed=needed))


def credit(office: Credits, stage: Stage, index: int, entry: int) -> None:
    """Credit the rounds of a knock-out; every round is worked out before anybody is paid."""
    book = office.book
    stage = cups.drawn_up(stage, index)
    play = office.play(stage)
    long_enough(book, stage, play)
    contestants = {each.name: each for each in with_standing(office, stage)}
    taken: list[Taken] = []
    rounds = wins_of(book, stage, entry)
    for at, (this, won) in enumerate(rounds):
        later = rounds[at + 1] if at + 1 < len(rounds) else None
        with_bye = () if later is None else later[0].earned_byes
        meetings = [each for match in this.matches for each in play.of_match(match)]
        plain = [each for each in meetings if each.match.winner not in with_bye]
        passed = [each for each in meetings if each.match.winner in with_bye]
        taken.append(take(book, play, plain, partial(_same, won), contestants, knocks_out=True))
        if later is not None and passed:
            bye = partial(_same, before_a_bye(later[1]))
            taken.append(take(book, play, passed, bye, contestants, knocks_out=True))
    for contestant in contestants.values():
        spot = Spot(stage, office.label(stage), stage.fields[0].name, contestant=contestant.name)
        for player in play.players(contestant):
            seated = seat(contestant.name, player)
            results = [result for each in taken for result in each.results.get(seated, [])]
            parts = list(green_matches.counted(results, draw))
            refused = [reason for each in taken for reason in each.refused.get(seated, [])]
            close(office, spot, player, parts, refused, TABLE)


def _same(won: Step, _boards: int) -> Step:
    return won


@rule("6.2.2 (table)")
def draw(won: Step) -> Step:
    """A draw that was parted without more boards is half a win for both (4.5.8), rounded up to a hundredth."""
    value = up(ratio(won.value, 2))
    return step("Half of {won}", value, POINTS, because=(won,), clause="4.5.8", won=written(won.value))


@rule("6.2.3(a)", "6.2.3(d)")
def earns_green(book: Book, boards: int, *, last: bool) -> bool:
    """Only the last qualifying stage earns green points, and only if all stages together have 18 boards."""
    return last and bool(book.table("green_blocks").numbers(boards))


@rule("6.2.3(a)")
def too_short(boards: int) -> Step:
    """A qualifying stage of fewer than 18 boards has local points only."""
    return step("No green points: {boards} boards are fewer than 18; local points at Regional level", 0, boards=boards)


@rule("6.2.3(b)", "6.2.3(c)", "6.2.3(d)")
def blocks(book: Book, teams: int, boards: int) -> Ranking:
    """The upper half of a qualifying stage is paid in equal blocks, or with the smaller ones first."""
    table = book.table("green_blocks")
    figures, clause = table.numbers(boards), table.text(boards, "clause")
    half = ratio(teams, 2)
    count = max(down(half) if book.setting("green_blocks_halfway") == "down" else up(half), 1)
    sentence = "{count} awards: blocks to halfway of {teams} teams"
    paid = step(sentence, count, PLACES, clause=clause, count=count, teams=teams)
    awards = []
    for number, (figure, size) in enumerate(zip(figures, block_sizes(count, len(figures)), strict=True), 1):
        sentence = "Block {number} of {blocks}, {size} teams: {figure}"
        award = step(
            sentence, figure, POINTS, because=(paid,), clause=clause,
            number=number, blocks=len(figures), size=size, figure=written(figure),
        )  # fmt: skip
        awards += [award] * size
    least = awards[-1].value
    return listed(book, tuple(awards), paid, lambda share: to_a_hundredth(book, never_under(book, share, least)))


@rule("6.2.3(b)", "6.2.3(c)")
def block_sizes(paid: int, blocks_of: int) -> list[int]:
    """Divide the paid places into blocks as equal as can be, the smaller ones first."""
    size, over = divmod(paid, blocks_of)
    return [size] * (blocks_of - over) + [size + 1] * over
