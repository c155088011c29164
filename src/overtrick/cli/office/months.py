"""``overtrick office close-month`` and ``promotions``: a rehearsal or, with ``--yes``, the close; who was promoted."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered, looking, now
from overtrick.cli.office.money import shown as money
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.competitions.models import Submission
    from overtrick.register.federations.models import Federation
    from overtrick.register.ranks.close_month import Month
    from overtrick.register.ranks.late_files import AfterClose, LateFile

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
        from overtrick.register.ranks import late_files

        left_out = late_files.after_close(here.federation, first)
        late = late_files.late_files(first)
        signed = _signed(here.federation) if yes and not done.already else ""
    if as_json:
        output.print_json(_data(done, rehearsal=not yes) | _late_data(left_out, late))
    else:
        _tell(done, yes=yes)
        _tell_late(first, left_out, late)
        if not done.already:
            output.say(_ending(first, yes=yes))
        if signed:
            output.say(signed)
    return output.GOOD


@answered
def promotions(month: str, *, as_json: bool, federation: str) -> int:
    """List the promotions that the close of a month found; of the last one that is closed, if none is named."""
    with looking(federation, "") as _there:
        from overtrick.register.ledger.models import Closing
        from overtrick.register.ranks import certificate_codes
        from overtrick.register.ranks.models import promotions_here

        closing = Closing.objects.filter(**({"month": _month(month)} if month else {})).order_by("-month").first()
        if closing is None:
            raise Unclear(f"{month} is not closed yet" if month else "no month is closed yet")
        found = promotions_here().filter(closing=closing).select_related("player").order_by("reached", "pk")
        heads = ("Number", "Name", "New rank", "Reached on", "Certificate")
        rows = [
            (each.player.number, str(each.player), each.rank, str(each.reached), certificate_codes.written(each.code))
            for each in found
        ]
    if as_json:
        output.print_json(
            [dict(zip(("number", "name", "rank", "reached", "certificate"), row, strict=True)) for row in rows]
        )
    elif rows:
        output.table(heads, rows)
    else:
        output.say(f"Nobody was promoted when {closing.month:%B %Y} was closed.")
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
    if done.balances:
        sums = [(each.name, money(each.journal), money(each.difference)) for each in done.balances]
        output.table(("Account", "Journal", "Difference"), sums, ("Journal", "Difference"))
    if done.held:
        output.say(f"{output.counted(done.held, 'credit')} waiting for somebody to be registered or recognised.")


def _ending(first: date, *, yes: bool) -> str:
    return f"{first:%B %Y} is closed." if yes else "This was a rehearsal. Run it again with --yes to close the month."


def _tell_late(first: date, left_out: list[AfterClose], late: list[LateFile]) -> None:
    """List apart what the close leaves out, and what was late."""
    if left_out:
        output.say(f"Results of {first:%B %Y} that are not in its close:")
        rows = [
            (*_event(each.submission), str(each.came), f"{each.final_with:%B %Y}" if each.final_with else "not yet")
            for each in left_out
        ]
        output.table(("Reference", "Club", "Event", "Played", "Came", "Final with"), rows)
    if late:
        output.say(f"Results of {first:%B %Y} that came late:")
        rows = [(*_event(each.submission), str(each.came), str(each.days)) for each in late]
        output.table(("Reference", "Club", "Event", "Played", "Came", "Days late"), rows, ("Days late",))


def _event(submission: Submission) -> tuple[str, str, str, str]:
    competition = submission.competition
    return submission.reference, str(competition.organisation), str(competition), str(submission.begins)


def _late_data(left_out: list[AfterClose], late: list[LateFile]) -> dict[str, Any]:
    return {
        "after_close": [
            {
                **_event_data(each.submission),
                "came": each.came.isoformat(),
                "final_with": f"{each.final_with:%Y-%m}" if each.final_with else None,
            }
            for each in left_out
        ],
        "late": [
            {**_event_data(each.submission), "came": each.came.isoformat(), "due": each.due.isoformat()}
            | {"days": each.days}
            for each in late
        ],
    }


def _event_data(submission: Submission) -> dict[str, str]:
    return dict(zip(("reference", "club", "event", "played"), _event(submission), strict=True))


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
