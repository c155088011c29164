"""A draft of a proposal: changes are added and taken away, and its title changed, until a season is worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.web.lab import shelf
from overtrick.web.lab.proposal_text import Change, parts, written
from overtrick.web.lab.shelf import Kept


class ChangedAlready(Refused):
    """The proposal changes the same thing already."""


class NoSuchChange(Refused):
    """The proposal has no such change."""


class Empty(Refused):
    """Nothing is proposed."""


def with_this(federation: Federation, kept: Kept, new: Change, seen: int | None) -> str:
    """Write a draft with one more change; ``seen``: the revision that whoever adds it has looked at."""
    kept.seen(seen)
    old = parts(kept.text)
    there = {one for change in old.changes for one in _things(change)}
    for one in _things(new.change):
        if one in there:
            found = f"The proposal changes {one[-1]} already."
            raise ChangedAlready(found, "Remove that change first.", code="proposal-changes-it-already")
    return written(federation.handbook, old.and_this(new))


def _things(change: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """Name what a change is about: each cell from its first day, or the setting; the last part is for people."""
    cells = change.get("set")
    if isinstance(cells, Mapping):
        for column in cells:
            where = f"“{column}” in the row {change['row']} of {change['table']} from the same day"
            yield str(change.get("from", "")), where
    if "setting" in change:
        yield "", f"the setting “{change['setting']}”"


def add(federation: Federation, kept: Kept, new: Change, seen: int | None, *, actor: User, at: datetime) -> Kept:
    """Add a change to a draft; the caller has seen that the whole fits the handbook."""
    text = with_this(federation, kept, new, seen)
    return shelf.revise(federation, kept, text, draft=True, actor=actor, at=at)


def remove(federation: Federation, kept: Kept, which: int, seen: int | None, *, actor: User, at: datetime) -> Kept:
    """Take a change away from a draft."""
    kept.seen(seen)
    old = parts(kept.text)
    if which >= len(old.changes):
        raise NoSuchChange("The proposal has no such change.", "Look at its changes again.", code="no-such-change")
    text = written(federation.handbook, old.without(which))
    return shelf.revise(federation, kept, text, draft=True, actor=actor, at=at)


def rename(
    federation: Federation, kept: Kept, title: str, asked_by: str, seen: int | None, *, actor: User, at: datetime
) -> Kept:
    """Call a draft something else, and say who asks."""
    kept.seen(seen)
    text = written(federation.handbook, parts(kept.text)._replace(title=title, asked_by=asked_by))
    return shelf.revise(federation, kept, text, title=title, draft=True, actor=actor, at=at)


def close(federation: Federation, kept: Kept, seen: int | None, *, actor: User, at: datetime) -> None:
    """Let nobody change a proposal from now on: a season is worked out under it."""
    if not kept.draft:
        return
    kept.seen(seen)
    if not parts(kept.text).changes:
        raise Empty("The proposal has no changes.", "Add a change first.", code="proposal-empty")
    shelf.revise(federation, kept, kept.text, draft=False, actor=actor, at=at)
