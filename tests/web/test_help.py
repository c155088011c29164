"""The help: a page for every topic, and a topic for every page."""

from __future__ import annotations

from importlib.resources import files

import pytest
from django.test import Client
from django.urls import get_resolver

from overtrick.web.help.topics import KNOWN, TOPICS, topic_of


@pytest.mark.django_db
@pytest.mark.parametrize("topic", [each.slug for each in TOPICS])
def test_every_topic_has_a_page_in_plain_words(topic: str) -> None:
    page = Client().get(f"/help/{topic}/").content.decode()
    assert f"<h1>{KNOWN[topic].title}</h1>" in page
    assert "<p>" in page


def test_no_page_of_help_is_left_without_a_topic() -> None:
    written = {each.name.removesuffix(".md") for each in files("overtrick.web.help").joinpath("pages").iterdir()}
    assert written == set(KNOWN)


@pytest.mark.django_db
def test_what_is_no_topic_is_not_found() -> None:
    assert Client().get("/help/nothing/").status_code == 404


@pytest.mark.django_db
def test_the_contents_list_every_topic() -> None:
    page = Client().get("/help/").content.decode()
    assert all(f"/help/{each.slug}/" in page for each in TOPICS)


@pytest.mark.parametrize(
    ("page", "topic"),
    [
        ("worth", "worth"),
        ("office", "office"),
        ("office-player-points", "office-corrections"),
        ("office-player-merge", "office-players"),
        ("office-month-close", "office-months"),
        ("players", "lists"),
        ("certificate", "lists"),
        ("my-certificates", "player"),
        ("query", "player"),
        ("club-by-hand-again", "club-by-hand"),
        ("club-members-list", "club-members"),
        ("club-licence-new", "club-licences"),
        ("club-approvals", "county"),
        ("home", ""),
    ],
)
def test_a_page_leads_to_the_topic_that_fits_best(page: str, topic: str) -> None:
    assert topic_of(page) == topic


def test_every_page_of_the_office_has_a_topic() -> None:
    names = [name for name in get_resolver().reverse_dict if isinstance(name, str) and name.startswith("office")]
    assert names
    assert all(topic_of(name).startswith("office") for name in names)


#: The front page, the help itself, and what is no page.
_WITHOUT = {"home", "help", "help-page", "language", "log-out", "look", "crest"}


def test_every_page_but_the_front_page_and_the_help_has_a_topic() -> None:
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert {name for name in names if not topic_of(name)} == _WITHOUT
