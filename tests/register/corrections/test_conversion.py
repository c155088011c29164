"""Points of one colour become points of another: where the handbook has it, once, by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.register.corrections import confirm, conversion
from overtrick.register.decisions import two_people
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.ledger.models import Posting
from overtrick.register.organisations.require import OnlyTheOffice
from overtrick.register.proof import prove
from tests.register import office
from tests.register.corrections.welsh import welsh_union
from tests.register.season import NIGHT, Union

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.postgres


@pytest.fixture
def wales(founded: Founded) -> Union:
    """Open an office in Wales whose first player may convert points."""
    return founded(welsh_union)


def held(here: Union) -> dict[str, int]:
    return dict(balances.holdings(here.players[0].pk, AsAt()))


def test_it_is_done_once_and_only_for_a_rank_that_needs_it(wales: Union) -> None:
    player, clerk, second = wales.players[0], wales.clerk, wales.second
    with pytest.raises(conversion.NotAllowed, match="Master is not reached without"):
        conversion.propose(player, "Master", clerk, office.AT)
    first = conversion.propose(player, "Premier Master", clerk, office.AT)
    twice = conversion.propose(player, "Premier Master", clerk, office.AT)
    assert held(wales)["blue"] == 1000
    assert {each.colour for each in confirm.effects(first, office.AT)} == {"green", "blue"}
    done = confirm.confirm(first, second, office.AT)
    assert held(wales) == {"local": 5000, "green": 1133, "blue": 1}
    posting = Posting.objects.get(pk=done.posting_id)
    assert (posting.posted_by, posting.second) == (clerk, second)
    with pytest.raises(conversion.NotAllowed, match="not converted before"):
        confirm.confirm(twice, second, office.AT)
    with pytest.raises(conversion.NotAllowed, match="not converted before"):
        conversion.propose(player, "Premier Master", clerk, office.AT)
    assert prove().holds


def test_it_takes_two_of_the_office(wales: Union) -> None:
    made = conversion.propose(wales.players[0], "Premier Master", wales.clerk, office.AT)
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(made, wales.clerk, office.AT)
    with pytest.raises(OnlyTheOffice):
        confirm.confirm(made, wales.scorer, office.AT)
    assert held(wales)["blue"] == 1000


def test_other_handbooks_convert_nothing(here: Union) -> None:
    with pytest.raises(conversion.NotAllowed, match="has no conversion of points"):
        conversion.ask(here.players[0], "Premier Master", NIGHT)
