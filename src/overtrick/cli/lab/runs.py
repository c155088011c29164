"""``overtrick lab run``, ``show``, ``report`` and ``why``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.lab.failures import answered
from overtrick.cli.office import context
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.engine.assessment import Award, Refusal
    from overtrick.lab.results import Mover, Result, Row


@answered
def run(proposal: str, *, season: str, out: str, jobs: int, address: str, **where: Any) -> int:  # noqa: ANN401 - options
    """Work out what is missing of a run, and tell what came of it."""
    from overtrick.lab import executors
    from overtrick.lab import run as running
    from overtrick.lab.results import Result
    from overtrick.lab.season import Season

    opened = Season(Path(season))
    text = Path(proposal).read_text(encoding="utf-8")
    plan = running.plan(opened, text, Path(out), running.Where(**where))
    missing = running.missing(plan, opened)
    alone = partial(executors.here, season=opened)
    work = executors.dask(address) if address else executors.processes(jobs) if jobs > 1 else alone
    with bar("Months") as tell:
        for done, _month in enumerate(work(plan, missing), 1):
            tell(done, len(missing))
    running.finish(plan, opened)
    return _show(Result(Path(out), opened), "colour", 0)


@answered
def show(run: str, *, season: str, what: str, players: int, as_json: bool) -> int:
    """Tell what came of a run."""
    from overtrick.lab.results import BY

    if what not in BY:
        output.complain(f"Error: Results are told by {', '.join(BY)}, not by {what}.")
        return output.USAGE
    result = _opened(run, season)
    if not as_json:
        return _show(result, what, players)
    rows = [{**row._asdict(), **_written(result, row)} for row in result.by(what)]
    output.print_json(
        {
            "title": result.proposal.title,
            "digest": result.digest,
            "events": result.events,
            "changed": result.changed,
            "not_comparable": result.missing,
            "by": what,
            "rows": rows,
        }
    )
    return output.GOOD


def _opened(run: str, season: str) -> Result:
    from overtrick.lab.results import Result
    from overtrick.lab.season import Season

    return Result(Path(run), Season(Path(season)))


def _show(result: Result, what: str, players: int) -> int:
    from overtrick.lab.promotions import promotions

    card = result.card
    output.say(f"{result.proposal.title}. {card['federation']}, {card['from']} to {card['until']}")
    output.say(f"{result.events} events worked out again. In {result.changed} of them somebody gets something else.")
    for found, count in result.missing.items():
        output.say(f"{output.counted(count, 'event')} cannot be compared: {found}")
    output.say()
    heading = "" if what == "colour" else what.capitalize()
    columns = [*([heading] if heading else []), "Colour", "Before", "After", "Change", "Gain", "Lose"]
    rows = []
    for row in result.by(what):
        told = _written(result, row)
        cells = [row.colour, told["before"], told["after"], told["change"], str(row.gaining), str(row.losing)]
        rows.append([row.group or "none", *cells] if heading else cells)
    output.table(columns, rows, figures=columns[-5:])
    for word, movers in _movers(result, players) if players else ():
        output.say(f"\n{word}")
        output.table(["Player", "Colour", "Before", "After", "Change"], movers, figures=("Before", "After", "Change"))
    promoted = promotions(result)
    output.say(
        f"\nPromotions: {promoted.before} by the rules in force, {promoted.after} under the proposal. "
        f"{output.counted(len(promoted.others), 'player')} would have other promotions."
    )
    return output.GOOD


def _movers(result: Result, count: int) -> list[tuple[str, list[list[str]]]]:
    gaining: list[list[str]] = []
    losing: list[list[str]] = []
    for colour in result.colours:
        more, less = result.movers(colour, count)
        gaining += [_mover(result, each) for each in more]
        losing += [_mover(result, each) for each in less]
    return [("Who gains most", gaining), ("Who loses most", losing)]


def _mover(result: Result, mover: Mover) -> list[str]:
    told = _written(result, mover)
    return [result.called(mover.player), mover.colour, told["before"], told["after"], told["change"]]


def _written(result: Result, row: Row | Mover) -> dict[str, str]:
    """Write points as the federation does; a change with its sign."""
    sign = "+" if row.change > 0 else "−" if row.change < 0 else ""
    return {
        "before": result.show(row.colour, row.before),
        "after": result.show(row.colour, row.after),
        "change": f"{sign}{result.show(row.colour, abs(row.change))}",
    }


@context.answered
@answered
def charges(run: str, *, season: str, home: str, federation: str) -> int:
    """Charge every event of a run twice."""
    context.choose_home(home)
    with context.looking(federation) as there, bar("Events") as tell:
        from overtrick.lab import recharge

        result = _opened(run, season)
        if result.season.federation != there.federation.slug:
            raise context.Unclear(f"the season is of {result.season.federation}, not of {there.federation.slug}")
        found = recharge.work_out(there.federation, result, tell)
    if found.why_not:
        output.say(found.why_not)
        return output.GOOD
    changed = len({each.organiser for each in found.sums if each.cost_before != each.cost_after})
    output.say(
        f"{output.counted(found.events, 'event')} charged twice. "
        f"{output.counted(changed, 'organiser')} would pay something else; "
        f"{output.counted(len(found.quotas), 'quota')} of {output.counted(found.organisers, 'organiser')} would change."
    )
    return output.GOOD


@answered
def report(run: str, *, season: str, out: str, public: bool) -> int:
    """Write a report of a run."""
    from overtrick.lab.report.write import PAGE, write

    says = write(_opened(run, season), Path(out), public=public)
    output.say(f"{says}\n{Path(out) / PAGE} is the page; beside it every table as CSV, XLSX and Parquet.")
    return output.GOOD


@answered
def why(run: str, player: str, event: str, season: str) -> int:
    """Show the working of one award before and after, or list a player's events."""
    from overtrick.lab import explain

    result = _opened(run, season)
    number = result.number_of(player)
    if number is None:
        output.complain(f"Error: The season has no player {player}. Give a number of the federation, or of the season.")
        return output.PROBLEMS
    if not event:
        listed = explain.events_of(result, number)
        output.table(["Event", "Day"], [list(each) for each in listed])
        return output.GOOD
    found = explain.why(result, number, event)
    for word, decisions in (("By the rules in force", found.before), ("Under the proposal", found.after)):
        output.say(f"{word}:")
        for decision in decisions:
            output.say(_told(result, decision))
        output.say()
    differs = found.differs
    if differs is None:
        output.say("Nothing differs.")
    else:
        one, two = differs
        output.say(f"First difference: {one.says} (§ {one.clause}); {two.says} (§ {two.clause})")
    return output.GOOD


def _told(result: Result, decision: Award | Refusal) -> str:
    from overtrick.engine import explain
    from overtrick.handbooks import edition

    book = edition.get(result.proposal.other_handbook or result.season.handbook)
    colour = book.colours.get(getattr(decision, "colour", ""), book.total)
    return explain.why(decision, colour.show)
