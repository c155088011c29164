"""Between a draft and its submission nothing counts twice, no answer is lost, and what changed is shown."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player
from overtrick.formats.answers import typed
from overtrick.register.competitions import draft_record
from overtrick.register.competitions.draft_store import answers_to, keep, of_upload, up_to_date
from overtrick.register.competitions.match import leave_open, say_no_member, seated
from overtrick.register.competitions.models import Seat, StoredDraft
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import read, receive, reread
from overtrick.register.competitions.submit import Changed, SentElsewhere, reopen, submit, take_in
from overtrick.register.competitions.versions import PassedBy, Placed
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


def test_what_an_officer_said_of_players_stays_when_the_file_is_read_again(here: Union) -> None:
    ranked = pairs(here.players)
    ranked[0] = (Player("Zeb Quill"), Player("Nim Tor"))
    event = night(ranked, status="")
    (asked,) = receive(here.club, "night.yaml", file_of(event), here.scorer, AT)
    (draft,) = reread(asked.upload, typed([("the form", "status", "club")]), here.scorer, AT)
    assert draft.submission is not None
    zeb, nim = draft.submission.seats.filter(match=Seat.Match.UNKNOWN).order_by("pk")
    say_no_member(zeb, here.scorer, AT)
    leave_open(nim, here.scorer, AT)
    (again,) = reread(asked.upload, typed([("the form", "status", "county")]), here.scorer, AT)
    assert again.submission is not None
    assert {each.who.name: each.match.value for each in seated(again.submission)[:2]} == {
        "Zeb Quill": "no member", "Nim Tor": "left open",
    }  # fmt: skip
    assert [each.lost for each in preview(again.submission, AT).credits.held] == [True, False]


def test_what_was_answered_stays_when_the_same_file_is_sent_again(here: Union) -> None:
    content = "\n".join(
        ["Place,Name 1,Number 1,Name 2,Number 2"]
        + [
            f"{at},{one.name},{one.number},{other.name},{other.number}"
            for at, (one, other) in enumerate(pairs(here.players), 1)
        ]
    ).encode()
    (asked,) = receive(here.club, "night.csv", content, here.scorer, AT)
    words = {each.word for each in asked.questions}
    (left,) = reread(asked.upload, typed([("the form", "date", "12 May 2026")]), here.scorer, AT)
    assert left.questions
    (again,) = receive(here.club, "night.csv", content, here.scorer, AT)
    assert {each.word for each in again.questions} == {each.word for each in left.questions} != words
    assert answers_to(asked.upload) == {"date": "2026-05-12"}


def test_a_draft_from_before_drafts_were_kept_is_shown_with_its_file(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    StoredDraft.objects.all().delete()
    assert [each.submission for each in of_upload(draft.upload)] == [draft.submission]


def test_a_draft_that_is_submitted_while_a_later_file_is_read_stays_as_it_is(here: Union) -> None:
    ranked = pairs(here.players)
    first = send(here, night(ranked)).submission
    assert first is not None
    found = read(here.club, "later.yaml", file_of(night(ranked[::-1])), here.scorer, AT)
    drafts = found.drafts()
    submit(first, here.scorer, AT)
    with pytest.raises(PassedBy, match="Send the file again"):
        keep(drafts, found.sent)
    (again,) = receive(here.club, "later.yaml", file_of(night(ranked[::-1])), here.scorer, AT)
    assert again.replaces == first


def test_a_draft_that_was_kept_before_remarks_had_codes_is_read(here: Union) -> None:
    event = night(pairs(here.players))._replace(facts=(("weather", "fine"),))
    draft = send(here, event).submission
    assert draft is not None
    kept = json.loads(StoredDraft.objects.get(submission=draft).worked)
    assert [code for _says, _clause, code in kept["remarks"]] == ["fact-not-asked"]
    older = json.dumps(kept | {"remarks": [each[:2] for each in kept["remarks"]]})
    found = draft_record.read(older, draft, (), AT.date()).assessment
    assert found is not None
    assert [each.code for each in found.remarks] == ["remark-of-older-version"]
    assert "weather" in found.remarks[0].says
