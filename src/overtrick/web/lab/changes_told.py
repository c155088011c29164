"""The changes of a proposal in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.web.lab.proposal_text import Parts
from overtrick.web.office import formatting

Found = Mapping[str, object]


class Told(NamedTuple):
    """A change: what of the handbook it is about, and what becomes of it."""

    about: str  #: in the handbook's words
    says: list[str]


def told(edition: Edition, proposal: Parts) -> list[Told]:
    """Tell every change of a proposal, in its order."""
    return [_told(edition, each, proposal.status) for each in proposal.changes]


def _told(edition: Edition, change: Found, status: Mapping[str, str]) -> Told:
    if "table" in change:
        name = str(change["table"])
        title = edition.written_table(name)["title"] if name in edition.table_names else name
        return Told(title, list(_row(edition, name, change)))
    if "setting" in change:
        setting = edition.settings.get(str(change["setting"]))
        about = setting.question if setting is not None else str(change["setting"])
        return Told(about, [_("Our answer: %(answer)s.") % {"answer": change["to"]}])
    if "edition" in change:
        listed = {each.name: each.title for each in edition.handbook.editions}
        return Told(listed.get(str(change["edition"]), str(change["edition"])), [_("For every day of the season.")])
    words = [_("“%(word)s” is “%(other)s” there.") % {"word": word, "other": other} for word, other in status.items()]
    return Told(editions.get(str(change["handbook"])).federation, [_("The handbook of others."), *words])


def _row(edition: Edition, name: str, change: Found) -> Iterator[str]:
    """Tell every cell of a row as it is and as it becomes."""
    before = _cells(edition, name, str(change["row"]))
    cells = change["set"]
    assert isinstance(cells, Mapping)  # noqa: S101 - it was read and tried before it was kept
    for column, cell in cells.items():
        words = {"row": change["row"], "column": column, "before": before.get(column, "–"), "after": cell}
        yield _("Row %(row)s, %(column)s: %(before)s becomes %(after)s.") % words
    if isinstance(begins := change.get("from"), date):
        yield _("From play on %(day)s.") % {"day": formatting.day(begins)}


def _cells(edition: Edition, name: str, wanted: str) -> dict[str, object]:
    if name not in edition.table_names:
        return {}
    table = edition.written_table(name)
    row = next((row for row in table["version"][-1]["rows"] if str(row[0]) == wanted), ())
    return dict(zip(table["columns"], row, strict=False))
