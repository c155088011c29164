"""Every figure of an event has a bound: over it the answer is a sentence, under every handbook alike."""

from __future__ import annotations

import pytest

from overtrick import handbooks
from overtrick.engine import bounds, sense
from overtrick.formats import event_file
from overtrick.formats.outcome import work_out
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth as worths

HEAD = "event: Night\ndate: 2026-11-10\nhandbook: {}\nstatus: club\n"
TWO = "results: [{place: 1, names: [Ann, Bob]}, {place: 2, names: [Cy, Di]}]\n"
#: What is too large, and the file that says so.
TOO_LARGE = {
    "boards": "play: pairs\nboards: 10000\n" + TWO,
    "boards in play": "play: pairs\nboards: 24\nboards in play: 10000\n" + TWO,
    "original tables": "play: pairs\nstage: final\nboards: 24\noriginal tables: 12501\n" + TWO,
    "entered": "play: pairs\nboards: 24\nlists: [{entered: 50001}]\n",
    "match boards": "play: teams\ncontest: swiss\nboards: 24\nmatch boards: 10000\nresults: [{place: 1, name: A}]\n",
    "team size": "play: teams\nteam size: 1000\nboards: 24\nresults: [{place: 1, name: A}, {place: 2, name: B}]\n",
    "places": "play: pairs\nboards: 24\nfacts: {places: 1000000}\n" + TWO,
}


@pytest.mark.parametrize("handbook", editions.names())
@pytest.mark.parametrize("word", TOO_LARGE)
def test_a_figure_over_its_bound_is_a_problem_with_its_line(word: str, handbook: str) -> None:
    text = HEAD.format(handbook) + TOO_LARGE[word]
    outcome = work_out(event_file.read("night.yaml", text.encode()))
    (found,) = [each for each in outcome.problems if each.code == "figure-too-large"]
    assert f"'{word}' is " in found.found
    assert word in text.splitlines()[found.line - 1]


def test_a_fact_or_a_section_of_pages_is_a_problem() -> None:
    long = "9" * 6_000
    text = f"{HEAD.format('ebu')}play: pairs\nboards: 24\nfacts: {{places: {long}}}\n{TWO}"
    (found,) = work_out(event_file.read("night.yaml", text.encode())).problems
    assert found.code == "text-too-long"
    assert len(found.found) < 200


def test_the_largest_event_there_can_be_is_within_every_bound() -> None:
    rows = [f"  - {{place: {at}, names: [Ann {at}, Bob {at}]}}" for at in range(1, 201)]
    text = f"{HEAD.format('ebu')}play: pairs\nboards: {bounds.MOST_BOARDS}\nresults:\n" + "\n".join(rows)
    event = event_file.read("night.yaml", text.encode()).event
    assert event is not None
    assert sense.check(event) == sense.NOTHING
    facts = (("places", str(bounds.MOST_OF_A_FACT)),)
    assert sense.check(event._replace(facts=facts)) == sense.NOTHING


QUESTIONS = [
    pytest.param(question, id=f"{name} {kind.name} {question.name}")
    for name in editions.names()
    for kind in worths.kinds(handbooks.get(name).latest).values()
    for question in kind.questions
    if question.takes in ("count", "half tables", "points")
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_over_the_bound_of_its_question_is_refused(question: worths.Question) -> None:
    assert question.read(str(question.most)) == str(question.most)
    for written in (str(question.most + 1), "-1", "1e9", "9" * 6_000, "²", "NaN", ""):
        with pytest.raises(
            worths.BadAnswer, match=f"--{question.name} takes .*up to {question.most:,}, not "
        ) as refused:
            question.read(written)
        assert len(str(refused.value)) < 200


def test_of_a_large_field_only_the_places_that_are_looked_at_are_worked_out() -> None:
    edition = handbooks.get("ebu").latest
    found = worths.worth(edition, "pairs", {"tables": str(bounds.MOST_TABLES)})
    assert len(found.places) > 8_000
    assert found.places[0].units >= found.places[299].units >= found.places[-1].units > 0
    assert [each.units for each in found.places[:3]] == [found.places[at].units for at in range(3)]
