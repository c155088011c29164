"""A newcomer of the results is registered in the step that asks who the players are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.people.models import Membership, Player
from overtrick.web.club.register_member import MemberForm
from tests.web.cast import Role
from tests.web.club.files import tuesday
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def club(log_in: LogIn) -> Client:
    """The browser of Oakby's secretary, who may register members."""
    return log_in(Role.SECRETARY)


def _drafted(club: Client, cast: Cast, *files: bytes) -> list[Seat]:
    sent = [SimpleUploadedFile(f"{at}.yaml", each) for at, each in enumerate(files)]
    club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": sent})
    rows = Seat.objects.filter(submission__status=Submission.Status.DRAFT, number="999900")
    return list(rows.order_by("pk"))


def _somebody_new(**words: int) -> bytes:
    return tuesday(unknown=[0], **words).replace(b"Ado Bem", b"Zita Quill")  # type: ignore[arg-type]


def _where(cast: Cast, seat: Seat) -> str:
    return reverse("club-players", args=[cast.union.club.pk, seat.submission_id])


def test_a_newcomer_is_registered_and_credited_in_every_draft(club: Client, cast: Cast) -> None:
    first, second = _drafted(club, cast, _somebody_new(), _somebody_new(back=1))
    page = as_read(club.get(_where(cast, first)).content.decode())
    assert "A newcomer" in page
    assert 'value="Zita"' in page
    assert 'value="Quill"' in page
    field = f"who-{first.pk}"
    answer = club.post(
        _where(cast, first), {field: "new", f"{field}-given": "Zita", f"{field}-family": "Quill"}, follow=True
    )
    assert "Submit these awards" in answer.content.decode()
    made = Player.objects.get(family="Quill")
    assert Membership.objects.filter(player=made, club=cast.union.club).exists()
    for seat in (first, second):
        seat.refresh_from_db()
        assert (seat.player, seat.match) == (made, Seat.Match.CHOSEN)


def test_nobody_gets_a_second_number_by_not_looking(club: Client, cast: Cast) -> None:
    (seat,) = _drafted(club, cast, _somebody_new())
    before = Player.objects.count()
    field = f"who-{seat.pk}"
    given = {field: "new", f"{field}-given": "Adoh", f"{field}-family": "Bem"}
    answer = club.post(_where(cast, seat), given)
    assert answer.status_code == 422
    page = as_read(answer.content.decode())
    assert "Look at the players who may be Adoh Bem" in page
    assert f'name="{field}-looked-at" value="{cast.player.number}"' in page
    assert Player.objects.count() == before
    club.post(_where(cast, seat), given | {f"{field}-looked-at": cast.player.number})
    assert Player.objects.count() == before + 1


def test_a_newcomer_without_a_family_name_is_asked_for_it(club: Client, cast: Cast) -> None:
    (seat,) = _drafted(club, cast, _somebody_new())
    field = f"who-{seat.pk}"
    answer = club.post(_where(cast, seat), {field: "new", f"{field}-given": "Zita", f"{field}-born": "soon"})
    assert answer.status_code == 422
    page = as_read(answer.content.decode())
    assert "Enter the family name" in page
    assert 'value="soon"' in page


def test_a_scorer_is_not_offered_to_register_anybody(log_in: LogIn, cast: Cast) -> None:
    scorer = log_in(Role.SCORER)
    (seat,) = _drafted(scorer, cast, _somebody_new())
    assert "A newcomer" not in scorer.get(_where(cast, seat)).content.decode()
    field = f"who-{seat.pk}"
    answer = scorer.post(_where(cast, seat), {field: "new", f"{field}-given": "Zita", f"{field}-family": "Quill"})
    assert answer.status_code in (403, 422)
    assert not Player.objects.filter(family="Quill").exists()


@pytest.mark.parametrize("written", ["27 March 1951", "27.3.1951", "1951-03-27", "27/03/1951", "27 Mawrth 1951"])
def test_a_day_of_birth_is_written_as_people_do(written: str) -> None:
    form = MemberForm({"given": "Zita", "family": "Quill", "born": written})
    assert form.is_valid()
    assert str(form.cleaned_data["born"]) == "1951-03-27"


def test_a_day_of_birth_that_can_be_two_days_is_asked_about() -> None:
    form = MemberForm({"given": "Zita", "family": "Quill", "born": "3/4/1951"})
    assert form.errors["born"] == ["Write the month as a word: this can be 3 April 1951 or 4 March 1951"]


@pytest.mark.parametrize("written", ["3.4.51", "soon", "31 February 1951"])
def test_no_day_is_made_up(written: str) -> None:
    assert "born" in MemberForm({"given": "Zita", "family": "Quill", "born": written}).errors


def test_a_missing_name_is_asked_for_in_welsh_on_a_welsh_page() -> None:
    with translation.override("cy"):
        errors = list(MemberForm({"given": "Zita"}).errors["family"])
    assert errors == ["Rhowch y cyfenw"]
