"""``overtrick office close-month``: a rehearsal or, with ``--yes``, the close."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered, now
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from overtrick.register.ranks.close_month import Month

_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")
_MONTHS = range(1, 13)


@answered
def close_month(month: str, *, as_json: bool, yes: bool, federation: str, actor: str, day: str) -> int:
    """Close a month, or say what closing it would do."""
    first = _month(month)
    with acting(federation, actor, day) as here:
        from overtrick.register.ranks.close_month import close, rehearse

        if not yes:
            done = rehearse(here.federation, first, here.actor, here.at)
        else:
            with bar(f"Closing {first:%B %Y}") as progress:
                done = close(here.federation, first, here.actor, here.at, progress)
        signed = _signed(here.federation) if yes and not done.already else ""
    if as_json:
        output.print_json(_data(done, rehearsal=not yes))
    else:
        _tell(done, yes=yes)
        if signed:
            output.say(signed)
    return output.GOOD


def _signed(federation: Federation) -> str:
    """Sign the heads of a federation whose month was just closed; the month stays closed if there is no key."""
    from overtrick.register.heads import publish
    from overtrick.register.heads.signing_key import NoSigningKey

    try:
        made = publish.make(federation, now())
    except NoSigningKey as error:
        return f"No head was signed. {error}"
    return (
        f"Head {made.book.number} of the book is signed: {made.book.size:,} rows, root {bytes(made.book.root).hex()}."
    )


def _month(written: str) -> date:
    found = _MONTH.fullmatch(written)
    if found is None or int(found[2]) not in _MONTHS:
        raise Unclear(f"{written!r} is not a month; write it as 2026-11")
    return date(int(found[1]), int(found[2]), 1)


def _tell(done: Month, *, yes: bool) -> None:
    name = f"{done.month:%B %Y}"
    if done.already:
        output.say(f"{name} was closed on {done.at:%d %B %Y}. Nothing was changed.")
        return
    postings, submissions = output.counted(done.postings, "posting"), output.counted(done.submissions, "submission")
    entries = output.counted(done.entries, "entry").replace("entrys", "entries")
    become = "become" if yes else "would become"
    output.say(f"{name}: {postings} with {entries} of {submissions} {become} final.")
    if done.promotions:
        rows = [(each.player.number, str(each.player), each.rank, str(each.reached)) for each in done.promotions]
        output.table(("Number", "Name", "New rank", "Reached on"), rows)
    else:
        output.say("Nobody reaches a new rank.")
    if done.unapproved:
        output.say(f"{output.counted(done.unapproved, 'submission')} not approved yet. Their points stay provisional.")
    if done.held:
        output.say(f"{output.counted(done.held, 'credit')} waiting for somebody to be registered or recognised.")
    output.say(f"{name} is closed." if yes else "This was a rehearsal. Run it again with --yes to close the month.")


def _data(done: Month, *, rehearsal: bool) -> dict[str, Any]:
    return {
        "month": f"{done.month:%Y-%m}",
        "rehearsal": rehearsal,
        "closed_before": done.already,
        "postings": done.postings,
        "entries": done.entries,
        "submissions": done.submissions,
        "promotions": [
            {
                "number": each.player.number,
                "name": str(each.player),
                "rank": each.rank,
                "reached": each.reached.isoformat(),
            }
            for each in done.promotions
        ],
        "waiting": [{"posting": each.posting, "why": each.why} for each in done.waiting],
        "unapproved": done.unapproved,
        "held": done.held,
    }
