"""What an office does in any year: it receives results day by day, closes its months and proves its book."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from django.test import Client

from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import Outcome, submit
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.web import access
from tests.register import season

if TYPE_CHECKING:
    import pytest

    from overtrick.engine.event import Event
    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.models import Organisation
    from tests.register.season import Union


def moment(day: date) -> datetime:
    """Give the morning of a day."""
    return datetime(day.year, day.month, day.day, 9, tzinfo=UTC)


class OfficeYear:
    """A federation whose year goes by: the pages have the day that the story has."""

    def __init__(self, here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = here
        self.today = moment(date(2026, 1, 2))
        monkeypatch.setattr(access, "now", lambda: self.today)

    def on(self, month: int, day: int, year: int = 2026) -> datetime:
        """Go on to a day; nobody goes back."""
        later = moment(date(year, month, day))
        assert later >= self.today
        self.today = later
        return later

    def browser(self, user: User) -> Client:
        """Give a browser in which somebody is logged in."""
        client = Client()
        client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
        return client

    def draft(self, event: Event, where: Organisation | None = None, actor: User | None = None) -> Submission:
        """Let a club's scorer, or somebody else for another organisation, upload results today."""
        content = season.file_of(event, self.here.federation.handbook)
        sender = actor or self.here.scorer
        (made,) = receive(where or self.here.club, f"{event.name}.yaml", content, sender, self.today)
        assert made.submission is not None, (made.problems, made.questions, made.before)
        return made.submission

    def submit(self, event: Event, where: Organisation | None = None, actor: User | None = None) -> Outcome:
        """Upload results today and submit them."""
        made = self.draft(event, where, actor)
        return submit(made, actor or self.here.scorer, self.today, said={EVERYTHING: "It was so"})

    def close(self, month: int) -> close_month.Month:
        """Close a month of 2026 today."""
        return close_month.close(self.here.federation, date(2026, month, 1), self.here.clerk, self.today)

    def prove(self, assessments: int) -> None:
        """See that the book holds, and that as many awards as were ever kept are what the handbook says."""
        proof = prove()
        assert proof.holds, proof.findings
        assert proof.assessments == assessments
