"""How is a decision explained? An award or a refusal as text a player can read, and as data."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.event import StageKind
from overtrick.engine.marks import clause_marks
from overtrick.engine.places import ordinal
from overtrick.engine.working import Told, as_data, as_text, cited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from overtrick.engine.numbers import Exact
    from overtrick.engine.working import Step

    #: By the identity of a working: itself, so that no other can have it meanwhile, its clauses and their marks.
    Cited = dict[int, tuple[Step, list[str], list[str]]]


Decision = TypeVar("Decision", bound=Award | Refusal)


def place_of(decision: Award | Refusal) -> str:
    """Write the place as a ranking list does: 4, or 4= where it is shared; nothing where there is none."""
    return f"{decision.place}{'=' if decision.tied > 1 else ''}" if decision.place else ""


def list_heading(*parts: str) -> str:
    """Write what stands above a list: its stage and its name, and whatever else tells it from the others.

    A stage without a name that all play through is not named by its kind.
    """
    words = ", ".join(part for part in parts if part and part != StageKind.ONLY)
    return words[:1].upper() + words[1:]


def together(decisions: Iterable[Decision]) -> Iterator[tuple[Decision, str]]:
    """Put the players of a contestant together who have the same for the same reason: the first, and all names."""

    def same(decision: Decision) -> object:
        return decision.contestant, decision.stage, decision.field, decision.working

    for _key, members in groupby(decisions, key=same):
        listed = list(members)
        yield listed[0], " & ".join(each.player.name for each in listed)


def spot(decision: Award | Refusal) -> str:
    """Say where somebody came: 4th equal, North–South, final."""
    place = ordinal(decision.place, decision.tied) if decision.place else ""
    return ", ".join([part for part in (place, decision.field, decision.stage) if part and part != StageKind.ONLY])


#: A working is shared by everybody who earned the same in the same way, and so is its text. The decision is kept beside
#: it so that the identity of its working cannot pass to another, and the way its points are written.
_told: dict[object, tuple[Award | Refusal, Callable[[Exact], str], str]] = {}
_TOLD_KEPT = 8192


def why(decision: Award | Refusal, points: Callable[[Exact], str], told: Told | None = None) -> str:
    """Tell one decision from the result down; what was told of a list is not told again."""
    if told is not None:
        return f"{decision.player.name}: {_result(decision, points, told)}"
    key = (id(decision.working), decision.place, decision.tied, decision.field, decision.stage)
    known = _told.get(key)
    if known is None or (known[1] is not points and known[1] != points):
        if len(_told) >= _TOLD_KEPT:
            _told.clear()
        known = _told[key] = decision, points, _result(decision, points)
    return f"{decision.player.name}: {known[2]}"


def _result(decision: Award | Refusal, points: Callable[[Exact], str], told: Told | None = None) -> str:
    if isinstance(decision, Award):
        amount = points(decision.units)
        result = f"{amount} {decision.colour} {'point' if amount == '1' else 'points'}"
    else:
        result = "no points"
    where = spot(decision)
    working = as_text(decision.working, points, told=told, whose=decision.player.name)
    return f"{result}{f' ({where})' if where else ''}\n{working}"


def decision_data(
    decision: Award | Refusal, points: Callable[[Exact], str], *, working: bool = True, known: Cited | None = None
) -> dict[str, Any]:
    """Turn one decision into plain data for JSON; without the working it is a tenth as long.

    ``known`` keeps what each working cites: partners have the same one, and so do all who are refused for one reason.
    """
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
    citing = None if known is None else known.get(id(decision.working))
    if citing is None:
        clauses = cited(decision.working)
        citing = decision.working, clauses, clause_marks(clauses)
        if known is not None:
            known[id(decision.working)] = citing
    _, data["clauses"], data["marks"] = citing
    data["working"] = as_data(decision.working, points) if working else None
    return data
