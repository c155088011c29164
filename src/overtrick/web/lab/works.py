"""What the pages ask the laboratory. Imported only where it is installed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from overtrick.engine import explain
from overtrick.engine.assessment import Unknown
from overtrick.handbooks import edition as editions
from overtrick.handbooks.tables import BadTable
from overtrick.lab import executors, proposal
from overtrick.lab import run as running
from overtrick.lab.compare import Differs
from overtrick.lab.explain import Why
from overtrick.lab.export import Nothing, export
from overtrick.lab.proposal import BadProposal, Rules
from overtrick.lab.results import Result
from overtrick.lab.season import Scheme, Season
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.web.lab import shelf
from overtrick.web.lab.shelf import Days

#: So many events are worked out while somebody waits.
_LAST = 100


class DoesNotFit(Refused):
    """The proposal does not fit the handbook, or the season cannot be worked out."""


class Effect(NamedTuple):
    """What a proposal would have changed in the last month."""

    month: str
    events: int
    changed: int
    before: Mapping[str, int]
    after: Mapping[str, int]


def written(handbook: str, title: str, asked_by: str, change: Mapping[str, object]) -> str:
    """Write a proposal of one change."""
    lines = [f"title = {_text(title)}", f"asked_by = {_text(asked_by)}", f"handbook = {_text(handbook)}", "[[change]]"]
    for name, value in change.items():
        if isinstance(value, Mapping):
            cells = ", ".join(f"{_text(column)} = {_cell(cell)}" for column, cell in value.items())
            lines.append(f"{name} = {{ {cells} }}")
        else:
            lines.append(f"{name} = {_cell(value)}")
    return "\n".join([*lines, ""])


def _cell(value: object) -> str:
    return str(value) if isinstance(value, int | date) else _text(str(value))


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def rules(federation: Federation, text: str) -> Rules:
    """Try a proposal; refused where it does not fit."""
    try:
        return Rules(federation.handbook, proposal.read(text))
    except BadProposal as error:
        first = error.problems[0]
        raise DoesNotFit(first.found, first.remedy, code="proposal-does-not-fit") from error


def effect(federation: Federation, text: str) -> Effect | None:
    """Work the last events of the last month out under both sets of rules; None where there is no event."""
    proposed = rules(federation, text)
    rows = Submission.objects.filter(status__in=COUNTING, event__isnull=False).order_by("-begins", "-pk")
    latest = rows.first()
    if latest is None or latest.begins is None:
        return None
    month = latest.begins.replace(day=1)
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    listed = list(rows.filter(begins__gte=month).select_related("event")[:_LAST])
    changed = 0
    for each in listed:
        if each.event is None:
            continue
        event = event_store.event_of(each.event)
        edition = edition_for(federation, event.begins)
        settings = settings_for(federation, edition, event.begins)
        other = proposed.edition(Scheme(edition.name), event.begins)
        try:
            sides = [book.assess(event, settings or None, by_name=False).awards for book in (edition, other)]
        except Unknown:  # the other reading asks something that was not asked
            continue
        except BadTable as error:
            raise DoesNotFit(
                f"{error}.", "Write a figure that the table can hold.", code="proposal-does-not-fit"
            ) from error
        for added, awards in zip((before, after), sides, strict=True):
            for award in awards:
                added[award.colour] += award.units
        changed += [(each.player, each.colour, each.units) for each in sides[0]] != [
            (each.player, each.colour, each.units) for each in sides[1]
        ]
    return Effect(f"{month:%Y-%m}", len(listed), changed, before, after)


def shown(federation: Federation, colour: str, units: int) -> str:
    """Write points as the handbook does."""
    return editions.get(federation.handbook).colours[colour].show(units)


def work_out(federation: Federation, number: int, days: Days, made: date, progress: Callable[[int, int], None]) -> None:
    """Export the season, unless that was done today, and run a proposal over it; what is there already stays."""
    kept = shelf.proposal(federation, number)
    if kept is None:
        raise DoesNotFit("The proposal is no longer there.", "Write it again.", code="proposal-gone")
    rules(federation, kept.text)
    there = shelf.season_folder(federation, days, made)
    there.parent.mkdir(parents=True, exist_ok=True)
    try:
        if there.exists():
            season = Season(there)
        else:
            season = export(federation, there, *days, names=True, progress=lambda done, of: progress(done, 2 * of))
        plan = running.plan(season, kept.text, shelf.run_folder(federation, number, days, made))
        missing = running.missing(plan, season)
        for done, _month in enumerate(executors.here(plan, missing), 1):
            progress(len(missing) + done, 2 * len(missing))
        running.finish(plan, season)
    except (BadTable, Nothing, Differs) as error:
        raise DoesNotFit(
            str(error), "Choose other days, or ask for a check of the book.", code="season-not-run"
        ) from error


def result(federation: Federation, number: int, days: Days, made: date) -> Result | None:
    """Open a finished run; None where it is not there, or its season was let go."""
    there = shelf.season_folder(federation, days, made)
    ran = shelf.run_folder(federation, number, days, made)
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
