"""A club checks its start list on a page: pasted or as a file, and nothing of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.files.uploadedfile import SimpleUploadedFile

from overtrick.register.competitions.models import Upload
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def test_a_pasted_list_is_checked_and_can_be_checked_again(cast: Cast, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/start-list/"
    before = Upload.objects.count()
    people = f"{cast.player.number} {cast.player}\nNobody Known 299999"
    page = as_read(scorer.post(address, {"people": people, "day": "2026-06-01"}).content.decode())
    assert "Can play: 1" in page
    assert "Not found: 1" in page
    assert "Nobody has the number 299999." in page
    assert people.splitlines()[0] in page  # what was typed stays
    assert Upload.objects.count() == before


def test_a_file_travels_with_the_page_until_the_next_check(cast: Cast, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/start-list/"
    file = SimpleUploadedFile("entries.csv", f"Number,Name\n{cast.player.number},{cast.player}\n".encode())
    answer = scorer.post(address, {"file": file, "day": "2026-06-01"})
    form = answer.content.decode()
    packed = form.split('name="packed" value="')[1].split('"')[0]
    again = scorer.post(
        address, {"packed": packed, "name": "entries.csv", "day": "2026-06-01", "points_below": "5"}
    ).content.decode()
    assert "must be fewer than 5" in again
    assert "Cannot play: 1" in as_read(again)
    unreadable = scorer.post(address, {"people": "<games/>", "day": "2026-06-01"})
    assert unreadable.status_code == 422
    assert "We could not read the list" in unreadable.content.decode()
