"""An event that is kept comes back, whichever way it was kept."""

from __future__ import annotations

import pytest

from overtrick.formats import event_record
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import StoredEvent
from tests.register.season import Union, night, pairs, submitted

pytestmark = pytest.mark.postgres


@pytest.mark.django_db
def test_an_event_is_kept_in_words_and_as_a_record_that_say_the_same(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    kept = StoredEvent.objects.get()
    assert kept.record is not None
    event_store.check_record(kept)
    assert kept.sha256 == event_store.fingerprint(f"{kept.text}\n{kept.record}")
    assert event_store.written(event_record.read(kept.record)) == kept.text


@pytest.mark.django_db
def test_the_same_event_is_kept_once(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    kept = StoredEvent.objects.get()
    again = event_store.keep_event(event_store.stored(here.federation, event_store.event_of(kept)))
    assert again == kept
    assert StoredEvent.objects.count() == 1
