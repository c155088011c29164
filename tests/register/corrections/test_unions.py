"""A player moves between schemes: points come along by the handbook, with their origin, or the record is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from overtrick.register.corrections import confirm, proposals, unions
from overtrick.register.corrections.proposals import Unfit
from overtrick.register.corrections.unions import Move, OneRecord
from overtrick.register.decisions import decide
from overtrick.register.federation_settings import setup
from overtrick.register.ledger import balances
from overtrick.register.ledger.models import Posting
from overtrick.register.people import standings
from overtrick.register.periods import ONE_DAY
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, union

pytestmark = pytest.mark.django_db
Opened = Callable[[str], AbstractContextManager[Union]]
MOVED = Move("SBU", "4711", NIGHT, closed_there=True)


@pytest.fixture
def opened() -> Opened:
    @contextmanager
    def at(handbook: str) -> Iterator[Union]:
        federation = office.federation("north", handbook)
        with scope(federation=federation):
            yield union(federation)

    return at


@pytest.mark.parametrize(
    ("house", "scheme", "credited", "clause"),
    [
        ("ebu", "SBU", 120, "2.2.1 p2"),
        ("ebu", "ABF", 0, "2.2.3"),
        ("wbu", "CBAI", 120, "2.6.4 p1"),
        ("wbu", "BGB", 120, "2.6.4 p2"),
        ("wbu", "ACBL", 0, "2.3.3"),
        ("scba", "ABF", 0, "1.2.1"),
    ],
)
def test_the_handbook_says_what_comes_along(
    opened: Opened, house: str, scheme: str, credited: int, clause: str
) -> None:
    with opened(house):
        (found,) = unions.incoming(MOVED._replace(scheme=scheme), {"local": 120}).points
        assert (found.credited, found.working.clause) == (credited, clause)


def test_points_are_proposed_with_their_origin_and_confirmed_by_another(opened: Opened) -> None:
    with opened("ebu") as here:
        player = here.players[0]
        made = unions.propose(player, MOVED, {"local": 120, "green": 350}, actor=here.clerk, at=AT)
        assert balances.holdings(player.pk) == {}
        confirm.confirm(made, here.second, AT)
        assert dict(balances.holdings(player.pk)) == {"local": 120, "green": 350}
        assert Posting.objects.get().reason.startswith(f"{unions.ORIGIN}SBU, number 4711")


def test_the_same_points_are_not_brought_along_twice(opened: Opened) -> None:
    with opened("ebu") as here:
        player = here.players[0]
        made = unions.propose(player, MOVED, {"local": 120}, actor=here.clerk, at=AT)
        with pytest.raises(Unfit, match="number 4711 of SBU were proposed before"):
            unions.propose(player, MOVED, {"local": 120, "green": 350}, actor=here.clerk, at=AT)
        proposals.refuse(made, "It was 130", here.second, AT)
        again = unions.propose(player, MOVED, {"local": 130}, actor=here.clerk, at=AT)
        confirm.confirm(again, here.second, AT)
        with pytest.raises(Unfit):
            unions.propose(player, MOVED, {"local": 130}, actor=here.clerk, at=AT)
        unions.propose(player, MOVED, {"green": 350}, actor=here.clerk, at=AT)


@pytest.mark.postgres
def test_one_scheme_keeps_the_record_and_nothing_comes_from_elsewhere(opened: Opened) -> None:
    with opened("ebu") as here:
        player = here.players[0]
        with pytest.raises(OneRecord) as refused:
            unions.propose(player, MOVED._replace(closed_there=False), {"local": 1}, actor=here.clerk, at=AT)
        assert refused.value.clause == "2.2.1 p2"
        with pytest.raises(Unfit, match="not recognised") as nothing:
            unions.propose(player, MOVED._replace(scheme="ABF"), {"local": 1}, actor=here.clerk, at=AT)
        assert nothing.value.clause == "2.2.3"
        with pytest.raises(Unfit):
            unions.propose(player, MOVED, {}, actor=here.clerk, at=AT)


@pytest.mark.parametrize(("there", "here_"), [(120, 12), (129, 12), (130, 13), (9, 0)])
def test_in_singapore_a_scale_that_is_settled_takes_points_over(opened: Opened, there: int, here_: int) -> None:
    with opened("scba") as here:
        settled = setup.Ways(settings={"transfer_scale": "1/10"})
        changed = setup.change(here.federation, settled, actor=here.clerk, at=AT)
        with scope(federation=changed):
            (found,) = unions.incoming(MOVED._replace(scheme="ABF"), {"local": there}).points
        assert found.credited == here_


def test_a_record_that_moves_away_is_closed_the_day_after(opened: Opened) -> None:
    with opened("wbu") as here:
        player = here.players[0]
        unions.leave(player, "EBU", NIGHT, actor=here.clerk, at=AT)
        assert standings.on_day(player, NIGHT).status == "registered"
        assert standings.on_day(player, NIGHT + ONE_DAY).status == "lapsed"
        noted = decide.about(player).get()
        assert (noted.what, noted.clause) == ("Record moved to EBU", "2.3.1 p1")


def test_other_handbooks_know_no_such_moves(down_under: Union) -> None:
    assert not unions.moves_exist(AT.date())
    assert unions.incoming(MOVED, {"red": 100}).points == []
    assert down_under.federation.handbook == "abf"
