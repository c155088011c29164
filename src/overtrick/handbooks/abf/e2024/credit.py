"""Who gets what? The parts of each player's award, added up when the event is done."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Assessment, Award, Problem, Refusal, Remark
from overtrick.engine.crediting import credit_session
from overtrick.engine.event import Player, Stage
from overtrick.engine.numbers import Exact, tidy
from overtrick.engine.places import ordinal
from overtrick.engine.scales import PlaceAwards, added
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.abf.e2024 import eligibility, match_awards, placing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Event, Field
    from overtrick.handbooks.edition import Book

_LAST = 1_000_000
USUAL_TEAM = 4
LARGEST_TEAM = 6


class Spot(NamedTuple):
    """Where a contestant stands."""

    stage: str = ""
    field: str = ""
    place: int = 0
    tied: int = 1
    contestant: str = ""


class Account:
    """The parts of one player's award, by colour; matches of one worth are counted over the whole event."""

    __slots__ = ("parts", "player", "reasons", "size", "spot", "wins")

    def __init__(self, player: Player, spot: Spot, size: int) -> None:
        """Open an account for a player of a contestant of so many."""
        self.player = player
        self.spot = spot
        self.size = size
        self.parts: dict[str, list[Step]] = {}
        self.wins: dict[tuple[str, str], tuple[Step, Exact]] = {}
        self.reasons: list[Step] = []

    def add(self, colour: str, part: Step) -> None:
        """Put an award in."""
        self.parts.setdefault(colour, []).append(part)

    def add_wins(self, colour: str, won: Step, wins: Exact) -> None:
        """Count matches won; those of one worth are multiplied and rounded together."""
        key = (colour, f"{won.says} {won.value}")
        _figure, before = self.wins.get(key, (won, 0))
        self.wins[key] = won, before + wins


