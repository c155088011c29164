"""Between a draft and its submission nothing counts twice, no answer is lost, and what changed is shown."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.competitions.draft_store import up_to_date
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import Changed, SentElsewhere, reopen, submit, take_in
from overtrick.register.competitions.versions import Placed
from overtrick.register.people.registration import correct
from tests.register.competitions.test_licence_check import authorise, red
from tests.register.season import AT, NIGHT, balance, file_of, night, pairs, send, submitted

if TYPE_CHECKING:
    from tests.register.season import Union

LATER = AT + timedelta(days=8)


def test_of_two_clubs_with_drafts_of_the_same_results_only_the_first_is_credited(here: Union) -> None:
    content = file_of(night(pairs(here.players)))
    (ours,) = receive(here.club, "ours.yaml", content, here.scorer, AT)
    (theirs,) = receive(here.other, "theirs.yaml", content, here.stranger, AT)
    assert ours.submission is not None
    assert theirs.submission is not None
    submit(ours.submission, here.scorer, AT)
    with pytest.raises(SentElsewhere, match="Oakby sent the same results"):
        submit(theirs.submission, here.stranger, AT)
    assert balance(here.players[0]) == 18


def test_what_was_said_to_be_another_event_can_be_opened_and_submitted_again(here: Union) -> None:
    content = file_of(night(pairs(here.players)))
    take_in(here.club, "ours.yaml", content, here.scorer, AT)
    ((_draft, done),) = take_in(here.other, "ours.yaml", content, here.stranger, AT, placed=Placed(separate=True))
    assert done is not None
    again = reopen(done.submission, here.stranger, AT)
    assert submit(again, here.stranger, AT, replace=True).submission.version == 2


def test_an_authorised_total_that_a_later_event_has_used_up_meanwhile_is_shown(down_under: Union) -> None:
    draft = send(down_under, red(down_under), at=LATER).submission
    assert draft is not None
    authorise(down_under, sum(preview(draft, LATER).credits.units.values()))
    assert up_to_date(draft, LATER)[1] is None
    submitted(down_under, red(down_under, NIGHT + timedelta(days=7)), at=LATER)
    with pytest.raises(Changed) as told:
        submit(draft, down_under.scorer, LATER)
    assert [each.what for each in told.value.since.terms] == ["Licence"]


def test_a_player_who_has_another_name_meanwhile_is_asked_about(here: Union) -> None:
    draft = send(here, night(pairs(here.players))).submission
    assert draft is not None
    correct(here.players[0], given="Zeb", family="Quill", actor=here.clerk, at=AT)
    with pytest.raises(Changed) as told:
        submit(draft, here.scorer, AT)
    assert [(each.name, each.gain) for each in told.value.since.changes] == [("Zeb Quill", -18), ("Ado Bem (held)", 18)]
