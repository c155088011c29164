"""A file that came in: downloaded, its answers changed before and after submission, its columns corrected."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from overtrick.register.competitions import decide, event_store
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.ledger.models import Entry
from tests.web.cast import Role
from tests.web.club.files import seats, tuesday, wednesday, without_status
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from overtrick.engine.event import Event
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

DRAFT = Submission.Status.DRAFT
SAID = {"event": "Wednesday pairs", "date": "7 October 2026", "boards": "24", "status": "club"}


@pytest.fixture
def club(log_in: LogIn) -> Client:
    """The browser of Oakby's scorer."""
    return log_in(Role.SCORER)


def _send(club: Client, cast: Cast, name: str, content: bytes) -> Upload:
    club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": [SimpleUploadedFile(name, content)]})
    return Upload.objects.latest("pk")


def _address(cast: Cast, upload: Upload, page: str = "club-file") -> str:
    return reverse(page, args=[cast.union.club.pk, upload.pk])


def _answer(club: Client, cast: Cast, upload: Upload, **said: str) -> str:
    given = {f"answer {word}": text for word, text in said.items()}
    return as_read(club.post(_address(cast, upload), given, follow=True).content.decode())


def _draft() -> Submission:
    return Submission.objects.get(status=DRAFT)


def _event(draft: Submission) -> Event:
    assert draft.event is not None
    return event_store.event_of(draft.event)


def test_whoever_may_see_a_submission_downloads_the_file_as_it_came(club: Client, cast: Cast, log_in: LogIn) -> None:
    upload = _send(club, cast, "täa.csv", wednesday())
    for role in (Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE):
        answer = log_in(role).get(_address(cast, upload, "club-file-download"))
        assert answer.content == wednesday()
        assert answer["Content-Disposition"] == 'attachment; filename="taa.csv"'
    for role in (Role.PLAYER, Role.ELSEWHERE):
        assert log_in(role).get(_address(cast, upload, "club-file-download")).status_code == 404


def test_an_answer_is_changed_before_submission(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "wednesday.csv", wednesday())
    _answer(club, cast, upload, **SAID)
    assert str(_draft().begins) == "2026-10-07"
    page = as_read(club.get(_address(cast, upload)).content.decode())
    assert 'value="Wednesday pairs"' in page
    assert 'name="answer status" value="club" checked' in page
    _answer(club, cast, upload, **SAID | {"date": "8 October 2026", "status": "county"})
    assert (str(_draft().begins), _event(_draft()).status) == ("2026-10-08", "county")


def test_an_answer_that_cannot_be_read_is_said_and_kept(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "wednesday.csv", wednesday())
    page = _answer(club, cast, upload, **SAID | {"date": "some day"})
    assert "There is a problem" in page
    assert 'value="some day"' in page
    assert not Submission.objects.filter(status=DRAFT).exists()


def test_a_wrong_status_is_changed_after_submission_as_a_correction(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "tuesday.yaml", without_status())
    _answer(club, cast, upload, status="club")
    first = _draft()
    preview = reverse("club-preview", args=[cast.union.club.pk, first.pk])
    club.post(preview)
    assert "This file is submitted" in as_read(club.get(_address(cast, upload)).content.decode())
    before = Entry.objects.count()
    page = _answer(club, cast, upload, status="county", date="5 October 2026")
    assert "Version 1 was sent" in page
    second = _draft()
    assert (second.competition, second.version) == (first.competition, 2)
    assert _event(second).status == "county"
    assert Entry.objects.count() == before
    again = reverse("club-preview", args=[cast.union.club.pk, second.pk])
    assert club.post(again, {"relation": "corrects"}).status_code == 422
    field = re.findall(r'name="(answer-[^"]+)"', club.get(again).content.decode())[0]
    club.post(again, {"relation": "corrects", field: "The county gave us its championship."})
    second.refresh_from_db()
    assert second.status == Submission.Status.SUBMITTED  # a club's event of county status waits for whoever allows it
    assert str(second.competition.begins) == "2026-10-05"


