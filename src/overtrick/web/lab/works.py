"""What the pages ask the laboratory. Imported only where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from overtrick.engine import explain
from overtrick.handbooks import edition as editions
from overtrick.handbooks.tables import BadTable
from overtrick.lab import executors, proposal, recharge
from overtrick.lab import run as running
from overtrick.lab.compare import Differs
from overtrick.lab.explain import Why
from overtrick.lab.export import Nothing, export
from overtrick.lab.proposal import BadProposal, Rules
from overtrick.lab.report.make import make
from overtrick.lab.results import Result
from overtrick.lab.run import Where
from overtrick.lab.season import Season
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.web.lab import shelf
from overtrick.web.lab.shelf import Asked

#: The shares of the parts of a task, of a hundred: exporting, working out, charging, telling.
_EXPORT, _RUN, _CHARGES = 40, 30, 25


class DoesNotFit(Refused):
    """The proposal does not fit the handbook, or the season cannot be worked out."""


def rules(federation: Federation, text: str) -> Rules:
    """Try a proposal; refused where it does not fit."""
    try:
        return Rules(federation.handbook, proposal.read(text))
    except BadProposal as error:
        first = error.problems[0]
        raise DoesNotFit(first.found, first.remedy, code="proposal-does-not-fit") from error


def work_out(
    federation: Federation,
    asked: Asked,
    where: Mapping[str, Any],
    progress: Callable[[int, int], None],
    *,
    charges: bool,
) -> None:
    """Export the season, unless that was done today, run a proposal over it and keep what comes of it."""
    kept = shelf.proposal(federation, asked.proposal)
    if kept is None:
        raise DoesNotFit("The proposal is no longer there.", "Write it again.", code="proposal-gone")
    rules(federation, kept.text)

    def tell(begins: int, share: int) -> Callable[[int, int], None]:
        return lambda done, of: progress(begins + share * done // max(of, 1), 100)

    there = shelf.season_folder(federation, asked)
    there.parent.mkdir(parents=True, exist_ok=True)
    try:
        if there.exists():
            season = Season(there)
        else:
            season = export(federation, there, *asked.days, numbers=True, progress=tell(0, _EXPORT))
        plan = running.plan(season, kept.text, shelf.run_folder(federation, asked), Where(**where))
        missing = running.missing(plan, season)
        for done, _month in enumerate(executors.here(plan, missing), 1):
            tell(_EXPORT, _RUN)(done, len(missing))
        running.finish(plan, season)
    except (BadTable, Nothing, Differs) as error:
        raise DoesNotFit(
            str(error), "Choose other days, or ask for a check of the book.", code="season-not-run"
        ) from error
    found = Result(shelf.run_folder(federation, asked), season)
    if charges:
        recharge.work_out(federation, found, tell(_EXPORT + _RUN, _CHARGES))
    for public in (False, True):
        shelf.keep_report(federation, asked, make(found, public=public, whose=federation.name))


def result(federation: Federation, asked: Asked) -> Result | None:
    """Open a finished run; None where it is not there, or its season was let go."""
    there = shelf.season_folder(federation, asked)
    ran = shelf.run_folder(federation, asked)
    return Result(ran, Season(there)) if there.is_dir() and (ran / running.CARD).is_file() else None


def told(found: Result, why: Why) -> list[str]:
    """Write both workings of a player in an event, and the first step that differs."""
    book = editions.get(found.proposal.other_handbook or found.season.handbook)
    lines = []
    for word, decisions in (("By the rules in force", why.before), ("Under the proposal", why.after)):
        for decision in decisions:
            colour = book.colours.get(getattr(decision, "colour", ""), book.total)
            lines.append(f"{word}:\n{explain.why(decision, colour.show)}")
    if why.differs is None:
        return [*lines, "Nothing differs."]
    one, two = why.differs
    return [*lines, f"First difference: {one.says} (§ {one.clause}); {two.says} (§ {two.clause})"]
