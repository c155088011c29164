"""What comes of a file: drafts, problems, questions; several events in a zip; files of points."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest

from overtrick.formats.answers import Answers, typed
from overtrick.register.competitions.decide import approve
from overtrick.register.competitions.draft import answers_of
from overtrick.register.competitions.models import Competition, Seat, StoredEvent, Submission, Upload
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.read import receive, reread
from overtrick.register.competitions.submit import submit, take_in
from overtrick.register.competitions.versions import Placed
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.scoping import scope, scopes_disabled
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, file_of, night, pairs, send, submitted, union

pytestmark = pytest.mark.django_db

LIST = """Event,Thursday pairs
Date,2026-05-14
Boards,24
Place,Name 1,Number 1,Name 2,Number 2,Percentage
1,Ado Bem,200001,Cor Dax,200002,61.25
2,Elu Fin,200003,Gat Hob,200004,55.00
3,Ira Jun,200005,Kel Lom,200006,52.50
4,Mun Nor,200007,Ost Pil,200008,50.00
5,Quo Rab,200009,Sef Tul,200010,45.00
6,Uma Vek,200011,Wim Xan,200012,36.25
"""

_PLAYER = "<PLAYER><PLAYER_NAME>{}</PLAYER_NAME><NATIONAL_ID_NUMBER>{}</NATIONAL_ID_NUMBER></PLAYER>"
EXTRA = f"""<?xml version="1.0"?>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>Oakby</CLUB_NAME></CLUB><EVENT EVENT_TYPE="PAIRS">
<P2P_CHARGE_RATE>02</P2P_CHARGE_RATE><EVENT_DESCRIPTION>Extra points</EVENT_DESCRIPTION><DATE>14/05/2026</DATE>
<WINNER_TYPE>1</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER>
<PLACE>1</PLACE><MASTER_POINTS><MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>
<MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE></MASTER_POINTS>
{_PLAYER.format("Ado Bem", 200001)}{_PLAYER.format("Cor Dax", 200002)}</PAIR></PARTICIPANTS></EVENT></USEBIO>"""


def test_a_file_with_problems_is_kept_and_every_problem_is_told(here: Union) -> None:
    (draft,) = receive(here.club, "bad.yaml", b"event: Tuesday\ndate: soon\nplay: chess\n", here.scorer, AT)
    assert draft.submission is None
    assert len(draft.problems) >= 2
    assert Upload.objects.get().content.startswith(b"event: Tuesday")
    assert not Competition.objects.exists()


def test_another_federations_handbook_is_a_problem(here: Union) -> None:
    (draft,) = receive(here.club, "x.json", file_of(night(pairs(here.players)), "abf"), here.scorer, AT)
    assert [problem.found for problem in draft.problems] == ["The file asks for the handbook abf; here ebu applies."]


def test_a_day_before_the_first_edition_is_a_problem(here: Union) -> None:
    draft = send(here, night(pairs(here.players), begins=date(2001, 5, 1)))
    assert "no edition of the" in draft.problems[0].found


def test_what_a_list_leaves_open_is_answered_and_remembered(here: Union) -> None:
    (first,) = receive(here.club, "thursday.csv", LIST.encode(), here.scorer, AT)
    assert first.submission is None
    assert [question.word for question in first.questions] == ["status"]
    answers = typed([("--answer", "status", "club")])
    (second,) = reread(first.upload, answers, here.scorer, AT)
    assert second.submission is not None
    assert answers_of(second.submission.answers) == answers
    submit(second.submission, here.scorer, AT)
    assert balance(here.players[0]) > 0
    assert Upload.objects.count() == 1


def test_every_event_of_a_zip_becomes_a_draft(here: Union) -> None:
    ranked = pairs(here.players)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.json", file_of(night(ranked, name="Monday pairs")))
        archive.writestr("two.json", file_of(night(ranked[::-1], name="Tuesday pairs")))
        archive.writestr("three.json", b"event: nothing\n")
    content = packed.getvalue()
    drafts = receive(here.club, "week.zip", content, here.scorer, AT)
    assert [draft.submission is not None for draft in drafts] == [True, True, False]
    assert [draft.file for draft in drafts] == ["week.zip/one.json", "week.zip/two.json", "week.zip/three.json"]
    for draft in drafts[:2]:
        assert draft.submission is not None
        submit(draft.submission, here.scorer, AT)
    again = receive(here.club, "week.zip", content, here.scorer, AT)
    assert [draft.before is not None for draft in again] == [True, True, False]


def test_a_draft_takes_the_place_of_an_earlier_draft(here: Union) -> None:
    ranked = pairs(here.players)
    send(here, night(ranked))
    second = send(here, night(ranked[::-1]))
    assert second.submission is not None
    assert [each.pk for each in Submission.objects.all()] == [second.submission.pk]
    assert Seat.objects.count() == 16


def test_another_event_of_the_same_name_and_day_is_said_to_be_one(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked[:4]))
    (draft,) = receive(here.club, "b.json", file_of(night(ranked[4:])), here.scorer, AT, placed=Placed(separate=True))
    assert draft.submission is not None
    assert draft.replaces is None
    assert str(draft.submission.competition) == "Tuesday pairs (2)"


def test_a_correction_under_another_name_is_put_into_its_competition(here: Union) -> None:
    ranked = pairs(here.players)
    first = submitted(here, night(ranked)).submission
    renamed = night(ranked[::-1], name="Tuesday night pairs")
    placed = Placed(competition=first.competition)
    (draft,) = receive(here.club, "r.json", file_of(renamed), here.scorer, AT, placed=placed)
    assert draft.replaces == first


def test_a_file_of_points_waits_for_the_office_and_names_no_assessment(down_under: Union) -> None:
    here = down_under
    first, second = here.players[:2]
    content = f"{int(first.number):07d}000150\r\n{int(second.number):07d}000075\r\n".encode()
    (asked,) = receive(here.club, "week.grn", content, here.scorer, AT)
    assert [question.word for question in asked.questions] == ["date"]
    answers = typed([("--answer", "date", NIGHT.isoformat()), ("--answer", "event", "Sectional")])
    (draft,) = receive(here.club, "week.grn", content, here.scorer, AT, answers)
    assert draft.submission is not None
    assert [(each.colour, each.units) for each in preview(draft.submission, AT).credits.posted] == [
        ("green", 150), ("green", 75),
    ]  # fmt: skip
    assert submit(draft.submission, here.scorer, AT).posted is None
    with pytest.raises(NotAllowed, match="may not correct"):
        approve(draft.submission, here.secretary, AT)
    approve(draft.submission, here.clerk, AT)
    assert [(entry.units, entry.assessment) for entry in Entry.objects.order_by("id")] == [(150, None), (75, None)]
    (again,) = receive(here.club, "week.grn", content, here.scorer, AT, answers)
    assert again.before is not None


def test_a_file_with_charge_code_02_only_adds_points_once_somebody_says_so(here: Union) -> None:
    (asked,) = receive(here.club, "extra.xml", EXTRA.encode(), here.scorer, AT)
    assert [question.word for question in asked.questions] == ["points only"]
    placed = Placed(points_only=True)
    (draft,) = receive(here.club, "extra.xml", EXTRA.encode(), here.scorer, AT, placed=placed)
    assert draft.submission is not None
    shown = preview(draft.submission, AT)
    assert shown.dues
    assert "code 02" in shown.dues[0].working.says
    assert [(each.colour, each.units) for each in shown.credits.posted] == [("local", 12), ("local", 12)]
    assert shown.assessment is None


def test_points_of_no_colour_of_the_handbook_are_a_problem(here: Union) -> None:
    placed = Placed(points_only=True)
    (draft,) = receive(here.club, "x.xml", EXTRA.replace("BLACK", "PINK").encode(), here.scorer, AT, placed=placed)
    assert draft.submission is None
    assert "'pink' is not a colour" in draft.problems[0].found


def test_a_file_is_taken_in_at_one_go(here: Union) -> None:
    (first,) = take_in(here.club, "t.json", file_of(night(pairs(here.players))), here.scorer, AT)
    assert first[1] is not None
    assert first[1].posted is not None
    (again,) = take_in(here.club, "t.json", file_of(night(pairs(here.players))), here.scorer, AT)
    assert again[1] is None
    assert again[0].before is not None


def test_the_same_event_of_two_clubs_is_kept_once_and_is_two_if_somebody_says_so(here: Union) -> None:
    event = night(pairs(here.players))
    submitted(here, event)
    placed = Placed(separate=True)
    (draft,) = receive(here.other, "t.json", file_of(event), here.stranger, AT, placed=placed)
    assert draft.before is None
    assert draft.submission is not None
    assert StoredEvent.objects.count() == 1


def test_two_federations_do_not_see_each_others_submissions(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    with scopes_disabled():
        other = office.federation("west")
    with scope(federation=other):
        there = union(other)
        assert not Submission.objects.exists()
        outcome = submitted(there, night(pairs(there.players)))
        assert outcome.posted is not None
        assert Entry.objects.count() == 6
        with pytest.raises(NotAllowed):
            receive(there.club, "t.json", b"", here.clerk, AT)
    with scopes_disabled():
        assert Entry.objects.count() == 12


def test_nothing_that_is_answered_is_nothing(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    assert answers_of(outcome.submission.answers) == Answers()


def test_points_of_a_pair_without_players_are_a_problem_and_no_error(here: Union) -> None:
    event = night(pairs(here.players))
    (stage,) = event.stages
    (field,) = stage.fields
    oaks, *others = field.contestants
    nobody = field._replace(contestants=(oaks._replace(name="Oaks", players=()), *others))
    draft = send(here, event._replace(stages=(stage._replace(fields=(nobody,)),)))
    assert draft.submission is None
    assert [each.found for each in draft.problems] == ["Oaks has won points, but its players are not named."]
    last = field._replace(
        contestants=(*field.contestants[:-1], field.contestants[-1]._replace(name="Elms", players=()))
    )
    assert send(here, event._replace(stages=(stage._replace(fields=(last,)),))).submission is not None
