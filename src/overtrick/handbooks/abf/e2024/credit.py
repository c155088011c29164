"""Who gets what? The parts of each player's award, added up when the event is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Assessment, Award, Problem, Refusal, Remark
from overtrick.engine.crediting import credit_places
from overtrick.engine.event import Player, Stage
from overtrick.engine.numbers import tidy
from overtrick.engine.places import ordinal, ranking
from overtrick.engine.scales import Pay, PlaceAwards, added
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.abf.e2024 import eligibility, placing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Event, Field
    from overtrick.handbooks.edition import Book

USUAL_TEAM = 4


class Spot(NamedTuple):
    """Where a contestant stands."""

    stage: str = ""
    field: str = ""
    place: int = 0
    tied: int = 1
    contestant: str = ""


class Account:
    """The parts of one player's award."""

    __slots__ = ("parts", "player", "reasons", "size", "spot")

    def __init__(self, player: Player, spot: Spot, size: int) -> None:
        """Open an account for a player of a contestant of so many."""
        self.player = player
        self.spot = spot
        self.size = size
        self.parts: list[Step] = []
        self.reasons: list[Step] = []


class Office:
    """The accounts of an event."""

    def __init__(self, book: Book, event: Event, colour: str) -> None:
        """Start with nothing."""
        self.book = book
        self.event = event
        self.colour = colour
        self.remarks: list[Remark] = []
        self.problems: list[Problem] = []
        self._accounts: dict[str, Account] = {}

    def label(self, stage: Stage) -> str:
        """Name a stage where there are several."""
        return stage.name or (str(stage.kind) if len(self.event.stages) > 1 else "")

    def account(self, player: Player, contestant: Contestant, spot: Spot) -> Account:
        """Give the player's account; a list of the whole event decides where it is shown."""
        key = player.number or f"{player.name}\n{contestant.name}"
        account = self._accounts.get(key)
        if account is None:
            size = len([each for each in contestant.players if not each.substitute])
            account = self._accounts[key] = Account(player, spot, size)
        elif spot.place and not account.spot.place:
            account.spot = spot
        return account

    def place(self, player: Player, contestant: Contestant, spot: Spot) -> Account:
        """Give the player's account and show it at this place, which is that of the whole event."""
        account = self.account(player, contestant, spot)
        account.spot = spot
        return account

    def remark(self, reason: Step) -> None:
        """Tell something once."""
        remark = Remark(reason.says, reason.clause)
        if remark not in self.remarks:
            self.remarks.append(remark)

    def single(
        self, stage: Stage, tariffs: Sequence[tuple[Step, PlaceAwards]], within: Decimal, boards: int
    ) -> Assessment:
        """Close an event of one session: awards by place, the others explained when somebody asks."""
        awards: list[Award] = []
        refused: list[Refusal] = []
        below: list[tuple[Field, Step, int]] = []
        for field, (paid, places) in zip(stage.fields, tariffs, strict=True):

            def unusual(
                player: Player, contestant: Contestant, first: int, tied: int, pay: Pay, field: Field = field
            ) -> None:
                reason = eligibility.refused_session(self.book, player, boards)
                if reason is None:
                    found = Award(player, contestant.name, "", field.name, first, tied, self.colour, *pay)
                    awards.append(found)
                else:
                    refused.append(Refusal(player, contestant.name, "", field.name, first, tied, reason))

            first_below = credit_places(
                awards, ranking(field.contestants, within), places, ("", field.name, self.colour), unusual
            )
            if first_below is not None:
                below.append((field, paid, first_below))

        edition = self.book.edition
        return Assessment(
            edition.handbook.name,
            edition.name,
            self.event,
            awards,
            lambda: _single_refusals(refused, below, within),
            self.remarks,
            self.problems,
        )

    def result(self) -> Assessment:
        """Close the accounts."""
        closed = [(account, self._closed(account)) for account in self._accounts.values()]
        awards = [
            Award(
                account.player, account.spot.contestant, account.spot.stage, account.spot.field, account.spot.place,
                account.spot.tied, self.colour, int(total.value), total,
            )
            for account, total in closed
            if total is not None and total.value
        ]  # fmt: skip
        refused = [account for account, total in closed if total is None or not total.value]
        edition = self.book.edition
        return Assessment(
            edition.handbook.name,
            edition.name,
            self.event,
            awards,
            lambda: _refusals(refused),
            self.remarks,
            self.problems,
        )

    def _closed(self, account: Account) -> Step | None:
        paying = [part for part in account.parts if part.value]
        if not paying:
            return None
        if account.size > USUAL_TEAM and self.book.setting("team_of_more") == "each part":
            paying = [placing.rounded(self.book, team_part(self.book, part, account.size)) for part in paying]
        total = (
            paying[0] if len(paying) == 1 else added(tuple(paying), "Session awards and the outright award", "4.3.1")
        )
        if account.size > USUAL_TEAM and self.book.setting("team_of_more") == "whole event":
            total = placing.rounded(self.book, team_part(self.book, total, account.size))
        return total


def _single_refusals(
    refused: list[Refusal], below: list[tuple[Field, Step, int]], within: Decimal
) -> Iterator[Refusal]:
    yield from refused
    for field, paid, first_below in below:
        for first, members in ranking(field.contestants, within):
            if first < first_below:
                continue
            reason = not_placed(first, len(members), paid)
            for contestant in members:
                for player in eligibility.players_of(contestant):
                    yield Refusal(player, contestant.name, "", field.name, first, len(members), reason)


def _refusals(accounts: list[Account]) -> Iterator[Refusal]:
    for account in accounts:
        reason = account.reasons[0] if account.reasons else nothing_earned()
        spot = account.spot
        yield Refusal(account.player, spot.contestant, spot.stage, spot.field, spot.place, spot.tied, reason)


@rule("4.1.2", "App B.1.1/substitutes")
def team_part(book: Book, total: Step, members: int) -> Step:
    """Awards are for a team of four: of five members each has 4/5, of six 2/3."""
    part = book.table("figures").number(f"team of {min(members, 6)}", "value")
    words = "A team of {members}: {part} each"
    return step(words, tidy(total.value * part), because=(total,), clause="4.1.2", members=members, part=part)


@rule("4.1.1/1", "4.1.1/2")
def not_placed(first: int, tied: int, paid: Step) -> Step:
    """Below the paid places there is no award."""
    words = "{place}; only {paid} are paid"
    return step(words, 0, because=(paid,), clause="4.1.1", place=ordinal(first, tied), paid=paid.value)


@rule("4.1.1/1", "4.1.1/2")
def nothing_earned() -> Step:
    """Below the paid places, and without a match won, there is no award."""
    return step("No paid place and no match won", 0, NOTHING, clause="4.1.1")
