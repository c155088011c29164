"""An office that wrote one book for all federations goes on with a book for each."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from pytest_django import DjangoDbBlocker

from overtrick.register import sql
from overtrick.register.append_only import append_only, lifted
from overtrick.register.ledger import head
from overtrick.register.ledger.balances import rebuild
from overtrick.register.ledger.carry_over import BrokenBook
from overtrick.register.ledger.chain import beginning
from overtrick.register.ledger.posting import NewEntry, NewPosting, reverse
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.ledger.verify import verify
from tests.register.ledger.offices import JUNE
from tests.register.ledger.own_database import bare_database, pointed_at

pytestmark = [pytest.mark.proof, pytest.mark.postgres]

#: The last migrations before each federation had a book of its own.
OLD = [
    *(("ledger", "0002_append_only"), ("competitions", "0007_event_records"), ("corrections", "0001_initial")),
    *(("queries", "0001_initial"), ("ranks", "0002_certificate_codes")),
]
TABLES = ("ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting")
SLUGS = ("north", "south", "empty")
DAY = "2026-05-01"
AT = "2026-06-15 09:00:00+00:00"


class OldBook:
    """Writes rows as form 1 did: one chain for all, with numbers that all federations share."""

    def __init__(self) -> None:
        self.hash = sha256(b"the book of overtrick, form 1").digest()
        self.last = {"posting": 0, "entry": 0, "closing": 0}

    def post(self, federation: int, *entries: tuple[int, int, int | None], reason: str = "Ado\nBem") -> int:
        """Write a posting; of each entry the player, the units and what it takes back. Its number."""
        posting = self._next("posting")
        fields = (posting, federation, "submission", None, DAY, None, None, reason)
        self._link("posting", *fields)
        self._insert("posting", "id federation_id kind submission_id posted posted_by_id second_id reason", fields)
        names = "id posting_id federation_id player_id colour units played assessment_id award corrects_id stage"
        for player, units, corrects in entries:
            row = (self._next("entry"), posting, federation, player, "local", units, DAY, None, None, corrects)
            self._link("entry", *row, "final")
            self._insert("entry", names, (*row, "final"))
        return posting

    def close(self, federation: int, *postings: int) -> int:
        """Write a closing; its number."""
        before, number, entry = self.hash, self._next("closing"), self.last["entry"]
        at = AT.replace(" ", "T").replace("+", ".000000+")
        self._link("closing", number, federation, DAY, at, None, entry, *postings)
        row = (number, federation, DAY, AT, entry, before)
        self._insert("closing", "id federation_id month closed_at entry head", row)
        sql.insert("ledger_closedposting", ("posting_id", "closing_id"), [(each, number) for each in postings])
        return number

    def end(self) -> None:
        """Write where it ends."""
        names = ("id", "posting", "entry", "closing", "hash")
        sql.insert("ledger_head", names, [(1, *self.last.values(), self.hash)])

    def _next(self, kind: str) -> int:
        self.last[kind] += 1
        return self.last[kind]

    def _link(self, kind: str, *fields: object) -> None:
        text = "\n".join([f"{kind} 1", *("" if each is None else str(each) for each in fields)])
        self.hash = sha256(self.hash + text.encode()).digest()

    def _insert(self, kind: str, names: str, row: sql.Row) -> None:
        sql.insert(f"ledger_{kind}", (*names.split(), "hash"), [(*row, self.hash)])


class OldOffice(NamedTuple):
    """An office with a book of form 1: two federations that post in turn, and one that never has."""

    north: int
    south: int
    empty: int
    players: tuple[int, int]  #: one of north, one of south
    hash: bytes  #: the last one of its book


class OldDatabase(NamedTuple):
    """Where an old office is, and what is in it."""

    url: str
    office: OldOffice


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[OldDatabase]:
    """Make an old office, once: its tables take long."""
    with django_db_blocker.unblock(), bare_database(tmp_path_factory.mktemp("old")) as url:
        with pointed_at(url):
            office = _old_office(MigrationExecutor(connection).migrate(OLD).apps)
        yield OldDatabase(url, office)


@pytest.fixture
def office(old: OldDatabase, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[OldOffice]:
    """A copy of the old office."""
    with django_db_blocker.unblock(), bare_database(tmp_path, old.url) as url, pointed_at(url):
        yield old.office


@pytest.fixture(scope="module")
def upgraded(
    old: OldDatabase, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[OldOffice]:
    """A copy that was brought up to date."""
    folder = tmp_path_factory.mktemp("upgraded")
    with django_db_blocker.unblock(), bare_database(folder, old.url) as url, pointed_at(url):
        call_command("migrate", verbosity=0)
        rebuild()
        yield old.office


def _old_office(apps: StateApps) -> OldOffice:
    north, south, empty = (_new(apps, "federations.Federation", slug=slug, name=slug) for slug in SLUGS)
    ado = _new(apps, "people.Player", federation_id=north, number="1", family="Bem")
    bem = _new(apps, "people.Player", federation_id=south, number="1", family="Dax")
    book = OldBook()
    book.post(south, (bem, 5, None))
    book.post(north, (ado, 10, None), (ado, 20, None))
    book.close(south, 1)
    book.post(south, (bem, 7, None))
    released = book.post(north, (ado, -20, 3), (ado, 21, None))
    closing = book.close(north, 2, 4)
    book.end()
    _refer(apps, north, ado, released, closing)
    return OldOffice(north, south, empty, (ado, bem), book.hash)


def _new(apps: StateApps, model: str, **values: object) -> int:
    """Make a row as the tables were then; its id."""
    return int(apps.get_model(model).objects.create(**values).pk)


def _refer(apps: StateApps, federation: int, player: int, posting: int, closing: int) -> None:
    """Name a posting, a closing and an entry from everywhere they can be named."""
    here = {"federation_id": federation}
    user = _new(apps, "accounts.User", username="ado")
    club = _new(apps, "organisations.Organisation", **here, number="1", name="Oakby", kind="club")
    cup = _new(apps, "competitions.Competition", **here, organisation_id=club, name="Cup", begins=DAY)
    sent = _new(apps, "competitions.Submission", **here, competition_id=cup, begins=DAY, sha256="0" * 64)
    points = {"colour": "local", "units": 21, "played": DAY}
    _new(apps, "competitions.HeldCredit", **here, **points, submission_id=sent, award=0, released_id=posting)
    proposed = {"reason": "Found", "proposed_by_id": user, "proposed_at": AT}
    _new(apps, "corrections.Proposal", **here, **points, **proposed, player_id=player, posting_id=posting)
    rank = {"rank": "Club Master", "edition": "2024", "reached": DAY, "code": "A"}
    _new(apps, "ranks.Promotion", **rank, player_id=player, closing_id=closing)
    asked = {"about": "21 local points", "asked_at": AT, "asked_by_id": user, "heard_at": AT}
    _new(apps, "queries.Query", **here, **asked, player_id=player, entry=6)
    _new(apps, "competitions.StoredEvent", **here, sha256="x", text="{}")


def test_each_federation_goes_on_with_its_own_rows_in_their_order(upgraded: OldOffice) -> None:
    assert verify() == (4, 6, 2, ())
    north, south = upgraded.north, upgraded.south
    rows = sql.rows("select id, posting_id, units, corrects_id from ledger_entry order by id")
    assert rows == [
        (row_id(north, 1), row_id(north, 1), 10, None),
        (row_id(north, 2), row_id(north, 1), 20, None),
        (row_id(north, 3), row_id(north, 2), -20, row_id(north, 2)),
        (row_id(north, 4), row_id(north, 2), 21, None),
        (row_id(south, 1), row_id(south, 1), 5, None),
        (row_id(south, 2), row_id(south, 2), 7, None),
    ]
    assert sql.rows("select posting_id, closing_id from ledger_closedposting order by 1") == [
        *((row_id(north, number), row_id(north, 1)) for number in (1, 2)),
        (row_id(south, 1), row_id(south, 1)),
    ]
    assert sql.rows("select id, entry from ledger_closing order by id") == [
        (row_id(north, 1), 4),
        (row_id(south, 1), 1),
    ]


def test_every_new_book_begins_with_the_end_of_the_old_one(upgraded: OldOffice) -> None:
    for federation, slug in zip(upgraded[:3], SLUGS, strict=True):
        assert head.beginning(federation) == beginning(slug, upgraded.hash)
    assert head.end(upgraded.empty) == (0, 0, 0, beginning("empty", upgraded.hash))


def test_whatever_names_a_row_of_the_book_still_names_it(upgraded: OldOffice) -> None:
    second = row_id(upgraded.north, 2)
    assert sql.rows("select released_id from competitions_heldcredit") == [(second,)]
    assert sql.rows("select posting_id from corrections_proposal") == [(second,)]
    assert sql.rows("select closing_id from ranks_promotion") == [(row_id(upgraded.north, 1),)]
    assert sql.rows("select entry from queries_query") == [(4,)]


@pytest.mark.usefixtures("upgraded")
def test_events_that_were_kept_before_there_were_records_stay_and_stay_guarded() -> None:
    assert sql.rows("select sha256, text, record from competitions_storedevent") == [("x", "{}", None)]
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run("update competitions_storedevent set record = ''")


def test_the_new_books_can_be_written_on_and_not_changed(upgraded: OldOffice) -> None:
    with transaction.atomic():
        posting = NewPosting(upgraded.north, "correction", JUNE)
        assert reverse(posting, [4], [NewEntry(upgraded.players[0], "local", 22, JUNE)])[:3] == (3, 5, 6)
        assert verify() == (5, 8, 2, ())
        for table, column in zip(TABLES, ("hash", "hash", "hash", "closing_id"), strict=True):
            for statement in (f"update {table} set {column} = {column}", f"delete from {table}"):  # noqa: S608 - our own
                with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                    sql.run(statement)
        transaction.set_rollback(True)  # the other tests read the same office


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("update ledger_entry set units = 11 where id = 2", "entry 2 was changed"),
        ("update ledger_posting set reason = 'x' where id = 3", "posting 3 was changed"),
        ("update ledger_closing set head = hash where id = 1", "closing 1 does not name the row before it"),
        ("delete from ledger_closedposting where posting_id = 4", "closing 2 was changed"),
        ("delete from ledger_entry where id = 2", "entry 2 is missing"),
        ("delete from ledger_entry where id = 3", "posting 3 was changed, or a row before it is missing"),
        (
            "delete from ledger_closedposting where closing_id = 2; delete from ledger_closing where id = 2",
            "its last rows are missing",
        ),
        ("update ledger_head set entry = 7", "its end is not where it says"),
        ("delete from ledger_head", "its end is not where it says"),
    ],
)
def test_a_book_that_does_not_hold_is_not_carried_over(office: OldOffice, change: str, says: str) -> None:
    del office  # it is only there
    with connection.schema_editor() as editor:
        for table in TABLES:
            lifted(table).change(editor)
        sql.run("delete from ranks_promotion")
        for statement in change.split("; "):
            editor.execute(statement)
        for table in TABLES:
            append_only(table).change(editor)
    before = sql.rows("select id, hash from ledger_entry order by id")
    with pytest.raises(BrokenBook, match=says):
        MigrationExecutor(connection).migrate([("ledger", "0003_a_book_each")])
    assert sql.rows("select id, hash from ledger_entry order by id") == before
    with pytest.raises(IntegrityError, match="append-only"):
        sql.run("delete from ledger_entry")


def test_an_office_that_never_posted_has_no_old_book(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), bare_database(tmp_path) as url, pointed_at(url):
        apps = MigrationExecutor(connection).migrate(OLD).apps
        made = _new(apps, "federations.Federation", slug="north", name="North")
        MigrationExecutor(connection).migrate([("ledger", "0003_a_book_each")])
        assert head.end(made) is None
        assert head.beginning(made) == beginning("north")
