"""The calculator: every kind of every handbook asks only its own questions and shows what the handbook gives."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth as worths
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.worth import Kind
from tests.web.pages import as_read

KINDS = [
    pytest.param(edition, kind, id=f"{name} {kind.name}")
    for name in editions.names()
    for edition in [editions.get(name).latest]
    for kind in worths.kinds(edition).values()
]

#: An answer to whatever has none by default; a larger field than any clause asks for.
_FIGURES = {"boards": "48", "match-boards": "8", "games": "12", "results-counted": "8", "events": "4", "top": "8.00"}
_SIZE = "40"


def answered(kind: Kind) -> dict[str, str]:
    """Answer what must be answered."""
    return {
        each.name: each.default if each.default is not None else each.choices[0] if each.choices else figure(each.name)
        for each in kind.questions
    }


def figure(name: str) -> str:
    return _FIGURES.get(name, _SIZE)


def text_of(page: str) -> str:
    """Give what somebody reads."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))


@pytest.mark.django_db
@pytest.mark.parametrize(("edition", "kind"), KINDS)
def test_a_kind_asks_its_own_questions_and_shows_the_awards(edition: Edition, kind: Kind) -> None:
    chosen = {"handbook": edition.handbook.name, "kind": kind.name}
    blank = as_read(Client().get("/worth/", chosen).content.decode())
    asked = set(re.findall(r'<input[^>]* name="([^"]*)"', blank))
    assert asked == {each.name for each in kind.questions}
    assert "to see the awards here" in blank

    answers = answered(kind)
    page = as_read(Client().get("/worth/", {**chosen, **answers}).content.decode())
    found = worths.worth(edition, kind.name, answers)
    assert found.refused is None, found.refused.says
    show = edition.handbook.colours[found.colour].show
    for listed in (found.places, found.overall):
        for place, pay in enumerate(listed, 1):
            assert f'class="num">{place}</th><td class="num">{show(pay.units)}</td>' in page
    for title, won in found.rounds:
        assert f"{title}: {show(won.value)}" in text_of(page)
    if found.win is not None:
        assert f'<span class="big-figure">{show(found.win.value)}</span>' in page
    assert found.places or found.overall or found.rounds or found.win is not None


@pytest.mark.django_db
def test_what_is_missing_is_marked_whatever_the_kind_counts() -> None:
    page = Client().get("/worth/", {"handbook": "wbu", "kind": "simultaneous-pairs", "pairs": ""}).content.decode()
    assert "Enter a whole number up to 50,000, for example 24" in page
    assert "There is a problem" in page


@pytest.mark.django_db
def test_choosing_another_kind_without_a_script_only_shows_its_questions() -> None:
    page = Client().get("/worth/", {"handbook": "sbu", "kind": "aggregate", "tables": "9", "choose": "kind"})
    assert "There is a problem" not in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("handbook", "kind", "answers", "heading"),
    [
        ("sbu", "pairs", {"tables": "9"}, "With one more table"),
        ("wbu", "green-pairs", {"pairs": "40", "boards": "48"}, "With one more pair"),
        ("sbu", "aggregate", {"qualifiers": "18", "events": "4"}, "With one more in the list"),
        ("sbu", "restricted-final", {"qualifiers": "60", "finalists": "35"}, "With one more finalist"),
    ],
)
def test_one_more_is_one_more_of_what_the_kind_counts(
    handbook: str, kind: str, answers: dict[str, str], heading: str
) -> None:
    page = Client().get("/worth/", {"handbook": handbook, "kind": kind, **answers}).content.decode()
    assert heading in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "tables", "says"),
    [
        ("pairs", "3", "2 awards, from 12 for the first place to 6 for the last."),
        ("teams", "3", "1 award: 10 for the first place."),
    ],
)
def test_a_sentence_sums_up_the_awards(kind: str, tables: str, says: str) -> None:
    page = Client().get("/worth/", {"handbook": "ebu", "kind": kind, "tables": tables}).content.decode()
    assert f"<figcaption>{says}</figcaption>" in page


@pytest.mark.django_db
@pytest.mark.parametrize(("edition", "kind"), KINDS)
def test_the_largest_answers_give_a_page_of_some_hundred_places(edition: Edition, kind: Kind) -> None:
    largest = {each.name: str(each.most) for each in kind.questions if not each.choices and each.takes != "yes or no"}
    chosen = {"handbook": edition.handbook.name, "kind": kind.name, **answered(kind)}
    for answers in (largest, {kind.one_more: largest[kind.one_more]}):
        page = Client().get("/worth/", {**chosen, **answers})
        assert page.status_code == 200
        assert len(page.content) < 400_000


@pytest.mark.django_db
def test_a_large_field_says_how_many_places_are_not_listed() -> None:
    page = text_of(Client().get("/worth/", {"handbook": "ebu", "kind": "pairs", "tables": "12500"}).content.decode())
    assert "8034 more places are paid. The list shows the first ones only." in page


@pytest.mark.django_db
@pytest.mark.parametrize("tables", ["12501", "10000000000000000000", "9" * 6_000, "-1", "1e9", "²", "\0"])
def test_a_number_over_its_bound_is_answered_with_the_bound(tables: str) -> None:
    page = Client().get("/worth/", {"handbook": "ebu", "kind": "pairs", "tables": tables})
    assert page.status_code in (200, 400)
    if page.status_code == 200:
        assert "Enter the number of tables up to 12,500, for example 9 or 9.5" in page.content.decode()
        assert "awards, from" not in page.content.decode()
