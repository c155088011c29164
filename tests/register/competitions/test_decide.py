"""A whole event taken back, and submitted again."""

from __future__ import annotations

import pytest

from overtrick.register.competitions.decide import NothingCounts, reverse_event
from overtrick.register.ledger.models import Entry
from tests.register.season import AT, Union, balance, night, pairs, submitted


def test_every_version_is_taken_back_and_both_entries_stay(here: Union) -> None:
    first, second, *others = pairs(here.players)
    submitted(here, night([first, second, *others]))
    outcome = submitted(here, night([second, first, *others]), replace=True)
    competition = outcome.submission.competition
    done = reverse_event(competition, here.clerk, AT, "Awarded at the wrong status")
    assert done.versions == 2
    assert {balance(each) for each in here.players} == {0}
    listed = Entry.objects.filter(posting__submission__competition=competition)
    assert listed.count() > 0
    assert sum(each.units for each in listed) == 0
    assert {each.status for each in competition.submissions.all()} == {"returned"}


def test_what_counts_no_more_cannot_be_reversed_again(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    reverse_event(outcome.submission.competition, here.clerk, AT, "A mistake")
    with pytest.raises(NothingCounts):
        reverse_event(outcome.submission.competition, here.clerk, AT, "A mistake")
