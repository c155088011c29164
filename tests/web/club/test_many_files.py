"""Many files at once, or a large one: they go into the queue, and the page of the task leads to what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web.club import upload
from tests.web.cast import Role
from tests.web.club.files import tuesday

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
