"""Rank as at a day on pages: the player's own, the club's and the office's; and a stranger checks an extract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.extracts.models import Extract
from overtrick.register.ranks import certificate_codes
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def test_the_office_sees_rank_points_and_working_of_a_day(cast: Cast, log_in: LogIn) -> None:
    address = f"/office/players/{cast.player.number}/as-at/"
    before = as_read(log_in(Role.OFFICE).get(f"{address}?day=2025-12-30").content.decode())
    assert "No rank yet" in before
    after = as_read(log_in(Role.OFFICE).get(f"{address}?day=31 March 2026").content.decode())
    assert "As at 31 March 2026" in after
    assert "1,948" in after  # 1,930 brought along and 18 of the night in March
    assert "/handbooks/ebu/clause/" in after
    assert (
        "As at 31 March 2026"
        in log_in(Role.SECRETARY)
        .get(f"/club/{cast.union.club.pk}/members/{cast.player.pk}/as-at/?day=2026-03-31")
        .content.decode()
    )


def test_a_stranger_checks_the_extract_that_a_player_made(cast: Cast, log_in: LogIn) -> None:
    answer = log_in(Role.PLAYER).post("/record/as-at/", {"day": "2026-03-31"}, follow=True)
    page = as_read(answer.content.decode())
    made = Extract.objects.get()
    assert certificate_codes.written(made.code) in page
    assert "1,948" in page
    checked = as_read(log_in(Role.ANONYMOUS).get(f"/certificates/?code={made.code}").content.decode())
    assert "This extract is genuine, and the record still says the same." in checked
    assert str(cast.player) in checked
    assert log_in(Role.COUNTY).get(f"/extracts/{made.pk}/").status_code == 404
    assert log_in(Role.OFFICE).get(f"/extracts/{made.pk}/").status_code == 200
    assert log_in(Role.PLAYER).get(f"/extracts/{made.pk}/proof").status_code == 422  # no head is signed here


def test_the_name_of_a_player_who_hides_is_told_only_if_the_player_made_it(cast: Cast, log_in: LogIn) -> None:
    log_in(Role.OFFICE).post(f"/office/players/{cast.hidden.number}/as-at/", {"day": "2026-03-31"})
    made = Extract.objects.get()
    stranger = log_in(Role.ANONYMOUS)
    assert str(cast.hidden) not in stranger.get(f"/certificates/?code={made.code}").content.decode()
    log_in(Role.OTHER_PLAYER).post("/record/as-at/", {"day": "2026-03-31"})
    own = Extract.objects.get(by_player=True)
    assert str(cast.hidden) in stranger.get(f"/certificates/?code={own.code}").content.decode()


def test_a_day_that_is_none_or_to_come_is_told(log_in: LogIn) -> None:
    player = log_in(Role.PLAYER)
    for written, says in (("31 of May", "Enter a day"), ("2090-01-01", "not in the future")):
        answer = player.get("/record/as-at/", {"day": written})
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert not Extract.objects.exists()