@pytest.mark.postgres
def test_what_was_returned_is_sent_again_at_the_right_status(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "tuesday.yaml", without_status())
    _answer(club, cast, upload, status="county")
    first, where = _draft(), cast.union.club.pk
    preview = reverse("club-preview", args=[where, first.pk])
    field = re.findall(r'name="(answer-[^"]+)"', club.get(preview).content.decode())[0]
    club.post(preview, {field: "It was the county's."})
    decide.reverse_event(first.competition, cast.union.clerk, timezone.now(), "A club night.")
    returned = as_read(club.get(reverse("club-submission", args=[where, first.pk])).content.decode())
    assert "was let through" not in returned
    assert returned.count("Correct this") == 1
    asked = as_read(club.get(_address(cast, upload)).content.decode())
    assert "A club night." in asked
    assert re.search(r'value="county"[^>]*checked', asked)
    club.post(reverse("club-event-kind", args=[where, first.pk]), {"fact status": "club"})
    second = _draft()
    assert (_event(second).status, second.competition, second.version) == ("club", first.competition, 2)


def test_the_same_answers_after_submission_change_nothing(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "tuesday.yaml", tuesday())
    club.post(reverse("club-preview", args=[cast.union.club.pk, _draft().pk]))
    count = Submission.objects.count()
    assert "Nothing was changed" in _answer(club, cast, upload, status="", date="", boards="")
    assert Submission.objects.count() == count


def _misleading() -> bytes:
    """A list in which the column called "Score" has the places, and the one called "Rank" something else."""
    lines = ["Rank,Score,Name 1,Number 1,Name 2,Number 2"]
    for place, (one, other) in enumerate(seats(), 1):
        lines.append(f"{9 - place},{place},{one.name},{one.number},{other.name},{other.number}")
    return "\n".join(lines).encode()


def _first(draft: Submission) -> str:
    (field,) = _event(draft).stages[0].fields
    return min(field.contestants, key=lambda each: each.place or 99).players[0].name


@pytest.mark.postgres
def test_columns_are_corrected_on_the_page_and_remembered(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "list.csv", _misleading())
    _answer(club, cast, upload, **SAID)
    assert _first(_draft()) == "Dov Ern"
    page = as_read(club.get(_address(cast, upload)).content.decode())
    assert '<label for="column-0">Rank</label>' in page
    assert "8, 7, 6" in page
    given = {f"answer {word}": text for word, text in SAID.items()} | {"column 0": "", "column 1": "place"}
    club.post(_address(cast, upload), given)
    assert _first(_draft()) == "Ado Bem"
    club.post(reverse("club-preview", args=[cast.union.club.pk, _draft().pk]))
    later = _send(club, cast, "next.csv", _misleading() + b"\n")
    _answer(club, cast, later, **SAID | {"date": "14 October 2026"})
    assert _first(_draft()) == "Ado Bem"


def _foreign(best: int) -> bytes:
    """JSON of a program that nobody knows."""
    rows = [
        {"p": (place - best) % 8 + 1, "one": f"{one.name} & {other.name}", "ids": f"{one.number} {other.number}"}
        for place, (one, other) in enumerate(seats(), 1)
    ]
    return json.dumps({"table": rows}).encode()


def test_words_of_an_unknown_program_are_mapped_on_the_page_and_remembered(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "night.json", _foreign(1))
    page = as_read(club.get(_address(cast, upload)).content.decode())
    assert [f'<label for="column-{at}">{word}</label>' in page for at, word in enumerate(("p", "one", "ids"))] == [
        True
    ] * 3
    columns = {"column 0": "place", "column 1": "names", "column 2": "numbers"}
    club.post(_address(cast, upload), {f"answer {word}": text for word, text in SAID.items()} | columns)
    assert _first(_draft()) == "Ado Bem"
    club.post(reverse("club-preview", args=[cast.union.club.pk, _draft().pk]))
    later = _send(club, cast, "next.json", _foreign(2))
    _answer(club, cast, later, **SAID | {"date": "14 October 2026"})
    assert _first(_draft()) == seats()[1][0].name


def test_the_columns_of_a_list_that_is_submitted_can_be_looked_at(club: Client, cast: Cast) -> None:
    upload = _send(club, cast, "list.csv", wednesday())
    _answer(club, cast, upload, **SAID)
    club.post(reverse("club-preview", args=[cast.union.club.pk, _draft().pk]))
    page = as_read(club.get(_address(cast, upload)).content.decode())
    assert '<label for="column-1">Name 1</label>' in page
