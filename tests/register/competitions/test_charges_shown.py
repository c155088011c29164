"""What a draft costs: shown before it is submitted, kept with it, and told again if it has changed meanwhile."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player
from overtrick.engine.working import walk
from overtrick.formats.answers import typed
from overtrick.register.competitions.draft_store import stored, up_to_date
from overtrick.register.competitions.match import seated
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import Changed, submit
from overtrick.register.competitions.work_out import with_outlook, work_out
from overtrick.register.money.tariffs import NewRow
from tests.register.money.treasury import entered
from tests.register.season import AT, NIGHT, Union, night, pairs, send

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.money import Due
    from overtrick.register.competitions.models import Submission
    from overtrick.register.competitions.work_out import Worked

pytestmark = pytest.mark.django_db

CLUB = NewRow("club player session", "player session", 42)


def costs(draft: Submission | None) -> list[Due]:
    assert draft is not None
    return list(preview(draft, AT).dues or ())


def party(here: Union, name: str) -> Event:
    return night(pairs(here.players), name=name)._replace(facts=(("exemption", "party"),))


def test_a_club_sees_what_a_night_costs_with_its_clause_and_whose_amount_it_is(here: Union) -> None:
    nothing = costs(send(here, night(pairs(here.players))).submission)
    assert [each.amount for each in nothing] == [None]
    assert "no amount is entered for this from" in nothing[0].working.says
    entered(here, date(2026, 3, 1), CLUB)
    (due,) = costs(send(here, night(pairs(here.players), name="Another night")).submission)
    players = len(here.players)
    assert (due.quantity, due.amount, due.clause) == (players, 42 * players, "1.3.3(a)")
    assert due.rate is not None
    assert due.rate.source == "Circular 7"


def test_what_is_kept_of_the_charges_is_what_was_worked_out(here: Union) -> None:
    entered(here, date(2026, 3, 1), CLUB)
    for event in (night(pairs(here.players)), party(here, "Christmas party")):
        draft = send(here, event).submission
        assert draft is not None
        kept, made = stored(draft, AT), with_outlook(work_out(draft, seated(draft), AT))
        assert kept is not None
        for before, after in zip(made.dues or (), kept.dues or (), strict=True):
            assert after._replace(working=before.working) == before
            assert [each.says for each, _deep in walk(after.working)] == [
                each.says for each, _deep in walk(before.working)
            ]


def test_an_amount_that_changes_meanwhile_is_shown_before_it_is_submitted(here: Union) -> None:
    draft = send(here, night(pairs(here.players))).submission
    assert draft is not None
    assert up_to_date(draft, AT)[1] is None
    entered(here, date(2026, 3, 1), CLUB)
    with pytest.raises(Changed) as told:
        submit(draft, here.scorer, AT)
    (term,) = told.value.since.terms
    assert term.what == "Fee"
    assert "no amount is entered" in term.before
    assert "at £0.42: £" in term.now
    done = submit(draft, here.scorer, AT).submission
    assert done.fee == term.now


def test_the_second_party_of_a_year_is_charged_whichever_was_played_first(here: Union) -> None:
    first = send(here, party(here, "Christmas party")).submission
    assert first is not None
    assert [each.exempt for each in costs(first)] == [True]
    submit(first, here.scorer, AT)
    second = send(here, party(here, "Autumn party")._replace(begins=NIGHT - timedelta(days=7))).submission
    assert [(each.exempt, each.charge) for each in costs(second)] == [(False, "club player session")]
    # What came later changes nothing about what came first.
    assert second is not None
    submit(second, here.scorer, AT)
    assert [each.exempt for each in costs(first)] == [True]


def test_points_that_are_held_are_not_levied_before_they_are_credited(down_under: Union) -> None:
    here = down_under
    ranked = pairs(here.players)
    whole = costs(send(here, night(ranked, status="E")).submission)
    ranked[0] = (Player("Zeb Quill"), Player("Nim Tor"))
    shown = preview_of(here, night(ranked, status="E", name="With strangers"))
    held = sum(each.units for each in shown.credits.held)
    assert held
    assert [each.charge for each in whole] == ["levy C D E F"]
    (due,) = shown.dues or ()
    assert due.quantity * 100 == sum(shown.credits.units.values()) - held


def preview_of(here: Union, event: Event) -> Worked:
    draft = send(here, event).submission
    assert draft is not None
    return preview(draft, AT)


def test_the_grade_of_a_red_credit_file_is_asked_and_decides_its_levy(down_under: Union) -> None:
    here = down_under
    content = f"{int(here.players[0].number):07d}001000\r\n".encode()
    told = [("--answer", "date", NIGHT.isoformat()), ("--answer", "event", "Congress pairs")]
    (asked,) = receive(here.club, "congress.red", content, here.scorer, AT, typed(told))
    assert asked.submission is None
    (question,) = asked.questions
    assert (question.word, question.choices) == ("status", ("B4c", "B5i", "B4s", "B5", "B4", "B3", "B"))
    for grade, cents in (("B4", 2140), ("B4c", 1620), ("B", 1390)):
        answers = typed([*told, ("--answer", "status", grade)])
        (draft,) = receive(here.club, "congress.red", content, here.scorer, AT, answers)
        (due,) = costs(draft.submission)
        assert due.amount == cents
    (green,) = receive(here.club, "week.grn", content, here.scorer, AT, typed(told))
    assert [each.charge for each in costs(green.submission)] == ["levy C D E F"]
