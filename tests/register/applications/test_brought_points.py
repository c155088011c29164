"""Points from abroad: granted by the office, proposed by one person and confirmed by another."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.applications import brought_points, draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions import two_people
from overtrick.register.decisions.models import Decision
from overtrick.register.ledger.models import Entry
from overtrick.register.people import merge_records

if TYPE_CHECKING:
    from overtrick.register.people.models import Player
    from tests.register.season import Union

AT = datetime(2026, 6, 1, 9, tzinfo=UTC)
SETTLED = {"country": "New Zealand", "settling": "yes", "rank_there": "Grand Master", "documents": "yes"}
LIFE = {"way": "new resident", "rank": "Life", "nominee": "Hana Ilk: yes"}


def _granted(here: Union, player: Player) -> list[Proposal]:
    return brought_points.grant_and_propose(player, SETTLED, LIFE, "papers seen", actor=here.clerk, at=AT)


@pytest.mark.clause("abf", "1.3.3/3", "1.3.3/4")
def test_a_rank_is_granted_proposed_and_confirmed_by_another(down_under: Union) -> None:
    ado = down_under.players[0]
    made = _granted(down_under, ado)
    assert {(each.colour, each.units) for each in made} == {("green", 12_000), ("red", 15_000), ("gold", 3_000)}
    assert all(each.reason.startswith("Application A2026-00001: Granted as Life Master") for each in made)
    assert not Entry.objects.exists()
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(made[0], down_under.clerk, AT)
    for each in made:
        confirm.confirm(each, down_under.second, AT)
    assert {(each.colour, each.units) for each in Entry.objects.filter(player=ado)} == {
        ("green", 12_000), ("red", 15_000), ("gold", 3_000),
    }  # fmt: skip
    assert Decision.objects.get(outcome="granted").why == "papers seen"
    assert brought_points.waiting(ado, AT) == []


@pytest.mark.postgres
def test_what_a_player_applied_for_is_proposed_once_and_again_after_a_refusal(down_under: Union) -> None:
    ado = down_under.players[0]
    down_under.stranger.player = ado
    down_under.stranger.save()
    won = {"country": "Great Britain", "settling": "no", "UK green": "200", "UK local": "1500"}
    asked = draft.begin(ado, "points from abroad", won, actor=down_under.stranger, at=AT)
    with pytest.raises(brought_points.NothingGranted):
        brought_points.propose(asked, down_under.clerk, AT)
    sent = send.send(asked, actor=down_under.stranger, at=AT)
    said = outcomes.Answer("", typed={"way": "by the rates"})
    outcomes.grant(sent, said, actor=down_under.clerk, at=AT)
    (waits,) = brought_points.waiting(ado, AT)
    made = brought_points.propose(waits, down_under.clerk, AT)
    assert {(each.colour, each.units) for each in made} == {("gold", 500), ("green", 15)}
    assert brought_points.propose(waits, down_under.clerk, AT) == []
    proposals.refuse(made[0], "not yet", down_under.second, AT)
    assert [each.colour for each in brought_points.propose(waits, down_under.clerk, AT)] == [made[0].colour]


def test_after_a_merge_points_are_still_proposed_once(down_under: Union) -> None:
    ado, cor = down_under.players[:2]
    made = _granted(down_under, ado)
    for each in made:
        proposals.refuse(each, "not yet", down_under.second, AT)
    merge_records.merge(cor, ado, "One person", actor=down_under.clerk, at=AT)
    (waits,) = brought_points.waiting(cor, AT)
    assert len(brought_points.propose(waits, down_under.clerk, AT)) == len(made)
    assert brought_points.propose(waits, down_under.clerk, AT) == []
    assert brought_points.waiting(cor, AT) == []


def test_a_grant_against_a_condition_wants_a_reason_and_nothing_is_kept_of_a_wrong_one(down_under: Union) -> None:
    ado = down_under.players[0]
    nobody = {"way": "no history", "rank": "Local"}
    found = brought_points.foresee(ado, SETTLED, nobody, AT.date())
    assert found.conditions is not None
    assert found.conditions.holds is False
    with pytest.raises(outcomes.AgainstTheRules):
        brought_points.grant_and_propose(ado, SETTLED, nobody, "", actor=down_under.clerk, at=AT)
    with pytest.raises(outcomes.NotStated):
        brought_points.grant_and_propose(ado, SETTLED, {}, "why", actor=down_under.clerk, at=AT)
    assert not Application.objects.exists()


@pytest.mark.postgres
def test_where_the_handbook_knows_no_such_thing_nothing_is_granted(here: Union) -> None:
    assert brought_points.kind_on(AT.date()) is None
    with pytest.raises(brought_points.NothingGranted):
        _granted(here, here.players[0])
    with pytest.raises(brought_points.NothingGranted):
        brought_points.foresee(here.players[0], {}, {}, AT.date())
