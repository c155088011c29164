"""What happens to real offices beside what is played, by the day on which it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.demo.accounts import SLUG, open_log_ins
from overtrick.register.demo.population import moment
from overtrick.register.demo.programme import plan_the_year
from overtrick.register.demo.questions import ask_and_answer
from overtrick.register.demo.seasons import play_season_events
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope
from tests.grown import machines, money, people, results, states
from tests.register.season import KIND, Union

if TYPE_CHECKING:
    Act = Callable[[Union, datetime], object]

#: So many members of the large club are those to whom things happen.
_KNOWN = 40
_DAY = timedelta(days=1)

#: What happens on which day, under both handbooks.
ACTS: dict[date, Iterable[Act]] = {
    date(2024, 12, 3): [people.change_officers],
    date(2025, 1, 20): [people.lead_lives],
    date(2025, 3, 4): [results.be_licensed],
    date(2025, 6, 10): [people.come_back, people.visit],
    date(2025, 9, 2): [people.be_erased],
    date(2026, 6, 20): [money.owe],
    date(2026, 7, 2): [money.pay],
    date(2026, 7, 3): [money.forgive],
    date(2026, 8, 25): [results.go_wrong, results.be_old, results.apply],
    date(2026, 9, 20): [results.be_corrected, results.be_asked, results.be_looked_at],
    date(2026, 10, 1): [machines.programs, machines.mail, machines.tasks, machines.accounts],
    date(2026, 10, 5): [machines.publish_files, machines.watch],
    date(2026, 11, 8): [money.be_overdue, money.close_books, money.charge_no_longer],
}
#: What happens under one of them.
ONLY: dict[str, dict[date, Iterable[Act]]] = {
    "ebu": {
        date(2024, 11, 11): [people.move_in],
        date(2025, 2, 1): [people.choose_counties],
    },
    "abf": {
        date(2024, 11, 11): [people.forget_lists],
        date(2025, 3, 10): [people.renew],
        date(2025, 4, 3): [people.have_renewed],
        date(2025, 9, 20): [states.tell],
        date(2025, 10, 2): [states.allot_all],
        date(2025, 10, 20): [states.change],
    },
}


class Life:
    """An office, from its first day on."""

    def __init__(self, handbook: str, begins: date) -> None:
        self._begins = begins
        self._acts = [ACTS, ONLY[handbook]]

    def goes_on(self, what: str, done: int, _of: int) -> None:
        """Let happen what happens on a day, which the demonstration has just played."""
        day = self._begins + (done - 1) * _DAY
        acts = [act for each in self._acts for act in each.get(day, ())] if what == "Days" else []
        for nth, act in enumerate(acts):
            act(_here(), moment(day) + timedelta(minutes=nth + 1))

    def today(self, today: date) -> None:
        """Let everybody have an account, and something on the desk."""
        federation = Federation.objects.get(slug=SLUG)
        with scope(federation=federation), transactions.atomic():
            here = _here()  # who acts has other names afterwards
            open_log_ins(federation, self._begins)
            ask_and_answer()
            play_season_events(today)
            plan_the_year(today)
            results.be_planned(here, moment(today))


def _here() -> Union:
    """Name who acts, as tests do."""
    federation = Federation.objects.get(slug=SLUG)
    national = Organisation.objects.get(parent=None)
    club, other = Organisation.objects.filter(kind=KIND.CLUB).order_by("pk")[:2]
    (clerk, second), (scorer, stranger) = (
        [User.objects.get(username=f"{SLUG}-{each}") for each in names]
        for names in (("office-1", "office-2"), (club.number, other.number))
    )
    assert club.parent is not None
    secretary = User.objects.get(username=f"{SLUG}-{club.parent.number}")
    players = Player.objects.filter(memberships__club=club).order_by("pk").distinct()[:_KNOWN]
    return Union(
        federation, national, club.parent, club, other, clerk, second, secretary, scorer, stranger, list(players)
    )
