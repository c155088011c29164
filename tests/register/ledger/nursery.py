"""A process that is ready to post and makes others like it at once: python -m tests.register.ledger.nursery ADDRESS.

It reads an order a line: "post 7" (a child posts, with 7 for a seed, until it is killed), "close 7" (it closes months
as well), "round 7 20" (it posts 20 postings and ends). It answers with the child's process number, and to "wait 123"
with how the child ended.
"""

from __future__ import annotations

import os
import random
import sys
from datetime import UTC, date, datetime, timedelta
from typing import NoReturn

import django

TODAY = date(2026, 5, 1)


def main(url: str) -> None:
    """Take orders."""
    os.environ.update(DJANGO_SETTINGS_MODULE="overtrick.register.settings", DATABASE_URL=url)
    django.setup()
    import tests.register.ledger.offices  # noqa: F401, PLC0415 - so that no child has to load it

    for line in sys.stdin:
        order, number, *count = line.split()
        if order == "wait":
            answer = os.waitpid(int(number), 0)[1]
        else:
            answer = os.fork()
            if answer == 0:
                _work(int(number), int(count[0]) if count else None, closing=order == "close")
        print(answer, flush=True)  # noqa: T201 - this is how it answers


def _work(seed: int, count: int | None, *, closing: bool) -> NoReturn:
    """Post, and post again; a posting's reason tells how many entries it has."""
    from overtrick.register import sql  # noqa: PLC0415
    from overtrick.register.federations.models import Federation  # noqa: PLC0415 - Django has to be set up
    from overtrick.register.ledger.posting import NewEntry, NewPosting, post  # noqa: PLC0415
    from overtrick.register.ranks.close_book import close  # noqa: PLC0415

    chance = random.Random(seed)
    federation = Federation.objects.get()
    players = [player for (player,) in sql.rows("select id from people_player")]
    while count is None or count > 0:
        size = chance.choice((1, 11, 40, 400))
        posting = NewPosting(federation.pk, "submission", TODAY, reason=f"{size} entries")
        entries = [NewEntry(chance.choice(players), "local", chance.randint(1, 50), TODAY) for _ in range(size)]
        post(posting, entries)
        if closing:
            (last,) = sql.rows("select max(month) from ledger_closing")[0]
            month = (sql.day(last) if last else date(2026, 4, 1)) + timedelta(days=32)
            close(federation, month.replace(day=1), None, datetime(9999, 1, 1, tzinfo=UTC))
        if count is not None:
            count -= 1
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
