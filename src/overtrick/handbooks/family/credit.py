"""Who gets what? Awards and refusals of one event, put together list by list and match by match."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import parts
from overtrick.engine.assessment import Assessment, Award, Problem, Refusal, Remark, Unknown
from overtrick.engine.crediting import credit_places, refuse_places
from overtrick.engine.event import Player
from overtrick.engine.numbers import up
from overtrick.engine.places import Tied, ordinal
from overtrick.engine.played import StagePlay
from overtrick.engine.scales import ByPlace, Pay, added
from overtrick.engine.working import Step, all_reasons, distinct, named, reasons_of, step
from overtrick.handbooks.family import matches, players, scales
from overtrick.handbooks.family.shared import clause_if_named, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.lists import Group

    #: Says in which colour a part of a stage is paid: the stage, the name of the list, the part.
    Colours = Callable[[Stage, str, str], str]

LOCAL = "local"

#: A way to a problem that begins with one of these begins within a stage.
_OF_STAGE = ("fields", "matches", "match boards")

#: The parts of a stage that may be paid in different colours.
RANKING, MATCHES = "ranking", "matches"


class Spot(NamedTuple):
    """Where a contestant stands: stage, list, place."""

    stage: Stage
    label: str
    field: str
    place: int = 0
    tied: int = 1
    contestant: str = ""


class Account:
    """What one player has of a colour from matches over the whole event, until it is rounded and added."""

    __slots__ = ("colour", "parts", "player", "ranking", "refused", "spot", "status", "together", "unplaced")

    def __init__(self, player: Player, spot: Spot, status: Step, colour: str) -> None:
        """Open an account."""
        self.player = player
        self.spot = spot
        self.status = status
        self.colour = colour
        self.parts: list[Step] = []
        self.ranking: list[tuple[Spot, Step]] = []
        self.refused: list[Step] = []
        self.unplaced: list[tuple[Spot, Tariff]] = []  #: lists in which the place is not paid
        self.together = ""  #: the clause that pays places beside matches, where it is not the usual one


class Credits:
    """The awards and refusals of an event as they come up."""

    def __init__(self, book: Book, event: Event, colours: Colours | None = None) -> None:
        """Start with nothing; everything is paid in local points unless ``colours`` says otherwise."""
        self.book = book
        self.event = event
        self._colours = colours
        self.awards: list[Award] = []
        self.remarks: list[Remark] = []
        self.problems: list[Problem] = []
        self._refusals: list[Refusal] = []
        #: lists whose lower places are explained only when somebody asks
        self._unplaced: list[tuple[Stage, Field, Tariff, Iterator[Tied]]] = []
        self._accounts: dict[tuple[str, str], Account] = {}
        self._plays: dict[int, StagePlay] = {}
        #: who has points, and the accounts of each player, while accounts are closed
        self._paid: set[str] = set()
        self._same_player: dict[str, list[Account]] = {}

    def play(self, stage: Stage) -> StagePlay:
        """Give what each player played of a stage; its matches are gone through once."""
        found = self._plays.get(id(stage))
        if found is None:
            found = self._plays[id(stage)] = StagePlay(stage)
        return found

    def problem(self, unknown: Unknown, index: int) -> None:
        """Keep what stands against a stage; the way to it may begin within the stage."""
        found = unknown.problem
        if found.path[:1] and found.path[0] in _OF_STAGE:
            found = found._replace(path=("stages", index, *found.path))
        if found not in self.problems:
            self.problems.append(found)

    def colour(self, stage: Stage, field: str, part: str) -> str:
        """Say in which colour a part of a stage is paid."""
        return LOCAL if self._colours is None else self._colours(stage, field, part)

    def label(self, stage: Stage) -> str:
        """Name a stage where there are several."""
        return parts.label(self.event, stage)

    def pay_places(self, stage: Stage, field: Field, ranked: Iterable[Tied], tariff: Tariff) -> None:
        """Credit the paid places of a list; who is below them is explained when somebody asks."""
        if tariff.places is None:
            return
        label = self.label(stage)

        def unusual(player: Player, contestant: Contestant, first: int, tied: int, pay: Pay) -> None:
            spot = Spot(stage, label, field.name, first, tied)
            self._pay_if_eligible(player, contestant, spot, field, pay)

        if stage.matches and any(map(self.play(stage).tells, field.contestants)):
            rest = self._pay_who_sat_down(stage, ranked, tariff.places, unusual)
        else:
            where = (label, field.name, self.colour(stage, field.name, RANKING))
            rest = credit_places(self.awards, ranked, tariff.places, where, unusual)
        if rest is not None:
            self._unplaced.append((stage, field, tariff, rest))

    def _pay_who_sat_down(
        self,
        stage: Stage,
        ranked: Iterable[Tied],
        places: PlaceAwards,
        pay: Callable[[Player, Contestant, int, int, Pay], None],
    ) -> Iterator[Tied] | None:
        """Credit the paid places of a list whose line-ups tell who played; give the rest of the list."""
        play, ranked = self.play(stage), iter(ranked)
        for first, members in ranked:
            if first > places.paid:
                return chain(((first, members),), ranked)
            for contestant in members:
                for player in play.players(contestant):
                    pay(player, contestant, first, len(members), places.pay(first, len(members)))
        return None

    def pay_contestants(
        self, stage: Stage, field: Field, ranked: Iterable[Tied], pays: dict[str, Pay], tariff: Tariff
    ) -> None:
        """Credit awards that were chosen contestant by contestant."""
        for first, members in ranked:
            for contestant in members:
                pay = pays.get(contestant.name)
                spot = Spot(stage, self.label(stage), field.name, first, len(members))
                for player in contestant.players or (Player(contestant.name),):
                    if pay is None:
                        self.refuse_player(
                            player, contestant.name, spot, not_in_any_list(self.book, first, len(members), tariff)
                        )
                    else:
                        self._pay_if_eligible(player, contestant, spot, field, pay)

    def _pay_if_eligible(self, player: Player, contestant: Contestant, spot: Spot, field: Field, pay: Pay) -> None:
        reason = self.barred(spot.stage, field, contestant, player)
        if reason is None:
            colour = self.colour(spot.stage, spot.field, RANKING)
            self.awards.append(
                Award(player, contestant.name, spot.label, spot.field, spot.place, spot.tied, colour, *pay)
            )
        else:
            self.refuse_player(player, contestant.name, spot, reason)

    def barred(
        self, stage: Stage, field: Field, contestant: Contestant, player: Player, clause: str = ""
    ) -> Step | None:
        """Say why a player has no award for a place, whatever the place; ``clause`` is that of the boards needed."""
        play = self.play(stage)
        if players.is_untold_substitute(play, contestant, player):
            raise players.boards_of_a_substitute(stage, contestant, player)
        share = play.in_stage(contestant, player, field)._replace(possible=play.programme(field))
        clause = clause or clause_if_named(self.book, "a third of the stage")
        return players.refused(self.book, player, share, "the stage", clause)

    def refuse_player(self, player: Player, contestant: str, spot: Spot, reason: Step) -> None:
        """Refuse one player."""
        self._refusals.append(Refusal(player, contestant, spot.label, spot.field, spot.place, spot.tied, reason))

    def refuse_list(self, stage: Stage, fields: tuple[Field, ...], reason: Step) -> None:
        """Refuse everybody in some lists."""
        for field in fields:
            for contestant in field.contestants:
                self.refuse(stage, field.name, contestant, reason)
        for each in reasons_of(reason):
            remark = Remark(each.says, each.clause, code="list-without-awards")
            if remark not in self.remarks:
                self.remarks.append(remark)

    def tell(self, groups: list[Group]) -> None:
        """Say that the sections of a list are paid apart; who is without standing is told by name."""
        for group in groups:
            for apart in group.why[:-1] if group.outside else group.why:
                remark = Remark(apart.says, apart.clause, code="sections-apart")
                if remark not in self.remarks:
                    self.remarks.append(remark)

    def refuse(self, stage: Stage, field: str, contestant: Contestant, reason: Step) -> None:
        """Refuse one contestant."""
        for player in contestant.players or (Player(contestant.name),):
            self.refuse_player(player, contestant.name, Spot(stage, self.label(stage), field), reason)

    def join(self, other: Assessment) -> None:
        """Take over what was worked out for a part of the event by other rules."""
        self.awards += other.awards
        self.problems += other.problems
        self.remarks += [remark for remark in other.remarks if remark not in self.remarks]
        self._refusals += other.refusals

    def account(self, player: Player, spot: Spot, status: Step, part: str = "") -> Account:
        """Give the player's account, which runs through all stages; it is closed where the player last took part.

        Who has no number is known by name and contestant, within a division or section (``part``): two teams called
        "1" are two teams.
        """
        who = player.number or f"{player.name}\n{spot.contestant}\n{part}"
        colour = self.colour(spot.stage, spot.field, MATCHES)
        account = self._accounts.setdefault((who, colour), Account(player, spot, status, colour))
        account.spot, account.status = spot, status
        return account

    def result(self) -> Assessment:
        """Close the accounts and hand everything over; as long as something is open, nobody is paid."""
        edition = self.book.edition
        if self.problems:
            return Assessment(edition.handbook.name, edition.name, self.event, (), tuple, self.remarks, self.problems)
        self._paid = {_who(award.player) for award in self.awards if award.units}
        if self._colours is not None:
            for account in self._accounts.values():
                self._same_player.setdefault(_who(account.player), []).append(account)
        for account in self._accounts.values():
            self._close(account)
        return Assessment(
            edition.handbook.name,
            edition.name,
            self.event,
            self.awards,
            self._all_refusals,
            self.remarks,
            self.problems,
        )

    def _close(self, account: Account) -> None:
        apart = self._award_apart(account)
        together = self.book.setting("ranking_and_matches_rounded") == "together" and bool(account.ranking)
        total = matches.won_in_all(self.book, account.parts, rounded=not together)
        unpaid = distinct([*(part for part in account.parts if not part.value and total is None), *account.refused])
        if total is None and not account.ranking:
            if not apart:
                reason = all_reasons(self._reasons(account, unpaid))
                self.refuse_player(account.player, account.spot.contestant, account.spot, reason)
            return
        for spot, working in account.ranking[:-1]:
            self._award(account, spot, scales.rounded_up(self.book, working), account.colour)
        if not account.ranking and total is not None:
            lifted = self._at_least(account, self._in_all(account, (total, *unpaid)))
            self._award(account, account.spot, lifted, account.colour)
            return
        spot, working = account.ranking[-1]
        others = (*(() if total is None else (total,)), *unpaid)
        both = self._in_all(account, (named(working, spot.label), *others)) if others else working
        self._award(account, spot, scales.rounded_up(self.book, both), account.colour)

    def _in_all(self, account: Account, parts: tuple[Step, ...]) -> Step:
        """Add what is paid for the place and for matches; a part that is refused stands among them with nothing."""
        if len(parts) == 1:
            return parts[0]
        if not (account.ranking or account.spot.place):  # a knock-out has no ranking list
            return added(parts, "Matches", self.book.clause("match won"))
        clause = account.together or self.book.clause("ranking beside matches")
        return added(parts, "The ranking award and the matches", clause)

    def _reasons(self, account: Account, unpaid: tuple[Step, ...]) -> Iterator[Step]:
        """Give every reason why a player has nothing of the matches and the places."""
        yield from unpaid
        if not unpaid and (not account.unplaced or tells_matches(account.spot.stage)):
            yield nothing_won(self.book)
        for spot, tariff in account.unplaced:
            yield named(not_placed(self.book, spot.place, spot.tied, tariff), spot.label)

    def _award_apart(self, account: Account) -> bool:
        """Award places that are paid in another colour than the matches beside them; say whether there were any."""
        own: list[tuple[Spot, Step]] = []
        for spot, working in account.ranking:
            colour = self.colour(spot.stage, spot.field, RANKING)
            if colour == account.colour:
                own.append((spot, working))
            else:
                self._award(account, spot, scales.rounded_up(self.book, working), colour)
        apart = len(own) < len(account.ranking)
        account.ranking = own
        return apart

    def _at_least(self, account: Account, total: Step) -> Step:
        """Raise what is under the least of an event, unless its other stages or colours paid the player enough."""
        who = _who(account.player)
        elsewhere = who in self._paid
        if not elsewhere and self._colours is not None:
            others = (other for other in self._same_player[who] if other is not account)
            elsewhere = any(part.value for other in others for part in other.parts)
        return total if elsewhere else matches.event_floor(self.book, total, account.status)

    def _award(self, account: Account, spot: Spot, working: Step, colour: str) -> None:
        if working.value:
            self._paid.add(_who(account.player))
        self.awards.append(
            Award(
                account.player,
                spot.contestant,
                spot.label,
                spot.field,
                spot.place,
                spot.tied,
                colour,
                up(working.value),
                working,
            )
        )

    def _all_refusals(self) -> list[Refusal]:
        for unplaced in self._unplaced:
            self._refuse_rest(*unplaced)
        return self._refusals

    def _refuse_rest(self, stage: Stage, field: Field, tariff: Tariff, rest: Iterator[Tied]) -> None:
        play = self.play(stage)
        boards, clause = play.programme(field), clause_if_named(self.book, "a third of the stage")
        refuse_places(
            self._refusals,
            rest,
            (self.label(stage), field.name),
            lambda player: players.refused(self.book, player, play.of_member(player, boards), "the stage", clause),
            ByPlace(lambda first, tied: not_placed(self.book, first, tied, tariff)),
        )


def _who(player: Player) -> str:
    return player.number or player.name


@shared
def not_placed(_book: Book, first: int, tied: int, tariff: Tariff) -> Step:
    """Below the paid places there is no award."""
    paid = tariff.paid
    sentence = (
        "{place}; only {paid} are paid" if paid is not None and paid.value != 1 else "{place}; only the first is paid"
    )
    because = () if paid is None else (paid,)
    clause = "" if paid is None else paid.clause
    return step(
        sentence,
        0,
        because=because,
        clause=clause,
        place=ordinal(first, tied),
        paid="none" if paid is None else paid.value,
    )


@shared
def not_in_any_list(_book: Book, first: int, tied: int, tariff: Tariff) -> Step:
    """A stratified event pays the leaders of each category's list; below those there is no award."""
    because = () if tariff.paid is None else (tariff.paid,)
    sentence = "{place} overall; among the paid places of no category's list"
    return step(sentence, 0, because=because, place=ordinal(first, tied))


def tells_matches(stage: Stage) -> bool:
    """Say whether a stage tells any matches, listed or counted."""
    everybody = (each for field in stage.fields for each in field.contestants)
    return bool(
        stage.matches
        or stage.rounds
        or any(each.tally or any(player.tally for player in each.players) for each in everybody)
    )


@shared
def nothing_won(_book: Book) -> Step:
    """Without a win or a draw there is nothing to award for matches."""
    return step("No match won or drawn", 0)
