"""What an organisation may not have posted by itself, as pages show it: the sentence, the clause, who may allow it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.safestring import SafeString

from overtrick.register.competitions.objections import KeptObjection
from overtrick.web.design.working import clause_link


class ObjectionRow(NamedTuple):
    """An objection with its clause as a link."""

    says: str
    clause: SafeString | str


def rows(found: Iterable[KeptObjection], handbook: str) -> list[ObjectionRow]:
    """List the objections that a submission keeps."""
    return [ObjectionRow(each.says, clause_link(each.clause, handbook)) for each in found]
