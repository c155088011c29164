"""From a file to entries of the book, and back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.competitions import event_store
from overtrick.register.competitions.decide import NotWaiting, approve, send_back
from overtrick.register.competitions.match import choose
from overtrick.register.competitions.models import Assessment, HeldCredit, Seat, Submission
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import receive, said_before
from overtrick.register.competitions.submit import WouldReplace, reopen, submit
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, Union, balance, file_of, night, pairs, send, submitted

pytestmark = pytest.mark.django_db
Status = Submission.Status


def test_a_club_night_becomes_entries_that_name_their_awards(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    assert outcome.posted is not None
    entries = list(Entry.objects.order_by("id"))
    # eight pairs, 24 boards: the third of the field that is paid has 18, 12 and 6
    assert [entry.units for entry in entries] == [18, 18, 12, 12, 6, 6]
    assessment = Assessment.objects.get()
    kept = [event_store.KeptAward(*row) for row in assessment.awards]
    assert [kept[entry.award or 0].name for entry in entries] == [str(entry.player) for entry in entries]
    assert outcome.submission.status == Status.APPROVED


def test_the_preview_shows_what_submitting_then_does(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    assert draft.submission is not None
    shown = preview(draft.submission, AT)
    assert Entry.objects.count() == 0
    submit(draft.submission, here.scorer, AT)
    entries = Entry.objects.order_by("id").values_list("player_id", "colour", "units")
    assert [(each.player, each.colour, each.units) for each in shown.credits.posted] == list(entries)
    assert shown.dues
    assert shown.dues[0].clause == "1.3.3(a)"
    assert "code 10" in shown.dues[0].working.because[0].says
    assert (shown.quota, shown.late, shown.changes) == (None, False, ())


def test_the_same_file_again_changes_nothing_and_says_who_sent_it_first(here: Union) -> None:
    event = night(pairs(here.players))
    submitted(here, event)
    before = (Entry.objects.count(), Submission.objects.count(), Record.objects.count())
    again = send(here, event, at=AT + timedelta(days=3))
    assert again.submission is None
    assert again.before is not None
    assert "was received on 13 May 2026 from north-scorer" in said_before(again.before)
    assert (Entry.objects.count(), Submission.objects.count(), Record.objects.count()) == before


def test_the_same_event_in_another_file_changes_nothing_either(here: Union) -> None:
    event = night(pairs(here.players))
    submitted(here, event)
    (again,) = receive(here.club, "other.yaml", b"# sent by post\n" + file_of(event), here.scorer, AT)
    assert again.before is not None
    assert again.submission is None


def test_submitting_a_draft_twice_posts_it_once(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    assert draft.submission is not None
    submit(draft.submission, here.scorer, AT)
    assert submit(draft.submission, here.scorer, AT).again
    assert Posting.objects.count() == 1


def test_a_correction_takes_back_what_changed_and_leaves_the_rest(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    first, second, third = ranked[:3]
    draft = send(here, night([second, first, third, *ranked[3:]]), at=AT + timedelta(days=1))
    assert draft.submission is not None
    assert draft.replaces is not None
    shown = preview(draft.submission, AT)
    assert {(each.name, each.gain) for each in shown.changes} == {
        ("Ado Bem", -6), ("Cor Dax", -6), ("Elu Fin", 6), ("Gat Hob", 6),
    }  # fmt: skip
    submit(draft.submission, here.scorer, AT + timedelta(days=1), replace=True)
    correction = Posting.objects.order_by("id").last()
    assert correction is not None
    assert correction.kind == Posting.Kind.CORRECTION
    units = list(correction.entries.order_by("id").values_list("units", flat=True))
    assert units == [-18, -18, -12, -12, 18, 18, 12, 12]
    assert [balance(player) for player in here.players[:6]] == [12, 12, 18, 18, 6, 6]
    assert Submission.objects.get(version=1).status == Status.REPLACED


def test_a_correction_is_not_made_by_accident(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    draft = send(here, night(ranked[::-1]))
    assert draft.submission is not None
    with pytest.raises(WouldReplace, match="was received on 13 May 2026 from north-scorer, with other results"):
        submit(draft.submission, here.scorer, AT)
    assert Posting.objects.count() == 1


def test_an_older_version_sent_again_is_known_as_one(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    submitted(here, night(ranked[::-1]), replace=True)
    again = send(here, night(ranked))
    assert again.before is not None
    assert "version 2 replaced it" in said_before(again.before)


def test_a_returned_submission_takes_its_credits_back_and_may_come_again(here: Union) -> None:
    federation = setup.change(here.federation, setup.Ways(approval=Federation.Approval.PARENT), actor=None, at=AT)
    with scope(federation=federation):
        outcome = submitted(here, night(pairs(here.players)))
        assert outcome.submission.status == Status.SUBMITTED
        with pytest.raises(NotAllowed, match="may not approve for Oakby"):
            send_back(outcome.submission, here.scorer, AT, "wrong hall")
        send_back(outcome.submission, here.secretary, AT, "wrong hall")
        assert [balance(player) for player in here.players] == [0] * 16
        returned = Submission.objects.get(pk=outcome.submission.pk)
        assert (returned.status, returned.reason) == (Status.RETURNED, "wrong hall")
        again = submitted(here, night(pairs(here.players)))
        assert again.submission.version == 2
        assert approve(again.submission, here.secretary, AT).submission.status == Status.APPROVED
        assert balance(here.players[0]) == 18


def test_returning_a_correction_lets_the_version_before_count_again(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    corrected = submitted(here, night(ranked[::-1]), replace=True)
    send_back(corrected.submission, here.clerk, AT, "the list was upside down")
    assert [balance(player) for player in here.players[:6]] == [18, 18, 12, 12, 6, 6]
    assert sum(balance(player) for player in here.players[6:]) == 0
    assert Submission.objects.get(version=1).status == Status.APPROVED
    third = submitted(here, night([ranked[1], ranked[0], *ranked[2:]]), replace=True)
    assert third.submission.version == 3
    assert [balance(player) for player in here.players[:6]] == [12, 12, 18, 18, 6, 6]


def test_what_is_a_draft_cannot_be_approved(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    assert draft.submission is not None
    with pytest.raises(NotWaiting, match="is draft"):
        approve(draft.submission, here.clerk, AT)


def test_only_those_who_act_for_a_club_upload_and_submit_for_it(here: Union) -> None:
    event = night(pairs(here.players))
    with pytest.raises(NotAllowed, match="may not upload for Oakby"):
        send(here, event, actor=here.stranger)
    draft = send(here, event)
    assert draft.submission is not None
    with pytest.raises(NotAllowed, match="may not submit for Oakby"):
        submit(draft.submission, here.stranger, AT)
    assert submit(draft.submission, here.clerk, AT).posted is not None


def test_a_wrong_match_is_put_right_by_a_new_version(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    newcomer = office.person("Tam Ulo", club=here.club)
    draft = reopen(outcome.submission, here.scorer, AT)
    seat = Seat.objects.get(submission=draft, name="Ado Bem")
    choose(seat, newcomer, here.scorer, AT)
    submit(draft, here.scorer, AT, replace=True)
    assert (balance(here.players[0]), balance(newcomer)) == (0, 18)
    assert (draft.version, reopen(draft, here.scorer, AT).version) == (2, 3)


def test_a_late_file_is_marked_late(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)), at=AT + timedelta(days=40))
    assert outcome.submission.late


def test_nobody_gets_points_by_a_name_alone(here: Union) -> None:
    ranked = pairs(here.players)
    first = tuple(each._replace(number="") for each in ranked[0])
    outcome = submitted(here, night([first, *ranked[1:]]))
    assert outcome.held == 2
    held = HeldCredit.objects.order_by("pk").first()
    assert held is not None
    assert "Nobody has said who Ado Bem is" in held.why
    assert balance(here.players[0]) == 0
