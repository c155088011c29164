"""Points at the edges: no award is credited twice, to the wrong person, or before its time."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.engine.event import Player
from overtrick.formats.answers import typed
from overtrick.register.competitions.decide import approve, send_back
from overtrick.register.competitions.held_credits import assign, awaited, release
from overtrick.register.competitions.match import choose
from overtrick.register.competitions.models import HeldCredit, Seat, Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit, take_in
from overtrick.register.competitions.versions import Placed
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import merge_records, reinstate
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player as Registered
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, file_of, members, night, pairs, send, submitted

pytestmark = pytest.mark.django_db
MAY = date(2026, 5, 1)
MAY_31 = datetime(2026, 5, 31, 9, tzinfo=UTC)
JUNE_5 = datetime(2026, 6, 5, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)
JULY = datetime(2026, 7, 15, 9, tzinfo=UTC)


def asking(here: Union) -> Federation:
    """Let the county approve what its clubs send."""
    return setup.change(here.federation, setup.Ways(approval=Federation.Approval.PARENT), actor=None, at=AT)


def final(player: object) -> int:
    return rank_of(player, NIGHT).holding.units["local"]  # type: ignore[arg-type]


def packed(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, each in files.items():
            archive.writestr(f"{name}.json", each)
    return content.getvalue()


# --- Approval and the close of a month -----------------------------------------------------------------------------


def test_points_released_from_what_nobody_approved_stay_provisional(here: Union) -> None:
    federation = asking(here)
    with scope(federation=federation):
        newcomer = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL)
        ranked = [(Player(str(newcomer), newcomer.number), pairs(here.players)[0][1]), *pairs(here.players)[1:]]
        sent = submitted(here, night(ranked)).submission
        reinstate.register_again(newcomer, here.club, NIGHT + timedelta(days=3), actor=here.clerk, at=AT)
        release(newcomer, here.clerk, MAY_31)
        done = close_month.close(federation, MAY, here.clerk, JUNE)
        assert (balance(newcomer), final(newcomer)) == (18, 0)
        assert len(done.waiting) == 2
        approve(sent, here.secretary, JUNE)
        close_month.close(federation, date(2026, 6, 1), here.clerk, JULY)
        assert final(newcomer) == 18


def test_a_returned_correction_that_only_took_points_away_does_not_become_final_alone(here: Union) -> None:
    federation = asking(here)
    with scope(federation=federation):
        ranked = pairs(here.players)
        approve(submitted(here, night(ranked)).submission, here.secretary, AT)
        nobody = (Player("Zyx Wvu"), ranked[2][1])
        wrong = submitted(here, night([*ranked[:2], nobody, *ranked[3:]]), at=MAY_31, replace=True).submission
        assert balance(here.players[4]) == 0
        send_back(wrong, here.secretary, JUNE_5, "it was the member")
        close_month.close(federation, MAY, here.clerk, JUNE)
        assert (balance(here.players[4]), final(here.players[4])) == (6, 6)
        close_month.close(federation, date(2026, 6, 1), here.clerk, JULY)
        assert final(here.players[4]) == 6


def test_whoever_reaches_a_rank_by_a_merge_is_promoted_at_the_next_close(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    opening = Opening(twin, "local", 110, date(2026, 1, 1), 1)
    opening_balances.enter(opening_balances.compare([opening]), here.clerk, here.second, AT)
    submitted(here, night(pairs(here.players)))
    for week in range(1, 6):
        day = NIGHT + timedelta(days=week)
        submitted(here, night(pairs(here.players), begins=day), at=AT + timedelta(days=week))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert final(here.players[0]) == 108
    merge_records.merge(here.players[0], twin, "one person", actor=here.clerk, at=JUNE)
    done = close_month.close(here.federation, date(2026, 6, 1), here.clerk, JULY)
    assert [(each.player, each.rank) for each in done.promotions] == [(here.players[0], "Club Master")]
    assert close_month.close(here.federation, date(2026, 7, 1), here.clerk, JULY + timedelta(days=31)).promotions == ()


def test_an_opening_balance_of_a_merged_record_is_not_entered_again(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    listed = [Opening(twin, "local", 90, date(2026, 1, 1), 1), Opening(here.players[1], "local", 50, MAY, 2)]
    assert opening_balances.enter(opening_balances.compare(listed), here.clerk, here.second, AT) == 2
    merge_records.merge(here.players[0], twin, "one person", actor=here.clerk, at=AT)
    merge_records.merge(here.players[0], here.players[1], "one person", actor=here.clerk, at=AT)
    for each in (twin, here.players[1]):
        each.refresh_from_db()
    again = opening_balances.compare(listed)
    assert (again.new, again.known, again.contradicted) == ((), 2, ())


# --- Who is who ----------------------------------------------------------------------------------------------------


def test_of_two_of_one_name_without_numbers_only_the_one_meant_gets_points(here: Union) -> None:
    ranked = pairs(here.players)
    twins = [(Player("Zyx Wvu"), ranked[0][1]), (Player("Zyx Wvu"), ranked[1][1])]
    submitted(here, night([*twins, *ranked[2:]]))
    first, second = HeldCredit.objects.order_by("-units")
    assert (first.units, second.units) == (18, 12)
    assign(first, here.players[0], here.scorer, AT)
    assert balance(here.players[0]) == 18
    second.refresh_from_db()
    assert (second.released, second.player, second.dropped) == (None, None, "")
    assign(second, here.players[2], here.scorer, AT)
    assert balance(here.players[2]) == 12


def test_a_name_that_stands_twice_in_a_file_is_not_taken_for_whom_the_club_meant_before(here: Union) -> None:
    ranked = pairs(here.players)
    stranger = (Player("Zyx Wvu"), ranked[0][1])
    submitted(here, night([stranger, *ranked[1:]]))
    assign(HeldCredit.objects.get(), here.players[0], here.scorer, AT)
    later = NIGHT + timedelta(days=7)
    other = (Player("Zyx Wvu"), ranked[1][1])
    submitted(here, night([stranger, other, *ranked[2:]], begins=later), at=AT + timedelta(days=7))
    assert balance(here.players[0]) == 18
    assert sorted(HeldCredit.objects.filter(played=later).values_list("units", flat=True)) == [12, 18]


def test_one_person_under_two_numbers_in_a_list_is_not_credited_twice(here: Union) -> None:
    ranked = pairs(here.players)
    merge_records.merge(here.players[0], here.players[2], "one person", actor=here.clerk, at=AT)
    submitted(here, night(ranked))
    assert balance(here.players[0]) == 0
    assert sorted(HeldCredit.objects.values_list("units", flat=True)) == [12, 18]


def test_one_person_may_play_in_two_lists_under_two_numbers(here: Union) -> None:
    ranked = pairs(here.players)
    merge_records.merge(here.players[0], here.players[8], "one person", actor=here.clerk, at=AT)
    two = night(ranked[:4])
    (stage,), (other,) = two.stages, night(ranked[4:]).stages
    first, second = stage.fields[0]._replace(name="North"), other.fields[0]._replace(name="South")
    submitted(here, two._replace(stages=(stage._replace(fields=(first, second)),)))
    assert not HeldCredit.objects.exists()
    assert set(Seat.objects.values_list("match", flat=True)) == {Seat.Match.NUMBER}


def test_points_under_a_number_wait_until_somebody_of_that_name_has_it(here: Union) -> None:
    ranked = pairs(here.players)
    first = submitted(here, night([(Player("Tam Ulo", "300001"), ranked[0][1]), *ranked[1:]])).submission
    other = office.person("Quite Different", club=here.club, number="300002")
    assert awaited([other]) == []
    assert awaited([other, Registered(federation=here.federation, number="300001")])[0].number == "300001"
    newcomer = office.person("Tam Ulo", club=here.club, number="300001")
    assert balance(newcomer) == 18
    wrong = submitted(here, night(ranked), at=JUNE, replace=True).submission
    assert balance(newcomer) == 0
    send_back(wrong, here.clerk, JUNE, "it was the newcomer")
    assert balance(newcomer) == 18
    assert first.seats.get(number="300001").match == Seat.Match.NUMBER


def test_points_under_a_number_do_not_go_to_somebody_of_another_name(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night([(Player("Tam Ulo", "300001"), ranked[0][1]), *ranked[1:]]))
    other = office.person("Quite Different", club=here.club, number="300001")
    assert release(other, here.clerk, AT).released == ()
    assert HeldCredit.objects.get().player is None


def test_only_those_who_act_for_the_club_say_who_somebody_is(here: Union) -> None:
    ranked = pairs(here.players)
    draft = send(here, night([(Player("Zyx Wvu"), ranked[0][1]), *ranked[1:]]))
    seat = Seat.objects.get(submission=draft.submission, name="Zyx Wvu")
    with pytest.raises(NotAllowed):
        choose(seat, here.players[0], here.stranger, AT)
    assert choose(seat, here.players[0], here.scorer, AT).player == here.players[0]


# --- Files ---------------------------------------------------------------------------------------------------------


def test_one_event_twice_in_an_archive_is_posted_once_and_told(here: Union) -> None:
    event = file_of(night(pairs(here.players)))
    (_, first), (draft, second) = take_in(here.club, "w.zip", packed(a=event, b=event), here.scorer, AT)
    assert first is not None
    assert first.posted is not None
    assert second is None
    assert "w.zip/a.json" in draft.problems[0].found
    assert [balance(each) for each in here.players[:6]] == [18, 18, 12, 12, 6, 6]


def test_two_versions_of_one_event_in_an_archive_are_a_problem_of_the_second(here: Union) -> None:
    ranked = pairs(here.players)
    both = packed(a=file_of(night(ranked)), b=file_of(night(ranked[::-1])))
    (_, first), (draft, second) = take_in(here.club, "w.zip", both, here.scorer, AT)
    assert first is not None
    assert second is None
    assert "w.zip/a.json" in draft.problems[0].found
    assert Submission.objects.count() == 1
    separate = receive(here.club, "w.zip", both, here.scorer, AT, placed=Placed(separate=True))
    assert all(each.submission is not None for each in separate)


def test_a_file_is_not_put_into_the_competition_of_another_club(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    assert draft.submission is not None
    content = file_of(night(pairs(here.players)[::-1]))
    placed = Placed(competition=draft.submission.competition)
    with pytest.raises(NotAllowed):
        receive(here.other, "other.json", content, here.stranger, AT, placed=placed)
    assert Submission.objects.get() == draft.submission


def test_a_correction_of_the_day_moves_the_points_to_it(here: Union) -> None:
    ranked = pairs(here.players)
    first = submitted(here, night(ranked)).submission
    moved = night(ranked, begins=NIGHT - timedelta(days=20))
    placed = Placed(competition=first.competition)
    (draft,) = receive(here.club, "moved.json", file_of(moved), here.scorer, AT, placed=placed)
    assert draft.submission is not None
    submit(draft.submission, here.scorer, AT, replace=True)
    standing = Entry.objects.filter(posting__submission=draft.submission, corrects=None)
    assert {each.played for each in standing} == {moved.begins}
    assert balance(here.players[0]) == 18


@pytest.mark.parametrize(("ahead", "taken"), [(1, True), (2, False), (13_000, False)])
def test_results_of_a_day_that_has_not_come_are_a_problem(here: Union, ahead: int, taken: bool) -> None:
    # East of Greenwich it may be the next day already.
    draft = send(here, night(pairs(here.players), begins=AT.date() + timedelta(days=ahead)))
    assert (draft.submission is not None) == taken
    assert [each.remedy for each in draft.problems] == ([] if taken else ["Check the date."])


def test_points_of_a_day_before_the_first_edition_are_a_problem(down_under: Union) -> None:
    here = down_under
    content = f"{int(here.players[0].number):07d}000150\r\n".encode()
    answers = typed([("--answer", "date", "1950-01-01"), ("--answer", "event", "Sectional")])
    (draft,) = receive(here.club, "week.grn", content, here.scorer, AT, answers)
    assert draft.submission is None
    assert draft.problems[0].remedy.startswith("Check the date.")


def test_a_name_longer_than_the_register_has_room_for_is_a_problem(here: Union) -> None:
    ranked = pairs(here.players)
    endless = (Player("Zyx " * 80), ranked[0][1])
    draft = send(here, night([endless, *ranked[1:]]))
    assert draft.submission is None
    assert "longer than" in draft.problems[0].found
