"""What was done is kept, and nobody can change it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from overtrick.register.audit import trail
from overtrick.register.audit.models import Record
from overtrick.register.organisations import affiliation
from overtrick.register.periods import Overlap
from overtrick.register.scoping import scope
from tests.register import office

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.register.federations.models import Federation

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def north() -> Iterator[Federation]:
    made = office.federation()
    with scope(federation=made):
        yield made


def test_a_record_says_who_did_what_to_whom_when_and_why(north: Federation) -> None:
    secretary = office.user("ado")
    made = trail.record(
        secretary, "club.rename", north, {"name": "Oakby"}, {"name": "Elmby"}, "a slip of the pen", at=office.AT
    )
    kept = Record.objects.get(pk=made.pk)
    assert (kept.user, kept.action, kept.subject) == (secretary, "club.rename", f"federations.federation:{north.pk}")
    assert (kept.before, kept.after, kept.reason) == ({"name": "Oakby"}, {"name": "Elmby"}, "a slip of the pen")


def test_the_real_moment_stands_beside_a_day_that_is_claimed(north: Federation) -> None:
    began = timezone.now()
    claimed = trail.record(None, "club.rename", north, None, None, at=office.AT)
    today = trail.record(None, "club.rename", north, None, None, at=began)
    late = trail.record(None, "club.rename", north, None, None, at=began - timedelta(days=1))
    assert claimed.at >= began
    assert [each.claimed for each in (claimed, today, late)] == [
        office.AT.date(),
        None,
        began.date() - timedelta(days=1),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "update audit_record set reason = 'nothing happened'",
        "update audit_record set user_id = null",
        "delete from audit_record",
    ],
)
@pytest.mark.usefixtures("north")
def test_the_database_itself_refuses_to_change_a_record(statement: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Record.objects.count() == 1


@pytest.mark.usefixtures("north")
def test_the_whole_table_cannot_be_emptied() -> None:
    connection.check_constraints()  # PostgreSQL truncates nothing while constraints wait to be looked at
    statement = "truncate audit_record" if connection.vendor == "postgresql" else "delete from audit_record"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.usefixtures("north")
def test_what_was_done_is_read_by_subject_the_latest_first() -> None:
    ado, bem = office.user("ado"), office.user("bem")
    player = office.person("Cor Dax")
    before = trail.about(player).count()
    evening = datetime(2026, 6, 3, 23, 59, 59, tzinfo=UTC)
    midnight = datetime(2026, 6, 4, tzinfo=UTC)
    first = trail.record(ado, "player.note", player, None, {"note": 1}, at=evening)
    second = trail.record(bem, "player.note", player, None, {"note": 2}, at=midnight)
    assert list(trail.about(player)[:2]) == [second, first]
    assert trail.about(player).count() == before + 2


def test_a_federation_does_not_see_what_was_done_in_another(north: Federation) -> None:
    trail.record(None, "month.close", north, None, None, at=office.AT)
    south = office.federation("south", "abf")
    with scope(federation=south):
        assert [each.subject for each in Record.objects.filter(user=None)] == [trail.name(south)]


def test_a_change_that_is_refused_leaves_no_record(north: Federation) -> None:
    club = office.organisation(north, "1", "Oakby")
    count = Record.objects.count()
    with pytest.raises(Overlap):
        affiliation.affiliate(club, date(2026, 1, 1), actor=None, at=office.AT)
    assert Record.objects.count() == count
