"""What has a player earned so far? One account each: sessions, matches, the outright award, what was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import Exact, show, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import Step, rule, step

from . import match_awards, recognition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from overtrick.engine.event import Player
    from overtrick.handbooks.edition import Book

_OUTRIGHT_REFUSED = "4.4.5/1"


class Spot(NamedTuple):
    """Where a contestant stands."""

    stage: str = ""
    field: str = ""
    place: int = 0
    tied: int = 1
    contestant: str = ""


class Part(NamedTuple):
    """One award in an account."""

    step: Step
    final: bool  #: earned in the last stage, or for the whole event
    lost: bool = False  #: deducted for a substitute


class Wins(NamedTuple):
    """Matches of one worth, counted."""

    figure: Step
    stages: dict[str, Exact]  #: how many of them in each stage
    final: bool
    names: str = ""  #: the substitutes who played them, where they are deducted

    @property
    def won(self) -> Exact:
        """Count all of them."""
        return sum(self.stages.values())

    def add(self, stage: str, wins: Exact) -> None:
        """Count more of them."""
        self.stages[stage] = self.stages.get(stage, 0) + wins


class Account:
    """The parts of one player's award, by colour; matches of one worth are counted over the whole event."""

    __slots__ = ("_closed", "apart", "barred", "final", "lost", "parts", "player", "reasons", "size", "spot", "wins")

    def __init__(self, player: Player, spot: Spot, size: int, *, apart: bool = False) -> None:
        """Open an account for a player of a contestant of so many; ``apart`` keeps what is of the final by itself."""
        self.player = player
        self.spot = spot
        self.size = size
        self.apart = apart
        self.final = False  #: whether what comes in now is of the last stage
        self.barred = False
        self.parts: dict[str, list[Part]] = {}
        self.wins: dict[tuple[str, int, bool], Wins] = {}
        self.lost: dict[tuple[str, int, str], Wins] = {}
        self.reasons: list[Step] = []
        self._closed: dict[str, list[Part]] | None = None

    def enter(self, *, final: bool) -> None:
        """Say where what comes in now was earned."""
        self.final = final and self.apart

    def bar(self, reason: Step) -> None:
        """Let nothing in any more."""
        self.barred = True
        self.reasons = [reason]

    def add(self, colour: str, part: Step) -> None:
        """Put an award in."""
        if not self.barred:
            self.parts.setdefault(colour, []).append(Part(part, self.final))

    def add_wins(self, colour: str, won: Step, wins: Exact, stage: str = "") -> None:
        """Count matches won; those of one worth are multiplied and rounded together."""
        if self.barred:
            return
        key = (colour, id(won), self.final)
        before = self.wins.get(key)
        if before is None:
            self.wins[key] = Wins(won, {stage: wins}, self.final)
        else:
            before.add(stage, wins)

    def deduct(self, colour: str, won: Step, wins: Exact, names: str) -> None:
        """Count matches whose award went to a substitute."""
        if self.barred:
            return
        key = (colour, id(won), names)
        self.lost.setdefault(key, Wins(won, {}, self.final, names)).add("", wins)

    def refused(self) -> tuple[Step, ...]:
        """Give every reason once; who never played has no other."""
        if self.barred:
            return (self.reasons[0],)
        return tuple({reason.says: reason for reason in self.reasons}.values())

    def closed(self, book: Book) -> dict[str, list[Part]]:
        """Give all parts by colour: matches, what went to substitutes, sessions and the outright award."""
        if self._closed is None:
            self._closed = {}
            for (colour, *_key), won in _merged(self.wins):
                total = match_awards.matches_won(book, won.figure, won.won, _in_stages(won.stages))
                self._closed.setdefault(colour, []).append(Part(total, won.final))
            for (colour, *_key), lost in self.lost.items():
                self._closed.setdefault(colour, []).append(Part(deducted(book, lost), lost.final, lost=True))
            for colour, parts in self.parts.items():
                self._closed.setdefault(colour, []).extend(parts)
        return self._closed


