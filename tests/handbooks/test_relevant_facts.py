"""Which facts matter for an event, by the data of each edition."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Schedule, Stage
from overtrick.handbooks import facts, worth

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition

NIGHT = {"play": "pairs", "contest": "movement", "stage": "only", "sessions": "one", "lists": "one"}
EVERY_FACT = [(name, fact) for name in handbooks.names() for fact in handbooks.get(name).latest.all_facts]
PAIRS = tuple(Contestant(str(place), place=place) for place in range(1, 17))


def edition(handbook: str) -> Edition:
    return handbooks.get(handbook).latest


def named(found: list[facts.Fact]) -> list[str]:
    return [each.name for each in found]


def event(*told: tuple[str, str], **parts: Any) -> Event:  # noqa: ANN401 - whatever an event has
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", PAIRS),), contest=parts.pop("contest", Contest.MOVEMENT))
    return Event("Night", date(2026, 11, 12), (stage,), facts=told, **parts)


def way_to(known: dict[str, facts.Fact], fact: facts.Fact) -> tuple[dict[str, Any], dict[str, str]]:
    """Find words and answers after which a fact is asked, by following its first condition back."""
    wanted = {word: values[0] for word, values in fact.when[0].items()} if fact.when else {}
    words: dict[str, Any] = {word: value for word, value in wanted.items() if word not in known}
    told: dict[str, str] = {}
    for before in (known[word] for word in wanted if word in known):
        more, answers = way_to(known, before)
        words, told = {**more, **words}, {**told, **answers}
    told |= {word: value.replace(facts.ANY, "something") for word, value in wanted.items() if word in known}
    return words, told


@pytest.mark.parametrize(("handbook", "name"), EVERY_FACT)
def test_every_fact_is_asked_after_some_answers(handbook: str, name: str) -> None:
    known = edition(handbook).all_facts
    words, told = way_to(known, known[name])
    assert name in named(facts.relevant(edition(handbook), words, told))


@pytest.mark.parametrize("handbook", handbooks.names())
def test_a_plain_club_night_has_to_answer_nothing_but_its_status(handbook: str) -> None:
    status = {"status": "E" if handbook == "abf" else "club"}
    found = facts.relevant(edition(handbook), NIGHT, status)
    assert [each.name for each in found if each.usual is None] in (["status"], [])
    assert len(found) <= 7


@pytest.mark.parametrize("handbook", handbooks.names())
def test_the_statuses_that_can_be_chosen_are_those_of_the_calculator(handbook: str) -> None:
    asked = edition(handbook).all_facts.get("status")
    assert (asked.answers if asked else ()) == worth.levels(edition(handbook))


@pytest.mark.parametrize("handbook", handbooks.names())
def test_every_table_that_a_fact_names_has_rows(handbook: str) -> None:
    for fact in edition(handbook).all_facts.values():
        assert bool(fact.table) == bool(fact.names(edition(handbook)))


def test_the_kind_of_green_event_matters_for_green_points_only() -> None:
    told = {"status": "county", "green event": "county pairs"}
    assert "green event" not in named(facts.relevant(edition("ebu"), NIGHT, told))
    green = named(facts.relevant(edition("ebu"), NIGHT, {**told, "points": "green"}))
    assert green[3:7] == ["green event", "county pairs format", "boards a round", "opponents met"]


def test_an_answer_to_a_fact_that_does_not_matter_brings_up_no_other() -> None:
    told = {"points": "local", "green event": "ebu congress"}
    assert not {"top", "minimum", "places"} & set(named(facts.relevant(edition("ebu"), NIGHT, told)))


def test_what_an_event_tells_counts_until_somebody_says_otherwise() -> None:
    green = event(("points", "green"), status="county", contest=Contest.SWISS)
    assert "green event" in named(facts.relevant(edition("ebu"), green))
    assert "green event" not in named(facts.relevant(edition("ebu"), green, {"points": "local"}))
    assert "green event" not in named(facts.relevant(edition("ebu"), green, {"points": ""}))


def test_the_usual_points_of_the_national_organiser_are_other_than_those_of_a_club() -> None:
    usual = {
        organiser: next(
            each.usual for each in facts.relevant(edition("ebu"), event(organiser=organiser)) if each.colour
        )
        for organiser in ("Oakby", "EBU")
    }
    assert usual == {"Oakby": "local", "EBU": "blue"}


@pytest.mark.parametrize(
    ("handbook", "name"), [("wbu", "Fletcher Cup"), ("scba", "Singapore Open Pairs"), ("abf", "Gold Coast Teams")]
)
def test_the_status_of_a_named_event_is_not_asked(handbook: str, name: str) -> None:
    assert "status" in named(facts.relevant(edition(handbook), NIGHT))
    assert "status" not in named(facts.relevant(edition(handbook), NIGHT, {"event": name}))
    assert name in edition(handbook).facts["event"].names(edition(handbook))


def test_answers_are_checked_by_their_form() -> None:
    known = edition("ebu").facts
    assert known["points"].accepts("green")
    assert not known["points"].accepts("gold")
    assert known["places"].accepts("10")
    assert not known["places"].accepts("0")
    assert not known["places"].accepts("1" * 7)
    assert known["top"].accepts("4.00")
    assert not known["top"].accepts("four")
    assert not edition("abf").facts["master ranks"].accepts("x" * 301)
    assert edition("abf").facts["restricted by"].accepts("sex")


def test_a_grade_may_be_told_in_small_letters() -> None:
    assert "state-wide" in named(facts.relevant(edition("abf"), NIGHT, {"status": "b4s"}))
    assert edition("abf").all_facts["status"].spelt("b4s") == "B4s"


def test_answers_have_plain_words() -> None:
    known = edition("wbu").facts
    assert known["environment"].shown("real") == "Face to face"
    assert known["points"].shown("green") == "Green"
    assert known["event"].shown("") == "None of them"


PLAIN = {"name": "points", "asks": "Which?", "answers": ["local", "green"], "clause": "1"}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"when": [{"colour of the cards": "red"}]}, "depends on 'colour of the cards', which nobody asks"),
        ({"when": [{"play": "chess"}]}, "depends on 'play' being 'chess', which it never is"),
        ({"when": [{"points": "green"}]}, "points depends on points"),
        ({"usual": "blue"}, "'blue' is no answer to 'points'"),
        ({"words": {"red": "Red"}}, "'red' is no answer to 'points'"),
        ({"takes": "yards"}, "takes 'yards'"),
        ({"colors": True}, "should have"),
        ({"name": "play"}, "'play' is a word of the event"),
    ],
)
def test_a_slip_in_the_file_is_an_error_at_load(more: dict[str, Any], found: str) -> None:
    with pytest.raises(ValueError, match=found):
        facts.checked({"fact": [{**PLAIN, **more}]})


def test_a_condition_names_an_answer_that_can_be_given() -> None:
    later = {**PLAIN, "name": "green event", "when": [{"points": "blue"}]}
    with pytest.raises(ValueError, match="depends on 'points' being 'blue', which it never is"):
        facts.checked({"fact": [PLAIN, later]})


def test_only_words_of_the_head_that_rules_use_can_be_asked() -> None:
    with pytest.raises(ValueError, match="'organiser' is no word of the event's head"):
        facts.checked({"head": [{**PLAIN, "name": "organiser"}]})
