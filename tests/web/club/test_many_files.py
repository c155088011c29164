"""Many files at once, or a large one: they go into the queue, and the page of the task leads to what came of them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from overtrick.register.competitions.models import Seat, Submission, Upload
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web.club import upload
from tests.web.cast import Role
from tests.web.club.files import LATELY, NUMBERS, tuesday, wednesday
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


def _send(log_in: LogIn, cast: Cast, files: list[tuple[str, bytes]]) -> HttpResponse:
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    where = reverse("club-upload", args=[cast.union.club.pk])
    return log_in(Role.SCORER).post(where, {"files": sent})  # type: ignore[return-value]


def _nights(count: int) -> list[tuple[str, bytes]]:
    return [(f"week-{week}.yaml", tuesday(back=week)) for week in range(count)]


def test_a_few_files_are_read_while_the_club_waits(cast: Cast, log_in: LogIn) -> None:
    answer = _send(log_in, cast, _nights(upload.FEW_FILES))
    assert answer.headers["Location"].startswith(f"/club/{cast.union.club.pk}/files/")
    assert not Task.objects.exists()


def test_the_list_asks_no_more_questions_for_more_files(cast: Cast, log_in: LogIn) -> None:
    listed = _send(log_in, cast, _nights(upload.FEW_FILES)).headers["Location"]
    club = log_in(Role.SCORER)
    with CaptureQueriesContext(connection) as of_many:
        assert club.get(listed).status_code == 200
    with CaptureQueriesContext(connection) as of_two:
        assert club.get("&".join(listed.split("&")[:2])).status_code == 200
    assert len(of_many) == len(of_two)


def test_many_files_go_into_the_queue_and_become_drafts(cast: Cast, log_in: LogIn) -> None:
    before = Upload.objects.count()
    answer = _send(log_in, cast, _nights(upload.FEW_FILES + 1))
    row = Task.objects.get()
    assert answer.headers["Location"] == f"/tasks/{row.pk}/"
    assert Upload.objects.count() == before
    club = log_in(Role.SCORER)
    assert "Read 6 files of Oakby" in club.get(f"/tasks/{row.pk}/").content.decode()
    worker.work(once=True)
    assert Upload.objects.count() == before + 6
    assert Submission.objects.filter(status=Submission.Status.DRAFT).count() == 6
    shown = club.get(f"/tasks/{row.pk}/", follow=True)
    assert shown.redirect_chain[0][0].count("file=") == 6
    assert "week-5.yaml" in shown.content.decode()


@pytest.mark.parametrize(
    ("name", "size", "queued"),
    [
        ("night.xml", upload.SOON_READ, False),
        ("night.xml", upload.SOON_READ + 1, True),
        ("nights.ZIP", upload.SOON_READ // 10, False),
        ("nights.zip", upload.SOON_READ // 10 + 1, True),
    ],
)
def test_what_is_long_to_read_goes_into_the_queue(
    cast: Cast, log_in: LogIn, name: str, size: int, queued: bool
) -> None:
    _send(log_in, cast, [(name, b"x" * size)])
    assert Task.objects.exists() == queued


def test_a_file_that_cannot_be_read_does_not_stop_the_others(cast: Cast, log_in: LogIn) -> None:
    _send(log_in, cast, [("broken.xml", b"<USEBIO"), *_nights(upload.FEW_FILES)])
    worker.work(once=True)
    row = Task.objects.get()
    assert row.state == "done"
    assert len(row.results) == 6
    assert Submission.objects.filter(status=Submission.Status.DRAFT).count() == 5


# --- One list, one look ---------------------------------------------------------------------------------------------

PHOTO = b"\xff\xd8\xff\xe0" + b"x" * 300


def _listed(log_in: LogIn, cast: Cast, files: list[tuple[str, bytes]]) -> tuple[str, str]:
    """Send files; the address of their list, and the page."""
    address = _send(log_in, cast, files).headers["Location"]
    return address, log_in(Role.SCORER).get(address).content.decode()


def _seen(page: str) -> list[str]:
    return re.findall(r'name="seen"\s+value="([^"]*)"', page)


def test_what_is_clear_is_submitted_together_and_confirmed_with_references(cast: Cast, log_in: LogIn) -> None:
    files = [*_nights(3), ("odd.yaml", tuesday(back=3, unknown=[0])), ("photo.jpg", PHOTO)]
    address, page = _listed(log_in, cast, files)
    assert "Submit these 3 events" in as_read(page)
    assert len(_seen(page)) == 3
    shown = log_in(Role.SCORER).post(address, {"submit": "all", "seen": _seen(page)}, follow=True)
    done = as_read(shown.content.decode())
    assert "3 events are submitted" in done
    assert "2 files still need you" in done
    sent = Submission.objects.filter(begins__gte=LATELY - timedelta(weeks=2))
    assert [each.status for each in sent] == [Submission.Status.APPROVED] * 3
    assert all(each.reference in done for each in sent)
    assert Submission.objects.get(status=Submission.Status.DRAFT).begins == LATELY - timedelta(weeks=3)


def test_points_are_told_as_seen_only_where_some_are_in_the_book(cast: Cast, log_in: LogIn) -> None:
    address, page = _listed(log_in, cast, _nights(2))
    browser = log_in(Role.SCORER)
    done = browser.post(address, {"submit": "all", "seen": _seen(page)}).headers["Location"]
    now = "Players see their points now, marked as provisional."
    assert now in as_read(browser.get(done).content.decode())
    first, second = Submission.objects.order_by("-pk")[:2]
    for each, told in ((first, True), (second, False)):
        each.held_back = "More points than were authorised."
        each.save(update_fields=["held_back"])
        assert (now in as_read(browser.get(done).content.decode())) is told


def test_a_correction_is_not_submitted_with_the_others(cast: Cast, log_in: LogIn) -> None:
    address, page = _listed(log_in, cast, _nights(2))
    log_in(Role.SCORER).post(address, {"submit": "all", "seen": _seen(page)})
    files = [("again.yaml", tuesday(swapped=True)), ("2.yaml", tuesday(back=2)), ("3.yaml", tuesday(back=3))]
    address, page = _listed(log_in, cast, files)
    assert "Look at these one by one" in page
    assert "Submit these 2 events" in as_read(page)
    every = Submission.objects.filter(status=Submission.Status.DRAFT)
    log_in(Role.SCORER).post(address, {"submit": "all", "seen": [f"{each.pk}:{'0' * 64}" for each in every]})
    assert Submission.objects.filter(status=Submission.Status.DRAFT).count() == 3, "nobody has seen these terms"
    log_in(Role.SCORER).post(address, {"submit": "all", "seen": _seen(page)})
    assert Submission.objects.get(status=Submission.Status.DRAFT).version == 2


def test_what_a_colleague_changed_stays_in_the_list_and_says_so(cast: Cast, log_in: LogIn) -> None:
    address, page = _listed(log_in, cast, _nights(2))
    first, second = _seen(page)
    stale = f"{second.split(':')[0]}:{'0' * 64}"
    answer = log_in(Role.SCORER).post(address, {"submit": "all", "seen": [first, stale]})
    assert answer.status_code == 422
    assert "The awards have changed since you looked" in answer.content.decode()
    assert Submission.objects.filter(status=Submission.Status.DRAFT).count() == 1


@pytest.mark.postgres
def test_unusable_files_and_drafts_are_thrown_away_and_can_be_sent_again(cast: Cast, log_in: LogIn) -> None:
    files = [("photo.jpg", PHOTO), ("other.jpg", PHOTO + b"y"), ("night.yaml", tuesday()), ("ask.csv", wednesday())]
    address, page = _listed(log_in, cast, files)
    named = re.search(r'name="away"\s+value="(\d+,\d+)"', page)
    assert named
    club = log_in(Role.SCORER)
    after = club.post(address, {"away": named[1]}, follow=True)
    assert "2 files are thrown away" in after.content.decode()
    assert "photo.jpg" not in after.content.decode()
    draft = Submission.objects.get(status=Submission.Status.DRAFT)
    club.post(reverse("club-preview", args=[cast.union.club.pk, draft.pk]), {"away": "yes"})
    assert not Submission.objects.filter(status=Submission.Status.DRAFT).exists()
    csv = Upload.objects.get(name="ask.csv")
    assert "1 file is thrown away" in club.post(address, {"away": str(csv.pk)}, follow=True).content.decode()
    desk = club.get(reverse("club-desk", args=[cast.union.club.pk])).content.decode()
    assert not any(name in desk for name, _content in files)
    assert Upload.objects.filter(name="photo.jpg").exists(), "what came in stays on record"
    _send(log_in, cast, files[2:3])
    assert Submission.objects.get(status=Submission.Status.DRAFT).begins == LATELY


def test_what_is_submitted_cannot_be_thrown_away(cast: Cast, log_in: LogIn) -> None:
    address, page = _listed(log_in, cast, _nights(2))
    club = log_in(Role.SCORER)
    club.post(address, {"submit": "all", "seen": _seen(page)})
    sent = Submission.objects.filter(begins=LATELY).get()
    upload = Upload.objects.get(name="week-0.yaml")
    club.post(address, {"away": str(upload.pk)})
    club.post(reverse("club-preview", args=[cast.union.club.pk, sent.pk]), {"away": "yes"})
    sent.refresh_from_db()
    assert sent.status == Submission.Status.APPROVED


def test_another_club_cannot_throw_a_file_away(cast: Cast, log_in: LogIn) -> None:
    _send(log_in, cast, [("photo.jpg", PHOTO)])
    upload = Upload.objects.get(name="photo.jpg")
    other = f"{reverse('club-files', args=[cast.union.other.pk])}?file={upload.pk}"
    assert log_in(Role.OFFICE).post(other, {"away": str(upload.pk)}).status_code == 404
    assert upload.drafts.exists()


def test_an_answer_that_makes_it_another_event_leaves_no_draft_behind(cast: Cast, log_in: LogIn) -> None:
    address, _page = _listed(log_in, cast, [("wednesday.csv", wednesday())])
    upload = Upload.objects.get(name="wednesday.csv")
    given = {"event": "Wednesday pairs", "boards": "24", "status": "club"}
    for day in ("7 October 2026", "8 October 2026"):
        said = {f"answer {upload.pk} {word}": text for word, text in (given | {"date": day}).items()}
        log_in(Role.SCORER).post(address, said)
    assert str(Submission.objects.get(status=Submission.Status.DRAFT).begins) == "2026-10-08"


def test_many_files_that_wait_are_one_line_of_the_overview(cast: Cast, log_in: LogIn) -> None:
    _send(log_in, cast, [*_nights(4), ("photo.jpg", PHOTO)])
    desk = as_read(log_in(Role.SCORER).get(reverse("club-desk", args=[cast.union.club.pk])).content.decode())
    assert "5 files that are not submitted yet" in desk
    assert "photo.jpg" not in desk
    link = re.search(r'href="([^"]*files/[^"]*)"', desk)
    assert link
    assert link[1].count("file=") == 5


# --- Who is who, for all of them ------------------------------------------------------------------------------------


def test_all_likely_people_are_accepted_at_once(cast: Cast, log_in: LogIn) -> None:
    files = [("a.yaml", tuesday(unknown=[0, 3])), ("b.yaml", tuesday(back=1, unknown=[0])), ("c.yaml", tuesday(back=2))]
    address, page = _listed(log_in, cast, files)
    keys = re.findall(r'name="likely"\s+value="([^"]*)"', page)
    assert len(keys) == 2, "Ado Bem is asked about once, for both files"
    assert "Yes, all 2 are right" in as_read(page)
    assert "Submit these" not in page
    shown = log_in(Role.SCORER).post(address, {"accept": "all", "likely": keys}, follow=True).content.decode()
    assert "We have noted who 3 players are" in as_read(shown)
    assert "Submit these 3 events" in as_read(shown)
    assert {each.match for each in Seat.objects.filter(name="Gat Hob", submission__status="draft")} == {
        Seat.Match.CHOSEN,
        Seat.Match.NUMBER,
    }


def test_nobody_is_accepted_who_was_not_shown(cast: Cast, log_in: LogIn) -> None:
    address, _page = _listed(log_in, cast, [("a.yaml", tuesday(unknown=[0])), ("b.yaml", tuesday(back=1))])
    log_in(Role.SCORER).post(address, {"accept": "all", "likely": ["1:1"]})
    assert Seat.objects.get(submission__status="draft", number="999900").match == Seat.Match.PROBABLE


def test_a_name_that_is_two_people_of_one_list_is_not_offered_for_acceptance(cast: Cast, log_in: LogIn) -> None:
    twice = tuesday().replace(b"Cor Dax", b"Ado Bem").replace(NUMBERS[1].encode(), b"999901")
    _address, page = _listed(log_in, cast, [("a.yaml", twice), ("b.yaml", tuesday(back=1))])
    assert 'name="likely"' not in page
    assert "Say who they are" in page


def test_a_choice_holds_for_the_other_drafts_of_the_club(cast: Cast, log_in: LogIn) -> None:
    _listed(log_in, cast, [("a.yaml", tuesday(unknown=[0])), ("b.yaml", tuesday(back=1, unknown=[0]))])
    first, second = Seat.objects.filter(submission__status="draft", number="999900").order_by("pk")
    where = reverse("club-players", args=[cast.union.club.pk, first.submission_id])
    log_in(Role.SCORER).post(where, {f"who-{first.pk}": NUMBERS[4]})
    second.refresh_from_db()
    assert (str(second.player), second.match) == ("Ira Jun", Seat.Match.CHOSEN)
