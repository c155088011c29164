"""``overtrick office charges``: yearly fees, the roll and late amounts, each a rehearsal before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.register.commands.running import ORGANISATIONS, Office, init, set_password

if TYPE_CHECKING:
    from pathlib import Path

DAY = ("--day", "2025-12-01")
PASSWORD = "three no trumps"  # noqa: S105 - of invented people


def charging(office: Office, handbook: str) -> None:
    init(office, handbook)
    office.done("import-organisations", office.write("clubs.csv", ORGANISATIONS), "--yes", "--day", "2025-06-01")
    begun = office.done("tariff", "--begin", "2025-07-01", "--unpriced", "--yes", "--day", "2025-06-12")
    assert ("No amount holds then for" in begun) == (handbook != "abf")


def test_yearly_fees_are_rehearsed_then_charged_and_charged_again_there_is_nothing(tmp_path: Path) -> None:
    office = Office(tmp_path)
    charging(office, "sbu")
    shown = office.done("charges", "--year", "2025-09-01", *DAY)
    assert "affiliation of a club a season" in shown
    assert "Run it again with --yes" in shown
    assert "Every charge has an amount." in office.done("charges", *DAY)
    assert "Charged: " in office.done("charges", "--year", "2025-09-01", "--yes", *DAY)
    assert "Everything for the year from 2025-09-01 is charged." in office.done("charges", "--year", "2025-09-01", *DAY)
    assert "affiliation of a club a season" in office.done("charges", *DAY)  # nobody entered an amount
    assert "has one now" in office.done("charges", "--price", *DAY)
    refused = office.run("charges", "--year", "2025-09-02", *DAY)
    assert refused.code == 1
    assert "begins on 2025-09-01" in refused.err
    assert office.run("charges", "--year", "2025-09-01", "--price", *DAY).code == 2


def test_the_roll_is_rehearsed(tmp_path: Path) -> None:
    office = Office(tmp_path)
    charging(office, "abf")
    later = ("--day", "2026-04-02")
    assert "0 members on the roll of 2026-03-31, 0 charged before." in office.done(
        "charges", "--roll", "2026-03-31", "--yes", *later
    )
    for day, said in (("2026-03-30", "is of 2026-03-31"), ("2025-03-31", "charges from 2025-07-01")):
        refused = office.run("charges", "--roll", day, "--yes", *later)
        assert (refused.code, said in refused.err) == (1, True), refused
    early = office.run("charges", "--roll", "2026-03-31", *DAY)
    assert (early.code, "still to come" in early.err) == (1, True)
    assert office.run("charges", "--roll", "tomorrow", *DAY).code == 2


def test_what_has_no_amount_is_named_before_it_is_charged_and_waived_by_two_people_after(tmp_path: Path) -> None:
    office = Office(tmp_path)
    init(office, "sbu")
    office.done("import-organisations", office.write("clubs.csv", ORGANISATIONS), "--yes", "--day", "2025-06-01")
    office.done("add-officer", "carl", "--day", "2025-06-01")
    begin = ("tariff", "--begin", "2025-07-01", "--day", "2025-06-12", "--as", "anna")
    assert "No amount holds then for: adult member a season;" in office.done(*begin)
    refused = office.run(*begin, "--yes")
    assert (refused.code, "No amount is entered that holds on 2025-07-01" in refused.err) == (1, True)
    office.done(*begin, "--unpriced", "--yes")
    office.done("charges", "--year", "2025-09-01", "--yes", "--as", "anna", *DAY)
    waive = ("charges", "--waive", "--of", "100", "--reason", "Our gift", "--as", "anna", *DAY)
    assert "2025-09-01 to 2025-09-01" in office.done(*waive)
    for name in ("anna", "carl"):
        set_password(office.environment(), name, PASSWORD)
    secret = ("--password-file", office.write("secret", PASSWORD))
    assert "Proposed as 1." in office.done(*waive, "--yes", *secret)
    assert "anna proposed" in office.done("tariff", "--confirm", "1", "--as", "carl", *DAY, *secret)
    assert "No such charge" in office.done(*waive)
    assert office.done("verify")
