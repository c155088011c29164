"""Who won which match? From listed matches, counted wins, or the rounds of a knock-out, to each player's results."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Ended, Match, Side, Standing
from overtrick.engine.played import known_by, team
from overtrick.engine.working import named
from overtrick.handbooks.family import lists, players, triangles
from overtrick.handbooks.family.credit import Account, Credits, Spot
from overtrick.handbooks.family.matches import Result, counted
from overtrick.handbooks.family.shared import reading, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from overtrick.engine.event import Contestant, Field, Player, Stage, Tally
    from overtrick.engine.places import Tied
    from overtrick.engine.played import Meeting, Share, StagePlay
    from overtrick.engine.scales import Pay
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.lists import Group

DRAWN = "match drawn"

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)

#: A contestant by name and one of its players by number, without one by name.
Seat = tuple[str, str]


class Taken(NamedTuple):
    """What everybody took from some matches, and what of it they are refused."""

    results: dict[Seat, list[Result]]
    refused: dict[Seat, list[Step]]


def seat(contestant: str, player: Player) -> Seat:
    """Know a player of a contestant again."""
    return contestant, known_by(player)


@shared
def outcome(book: Book, match: Match, contestant: str, *, knocks_out: bool) -> tuple[Fraction | int, str, str] | None:
    """Say what part of a win a side has: all, half for a draw, none for a match that was not played out.

    In a knock-out a draw decided by extra boards is a win; a draw parted otherwise remains half a win for both.
    Adjusted scores count in the ranking only.
    """
    drawn = not match.winner or match.ended is Ended.TIE_BROKEN
    drawn = drawn or (match.ended is Ended.EXTRA_BOARDS and not knocks_out)
    if not drawn and contestant != match.winner:
        return None
    if match.ended is Ended.NOT_PLAYED:
        return 0, "match not played", book.clause("match not played")
    if match.ended is Ended.CONCEDED:
        return 0, "match conceded by opponents who were not in arrears", book.clause("match not played")
    if match.triangular:
        part, words = (QUARTER, "mini-match drawn") if drawn else (HALF, "mini-match of a triangle won")
        return part, words, book.clause("triangle")
    if drawn:
        return HALF, DRAWN, book.clause(DRAWN)
    return 1, "match won", book.clause("match won")


def take(
    book: Book,
    play: StagePlay,
    meetings: Iterable[Meeting],
    win: Callable[[int], Step],
    contestants: dict[str, Contestant],
    *,
    knocks_out: bool,
    draw: Callable[[int], Step] | None = None,
    third: str = "",
) -> Taken:
    """Collect the results of listed matches by player; who played too little of a match has nothing of it.

    ``draw`` gives the figure of a draw where the handbook prints one; elsewhere it is half of a win. ``third`` is the
    clause of the boards that a player needs, where it is not the usual one.
    """
    taken, undecided = Taken({}, {}), Seats(play, third)
    for meeting in meetings:
        contestant = contestants.get(meeting.side.contestant)
        found = contestant and outcome(book, meeting.match, contestant.name, knocks_out=knocks_out)
        if contestant is None or found is None:
            continue
        if draw is not None and found[1] == DRAWN:
            result = Result(draw(meeting.full), 1, *found[1:])
        else:
            result = Result(win(meeting.full), *found)
        for player in undecided.at_the_table(contestant, meeting):
            at = seat(contestant.name, player)
            reason = undecided.refused(book, contestant, player, meeting)
            if reason is None:
                taken.results.setdefault(at, []).append(result)
            else:
                taken.refused.setdefault(at, []).append(reason)
    undecided.ask()
    return taken


class Seats:
    """Who sat down in the matches of a stage for long enough, and of whom that is not known."""

    def __init__(self, play: StagePlay, third: str = "") -> None:
        """Start with nobody; ``third`` is the clause of the boards that a player needs."""
        self._play = play
        self._third = third
        self._undecided: dict[Seat, tuple[Contestant, Player]] = {}

    def at_the_table(self, contestant: Contestant, meeting: Meeting) -> Iterable[Player]:
        """List who may have played a match: the team, and who is named in its line-up."""
        return self._play.players(contestant) if meeting.tells else team(contestant)

    def refused(self, book: Book, contestant: Contestant, player: Player, meeting: Meeting) -> Step | None:
        """Say why a player has nothing of a match; nobody needs to be told of who is asked about."""
        plain = player.boards is None and not player.sessions and not player.substitute and not meeting.tells
        if plain and not player.suspended:
            return None
        check_substitute(self._play, contestant, player)
        try:
            share = self._play.in_match(contestant, player, meeting)
            return players.refused(book, player, share, f"the match against {meeting.opponent}", self._third)
        except players.Undecided:
            self._undecided.setdefault(seat(contestant.name, player), (contestant, player))
            return None

    def counted(
        self,
        contestant: Contestant,
        player: Player,
        counts_of: Callable[[Contestant, Player], tuple[list[Result], Step | None]],
    ) -> tuple[list[Result], Step | None]:
        """Give the counted results of a player; remember one of whom too little is told."""
        try:
            return counts_of(contestant, player)
        except players.Undecided:
            self._undecided.setdefault(seat(contestant.name, player), (contestant, player))
            return [], None

    def ask(self) -> None:
        """Ask about everybody of whom too little is told, at once."""
        if self._undecided:
            raise players.boards_of_matches(self._play.stage, list(self._undecided.values()))


def check_substitute(play: StagePlay, contestant: Contestant, player: Player) -> None:
    """Ask for the boards of a substitute of whom nothing is told."""
    if players.is_untold_substitute(play, contestant, player):
        raise players.boards_of_a_substitute(play.stage, contestant, player)


def of_tally(book: Book, tally: Tally, won: Step, drawn: Step | None = None) -> list[Result]:
    """Spell counted wins and draws out; a draw is half of a win where it has no figure of its own."""
    draw: tuple[Step, Fraction | int] = (won, HALF) if drawn is None else (drawn, 1)
    counts: tuple[tuple[int, Step, Fraction | int, str, str], ...] = (
        (tally.won, won, 1, "match won", "match won"),
        (tally.drawn, *draw, DRAWN, DRAWN),
        (tally.mini_won, won, HALF, "mini-match of a triangle won", "triangle"),
        (tally.mini_drawn, won, QUARTER, "mini-match drawn", "triangle"),
    )
    return [
        result
        for number, figure, part, why, cites in counts
        if number
        for result in [Result(figure, part, why, book.clause(cites))] * number
    ]


def counted_results(
    book: Book,
    play: StagePlay,
    field: Field,
    contestant: Contestant,
    player: Player,
    spelled: Callable[[int, Tally], list[Result]],
    usual_boards: int,
    third: str = "",
) -> tuple[list[Result], Step | None]:
    """Give the counted results of a player; the contestant's are those of whoever could have played a match.

    ``spelled`` turns counts of matches of one length into results. It is ``Undecided`` where only a total is told.
    """
    tally = player.tally or contestant.tally
    if tally is None:
        return [], None
    if player.suspended:
        return [], players.suspended(book)
    by_length = tally.by_length(usual_boards)
    results = [result for boards, counts in by_length for result in spelled(boards, counts)]
    check_substitute(play, contestant, player)
    if player.tally is not None:
        share = play.in_stage(contestant, player, field)
        check_own_matches(book, play.stage, contestant, player, share)
        if not share.most:
            return [], players.refused(book, player, share, "the event")
        own, of_team = with_a_result(tally), with_a_result(contestant.tally or tally)
        return results, players.fewer_matches(book, own, of_team, third) if own < of_team else None
    for boards, counts in by_length if results else ():
        for mini, number in ((False, counts.won + counts.drawn), (True, counts.mini_won + counts.mini_drawn)):
            if number:
                share = play.in_each_match(contestant, player, field, boards // 2 if mini else boards)
                reason = players.refused(book, player, share, "a match", third)
                if reason is not None:
                    return [], reason
    return results, None


def with_a_result(tally: Tally) -> int:
    """Count the matches that were won or drawn."""
    return tally.won + tally.drawn + tally.mini_won + tally.mini_drawn


def check_own_matches(book: Book, stage: Stage, contestant: Contestant, player: Player, share: Share) -> None:
    """See that a player had boards enough for the matches that are counted as this player's own."""
    tally = player.tally
    if tally is None or not share.most or players.asks_for_a_number(book):
        return
    thirds = sum(
        boards * (2 * (counts.won + counts.drawn) + counts.mini_won + counts.mini_drawn)
        for boards, counts in tally.by_length(stage.match_boards)
    )
    if 6 * share.most < thirds:
        raise Unknown(
            f"{player.name} of {contestant.name} has {share.most} boards, fewer than a third of the matches counted "
            "as won or drawn by this player.",
            "Correct the boards of this player, or count the matches of which the player had a third.",
            *players.path_of(stage, contestant, player),
            "boards",
            code="boards-below-own-matches",
        )


