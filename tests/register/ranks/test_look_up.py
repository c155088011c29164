"""A player as a scoring program looks them up: the rank by the settings that hold on the day."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.ledger.models import Balance
from overtrick.register.ranks.look_up import look_up
from overtrick.register.scoping import scope
from tests.register import office

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BEGINS = date(2026, 7, 1)


def test_a_setting_counts_from_the_day_for_which_it_was_planned() -> None:
    """The online record leaves blue points out of the rank (WBU 2.8.2); nobody else is touched by the day."""
    here = office.federation(handbook="wbu")
    here.later = [{"from": BEGINS.isoformat(), "changes": {"settings": {"rank_in": "online record"}}}]
    here.save()
    with scope(federation=here):
        player = office.person("Ado Bem")
        Balance.objects.create(federation=here, player=player, colour="blue", units=5_000, final=5_000)
        before = look_up(player.number, date(2026, 6, 30), to_everybody=True)
        after = look_up(player.number, BEGINS, to_everybody=True)
    assert before is not None
    assert after is not None
    assert (bool(before.rank), after.rank) == (True, "")
    assert before.points == after.points
