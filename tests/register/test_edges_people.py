"""Ways in which two records, two clubs or two federations could make the book wrong."""

from __future__ import annotations

import unicodedata
from datetime import timedelta

import pytest

from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.ledger.models import Entry
from overtrick.register.people import merge_records, standings
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, file_of, night, pairs, send, submitted

pytestmark = pytest.mark.django_db

Status = Standing.Status
ONE_DAY = timedelta(days=1)


@pytest.fixture
def merged(here: Union) -> Union:
    """Two registered records are one person."""
    merge_records.merge(here.players[0], here.players[1], "one person", actor=here.clerk, at=AT)
    return here


@pytest.mark.parametrize(("day", "status"), [(NIGHT - ONE_DAY, Status.REGISTERED), (NIGHT, Status.LAPSED)])
def test_a_lapse_ends_the_standings_of_all_records_of_a_person(merged: Union, day: object, status: Status) -> None:
    standings.lapse(merged.players[0], NIGHT, actor=merged.clerk, at=AT)
    assert standings.on_day(merged.players[0], day).status == status  # type: ignore[arg-type]
    assert standings.on_day(merged.players[1], day).status == status  # type: ignore[arg-type]


@pytest.mark.parametrize(("begins", "points"), [(NIGHT, 0), (NIGHT + ONE_DAY, 12)])
def test_a_suspension_of_the_other_record_counts_after_the_merge(here: Union, begins: object, points: int) -> None:
    standings.suspend(here.players[8], begins, None, reason="conduct", actor=here.clerk, at=AT)  # type: ignore[arg-type]
    merge_records.merge(here.players[0], here.players[8], "one person", actor=here.clerk, at=AT)
    seats = pairs([*here.players[:8], *here.players[10:]])
    outcome = submitted(here, night(seats))
    assert balance(here.players[0]) == points
    text = outcome.submission.assessments.get().event.text
    assert ('"suspended"' in text) == (points == 0)
    standings.lift(here.players[0], NIGHT + ONE_DAY, actor=here.clerk, at=AT)
    assert not standings.on_day(here.players[0], NIGHT + 2 * ONE_DAY).suspended


def test_records_of_two_federations_are_never_merged(here: Union) -> None:
    south = office.federation("south", "abf")
    with scope(federation=south):
        other = office.person("Ado Bem", number="1000012")
    with pytest.raises((merge_records.CannotMerge, type(other).DoesNotExist)):
        merge_records.merge(here.players[0], other, "one person", actor=here.clerk, at=AT)
    with scope(federation=south):
        other.refresh_from_db()
        assert other.kept_id is None


def test_the_same_results_from_two_clubs_are_credited_once(here: Union) -> None:
    event = night(pairs(here.players))
    submitted(here, event)
    entries = Entry.objects.count()
    (draft,) = receive(here.other, "joint.json", file_of(event), here.stranger, AT)
    assert draft.submission is None
    assert [each.found for each in draft.problems] == ["Oakby sent the same results on 13 May 2026."]
    assert Entry.objects.count() == entries
    (draft,) = receive(here.other, "joint.json", file_of(event), here.stranger, AT, placed=Placed(separate=True))
    assert draft.submission is not None


def test_what_one_club_sent_and_the_office_returned_may_come_from_another(here: Union) -> None:
    event = night(pairs(here.players))
    draft = send(here, event)
    assert draft.submission is not None
    (other,) = receive(here.other, "joint.json", file_of(event), here.stranger, AT)
    assert other.submission is not None
    assert submit(other.submission, here.stranger, AT).posted is not None


def test_a_name_is_the_same_however_its_accents_are_encoded(here: Union) -> None:
    """Some programs write é as one sign, some as two; it is one event, and its results would be a correction."""
    first, second = (unicodedata.normalize(form, "Café  PAIRS") for form in ("NFC", "NFD"))
    assert first != second
    sitting = pairs(here.players)
    submitted(here, night(sitting, name=first))
    draft = send(here, night([sitting[1], sitting[0], *sitting[2:]], name=second.replace("PAIRS", "pairs")))
    assert draft.replaces is not None
