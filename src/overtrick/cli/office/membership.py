"""``overtrick office renew``, ``youth`` and ``lapse``: a rehearsal or, with ``--yes``, the run."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Here, Unclear, acting, answered
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.people.models import Player
    from overtrick.register.tasks.queue import TaskKind

_AGAIN = "This was a rehearsal. Run it again with --yes to do it."


@answered
def renew(year: int, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Renew the members for a year, or say who would lapse and which clubs have not told."""
    with acting(federation, actor, day) as here:
        from overtrick.register.membership import renewal, tasks
        from overtrick.register.membership.models import YearRun

        found = renewal.rehearse(year, here.at.date())
        if found.done is not None:
            output.say(f"The renewal for {year} was done on {found.done.done_at:%d %B %Y}. Nothing was changed.")
            return output.GOOD
        _list(found.lapsing, found.renewal.begins)
        if found.unheard:
            names = ", ".join(map(str, found.unheard))
            output.say(f"{output.counted(len(found.unheard), 'club')} told nothing, so all renew: {names}.")
        output.say(f"{output.counted(found.renewed, 'member')} renewed, {len(found.lapsing)} lapsed.")
        if not yes:
            output.say(_AGAIN)
            return output.GOOD
        _run(here, tasks.renew, f"Renewal for {year}", tasks.run_key(YearRun.Kind.RENEWAL, year), year)
        output.say(f"The members are renewed for {year}.")
    return output.GOOD


@answered
def youth(year: int, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Let youths leave who came of age in a year, or say who would."""
    with acting(federation, actor, day) as here:
        from overtrick.register.membership import tasks
        from overtrick.register.membership import youth as register
        from overtrick.register.membership.models import YearRun

        leaving = register.leaving(register.youths(year, here.at.date()), year)
        rows = [
            (each.player.number, str(each.player), str(each.player.born), str(each.other or "lapses"))
            for each in leaving
        ]
        if rows:
            output.table(("Number", "Name", "Born", "Goes to"), rows)
        else:
            output.say(f"Nobody in the youth club comes of age in {year}.")
        if not yes:
            output.say(_AGAIN)
            return output.GOOD
        done = _run(here, tasks.come_of_age, f"Youths of {year}", tasks.run_key(YearRun.Kind.YOUTH, year), year)
        output.say(f"{done['lapsed']} lapsed, {done['moved']} went to their other club.")
    return output.GOOD


@answered
def lapse(file: str, begins: str, reason: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Let everybody lapse whose number is in a file, or say who would."""
    first = _day(begins)
    content = context.content(file)
    with acting(federation, actor, day) as here:
        from overtrick.register.membership import bulk_lapse, tasks
        from overtrick.register.tasks.queue import Order
        from overtrick.register.tasks.worker import run_here

        written = bulk_lapse.numbers_in(content.decode("utf-8-sig", "replace"))
        asked = bulk_lapse.rehearse(written, first)
        _list(asked.lapsing, first)
        if asked.already:
            output.say(f"{output.counted(len(asked.already), 'player')} lapsed or died already.")
        if asked.unknown:
            output.say(f"{output.counted(len(asked.unknown), 'number')} nobody has: {', '.join(asked.unknown)}.")
            output.say("Nothing was changed. Correct the list.")
            return output.PROBLEMS
        if not yes:
            output.say(_AGAIN)
            return output.GOOD
        order = Order(here.federation, here.actor, here.at, f"Lapses from {file}", files=((file, content),))
        with bar("Lapsing") as progress:
            done = run_here(tasks.lapse_list, order, progress, begins=begins, reason=reason, at=here.at.isoformat())
        output.say(f"{done['lapsed']} lapsed from {first:%d %B %Y}.")
    return output.GOOD


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise Unclear(f"{written!r} is not a day; write it as 2027-04-01") from None


def _list(players: Iterable[Player], begins: date) -> None:
    rows = [(each.number, str(each), begins.isoformat()) for each in players]
    if rows:
        output.table(("Number", "Name", "Lapsed from"), rows)


def _run(here: Here, kind: TaskKind[...], title: str, key: str, year: int) -> dict[str, int]:
    from overtrick.register.tasks.queue import Order
    from overtrick.register.tasks.worker import run_here

    order = Order(here.federation, here.actor, here.at, title, key)
    with bar(title) as progress:
        found: dict[str, int] = run_here(kind, order, progress, year=year, at=here.at.isoformat())
    return found
