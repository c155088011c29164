"""The page of an event: who came where and won what, why, since when it counts, and what was corrected."""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
    StageKind,
)
from overtrick.register.competitions import decide
from overtrick.register.competitions.models import Competition
from tests.register.season import NAMES, members, night, pairs, submitted
from tests.web.cast import CORRECTED, LATE_IN_MAY, MARCH, NOTHING, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

APRIL = date(2026, 4, 14)
HIDDEN = "Hidden player"


def _address(begins: date) -> str:
    return f"/events/{Competition.objects.get(begins=begins).pk}/"


def _read(log_in: LogIn, address: str, role: Role = Role.ANONYMOUS) -> str:
    answer = log_in(role).get(address)
    assert answer.status_code == 200, address
    return as_read(answer.content.decode())


def _plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def _lines(page: str) -> list[str]:
    """The lines of the ranking lists, without their tags."""
    found = re.findall(r'<tr><td class="num place">.*?</tr>', page)
    return [_plain(each) for each in found]


def test_the_whole_ranking_stands_there_with_points_and_why(cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, _address(MARCH))
    assert _lines(page) == [
        "1 Ado Bem & Cor Dax 18 Local Why? Ado Bem Cor Dax",
        f"2 {HIDDEN} & Gat Hob 12 Local Why? {HIDDEN} Gat Hob",
        "3 Ira Jun & Kel Lom 6 Local Why? Ira Jun Kel Lom",
        "4 Mun Nor & Ost Pil 0 Why? Mun Nor Ost Pil",
        "5 Quo Rab & Sef Tul 0 Why? Quo Rab Sef Tul",
        "6 Uma Vek & Wim Xan 0 Why? Uma Vek Wim Xan",
        "7 Yor Zed & Abi Cub 0 Why? Yor Zed Abi Cub",
        "8 Dov Ern & Fay Gol 0 Why? Dov Ern Fay Gol",
    ]
    assert f'<a href="/players/{cast.player.number}/">Ado Bem</a>' in page
    assert "since the office closed March 2026" in _plain(page)
    assert "Versions" not in page
    assert "Provisional" in _read(log_in, _address(NOTHING))


