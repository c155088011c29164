"""Honours of the year, and gold points that fade, on their pages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.people import registration
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.ranks.test_close_month import JUNE, MAY, had
from tests.register.season import members, night, pairs, submitted, union
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

APRIL = date(2026, 4, 1)


@pytest.mark.duty("D55", "abf")
def test_the_trophy_the_awards_and_the_thousand_club_are_listed(log_in: LogIn) -> None:
    south = office.federation("far-south", "abf")
    with scope(federation=south):
        here = union(south)
        had(here, here.players[0], date(2025, 1, 1), green=99_990)
        registration.correct(here.players[1], anonymous=True, actor=here.clerk, at=JUNE)
        submitted(here, night(pairs(here.players), status="E"))
        close_month.close(south, MAY, here.clerk, JUNE)
    visitor = log_in(Role.ANONYMOUS)
    shown = as_read(visitor.get("/@far-south/honours/?year=2026").content.decode())
    assert "Honours of 2026" in shown
    assert "The year is not over" in shown
    listed = visitor.get("/@far-south/honours/?year=2026&as=csv").content.decode().splitlines()
    assert [line.split(",")[:2] for line in listed[1:]] == [
        ["Annual trophy", "Ado Bem"],
        ["Annual trophy", "Anonymous"],
        *(line.split(",")[:2] for line in listed[3:]),
    ]
    assert any(line.startswith("One Thousand Club,Ado Bem") and "2026-05-12" in line for line in listed)
    assert 'href="/@far-south/handbooks/abf/clause/1.9/' in shown
    assert "Cor Dax" not in shown


def test_a_year_without_honours_says_so_and_leads_to_the_ranking_list(log_in: LogIn) -> None:
    shown = as_read(log_in(Role.ANONYMOUS).get("/honours/?year=2026").content.decode())
    assert "There are no honours for this year" in shown
    assert 'href="/rankings/?year=2026"' in shown


@pytest.mark.duty("D02", "ebu")
def test_a_player_sees_where_gold_comes_from_and_how_it_fades(cast: Cast, log_in: LogIn) -> None:
    here = cast.union
    empty = as_read(log_in(Role.PLAYER).get("/record/gold/").content.decode())
    assert "You have no gold points now." in empty
    with scope(federation=here.federation):
        many = [cast.player, *members(here.federation, here.club, [f"Ba{a}l Be{b}n" for a in "aei" for b in "aeioubc"])]
        facts = (("points", "green"), ("green event", "ebu congress"), ("top", "12"), ("minimum", "6"), ("places", "2"))
        union_itself = here._replace(club=here.national, scorer=here.clerk)
        submitted(union_itself, night(pairs(many), name="Great congress", status="national", facts=facts))
        close_month.close(here.federation, APRIL, here.clerk, JUNE)
        close_month.close(here.federation, MAY, here.clerk, JUNE)
    client = log_in(Role.PLAYER)
    shown = as_read(client.get("/record/gold/").content.decode())
    assert "You have <strong>2.40</strong> gold points today." in shown
    assert "Great congress" in shown
    assert ">1.92<" in shown
    assert "2.40 gold: a fifth of 12.00 green in one event" in shown
    assert "<strong>2.40</strong> gold points today" in as_read(client.get("/record/statistics/").content.decode())
    ranked = client.get("/rankings/?colour=gold&as=csv").content.decode()
    assert "Ado Bem" in ranked
    assert ",2.40" in ranked