@shared
def credit(
    office: Credits, stage: Stage, field: Field, ranked: list[Tied], tariff: Tariff, pays: dict[str, Pay], group: Group
) -> None:
    """Credit a list that is paid for matches and for places: every match of every round robin, the ranking once.

    ``pays`` has the ranking award by contestant. Who is without standing may have the matches allowed.
    """
    awards = tariff.matches
    if awards is None:
        return
    check_lengths(stage)
    book, play = office.book, office.play(stage)
    win, draw = lru_cache(awards.win), awards.draw and lru_cache(awards.draw)
    guests = [each for name, each in group.outside if name == field.name and each.standing is Standing.MATCHES_ONLY]
    contestants = {each.name: each for each in (*field.contestants, *guests)}
    listed = (with_length(each, awards.usual_boards) for each in _listed_meetings(book, play, contestants))
    taken = take(book, play, listed, win, contestants, knocks_out=False, draw=draw)
    seats = Seats(play)

    def spelled(boards: int, counts: Tally) -> list[Result]:
        if _triangle_is_one_match(book):
            triangles.check_counts(counts)
        return of_tally(book, counts, win(boards), draw(boards) if draw else None)

    def counts_of(contestant: Contestant, player: Player) -> tuple[list[Result], Step | None]:
        return counted_results(book, play, field, contestant, player, spelled, awards.usual_boards)

    for first, members in (*ranked, *((0, [each]) for each in guests)):
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
            pay = pays.get(contestant.name)
            for player in play.players(contestant):
                account = office.account(player, spot, tariff.status, field.division or field.section)
                account.together = tariff.together
                share = share_of_event(play, contestant, player, field)
                short = _short_of_all(book, player, share, tariff)
                if short is not None:
                    account.refused.append(short)
                    continue
                _credit_ranking(book, account, spot, share, pay, tariff)
                _credit_matches(book, account, seats, contestant, taken, counts_of, awards.cites)
    seats.ask()


