"""What happens to real offices beside what is played, by the day on which it happens."""

from __future__ import annotations

from datetime import date, timedelta

from overtrick.register import transactions
from overtrick.register.demo.accounts import SLUG, open_log_ins
from overtrick.register.demo.programme import plan_the_year
from overtrick.register.demo.questions import ask_and_answer
from overtrick.register.demo.seasons import play_season_events
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import scope


class Life:
    """An office, from its first day on."""

    def __init__(self, handbook: str, begins: date) -> None:
        self.handbook, self.begins = handbook, begins

    def goes_on(self, what: str, done: int, _of: int) -> None:
        """Let happen what happens on a day; the demonstration says when it is over."""
        if what == "Days":
            self.begins + timedelta(days=done - 1)

    def today(self, today: date) -> None:
        """Let everybody have an account, and something on the desk."""
        with scope(federation=Federation.objects.get(slug=SLUG)), transactions.atomic():
            open_log_ins(Federation.objects.get(slug=SLUG), self.begins)
            ask_and_answer()
            play_season_events(today)
            plan_the_year(today)