def test_why_tells_the_working_of_an_award_and_of_a_zero(log_in: LogIn) -> None:
    address = _address(MARCH)
    award = _plain(_read(log_in, f"{address}why/1/1/"))
    assert "Ado Bem & Cor Dax : 18 Local" in award
    assert "§ 4.1" in award
    zero = _plain(_read(log_in, f"{address}why/1/8/"))
    assert "Dov Ern & Fay Gol : no points" in zero
    assert "§ 4.1" in zero
    inside = log_in(Role.ANONYMOUS).get(f"{address}why/1/1/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in inside
    assert "Open on its own page" in inside


def test_a_corrected_event_says_what_changed_and_shows_the_version_before(log_in: LogIn) -> None:
    address = _address(CORRECTED)
    page = _read(log_in, address)
    assert _lines(page)[1].startswith("2 Ado Bem & Cor Dax 12 Local")
    told = _plain(page)
    assert "Version 2 Counts" in told
    assert "Ado Bem 18 12 ▼ 6 less Local" in told
    assert "Gat Hob 12 18 ▲ 6 more Local" in told
    before = _read(log_in, f"{address}?version=1")
    assert _lines(before)[0].startswith("1 Ado Bem & Cor Dax 18 Local")
    assert "This is version 1. A later version replaced it." in _plain(before)
    assert f'href="{address}why/1/1/?version=1"' in before
    assert "Ado Bem & Cor Dax : 18 Local" in _plain(_read(log_in, f"{address}why/1/1/?version=1"))


@pytest.mark.parametrize("role", [Role.OTHER_PLAYER, Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE])
def test_who_may_see_a_player_who_hides_reads_the_name(role: Role, cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, _address(MARCH), role)
    assert "2 Elu Fin & Gat Hob 12 Local" in _lines(page)[1]
    assert f"/players/{cast.hidden.number}/" in page


@pytest.mark.parametrize("role", [Role.ANONYMOUS, Role.PLAYER, Role.ELSEWHERE])
def test_a_player_who_hides_is_nowhere_named(role: Role, cast: Cast, log_in: LogIn) -> None:
    for address in (_address(MARCH), _address(CORRECTED)):
        asked = ["", "?as=csv", "why/1/1/", "why/1/2/"]
        asked += ["?version=1", "why/1/1/?version=1"] if address == _address(CORRECTED) else []
        for each in asked:
            page = log_in(role).get(address + each).content.decode()
            assert "Elu" not in page, each
            assert cast.hidden.number not in page, each


def _sent(cast: Cast, event: Event) -> str:
    submitted(cast.union, event, at=LATE_IN_MAY)
    return _address(event.begins)


def test_a_name_that_nobody_matched_is_left_out_where_it_may_be_somebody_who_hides(cast: Cast, log_in: LogIn) -> None:
    seats = pairs(cast.union.players)
    strangers = [(Player("Elu Fin"), Player("Zoe Ray")), (Player("E. Fin"), Player("Tom Fin"))]
    lines = _lines(_read(log_in, _sent(cast, night([*strangers, *seats[2:]], begins=APRIL))))
    assert lines[0].startswith(f"1 {HIDDEN} & Zoe Ray ")
    assert lines[1].startswith(f"2 {HIDDEN} & Tom Fin ")


def _teams(cast: Cast) -> Event:
    """Two teams of a final: one is called after somebody in it who hides."""
    seats = [Player(str(each), each.number) for each in cast.union.players]
    teams = [tuple(seats[at : at + 4]) for at in range(0, 16, 4)]
    names = ("The Fin team", "Kestrels", "Owls", "Wrens")
    listed = [Contestant(name, team) for name, team in zip(names, teams, strict=True)]
    contestants = tuple(each._replace(place=at) for at, each in enumerate(listed, 1))
    one, two, three, four = names
    rounds = (
        Round((_match(one, four), _match(two, three)), boards=24, name="Semi-final"),
        Round((_match(one, two),), boards=24, name="Final"),
    )
    stage = Stage(
        Play.TEAMS,
        Schedule(24),
        (Field(contestants=contestants),),
        kind=StageKind.ONLY,
        contest=Contest.KNOCK_OUT,
        match_boards=24,
        rounds=rounds,
    )
    return Event("Oak Cup", APRIL, (stage,), status="club")


def _match(winner: str, loser: str) -> Match:
    return Match((Side(winner, score=40), Side(loser, score=31)), winner)


def test_matches_and_rounds_are_told_and_a_team_is_not_called_after_somebody_who_hides(
    cast: Cast, log_in: LogIn
) -> None:
    page = _read(log_in, _sent(cast, _teams(cast)))
    told = _plain(page)
    assert "Teams · knock-out · 24 boards" in told
    assert "Final Team of a hidden player 40 won ✓ Kestrels 31" in told
    assert "Fin team" not in page
    assert "The Fin team" in _read(log_in, _address(APRIL), Role.OFFICE)


def test_the_lists_are_downloaded_with_a_row_for_each_player(cast: Cast, log_in: LogIn) -> None:
    answer = log_in(Role.ANONYMOUS).get(f"{_address(MARCH)}?as=csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == len(NAMES)
    first, *_others, last = rows
    assert [first[each] for each in ("Place", "Name", "Number", "Colour", "Points")] == [
        *("1", "Ado Bem", cast.player.number, "local", "18"),
    ]
    assert [last[each] for each in ("Place", "Name", "Colour", "Points")] == ["8", "Fay Gol", "", "0"]
    assert rows[2]["Name"] == HIDDEN
    assert rows[2]["Number"] == ""
    workbook = log_in(Role.ANONYMOUS).get(f"{_address(MARCH)}?as=xlsx")
    assert workbook.content.startswith(b"PK")


def test_an_event_that_was_reversed_is_not_there(cast: Cast, log_in: LogIn) -> None:
    address = _address(MARCH)
    decide.reverse_event(Competition.objects.get(begins=MARCH), cast.union.clerk, LATE_IN_MAY, "Played elsewhere")
    assert log_in(Role.ANONYMOUS).get(address).status_code == 404


def test_a_large_field_takes_no_more_queries_than_a_small_one(cast: Cast, log_in: LogIn) -> None:
    more = members(cast.union.federation, cast.union.club, [f"Nam{at} Fam{at}" for at in range(60)])
    small = _sent(cast, night(pairs(cast.union.players), begins=APRIL))
    large = _sent(cast, night(pairs([*cast.union.players, *more]), begins=APRIL + timedelta(7)))
    for role in (Role.ANONYMOUS, Role.PLAYER, Role.SECRETARY):
        counts = []
        for address in (small, large):
            browser = log_in(role)
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address).status_code == 200
            counts.append(len(asked))
        assert counts[0] == counts[1]
        assert counts[0] < 30
