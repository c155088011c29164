"""A club applies: a draft that may be incomplete, papers, a number when it is sent, and who reads it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from overtrick.register.applications import access, draft, send
from overtrick.register.applications.cases import NoSuchKind
from overtrick.register.applications.draft import File, NoPaper, NotOpen
from overtrick.register.applications.models import Application, Paper
from overtrick.register.applications.send import Incomplete
from overtrick.register.decisions import decide
from tests.register.applications.steps import FIRST, LICENCE, PDF, begun, sent
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db
State = Application.State


def test_a_draft_keeps_what_is_right_and_tells_what_is_not(here: Union) -> None:
    made = draft.begin(here.club, "open event", {"event": "Summer Pairs", "colour": "red"}, actor=here.scorer, at=AT)
    assert made.answers == {"event": "Summer Pairs"}
    typed = {"tables": "many", "sessions": "2", "last_day": "2026-07-31", "first_day": "2026-08-01"}
    wrong = draft.answer(made, typed, actor=here.scorer, at=AT)
    assert set(wrong) == {"tables", "last_day"}
    assert made.answers == {"event": "Summer Pairs", "sessions": "2", "first_day": "2026-08-01"}
    assert (made.title, made.first_day, made.last_day) == ("Summer Pairs", FIRST, FIRST)


def test_everything_that_is_missing_is_told_at_once_and_nothing_is_sent(here: Union) -> None:
    made = begun(here, {name: said for name, said in LICENCE.items() if name not in ("venue", "director")})
    with pytest.raises(Incomplete) as refused:
        send.send(made, actor=here.scorer, at=AT)
    assert [each.name for each in refused.value.missing] == ["venue", "director"]
    assert refused.value.clause == "1.5.2"
    made.refresh_from_db()
    assert (made.state, made.number) == (State.DRAFT, "")


def test_an_application_that_is_sent_has_a_number_and_cannot_be_changed(here: Union) -> None:
    first, second = sent(here), sent(here)
    assert [first.number, second.number] == ["A2026-00001", "A2026-00002"]
    assert first.support == Application.Support.WAITING
    with pytest.raises(NotOpen):
        draft.answer(first, LICENCE, actor=here.scorer, at=AT)
    with pytest.raises(NotOpen):
        draft.discard(first, actor=here.scorer, at=AT)


def test_a_charity_needs_its_papers_and_a_paper_is_kept_byte_for_byte(here: Union) -> None:
    made = begun(here, {**LICENCE, "charity": "yes", "told_to_competitors": "yes"})
    assert [each.name for each in draft.missing(made)] == ["agreement", "remuneration", "donation"]
    papers = dict.fromkeys(("agreement", "remuneration", "donation", "nothing"), PDF)
    assert not draft.answer(made, {}, papers, actor=here.scorer, at=AT)
    assert not draft.missing(made)
    paper = made.papers.get(question="agreement")
    assert (paper.content, paper.content_type, paper.size) == (PDF.content, "application/pdf", len(PDF.content))
    draft.answer(made, {}, {"agreement": File("other.txt", b"We agree.")}, actor=here.scorer, at=AT)
    assert made.papers.get(question="agreement").content == b"We agree."
    draft.remove_paper(made, "agreement", actor=here.scorer, at=AT)
    made.refresh_from_db()
    assert [each.name for each in draft.missing(made)] == ["agreement"]
    assert made.papers.count() == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"%PDF-" + b"x" * (draft.LARGEST_PAPER - 4), "larger than 5 MB"),
        (b"MZ\x00\x01", "of a kind"),
        (b"<script>", "of a kind"),
    ],
)
def test_a_file_that_is_no_paper_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(NoPaper, match=said):
        draft.kind_of_file(File("it", content))


def test_a_paper_of_the_largest_size_is_taken() -> None:
    assert draft.kind_of_file(File("it", b"%PDF-" + b"x" * (draft.LARGEST_PAPER - 5))) == "application/pdf"


def test_a_club_applies_for_what_the_handbook_has_a_form_for(here: Union) -> None:
    with pytest.raises(NoSuchKind):
        draft.begin(here.club, "green event", {}, actor=here.scorer, at=AT)


@pytest.mark.postgres
def test_the_county_and_the_office_read_what_is_sent_and_no_other_club_does(here: Union) -> None:
    begun(here)
    made = sent(here)
    seen = {
        user.username: set(access.visible_to(user, AT.date()).values_list("pk", flat=True))
        for user in (here.stranger, here.secretary, here.scorer, here.clerk)
    }
    assert seen["north-stranger"] == set()
    assert seen["north-secretary"] == {made.pk}
    assert len(seen["north-scorer"]) == len(seen["north-clerk"]) == 2


@pytest.mark.postgres
def test_a_draft_is_thrown_away_with_its_papers_and_what_was_sent_is_withdrawn(here: Union) -> None:
    made = begun(here)
    draft.answer(made, {"charity": "yes"}, {"agreement": PDF}, actor=here.scorer, at=AT)
    draft.discard(made, actor=here.scorer, at=AT)
    assert not Application.objects.exists()
    assert not Paper.objects.exists()
    gone = send.withdraw(sent(here), "Hall is closed", actor=here.scorer, at=AT)
    assert gone.state == State.WITHDRAWN
    assert [each.outcome for each in decide.about(gone)] == ["withdrawn"]
    with pytest.raises(send.Decided):
        send.withdraw(gone, "", actor=here.scorer, at=AT)


def test_an_application_is_late_after_its_deadline_and_not_on_it(here: Union) -> None:
    made = sent(here)
    made.deadline = AT.date()
    assert not send.is_late(made, AT.date())
    made.deadline -= timedelta(days=1)
    assert send.is_late(made, AT.date())
