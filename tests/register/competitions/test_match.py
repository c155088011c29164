"""Who is meant: by number, by what was chosen before, by name; and never a new player."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.engine.event import Player
from overtrick.register import sql
from overtrick.register.competitions.match import Matched, NotADraft, choose, match
from overtrick.register.competitions.models import Seat
from overtrick.register.competitions.name_match import alike
from overtrick.register.competitions.named_players import Named
from overtrick.register.federation_settings import setup
from overtrick.register.federation_settings.setup import Ways
from overtrick.register.federations import handbook, numbers
from overtrick.register.people import merge_records
from overtrick.register.people.models import Player as Registered
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, members, night, pairs, send, submitted, union

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
Match = Seat.Match


def found(here: Union, name: str, number: str = "") -> Matched:
    edition = handbook.edition_on(here.federation, NIGHT)
    (matched,) = match(here.club, [Named("", name, number)], edition)
    return matched


def test_a_number_counts_with_zeros_in_front_or_without(here: Union) -> None:
    for written in ("200001", "00200001", " 200001 "):
        matched = found(here, "Ado Bem", written)
        assert (matched.match, matched.player) == (Match.NUMBER, here.players[0])


@pytest.mark.parametrize(
    "written", ["Ado Bem", "BEM, Ado", "A Bem", "A. Bem", "Bem", "Ado Behm", "Adó Bem", "Ado Quintus Bem"]
)
def test_a_name_may_be_written_in_many_ways(here: Union, written: str) -> None:
    assert found(here, written, "200001").match == Match.NUMBER


@pytest.mark.parametrize("written", ["Cor Dax", "Cor Bem", "Uma Vek"])
def test_a_number_under_a_quite_different_name_is_doubtful(here: Union, written: str) -> None:
    matched = found(here, written, "200001")
    assert (matched.match, matched.player, matched.sure) == (Match.DOUBTFUL, here.players[0], False)
    assert "is that of Ado Bem, a different name" in matched.why


def test_numbers_are_looked_up_one_by_one_and_not_among_all_players(here: Union) -> None:
    if not sql.on_sqlite():
        pytest.skip("PostgreSQL knows how many rows there are")
    with CaptureQueriesContext(connection) as asked:
        found(here, "Ado Bem", "200001")
    (question,) = [each["sql"] for each in asked if "join people_player" in each["sql"]]
    plan = [row[3] for row in sql.rows(f"explain query plan {question}")]
    assert any("(federation_id=? AND number=?)" in step for step in plan), plan


def test_a_short_form_goes_with_the_name() -> None:
    assert alike("Bill Bem", Registered(given="William", family="Bem"))
    assert not alike("Bill Bem", Registered(given="Cor", family="Bem"))


def test_a_wrong_check_digit_is_doubtful_and_the_name_is_proposed(down_under: Union) -> None:
    right = down_under.players[0].number
    wrong = right[:-1] + str((int(right[-1]) + 1) % 10)
    matched = found(down_under, "Ado Bem", wrong)
    assert (matched.match, matched.sure) == (Match.DOUBTFUL, False)
    assert matched.candidates == (down_under.players[0],)
    assert "a digit is wrong" in matched.why


def test_a_name_without_a_number_is_probable_with_candidates(here: Union) -> None:
    matched = found(here, "Ado Bem")
    assert (matched.match, matched.player, matched.sure) == (Match.PROBABLE, here.players[0], False)


def test_candidates_of_the_club_come_first(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    matched = found(here, "Ado Bem")
    assert matched.candidates == (here.players[0], twin)
    assert matched.player is None


def test_nobody_is_unknown_and_no_player_is_made(here: Union) -> None:
    before = Registered.objects.count()
    assert found(here, "Zyx Wvu", "999999").match == Match.UNKNOWN
    assert Registered.objects.count() == before


def test_the_number_of_a_merged_record_leads_to_the_one_that_stays(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    merge_records.merge(here.players[0], twin, "the same person", actor=here.clerk, at=AT)
    assert found(here, "Ado Bem", twin.number).player == here.players[0]


def test_what_an_officer_chose_is_proposed_the_next_time_and_shown_as_chosen(here: Union) -> None:
    ranked = pairs(here.players)
    guest = (Player("A. Beme", "77"), ranked[0][1])
    draft = send(here, night([guest, *ranked[1:]]))
    assert draft.submission is not None
    seat = Seat.objects.get(submission=draft.submission, name="A. Beme")
    assert seat.match != Match.CHOSEN
    choose(seat, here.players[0], here.scorer, AT)
    again = found(here, "A. Beme", "77")
    assert (again.match, again.player) == (Match.CHOSEN, here.players[0])
    assert "Oakby said so on 2026-05-13" in again.why
    edition = handbook.edition_on(here.federation, NIGHT)
    (elsewhere,) = match(here.other, [Named("", "A. Beme", "77")], edition)
    assert elsewhere.match != Match.CHOSEN


def test_what_was_submitted_is_not_chosen_anew(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    seat = Seat.objects.filter(submission=outcome.submission).first()
    assert seat is not None
    with pytest.raises(NotADraft, match="Open a new version"):
        choose(seat, here.players[5], here.scorer, AT)


def test_two_people_of_one_name_without_numbers_stay_two(here: Union) -> None:
    ranked = pairs(here.players)
    twins = [(Player("Zyx Wvu"), ranked[0][0]), (Player("Zyx Wvu"), ranked[0][1])]
    draft = send(here, night([*twins, *ranked[1:]]))
    assert draft.submission is not None
    assert Seat.objects.filter(submission=draft.submission, name="Zyx Wvu").count() == 2


def test_one_number_for_two_people_of_a_list_is_a_problem(here: Union) -> None:
    ranked = pairs(here.players)
    wrong = (ranked[1][0]._replace(number=ranked[0][0].number), ranked[1][1])
    draft = send(here, night([ranked[0], wrong, *ranked[2:]]))
    assert draft.submission is None
    assert "is in this list twice" in draft.problems[0].found


def test_office_person_has_a_number_of_six_digits(here: Union) -> None:
    assert len(office.person("Tam Ulo", club=here.club).number) == 6


def test_a_temporary_number_is_somebodys_only_where_it_was_given(db: None) -> None:  # noqa: ARG001
    federation = office.federation("west", "wbu")
    with scope(federation=federation):
        here = union(federation)
        member = office.person("Zil Arbor", number="920001")
        assert found(here, "Zil Arbor", "920001").match == Match.NUMBER
        federation = setup.change(federation, Ways(settings={"temporary_numbers": "92"}), actor=None, at=AT)
        here = here._replace(club=here.club.__class__.objects.select_related("federation").get(pk=here.club.pk))
        matched = found(here, "Tam Urquell", "920001")
        assert (matched.sure, matched.player) == (False, None)
        assert matched.why == "920001 is a temporary number, known to Oakby alone"
        assert not numbers.check(federation, "920002").ok
        setup.change(federation, Ways(first_number=919_999), actor=None, at=AT)
        federation.refresh_from_db()
        assert numbers.next_numbers(federation, 2) == ["919999", "930000"]
        assert member.number == "920001"
