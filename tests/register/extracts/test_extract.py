"""A rank as at a day can be handed on: an extract with a code that everybody can check against the book."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.extracts import extract
from overtrick.register.extracts.models import Extract
from overtrick.register.organisations.require import OnlyTheOffice
from overtrick.register.people import standings
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import close_month, opening_balances
from tests.register import office
from tests.register.season import Union, night, pairs, submitted

MARCH, MAY = datetime(2026, 3, 2, 9, tzinfo=UTC), datetime(2026, 5, 20, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)
BEFORE, AFTER = date(2026, 2, 28), date(2026, 3, 1)


@pytest.fixture
def account(here: Union) -> User:
    """The first player has 490 points since January, and wins 18 in March."""
    player = here.players[0]
    brought = [Opening(player, "local", 490, date(2026, 1, 5), 1)]
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, MARCH)
    submitted(here, night(pairs(here.players), begins=AFTER), at=MARCH)
    close_month.close(here.federation, AFTER, here.clerk, MAY)
    made = office.user("ado")
    made.player = player
    made.save()
    return made


def test_a_rank_is_that_of_the_points_won_up_to_the_day(here: Union, account: User) -> None:
    assert account.player is not None
    ranks = [extract.as_at(here.players[0], day).rank.standing.rank for day in (BEFORE, AFTER)]
    assert ranks == ["Club Master", "Area Master"]


@pytest.mark.postgres
def test_a_code_tells_a_stranger_what_the_record_said_and_says_now(here: Union, account: User) -> None:
    made = extract.make(here.players[0], BEFORE, actor=account, at=MAY)
    assert (made.rank, made.units, made.by_player) == ("Club Master", {"local": 490}, True)
    assert Record.objects.filter(action="extract.make").count() == 1
    again = extract.make(here.players[0], BEFORE, actor=account, at=JUNE)
    assert again.pk == made.pk  # nothing has changed, so the paper stays the same
    found = extract.find(made.code.lower())
    assert found is not None
    assert found.same
    # A suspension for that day is entered later: the extract is genuine, and no longer what the record says.
    standings.suspend(here.players[0], BEFORE, BEFORE, actor=here.clerk, at=JUNE, reason="the committee")
    found = extract.find(made.code)
    assert found is not None
    assert not found.same
    assert found.now.state.suspended
    assert extract.make(here.players[0], BEFORE, actor=account, at=JUNE).pk != made.pk
    assert extract.find("7K3M-9QTX-0VHB") is None
    assert extract.find("") is None


def test_only_the_player_and_the_office_make_one_and_no_day_to_come(here: Union, account: User) -> None:
    for somebody in (here.scorer, here.secretary):
        with pytest.raises(OnlyTheOffice):
            extract.make(here.players[0], BEFORE, actor=somebody, at=MAY)
    with pytest.raises(OnlyTheOffice):
        extract.make(here.players[1], BEFORE, actor=account, at=MAY)
    with pytest.raises(extract.NotYet):
        extract.make(here.players[0], date(2026, 5, 21), actor=here.clerk, at=MAY)
    made = extract.make(here.players[0], BEFORE, actor=here.clerk, at=MAY)
    assert not made.by_player
    assert Extract.objects.count() == 1
