"""How is what an event is worth given to a program? As plain data: the same for the command line and the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.engine.working import as_data, cited

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.engine.numbers import Exact
    from overtrick.engine.scales import PaidPlaces
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.worth import Worth


def worth_data(
    edition: Edition, kind: str, answers: Mapping[str, str], now: Worth, then: Worth, *, working: bool = True
) -> dict[str, Any]:
    """Turn what an event is worth into plain data, with what one more table would change."""
    return {
        "handbook": edition.handbook.name,
        "edition": edition.name,
        "kind": kind,
        "answers": dict(answers),
        **_one(edition, now, working=working),
        "one_more_table": _one(edition, then, working=working),
    }


def _one(edition: Edition, found: Worth, *, working: bool) -> dict[str, Any]:
    colours = edition.handbook.colours
    # Where nothing is paid there is no colour; a refusal is written as the handbook's first.
    show = colours[found.colour].show if found.colour else next(iter(colours.values())).show

    def step(each: Step) -> dict[str, Any]:
        return {"clauses": cited(each), "working": as_data(each, show) if working else None}

    won = found.win_colour or found.colour
    return {
        "places": _places(found.places, found.colour, show, step),
        "win": None if found.win is None else {"points": {won: colours[won].show(found.win.value)}, **step(found.win)},
        "overall": _places(found.overall, found.colour, show, step),
        "rounds": [{"round": name, "win": {found.colour: show(win.value)}, **step(win)} for name, win in found.rounds],
        "refused": None if found.refused is None else as_data(found.refused, show),
    }


def _places(
    paid: PaidPlaces, colour: str, show: Callable[[Exact], str], step: Callable[[Step], dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        {"place": place, "points": {colour: show(pay.units)}, **step(pay.working)} for place, pay in enumerate(paid, 1)
    ]
