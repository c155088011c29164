"""``overtrick office allot``: what each organisation is allotted for a year; with ``--yes`` it is kept and told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office.context import acting, answered

if TYPE_CHECKING:
    from overtrick.register.allotting.allot import AllotmentPlan, Planned


@answered
def allot(year: int, *, as_json: bool, yes: bool, federation: str, actor: str, day: str) -> int:
    """Allot a year, or say what that would change."""
    with acting(federation, actor, day) as here:
        from overtrick.register.allotting import allot as register

        if yes:
            found = register.allot(here.federation, year, here.actor, here.at)
        else:
            found = register.plan(here.federation, year, here.at.date())
    if as_json:
        output.print_json({"year": year, "rehearsal": not yes, "allotments": [_data(each) for each in found.lines]})
    else:
        _tell(found, yes=yes)
    return output.GOOD


def _tell(found: AllotmentPlan, *, yes: bool) -> None:
    rows = [
        (
            each.organisation.name,
            each.kind.title,
            str(each.figure),
            f"{each.decided:+}" if each.decided else "",
            _was(each),
        )
        for each in found.lines
    ]
    output.table(("Organisation", "What", "Worked out", "Decided", "Before"), rows)
    changed = output.counted(len(found.changed), "allotment")
    if yes:
        output.say(f"{changed} kept for {found.year}." if found.changed else "Nothing was changed.")
    else:
        output.say(f"{changed} would be new or change. This was a rehearsal. Run it again with --yes to keep them.")


def _was(each: Planned) -> str:
    return "new" if each.before is None else str(each.before.figure)


def _data(each: Planned) -> dict[str, Any]:
    return {
        "organisation": each.organisation.number,
        "name": each.organisation.name,
        "what": each.kind.name,
        "worked_out": each.figure,
        "decided": each.decided,
        "before": None if each.before is None else each.before.figure,
        "working": [each.working.says, *(part.says for part in each.working.because)],
    }