class Office:
    """The accounts of an event."""

    def __init__(self, book: Book, event: Event) -> None:
        """Start with nothing."""
        self.book = book
        self.event = event
        self.remarks: list[Remark] = []
        self.problems: list[Problem] = []
        self._accounts: dict[str, Account] = {}

    @cached_property
    def _names(self) -> tuple[set[str], dict[str, tuple[Player, ...]]]:
        """See which names stand for two contestants, and who the players of each name are."""
        twice: set[str] = set()
        players: dict[str, tuple[Player, ...]] = {}
        for stage in self.event.stages:
            seen: dict[int, set[str]] = {}
            for field in stage.fields:
                names = {each.name for each in field.contestants}
                twice |= names & seen.get(field.session, set())
                seen.setdefault(field.session, set()).update(names)
                for each in field.contestants:
                    if each.players and (field.session == 0 or each.name not in players):
                        players[each.name] = each.players
        return twice, players

    def label(self, stage: Stage) -> str:
        """Name a stage where there are several."""
        return stage.name or (str(stage.kind) if len(self.event.stages) > 1 else "")

    def players(self, contestant: Contestant) -> tuple[Player, ...]:
        """Give the players of a contestant; a list that names none has those of the same name elsewhere."""
        return contestant.players or self._names[1].get(contestant.name) or (Player(contestant.name),)

    def accounts(self, contestant: Contestant, spot: Spot) -> Iterator[tuple[Player, Account]]:
        """Give every player of a contestant with the account.

        Who has no number is known by name and contestant: pair 1 in two directions is two pairs, and two partners of
        one name are two players.
        """
        where = f"{contestant.name}\n{spot.field if contestant.name in self._names[0] else ''}"
        members = self.players(contestant)
        same: dict[str, int] = {}
        for player in members:
            same[player.name] = same.get(player.name, 0) + 1
            key = player.number or f"{player.name}\n{where}\n{same[player.name]}"
            account = self._accounts.get(key)
            if account is None:
                size = sum(1 for each in members if not each.substitute)
                account = self._accounts[key] = Account(player, spot, size)
                if size > LARGEST_TEAM:
                    self.remark(no_part_for(size))
            yield player, account

    def remark(self, reason: Step) -> None:
        """Tell something once."""
        remark = Remark(reason.says, reason.clause)
        if remark not in self.remarks:
            self.remarks.append(remark)

    def single(
        self,
        stage: Stage,
        tariffs: Sequence[tuple[Step, PlaceAwards]],
        within: Decimal,
        boards: int,
        colour: str,
    ) -> Assessment:
        """Close an event of one session: awards by place, the others explained when somebody asks."""
        lists = [(field, places) for field, (_paid, places) in zip(stage.fields, tariffs, strict=True)]
        paid = {id(field): step for field, (step, _places) in zip(stage.fields, tariffs, strict=True)}

        def barred(player: Player) -> Step | None:
            return eligibility.refused_session(self.book, player, boards, stage.play)

        def below(field: Field, first: int, tied: int) -> Step:
            return not_placed(first, tied, paid[id(field)])

        return self._assessment(*credit_session(lists, colour, barred, below, within))

    def result(self) -> Assessment:
        """Close the accounts."""
        awards: list[Award] = []
        refused: list[Account] = []
        for account in self._accounts.values():
            totals = list(self._closed(account))
            for colour, total in totals:
                stage, field, place, tied, contestant = account.spot
                units = int(total.value)
                awards.append(Award(account.player, contestant, stage, field, place, tied, colour, units, total))
            if not totals:
                refused.append(account)
        if self.problems:
            awards, refused = [], []
        shown = {label: at for at, label in enumerate(dict.fromkeys(award.stage for award in awards))}
        awards.sort(key=lambda award: (shown[award.stage], award.field, award.place or _LAST))
        return self._assessment(awards, lambda: _refusals(refused))

    def _assessment(self, awards: list[Award], refusals: Callable[[], Iterable[Refusal]]) -> Assessment:
        edition = self.book.edition
        return Assessment(
            edition.handbook.name, edition.name, self.event, awards, refusals, self.remarks, self.problems
        )

    def _closed(self, account: Account) -> Iterator[tuple[str, Step]]:
        for (colour, _says), (won, wins) in account.wins.items():
            account.parts.setdefault(colour, []).insert(0, match_awards.matches_won(self.book, won, wins))
        for colour, parts in account.parts.items():
            paying = [part for part in parts if part.value]
            if not paying:
                continue
            size = min(account.size, LARGEST_TEAM)
            each_part = self.book.setting("team_of_more") == "each part"
            if size > USUAL_TEAM and each_part:
                paying = [placing.rounded(self.book, team_part(self.book, part, size)) for part in paying]
            whole = added(tuple(paying), "Session awards and the outright award", "4.3.1/1")
            total = paying[0] if len(paying) == 1 else whole
            if size > USUAL_TEAM and not each_part:
                total = placing.rounded(self.book, team_part(self.book, total, size))
            if total.value:
                yield colour, total


def _refusals(accounts: list[Account]) -> Iterator[Refusal]:
    for account in accounts:
        reason = account.reasons[0] if account.reasons else nothing_earned()
        spot = account.spot
        yield Refusal(account.player, spot.contestant, spot.stage, spot.field, spot.place, spot.tied, reason)


@rule("4.1.2", "App B.1.1/substitutes")
def team_part(book: Book, total: Step, members: int) -> Step:
    """Awards are for a team of four: of five members each has 4/5, of six 2/3."""
    part = book.table("figures").number(f"team of {members}", "value")
    words = "A team of {members}: {part} each"
    return step(words, tidy(total.value * part), because=(total,), clause="4.1.2", members=members, part=part)


@rule("4.1.2")
def no_part_for(members: int) -> Step:
    """The scheme knows teams of up to six."""
    words = "The scheme has no part for a team of {members}: its members are paid as of six; ask the ABF"
    return step(words, 0, NOTHING, members=members)


@rule("4.1.1/1", "4.1.1/2")
def not_placed(first: int, tied: int, paid: Step) -> Step:
    """Below the paid places there is no award."""
    words = "{place}; only {paid} are paid"
    return step(words, 0, because=(paid,), clause=paid.clause, place=ordinal(first, tied), paid=paid.value)


@rule("4.1.1/1", "4.1.1/2")
def nothing_earned() -> Step:
    """Below the paid places, and without a match won, there is no award."""
    return step("No paid place and no match won", 0, NOTHING, clause="4.1.1/2")
