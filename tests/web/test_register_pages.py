"""What everybody may see of the register: players, ranking lists, promotions; and never who hides."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.people import merge_records
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import members, union
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def page(log_in: LogIn, path: str, role: Role = Role.ANONYMOUS) -> str:
    answer = log_in(role).get(path)
    assert answer.status_code == 200
    return as_read(answer.content.decode())


@pytest.mark.parametrize("asked", ["Ado Bem", "bem", "200001", "Addo Bemm"])
def test_a_player_is_found_by_number_name_and_something_like_it(asked: str, log_in: LogIn) -> None:
    assert 'href="/players/200001/">Ado Bem</a>' in page(log_in, f"/players/?search={asked}")


def test_who_hides_is_found_by_the_club_and_the_office_only(cast: Cast, log_in: LogIn) -> None:
    found = {role for role in Role if "Elu Fin" in page(log_in, f"/players/?search={cast.hidden.number}", role)}
    assert found == {Role.OTHER_PLAYER, Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE}


def test_nobody_like_that_is_said_in_a_sentence(log_in: LogIn) -> None:
    assert "We found no player like that" in page(log_in, "/players/?search=Zzyx")


def test_the_number_of_a_merged_record_leads_to_the_one_that_stays(cast: Cast, log_in: LogIn) -> None:
    gone, stays = cast.union.players[10], cast.player
    merge_records.merge(stays, gone, "the same person", actor=cast.union.clerk, at=office.AT)
    answer = log_in(Role.ANONYMOUS).get(f"/players/{gone.number}/")
    assert answer.headers["Location"] == f"/players/{stays.number}/"


def test_a_players_page_shows_rank_and_totals(cast: Cast, log_in: LogIn) -> None:
    shown = page(log_in, f"/players/{cast.player.number}/")
    assert "District Master" in shown
    assert "<strong>1,948</strong>" in shown


def test_a_ranking_list_leaves_out_who_hides_and_keeps_the_place_free(cast: Cast, log_in: LogIn) -> None:
    table = log_in(Role.ANONYMOUS).get("/rankings/?as=csv").content.decode("utf-8-sig").splitlines()
    assert table[1] == f"1,Ado Bem,{cast.player.number},District Master,2288"
    assert not any("Elu Fin" in line for line in table)
    # Elu Fin brought points along and is second: the place stays free.
    assert table[2].startswith("3,Cor Dax,")
    assert table[3].startswith("4,Gat Hob,")


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("colour=green", ["Ado Bem"]),
        ("year=2025", []),
        ("club=other", []),
        ("county=own&colour=green", ["Ado Bem"]),
    ],
)
def test_a_list_is_limited_by_colour_year_club_and_county(
    asked: str, names: list[str], cast: Cast, log_in: LogIn
) -> None:
    where = asked.replace("other", str(cast.union.other.pk)).replace("own", str(cast.union.county.pk))
    table = log_in(Role.ANONYMOUS).get(f"/rankings/?{where}&as=csv").content.decode("utf-8-sig").splitlines()[1:]
    assert [line.split(",")[1] for line in table] == names


def test_all_ranks_of_the_handbook_can_be_chosen_and_no_other(cast: Cast, log_in: LogIn) -> None:
    listed = page(log_in, "/rankings/")
    for rank in Ladder(cast.union.federation, office.AT.date()).ranks:
        assert f'<option value="{rank}"' in listed
    unknown = log_in(Role.ANONYMOUS).get("/rankings/?rank=Archduke")
    assert "There is no rank “Archduke” in our handbook." in unknown.content.decode()
    assert "Ado Bem" not in unknown.content.decode()


def test_the_file_of_a_list_has_everybody(log_in: LogIn) -> None:
    west = office.federation("west")
    with scope(federation=west):
        here = union(west)
        players = members(west, here.club, [f"Jo {first}{last}ley" for first in "BCDFGHKLMN" for last in "aeiouwxyzrs"])
        brought = [Opening(each, "local", 500 + at, date(2025, 12, 31), at + 1) for at, each in enumerate(players)]
        opening_balances.enter(
            opening_balances.compare(brought), here.clerk, here.second, datetime(2026, 1, 2, tzinfo=UTC)
        )
        close_month.close(west, date(2026, 1, 1), here.clerk, datetime(2026, 2, 20, tzinfo=UTC))
    visitor = log_in(Role.ANONYMOUS)
    assert len(visitor.get("/@west/rankings/?as=csv").content.decode().splitlines()) == 1 + len(players)
    shown = visitor.get("/@west/rankings/").content.decode()
    assert len(re.findall(r'href="/@west/players/\d+/"', shown)) == 100 < len(players)
    assert "The first 100. The files have everybody." in as_read(shown)


@pytest.mark.postgres
def test_promotions_are_listed_by_the_month_that_found_them(cast: Cast, log_in: LogIn) -> None:
    closing = cast.union.federation.closings.get()
    rank = "Club Master"
    Promotion.objects.create(player=cast.partner, rank=rank, edition="2024", reached="2026-03-10", closing=closing)
    shown = page(log_in, "/promotions/")
    assert "Promotions of March 2026" in shown
    assert "Cor Dax" in shown
    assert "Elu Fin" not in shown


def test_the_desk_is_where_somebody_works(log_in: LogIn) -> None:
    goes = {role: log_in(role).get("/desk/").headers["Location"] for role in Role}
    assert goes == {
        Role.ANONYMOUS: "/log-in/?next=/desk/",
        Role.PLAYER: "/record/",
        Role.OTHER_PLAYER: "/record/",
        Role.SCORER: "/club/",
        Role.SECRETARY: "/club/",
        Role.COUNTY: "/club/",
        Role.OFFICE: "/office/",
        Role.ELSEWHERE: "/record/",
    }
