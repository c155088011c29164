"""The forms of a handbook: every kind has one, and a form asks only what its edition or an event has."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Contest, Play, StageKind
from overtrick.formats.event_file import keys
from overtrick.handbooks import edition as editions
from overtrick.handbooks import forms, worth


@pytest.mark.parametrize("name", editions.names())
def test_every_kind_has_a_form_and_is_found_by_its_name(name: str) -> None:
    edition = editions.get(name).latest
    for kind in worth.kinds(edition):
        form = forms.form_for(edition, kind)
        assert form is not None
        assert kind in form.kinds


def test_a_form_asks_in_words_of_the_event_file() -> None:
    called = {"stage name": "name"}
    assert {called.get(word, word) for word in forms.STAGE_WORDS} <= keys.STAGE.keys()
    assert set(forms.EVENT_WORDS) <= keys.EVENT.keys()
    assert set(forms.COLUMNS) <= keys.RESULT.keys()


def test_what_is_asked_follows_from_how_a_stage_is_played() -> None:
    form = forms.form_for(editions.get("ebu").latest, "final")
    assert form is not None
    (final,) = (each for each in form.stages if each.kind is StageKind.FINAL)
    assert final.asks(Contest.MOVEMENT) == ("boards", "carry forward")
    assert final.asks(Contest.SWISS) == ("boards", "match boards", "carry forward")
    assert final.columns(Contest.SWISS) == ("place", "won", "drawn")
    assert final.columns(Contest.KNOCK_OUT) == ()
    assert "original tables" in final.options(Contest.MOVEMENT, Play.PAIRS)


def told(**words: object) -> dict[str, object]:
    return {"name": "pairs", "group": "Club", "play": ["pairs"], **words}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ({"stagse": []}, "unknown key 'stagse'"),
        ({"kinds": ["pears"], "title": "Pears"}, "there is no kind 'pears'"),
        ({"asks": ["facts colour"]}, "nothing is known about 'facts colour'"),
        ({"sets": {"points": "purple"}}, "the fact 'points' cannot be 'purple'"),
        ({"choices": {"points": "tables"}}, "no question has answers for 'points'"),
        ({"stages": [{"asks": ["bords"]}]}, "nothing is known about 'bords'"),
        ({"stages": [{"lists": "heaps"}]}, "nothing is known about 'heaps'"),
        ({"stages": [{"kimd": "final"}]}, "unknown key 'kimd' of a stage"),
    ],
)
def test_a_form_with_a_slip_is_not_loaded(words: dict[str, object], found: str) -> None:
    with pytest.raises(forms.BadForm, match=found):
        forms.checked(editions.get("ebu").latest, {"form": [told(**words)]})


def test_a_kind_without_a_form_is_told() -> None:
    with pytest.raises(forms.BadForm, match="no form is for aggregate, consolation, individual"):
        forms.checked(editions.get("sbu").latest, {"form": [told()]})


def test_a_handbook_without_forms_has_the_usual_ones() -> None:
    usual = forms.checked(editions.get("sbu").latest, {})
    assert {"pairs", "swiss-teams", "finals", "knock-out", "league", "ladder"} <= usual.keys()
