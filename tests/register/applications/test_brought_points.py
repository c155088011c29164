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
LIFE = {"way": "new resident", "rank": "Life"}


def _granted(here: Union, player: Player) -> Proposal:
    return brought_points.grant_and_propose(player, SETTLED, LIFE, "papers seen", actor=here.clerk, at=AT)


def _entered(player: Player) -> set[tuple[str, int]]:
    return {(each.colour, each.units) for each in Entry.objects.filter(player=player)}


def _proposed(proposal: Proposal) -> set[tuple[str, int]]:
    return {(each.colour, each.units) for each in confirm.effects(proposal, AT)}


@pytest.mark.postgres
@pytest.mark.clause("abf", "1.3.3/3", "1.3.3/4")
def test_a_rank_is_granted_and_all_its_points_are_confirmed_at_once_by_another(down_under: Union) -> None:
    ado = down_under.players[0]
    made = _granted(down_under, ado)
    assert Proposal.objects.get() == made
    assert _proposed(made) == {("green", 12_000), ("red", 15_000), ("gold", 3_000)}
    assert made.reason.startswith("Application A2026-00001: Granted as Life Master")
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(made, down_under.clerk, AT)
    assert _entered(ado) == set()
    confirm.confirm(made, down_under.second, AT)
    assert _entered(ado) == _proposed(made)
    assert Entry.objects.values("posting").distinct().count() == 1
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
    assert _proposed(made) == {("gold", 500), ("green", 15)}
    with pytest.raises(brought_points.NothingGranted, match="proposed before"):
        brought_points.propose(waits, down_under.clerk, AT)
    proposals.refuse(made, "not yet", down_under.second, AT)
    assert _proposed(brought_points.propose(waits, down_under.clerk, AT)) == _proposed(made)


def test_a_colour_that_an_earlier_version_proposed_by_itself_is_not_proposed_again(down_under: Union) -> None:
    ado = down_under.players[0]
    made = _granted(down_under, ado)
    proposals.refuse(made, "not yet", down_under.second, AT)
    alone = proposals.ProposedPoints("gold", 3_000, AT.date())
    proposals.propose(ado, alone, made.reason, down_under.clerk, AT)
    (waits,) = brought_points.waiting(ado, AT)
    assert _proposed(brought_points.propose(waits, down_under.clerk, AT)) == {("green", 12_000), ("red", 15_000)}


def test_after_a_merge_points_are_still_proposed_once(down_under: Union) -> None:
    ado, cor = down_under.players[:2]
    made = _granted(down_under, ado)
    proposals.refuse(made, "not yet", down_under.second, AT)
    merge_records.merge(cor, ado, "One person", actor=down_under.clerk, at=AT)
    (waits,) = brought_points.waiting(cor, AT)
    again = brought_points.propose(waits, down_under.clerk, AT)
    assert brought_points.waiting(cor, AT) == []
    confirm.confirm(again, down_under.second, AT)
    assert _entered(cor) == _proposed(made)


@pytest.mark.clause("abf", "1.3.3/2", "1.3.3/3", "1.3.4 note 2")
@pytest.mark.parametrize(
    ("told", "stated"),
    [
        ({}, {"way": "no history", "assessed rank": "Local", "nominee": "Hana Ilk"}),  # one of three
        ({}, {"way": "no history", "assessed rank": "National"}),  # by whom?
        ({}, {"way": "new resident", "rank": "Silver Grand"}),  # Grand is the highest
        ({"documents": "no"}, LIFE),
        ({"settling": "no"}, LIFE),
        ({}, {}),
    ],
)
def test_nothing_is_proposed_or_kept_of_a_rank_that_cannot_be_granted(
    down_under: Union, told: dict[str, str], stated: dict[str, str]
) -> None:
    ado = down_under.players[0]
    with pytest.raises((brought_points.NothingGranted, outcomes.NotStated)):
        brought_points.grant_and_propose(ado, SETTLED | told, stated, "why", actor=down_under.clerk, at=AT)
    assert not Application.objects.exists()
    assert not Proposal.objects.exists()


@pytest.mark.postgres
def test_where_the_handbook_knows_no_such_thing_nothing_is_granted(here: Union) -> None:
    assert brought_points.kind_on(AT.date()) is None
    with pytest.raises(brought_points.NothingGranted):
        _granted(here, here.players[0])
    with pytest.raises(brought_points.NothingGranted):
        brought_points.foresee(here.players[0], {}, {}, AT.date())
