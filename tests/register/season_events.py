"""A cup, a league and a ladder of a season, noted as a club notes them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest
from overtrick.register.competitions.submit import Outcome, submit
from overtrick.register.proof import prove
from overtrick.register.seasons import note
from overtrick.register.seasons.draft_season import draft
from overtrick.register.seasons.notebook import FIRST, Entrant, Fixture, Game, SeasonPlan, SeasonPlayer, SeasonRound
from tests.register.season import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.register.accounts.models import User
    from overtrick.register.people.models import Player
    from overtrick.register.seasons.models import SeasonEvent
    from tests.register.season import Union

BEGINS = date(2026, 1, 12)
AT = datetime(2026, 5, 20, 9, tzinfo=UTC)
TREES = ("Oaks", "Elms", "Firs", "Yews", "Ash", "Pines", "Limes", "Hazel")
CUP = SeasonPlan(status="club")


def teams(here: Union, names: Sequence[str] = TREES, division: str = "") -> tuple[Entrant, ...]:
    """Put four members into each team."""
    made = members(
        here.federation, here.club, [f"{tree} {each}" for tree in names for each in ("Ada", "Bel", "Cy", "Di")]
    )
    return tuple(Entrant(name, tuple(map(seat, made[4 * at : 4 * at + 4])), division) for at, name in enumerate(names))


def seat(player: Player) -> SeasonPlayer:
    return SeasonPlayer(str(player), player.number)


def started(
    here: Union, entrants: tuple[Entrant, ...], contest: Contest = Contest.KNOCK_OUT, plan: SeasonPlan = CUP
) -> SeasonEvent:
    name = f"Winter {contest}"
    return note.start(here.club, note.NewSeason(name, BEGINS, contest, plan, entrants), here.scorer, AT)


def match(winner: str, loser: str) -> Fixture:
    return Fixture((winner, loser), FIRST)


def with_round(
    here: Union, season: SeasonEvent, matches: Iterable[Fixture], byes: tuple[str, ...] = (), day: date = BEGINS
) -> SeasonEvent:
    return note.add_round(season, SeasonRound(day, tuple(matches), byes), season.revision, here.scorer, AT)


def with_game(here: Union, season: SeasonEvent, scores: Iterable[tuple[str, str]], tables: str = "10") -> SeasonEvent:
    game = Game(BEGINS, "Tuesday", tables, tuple(scores))
    return note.add_game(season, game, (), season.revision, here.scorer, AT)


def sent(here: Union, season: SeasonEvent, actor: User | None = None) -> Outcome:
    """Work the season out as far as it is played, and submit it; the office's memory holds then."""
    actor = actor or here.scorer
    made = draft(season, actor, AT)
    assert made.submission is not None, (made.problems, made.questions, made.before)
    outcome = submit(made.submission, actor, AT, replace=True)
    assert prove().findings == ()
    return outcome
