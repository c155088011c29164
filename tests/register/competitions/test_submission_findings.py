"""What must be answered is answered before an event is submitted, once for each finding; the answer stays with it."""

from __future__ import annotations

import pytest

from overtrick.formats.reading import Note
from overtrick.register.audit.models import Record
from overtrick.register.competitions import draft_store
from overtrick.register.competitions.models import FindingAnswer, Submission
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.submission_findings import Unanswered, answers_to, listed, to_answer
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.submit_all import Seen, submit_all
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import opening_balances
from tests.register import office
from tests.register.season import AT, Union, night, pairs, send

pytestmark = pytest.mark.django_db


def drafted(here: Union, name: str = "Open pairs", *, turned: bool = False, status: str = "county") -> Submission:
    ranked = pairs(here.players)[:: -1 if turned else 1]
    draft = send(here, night(ranked, name=name, status=status)).submission
    assert draft is not None
    return draft


def test_an_answer_is_kept_with_who_and_when_and_is_in_the_audit(here: Union) -> None:
    draft = drafted(here)
    with pytest.raises(Unanswered, match="A licence is needed and is not on record: open event"):
        submit(draft, here.scorer, AT)
    with pytest.raises(Unanswered):
        submit(draft, here.scorer, AT, said={"licence-missing": "  "})
    assert not FindingAnswer.objects.exists()
    done = submit(draft, here.scorer, AT, said={"licence-missing": "Granted\nby letter"}).submission
    (kept,) = answers_to(done).values()
    assert (kept.answer, kept.answered_by, kept.answered_at) == ("Granted by letter", here.scorer, AT)
    told = Record.objects.filter(action="submission.submit").latest("pk").after
    assert told is not None
    assert told["answers"] == ["licence-missing: Granted by letter"]


def test_the_same_finding_is_not_asked_again_and_another_one_is(here: Union) -> None:
    submit(drafted(here), here.scorer, AT, said={"licence-missing": "Granted by letter"})
    submit(drafted(here, turned=True), here.scorer, AT, replace=True)
    blue = night(pairs(here.players), name="Open pairs", status="county", facts=(("points", "blue"),))
    draft = send(here, blue).submission
    assert draft is not None
    with pytest.raises(Unanswered, match="blue event"):
        submit(draft, here.scorer, AT, replace=True)


def test_many_at_one_go_leave_those_behind_that_must_be_answered(here: Union) -> None:
    clear, asking = drafted(here, "Tuesday", status="club"), drafted(here)
    seen = [Seen(each, draft_store.terms_of(preview(each, AT))) for each in (clear, asking)]
    sent = submit_all(seen, here.scorer, AT)
    assert [each.pk for each in sent.submitted] == [clear.pk]
    assert [(each.draft.pk, type(each.why)) for each in sent.left] == [(asking.pk, Unanswered)]


def test_a_note_that_contradicts_the_results_is_answered_and_one_that_is_good_to_know_is_not(here: Union) -> None:
    draft = drafted(here, "Tuesday", status="club")
    notes = [
        Note("boards-contradicted", "The file counts 22 boards, and 24 were played"),
        Note("charge-code", "Code 10"),
    ]
    found = listed(preview(draft, AT), notes)
    assert [each.code for each in to_answer(found)] == ["boards-contradicted"]
    with pytest.raises(Unanswered):
        submit(draft, here.scorer, AT, notes=notes)


def test_whoever_is_above_the_limit_of_a_national_event_is_named(down_under: Union) -> None:
    south = down_under
    many = [Opening(south.players[0], "green", 2_000, office.NEW_YEAR, 1)]
    opening_balances.enter(opening_balances.compare(many), south.clerk, south.second, AT)
    played = night(
        pairs(south.players), status="", facts=(("event", "Super Novice Pairs"), ("master ranks", "Graduate 8"))
    )
    draft = send(south, played, actor=south.clerk).submission
    assert draft is not None
    with pytest.raises(Unanswered, match=f"Above the limit of this event: Ado Bem .{south.players[0].number}.") as told:
        submit(draft, south.clerk, AT)
    assert [(each.code, each.clause) for each in told.value.left] == [("entrant-above-limit", "7.2.2/06")]
    submit(draft, south.clerk, AT, said={"entrant-above-limit": "The points came after the closing day"})
