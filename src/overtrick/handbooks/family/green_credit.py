"""Who gets which green points? Places and matches of one list, player by player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked, Award, Remark
from overtrick.engine.event import StageKind, Standing
from overtrick.engine.numbers import up
from overtrick.engine.places import ordinal
from overtrick.engine.scales import added
from overtrick.engine.working import Step, all_reasons, distinct, step
from overtrick.handbooks.family import green_matches, lists, players, triangles
from overtrick.handbooks.family.credit import Credits, Spot, tells_matches
from overtrick.handbooks.family.match_results import HALF, Seats, Taken, counted_results, seat, take
from overtrick.handbooks.family.matches import Result
from overtrick.handbooks.family.shared import clause_if_named, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.engine.event import Contestant, Field, Player, Stage, Tally
    from overtrick.engine.played import StagePlay
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.green_curve import Ranking
    from overtrick.handbooks.family.green_matches import MatchTerms
    from overtrick.handbooks.family.lists import Group

    #: May this player have a ranking award? The reason why not.
    Third = Callable[[Contestant, Player], Step | None]

GREEN = "green"


class Terms(NamedTuple):
    """What a list is paid: for places, for matches, for something more."""

    ranking: Ranking | None = None
    matches: MatchTerms | None = None
    more: dict[str, Pay] = {}  # noqa: RUF012 - never changed: by contestant, what comes on top of the place
    boards: int = 0  #: of the session that the list is of; 0: it is the list of the stage
    third: Third | None = None  #: where it is not the boards that decide
    ranking_third: str = ""  #: the clause of the boards that a place needs, where it is not the usual one
    clause: str = ""  #: to cite where places and matches are added


def credit(office: Credits, stage: Stage, field: Field, group: Group, terms: Terms) -> None:
    """Credit one list: who is paid for the place, for matches or for both, and everybody else with the reason."""
    guests = [
        each
        for name, each in group.outside
        if name == field.name and each.standing is Standing.MATCHES_ONLY and terms.matches is not None
    ]
    contestants = {each.name: each for each in (*field.contestants, *guests)}
    play, taken = office.play(stage), Taken({}, {})
    if terms.matches is not None:
        taken = _taken(office.book, play, field, terms.matches, contestants)
        remark = matches_not_given(office.book, stage, contestants)
        if remark is not None and remark not in office.remarks:
            office.remarks.append(remark)
    ranked = lists.ranked_in(office.book, field, keep_places=bool(group.outside))
    for first, members in (*ranked, *((0, [each]) for each in guests)):
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
            for player in play.players(contestant):
                _credit_player(office, spot, field, contestant, player, terms, taken)
    refuse_outsiders(office, stage, group, matches=terms.matches is not None)


@shared
def matches_not_given(book: Book, stage: Stage, contestants: dict[str, Contestant]) -> Remark | None:
    """Without wins and draws only the ranking can be paid."""
    told = any(each.tally or any(player.tally for player in each.players) for each in contestants.values())
    if not contestants or stage.matches or told:
        return None
    what = f"The {stage.kind} stage" if stage.kind is not StageKind.ONLY else "The event"
    words = f"{what} pays for matches won, but no matches are given: only the ranking is worked out."
    return Remark(words, book.clause("green_matches.win"), code="matches-not-given")


def refuse_outsiders(office: Credits, stage: Stage, group: Group, *, matches: bool) -> None:
    """Tell contestants without standing why they have nothing."""
    for name, contestant in group.outside:
        if not (matches and contestant.standing is Standing.MATCHES_ONLY):
            office.refuse(stage, name, contestant, lists.without_standing(office.book, office.event, contestant))


def _taken(book: Book, play: StagePlay, field: Field, matches: MatchTerms, contestants: dict[str, Contestant]) -> Taken:
    """Collect what everybody took from matches: those that are listed, otherwise those that are counted."""
    win, third = lru_cache(matches.win), clause_if_named(book, "a third of a green match")
    listed = triangles.as_one_match(play, contestants)
    taken = take(book, play, listed, win, contestants, knocks_out=False, third=third)
    seats = Seats(play, third)

    def spelled(boards: int, counts: Tally) -> list[Result]:
        triangles.check_counts(counts)
        if not (counts.won or counts.drawn):
            return []
        won = win(boards)
        return [
            *[Result(won, 1, "match won", won.clause)] * counts.won,
            *[Result(won, HALF, "match drawn", won.clause)] * counts.drawn,
        ]

    def counts_of(contestant: Contestant, player: Player) -> tuple[list[Result], Step | None]:
        usual = lengths.match_boards_of(play.stage, field)
        return counted_results(book, play, field, contestant, player, spelled, usual, third)

    for contestant in contestants.values():
        for player in play.players(contestant):
            at = seat(contestant.name, player)
            if at in taken.results or at in taken.refused:
                continue
            results, reason = seats.counted(contestant, player, counts_of)
            if reason is not None:
                taken.refused[at] = [reason]
            if results:
                taken.results[at] = results
    seats.ask()
    return taken


def _credit_player(
    office: Credits,
    spot: Spot,
    field: Field,
    contestant: Contestant,
    player: Player,
    terms: Terms,
    taken: Taken,
) -> None:
    if player.suspended:
        office.refuse_player(player, contestant.name, spot, players.suspended(office.book))
        return
    parts: list[Step] = []
    refused: list[Step] = []
    unplaced: list[Step] = []
    at = seat(contestant.name, player)
    if terms.matches is not None:
        parts += green_matches.counted(taken.results.get(at, []), terms.matches.draw)
        refused += taken.refused.get(at, [])
    ranking = terms.ranking
    placed = [terms.more[contestant.name].working] if contestant.name in terms.more and spot.place else []
    if ranking is not None and 0 < spot.place <= ranking.awards.paid:
        placed.insert(0, ranking.awards.pay(spot.place, spot.tied).working)
    if placed:
        if terms.third is not None:
            reason = terms.third(contestant, player)
        elif terms.boards:
            reason = of_a_session(office, spot.stage, field, contestant, player, terms.boards)
        else:
            reason = office.barred(spot.stage, field, contestant, player, terms.ranking_third)
        if reason is None:
            parts = [*placed, *parts]
        else:
            refused.insert(0, reason)
    elif ranking is not None and spot.place:
        unplaced.append(below_the_paid_places(office.book, spot.place, spot.tied, ranking.paid))
    clause = terms.clause or office.book.clause("places and matches")
    if not parts and not refused and terms.matches is not None and tells_matches(spot.stage):
        unplaced.insert(0, no_match_won(clause))
    close(office, spot, player, parts, refused, clause, unplaced)


def of_a_session(
    office: Credits, stage: Stage, field: Field, contestant: Contestant, player: Player, boards: int
) -> Step | None:
    """Say why a player has nothing of one session; ask which ones were played where only a total is told."""
    share = office.play(stage).in_session(contestant, player, field.session, boards)
    try:
        return players.refused(office.book, player, share, "the session")
    except players.Undecided:
        raise Asked(
            f"In which sessions did {player.name} of {contestant.name} play?",
            "Give the sessions of this player instead of boards.",
            *players.path_of(stage, contestant, player),
            "sessions",
            code="sessions-of-a-player",
        ) from None


def no_match_won(clause: str) -> Step:
    """Say that there is nothing to award for matches."""
    return step("No match won or drawn", 0, clause=clause)


def close(
    office: Credits,
    spot: Spot,
    player: Player,
    parts: list[Step],
    refused: list[Step],
    clause: str,
    unplaced: Sequence[Step] = (),
) -> None:
    """Give a player the sum of the parts, those that are refused among them with nothing; or all the reasons why not.

    ``unplaced`` are reasons that matter only to somebody who has nothing at all.
    """
    if not any(part.value for part in parts):
        reasons = (*parts, *refused, *unplaced) or (no_match_won(clause),)
        office.refuse_player(player, spot.contestant, spot, all_reasons(reasons))
        return
    together = (*parts, *distinct(refused))
    total = added(together, "Places and matches together", clause) if len(together) > 1 else together[0]
    office.awards.append(
        Award(player, spot.contestant, spot.label, spot.field, spot.place, spot.tied, GREEN, up(total.value), total)
    )


@shared
def below_the_paid_places(_book: Book, first: int, tied: int, paid: Step) -> Step:
    """Below the paid places there is no award."""
    only = "only the first is paid" if paid.value == 1 else f"only {paid.value} are paid"
    return step("{place}; {only}", 0, because=(paid,), clause=paid.clause, place=ordinal(first, tied), only=only)
