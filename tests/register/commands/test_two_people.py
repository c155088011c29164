"""What needs two people, by command: each of them gives their own password, whoever proposes and whoever confirms."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.commands import Said
from tests.register.commands.running import ORGANISATIONS, Office, init, set_password

DAY, JULY = ("--day", "2026-01-02"), ("--day", "2026-07-01")
#: One player who may convert points, by the Welsh handbook.
MEMBERS = "number,given name,family name,club,local,green,blue\n10009,Ado,Bem,100,5000,8,10\n"
PASSWORD = "three no trumps"  # noqa: S105 - of invented people


class Step(NamedTuple):
    """A command that needs its person's password; the steps follow one another."""

    who: str
    words: tuple[str, ...]
    says: str


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


@pytest.fixture
def steps(office: Office) -> list[Step]:
    """An office in Wales with two officers, and what they do one after the other."""
    init(office, "wbu")
    office.done("import-organisations", office.write("clubs.csv", ORGANISATIONS), "--yes")
    office.done("add-officer", "carl", "--day", "2026-01-01")
    members = office.write("members.csv", MEMBERS)
    return [
        Step("anna", ("import-members", members, *DAY, "--yes"), "overtrick office confirm 1"),
        Step("carl", ("confirm", "1", *DAY), "Confirmed by carl. 3 lines in the book."),
        Step("carl", ("convert", "10009", "Premier Master", *JULY, "--yes"), "overtrick office confirm 2"),
        Step("anna", ("confirm", "2", *JULY), "Confirmed by anna. 2 lines in the book."),
    ]


@pytest.mark.slow  # some twenty commands
def test_both_people_give_their_own_password(office: Office, steps: list[Step]) -> None:
    without = office.run(*steps[0].words, "--as", "anna")
    assert (without.code, "Anna has no password yet" in without.err) == (2, True)
    for name in ("anna", "carl"):
        set_password(office.environment(), name, PASSWORD)
    for at, step in enumerate(steps):
        if at == 2:
            office.done("close-month", "2026-01", "--day", "2026-03-01", "--as", "anna", "--yes")
        before = _book(office)
        wrong = _typed(office, step, "something else")
        assert (wrong.code, f"not the password of {step.who}; nothing was entered" in wrong.err) == (2, True), step
        assert _book(office) == before
        done = _typed(office, step, PASSWORD)
        assert step.says in done.out, (step, done)
        if step.words[0] != "confirm":
            number = step.says.split()[-1]
            alone = _typed(office, step._replace(words=("confirm", number, *JULY)), PASSWORD)
            assert (alone.code, "You proposed this yourself." in alone.err) == (1, True), step


def _typed(office: Office, step: Step, password: str) -> Said:
    file = office.write("password", f"{password}\n")
    return office.run(*step.words, "--as", step.who, "--password-file", file)


def _book(office: Office) -> str:
    return office.django(
        """
        from overtrick.register.corrections.models import Proposal
        from overtrick.register.ledger.models import Entry
        from overtrick.register.people.models import Player
        print(*(each._base_manager.count() for each in (Player, Proposal, Entry)))
        """
    )


def test_a_list_without_points_needs_no_second_person(office: Office, steps: list[Step]) -> None:
    del steps  # only the office that they need
    members = office.write("plain.csv", "number,given name,family name,club\n10009,Ado,Bem,100\n")
    assert "Entered 1 member" in office.done("import-members", members, *DAY, "--as", "anna", "--yes")
