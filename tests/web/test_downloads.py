"""Whoever acts for a club downloads the files for its scoring program, and the page says of which day they are."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from overtrick.register.national_files import snapshot
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def taken(days_ago: int = 0) -> None:
    at = timezone.now() - timedelta(days=days_ago)
    made = snapshot.begin(actor=None, at=at)
    while snapshot.advance(made, at):
        pass


def sent(answer: Any) -> bytes:  # noqa: ANN401 - as the test client gives it
    return b"".join(answer.streaming_content)


def test_a_scorer_downloads_all_players_but_those_who_hide(cast: Cast, log_in: LogIn) -> None:
    taken()
    scorer = log_in(Role.SCORER)
    page = as_read(scorer.get("/downloads/").content.decode())
    assert f"As at {timezone.now():%-d %B %Y}" in page
    answer = scorer.get("/downloads/players.csv")
    text = sent(answer).decode("utf-8-sig")
    assert cast.player.number in text
    assert cast.hidden.number not in text
    assert cast.hidden.family not in text
    assert answer.headers["Content-Disposition"] == 'attachment; filename="players.csv"'
    assert "Last-Modified" in answer.headers
    with zipfile.ZipFile(io.BytesIO(sent(scorer.get("/downloads/national-files.zip")))) as archive:
        assert set(archive.namelist()) == {"players.csv", "clubs.csv"}
    assert scorer.get("/downloads/nothing.csv").status_code == 404


def test_a_file_of_changes_has_its_day_in_its_name(cast: Cast, log_in: LogIn) -> None:
    taken()
    day = timezone.now().date()
    answer = log_in(Role.SECRETARY).get(f"/downloads/players.csv?since={day}")
    assert f"players-since-{day}.csv" in answer.headers["Content-Disposition"]
    assert cast.player.number in sent(answer).decode()
    page = log_in(Role.SECRETARY).get(f"/downloads/?since={day}").content.decode()
    assert f"players.csv?since={day}" in page
    assert "always whole" in page
    later = log_in(Role.SECRETARY).get(f"/downloads/?since={day + timedelta(days=9)}")
    assert later.status_code == 422
    assert "not in the future" in later.content.decode()


def test_the_page_says_when_files_are_old_and_the_office_begins_a_snapshot(log_in: LogIn) -> None:
    assert "There are no files yet" in log_in(Role.COUNTY).get("/downloads/").content.decode()
    taken(days_ago=5)
    assert "5 days old" in log_in(Role.COUNTY).get("/downloads/").content.decode()
    assert "Take a snapshot now" not in log_in(Role.COUNTY).get("/downloads/").content.decode()
    page = log_in(Role.OFFICE).post("/downloads/", follow=True).content.decode()
    assert "A snapshot is under way" in page
