"""An office that plays by the Singapore handbook: two colours, submissions, a month, ranks, points that are held."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Event, Player
from overtrick.formats.ranking_list.tables import CellRow
from overtrick.handbooks import exchange
from overtrick.register.competitions.held_credits import release
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.competitions.submit import submit
from overtrick.register.federations import handbook
from overtrick.register.ledger.verify import verify
from overtrick.register.people import reinstate
from overtrick.register.people.members_list import columns
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month
from overtrick.register.ranks.current_rank import rank_of
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, night, opened, pairs, send, submitted

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
MAY = date(2026, 5, 1)
JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)


@pytest.fixture
def lions(founded: Founded) -> Union:
    return founded(opened, "lion", "scba")


def championship(lions: Union, name: str) -> Event:
    """Play a national championship of eight pairs over 48 boards."""
    held = night(pairs(lions.players), name=name, status="", facts=(("event", "Singapore Mixed Pairs"),))
    (stage,) = held.stages
    return held._replace(stages=(stage._replace(schedule=stage.schedule._replace(boards=48)),))


def test_a_championship_is_posted_in_non_local_points_and_makes_a_rank(lions: Union) -> None:
    assert list(handbook.colours(lions.federation)) == ["local", "non-local"]
    first = lions.players[0]
    submitted(lions, night(pairs(lions.players)))
    for number in range(2, 7):
        draft = send(lions, championship(lions, f"Mixed pairs {number}"), actor=lions.clerk).submission
        assert draft is not None
        submit(draft, lions.clerk, AT)  # it is an event of the SCBA
    assert (balance(first), balance(first, "non-local")) == (18, 5 * 36)
    done = close_month.close(lions.federation, MAY, lions.clerk, JUNE)
    assert done.promotions == ()  # 198 points, two short of a Club Master
    june = NIGHT + timedelta(days=28)
    submitted(lions, night(pairs(lions.players), begins=june), at=AT + timedelta(days=28))
    july = datetime(2026, 7, 15, 9, tzinfo=UTC)
    promoted = close_month.close(lions.federation, date(2026, 6, 1), lions.clerk, july).promotions
    assert {(each.player, each.rank, each.reached) for each in promoted} == {
        (player, "Club Master", june) for player in lions.players[:2]
    }
    assert rank_of(first, july.date()).standing.rank == "Club Master"
    assert verify().findings == ()


@pytest.mark.clause("scba", "1.6.2/standing", "1.6.5")
def test_points_of_a_visitor_wait_until_the_visitor_joins(lions: Union) -> None:
    visitor = office.person("Tam Ulo", club=lions.club, status=Standing.Status.VISITOR)
    seat = (Player(str(visitor), visitor.number), Player(str(lions.players[0]), lions.players[0].number))
    submitted(lions, night([seat, *pairs(lions.players[2:])]))
    held = HeldCredit.objects.get()
    assert (held.player, held.clause, held.units) == (visitor, "1.6.2/standing", 18)
    reinstate.register_again(visitor, lions.club, NIGHT + timedelta(days=9), actor=lions.clerk, at=AT)
    release(visitor, lions.clerk, AT + timedelta(days=10))
    assert balance(visitor) == 18


def test_a_list_of_members_may_have_a_column_of_non_local_points(lions: Union) -> None:
    words = exchange.of(handbook.edition_on(lions.federation, MAY))
    for heading in ("non-local", "Non-Local points", "NLP"):
        found = columns.find([CellRow(1, ("Number", "Name", heading))], words, {})
        assert found is not None
        assert [each.colour for each in found.points] == ["non-local"]
