"""Points that wait: for registration, for somebody to say who it is; released, given to somebody, or dropped."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.engine.event import Player
from overtrick.register.competitions.held_credits import NotWaiting, assign, drop, release, waiting
from overtrick.register.competitions.models import Assessment, HeldCredit, KnownAs
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.people import reinstate, standings
from overtrick.register.people.models import Player as Registered
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
Status = Standing.Status


def as_(player: Registered) -> Player:
    return Player(str(player), player.number)


def won_by(here: Union, player: Registered, day: date = NIGHT) -> None:
    """Let a player win a club night with the second of the club."""
    ranked = pairs(here.players[2:])
    at = datetime(day.year, day.month, day.day, 22, tzinfo=UTC)
    grade = "club" if here.federation.handbook == "ebu" else "E"
    submitted(here, night([(as_(player), as_(here.players[1])), *ranked], begins=day, status=grade), at=at)


def test_points_of_a_potential_member_wait_until_registration(here: Union) -> None:
    newcomer = office.person("Tam Ulo", club=here.club, status=Status.POTENTIAL)
    won_by(here, newcomer)
    held = HeldCredit.objects.get()
    assert (held.player, held.clause, held.units) == (newcomer, "2.9.3", 18)
    assert balance(newcomer) == 0
    joined = NIGHT + timedelta(days=30)
    reinstate.register_again(newcomer, here.club, joined, actor=here.clerk, at=AT)
    done = release(newcomer, here.clerk, AT + timedelta(days=31))
    assert [each.pk for each in done.released] == [held.pk]
    assert balance(newcomer) == 18
    entry = Entry.objects.get(player=newcomer)
    assert (entry.posting.kind, entry.played) == (Posting.Kind.RELEASE, NIGHT)
    assert entry.assessment == Assessment.objects.get()
    assert release(newcomer, here.clerk, AT + timedelta(days=32)).released == ()


def test_of_a_lapse_only_two_quarters_are_credited_in_australia(down_under: Union) -> None:
    here = down_under
    back = here.players[0]
    standings.lapse(back, date(2026, 2, 1), actor=here.clerk, at=AT)
    won_by(here, back, date(2026, 3, 30))
    won_by(here, back, date(2026, 4, 1))
    won_by(here, back, date(2026, 7, 2))
    assert waiting().count() == 3
    at = datetime(2026, 9, 1, 12, tzinfo=UTC)
    done = reinstate.register_again(back, here.club, date(2026, 9, 1), actor=here.clerk, at=at)
    assert done.points == (2, 1)
    released = HeldCredit.objects.filter(released__isnull=False).order_by("played")
    assert [each.played for each in released] == [date(2026, 4, 1), date(2026, 7, 2)]
    dropped = HeldCredit.objects.exclude(dropped="")
    assert [(each.played, each.clause) for each in dropped] == [(date(2026, 3, 30), "1.3.2/3")]
    assert balance(back, "green") == sum(each.units for each in released)


def test_whichever_way_somebody_becomes_a_member_what_waits_is_theirs(here: Union) -> None:
    newcomer = office.person("Tam Ulo", club=here.club, status=Status.POTENTIAL)
    won_by(here, newcomer)
    standings.change(newcomer, Status.OVERSEAS, NIGHT + timedelta(days=1), actor=here.clerk, at=AT)
    assert balance(newcomer) == 18
    assert not waiting().exists()


def test_what_waits_for_a_registration_that_is_still_to_come_is_found_when_the_month_is_closed(here: Union) -> None:
    newcomer = office.person("Tam Ulo", club=here.club, status=Status.POTENTIAL)
    won_by(here, newcomer)
    reinstate.register_again(newcomer, here.club, NIGHT + timedelta(days=20), actor=here.clerk, at=AT)
    assert balance(newcomer) == 0
    may, june = date(2026, 5, 1), datetime(2026, 6, 12, 9, tzinfo=UTC)
    assert close_month.rehearse(here.federation, may, here.clerk, june).held == 0
    assert (balance(newcomer), waiting().count()) == (0, 1)
    assert close_month.close(here.federation, may, here.clerk, june).held == 0
    assert (balance(newcomer), waiting().count()) == (18, 0)


def test_where_nothing_waits_nothing_is_released(here: Union) -> None:
    assert release(here.players[0], here.clerk, AT) == ((), (), ())


def test_a_suspended_player_gets_nothing_and_the_handbook_says_so(here: Union) -> None:
    standings.suspend(here.players[0], NIGHT, NIGHT, actor=here.clerk, at=AT, reason="conduct")
    outcome = submitted(here, night(pairs(here.players)))
    assert outcome.held == 0
    assert (balance(here.players[0]), balance(here.players[1])) == (0, 18)
    assert '"suspended": "yes"' in Assessment.objects.get().event.text
    assert '"suspended"' not in outcome.submission.event.text  # type: ignore[union-attr]


def test_somebody_says_whose_points_they_are(here: Union) -> None:
    ranked = pairs(here.players)
    stranger = (Player("Tam Ulo"), ranked[0][1])
    submitted(here, night([stranger, *ranked[1:]]))
    held = HeldCredit.objects.get()
    done = assign(held, here.players[0], here.scorer, AT)
    assert len(done.released) == 1
    assert balance(here.players[0]) == 18
    assert KnownAs.objects.get().player == here.players[0]
    with pytest.raises(NotWaiting):
        assign(held, here.players[3], here.scorer, AT)
    assert balance(here.players[0]) == 18


def test_points_that_nobody_will_have_are_dropped_by_the_office_with_a_reason(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night([(Player("Tam Ulo"), ranked[0][1]), *ranked[1:]]))
    held = HeldCredit.objects.get()
    with pytest.raises(NotWaiting, match="There is no reason"):
        drop(held, here.clerk, AT, " ")
    assert drop(held, here.clerk, AT, "a visitor from abroad").dropped == "a visitor from abroad"
    assert not waiting().exists()


def test_a_correction_lets_go_of_what_the_earlier_version_held(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night([(Player("Tam Ulo"), ranked[0][1]), *ranked[1:]]))
    submitted(here, night(ranked), replace=True)
    assert [each.dropped for each in HeldCredit.objects.all()] == ["replaced by version 2"]
    assert balance(here.players[0]) == 18
    kinds = Posting.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == [Posting.Kind.SUBMISSION, Posting.Kind.CORRECTION]


def test_released_points_are_taken_back_by_a_correction_like_any_others(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night([(Player("Tam Ulo"), ranked[0][1]), *ranked[1:]]))
    assign(HeldCredit.objects.get(), here.players[0], here.scorer, AT)
    submitted(here, night([*ranked[1:], ranked[0]]), replace=True)
    assert balance(here.players[0]) == 0
