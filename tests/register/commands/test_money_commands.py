"""The commands for money, run as a person runs them: what they would do, and with --yes what they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

#: A club owes 42.00 by an invoice of 1 March, which is due on 31 March.
_OWES = """
    from datetime import date
    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.organisations.models import Organisation
    from overtrick.register.scoping import scope
    from overtrick.register.money import invoicing, moneybook
    from overtrick.register.money.invoicing import Asked
    from overtrick.handbooks.money import Run
    import sys; sys.path.insert(0, {root!r})
    from tests.register.money.treasury import charged, due, moment

    day = date(2026, 3, 1)
    with scope(federation=Federation.objects.get()):
        anna = User.objects.get(username="anna")
        moneybook.begin(date(2026, 1, 1), actor=anna, at=moment(date(2026, 1, 1)), unpriced=True)
        charged(Organisation.objects.get(number="100"), due("affiliation", "1", 4200, day, run=Run.YEAR), on=day)
        invoicing.run(Asked(Run.YEAR, day, day), actor=anna, at=moment(day))
"""


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path)
    set_up(made)
    made.django(_OWES.format(root=str(Path(__file__).parents[3])))
    return made


def test_reminders_are_listed_sent_with_yes_and_not_twice(office: Office) -> None:
    assert "Nobody has to be reminded today." in office.done("reminders", "--day", "2026-03-30")
    listed = office.done("reminders", "--day", "2026-03-31")
    assert "2026-0001" in listed
    assert "42.00" in listed
    assert "Run it again with --yes" in listed
    assert "1 reminder sent." in office.done("reminders", "--day", "2026-03-31", "--yes")
    assert "Nobody has to be reminded today." in office.done("reminders", "--day", "2026-03-31", "--yes")


def test_balances_are_shown_and_the_banks_statement_is_asserted(office: Office) -> None:
    office.done("payment", "100", "40.00", "--on", "2026-03-20", "--day", "2026-03-31", "--yes")
    words = ("balances", "--on", "2026-03-20", "--day", "2026-03-31")
    assert "debtors" in office.done(*words)
    assert "the difference is -1.00" in office.done(*words, "--bank", "41.00")
    wrong = office.run(*words, "--bank", "41.00", "--yes")
    assert (wrong.code, "the difference is -1.00" in wrong.err) == (1, True)
    assert "agrees" in office.done(*words, "--bank", "40.00", "--yes")
    assert "is not an amount" in office.run(*words, "--bank", "-x").err
    office.done("payment", "100", "2.00", "--on", "2026-03-19", "--day", "2026-03-31", "--yes")
    broken = office.run(*words)
    assert (broken.code, "the difference is 2.00" in broken.err) == (1, True)
    assert "debtors" in office.done("close-month", "2026-03", "--day", "2026-06-30")
