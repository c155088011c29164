"""The events of a federation, and the page of each club: its events and sessions, and what its members won."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register.competitions import decide
from overtrick.register.competitions.models import Competition
from overtrick.web.public.organisations import regular_sessions
from tests.register.season import night, pairs, submitted
from tests.web.cast import LATE_IN_MAY, MARCH, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def _read(log_in: LogIn, address: str) -> str:
    answer = log_in(Role.ANONYMOUS).get(address)
    assert answer.status_code == 200, address
    return as_read(answer.content.decode())


def test_events_are_listed_the_latest_first_and_found_by_name_club_and_month(log_in: LogIn) -> None:
    every = _read(log_in, "/events/")
    days = ("26 May 2026", "19 May 2026", "12 May 2026", "10 March 2026")
    assert [every.index(each) for each in days] == sorted(every.index(each) for each in days)
    in_march = _read(log_in, "/events/?q=tuesday+oakby+2026-03")
    assert "10 March 2026" in in_march
    assert "26 May 2026" not in in_march
    assert "We found no such events." in _read(log_in, "/events/?q=wednesday")


def test_an_event_that_was_reversed_is_not_listed(cast: Cast, log_in: LogIn) -> None:
    decide.reverse_event(Competition.objects.get(begins=MARCH), cast.union.clerk, LATE_IN_MAY, "Played elsewhere")
    assert "10 March 2026" not in _read(log_in, "/events/")
    assert "10 March 2026" not in _read(log_in, f"/clubs/{cast.union.club.pk}/")


@pytest.mark.parametrize("which", ["club", "county"])
def test_a_club_shows_who_won_most_this_year_but_nobody_who_hides(which: str, cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, f"/clubs/{getattr(cast.union, which).pk}/")
    rows = re.findall(r'row-lead">(\d+)</td>.*?/players/(\d+)/">([^<]+)</a>.*?row-figure">(\d+)</td>', page)
    assert ("1", cast.player.number, "Ado Bem", "18") in rows
    assert ("5", cast.union.players[4].number, "Ira Jun", "6") in rows
    assert "Elu Fin" not in page
    assert "Promotions" not in page  # only of somebody who hides


def test_a_club_lists_the_promotions_of_its_members(cast: Cast, log_in: LogIn) -> None:
    type(cast.hidden).objects.filter(pk=cast.hidden.pk).update(anonymous=False)
    page = _read(log_in, f"/clubs/{cast.union.club.pk}/")
    assert re.search(r">Club Master</td><td [^>]*>10 March 2026</td>", page)
    link = f"/promotions/?of={cast.union.club.pk}"
    assert link in page
    assert f"Promotions: {cast.union.club}" in _read(log_in, link)
    assert b"Club Master" in log_in(Role.ANONYMOUS).get(f"{link}&as=csv").content
    assert "Club Master" not in _read(log_in, f"/promotions/?of={cast.union.other.pk}")


def test_promotions_of_a_club_that_is_not_there_are_not_found(log_in: LogIn) -> None:
    assert log_in(Role.ANONYMOUS).get("/promotions/?of=999999").status_code == 404


def test_a_county_finds_its_clubs_on_its_overview_with_the_day_of_their_last_event(cast: Cast, log_in: LogIn) -> None:
    page = as_read(log_in(Role.COUNTY).get(f"/club/{cast.union.county.pk}/").content.decode())
    assert re.search(rf'/club/{cast.union.club.pk}/">[^<]+</a>\s*<span class="soft">\s*last event 26 May 2026', page)
    own = as_read(log_in(Role.SECRETARY).get(f"/club/{cast.union.club.pk}/").content.decode())
    assert 'id="below"' not in own


def test_a_county_names_its_clubs(cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, f"/clubs/{cast.union.county.pk}/")
    assert f'<a href="/clubs/{cast.union.other.pk}/">Elmby</a>' in page
    assert "No event has points yet." in page


def test_what_is_played_often_on_one_weekday_is_regular() -> None:
    tuesday = date(2026, 3, 3)
    played = [("Tuesday pairs", tuesday + timedelta(7 * week)) for week in range(5)]
    played += [("Summer cup", tuesday + timedelta(month)) for month in range(5)]
    (found,) = regular_sessions(played)
    assert (found.name, found.weekday, found.times) == ("Tuesday pairs", "Tuesday", 5)


def test_more_events_take_no_more_queries(cast: Cast, log_in: LogIn) -> None:
    addresses = ("/events/", "/clubs/", f"/clubs/{cast.union.club.pk}/")

    def asked() -> list[int]:
        counts = []
        for address in addresses:
            browser = log_in(Role.ANONYMOUS)
            with CaptureQueriesContext(connection) as queries:
                assert browser.get(address).status_code == 200
            counts.append(len(queries))
        return counts

    before = asked()
    for day in range(1, 6):
        submitted(cast.union, night(pairs(cast.union.players), begins=date(2026, 4, day)), at=LATE_IN_MAY)
    assert asked() == before
