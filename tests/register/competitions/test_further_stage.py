"""A championship is sent stage by stage, over weeks: what is settled is paid, the rest waits, nothing is paid twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Schedule
from overtrick.formats.answers import typed
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.decide import send_back
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.read import receive, reread
from overtrick.register.competitions.submit import WouldReplace, submit
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.proof import prove
from tests.register.season import AT, NIGHT, Union, file_of, night, opened, pairs, send, submitted
from tests.register.stages import NAME, WEEK, final, first_stage

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db


def units() -> list[tuple[str, str, int]]:
    rows = Entry.objects.select_related("player").order_by("id")
    return [(str(entry.player), entry.stage, entry.units) for entry in rows]


def pending() -> list[tuple[str, int]]:
    return [(each.clause, each.units) for each in held_credits.pending()]


@pytest.mark.postgres
def test_what_the_first_stage_settles_is_paid_and_stays_when_the_final_comes(here: Union) -> None:
    submitted(here, first_stage(here))
    # four tables, a third of eight pairs: three awards of 6 points a place (EBU 4.1)
    qualified = [("Ado Bem", "qualifying", 18), ("Cor Dax", "qualifying", 18), ("Elu Fin", "qualifying", 12),
                 ("Gat Hob", "qualifying", 12), ("Ira Jun", "qualifying", 6), ("Kel Lom", "qualifying", 6)]  # fmt: skip
    assert (units(), pending()) == (qualified, [])
    last = submitted(here, final(here), at=AT + WEEK)
    # a quarter of eight pairs is paid in the final, 11 a place (EBU 4.2.3)
    assert units() == [*qualified, ("Ado Bem", "final", 22), ("Cor Dax", "final", 22), ("Elu Fin", "final", 11),
                       ("Gat Hob", "final", 11)]  # fmt: skip
    assert Competition.objects.count() == 1
    assert (last.submission.version, last.submission.competition.begins) == (2, NIGHT)
    kinds = Posting.objects.order_by("pk").values_list("kind", flat=True)
    assert set(kinds) == {Posting.Kind.SUBMISSION}
    assert prove().findings == ()


def test_the_whole_event_sent_again_comes_to_the_same_as_its_last_stage_alone(here: Union) -> None:
    first = first_stage(here)
    submitted(here, first)
    stages = (*first.stages, *final(here).stages)
    submitted(here, first._replace(stages=stages, boards_to_come=None, last_day=NIGHT + WEEK), at=AT + WEEK)
    assert sum(each for _name, _stage, each in units()) == 2 * (18 + 12 + 6 + 22 + 11)
    assert send(here, final(here), at=AT + WEEK).before is not None
    assert set(Posting.objects.values_list("kind", flat=True)) == {Posting.Kind.SUBMISSION}


@pytest.mark.clause("ebu", "1.2.4")
def test_points_of_a_major_championship_wait_for_36_boards_and_are_posted_once(here: Union) -> None:
    submitted(here, first_stage(here, major_championship=True))
    # at District, a level up: 9 points a place
    assert (units(), pending()) == ([], [("1.2.4", 27)] * 2 + [("1.2.4", 18)] * 2 + [("1.2.4", 9)] * 2)
    assert held_credits.waiting().count() == 0
    submitted(here, final(here), at=AT + WEEK)
    assert pending() == []
    assert [each for _name, _stage, each in units()] == [27, 27, 18, 18, 9, 9, 33, 33, 17, 17]
    assert Posting.objects.latest("pk").kind == Posting.Kind.SUBMISSION
    assert prove().findings == ()


def test_a_final_that_was_played_otherwise_than_planned_corrects_what_was_paid(here: Union) -> None:
    submitted(here, first_stage(here))
    short = final(here)
    stage = short.stages[0]._replace(schedule=Schedule(11))
    submitted(here, short._replace(stages=(stage,)), at=AT + WEEK)
    # a stage of 11 boards makes no event of several stages (EBU 3.1.3): each is paid by itself, the short one nothing
    assert {each[1] for each in units()} == {"qualifying"}
    assert prove().findings == ()


def test_the_same_stage_again_changes_nothing_and_another_version_of_it_is_a_correction(here: Union) -> None:
    submitted(here, first_stage(here))
    submitted(here, final(here), at=AT + WEEK)
    before = units()
    assert send(here, final(here), at=AT + 2 * WEEK).before is not None
    assert units() == before
    with pytest.raises(WouldReplace):
        submitted(here, final(here, swapped=True), at=AT + 2 * WEEK)
    submitted(here, final(here, swapped=True), at=AT + 2 * WEEK, replace=True)
    assert sum(each for _name, _stage, each in units()) == sum(each for _name, _stage, each in before)
    assert Submission.objects.latest("pk").version == 3
    assert prove().findings == ()


def test_a_further_stage_that_is_returned_leaves_the_stage_before_it(here: Union) -> None:
    submitted(here, first_stage(here, major_championship=True))
    last = submitted(here, final(here), at=AT + WEEK).submission
    send_back(last, here.clerk, AT + WEEK, "the final was another")
    assert len(pending()) == 6
    assert sum(each for _name, _stage, each in units()) == 0
    assert prove().findings == ()


@pytest.mark.postgres
def test_a_file_of_a_scoring_program_is_asked_whether_it_continues_what_was_sent(here: Union) -> None:
    submitted(here, first_stage(here))
    file = file_of(final(here, name=f"{NAME}, final", continues=False))
    (draft,) = receive(here.club, "final.yaml", file, here.scorer, AT + WEEK)
    (asked,) = draft.questions
    assert (asked.word, asked.choices, asked.code) == ("continues", (NIGHT.isoformat(), "no"), "further-stage")
    (apart,) = reread(draft.upload, typed([("the page", "continues", "no")]), here.scorer, AT + WEEK)
    assert apart.submission is not None
    assert apart.submission.competition.begins == NIGHT + WEEK
    (draft,) = reread(draft.upload, typed([("the page", "continues", asked.choices[0])]), here.scorer, AT + WEEK)
    assert draft.submission is not None, (draft.problems, draft.questions)
    submit(draft.submission, here.scorer, AT + WEEK)
    assert ("Ado Bem", "final", 22) in units()
    assert prove().findings == ()


def test_a_stage_of_an_event_that_nobody_sent_says_so_and_a_club_night_is_asked_nothing(here: Union) -> None:
    draft = send(here, final(here), at=AT + WEEK)
    assert [each.code for each in draft.problems] == ["stage-before-missing"]
    submitted(here, night(pairs(here.players), name=NAME))
    again = send(here, night(pairs(here.players), name=NAME, begins=NIGHT + WEEK), at=AT + WEEK)
    assert (again.questions, again.problems) == ((), ())


@pytest.mark.clause("abf", "4.3.1/1")
def test_sessions_of_an_australian_championship_are_paid_and_the_outright_award_comes_with_its_final(
    founded: Founded,
) -> None:
    there = founded(opened, "south", "abf")
    submitted(there, first_stage(there)._replace(status="D"))
    first = sum(each for _name, _stage, each in units())
    assert first > 0
    submitted(there, final(there)._replace(status="D"), at=AT + WEEK)
    assert sum(each for _name, _stage, each in units()) > first
    assert prove().findings == ()
