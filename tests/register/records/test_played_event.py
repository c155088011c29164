"""An event is shown as the book has it: which version counts, since when, and what waits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from overtrick.register.competitions.decide import send_back
from overtrick.register.competitions.models import Competition
from overtrick.register.competitions.named_players import Named
from overtrick.register.people import merge_records
from overtrick.register.ranks import close_month
from overtrick.register.records.played_event import PlayedEvent, event_of, events_in_book, played_event
from tests.register import office
from tests.register.season import AT, NIGHT, Union, night, pairs, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)


def _found() -> PlayedEvent | None:
    return played_event(Competition.objects.get().pk)


def test_a_draft_is_no_event_of_the_book(here: Union) -> None:
    send(here, night(pairs(here.players)))
    assert _found() is None
    assert not events_in_book().exists()


def test_the_last_version_counts_and_those_before_are_kept(here: Union) -> None:
    first, second, *others = pairs(here.players)
    submitted(here, night([first, second, *others]))
    submitted(here, night([second, first, *others]), replace=True)
    found = _found()
    assert found is not None
    assert [each.number for each in found.versions] == [2, 1]
    event = event_of(found.version)
    assert event is not None
    assert event.stages[0].fields[0].contestants[0].players == second
    assert (found.posted, found.corrected, found.final) == (AT.date(), None, None)


def test_a_version_that_was_returned_is_left_out_and_the_one_before_counts_again(here: Union) -> None:
    first, second, *others = pairs(here.players)
    submitted(here, night([first, second, *others]))
    corrected = submitted(here, night([second, first, *others]), replace=True)
    send_back(corrected.submission, here.clerk, AT, "Not the final list")
    found = _found()
    assert found is not None
    assert [each.number for each in found.versions] == [1]
    assert list(events_in_book()) == [found.competition]


def test_an_event_is_final_when_all_of_it_is(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, NIGHT, here.clerk, IN_JUNE)
    found = _found()
    assert found is not None
    assert found.final == NIGHT.replace(day=1)


def test_a_merged_player_is_shown_as_the_record_that_stays(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    old, stays = here.players[0], office.person("Zoe Quil", number="")
    merge_records.merge(stays, old, "The same person", actor=here.clerk, at=AT)
    found = _found()
    assert found is not None
    seat = found.version.seats[Named("", "Ado Bem", old.number)]
    assert (seat.player, seat.name, seat.number) == (stays.pk, "Zoe Quil", stays.number)
