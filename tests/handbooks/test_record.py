"""What an office asks a handbook: the edition answers, and where it is silent there is a plain answer."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.handbooks.record import Goes, Holder, Rules, Status
from overtrick.handbooks.tables import BadTable
from tests.handbooks.elsewhere import bare

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2026, 2, 1)
BOOK = handbooks.get("ebu").latest.book()
SILENT = Rules()


@pytest.mark.parametrize("name", handbooks.names())
def test_every_handbook_says_what_its_office_does(name: str) -> None:
    edition = handbooks.get(name).latest
    ways = record.ways(edition)
    assert (edition.folder / "office.toml").is_file()
    assert ways.languages
    assert ways.approval in ("nobody", "parent", "office")
    assert (type(record.of(edition)) is not Rules) == (edition.folder / "record.py").is_file()


def test_an_edition_without_files_has_the_plain_answers(tmp_path: Path) -> None:
    edition = bare(tmp_path)
    assert record.ways(edition) == record.Ways()
    assert type(record.of(edition)) is Rules


@pytest.mark.parametrize(("text", "says"), [("moon = 1", "unknown key 'moon'"), ("title = 'Ways'", "lacks the key")])
def test_a_slip_of_the_pen_in_the_ways_is_an_error(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "office.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadTable, match=says):
        record.ways(bare(tmp_path))


@pytest.mark.parametrize(
    ("holder", "goes"),
    [
        (Holder("1", Status.REGISTERED), Goes.CREDITED),
        (Holder("1", Status.VISITOR), Goes.CREDITED),
        (Holder("1", Status.OVERSEAS), Goes.CREDITED),
        (Holder("1", Status.POTENTIAL), Goes.HELD),
        (Holder("1", Status.LAPSED), Goes.HELD),
        (Holder("1"), Goes.HELD),
        (Holder("1", Status.DECEASED), Goes.DROPPED),
        (Holder("1", Status.REGISTERED, suspended=True), Goes.DROPPED),
    ],
)
def test_where_a_handbook_is_silent_the_standing_decides(holder: Holder, goes: Goes) -> None:
    assert SILENT.points_go(BOOK, holder, DAY).goes is goes


def test_where_a_handbook_is_silent_nothing_that_was_held_is_lost() -> None:
    assert SILENT.after_return(BOOK, DAY, DAY, DAY).goes is Goes.CREDITED
    assert SILENT.after_registration(BOOK, DAY, DAY).goes is Goes.CREDITED
    assert SILENT.quota_year(BOOK, DAY) == (date(2026, 1, 1), date(2026, 12, 31))


def test_where_a_handbook_is_silent_changes_only_have_to_change_something() -> None:
    holder = Holder("1", Status.REGISTERED, home_club="Oakby", other_clubs=("Elmby",), county="East")
    answers = {
        "transfer": (SILENT.may_transfer(holder, "Elmby"), SILENT.may_transfer(holder, "Oakby")),
        "alternate": (SILENT.may_add_alternate(holder, "Ashby"), SILENT.may_add_alternate(holder, "Elmby")),
        "leave": (SILENT.may_remove_alternate(holder, "Elmby"), SILENT.may_remove_alternate(holder, "Oakby")),
        "county": (SILENT.may_change_county(holder, "West"), SILENT.may_change_county(holder, "East")),
        "return": (
            SILENT.may_reactivate(holder._replace(status=Status.LAPSED)),
            SILENT.may_reactivate(holder),
        ),
    }
    assert {what: (yes.holds, no.holds) for what, (yes, no) in answers.items()} == dict.fromkeys(answers, (True, False))
