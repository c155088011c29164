"""Two people, or two windows, at one draft: nobody submits what they did not see, and no answer goes missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.register.competitions import draft_store, event_store
from overtrick.register.competitions.match import say_no_member
from overtrick.register.competitions.models import Seat, StoredDraft, Submission, Upload
from overtrick.register.ledger.models import Entry
from overtrick.register.people import standings
from overtrick.register.scoping import scope
from tests.register.season import AT
from tests.web.cast import Role
from tests.web.club.files import LATELY, NUMBERS, tuesday, wednesday

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def club(log_in: LogIn) -> Client:
    return log_in(Role.SCORER)


def _send(club: Client, cast: Cast, content: bytes, name: str = "tuesday.yaml") -> str:
    sent = club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": [SimpleUploadedFile(name, content)]})
    return str(sent["Location"])


def _draft(cast: Cast) -> tuple[Submission, str]:
    with scope(federation=cast.union.federation):
        draft = Submission.objects.get(status=Submission.Status.DRAFT)
    return draft, reverse("club-preview", args=[cast.union.club.pk, draft.pk])


def _form(club: Client, address: str) -> dict[str, str]:
    """Open a page; the hidden fields of its form."""
    page = club.get(address).content.decode()
    return dict(re.findall(r'<input type="hidden" name="(seen|answer [^"]*)" value="([^"]*)">', page))


def test_a_draft_that_a_colleague_changed_is_shown_before_it_is_submitted(club: Client, cast: Cast) -> None:
    _send(club, cast, tuesday(unknown=[0]))
    draft, preview = _draft(cast)
    form = _form(club, preview)
    with scope(federation=cast.union.federation):
        say_no_member(draft.seats.get(match=Seat.Match.PROBABLE), cast.union.scorer, AT)
        draft_store.complete(draft, AT)
    answer = club.post(preview, form)
    assert answer.status_code == 422
    assert "The awards have changed since you looked. Check them, then submit again." in answer.content.decode()
    with scope(federation=cast.union.federation):
        assert not Entry.objects.filter(played=LATELY).exists()
    assert club.post(preview, _form(club, preview)).status_code == 302


def test_what_one_window_was_shown_the_other_has_not_seen(club: Client, cast: Cast) -> None:
    _send(club, cast, tuesday())
    _, preview = _draft(cast)
    form = _form(club, preview)
    with scope(federation=cast.union.federation):
        standings.suspend(cast.player, LATELY, None, actor=cast.union.clerk, at=AT, reason="A hearing")
    assert "What has changed since you looked" in club.post(preview, form).content.decode()
    assert club.post(preview, form).status_code == 422
    assert club.post(preview, _form(club, preview)).status_code == 302


def test_a_draft_from_before_drafts_were_kept_is_submitted_as_it_was_shown(club: Client, cast: Cast) -> None:
    _send(club, cast, tuesday())
    draft, preview = _draft(cast)
    with scope(federation=cast.union.federation):
        StoredDraft.objects.filter(submission=draft).delete()
    form = _form(club, preview)
    with scope(federation=cast.union.federation):
        standings.suspend(cast.player, LATELY, None, actor=cast.union.clerk, at=AT, reason="A hearing")
    assert club.post(preview, form).status_code == 422
    assert club.post(preview, _form(club, preview)).status_code == 302


def test_answers_of_two_windows_are_put_together(club: Client, cast: Cast) -> None:
    files = _send(club, cast, wednesday(), "wednesday.csv")
    with scope(federation=cast.union.federation):
        upload = Upload.objects.get(name="wednesday.csv")
    club.post(files, {f"answer {upload.pk} date": "2026-10-07"})
    club.post(files, {f"answer {upload.pk} boards": "24"})
    with scope(federation=cast.union.federation):
        assert draft_store.answers_to(upload) == {"date": "2026-10-07", "boards": "24"}


def test_a_number_that_nobody_has_is_refused_in_words(club: Client, cast: Cast) -> None:
    _send(club, cast, tuesday(unknown=[0]))
    draft, _ = _draft(cast)
    with scope(federation=cast.union.federation):
        seat = draft.seats.get(match=Seat.Match.PROBABLE)
    address = reverse("club-players", args=[cast.union.club.pk, draft.pk])
    answer = club.post(address, {f"who-{seat.pk}": "777777"})
    assert answer.status_code == 422
    assert "777777" in answer.content.decode()
    assert club.post(address, {f"who-{seat.pk}": NUMBERS[0]}).status_code == 302


def test_a_draft_that_this_version_cannot_work_out_says_why(club: Client, cast: Cast) -> None:
    _send(club, cast, tuesday())
    draft, preview = _draft(cast)
    with scope(federation=cast.union.federation):
        assert draft.event is not None
        twice = event_store.event_of(draft.event)
        (stage,) = twice.stages
        (field,) = stage.fields
        one = field.contestants[0]
        both = field._replace(contestants=(one, one._replace(place=2), *field.contestants[2:]))
        wrong = event_store.stored(draft.federation, twice._replace(stages=(stage._replace(fields=(both,)),)))
        Submission.objects.filter(pk=draft.pk).update(event=event_store.keep_event(wrong))
        StoredDraft.objects.filter(submission=draft).delete()
    answer = club.get(preview)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
