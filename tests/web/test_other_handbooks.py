"""Offices in Wales and Scotland: the same pages in the words, colours and figures of their handbooks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, opened
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.worlds import Founded


def _opened(handbook: str, **points: int) -> Union:
    """Open an office whose first player holds some points, all of them final."""
    made = opened("west", handbook)
    with scope(federation=made.federation):
        for colour, units in points.items():
            asked = proposals.propose(
                made.players[0], ProposedPoints(colour, units, NIGHT), "as it was", made.clerk, AT
            )
            confirm.confirm(asked, made.second, AT)
        close_month.close(made.federation, NIGHT.replace(day=31), made.clerk, office.AT.replace(month=7))
    return made


@pytest.fixture
def wales(founded: Founded) -> Union:
    return founded(_opened, "wbu", local=4123, green=850, blue=300)


@pytest.fixture
def scotland(founded: Founded) -> Union:
    return founded(_opened, "sbu", local=12345, national=250)


def _page(user: User, path: str) -> str:
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    answer = client.get(path)
    assert answer.status_code == 200
    return as_read(answer.content.decode())


def _player(here: Union) -> User:
    user = office.user("player")
    user.player = here.players[0]
    user.save()
    return user


@pytest.mark.duty("D01", "wbu")
def test_a_welsh_record_tells_the_total_in_master_points(wales: Union) -> None:
    page = _page(_player(wales), "/record/")
    assert "<strong>4,123</strong>" in page
    assert "<strong>8.50</strong>" in page
    # 41.23 black, 8.50 green and 3.00 blue are 52.73
    assert "<strong>52.73</strong> of 75.00 points in total" in page
    assert re.search(r"<h2>Master</h2>", page)


@pytest.mark.duty("D01", "sbu")
def test_a_scottish_record_divides_by_a_hundred_and_knows_no_rank_above_club_master(scotland: Union) -> None:
    page = _page(_player(scotland), "/record/")
    assert '<strong>123.45</strong> <span class="chip chip-local">Local</span>' in page
    assert '<strong>2.50</strong> <span class="chip chip-national">National</span>' in page
    assert "125.95 MP on the record; the guide prints no rank above this one" in page
    assert "This is the highest rank there is" not in page


@pytest.mark.parametrize(("handbook", "word"), [("wales", "Area"), ("scotland", "District")])
def test_what_stands_above_a_club_is_called_as_there(handbook: str, word: str, request: pytest.FixtureRequest) -> None:
    here = request.getfixturevalue(handbook)
    assert f"All {word.lower()}s" in _page(here.clerk, "/rankings/")
    assert word in _page(here.clerk, "/office/organisations/")
    assert f"<dt>{word}</dt>" in _page(here.clerk, f"/office/players/{here.players[0].number}/")
    assert f"{word} of Ado Bem" in _page(here.clerk, f"/office/players/{here.players[0].number}/county/")


@pytest.mark.duty("D46", "wbu")
@pytest.mark.parametrize(("handbook", "figure"), [("wales", "52.73"), ("scotland", "125.95")])
def test_a_ranking_list_is_in_the_figures_of_records(
    handbook: str, figure: str, request: pytest.FixtureRequest
) -> None:
    here = request.getfixturevalue(handbook)
    assert figure in _page(here.clerk, "/rankings/")


def test_an_event_by_hand_has_the_usual_status_or_none_is_asked(wales: Union) -> None:
    page = _page(wales.scorer, f"/club/{wales.club.pk}/by-hand/?kind=pairs")
    assert '<option value="club" selected>club</option>' in page
    page = _page(wales.secretary, f"/club/{wales.county.pk}/by-hand/?kind=pairs")
    assert '<option value="area" selected>area</option>' in page


def test_an_event_by_hand_asks_for_no_status_where_there_is_one_only(scotland: Union) -> None:
    assert "f-status" not in _page(scotland.scorer, f"/club/{scotland.club.pk}/by-hand/?kind=pairs")
