"""Where changes are made, and how many of a hundred in each area."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import Change
from tests.mutants.source_changes import Changes
from tests.mutants.table_changes import table_changes


class Area(NamedTuple):
    """A part of the program."""

    name: str
    share: int  #: of a hundred changes
    patterns: tuple[str, ...]  #: of files, below src/overtrick


#: The pages beside those of the log-in that decide who sees and does what.
_WHO_MAY = tuple(
    f"web/{each}.py"
    for each in (
        "club/approvals",
        "club/base",
        "club/licences",
        "club/members",
        "club/register_member",
        "club/submission",
        "office/confirm_form",
        "office/decorators",
        "office/menu",
        "office/officers",
        "player/own_record",
        "player/privacy",
        "player/why",
    )
)

AREAS = (
    Area("engine", 10, ("engine/**/*.py",)),
    Area("handbooks", 25, ("handbooks/*.py", "handbooks/family/*.py", "handbooks/*/e*/*.py")),
    Area("tables", 15, ("handbooks/*/e*/tables/*.toml",)),
    Area("formats", 20, ("formats/**/*.py",)),
    Area("register", 20, ("register/*.py", "register/*/*.py", "register/people/members_list/*.py")),
    Area("web access", 10, ("web/*.py", "web/accounts/*.py", *_WHO_MAY)),
)
#: Changed by nobody who works: invented data, and settings of Django that only a served office reads.
_LEFT_OUT = ("register/demo/", "register/settings.py", "web/wsgi.py")
#: In pages, only what decides who sees what is drawn, not what a page looks like.
_DECIDES = {"comparison", "and/or", "negated condition", "removed check", "removed refusal"}


@cache
def changes_of(area: Area, root: Path) -> list[Change]:
    """Every change that can be made in an area."""
    source = root / "src" / "overtrick"
    files = sorted({file for pattern in area.patterns for file in source.glob(pattern)})
    found = [
        change
        for file in files
        if not file.relative_to(source).as_posix().startswith(_LEFT_OUT)
        for change in _changes_in(file, root)
    ]
    return [change for change in found if change.kind in _DECIDES] if area.name == "web access" else found


def _changes_in(file: Path, root: Path) -> list[Change]:
    name, text = file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")
    return table_changes(name, text) if file.suffix == ".toml" else Changes(name, text).all()
