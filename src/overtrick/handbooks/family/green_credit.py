"""Who gets which green points? Places and matches of one list, player by player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Award, Remark, Unknown
from overtrick.engine.event import StageKind, Standing
from overtrick.engine.numbers import up
from overtrick.engine.places import ordinal
from overtrick.engine.scales import added
from overtrick.engine.working import Step, step
from overtrick.handbooks.family import green_matches, lists, players
from overtrick.handbooks.family.credit import Credits, Result, Spot, nothing_won
from overtrick.handbooks.family.match_results import HALF, Taken, boards_played, lined_up, seat, take
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Contestant, Field, Player, Stage
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
    boards: int = 0  #: of which a player needs a third for the place; 0: those of the stage
    third: Third | None = None  #: where it is not the boards that decide
    clause: str = ""  #: to cite where places and matches are added


def credit(office: Credits, stage: Stage, field: Field, group: Group, terms: Terms) -> None:
    """Credit one list: who is paid for the place, for matches or for both, and everybody else with the reason."""
    guests = [
        each
        for name, each in group.outside
        if name == field.name and each.standing is Standing.MATCHES_ONLY and terms.matches is not None
    ]
    contestants = {each.name: each for each in (*field.contestants, *guests)}
    taken = Taken({}, {})
    if terms.matches is not None:
        win = lru_cache(terms.matches.win)
        taken = take(
            office.book,
            terms.matches.matches,
            win,
            terms.matches.usual_boards,
            contestants,
            knocks_out=terms.matches.knocks_out,
        )
        _add_tallies(office.book, stage, terms.matches, win, contestants, taken)
        remark = matches_not_given(office.book, stage, contestants)
        if remark is not None and remark not in office.remarks:
            office.remarks.append(remark)
    ranked = lists.ranked_in(office.book, field, keep_places=bool(group.outside))
    for first, members in (*ranked, *((0, [each]) for each in guests)):
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
            played = boards_played(stage, contestant, stage.match_boards)
            for player in lined_up(contestant, stage.matches):
                at = seat(contestant.name, player)
                whole = player._replace(boards=played[at]) if at in played else player
                _credit_player(office, spot, contestant, player, whole, terms, taken)
    refuse_outsiders(office, stage, group, matches=terms.matches is not None)


@shared
def matches_not_given(book: Book, stage: Stage, contestants: dict[str, Contestant]) -> Remark | None:
    """Without wins and draws only the ranking can be paid."""
    told = any(each.tally or any(player.tally for player in each.players) for each in contestants.values())
    if not contestants or stage.matches or told:
        return None
    what = f"The {stage.kind} stage" if stage.kind is not StageKind.ONLY else "The event"
    words = f"{what} pays for matches won, but no matches are given: only the ranking is worked out."
    return Remark(words, book.clause("green_matches.win"))


def refuse_outsiders(office: Credits, stage: Stage, group: Group, *, matches: bool) -> None:
    """Tell contestants without standing why they have nothing."""
    for name, contestant in group.outside:
        if not (matches and contestant.standing is Standing.MATCHES_ONLY):
            office.refuse(stage, name, contestant, lists.without_standing(office.book, office.event, contestant))


def _add_tallies(
    book: Book,
    stage: Stage,
    matches: MatchTerms,
    win: Callable[[int], Step],
    contestants: dict[str, Contestant],
    taken: Taken,
) -> None:
    """Take counted wins and draws where matches are not listed."""
    for contestant in contestants.values():
        for player in lined_up(contestant, stage.matches):
            tally = player.tally or contestant.tally
            at = seat(contestant.name, player)
            if tally is None or at in taken.results or at in taken.refused:
                continue
            if tally.mini_won or tally.mini_drawn:
                found = "Mini-matches are counted, but a short triangle is won by its victory points."
                raise Unknown(found, "Count each short triangle as one match won, drawn or lost.", "stages")
            reason = players.refused(book, player, matches.usual_boards, "a match") if player.tally is None else None
            if reason is not None:
                taken.refused[at] = reason
                continue
            won = win(matches.usual_boards)
            taken.results[at] = [
                *[Result(won, 1, "match won", won.clause)] * tally.won,
                *[Result(won, HALF, "match drawn", won.clause)] * tally.drawn,
            ]


def _credit_player(
    office: Credits,
    spot: Spot,
    contestant: Contestant,
    player: Player,
    whole: Player,
    terms: Terms,
    taken: Taken,
) -> None:
    if player.suspended:
        office.refuse_player(player, contestant.name, spot, players.suspended(office.book))
        return
    parts: list[Step] = []
    refused: list[Step] = []
    at = seat(contestant.name, player)
    if terms.matches is not None:
        parts += green_matches.counted(taken.results.get(at, []), terms.matches.draw)
        if at in taken.refused:
            refused.append(taken.refused[at])
    ranking = terms.ranking
    placed = [terms.more[contestant.name].working] if contestant.name in terms.more and spot.place else []
    if ranking is not None and 0 < spot.place <= ranking.awards.paid:
        placed.insert(0, ranking.awards.pay(spot.place, spot.tied).working)
    if placed:
        if terms.third is not None:
            reason = terms.third(contestant, player)
        else:
            reason = players.refused(office.book, whole, terms.boards or spot.stage.schedule.boards, "the stage")
        if reason is None:
            parts = [*placed, *parts]
        else:
            refused.insert(0, reason)
    elif ranking is not None and spot.place:
        refused.append(below_the_paid_places(office.book, spot.place, spot.tied, ranking.paid))
    close(office, spot, player, parts, refused, terms.clause or office.book.clause("places and matches"))


def close(office: Credits, spot: Spot, player: Player, parts: list[Step], refused: list[Step], clause: str) -> None:
    """Give a player the sum of the parts, or the first reason why there is nothing."""
    paying = [part for part in parts if part.value]
    if not paying:
        reason = refused[0] if refused else parts[0] if parts else nothing_won(office.book)
        office.refuse_player(player, spot.contestant, spot, reason)
        return
    total = added(tuple(parts), "Places and matches together", clause) if len(parts) > 1 else parts[0]
    office.awards.append(
        Award(player, spot.contestant, spot.label, spot.field, spot.place, spot.tied, GREEN, up(total.value), total)
    )


@shared
def below_the_paid_places(_book: Book, first: int, tied: int, paid: Step) -> Step:
    """Below the paid places there is no award."""
    only = "only the first is paid" if paid.value == 1 else f"only {paid.value} are paid"
    return step("{place}; {only}", 0, because=(paid,), clause=paid.clause, place=ordinal(first, tied), only=only)
