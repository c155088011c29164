"""What the proof must not overlook, and must name instead of giving up."""

from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Assessment
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.proof import prove
from tests.register.season import Union, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def without_guards(table: str) -> None:
    """Take the triggers away, as somebody with the database in their hands could."""
    if connection.vendor == "sqlite":
        for verb in ("update", "delete"):
            sql.run(f"drop trigger {table}_{verb}")
        return
    sql.run("set constraints all immediate")
    sql.run(f"drop trigger {table}_unchanged on {table}")


def found(sample: int | None = None) -> list[Finding]:
    """What is named beside the triggers that were taken away, and the rows that differ from the audit."""
    others = (each for each in prove(sample).findings if not each.where.startswith("trigger"))
    return [each for each in others if "outside Overtrick" not in each.says]


@pytest.mark.parametrize("awards", ["[[1]]", "7", '["x"]', "[]"])
def test_awards_that_were_made_unreadable_are_named(here: Union, awards: str) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    sql.run("update competitions_assessment set awards = %s", awards)
    (number,) = sql.rows("select id from competitions_assessment")[0]
    assert f"assessment {number}" in {each.where for each in found()}


@pytest.mark.parametrize("settings", ["[]", "7", '{"a": "b"}'])
def test_settings_that_were_changed_are_named(here: Union, settings: str) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    sql.run("update competitions_assessment set settings = %s", settings)
    assert [each.where.split()[0] for each in found()] == ["assessment"]


def test_an_assessment_that_was_taken_out_is_named_also_by_a_sample(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    ((number, entry),) = sql.rows("select assessment_id, min(id) from ledger_entry group by assessment_id")
    sql.run("delete from competitions_assessment")
    for sample in (None, 0):
        (finding,) = found(sample)
        says = f"It is missing; entry {number_of(entry)} names it."
        assert (finding.where, finding.says) == (f"assessment {number}", says)


@pytest.mark.parametrize("table", ["competitions_upload", "competitions_storedevent", "competitions_assessment"])
@pytest.mark.parametrize(
    "statement", ["update {} set id = id + 1000", "delete from {}", "truncate {} cascade", "replace"]
)
def test_what_awards_rest_on_is_kept_by_the_database_itself(here: Union, table: str, statement: str) -> None:
    submitted(here, night(pairs(here.players)))
    connection.check_constraints()  # PostgreSQL truncates nothing while constraints wait to be looked at
    if connection.vendor == "sqlite" and statement.startswith("truncate"):
        statement = "delete from {} where true"
    if statement == "replace":
        statement = "insert or replace into {0} select * from {0}"
        if connection.vendor != "sqlite":
            statement = "insert into {0} select * from {0} on conflict (id) do update set id = excluded.id"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement.format(table))


def in_records(before: str, after: str) -> None:
    """Change the record of the event that was submitted, and nothing else."""
    ((number, record),) = sql.rows("select id, record from competitions_storedevent")
    assert before in record
    without_guards("competitions_storedevent")
    sql.run("update competitions_storedevent set record = %s where id = %s", record.replace(before, after), number)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"pairs"', '"teams"', "differs from its text"),
        ('"pairs"', '"quartets"', "cannot be read"),
        ("[1,", "[2,", "has the form 2"),
    ],
)
def test_a_record_of_an_event_that_was_changed_is_named(here: Union, before: str, after: str, says: str) -> None:
    submitted(here, night(pairs(here.players)))
    in_records(before, after)
    (finding,) = found()
    assert finding.where.startswith("assessment ")
    assert "The record of the event " in finding.says
    assert says in finding.says


def test_a_record_that_was_changed_with_its_fingerprint_is_named_as_well(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    in_records('"pairs"', '"teams"')
    ((text, record),) = sql.rows("select text, record from competitions_storedevent")
    sha256 = event_store.fingerprint(f"{text}\n{record}")
    sql.run("update competitions_storedevent set sha256 = %s", sha256)
    assert ["differs from its text" in each.says for each in found()] == [True]


@pytest.mark.parametrize(
    ("at", "value", "says"),
    [
        (8, 7, "Award 0 was 7 local, recalculating gives 18 local."),
        (1, "Nobody", "Award 0 was 18 local, recalculating gives another name."),
    ],
)
def test_an_award_that_was_changed_with_its_fingerprint_is_named_by_its_number_and_nobody_by_name(
    here: Union, at: int, value: object, says: str
) -> None:
    submitted(here, night(pairs(here.players)))
    kept = Assessment.objects.select_related("event").get()
    awards = [*kept.awards]
    awards[0] = [*awards[0][:at], value, *awards[0][at + 1 :]]
    sha256 = event_store.digest(kept.handbook, kept.edition, kept.settings, kept.event.sha256, awards)
    without_guards("competitions_assessment")
    sql.run("update competitions_assessment set awards = %s, sha256 = %s", json.dumps(awards), sha256)
    finding = next(each for each in found() if each.where == f"assessment {kept.pk}")
    assert finding.says == says
    assert finding.about == FoundRow("competitions_submission", kept.submission_id)


def test_words_that_cannot_be_read_again_are_named_by_their_line(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_storedevent")
    name = str(here.players[0])
    sql.run("update competitions_storedevent set text = replace(text, %s, %s)", '"pairs"', json.dumps(name))
    (finding,) = found()
    assert "cannot be read again: " in finding.says
    assert ", line " in finding.says
    assert name not in finding.says


def test_words_and_record_that_were_changed_alike_differ_from_the_fingerprint(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    ((text, record),) = sql.rows("select text, record from competitions_storedevent")
    name = str(here.players[0])
    assert name in text
    assert name in record
    without_guards("competitions_storedevent")
    changed = (text.replace(name, "Nobody Else"), record.replace(name, "Nobody Else"))
    sql.run("update competitions_storedevent set text = %s, record = %s", *changed)
    assert ["its fingerprint differs" in each.says for each in found()] == [True]


def test_an_event_that_was_kept_before_there_were_records_is_read_from_its_words(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    before = [each.awards for each in map(event_store.worked_out_again, Assessment.objects.select_related("event"))]
    kept = Assessment.objects.select_related("event").get()
    text = kept.event.text
    for table in ("competitions_storedevent", "competitions_assessment"):
        without_guards(table)
    sql.run("update competitions_storedevent set record = null, sha256 = %s", event_store.fingerprint(text))
    awards = event_store.awards_of(kept)
    old = event_store.digest(kept.handbook, kept.edition, kept.settings, event_store.fingerprint(text), awards)
    sql.run("update competitions_assessment set sha256 = %s", old)
    assert found() == []
    kept = Assessment.objects.select_related("event").get()
    assert kept.event.record is None
    assert [event_store.worked_out_again(kept).awards] == before
