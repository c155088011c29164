"""Who gets what? The accounts of an event, closed into awards and refusals when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Assessment, Award, Problem, Refusal, Remark, Unknown
from overtrick.engine.crediting import credit_session
from overtrick.engine.numbers import tidy
from overtrick.engine.parts import label
from overtrick.engine.places import ordinal
from overtrick.engine.scales import PlaceAwards, added
from overtrick.engine.working import NOTHING, Step, rule, step

from . import eligibility, placing, recognition, tours
from .accounts import Account, Spot, recognised_teams
from .members import Members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field, Player, Stage
    from overtrick.handbooks.edition import Book

    from .course import Course

__all__ = ["Account", "Office", "Spot", "not_placed"]

_LAST = 1_000_000
USUAL_TEAM = 4
LARGEST_TEAM = 6


class Office:
    """The accounts of an event."""

    def __init__(self, book: Book, course: Course) -> None:
        """Start with nothing."""
        self.book = book
        self.event = course.event
        self.remarks: list[Remark] = []
        self.problems: list[Problem] = []
        self._members = Members(course)
        self._recognises = bool(self.event.facts) and bool(self.event.fact("part recognition"))
        self._accounts: dict[str, Account] = {}
        self._locals: frozenset[str] = frozenset()

    def label(self, stage: Stage) -> str:
        """Name a stage where there are several."""
        return label(self.event, stage)

    def players(self, contestant: Contestant) -> tuple[Player, ...]:
        """Give everybody who played for a contestant."""
        return self._members.players(contestant)

    def accounts(self, contestant: Contestant, spot: Spot) -> Iterator[tuple[Player, Account]]:
        """Give every player of a contestant with the account.

        Who has no number is known by name and contestant: pair 1 in two directions is two pairs, and two partners of
        one name are two players.
        """
        where = f"{contestant.name}\n{spot.field if contestant.name in self._members.twice else ''}"
        members = self.players(contestant)
        same: dict[str, int] = {}
        size = 0
        for player in members:
            same[player.name] = same.get(player.name, 0) + 1
            key = player.number or f"{player.name}\n{where}\n{same[player.name]}"
            account = self._accounts.get(key)
            if account is None:
                size = size or self._members.size(contestant)
                account = self._accounts[key] = Account(player, spot, size, apart=self._recognises)
                if self._members.is_idle(contestant, player):
                    account.bar(eligibility.never_played())
                if size > LARGEST_TEAM:
                    self.remark("team-too-large", no_part_for(size))
            yield player, account

    def remark(self, code: str, reason: Step) -> None:
        """Tell something once."""
        remark = Remark(reason.says, reason.clause, code)
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
        if not self.problems:
            self._recognise()
        for account in self._accounts.values() if not self.problems else ():
            totals = list(self._closed(account))
            for colour, total in totals:
                stage, field, place, tied, contestant = account.spot
                units = int(total.value)
                awards.append(Award(account.player, contestant, stage, field, place, tied, colour, units, total))
            if not totals:
                refused.append(account)
        shown = {label: at for at, label in enumerate(dict.fromkeys(award.stage for award in awards))}
        awards.sort(key=lambda award: (shown[award.stage], award.field, award.place or _LAST))
        return self._assessment(awards, lambda: _refusals(refused))

    def _recognise(self) -> None:
        """Give who is recognised in part the part of the final, and what is lost to the team-mates (4.4.5 note)."""
        try:
            self._locals = tours.locals_of(self.event) if self.event.facts else self._locals
            told = recognition.percentages(self.event)
            for team in recognised_teams(self._accounts.values(), told):
                team.share(self.book, told)
        except Unknown as unknown:
            self.problems.append(unknown.problem)

    def _assessment(self, awards: list[Award], refusals: Callable[[], Iterable[Refusal]]) -> Assessment:
        edition = self.book.edition
        return Assessment(
            edition.handbook.name, edition.name, self.event, awards, refusals, self.remarks, self.problems
        )

    def _closed(self, account: Account) -> Iterator[tuple[str, Step]]:
        """Add the parts of an account up, with the reason of each part that was refused beside them."""
        refused = account.refused()
        size = min(account.size, LARGEST_TEAM)
        each_part = self.book.setting("team_of_more") == "each part"
        closed = account.closed(self.book)
        is_local = bool(self._locals & {account.player.name, account.player.number, account.spot.contestant})
        in_green = is_local and closed.keys() - {tours.GREEN}
        if in_green:
            closed = {tours.GREEN: [part for parts in closed.values() for part in parts]}
        for colour, parts in closed.items():
            paying = [part.step for part in parts if part.step.value]
            if not paying:
                continue
            after: list[Step] = []  #: deducted from what the member of a larger team is awarded
            if size > USUAL_TEAM and each_part:
                paying = [placing.rounded(self.book, team_part(self.book, part, size)) for part in paying]
            elif size > USUAL_TEAM:
                after = [part.step for part in parts if part.lost]
                paying = [part.step for part in parts if part.step.value and not part.lost]
            whole = added((*paying, *refused), "Session awards and the outright award", "4.3.1/1")
            total = paying[0] if len(paying) == 1 and not refused else whole
            if size > USUAL_TEAM and not each_part:
                total = team_part(self.book, total, size)
            total = placing.rounded(self.book, total)
            if after:
                lost = [placing.rounded(self.book, team_part(self.book, part, size)) for part in after]
                total = added((total, *lost), "Less what a substitute was awarded", "App B.1.1/substitutes")
            if total.value > 0:
                yield colour, tours.as_local(self.book, total) if in_green else total


def _refusals(accounts: list[Account]) -> Iterator[Refusal]:
    for account in accounts:
        spot = account.spot
        reason = every_reason(account.refused())
        yield Refusal(account.player, spot.contestant, spot.stage, spot.field, spot.place, spot.tied, reason)


def every_reason(reasons: tuple[Step, ...]) -> Step:
    """Tell every reason why there are no points; the first gives the clause."""
    if not reasons:
        return nothing_earned()
    if len(reasons) == 1:
        return reasons[0]
    return step("No points, for each of these reasons", 0, because=reasons, clause=reasons[0].clause)


@rule("4.1.2", "App B.1.1/substitutes")
def team_part(book: Book, total: Step, members: int) -> Step:
    """Awards are for a team of four: of five members each has 4/5, of six 2/3."""
    part = book.table("figures").number(f"team of {members}", "value")
    words = "A team of {members}: {part} each"
    fraction = f"{part.numerator}/{part.denominator}"
    return step(words, tidy(total.value * part), because=(total,), clause="4.1.2", members=members, part=fraction)


@rule("4.1.2")
def no_part_for(members: int) -> Step:
    """The scheme knows teams of up to six."""
    words = "The scheme has no part for a team of {members}: its members are paid as of six; ask the ABF"
    return step(words, 0, NOTHING, members=members)


@rule("4.1.1/1", "4.1.1/2")
def not_placed(first: int, tied: int, paid: Step, where: str = "") -> Step:
    """Below the paid places there is no award."""
    lead = f"{where}: " if where else ""
    words = "{lead}{place}; only {paid} are paid" if paid.value != 1 else "{lead}{place}; only 1 is paid"
    place = ordinal(first, tied)
    return step(words, 0, because=(paid,), clause=paid.clause, lead=lead, place=place, paid=paid.value)


@rule("4.1.1/1", "4.1.1/2")
def nothing_earned() -> Step:
    """Below the paid places, and without a match won, there is no award."""
    return step("No paid place and no match won", 0, NOTHING, clause="4.1.1/2")
