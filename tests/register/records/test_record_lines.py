"""A record tells every entry with partner and place, and every event that brought nothing."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Player
from overtrick.register.competitions.decide import send_back
from overtrick.register.people import identity, merge_records
from overtrick.register.people.models import Standing
from overtrick.register.records.record_lines import RecordLine, lines, lines_of, rows_of, waiting
from tests.register import office
from tests.register.season import AT, Union, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def told(lines: list[RecordLine]) -> list[tuple[int, str, int, int]]:
    return [(line.units, line.partners, line.place, line.entered) for line in lines]


def test_an_award_is_told_with_partner_and_place(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    assert told(lines_of([here.players[3].pk])) == [(12, "Elu Fin", 2, 8)]


def test_an_event_that_brought_nothing_is_told_too(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    (line,) = lines_of([here.players[15].pk])
    assert (line.entry, told([line])) == (0, [(0, "Dov Ern", 8, 8)])


def test_a_correction_shows_the_old_credit_its_reversal_and_the_new_one(here: Union) -> None:
    first, second, *others = pairs(here.players)
    submitted(here, night([first, second, *others]))
    submitted(here, night([second, first, *others]), replace=True)
    new, reversal, old = lines_of([here.players[0].pk])
    assert told([new, reversal, old]) == [(12, "Cor Dax", 2, 8), (-18, "Cor Dax", 1, 8), (18, "Cor Dax", 1, 8)]
    assert (reversal.corrects, old.taken_back) == (old.entry, reversal.entry)
    assert [line.counts for line in (new, reversal, old)] == [True, False, False]


def test_who_gets_nothing_after_a_correction_sees_that_as_well(here: Union) -> None:
    seats = pairs(here.players)
    submitted(here, night(seats))
    submitted(here, night([*seats[1:], seats[0]]), replace=True)
    lines = lines_of([here.players[0].pk])
    assert sorted(line.units for line in lines) == [-18, 0, 18]


def test_what_was_returned_leaves_no_event_without_points(here: Union) -> None:
    outcome = submitted(here, night(pairs(here.players)))
    outcome.submission.status = "submitted"
    outcome.submission.save()
    send_back(outcome.submission, here.clerk, AT, "wrong night")
    assert lines_of([here.players[15].pk]) == []


def test_a_person_with_two_records_has_the_lines_of_both(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    merge_records.merge(here.players[0], here.players[4], "the same", actor=here.clerk, at=AT)
    lines = lines_of(identity.identities(here.players[0]))
    assert sorted(line.units for line in lines) == [6, 18]


def test_an_event_stands_in_nobodys_record_as_long_as_nobody_has_said_who_it_was(here: Union) -> None:
    first, *others = pairs(here.players)
    submitted(here, night([(Player(first[0].name), first[1]), *others]))
    assert lines_of([here.players[0].pk]) == []


def test_points_that_wait_are_not_told_as_an_event_without_points(here: Union) -> None:
    newcomer = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL)
    first, *others = pairs(here.players)
    submitted(here, night([(Player(str(newcomer), newcomer.number), first[1]), *others]))
    record = rows_of([newcomer.pk])
    assert lines(record) == []
    assert [each.units for each in waiting(record)] == [18]