def _listed_meetings(book: Book, play: StagePlay, contestants: dict[str, Contestant]) -> Iterable[Meeting]:
    if _triangle_is_one_match(book):
        return triangles.as_one_match(play, contestants)
    return (each for name in contestants for each in play.meetings(name))


def _triangle_is_one_match(book: Book) -> bool:
    return reading(book, "short_triangle", "mini-matches") == "one match"


def check_lengths(stage: Stage, index: int | None = None) -> None:
    """Ask for the boards of a match where a list counts or lists matches and nothing tells how long they were."""
    told = stage.match_boards or any(field.match_boards for field in stage.fields)
    missing = not told and any(not lengths.full_length(stage, match) for match in stage.matches)
    for field in stage.fields:
        if not missing and not lengths.match_boards_of(stage, field):
            counts = [each.tally for each in field.contestants]
            counts += [player.tally for each in field.contestants for player in each.players]
            missing = any(tally is not None and not tally.lengths for tally in counts)
    if missing:
        found, way = "How many boards does a match have?", () if index is None else ("stages", index)
        raise Asked(found, "Give the match boards.", *way, "match boards", code="match-boards-missing")


def with_length(meeting: Meeting, usual_boards: int) -> Meeting:
    """Give a match that tells no length the usual one."""
    return meeting if meeting.full else meeting._replace(full=usual_boards)


