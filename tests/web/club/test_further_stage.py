"""A championship of two stages over two weeks, on the pages: by file, and by the form by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.ledger.models import Entry
from overtrick.register.proof import prove
from tests.register.season import NIGHT, file_of
from tests.register.stages import NAME, final, first_stage
from tests.web.cast import Role
from tests.web.club import hand
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def club(log_in: LogIn) -> Client:
    return log_in(Role.SCORER)


def send(club: Client, cast: Cast, content: bytes) -> tuple[str, str]:
    """Upload a file; where that leads, and what stands there."""
    file = SimpleUploadedFile("results.yaml", content)
    answer = club.post(reverse("club-upload", args=[cast.union.club.pk]), {"files": file}, follow=True)
    return answer.redirect_chain[-1][0], as_read(answer.content.decode())


def submit(club: Client, cast: Cast) -> str:
    """Look at the draft, and send its form as it stands."""
    draft = Submission.objects.get(status=Submission.Status.DRAFT)
    address = reverse("club-preview", args=[cast.union.club.pk, draft.pk])
    form = hand.Form(club.get(address).content.decode())
    words = {name: value for name, value in form.sent.items() if name in ("relation", "declares", "declared")}
    words |= {name: "It was so" for name in form.sent if name.startswith("because")}
    return as_read(club.post(address, words, follow=True).content.decode())


def units(stage: str) -> list[int]:
    return list(Entry.objects.filter(stage=stage).order_by("id").values_list("units", flat=True))


def test_a_stage_is_sent_and_the_next_one_is_asked_what_it_continues(club: Client, cast: Cast) -> None:
    send(club, cast, file_of(first_stage(cast.union)))
    submit(club, cast)
    assert units("qualifying") == [18, 18, 12, 12, 6, 6]
    address, page = send(club, cast, file_of(final(cast.union, name=f"{NAME}, final", continues=False)))
    assert f"Is this a further stage of {NAME}, which began on 12 May 2026?" in page
    asked = next(name for name in re.findall(r'name="(answer [^"]+)"', page) if name.endswith(" continues"))
    club.post(address, {"asked": [asked], asked: NIGHT.isoformat()})
    draft = Submission.objects.get(status=Submission.Status.DRAFT)
    preview = club.get(reverse("club-preview", args=[cast.union.club.pk, draft.pk])).content.decode()
    assert "This adds to them. No entry is reversed." in preview
    assert "A correction: it replaces them" not in preview
    submit(club, cast)
    assert (units("qualifying"), units("final")) == ([18, 18, 12, 12, 6, 6], [22, 22, 11, 11])
    assert prove().findings == ()


def test_pending_points_of_a_major_championship_are_settled_by_its_final(club: Client, cast: Cast) -> None:
    send(club, cast, file_of(first_stage(cast.union, major_championship=True)))
    submit(club, cast)
    assert (units("qualifying"), held_credits.pending().count()) == ([], 6)
    send(club, cast, file_of(final(cast.union)))
    submit(club, cast)
    assert (units("qualifying"), units("final")) == ([27, 27, 18, 18, 9, 9], [33, 33, 17, 17])
    assert held_credits.pending().count() == 0
    assert prove().findings == ()


def test_the_form_by_hand_takes_a_stage_before_the_next_is_played(club: Client, cast: Cast) -> None:
    desk = hand.Desk(club, cast.union.club.pk, "qualifying")
    given = hand.event("Oakby autumn pairs") | hand.pairs() | {"boards-to-come": "24", "play": "pairs"}
    desk.send(given)
    assert desk.event.boards_to_come == 24
    assert [str(stage.kind) for stage in desk.event.stages] == ["qualifying"]
    desk.comes_back({"boards-to-come": "24"})


def test_the_form_by_hand_asks_of_a_final_what_it_continues(club: Client, cast: Cast) -> None:
    send(club, cast, file_of(first_stage(cast.union)))
    submit(club, cast)
    desk = hand.Desk(club, cast.union.club.pk, "pairs")
    given = hand.event(NAME) | hand.pairs(4)
    page = as_read(desk.send(given))
    assert f"Is this a further stage of {NAME}, which began on 12 May 2026?" in page
    desk.send(given | {"answer continues": NIGHT.isoformat()})
    assert [str(stage.kind) for stage in desk.event.stages] == ["qualifying", "final"]
    assert desk.draft.version == 2
