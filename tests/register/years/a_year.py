"""What an office's year is told with: moments, files that come in, months that close, pages as somebody reads them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.test import Client

from overtrick.engine.event import Contest, Event, Schedule, Series
from overtrick.register.applications import draft, send
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import Outcome, submit
from overtrick.register.organisations import officers
from overtrick.register.planning import attach, plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.web import access
from tests.register import office
from tests.register.season import ROLE, file_of, members, night
from tests.web.pages import as_read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

    from overtrick.engine.event import Player as Seat
    from overtrick.register.accounts.models import User
    from overtrick.register.applications.models import Application
    from overtrick.register.competitions.models import Submission
    from overtrick.register.organisations.models import Organisation
    from overtrick.register.people.models import Player
    from overtrick.register.programme.models import PlannedEvent
    from tests.register.season import Union

ELMBY = (
    "Bal Dor", "Ces Ful", "Dag Hem", "Eps Jol", "Fit Lan", "Gro Nip",
    "Hul Pra", "Ilk Ros", "Jem Tos", "Kip Ved", "Lux Wob", "Mir Yat",
)  # fmt: skip


def moment(month: int, day: int, year: int = 2026) -> datetime:
    """Name a morning of the year."""
    return datetime(year, month, day, 9, tzinfo=UTC)


def ladder(ranked: Sequence[tuple[Seat, ...]], name: str, begins: date) -> Event:
    """Rank pairs over twelve nights of nine tables, of which six count."""
    made = night(ranked, name=name, begins=begins)
    stage = made.stages[0]._replace(contest=Contest.LADDER, schedule=Schedule(24), series=Series(12, 6, Decimal(9)))
    return made._replace(stages=(stage,))


def of_boards(event: Event, boards: int) -> Event:
    """Let an event have so many boards."""
    return event._replace(stages=tuple(each._replace(schedule=Schedule(boards)) for each in event.stages))


class Year:
    """An office in the year 2026: two clubs, what is above them, and those who act for them."""

    def __init__(self, here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = here
        self.oakby, self.elmby, self.above = here.club, here.other, here.county
        self.players = here.players
        self.guests = members(here.federation, here.other, ELMBY)
        self.secretary = self.officer(here.club, "hana")
        self._clock = monkeypatch

    def officer(self, where: Organisation, name: str) -> User:
        """Appoint a secretary for the whole year."""
        made = office.user(name)
        officers.appoint(where, made, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
        return made

    def account(self, player: Player) -> User:
        """Give a player a log-in."""
        made = office.user(player.given.lower())
        made.player = player
        made.save()
        return made

    def plans(self, whose: Organisation, told: PlanTold, actor: User, *, because: str = "") -> PlannedEvent:
        """Put an event on a programme in the first days of the year."""
        return plan.plan(whose, told, because=because, actor=actor, at=moment(1, 5))

    def draft(self, whose: Organisation, event: Event, actor: User, at: datetime) -> Submission:
        """Send results, which can all be read."""
        content = file_of(event, self.here.federation.handbook)
        (made,) = receive(whose, f"{event.name} {event.begins}.yaml", content, actor, at)
        assert made.submission is not None, (made.problems, made.questions, made.before)
        return made.submission

    def submit(
        self,
        whose: Organisation,
        event: Event,
        actor: User,
        at: datetime | None = None,
        *,
        planned: PlannedEvent | None = None,
        replace: bool = False,
        said: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Send results on the day after play, and submit them."""
        at = at or moment(event.begins.month, event.begins.day) + timedelta(days=1)
        made = self.draft(whose, event, actor, at)
        if planned is not None:
            attach.attach(made.competition, planned, actor=actor, at=at)
        return submit(made, actor, at, replace=replace, said=said or {})

    def apply(self, whose: Organisation, kind: str, told: Mapping[str, str], actor: User, at: datetime) -> Application:
        """Fill an application in and send it."""
        made = draft.begin(whose, kind, {}, actor=actor, at=at)
        assert draft.answer(made, told, actor=actor, at=at) == {}
        return send.send(made, actor=actor, at=at)

    def close(self, month: int) -> close_month.Month:
        """Close a month on the twelfth of the next."""
        at = moment(month % 12 + 1, 12, 2026 + month // 12)
        return close_month.close(self.here.federation, date(2026, month, 1), self.here.clerk, at)

    def browser(self, user: User, at: datetime) -> Client:
        """Sit down at the pages as somebody, at a moment."""
        self._clock.setattr(access, "now", lambda: at)
        client = Client()
        client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
        return client

    def page(self, user: User, address: str, at: datetime) -> str:
        """Read a page."""
        answer = self.browser(user, at).get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return as_read(answer.content.decode())

    def verified(self) -> int:
        """See that the whole of ``verify`` holds; give how many assessments it worked out again."""
        proof = prove()
        assert proof.findings == ()
        assert proof.assessments == proof.of
        return proof.assessments
