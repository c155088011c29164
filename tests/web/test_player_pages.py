"""What everybody may see of a player: rank, points over time, places and partners in figures, and every event."""

from __future__ import annotations

import csv
import io
import re
from datetime import date
from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.register import office
from tests.register.season import night, pairs, submitted
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def _read(log_in: LogIn, number: str, asked: str = "") -> str:
    return as_read(log_in(Role.ANONYMOUS).get(f"/players/{number}/{asked}").content.decode())


def test_results_lead_to_their_events_and_say_place_partner_and_points(cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, cast.player.number)
    assert page.count('<td class="what"><a href="/events/') == 4
    assert "10 March 2026 · 1st of 8 · with Cor Dax · Oakby" in page
    assert "26 May 2026 · 8th of 8 · with Cor Dax · Oakby" in page
    figures = "<strong>4</strong><span>events</span>", "<strong>1</strong><span>won</span>"
    assert all(each in page.replace("</strong> <span>", "</strong><span>") for each in figures)
    (partner,) = re.findall(r"<tr [^>]*><th [^>]*>Cor Dax</th>.*?</tr>", page)
    assert re.findall(r">\s*(\d+)\b", partner) == ["4", "1", "3"]
    assert "Points over time" in page


def test_a_partner_who_hides_is_not_named(cast: Cast, log_in: LogIn) -> None:
    partner = cast.union.players[3]
    for asked in ("", "?as=csv"):
        page = _read(log_in, partner.number, asked)
        assert "Hidden player" in page
        assert "Elu" not in page


def test_the_results_can_be_downloaded(cast: Cast, log_in: LogIn) -> None:
    answer = log_in(Role.ANONYMOUS).get(f"/players/{cast.player.number}/?as=csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["Played"], row["Place"], row["Points"]) for row in rows] == [
        ("2026-05-26", "8th of 8", "0"),
        ("2026-05-19", "2nd of 8", "12"),
        ("2026-05-12", "2nd of 8", "12"),
        ("2026-03-10", "1st of 8", "18"),
    ]


def test_many_results_come_on_pages_and_take_no_more_queries(cast: Cast, log_in: LogIn) -> None:
    def asked() -> int:
        browser = log_in(Role.ANONYMOUS)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/players/{cast.player.number}/").status_code == 200
        return len(queries)

    before = asked()
    for day in range(1, 24):
        submitted(cast.union, night(pairs(cast.union.players), begins=date(2026, 4, day)), at=LATE_IN_MAY)
    assert asked() == before
    first, second = _read(log_in, cast.player.number), _read(log_in, cast.player.number, "?page=2")
    assert first.count('<td class="what">') == 25
    assert second.count('<td class="what">') == 2
    assert "Later results" in second
    assert _read(log_in, cast.player.number, "?page=99999").count('<td class="what">') == 2


def test_somebody_who_never_played_has_neither_places_nor_a_chart(cast: Cast, log_in: LogIn) -> None:
    page = _read(log_in, office.person("Nil Ost", number="").number)
    assert "Nil Ost" in page
    assert "Partners" not in page
    assert "Points over time" not in page
    assert cast.player.number not in page
