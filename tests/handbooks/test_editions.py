"""Handbooks by name, editions by day, settings by choice."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Player, Schedule, Stage, Tally
from overtrick.handbooks.edition import BadSetting
from overtrick.handbooks.entries import Colour


@pytest.mark.clause("ebu", "INTRO p2")
def test_an_edition_governs_events_begun_from_its_first_day_on() -> None:
    ebu = handbooks.get("ebu")
    assert ebu.edition(on=date(2024, 4, 1)).title == "EBU handbook, April 2024"
    with pytest.raises(handbooks.NoEdition, match="begun on 2024-03-31; the earliest starts on 2024-04-01"):
        ebu.edition(on=date(2024, 3, 31))


def test_an_unknown_handbook_is_refused_with_those_there_are() -> None:
    with pytest.raises(handbooks.NoHandbook, match=r"there is no handbook 'xyz'; choose from .*ebu"):
        handbooks.get("xyz")


def test_a_setting_and_its_value_must_be_known() -> None:
    edition = handbooks.get("ebu").latest
    with pytest.raises(BadSetting, match="has no setting 'colour'"):
        edition.book(settings={"colour": "red"})
    with pytest.raises(BadSetting, match="takes exact or printed, not 'both'"):
        edition.book(settings={"match_factor_on": "both"})


def test_every_setting_has_its_default_among_two_choices_or_more() -> None:
    for setting in handbooks.get("ebu").latest.settings.values():
        assert setting.default in setting.choices
        assert len(set(setting.choices)) > 1
        assert setting.question.endswith("?")


@pytest.mark.clause("ebu", "3.4.1 p2")
@pytest.mark.parametrize(
    ("colour", "units", "shown"),
    [
        ("local", 60, "60"),
        ("green", 57, "0.57"),
        ("green", 676, "6.76"),
        ("blue", -5, "-0.05"),
        ("local", Fraction(9, 2), "4.5"),
    ],
)
def test_points_are_written_as_the_federation_writes_them(colour: str, units: int | Fraction, shown: str) -> None:
    assert handbooks.get("ebu").colours[colour].show(units) == shown


def test_a_colour_of_hundredths_shows_a_fraction_inside_a_working_exactly() -> None:
    assert Colour("green", 100).show(Fraction(125, 2)) == "0.625"


def test_books_of_other_settings_do_not_share_what_they_worked_out() -> None:
    edition = handbooks.get("ebu").latest
    teams = tuple(
        Contestant(f"Team {at}", (Player(f"Player {at}", str(at)),), place=at, tally=Tally(won=1)) for at in range(1, 6)
    )
    stage = Stage(Play.TEAMS, Schedule(72), (Field("", teams),), contest=Contest.ROUND_ROBIN, match_boards=36)
    event = Event("Teams", date(2026, 11, 12), (stage,), "district")
    for settings, last in (({}, 62), ({"district_match_of_36": "exact"}, 61), ({}, 62)):
        assert edition.assess(event, settings).awards[-1].units == last
