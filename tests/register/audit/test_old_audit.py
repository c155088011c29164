"""An audit from before each federation had its own chain is checked, and carried over."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from overtrick.register import sql
from overtrick.register.audit import audit_check
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.test_edges_proof import without_guards

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.postgres

OLD = [("audit", "0003_links")]
NEW = [("audit", "0004_chain_of_each_federation")]
FIELDS = "id, federation_id, at, user_id, action, subject, before, after, reason"


def migrate(to: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(to)


@pytest.fixture
def old(
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - the tables that are taken back
) -> Iterator[None]:
    """An office of that time with two federations and five records, the last one not linked yet."""
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        migrate(OLD)
        _fill()
        yield


def _fill() -> None:
    for number, slug in ((1, "north"), (2, "south")):
        sql.run(
            "insert into federations_federation (id, slug, name, handbook, settings, languages, next_number, "
            "results_due_days, closes_after_days, governs, approval, look, later) "
            "values (%s, %s, %s, 'ebu', '{}', '[]', 1, 30, 10, 'first day', 'nobody', '{}', '[]')",
            number,
            slug,
            slug,
        )
    last = sha256(b"the audit of overtrick, form 1").digest()
    for number, federation in enumerate((1, 2, None, 1, 2), 1):
        after = {"name": "Oakby", "at": number}
        at = f"2026-05-0{number} 12:00:00"
        sql.run(
            f"insert into audit_record ({FIELDS}) values (%s, %s, %s, null, 'note', 'x:1', null, %s, %s)",  # noqa: S608
            number,
            federation,
            at if sql.on_sqlite() else f"{at}+00",
            json.dumps(after),
            "a reason",
        )
        text = "\n".join(
            "" if each is None else str(each)
            for each in (
                *(number, number, federation, f"{at.replace(' ', 'T')}.000000+00:00", None, "note", "x:1", ""),
                json.dumps(after, sort_keys=True, separators=(",", ":")),
                "a reason",
            )
        )
        if number < 5:
            last = sha256(last + text.encode()).digest()
            sql.run("insert into audit_link (id, record_id, hash) values (%s, %s, %s)", number, number, last)
    sql.run("insert into audit_end (id, number, hash) values (1, 4, %s)", last)


@pytest.mark.usefixtures("old")
def test_every_record_gets_its_place_in_the_chain_of_its_federation() -> None:
    ((old_end,),) = sql.rows("select hash from audit_end")
    migrate(NEW)
    places = sql.rows("select chain, number, record_id from audit_place order by chain, number")
    assert places == [(0, 1, 3), (1, 1, 1), (1, 2, 4), (2, 1, 2), (2, 2, 5)]
    assert [*audit_check.broken()] == []
    ((begins,),) = sql.rows("select beginning from audit_chainend where chain = 1")
    assert bytes(begins) == sha256(f"the audit of overtrick, form 2\nnorth\n{bytes(old_end).hex()}".encode()).digest()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("update audit_record set reason = 'another' where id = 2", "Record 2 of the audit was changed or is missing"),
        ("delete from audit_record where id = 3", "Record 3 of the audit was changed or is missing"),
        ("delete from audit_link where id = 4", "ends at record 3 and should end at 4"),
    ],
)
@pytest.mark.usefixtures("old")
def test_an_audit_that_does_not_hold_is_not_carried_over(change: str, says: str) -> None:
    without_guards("audit_record")
    sql.run(change)
    with pytest.raises(Exception, match=says) as raised:
        migrate(NEW)
    assert type(raised.value).__name__ == "BrokenAudit"
