"""``overtrick office affiliate``: the yearly roll of affiliated clubs and other bodies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered


@answered
def affiliate(
    year: int, first: str, without: Sequence[str], *, yes: bool, federation: str, actor: str, day: str
) -> int:
    """Show who would be affiliated for the year and who not; with --yes, affiliate them all."""
    begins = _first_day(year, first)
    with acting(federation, actor, day) as here:
        from overtrick.register.applications import obligations
        from overtrick.register.organisations import affiliation

        found = affiliation.renewals(begins, without)
        owing = {each.application.organisation_id for each in obligations.overdue(here.at.date())}
        rows = [(each.number, each.name, "papers overdue" if each.pk in owing else "") for each in found.renewed]
        output.table(("Number", "Name", "Note"), rows)
        output.say(f"{len(found.renewed)} affiliations from {found.days}.")
        for each in found.left_out:
            output.say(f"Left out: {each.name} ({each.number}). Its affiliation ends.")
        if found.open_ended:
            output.say(f"{found.open_ended} affiliations have no last day and go on.")
        if not found.renewed:
            output.say("There is nothing to do.")
        elif not yes:
            output.say("Nothing was entered. Run it again with --yes to do it.")
        else:
            done = affiliation.renew(found, actor=here.actor, at=here.at, reason=f"The roll of {year}")
            output.say(f"{done} organisations are affiliated for {year}.")
    return output.GOOD


def _first_day(year: int, written: str) -> date:
    try:
        found = date.fromisoformat(written) if written else date(year, 1, 1)
    except ValueError:
        found = date.min
    if found.year != year:
        raise Unclear(f"{written!r} is not a day of {year}; write it as {year}-04-01")
    return found
