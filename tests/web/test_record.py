"""A player's own pages: the record, the working, the statement, who may see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.utils.formats import date_format

from overtrick.register.audit.models import Record
from overtrick.register.people.models import Player
from overtrick.web import access
from tests.register.season import night, pairs, submitted
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.web.conftest import LogIn


@pytest.fixture
def mine(log_in: LogIn) -> Client:
    return log_in(Role.PLAYER)


def text(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return as_read(answer.content.decode())


@pytest.mark.duty("D01", "ebu")
@pytest.mark.postgres
def test_totals_show_what_is_final_and_what_is_provisional_apart(mine: Client) -> None:
    page = text(mine, "/record/")
    # 1930 brought along, 18 in March; 12 and 12 since then wait for their month.
    assert '<strong>1,948</strong> <span class="chip chip-local">Local</span> <span class="provisional"> +24' in page
    assert "<strong>3.40</strong>" in page


def test_the_next_rank_is_told_with_a_bar_and_what_is_missing(mine: Client) -> None:
    page = text(mine, "/record/")
    # 1948 local and 340 for 3.40 green: 2288 of the 2500 that a County Master has
    assert "Progress towards County Master" in page
    assert "How points count here: 2288 master points: 1948 local + 0 blue + 340 green (§ 2.6.1)." in page
    assert "<strong>2,288</strong> of 2,500 points in total" in page
    assert "Still missing for County Master: 212 points of any colour." in page


def test_the_corrected_night_shows_the_first_credit_its_reversal_and_the_new_one(mine: Client) -> None:
    page = text(mine, "/record/?year=2026")
    assert page.count("Takes back what was credited before: corrected on 28 May 2026") == 1
    assert page.count("Taken back: see the line above") == 1
    assert page.index(">−18<") < page.index("Taken back: see the line")


def test_a_night_that_brought_nothing_stands_in_the_record_with_its_reason(mine: Client, cast: Cast) -> None:
    assert f"/record/why/nothing/{cast.nothing}/" in text(mine, "/record/")
    page = text(mine, f"/record/why/nothing/{cast.nothing}/")
    assert "Why no points?" in page
    assert "You and Cor Dax were 8th of 8." in page
    assert "/handbooks/ebu/clause/4.1.2/" in page


def test_the_working_of_an_award_is_the_handbooks(mine: Client, cast: Cast) -> None:
    page = text(mine, f"/record/why/{cast.entry}/")
    assert "Why 18 points?" in page
    # 8 pairs, 24 boards, club status: three awards of six points a place
    assert "Place 1 of 3 awards: 3 × 6" in page


def test_inside_the_record_only_the_working_itself_is_sent(mine: Client, cast: Cast) -> None:
    part = text(mine, f"/record/why/{cast.entry}/", **{"HX-Request": "true"})
    assert part.startswith('<div class="worked">')
    assert "<html" not in part


def test_points_from_before_the_book_say_where_they_come_from(mine: Client, cast: Cast) -> None:
    opening = cast.player.entries.filter(posting__kind="opening").first()
    assert opening is not None
    assert "won before this book began" in text(mine, f"/record/why/{opening.number}/")


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("", 8),
        ("year=2025", 2),
        ("colour=green", 1),
        ("club=Oakby", 6),
        ("partner=Cor+Dax", 6),
        ("partner=Cor+Dax&year=2025", 0),
        ("year=1066&club=Nowhere", 8),  # what does not occur in the record limits nothing
    ],
)
def test_a_record_is_filtered_by_year_colour_club_and_partner(asked: str, lines: int, mine: Client) -> None:
    assert f'role="status">{lines} line' in text(mine, f"/record/?{asked}")


def test_the_chart_shows_all_colours_or_one_with_the_same_figures_in_its_table(mine: Client) -> None:
    every, green = text(mine, "/record/"), text(mine, "/record/?colour=green")
    assert ("way-local" in every, "way-green" in every) == (True, True)
    assert ("way-local" in green, "way-green" in green) == (False, True)
    assert '<th scope="row">2026</th><td class="num">42</td><td class="num">0.00</td>' in every
    assert "This year this record gained 42 local points. Provisional points are included here." in every


@pytest.mark.postgres
def test_in_another_federation_the_record_is_the_one_there(log_in: LogIn) -> None:
    page = text(log_in(Role.ELSEWHERE), "/@south/record/")
    assert "Wes Yon" in page
    assert 'href="/@south/record/statement/"' in page


def test_an_empty_record_says_how_the_first_points_come(cast: Cast, log_in: LogIn) -> None:
    account = cast.users[Role.OTHER_PLAYER]
    account.player = cast.union.players[-1]
    account.save()
    cast.union.players[-1].seats.all().delete()
    page = text(log_in(Role.OTHER_PLAYER), "/record/")
    assert "You have no points yet" in page
    assert "<svg" not in page


def test_a_longer_record_needs_no_more_queries(
    cast: Cast, mine: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    text(mine, "/record/")
    with django_assert_num_queries(_QUERIES):
        text(mine, "/record/")
    for nth in range(3):
        submitted(cast.union, night(pairs(cast.union.players), name=f"Extra pairs {nth}"))
    with django_assert_num_queries(_QUERIES):
        text(mine, "/record/")


#: Federation, session, account, player with all records; entries, sittings, what waits; club, balances, promotions,
#: clubs that ask, unread messages; and the read-only transaction begins and ends.
_QUERIES = 14


def test_on_paper_the_statement_says_whose_it_is_above_the_table_of_every_page(mine: Client) -> None:
    page = as_read(mine.get("/record/statement/").content.decode())
    assert re.search(r'<thead[^>]*><tr class="on-paper"><th colspan="8">Ado Bem · Number \d+ · Statement of ', page)


def test_every_page_has_its_day_for_the_paper(mine: Client) -> None:
    for address in ("/record/", "/record/statement/", "/events/"):
        page = " ".join(mine.get(address).content.decode().split())
        assert f'<span class="on-paper"> {date_format(access.today(), "j F Y")} </span>' in page, address


def test_the_statement_is_also_a_spreadsheet(mine: Client) -> None:
    page = text(mine, "/record/statement/")
    assert "Statement of" in page
    table = mine.get("/record/statement/?as=csv").content.decode("utf-8-sig").splitlines()
    assert table[0] == "Day,Event,Club,Partner,Place,Colour,Points,Standing"
    assert "2026-03-10,Tuesday pairs,Oakby,Cor Dax,1st of 8,Local,18,Final" in table
    assert "2026-05-19,Tuesday pairs,Oakby,Cor Dax,1st of 8,Local,-18,Takes back an earlier credit" in table
    assert len(table) == 9


def test_a_player_hides_and_the_choice_is_written_down(mine: Client, cast: Cast) -> None:
    answer = mine.post("/record/privacy/", {"seen_by": "club"}, follow=True)
    assert "You are now hidden from the public" in answer.content.decode()
    assert Player.objects.get(pk=cast.player.pk).anonymous
    done = Record.objects.filter(action="player.correct").latest("pk")
    assert done.user == cast.users[Role.PLAYER]
    assert done.after["anonymous"] is True
