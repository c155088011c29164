"""Each federation's audit is a chain: what was changed, put in or taken out by hand is named, and nothing is mended."""

from __future__ import annotations

from contextlib import suppress

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.register import sql, transactions
from overtrick.register.audit import audit_chain, audit_check, trail
from overtrick.register.audit.models import Place, Record
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, Union, night, pairs, submitted
from tests.register.test_edges_proof import without_guards

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def audited(here: Union) -> list[Place]:
    """Three records more, and nothing that guards them."""
    made = [
        trail.record(here.clerk, "note", here.club, None, {"note": at}, "A reason\nof two lines", at=AT).pk
        for at in range(3)
    ]
    without_guards("audit_record")
    without_guards("audit_place")
    return list(Place.objects.filter(record__in=made).order_by("number"))


def named() -> list[str]:
    return [each.where for each in audit_check.broken()]


def record_at(number: int) -> str:
    return f"record {number} of the audit of north"


def test_every_record_has_its_place_when_the_transaction_ends(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    numbers = list(Place.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, Record.objects.count() + 1))
    assert named() == []


def test_each_federation_counts_for_itself_and_the_installation_too() -> None:
    north, south = office.federation(), office.federation("south", "abf")
    with scope(federation=south):
        trail.record(None, "account.add", office.user("ado"), None, None, at=AT)
    trail.record(None, "account.add", office.user("bem"), None, None, at=AT)
    chains = (north.pk, south.pk, audit_chain.INSTALLATION)
    assert [len([*audit_chain.hashes(each, 0, 9)]) for each in chains] == [1, 2, 2]
    assert [*audit_chain.hashes(south.pk, 1, 9)] == [*audit_chain.hashes(south.pk, 0, 9)][1:]
    assert named() == []


def test_what_is_taken_back_leaves_no_gap(here: Union) -> None:
    before = Record.objects.count()
    with transactions.atomic():
        trail.record(here.clerk, "note", here.club, None, {"note": 1}, at=AT)
        with suppress(ZeroDivisionError), transactions.atomic():
            trail.record(here.clerk, "note", here.club, None, {"note": 2}, at=AT)
            raise ZeroDivisionError
        trail.record(here.clerk, "note", here.club, None, {"note": 3}, at=AT)
    assert [each.after["note"] for each in Record.objects.order_by("pk")[before:]] == [1, 3]
    assert Place.objects.count() == before + 2
    assert named() == []


@pytest.mark.parametrize(
    "change",
    [
        "reason = 'another'",
        "user_id = null",
        "action = 'player.merge'",
        "subject = 'people.player:1'",
        "after = '{\"note\": 7}'",
        "before = '{}'",
        "at = '2026-01-01 00:00:00+00'",
        "claimed = '2026-01-01'",
        "claimed = null",
        "federation_id = null",
    ],
)
def test_a_record_that_was_changed_is_named(audited: list[Place], change: str) -> None:
    sql.run(f"update audit_record set {change} where id = %s", audited[1].record_id)  # noqa: S608 - our own words
    assert named() == [record_at(audited[1].number)]


@pytest.mark.parametrize("change", ["salt = hash", "details = hash", "facts = '[]'"])
def test_a_place_that_was_changed_is_named(audited: list[Place], change: str) -> None:
    sql.run(f"update audit_place set {change} where id = %s", audited[1].pk)  # noqa: S608 - likewise
    assert named() == [record_at(audited[1].number)]


def test_a_record_that_was_taken_out_is_named_with_its_place_or_without(audited: list[Place]) -> None:
    sql.run("delete from audit_record where id = %s", audited[0].record_id)
    assert named() == [record_at(audited[0].number)]
    sql.run("delete from audit_place where id = %s", audited[0].pk)
    assert named() == [record_at(audited[0].number)]
    sql.run("delete from audit_place where id = %s", audited[2].pk)
    sql.run("delete from audit_record where id = %s", audited[2].record_id)
    assert named() == [record_at(audited[0].number), "end of the audit of north"]


def test_an_audit_without_any_record_is_named(audited: list[Place]) -> None:
    assert audited
    sql.run("delete from audit_place")
    sql.run("delete from audit_record")
    assert named() == ["audit of the installation", "audit of north"]


def test_a_record_that_was_put_in_is_named_and_stays_outside(audited: list[Place]) -> None:
    sql.run(
        "insert into audit_record (federation_id, at, user_id, action, subject, reason) "
        "select federation_id, at, user_id, 'forged', subject, '' from audit_record where id = %s",
        audited[0].record_id,
    )
    for _ in range(2):
        (finding,) = (each for each in prove().findings if not each.where.startswith("trigger"))
        assert finding.where == "audit of north"
        assert "(forged) is not in the chain" in finding.says


@pytest.mark.parametrize("table", ["audit_place", "audit_record"])
@pytest.mark.parametrize("statement", ["update {} set id = id + 1000", "delete from {}"])
@pytest.mark.usefixtures("here")
def test_the_database_itself_keeps_the_chain(table: str, statement: str) -> None:
    connection.check_constraints()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement.format(table))
