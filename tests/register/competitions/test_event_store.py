"""An event that is kept comes back, whichever way it was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from overtrick.formats import event_record
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import StoredEvent
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import scopes_disabled
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.season import Union, night, pairs, submitted

if TYPE_CHECKING:
    from pathlib import Path


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


@pytest.mark.django_db
def test_events_that_were_kept_before_there_were_records_stay_and_stay_guarded(tmp_path: Path) -> None:
    with own_database(tmp_path) as url, pointed_at(url), scopes_disabled():
        call_command("migrate", "competitions", "0005_held_back", verbosity=0)
        union = Federation.objects.create(slug="north", name="Union", handbook="ebu").pk
        sql.run("insert into competitions_storedevent (federation_id, sha256, text) values (%s, 'x', '{}')", union)
        call_command("migrate", verbosity=0)
        assert sql.rows("select sha256, text, record from competitions_storedevent") == [("x", "{}", None)]
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            sql.run("update competitions_storedevent set record = ''")
