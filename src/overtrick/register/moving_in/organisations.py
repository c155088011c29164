"""The step of organisations: counties and clubs of the old system."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.moving_in.source import Source
from overtrick.register.organisations import bulk_add
from overtrick.register.organisations.bulk_add import ComparedOrganisations, ListedOrganisation


def check(source: Source) -> ComparedOrganisations:
    """Say what the list would enter."""
    listed = []
    for line, (number, name, kind, parent, affiliated) in source.rows("number", "name", "kind", "parent", "affiliated"):
        meant = source.word(line, kind)
        day = source.day(line, "affiliated", affiliated) if affiliated else source.kept.as_at or source.on
        if meant and day is not None:
            listed.append(ListedOrganisation(line, number, name, meant, parent, day))
    found = bulk_add.compare(listed, source.kept.name)
    for each in found.problems:
        source.tally.problem(each.code, each.line, each.found, each.remedy)
    source.tally.counts.update(new=len(found.new), known=found.known)
    return found


def enter(source: Source, actor: User, at: datetime, reason: str) -> None:
    """Enter what is new; what is there stays as it is."""
    bulk_add.enter(check(source).new, actor=actor, at=at, reason=reason)
