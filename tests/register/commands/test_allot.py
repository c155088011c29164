"""``overtrick office allot``: a rehearsal, the allotments kept, and the same again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.register.commands.running import ORGANISATIONS, Office, init, set_up

if TYPE_CHECKING:
    from pathlib import Path


def test_a_year_is_rehearsed_then_kept_and_kept_again_changes_nothing(tmp_path: Path) -> None:
    office = Office(tmp_path)
    init(office, "abf")
    office.done("import-organisations", office.write("clubs.csv", ORGANISATIONS), "--yes", "--day", "2025-12-01")
    shown = office.done("allot", "2026")
    assert "Interclub events" in shown
    assert "This was a rehearsal. Run it again with --yes to keep them." in shown
    kept = json.loads(office.done("allot", "2026", "--yes", "--json"))
    assert kept["rehearsal"] is False
    assert {each["what"] for each in kept["allotments"]} >= {"red sessions", "interclub events"}
    assert "Nothing was changed." in office.done("allot", "2026", "--yes")


def test_a_handbook_that_allots_nothing_says_so(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    refused = office.run("allot", "2026")
    assert refused.code == 1
    assert "allots nothing for a year" in refused.err
