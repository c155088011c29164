"""Renewal, youths and lapses by command: a rehearsal, the run, and the run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def test_a_list_lapses_by_command_and_the_years_runs_say_what_is_missing(office: Office) -> None:
    set_up(office)
    file = office.write("numbers.txt", "200001, Ado Bem\n200002\n")
    words = ("lapse", file, "--from", "2026-07-01", "--reason", "not paid", "--day", "2026-06-20")
    shown = office.done(*words)
    assert "Ado Bem" in shown
    assert "This was a rehearsal" in shown
    assert "2 lapsed from 01 July 2026." in office.done(*words, "--yes")
    assert "2 players lapsed or died already." in office.done(*words, "--yes")
    wrong = office.run("lapse", office.write("wrong.txt", "999999\n"), *words[2:])
    assert (wrong.code, "1 number nobody has: 999999." in wrong.out) == (1, True)
    assert "'soon' is not a day" in office.run("lapse", file, "--from", "soon", "--reason", "x").err
    assert "no year of membership that begins in 2027" in office.run("renew", "2027").err
    assert "The handbook has no youth club" in office.run("youth", "2026").err
    chosen = """
        from overtrick.register.federations.models import Federation
        Federation.objects.update(settings={"membership_year": "1 July"})
    """
    office.django(chosen)
    assert "This was a rehearsal" in office.done("renew", "2026", "--day", "2026-06-20")
    early = office.run("renew", "2026", "--day", "2026-06-30", "--yes")
    assert (early.code, "Clubs can tell until 2026-06-30" in early.err) == (1, True)
    assert "The members are renewed for 2026." in office.done("renew", "2026", "--day", "2026-07-01", "--yes")
    assert "Nothing was changed." in office.done("renew", "2026", "--day", "2026-07-01", "--yes")
