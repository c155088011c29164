"""Entries by hand: one proposes, another confirms."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.audit import trail
from overtrick.register.corrections import confirm, openings, proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.decisions import two_people
from overtrick.register.ledger.models import Posting
from overtrick.register.organisations.require import OnlyTheOffice
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import opening_balances
from tests.register.season import AT, Union, balance

FIVE = ProposedPoints("local", 5, date(2026, 5, 1))
REASON = "Won abroad; letter of the federation there"


def test_nothing_is_in_the_book_before_another_confirms(here: Union) -> None:
    player = here.players[0]
    made = proposals.propose(player, FIVE, REASON, here.clerk, AT)
    assert balance(player) == 0
    done = confirm.confirm(made, here.second, AT)
    assert balance(player) == 5
    posting = Posting.objects.get(pk=done.posting_id)
    assert (posting.kind, posting.posted_by, posting.second, posting.reason) == (
        "manual",
        here.clerk,
        here.second,
        REASON,
    )
    second, first = trail.about(player)
    assert (first.action, first.user) == ("correction.propose", here.clerk)
    assert (second.action, second.user) == ("correction.confirm", here.second)


def test_the_audit_says_how_both_showed_who_they_are(here: Union) -> None:
    player = here.players[0]
    made = proposals.propose(player, FIVE, REASON, here.clerk, AT, shown="password")
    confirm.confirm(made, here.second, AT, shown="password and code")
    second, first = (each.after or {} for each in trail.about(player))
    assert first["shown_by"] == "password"
    assert (second["proposed_by"], second["shown_by"]) == (here.clerk.username, "password and code")


def test_nobody_confirms_what_they_proposed(here: Union) -> None:
    made = proposals.propose(here.players[0], FIVE, REASON, here.clerk, AT)
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(made, here.clerk, AT)
    assert balance(here.players[0]) == 0


def test_what_is_decided_is_decided(here: Union) -> None:
    made = proposals.propose(here.players[0], FIVE, REASON, here.clerk, AT)
    proposals.refuse(made, "There is no such letter", here.second, AT)
    with pytest.raises(two_people.Decided):
        confirm.confirm(made, here.second, AT)
    assert Proposal.objects.get(pk=made.pk).answer == "There is no such letter"
    assert list(proposals.waiting(AT)) == []


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (FIVE._replace(units=0), REASON),
        (FIVE._replace(colour="purple"), REASON),
        (FIVE._replace(played=date(2027, 1, 1)), REASON),
        (FIVE, "  "),
    ],
    ids=["no points", "no such colour", "not yet", "no reason"],
)
def test_what_makes_no_sense_is_not_proposed(points: ProposedPoints, reason: str, here: Union) -> None:
    with pytest.raises(proposals.Unfit):
        proposals.propose(here.players[0], points, reason, here.clerk, AT)


def test_only_the_office_confirms(here: Union) -> None:
    made = proposals.propose(here.players[0], FIVE, REASON, here.clerk, AT)
    with pytest.raises(OnlyTheOffice):
        confirm.confirm(made, here.secretary, AT)


def test_what_nobody_confirms_expires(here: Union) -> None:
    made = proposals.propose(here.players[0], FIVE, REASON, here.clerk, AT)
    late = AT + two_people.LASTS
    assert list(proposals.waiting(late)) == []
    with pytest.raises(two_people.Expired):
        confirm.confirm(made, here.second, late)
    assert balance(here.players[0]) == 0


def test_balances_from_before_this_book_wait_for_a_second_person(here: Union) -> None:
    brought = [Opening(player, "local", 250, date(2025, 12, 31), 1) for player in here.players[:3]]
    made = openings.propose(opening_balances.compare(brought), here.clerk, AT)
    assert openings.propose(opening_balances.compare(brought), here.clerk, AT) == made
    assert balance(here.players[0]) == 0
    assert [each.units for each in confirm.effects(made, AT)] == [250] * 3
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(made, here.clerk, AT)
    confirm.confirm(made, here.second, AT)
    assert [balance(player) for player in here.players[:4]] == [250, 250, 250, 0]
    other = [each._replace(units=7) for each in brought]
    with pytest.raises(opening_balances.Contradicted):
        openings.propose(opening_balances.compare(other), here.clerk, AT)
