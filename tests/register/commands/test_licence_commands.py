"""``grant-licence`` and ``settle-licence``: the fee is shown, then charged, brought to what was played, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

#: The federation charges, and a table and session of a licensed event costs 2.10.
_CHARGES = """
    from datetime import date
    from types import SimpleNamespace
    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.money.tariffs import NewRow
    from overtrick.register.organisations import officers
    from overtrick.register.organisations.models import Officer, Organisation
    from overtrick.register.scoping import scope
    import sys; sys.path.insert(0, {root!r})
    from tests.register.money.treasury import begun, entered, moment

    with scope(federation=Federation.objects.get()):
        anna, ben = User.objects.get(username="anna"), User.objects.create_user("ben")
        national = Organisation.objects.get(kind="national")
        day = date(2026, 1, 1)
        officers.appoint(national, ben, Officer.Role.OFFICE, day, actor=anna, at=moment(day))
        here = SimpleNamespace(clerk=anna, second=ben, national=national)
        begun(here)
        entered(here, date(2026, 2, 2), NewRow("licence a table and session", "table session", 210))
"""
GRANT = ("grant-licence", "100", "L 9", "open event", "--from", "2026-06-20", "--until", "2026-06-21")
SIZES = ("--answer", "tables=20", "--answer", "sessions=2")
IN_MAY, IN_JULY = ("--as", "anna", "--day", "2026-05-01"), ("--as", "anna", "--day", "2026-07-01")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path)
    set_up(made)
    made.django(_CHARGES.format(root=str(Path(__file__).parents[3])))
    return made


def test_a_licence_is_granted_with_its_fee_and_settled_by_what_was_played(office: Office) -> None:
    asked = office.run(*GRANT, *IN_MAY)
    assert (asked.code, "tables" in asked.out, "How many tables are expected?" in asked.err) == (1, True, True)
    shown = office.done(*GRANT, *SIZES, *IN_MAY)
    assert "£84.00" in shown  # 20 tables x 2 sessions x 2.10
    assert "Run it again with --yes" in shown
    assert "There are no charges." in office.done("charges", "--all", *IN_MAY)
    assert "Charged: 1 charge." in office.done(*GRANT, *SIZES, "--yes", *IN_MAY)
    assert "number L 9 is that of a licence" in office.run(*GRANT, *SIZES, "--yes", *IN_MAY).err
    assert "No licence is to be settled." in office.done("settle-licence", *IN_MAY)
    assert "84.00" in office.done("settle-licence", *IN_JULY)
    played = ("settle-licence", "L 9", "--answer", "table_sessions=38.5")
    foreseen = office.done(*played, *IN_JULY)
    assert ("£80.85" in foreseen, "Charged before: 84.00." in foreseen) == (True, True)
    assert "84.00" in office.done("settle-licence", *IN_JULY)
    assert "The licence comes to 80.85 now." in office.done(*played, "--yes", *IN_JULY)
    assert "costs what was charged before" in office.done(*played, "--yes", *IN_JULY)
    assert "No licence is to be settled." in office.done("settle-licence", *IN_JULY)
    assert office.run("verify").code == 0


def test_a_licence_is_taken_back_once_and_costs_nothing(office: Office) -> None:
    office.done(*GRANT, *SIZES, "--yes", *IN_MAY)
    back = ("settle-licence", "L 9", "--take-back")
    assert "with --reason" in office.run(*back, *IN_MAY).err
    told = (*back, "--reason", "No director", *IN_MAY)
    assert "Charged: 84.00." in office.done(*told)
    assert "Charged now: 0.00." in office.done(*told, "--yes")
    again = office.run(*told, "--yes")
    assert (again.code, "has ended" in again.err) == (1, True)
    settled = office.run("settle-licence", "L 9", "--answer", "table_sessions=40", "--yes", *IN_JULY)
    assert (settled.code, "was taken back" in settled.err) == (1, True)
    assert office.run("verify").code == 0


def test_what_cannot_be_read_is_said(office: Office) -> None:
    for words, said in (
        (("settle-licence", "L 8"), "no licence L 8"),
        (("settle-licence", "--take-back"), "Name the number"),
        ((*GRANT, "--answer", "tables"), "write it as tables=20"),
        ((*GRANT, "--answer", "tables=1", "--answer", "tables=2"), "answered twice"),
        ((*GRANT, "--answer", "fish=2"), "what is asked: fee_charged, tables"),
        ((*GRANT, "--points", "40"), "leave out --points"),
        (("grant-licence", "999", "L 9", "open event"), "no organisation '999'"),
        (("grant-licence", "100", "L 9", "open event", "--from", "June"), "is not a day"),
    ):
        answer = office.run(*words, *IN_MAY)
        assert (answer.code, said in answer.err) == (2, True), (words, answer)
