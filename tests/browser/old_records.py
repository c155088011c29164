"""An office with something to put right: an old record, two of one person, a month to close, an event too high.

Its pages are below ``/@lakes/``. Wyn Ashe played from 1987 and lapsed in 1990; on 12 May 2026 he played again under his
old number. Hal Pell is in the register twice. Ado Bem needs 10 points more for the first rank. The night of 19 May is
awarded at county status, and in the list of 26 May somebody without standing came second.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from overtrick.engine.event import Event, Standing
from overtrick.register.competitions import decide
from overtrick.register.people import registration, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import opening_balances
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, night, pairs, submitted, union

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
    from overtrick.register.people.models import Player

#: Who is logged in there.
LAKES_OFFICE, LAKES_CLUB = "the office of the lakes", "the scorer of a club of the lakes"
LAKES_PLAYER, LAKES_PLAYER_MAIL = "a player of the lakes", "ado.bem@example.org"
_SENT = datetime(2026, 5, 28, 9, tzinfo=UTC)


def build() -> dict[str, User]:
    """Found the federation; gives who acts there."""
    lakes = office.federation("lakes")
    with scope(federation=lakes):
        here = union(lakes)
        ado, *others = here.players
        wyn = _registered("Wyn", "Ashe", date(1949, 5, 4), date(1987, 3, 1))
        standings.lapse(wyn, date(1990, 4, 1), actor=here.clerk, at=AT)
        hal = _registered("Harold", "Pell", date(1951, 2, 3), office.NEW_YEAR)
        harry = _registered("Harry", "Pell", date(1951, 2, 3), office.NEW_YEAR, hal.number)
        old = date(2025, 12, 31)
        brought = [(wyn, 1430), (ado, 190), (hal, 520), (harry, 75)]
        openings = [Opening(who, "local", units, old, line) for line, (who, units) in enumerate(brought, 1)]
        opening_balances.enter(opening_balances.compare(openings), here.clerk, here.second, AT)
        submitted(here, night(pairs([wyn, ado, hal, *others[:13]])))
        submitted(here, night(pairs([harry, *others]), begins=date(2026, 5, 16), name="Saturday teas"), at=_SENT)
        high = night(pairs(here.players), begins=date(2026, 5, 19), name="Harvest pairs", status="county")
        sent = submitted(here, high, at=_SENT).submission
        decide.approve(sent, here.clerk, _SENT, "Agreed by telephone")
        submitted(here, _guests(night(pairs(here.players), begins=date(2026, 5, 26), name="Guests’ night")), at=_SENT)
        player = office.user("lakes-ado")
        player.player, player.email = ado, LAKES_PLAYER_MAIL
        player.save()
    return {LAKES_OFFICE: here.clerk, LAKES_CLUB: here.scorer, LAKES_PLAYER: player}


def _registered(given: str, family: str, born: date, on: date, despite: str = "") -> Player:
    applicant = Applicant(given, family, born)
    made = registration.register(applicant, on, despite=[despite] if despite else (), actor=None, at=AT)
    assert made.player is not None
    return made.player


def _guests(event: Event) -> Event:
    """Let the pair that came second be there without standing (2.10.4)."""
    (stage,) = event.stages
    (field,) = stage.fields
    first, second, *rest = field.contestants
    listed = (first, second._replace(standing=Standing.WITHOUT), *rest)
    return event._replace(stages=(stage._replace(fields=(field._replace(contestants=listed),)),))
