"""Which questions of its handbook has a federation decided, on which day, by whom and why? Read from the audit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from overtrick.register.audit import trail
from overtrick.register.audit.models import Record
from overtrick.register.federations.models import Federation

_ACTS = ("federation.found", "federation.change", "federation.plan", "federation.withdraw")


class DecidedQuestion(NamedTuple):
    """A setting that was chosen, or left to the usual reading again."""

    setting: str
    value: str | None  #: None: as the handbook is usually read
    decided: date
    begins: date | None  #: the first day of play it holds for; None: it holds from the beginning
    by: str  #: empty: the installation itself
    reason: str


def decided_questions(federation: Federation) -> dict[str, list[DecidedQuestion]]:
    """List what was decided about each setting, the latest decision first."""
    found: dict[str, list[DecidedQuestion]] = {}
    withdrawn: set[int] = set()
    acts = trail.about(federation).select_related("user").filter(action__in=_ACTS)
    for act in sorted(acts, key=lambda each: each.pk, reverse=True):
        after: dict[str, Any] = dict(act.after or {})
        if act.action == "federation.withdraw":
            withdrawn.add(int((act.before or {}).get("number", 0)))
        elif not (act.action == "federation.plan" and after.get("number") in withdrawn):
            for each in _of_act(act, after):
                found.setdefault(each.setting, []).append(each)
    return found


def _of_act(act: Record, after: dict[str, Any]) -> Iterator[DecidedQuestion]:
    planned = act.action == "federation.plan"
    chosen: dict[str, str | None] = (after.get("changes") or {} if planned else after).get("settings") or {}
    before: dict[str, str] = {} if planned else dict(act.before or {}).get("settings") or {}
    begins = date.fromisoformat(after["from"]) if planned else None
    by = (act.user.get_full_name() or act.user.username) if act.user else ""
    day = act.claimed or act.at.date()
    gone = {name: None for name in before if name not in chosen}
    for name, value in {**gone, **chosen}.items():
        if planned or before.get(name) != value:
            yield DecidedQuestion(name, value, day, begins, by, act.reason)