def share_of_event(play: StagePlay, contestant: Contestant, player: Player, field: Field) -> Share:
    """Say what a player played of all the boards that a list was to play."""
    return play.in_stage(contestant, player, field)._replace(possible=play.programme(field))


def _short_of_all(book: Book, player: Player, share: Share, tariff: Tariff) -> Step | None:
    """Say why a player has nothing of the whole event: some handbooks and events ask for boards over all of it."""
    if tariff.third_of_all or players.asks_for_a_number(book):
        return players.refused(book, player, share, "the event", tariff.third_of_all)
    return None


def _credit_matches(
    book: Book,
    account: Account,
    seats: Seats,
    contestant: Contestant,
    taken: Taken,
    counts_of: Callable[[Contestant, Player], tuple[list[Result], Step | None]],
    won: str,
) -> None:
    player = account.player
    if player.suspended:
        account.refused.append(players.suspended(book))
        return
    at = seat(contestant.name, player)
    results, refused = taken.results.get(at, []), taken.refused.get(at, [])
    if not results and not refused:
        results, reason = seats.counted(contestant, player, counts_of)
        refused = [] if reason is None else [reason]
    account.parts += counted(book, results, account.spot.label, won)
    account.refused += [named(reason, account.spot.label) for reason in refused]


def _credit_ranking(book: Book, account: Account, spot: Spot, share: Share, pay: Pay | None, tariff: Tariff) -> None:
    if pay is None:
        if spot.place:
            account.unplaced.append((spot, tariff))
        return
    third = tariff.ranking_third or book.clause("a third for the ranking")
    reason = players.refused(book, account.player, share, "the event", third)
    if reason is None:
        account.ranking.append((spot, pay.working))
    else:
        account.refused.append(named(reason, spot.label))


def head_to_head(stage: Stage) -> tuple[Match, ...]:
    """Give the matches of a final of two or three; places alone tell who won a match of two over all its boards."""
    everybody = [each for field in stage.fields for each in field.contestants]
    if stage.matches:
        three = len(everybody) > 2  # noqa: PLR2004 - three play a triangle
        return tuple(match._replace(triangular=True) if three else match for match in stage.matches)
    if len(everybody) != 2:  # noqa: PLR2004 - a triangle needs its matches, or the wins of each
        return ()
    one, two = everybody
    return (Match((Side(one.name), Side(two.name)), winner=_ahead(one, two), boards=stage.schedule.boards),)


def _ahead(one: Contestant, two: Contestant) -> str:
    if one.place is not None and two.place is not None and one.place != two.place:
        return one.name if one.place < two.place else two.name
    if one.score is not None and two.score is not None and one.score != two.score:
        return one.name if one.score > two.score else two.name
    return ""


def with_standing(office: Credits, stage: Stage) -> Iterator[Contestant]:
    """List who may be paid for matches; the others are told why not."""
    for field in stage.fields:
        for contestant in field.contestants:
            allowed = contestant.standing is Standing.MATCHES_ONLY
            if allowed or lists.counts_in_the_entry(office.event, contestant):
                yield contestant
            else:
                office.refuse(
                    stage, field.name, contestant, lists.without_standing(office.book, office.event, contestant)
                )
