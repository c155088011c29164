"""Workers are killed while an office moves in: python -m tests.register.tasks.killed_moving 4 7.

The first number says how many are killed at each task at least, and with it the length of the lists; the second is the
seed. Lists of credits are checked and entered, then all of it is signed off. Whatever a kill leaves behind is the whole
task or nothing of it.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime

import django

django.setup()

from overtrick.register.accounts.models import User  # noqa: E402 - Django has to know the office first
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.ledger.models import Closing, Entry, Posting  # noqa: E402
from overtrick.register.ledger.verify import verify  # noqa: E402
from overtrick.register.moving_in import lists, report, sign_off  # noqa: E402
from overtrick.register.moving_in.models import OldCredit, OldList, Step  # noqa: E402
from overtrick.register.moving_in.tasks import check_list, enter_list  # noqa: E402
from overtrick.register.moving_in.tasks import sign_off as sign_off_task  # noqa: E402
from overtrick.register.organisations.models import Officer, Organisation  # noqa: E402
from overtrick.register.organisations.officers import appoint  # noqa: E402
from overtrick.register.people.models import Player  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from overtrick.register.tasks.models import Task  # noqa: E402
from overtrick.register.tasks.queue import Order  # noqa: E402
from tests.register.tasks.killed import Killer  # noqa: E402

AT = datetime(2026, 1, 20, 9, tzinfo=UTC)
#: Rows of a list, for each kill that is asked for.
ROWS = 400


class Moving:
    """An office that moves in, and what should be there."""

    def __init__(self, kills: int, seed: int) -> None:
        """Find the office, and a second person for it."""
        self.federation = Federation.objects.get()
        self.killer = Killer(seed)
        self.rows = ROWS * kills
        self.kills = kills
        self.hits = dict.fromkeys(("moving-in.check", "moving-in.enter", "moving-in.sign-off"), 0)
        self.wrong: list[str] = []
        self.anna = User.objects.get(username="anna")
        self.bert = User.objects.create_user("bert-of-the-office")

    def go(self) -> None:
        """Check and enter lists until enough workers were killed, then sign off."""
        top = Organisation.objects.get(kind=Organisation.Kind.NATIONAL)
        appoint(top, self.bert, Officer.Role.OFFICE, AT.date(), actor=self.anna, at=AT)
        number = 0
        while min(self.hits["moving-in.check"], self.hits["moving-in.enter"]) < self.kills and number < 4 * self.kills:
            self.take(number)
            number += 1
        self.sign(number)

    def take(self, number: int) -> None:
        """Have a list checked and entered by workers that are killed."""
        numbers = list(Player.objects.order_by("pk").values_list("number", flat=True)[:16])
        rows = [
            f"{numbers[at % 16]},2019-0{1 + at % 9}-1{at % 9},Night {number},Local,{1 + at % 30},{number}-{at}"
            for at in range(self.rows)
        ]
        content = "\n".join(["Number,Date,Event,Colour,Points,Ref", *rows]).encode()
        kept = lists.take(Step.CREDITS, f"list-{number}.csv", [content], self.anna, AT)
        order = Order(self.federation, self.anna, AT, f"Check {number}", f"check {number}")
        self.done(check_list.add(order, kept=kept.pk, at=AT.isoformat()))
        self.expect(f"list {number} checked", (number + 1) * self.rows, 0)
        order = Order(self.federation, self.anna, AT, f"Enter {number}", f"enter {number}")
        self.done(enter_list.add(order, kept=kept.pk, at=AT.isoformat()))
        entered = OldList.objects.filter(state=OldList.State.ENTERED).count()
        if entered != number + 1:
            self.wrong.append(f"{entered} lists are entered, not {number + 1}")

    def sign(self, count: int) -> None:
        """Sign twice; the workers of the second signature are killed."""
        digest = report.digest(report.shown(AT.date()))
        sign_off.sign(digest, self.anna, AT, lambda _done, _of: None)
        order = Order(self.federation, self.bert, AT, "Sign off", "moving-in.sign-off")
        self.done(sign_off_task.add(order, report=digest, at=AT.isoformat(), shown="password"))
        self.expect("signed off", 0, count * self.rows)
        if (Posting.objects.count(), Closing.objects.count()) != (count, 1):
            self.wrong.append(f"{Posting.objects.count()} postings, {Closing.objects.count()} closings")

    def done(self, row: Task) -> None:
        """Let a task be done after some kills."""
        self.hits[row.name] += self.killer.end(row)
        if row.state != Task.State.DONE:
            self.wrong.append(f"{row.title}: {row.state} {row.says}")

    def expect(self, when: str, waiting: int, booked: int) -> None:
        """See that everything is there once."""
        found = (OldCredit.objects.count(), Entry.objects.count())
        if found != (waiting, booked):
            self.wrong.append(f"{when}: {found} credits and entries, not {(waiting, booked)}")
        self.wrong += [f"{when}: {each.where} {each.says}" for each in verify().findings]


def main(kills: int, seed: int) -> None:
    """Move in, and tell what was wrong."""
    with scope(federation=Federation.objects.get()):
        moving = Moving(kills, seed)
        moving.go()
    sys.stdout.write(json.dumps({"wrong": moving.wrong, "hits": moving.hits}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
