"""How is a decision told? An award or a refusal as text a player can read, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.engine.assessment import Award
from overtrick.engine.marks import clause_marks
from overtrick.engine.places import ordinal
from overtrick.engine.working import as_data, as_text, cited

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.assessment import Refusal
    from overtrick.engine.numbers import Exact


def spot(decision: Award | Refusal) -> str:
    """Say where somebody came: 4th equal, North–South, final."""
    place = ordinal(decision.place, decision.tied) if decision.place else ""
    if not decision.field and not decision.stage:
        return place
    return ", ".join([part for part in (place, decision.field, decision.stage) if part])


#: A working is shared by everybody who earned the same in the same way, and so is its text. The decision is kept beside
#: it so that the identity of its working cannot pass to another, and the way its points are written.
_told: dict[object, tuple[Award | Refusal, Callable[[Exact], str], str]] = {}
_TOLD_KEPT = 8192


def why(decision: Award | Refusal, points: Callable[[Exact], str]) -> str:
    """Tell one decision from the result down."""
    key = (id(decision.working), decision.place, decision.tied, decision.field, decision.stage)
    told = _told.get(key)
    if told is None or (told[1] is not points and told[1] != points):
        if len(_told) >= _TOLD_KEPT:
            _told.clear()
        told = _told[key] = decision, points, _result(decision, points)
    return f"{decision.player.name}: {told[2]}"


def _result(decision: Award | Refusal, points: Callable[[Exact], str]) -> str:
    if isinstance(decision, Award):
        amount = points(decision.units)
        result = f"{amount} {decision.colour} {'point' if amount == '1' else 'points'}"
    else:
        result = "no points"
    where = spot(decision)
    return f"{result}{f' ({where})' if where else ''}\n{as_text(decision.working, points)}"


def decision_data(decision: Award | Refusal, points: Callable[[Exact], str]) -> dict[str, Any]:
    """Turn one decision into plain data for JSON."""
    data: dict[str, Any] = {
        "contestant": decision.contestant,
        "place": decision.place or None,
        "tied": decision.tied,
        "number": decision.player.number,
        "name": decision.player.name,
        "stage": decision.stage,
        "list": decision.field,
    }
    if isinstance(decision, Award):
        data["points"] = {decision.colour: points(decision.units)}
    data["clauses"] = cited(decision.working)
    data["marks"] = clause_marks(data["clauses"])
    data["working"] = as_data(decision.working, points)
    return data
