"""What is open is asked together; whose event it is holds for all files, and what is about one event for none other."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.formats.reading import Question
from overtrick.register.competitions import usual_answers
from overtrick.register.competitions.models import Submission, Upload, UsualAnswer
from overtrick.web.club.question_fields import asked
from tests.web.cast import Role
from tests.web.club.files import of_club, tuesday, without_status
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

DRAFT = Submission.Status.DRAFT
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.fixture
def club(log_in: LogIn) -> Client:
    """The browser of Oakby's scorer."""
    return log_in(Role.SCORER)


def _sent(club: Client, cast: Cast, *files: bytes) -> tuple[str, str]:
    """Send files; the address of their list, and the page."""
    listed = [SimpleUploadedFile(f"{at}-{len(each)}.yaml", each) for at, each in enumerate(files)]
    shown = club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": listed}, follow=True)
    return shown.redirect_chain[-1][0], as_read(shown.content.decode())


def _asked(page: str) -> list[str]:
    return re.findall(r'name="asked" value="([^"]*)"', page)


def test_the_status_is_asked_once_for_files_that_are_sent_together_and_again_for_the_next_one(
    club: Client, cast: Cast
) -> None:
    address, page = _sent(club, cast, without_status(), without_status(back=1), tuesday(back=2))
    assert page.count("What status does the event have?") == 1
    assert "One question for several files" in page
    given = {"asked": _asked(page), "answer all status": "club", "remember answer all status": "yes"}
    shown = as_read(club.post(address, given, follow=True).content.decode())
    assert "Submit these 3 events" in shown
    assert not UsualAnswer.objects.exists()
    UsualAnswer.objects.create(  # by an earlier version of this program
        organisation=cast.union.club, word="status", said="county", said_by=cast.union.scorer, said_at=NOW
    )
    _address, page = _sent(club, cast, without_status(back=3))
    assert "What status does the event have?" in page


def test_no_answer_about_an_event_can_be_kept_for_others(cast: Cast) -> None:
    for word in ("status", "facts points", "facts congress", "boards", "points only"):
        with pytest.raises(ValueError, match="is about one event"):
            usual_answers.remember(cast.union.club, Question(word, "Which?"), "yes", cast.union.scorer, NOW)


def test_choices_of_the_status_have_the_words_of_the_handbook(cast: Cast) -> None:
    upload = Upload(organisation=cast.union.club, uploaded_at=NOW, pk=1)
    cast.union.club.federation.handbook = "abf"
    (field,) = asked(upload, [Question("status", "Which grade?", ("D", "B4c"))], None)
    assert [(each.value, each.words) for each in field.choices] == [
        ("D", "D: club championship"),
        ("B4c", "B4c: special club event, red points"),
    ]


def test_a_file_of_another_club_is_asked_about(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, of_club("Elmby"))
    assert "The file says that Elmby ran this event. Whose event is it?" in page
    assert not Submission.objects.filter(status=DRAFT).exists()
    (field,) = _asked(page)
    refused = as_read(club.post(address, {"asked": field, field: "Elmby"}, follow=True).content.decode())
    assert "This is an event of Elmby, not of Oakby." in refused
    assert not Submission.objects.filter(status=DRAFT).exists()
    club.post(address, {field: "Oakby"})
    assert Submission.objects.filter(status=DRAFT).count() == 1


def test_a_club_says_once_that_files_under_another_name_are_its_own(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, of_club("Elmby"))
    (field,) = _asked(page)
    club.post(address, {"asked": field, field: "Oakby"})
    _address, page = _sent(club, cast, of_club("Elmby").replace(b"Tuesday teas", b"Tuesday cakes"))
    assert "Whose event is it?" not in page
    assert Submission.objects.filter(status=DRAFT).count() == 2


@pytest.mark.parametrize("name", ["Oakby", "OAKBY", " Óakby ", "Oakby Bridge Club"])
def test_a_file_under_a_name_of_our_own_is_not_asked_about(club: Client, cast: Cast, name: str) -> None:
    _sent(club, cast, of_club(name))
    assert Submission.objects.filter(status=DRAFT).count() == 1


USEBIO = b"""<?xml version="1.0"?><USEBIO Version="1.2">
<CLUB><CLUB_NAME>%s</CLUB_NAME><CLUB_ID_NUMBER>%s</CLUB_ID_NUMBER></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>Tea</EVENT_DESCRIPTION><DATE>06/10/2026</DATE>
<BOARDS_PLAYED>24</BOARDS_PLAYED><PARTICIPANTS>%s</PARTICIPANTS></EVENT></USEBIO>"""
PAIR = """<PAIR><PAIR_NUMBER>{at}</PAIR_NUMBER><PLACE>{at}</PLACE><PLAYER><PLAYER_NAME>P {at}</PLAYER_NAME></PLAYER>
<PLAYER><PLAYER_NAME>Q {at}</PLAYER_NAME></PLAYER></PAIR>"""
PAIRS = "".join(PAIR.format(at=at) for at in range(1, 9)).encode()


@pytest.mark.parametrize(
    ("name", "number", "asks"),
    [
        (b"Elmby BC", b"101", "The file says that Elmby ran this event"),
        (b"Ashby", b"777", "The file says that Ashby ran this event"),
        (b"", b"777", "The file says that number 777 ran this event"),
        (b"Somebody", b"00100", ""),
        (b"Oakby", b"777", ""),
    ],
)
def test_the_number_of_the_club_in_the_file_decides(
    club: Client, cast: Cast, name: bytes, number: bytes, asks: str
) -> None:
    _address, page = _sent(club, cast, USEBIO % (name, number, PAIRS))
    assert ("Whose event is it?" in page) == bool(asks)
    assert asks in page
