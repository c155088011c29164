"""What a handbook asks is shown and answered: on the form by hand, beside a file, on the check page."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from overtrick.engine.event import Movement
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Submission
from tests.register.season import Union, opened
from tests.web.club.hand import Desk, Form, event, named
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.worlds import Founded

ROWS = "".join(f"  - {{place: {at + 1}, names: [Ado Bem{at}, Cor Dax{at}]}}\n" for at in range(8))
GREEN = f"""event: Green day
date: 3 November 2026
handbook: wbu
status: club
play: pairs
boards: 24
facts: {{category: B}}
results:
{ROWS}"""
THREE_TABLES = "\n".join(
    line for line in GREEN.replace("wbu", "abf").replace("club", "E").splitlines() if "facts" not in line
).split("  - {place: 7")[0]


@pytest.fixture
def elsewhere(founded: Founded, request: pytest.FixtureRequest) -> Union:
    """A federation that goes by another handbook."""
    return founded(opened, "west", request.param)


def by(handbook: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("elsewhere", [handbook], indirect=True, ids=[handbook])


def scorer(here: Union) -> Client:
    client = Client()
    client.force_login(here.scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    return client


@by("abf")
def test_a_question_is_put_beside_its_field_and_answered_there(elsewhere: Union) -> None:
    desk = Desk(scorer(elsewhere), elsewhere.club.pk, "pairs")
    given = {**event("Three tables", status="E"), **named(6)}
    page = desk.send(given)
    assert '<a href="#f-movement">Was it a Howell?' in page
    assert '<span class="error" id="e-movement">Was it a Howell?' in page
    assert '<details class="more" open>' in page
    assert "Three tables" in desk.send(given | {"movement": "howell"})
    assert desk.stage.movement is Movement.HOWELL


@by("wbu")
def test_a_fact_that_the_handbook_asks_for_is_asked_on_the_form_and_kept(elsewhere: Union) -> None:
    desk = Desk(scorer(elsewhere), elsewhere.club.pk, "pairs")
    given = {**event("Green day"), **named(8), "answer facts category": "B"}
    page = as_read(desk.send(given))
    assert '<a href="#f-answer-facts-points">Which points does the event give?' in page
    assert 'name="answer facts points" value="green"' in page
    assert 'name="answer facts category" value="B"' in page
    answered = Form(page).sent | {"answer facts points": "local", "answer facts category": ""}
    desk.send(answered)
    assert dict(desk.event.facts) == {"points": "local"}
    desk.comes_back(given | {"answer facts category": "", "answer facts points": "local"})


def asked_of_a_file(here: Union, content: str) -> tuple[Client, str, str]:
    """Send a file; give the page that asks, and its address."""
    client = scorer(here)
    sent = {"files": [SimpleUploadedFile("results.yaml", content.encode())]}
    shown = client.post(reverse("club-upload", args=[here.club.pk]), sent, follow=True)
    return client, unescape(as_read(shown.content.decode())), shown.redirect_chain[-1][0]


@by("wbu")
def test_a_fact_is_asked_beside_a_file_with_its_choices(elsewhere: Union) -> None:
    client, page, address = asked_of_a_file(elsewhere, GREEN)
    assert "Which points does the event give?" in page
    assert "Give the fact" not in page
    word = next(name for name in Form(page).sent.values() if name.endswith("facts points"))
    assert f'type="radio" name="{word}" value="green"' in page
    client.post(address, {"asked": word, word: "green"}, follow=True)
    kept = Submission.objects.get(status=Submission.Status.DRAFT).event
    assert kept is not None
    assert dict(event_store.event_of(kept).facts) == {"category": "B", "points": "green"}


@by("abf")
def test_the_movement_is_asked_beside_a_file_with_its_choices(elsewhere: Union) -> None:
    client, page, address = asked_of_a_file(elsewhere, THREE_TABLES)
    assert "Was it a Howell?" in page
    assert "Give 'movement'" not in page  # what to write into an event file helps nobody who has a field to fill in
    word = next(name for name in Form(page).sent.values() if name.endswith("movement"))
    assert f'type="radio" name="{word}" value="arrow-switched"' in page
    client.post(address, {"asked": word, word: "howell"}, follow=True)
    kept = Submission.objects.get(status=Submission.Status.DRAFT).event
    assert kept is not None
    assert event_store.event_of(kept).stages[0].movement is Movement.HOWELL


def checked(content: str, **given: str) -> str:
    sent = {"files": [SimpleUploadedFile("results.yaml", content.encode())]}
    shown = Client().post("/check/", sent | {f"answer {word.replace('_', ' ')}": said for word, said in given.items()})
    assert shown.status_code == 200
    return unescape(as_read(shown.content.decode()))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "word", "asks", "choices"),
    [
        (GREEN, "facts points", "Which points does the event give?", ("green", "local")),
        (THREE_TABLES, "movement", "Was it a Howell?", ("howell", "arrow-switched")),
    ],
    ids=["fact", "movement"],
)
def test_a_question_is_answered_on_the_check_page(content: str, word: str, asks: str, choices: tuple[str, ...]) -> None:
    page = checked(content)
    assert asks in page
    assert "Give " not in page
    assert "What is wrong" not in page
    for choice in choices:
        assert f'type="radio" name="answer {word}" value="{choice}"' in page
    answered = checked(content, **{word: choices[1 if word == "movement" else 0]})
    assert "Questions about the files" not in answered
    assert "What is wrong" not in answered
    assert ("Change what kind of event it was" if word.startswith("facts") else "Change what you answered") in answered
    assert "answered in your answer" not in answered
    assert 'class="working"' in answered
