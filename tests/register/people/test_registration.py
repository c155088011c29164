"""Before a number is given out, the register is searched for the person."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.federations import numbers
from overtrick.register.organisations.affiliation import NotAffiliated
from overtrick.register.people import clubs, counties, duplicates, merge_records, registration, search, standings
from overtrick.register.people.duplicates import Applicant, Reason
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

BORN = date(1960, 2, 3)


def reasons(applicant: Applicant) -> list[tuple[Reason, ...]]:
    return [each.reasons for each in duplicates.candidates(applicant)]


def test_a_player_is_registered_with_number_club_and_standing(south: Union) -> None:
    player = office.person("Ado Bem", BORN, club=south.oakby)
    assert numbers.check(south.federation, player.number).ok
    assert clubs.clubs_of(player, NEW_YEAR).home == south.oakby
    assert standings.on_day(player, NEW_YEAR).status is Standing.Status.REGISTERED
    assert standings.on_day(player, date(2025, 12, 31)).status is None
    assert [each.action for each in trail.about(player)] == ["player.join", "player.standing", "player.register"]


def test_a_county_may_be_chosen_at_once(north: Union) -> None:
    made = registration.register(
        Applicant("Ado", "Bem"), NEW_YEAR, club=north.oakby, county=north.west, actor=None, at=AT
    )
    assert made.player is not None
    assert counties.county_of(made.player, NEW_YEAR) == north.west


@pytest.mark.parametrize(
    ("given", "family", "born", "expected"),
    [
        ("Robert", "Thompson", BORN, (Reason.NAME, Reason.BIRTHDAY)),
        ("Robert", "Thompson", None, (Reason.NAME,)),
        ("robert", "THOMPSON", None, (Reason.NAME,)),
        ("Bob", "Thompson", None, (Reason.NICKNAME,)),
        ("Bob", "Tomson", None, (Reason.SOUND, Reason.NICKNAME)),
        ("Robért", "Thomson", BORN, (Reason.SOUND, Reason.BIRTHDAY)),
        ("R", "Thompson", None, (Reason.INITIAL,)),
        ("Thompson", "Robert", None, (Reason.NAME, Reason.SWAPPED)),
        ("Tomson", "Bob", None, (Reason.SOUND, Reason.NICKNAME, Reason.SWAPPED)),
        ("Robert", "Thompson-Dax", None, (Reason.NAME,)),
        ("Robert", "Dax", BORN, (Reason.PART, Reason.BIRTHDAY)),
        ("Robert", "Thompson", date(1960, 3, 2), (Reason.NAME, Reason.NEARLY)),
        ("Robert", "Thompson", date(1961, 2, 3), (Reason.NAME, Reason.NEARLY)),
    ],
)
@pytest.mark.usefixtures("north")
def test_who_may_be_the_same_person_is_found(
    given: str, family: str, born: date | None, expected: tuple[Reason, ...]
) -> None:
    office.person("Robert Thompson", BORN)
    assert reasons(Applicant(given, family, born)) == [expected]


@pytest.mark.usefixtures("north")
def test_the_same_name_without_a_given_name_is_the_same_name() -> None:
    player = registration.register(Applicant("", "Thompson"), NEW_YEAR, actor=None, at=AT).player
    assert player is not None
    assert duplicates.compare(Applicant("", "Thompson"), player) == (Reason.NAME,)
    assert duplicates.compare(Applicant("Robert", "Thompson"), player) == (Reason.INITIAL,)


@pytest.mark.parametrize(
    ("given", "family", "born"),
    [
        ("Robert", "Thompson", date(1971, 8, 9)),  # a namesake
        ("Cor", "Dax", BORN),  # a birthday alone says nothing
        ("Robert", "Dax", None),
        ("Cor", "Thompson", None),
        ("Robert", "Dax", date(1971, 8, 9)),
    ],
)
@pytest.mark.usefixtures("north")
def test_who_is_somebody_else_is_not_found(given: str, family: str, born: date | None) -> None:
    office.person("Robert Thompson", BORN)
    assert reasons(Applicant(given, family, born)) == []


@pytest.mark.usefixtures("north")
def test_candidates_come_instead_of_a_new_number_until_somebody_says_it_is_another_person() -> None:
    known = office.person("Ado Bem")
    applicant = Applicant("Ado", "Bem")
    first = registration.register(applicant, NEW_YEAR, actor=None, at=AT)
    assert first.player is None
    assert [each.player for each in first.candidates] == [known]
    assert Player.objects.count() == 1
    second = registration.register(applicant, NEW_YEAR, despite=[f"00{known.number}"], actor=None, at=AT)
    assert second.player is not None
    assert second.player.number != known.number


@pytest.mark.usefixtures("north")
def test_a_candidate_nobody_has_looked_at_still_stands_in_the_way() -> None:
    first = office.person("Ado Bem", date(1950, 1, 1))
    second = office.person("Ado Bem", date(1960, 2, 2))
    made = registration.register(Applicant("Ado", "Bem"), NEW_YEAR, despite=[first.number], actor=None, at=AT)
    assert [each.player for each in made.candidates] == [second]


@pytest.mark.usefixtures("north")
def test_a_number_that_somebody_has_is_never_given_out_again() -> None:
    known = office.person("Ado Bem")
    applicant = Applicant("Cor", "Dax", number=f"00{known.number}")
    made = registration.register(applicant, NEW_YEAR, despite=[known.number], actor=None, at=AT)
    assert made.player is None
    assert [each.reasons for each in made.candidates] == [(Reason.NUMBER,)]


@pytest.mark.usefixtures("north")
def test_a_merged_duplicate_leads_to_the_kept_record() -> None:
    kept = office.person("Cor Dax", date(1950, 1, 1))
    merged = office.person("Ado Bem", BORN)
    merge_records.merge(kept, merged, "married, and gave another birthday", actor=None, at=AT)
    assert [each.player for each in duplicates.candidates(Applicant("Ado", "Bem", BORN))] == [kept]


def test_a_number_with_a_wrong_check_digit_is_refused(south: Union) -> None:
    with pytest.raises(registration.BadNumber, match="check digit"):
        registration.register(Applicant("Ado", "Bem", number="1000013"), NEW_YEAR, actor=None, at=AT)
    assert not south.federation.players.exists()


@pytest.mark.usefixtures("north")
def test_somebody_without_a_family_name_is_refused() -> None:
    with pytest.raises(registration.NoName):
        registration.register(Applicant("Ado", "  "), NEW_YEAR, actor=None, at=AT)


def test_a_club_that_is_not_affiliated_takes_nobody_in(north: Union) -> None:
    applicant = Applicant("Ado", "Bem")
    with pytest.raises(NotAffiliated, match="Oakby is not affiliated on 2019-12-31"):
        registration.register(applicant, date(2019, 12, 31), club=north.oakby, actor=None, at=AT)
    assert not Player.objects.exists()
    assert registration.register(applicant, date(2020, 1, 1), club=north.oakby, actor=None, at=AT).player


def test_the_same_person_in_two_federations_is_two_records(north: Union, south: Union) -> None:
    with scope(federation=north.federation):
        office.person("Ado Bem", BORN)
    with scope(federation=south.federation):
        assert reasons(Applicant("Ado", "Bem", BORN)) == []
        assert search.search("bem") == []
        office.person("Ado Bem", BORN)


@pytest.mark.usefixtures("north")
def test_details_are_corrected_and_found_under_the_new_name() -> None:
    player = office.person("Ado Bem")
    registration.correct(player, family="Dax", born=BORN, actor=None, at=AT, reason="married")
    assert [hit.player for hit in search.search("dax")] == [player]
    assert search.search("bem") == []
    latest = trail.about(player)[0]
    assert (latest.before["family"], latest.after["family"], latest.after["born"]) == ("Bem", "Dax", "1960-02-03")
    with pytest.raises(registration.NoName):
        registration.correct(player, family=" ", actor=None, at=AT)


@pytest.mark.usefixtures("north")
def test_who_is_anonymous_is_shown_to_club_and_office_alone() -> None:
    player = office.person("Ado Bem")
    registration.correct(player, anonymous=True, actor=None, at=AT)
    assert registration.shown_name(player, to_office_or_club=True) == "Ado Bem"
    assert registration.shown_name(player, to_office_or_club=False) == "Anonymous"
    assert search.search("bem", with_anonymous=False) == []
    assert [hit.player for hit in search.search("bem")] == [player]