def _merged(wins: Mapping[tuple[str, int, bool], Wins]) -> Iterator[tuple[tuple[str, str, bool], Wins]]:
    """Put matches of one worth together, whichever stage they were in."""
    found: dict[tuple[str, str, bool], Wins] = {}
    for (colour, _figure, final), won in wins.items():
        key = (colour, f"{won.figure.value} {won.figure.says}", final)
        before = found.setdefault(key, won)
        if before is not won:
            for stage, count in won.stages.items():
                before.add(stage, count)
    yield from found.items()


def _in_stages(stages: Mapping[str, Exact]) -> str:
    """Name the stages of the matches, with their counts where there are several."""
    named = {stage: count for stage, count in stages.items() if stage}
    if len(named) == 1:
        return next(iter(named))
    return ", ".join(f"{stage} {show(count)}" for stage, count in named.items())


@rule("App B.1.1/substitutes")
def deducted(book: Book, lost: Wins) -> Step:
    """What a substitute was awarded is deducted from the absent player."""
    awarded = match_awards.matches_won(book, lost.figure, lost.won)
    words = "Deducted: awarded to the substitute {names}"
    return step(words, -awarded.value, because=(awarded,), names=lost.names)


class Team(NamedTuple):
    """A team of which somebody is recognised in part."""

    recognised: list[Account]
    others: list[Account]

    @rule("4.4.5 note")
    def share(self, book: Book, told: Mapping[str, Fraction]) -> None:
        """Give the recognised their part of the points of the final, and share the rest among the eligible."""
        for colour in {colour for each in self.others for colour in each.closed(book)}:
            award = max(_of_final(each, book, colour) for each in self.others)
            parts: dict[str, Exact] = {str(at): 1 for at in range(len(self.others))}
            for at, each in enumerate(self.recognised):
                parts[f"part {at}"] = _part(each, told)
            shares = recognition.play_off_shares(award, parts)
            names = ", ".join(each.player.name for each in self.recognised)
            for at, each in enumerate(self.recognised):
                kept = [part for part in each.closed(book).get(colour, []) if not part.final]
                given = recognition.recognised(shares[f"part {at}"], award, _part(each, told))
                each.closed(book)[colour] = [*kept, Part(given, final=True)]
                each.reasons = [reason for reason in each.reasons if reason.clause != _OUTRIGHT_REFUSED]
            for at, each in enumerate(self.others):
                extra = recognition.shared(tidy(shares[str(at)] - award), names)
                each.closed(book)[colour].append(Part(extra, final=True))


def _of_final(account: Account, book: Book, colour: str) -> Exact:
    return tidy(sum(part.step.value for part in account.closed(book).get(colour, []) if part.final))


def _part(account: Account, told: Mapping[str, Fraction]) -> Fraction:
    return told[account.player.number] if account.player.number in told else told[account.player.name]


def recognised_teams(accounts: Iterable[Account], told: Mapping[str, Fraction]) -> Iterator[Team]:
    """Find the teams of who is recognised in part; everybody told must be in one."""
    if not told:
        return
    teams: dict[str, Team] = {}
    found: set[str] = set()
    for account in accounts:
        player = account.player
        if player.substitute or account.barred:
            continue
        team = teams.setdefault(account.spot.contestant, Team([], []))
        names = told.keys() & {player.number, player.name}
        found |= names
        eligible = all(reason.clause != _OUTRIGHT_REFUSED for reason in account.reasons)
        if names:
            team.recognised.append(account)
        elif eligible:
            team.others.append(account)
    for name in told:
        if name not in found:
            raise Unknown(
                f"{name!r} should be recognised in part, but nobody of that name played.",
                "Write the name or the number as in the results.",
                "facts",
                recognition.FACT,
                code="abf-part-recognition",
            )
    yield from (team for team in teams.values() if team.recognised and team.others)
