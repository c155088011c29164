"""Closing a month: final points, promotions with their day, what waits; rehearsed, restarted, twice."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.competitions.decide import approve, send_back
from overtrick.register.competitions.models import Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing, Posting
from overtrick.register.ledger.verify import verify
from overtrick.register.organisations.require import OnlyTheOffice
from overtrick.register.people import merge_records
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month, late_files, opening_balances, promotions
from overtrick.register.ranks.current_rank import Ladder, rank_of
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope
from tests.register.season import NIGHT, Union, members, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MAY = date(2026, 5, 1)
JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)
GRACE_ENDS = datetime(2026, 6, 9, 20, tzinfo=UTC)


def had(here: Union, player: Player, day: date = date(2026, 1, 1), *, entered: date = MAY, **units: int) -> None:
    """Give a player points from before this book."""
    openings = [Opening(player, colour, amount, day, 1) for colour, amount in units.items()]
    at = datetime(entered.year, entered.month, entered.day, 9, tzinfo=UTC)
    opening_balances.enter(opening_balances.compare(openings), here.clerk, here.second, at)


def test_a_promotion_is_found_at_the_close_with_the_day_of_play(here: Union) -> None:
    had(here, here.players[0], local=190)
    submitted(here, night(pairs(here.players)))
    rehearsed = close_month.rehearse(here.federation, MAY, here.clerk, JUNE)
    assert not Closing.objects.exists()
    done = close_month.close(here.federation, MAY, here.clerk, JUNE)
    (promotion,) = done.promotions
    assert (promotion.player, promotion.rank, promotion.reached) == (here.players[0], "Club Master", NIGHT)
    assert [(each.player_id, each.rank, each.reached) for each in rehearsed.promotions] == [
        (promotion.player_id, promotion.rank, promotion.reached)
    ]
    assert rehearsed._replace(promotions=()) == done._replace(promotions=())
    assert (done.postings, done.entries, done.submissions) == (2, 7, 1)


def test_progress_begins_with_nothing_and_never_goes_back(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promotions, "_TOGETHER", 2)  # of six players
    submitted(here, night(pairs(here.players)))
    told: list[int] = []
    close_month.close(here.federation, MAY, here.clerk, JUNE, lambda done, _of: told.append(done))
    assert told == sorted(told)
    assert told[0] == 0
    assert {10, 30, 50, 70} <= set(told)


def test_nobody_is_promoted_by_what_was_there_before_this_book(here: Union) -> None:
    had(here, here.players[0], local=5_000)
    had(here, here.players[9], local=5_000)
    submitted(here, night(pairs(here.players)))
    assert close_month.close(here.federation, MAY, here.clerk, JUNE).promotions == ()


def test_closing_twice_changes_nothing(here: Union) -> None:
    had(here, here.players[0], local=190)
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    before = (Closing.objects.count(), Promotion.objects.count(), Record.objects.count())
    again = close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert again.already
    assert (Closing.objects.count(), Promotion.objects.count(), Record.objects.count()) == before


def prepared(here: Union) -> close_month.Prepared:
    return close_month.prepare(here.federation, MAY, here.clerk, JUNE, lambda _done, _of: None)


def test_what_comes_after_the_plan_was_made_is_closed_with_the_rest(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    planned = prepared(here)
    submitted(here, night(pairs(here.players), name="Later"))
    assert close_month.carry_out(planned).submissions == 2
    assert prove().findings == ()


def test_whoever_is_merged_after_the_plan_was_made_is_promoted_as_one_person(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    had(here, twin, local=190)
    submitted(here, night(pairs(here.players)))
    planned = prepared(here)
    merge_records.merge(here.players[0], twin, "the same person", actor=here.clerk, at=JUNE)
    (promotion,) = close_month.carry_out(planned).promotions
    assert promotion.player == here.players[0]
    assert prove().findings == ()


def test_of_two_plans_for_a_month_one_is_carried_out(here: Union) -> None:
    had(here, here.players[0], local=190)
    submitted(here, night(pairs(here.players)))
    plans = [prepared(here), prepared(here)]
    assert [close_month.carry_out(each).already for each in plans] == [False, True]
    assert (Closing.objects.count(), Promotion.objects.count()) == (1, 1)


def test_a_month_stays_open_for_results_that_still_come(here: Union) -> None:
    with pytest.raises(close_month.StaysOpen, match="May 2026 stays open until 2026-06-09"):
        close_month.close(here.federation, MAY, here.clerk, datetime(2026, 6, 9, tzinfo=UTC))
    assert not close_month.close(here.federation, MAY, here.clerk, datetime(2026, 6, 10, tzinfo=UTC)).already
    with pytest.raises(close_month.StaysOpen, match="June 2026 comes next"):
        close_month.close(here.federation, date(2026, 7, 1), here.clerk, datetime(2026, 9, 10, tzinfo=UTC))


def test_results_that_come_within_the_days_of_grace_belong_to_the_month_of_play(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked, name="In grace"), at=GRACE_ENDS)
    submitted(here, night(ranked, name="Too late"), at=GRACE_ENDS + timedelta(days=1))
    submitted(here, night(ranked, name="June night", begins=date(2026, 6, 2)), at=GRACE_ENDS)
    done = close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert done.submissions == 1
    (late,) = late_files.after_close(here.federation, MAY)
    assert (late.submission.competition.name, late.final_with) == ("Too late", None)
    assert late_files.after_close(here.federation, date(2026, 6, 1)) == []
    june = close_month.close(here.federation, date(2026, 6, 1), here.clerk, datetime(2026, 7, 15, tzinfo=UTC))
    assert june.submissions == 2
    (late,) = late_files.after_close(here.federation, MAY)
    assert late.final_with == date(2026, 6, 1)
    assert verify().findings == ()


def test_a_correction_and_a_return_within_the_days_of_grace_are_closed_with_the_month(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    submitted(here, night(ranked, name="Returned"))
    submitted(here, night([ranked[1], ranked[0], *ranked[2:]]), at=GRACE_ENDS, replace=True)
    send_back(Submission.objects.get(competition__name="Returned"), here.clerk, GRACE_ENDS, "never played")
    done = close_month.close(here.federation, MAY, here.clerk, JUNE)
    assert done.waiting == ()
    assert [rank_of(each, NIGHT).holding.units["local"] for each in here.players[:4]] == [12, 12, 18, 18]
    assert late_files.after_close(here.federation, MAY) == []
    assert verify().findings == ()


@pytest.mark.parametrize(
    ("played", "came", "month"),
    [
        (date(2026, 5, 31), date(2026, 6, 9), date(2026, 5, 1)),
        (date(2026, 5, 31), date(2026, 6, 10), date(2026, 6, 1)),
        (date(2026, 6, 1), date(2026, 6, 9), date(2026, 6, 1)),
        (date(2026, 3, 31), date(2026, 6, 9), date(2026, 5, 1)),
    ],
)
def test_a_club_is_told_with_which_month_its_results_become_final(
    here: Union, played: date, came: date, month: date
) -> None:
    assert late_files.closes_with(here.federation, played, came) == month


def test_a_receipt_says_until_when_a_month_took_results(here: Union) -> None:
    in_time = submitted(here, night(pairs(here.players)), at=GRACE_ENDS).submission
    assert late_files.final_with(in_time) == (MAY, NIGHT, None)
    late = submitted(here, night(pairs(here.players), name="Late"), at=GRACE_ENDS + timedelta(days=1)).submission
    assert late_files.final_with(late) == (date(2026, 6, 1), NIGHT, GRACE_ENDS.date())


def test_late_results_are_listed_with_their_days(here: Union) -> None:
    submitted(here, night(pairs(here.players)), at=datetime(2026, 6, 20, 9, tzinfo=UTC))
    (late,) = late_files.late_files(MAY)
    assert (late.due, late.days) == (date(2026, 6, 11), 9)


def test_only_the_office_closes(here: Union) -> None:
    with pytest.raises(OnlyTheOffice):
        close_month.close(here.federation, MAY, here.secretary, JUNE)


def test_what_is_not_approved_stays_provisional_and_is_counted(here: Union) -> None:
    ways = setup.Ways(approval=Federation.Approval.PARENT)
    federation = setup.change(here.federation, ways, actor=None, at=JUNE)
    with scope(federation=federation):
        ranked = pairs(here.players)
        waits = submitted(here, night(ranked, name="Waits")).submission
        approve(submitted(here, night(ranked, name="Approved")).submission, here.secretary, JUNE)
        done = close_month.close(federation, MAY, here.clerk, JUNE)
        assert (done.submissions, done.unapproved, len(done.waiting)) == (1, 1, 1)
        assert rank_of(here.players[0], NIGHT).holding.units["local"] == 18
        assert rank_of(here.players[0], NIGHT, final=False).holding.units["local"] == 36
        approve(waits, here.secretary, JUNE)
        later = close_month.close(federation, date(2026, 6, 1), here.clerk, datetime(2026, 7, 15, tzinfo=UTC))
        assert later.submissions == 1


def test_a_returned_correction_leaves_a_whole_book_behind(here: Union) -> None:
    ways = setup.Ways(approval=Federation.Approval.PARENT)
    federation = setup.change(here.federation, ways, actor=None, at=JUNE)
    with scope(federation=federation):
        ranked = pairs(here.players)
        approve(submitted(here, night(ranked)).submission, here.secretary, NIGHT_TIME)
        wrong = submitted(here, night(ranked[::-1]), replace=True).submission
        send_back(wrong, here.secretary, NIGHT_TIME, "upside down")
        done = close_month.close(federation, MAY, here.clerk, JUNE)
        assert done.waiting == ()
        assert [rank_of(each, NIGHT).holding.units["local"] for each in here.players[:6]] == [18, 18, 12, 12, 6, 6]
    assert verify().findings == ()


def test_a_correction_after_the_close_is_final_with_the_next_month(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    close_month.close(here.federation, MAY, here.clerk, JUNE)
    submitted(here, night([ranked[1], ranked[0], *ranked[2:]]), at=JUNE, replace=True)
    first = here.players[0]
    assert rank_of(first, NIGHT).holding.units["local"] == 18
    assert rank_of(first, NIGHT, final=False).holding.units["local"] == 12
    close_month.close(here.federation, date(2026, 6, 1), here.clerk, datetime(2026, 7, 15, tzinfo=UTC))
    assert rank_of(first, NIGHT).holding.units["local"] == 12
    assert verify().findings == ()


def test_the_points_of_merged_records_promote_together(here: Union) -> None:
    (twin,) = members(here.federation, here.other, ["Ado Bem"])
    had(here, twin, local=190)
    merge_records.merge(here.players[0], twin, "the same person", actor=here.clerk, at=JUNE)
    submitted(here, night(pairs(here.players)))
    (promotion,) = close_month.close(here.federation, MAY, here.clerk, JUNE).promotions
    assert promotion.player == here.players[0]


def test_opening_balances_are_entered_once_by_two_people(here: Union) -> None:
    opening = Opening(here.players[0], "green", 725, date(2026, 1, 1), 1)
    at = datetime(2026, 5, 2, 9, tzinfo=UTC)
    with pytest.raises(OnlyTheOffice):
        opening_balances.enter(opening_balances.compare([opening]), here.clerk, here.scorer, at)
    assert opening_balances.enter(opening_balances.compare([opening]), here.clerk, here.second, at) == 1
    again = opening_balances.compare([opening])
    assert (again.new, again.known) == ((), 1)
    assert opening_balances.enter(again, here.clerk, here.second, at) == 0
    other = opening_balances.compare([opening._replace(units=800)])
    with pytest.raises(
        opening_balances.Contradicted, match="has an opening balance of green points already, of 2026-01-01"
    ):
        opening_balances.enter(other, here.clerk, here.second, at)


NIGHT_TIME = datetime(2026, 5, 20, 9, tzinfo=UTC)


def test_points_of_long_ago_count_apart_as_soon_as_their_posting_is_to_become_final(down_under: Union) -> None:
    player = down_under.players[0]
    had(down_under, player, date(1980, 1, 1), red=300)
    posting = Posting.objects.get().pk
    ladder = Ladder(down_under.federation, NIGHT)
    (part,) = ladder.won_before
    assert ladder.parts([player.pk]) == {player.pk: {part: 0}}
    assert ladder.parts([player.pk], also=[posting]) == {player.pk: {part: 300}}
    close_month.close(down_under.federation, MAY, down_under.clerk, JUNE)
    assert ladder.parts([player.pk], also=[posting]) == {player.pk: {part: 300}}
