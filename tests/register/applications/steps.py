"""Applications to try things on: answers that are complete, in the form that is typed."""

from __future__ import annotations

from datetime import date

from overtrick.register.applications import draft, send
from overtrick.register.applications.draft import File
from overtrick.register.applications.models import Application
from tests.register.season import AT, Union

FIRST = date(2026, 8, 1)
LICENCE = {
    "event": "Summer Pairs",
    "first_day": "2026-08-01",
    "venue": "Village hall",
    "director": "Ado Bem",
    "sessions": "2",
    "tables": "12",
    "members_only": "yes",
    "from_outside": "no",
    "novices": "no",
    "side": "no",
    "special_entry": "no",
    "systems_level": "4",
    "activities": "none",
    "charity": "no",
    "package": "no",
    "major": "no",
}
PDF = File("agreement.pdf", b"%PDF-1.7 invented")


def begun(
    here: Union,
    told: dict[str, str] | None = None,
    kind: str = "open event",
    papers: dict[str, File] | None = None,
) -> Application:
    made = draft.begin(here.club, kind, {}, actor=here.scorer, at=AT)
    assert not draft.answer(made, LICENCE if told is None else told, papers, actor=here.scorer, at=AT)
    return made


def sent(
    here: Union,
    told: dict[str, str] | None = None,
    kind: str = "open event",
    papers: dict[str, File] | None = None,
) -> Application:
    return send.send(begun(here, told, kind, papers), actor=here.scorer, at=AT)
