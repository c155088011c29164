"""Points that are on paper are typed beside the members, and wait for the office like a file of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.formats import points_list, recognise
from overtrick.formats.points_list import PointsLine
from overtrick.register.competitions.models import Submission
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

EVENT = {"event": "Summer league", "day": "2026-05-30", "colour": "local"}


def test_a_list_of_points_is_read_as_it_was_written() -> None:
    lines = [PointsLine("200001", "Ado Bem", "green", "1.25", 125), PointsLine("", "=Cor Dax", "local", "7", 7)]
    (reading,) = recognise.read("points.csv", points_list.write(lines))
    assert reading.format == points_list.FORMAT
    assert [(each.number, each.player, each.colour, each.units) for each in reading.claims] == [
        *(("200001", "Ado Bem", "green", 125), ("", "=Cor Dax", "local", 7))
    ]
    (broken,) = recognise.read("points.csv", points_list.write(lines) + b"1,2,3\r\n")
    assert [each.code for each in broken.problems] == ["line-unreadable"]


@pytest.mark.duty("D43", "ebu")
@pytest.mark.clause("abf", "App E: 2 online entry", "App G: manual files menu")
@pytest.mark.clause("ebu", "2.8.3")
def test_points_of_members_and_others_become_a_submission_that_waits(cast: Cast, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/by-hand/points/"
    page = as_read(scorer.get(address).content.decode())
    assert str(cast.partner) in page
    assert "Home club" in page
    given = {**EVENT, f"points-{cast.player.pk}": "12", "others": "6", "number-0": "299999", "name-0": "Zeb Quill"}
    answer = scorer.post(address, {**given, "points-other-0": "3"}, follow=True)
    assert answer.status_code == 200
    sent = Submission.objects.latest("pk")
    assert sent.kind == Submission.Kind.POINTS
    assert [row[2:] for row in sent.claims] == [[cast.player.number, "local", 12], ["299999", "local", 3]]
    assert sent.competition.name == "Summer league"
    preview = as_read(scorer.get(f"/club/{cast.union.club.pk}/submissions/{sent.pk}/preview/").content.decode())
    assert "12" in preview


def test_every_mistake_is_told_at_its_field_and_what_was_typed_stays(cast: Cast, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/by-hand/points/"
    before = Submission.objects.count()
    wrong = {f"points-{cast.player.pk}": "1.5", "others": "6", "name-1": "Zeb Quill", "points-other-2": "4"}
    answer = scorer.post(address, {**EVENT, **wrong})
    page = as_read(answer.content.decode())
    assert answer.status_code == 422
    assert "Enter a number of points" in page  # local points are whole
    assert "Enter the points of Zeb Quill" in page
    assert "Enter whose points these are" in page
    assert 'value="1.5"' in page
    assert "at least one player" in scorer.post(address, EVENT).content.decode()
    assert Submission.objects.count() == before


def test_more_lines_keep_what_was_typed(cast: Cast, log_in: LogIn) -> None:
    address = f"/club/{cast.union.club.pk}/by-hand/points/"
    given = {**EVENT, "others": "6", "name-5": "Zeb Quill", "points-other-5": "4", "more": "yes"}
    page = log_in(Role.SCORER).post(address, given).content.decode()
    assert 'name="name-11"' in page
    assert 'value="Zeb Quill"' in page
    assert "Summer league" in page
