"""``overtrick office check-start-list``: who on a start list is known, what each is on the day, and who may enter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, acting, answered

if TYPE_CHECKING:
    from overtrick.register.start_lists.check import CheckedStarter

_HEADS = ("Player", "Number", "Found", "Standing", "Rank", "Points", "Verdict", "Why")


@answered
def check_start_list(
    file: str,
    *,
    club: str,
    event: str,
    rank_below: str,
    points_below: str,
    as_json: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """Check everybody on a list; nothing is written."""
    content = context.content(file)
    with acting(federation, actor, day) as here:
        from overtrick.formats import start_list
        from overtrick.register import transactions
        from overtrick.register.federations.handbook import together
        from overtrick.register.start_lists.check import Limits, Verdict, check

        read = start_list.read(Path(file).name, content)
        if read.problems:
            for problem in read.problems:
                output.complain(f"{problem.where}: {problem.found} {problem.remedy}")
            return output.PROBLEMS
        points = together(here.federation)
        limits = Limits(event, rank_below, _units(points_below, points.units))
        with transactions.read_only():
            where = context.organisation(club)
            found = check(where, read.people, here.at.date(), limits, actor=here.actor, at=here.at)
        rows = [_row(each, points.show(each.units)) for each in found]
    if as_json:
        output.print_json([dict(zip(map(str.lower, _HEADS), row, strict=True)) for row in rows])
    else:
        output.table(_HEADS, rows, ("Points",))
    return output.GOOD if all(each.verdict is Verdict.GOOD for each in found) else output.PROBLEMS


def _units(written: str, units: int) -> int | None:
    if not written:
        return None
    try:
        found = Fraction(written) * units
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0 or found.denominator != 1:
        raise Unclear(f"{written!r} is not a number of points; write it as 300 or 12.50")
    return int(found)


def _row(each: CheckedStarter, points: str) -> tuple[Any, ...]:
    state = each.state
    standing = "" if state is None else str(state.status or "unknown") + (", suspended" if state.suspended else "")
    why = [each.matched.why] if each.matched.why else []
    why += ["on the list more than once"] if each.twice else []
    why += [one.working.says for one in each.entry if one.holds is not True]
    if each.points_go is not None:
        why.append(each.points_go.says)
    told = each.player is not None and not each.hidden
    found = f"{each.player} ({each.player.number})" if each.player and told else ""
    shown = points if told else ""
    return (
        each.starter.name,
        each.starter.number,
        found,
        standing,
        each.rank,
        shown,
        str(each.verdict),
        "; ".join(why),
    )
