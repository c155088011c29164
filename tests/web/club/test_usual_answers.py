"""What is open is asked together and remembered: the usual status, whose event it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.register.competitions.models import StoredDraft, Submission, Upload, UsualAnswer
from tests.web.cast import Role
from tests.web.club.files import of_club, tuesday, wednesday, without_status
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

DRAFT = Submission.Status.DRAFT


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


def test_the_status_is_asked_once_for_all_files_and_never_again(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, without_status(), without_status(back=1), tuesday(back=2))
    assert page.count("What status does the event have?") == 1
    assert "One question for several files" in page
    given = {"asked": _asked(page), "answer all status": "club", "remember answer all status": "yes"}
    shown = as_read(club.post(address, given, follow=True).content.decode())
    assert "Submit these 3 events" in shown
    _address, page = _sent(club, cast, without_status(back=3))
    assert "What status" not in page
    said = StoredDraft.objects.latest("pk").answers
    assert [(word, text) for _where, word, _name, text in said] == [("status", "club")]
    assert said[0][0].startswith("as answered on ")


def test_an_answer_is_not_remembered_if_the_tick_is_taken_away(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, without_status())
    (field,) = _asked(page)
    club.post(address, {"asked": field, field: "club"})
    assert Submission.objects.filter(status=DRAFT).count() == 1
    assert not UsualAnswer.objects.exists()
    assert "What status" in _sent(club, cast, without_status(back=1))[1]


def test_an_answer_to_one_file_settles_another_that_asks_more(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, wednesday(), without_status())
    second, first = Upload.objects.order_by("-pk")[:2]
    status = f"answer {second.pk} status"
    given = {"asked": _asked(page), status: "club", f"remember {status}": "yes"}
    said = {"event": "Wednesday pairs", "date": "7 October 2026", "boards": "24"}
    given |= {f"answer {first.pk} {word}": text for word, text in said.items()}
    shown = as_read(club.post(address, given, follow=True).content.decode())
    assert "Submit these 2 events" in shown


def test_a_usual_answer_is_shown_before_files_are_sent_and_can_be_forgotten(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, without_status())
    (field,) = _asked(page)
    club.post(address, {"asked": field, field: "club", f"remember {field}": "yes"})
    upload = reverse("club-upload", args=[cast.union.club.pk])
    assert "The status is club, if the file does not say it" in as_read(club.get(upload).content.decode())
    club.post(upload, {"forget": "yes"})
    assert "Answers we use for all your files" not in club.get(upload).content.decode()
    assert "What status" in _sent(club, cast, without_status(back=1))[1]


def test_the_file_says_more_than_the_usual_answer(club: Client, cast: Cast) -> None:
    address, page = _sent(club, cast, without_status())
    (field,) = _asked(page)
    club.post(address, {"asked": field, field: "club", f"remember {field}": "yes"})
    _sent(club, cast, tuesday(back=1).replace(b'"status": "club"', b'"status": "county"'))
    assert StoredDraft.objects.latest("pk").answers == []


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
