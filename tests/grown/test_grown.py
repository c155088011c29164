"""What holds of a grown office, whatever has happened to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from sqlite3 import connect

import pytest
from django.apps import apps
from django.db.models import JSONField

from overtrick.register import person_export
from overtrick.register.accounts.models import User
from overtrick.register.demo.population import moment
from overtrick.register.erasing import erase
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player, Standing
from overtrick.register.proof import prove
from tests.grown import kept
from tests.grown.make import TODAY
from tests.register.commands import running, test_backups
from tests.register.commands.running import Office
from tests.register.erasing.test_erase import lines_with

Grown = Callable[[str], Federation]

each_of_them = pytest.mark.parametrize("handbook", kept.HANDBOOKS)
#: What goes through every row is done with one in ``make test``, and with the other in ``make proof``.
one_and_the_other = pytest.mark.parametrize("handbook", ["abf", pytest.param("ebu", marks=pytest.mark.proof)])
of_the_kept = pytest.mark.usefixtures("grown_offices")

#: Columns that today's program never leaves empty, or never fills, and why they may be.
NEVER_NULL = {
    "competitions_storeddraft.upload_id": "every file is kept, also one that was typed by hand",
    "competitions_submission.upload_id": "likewise",
    "heads_head.marks": "heads of the first versions have none",
    "ledger_closing.closed_by_id": "a month is closed by somebody; what closed one by itself is gone",
    "people_player.registered": "everybody who is entered has a day; players of the first versions have none",
}


@of_the_kept
def test_every_column_that_may_be_null_is_null_somewhere_and_filled_somewhere() -> None:
    """Whatever saves, moves, upgrades or restores an office meets both."""
    never_null, never_filled = set(), set()
    with ExitStack() as stack:
        offices = [stack.enter_context(closing(connect(kept.home(each) / kept.DATABASE))) for each in kept.HANDBOOKS]
        for model in apps.get_models():
            table = model._meta.db_table  # noqa: SLF001 - Django's own way to ask
            columns = [str(each.column) for each in model._meta.local_concrete_fields if each.null]  # noqa: SLF001
            counted = ", ".join(["count(*)", *(f'count("{each}")' for each in columns)])
            found = [each.execute(f'select {counted} from "{table}"').fetchone() for each in offices]  # noqa: S608
            rows, *filled = (sum(each) for each in zip(*found, strict=True))
            never_null |= {f"{table}.{name}" for name, count in zip(columns, filled, strict=True) if count == rows}
            never_filled |= {f"{table}.{name}" for name, count in zip(columns, filled, strict=True) if not count}
    assert (never_null, never_filled) == (set(NEVER_NULL), set()), "let tests/grown/life.py bring what is missing"


@each_of_them
@of_the_kept
def test_it_has_lived(handbook: str) -> None:
    with closing(connect(kept.home(handbook) / kept.DATABASE)) as database:
        counts = {question: database.execute(f"select {question}").fetchone()[0] for question in LIVED}
    assert {each for each, least in LIVED.items() if counts[each] < least} == set(), counts


#: So many of each, at least.
LIVED = {
    "count(*) from people_player": 1_500,
    "count(*) from people_player where merged_into_id is not null": 1,
    "max(nights) from (select count(*) as nights from competitions_competition group by organisation_id)": 500,
    "count(*) from ledger_closing": 22,
    "count(distinct level) from heads_node": 3,
    "count(*) from ledger_posting where kind = 'correction'": 5,
    "count(*) from money_document where kind = 'credit note'": 2,
    "count(*) from money_reminder": 1,
    "count(*) from post_message": 500,
    "count(*) from seasons_seasonevent": 2,
}


@pytest.mark.slow
@pytest.mark.postgres
@each_of_them
def test_its_book_proves(grown: Grown, handbook: str) -> None:
    grown(handbook)
    proof = prove()
    assert proof.findings == ()
    assert proof.assessments == proof.of > 900


class _OnSqlite(Office):
    """An office in a folder, whatever the tests run on."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.database = folder, folder / "home", ""


@pytest.mark.slow
@pytest.mark.postgres
@one_and_the_other
@of_the_kept
def test_restored_from_its_backup_here_and_elsewhere_it_has_the_same_rows(handbook: str, tmp_path: Path) -> None:
    """On PostgreSQL it has come there from SQLite, and goes back: whatever is lost on one of the ways is missing."""
    office, back = Office(tmp_path), _OnSqlite(tmp_path / "back")
    back.folder.mkdir()
    running.grown(office, handbook)
    saved, here = tmp_path / "saved.backup", tmp_path / "here.backup"
    if office.database:
        office.done("backup", str(here))
        office.done("restore", str(here), "--force")
    office.done("backup", str(saved))
    back.done("restore", str(saved))
    for name in test_backups.tables(saved):
        assert _rows(back.home, name) == _rows(kept.home(handbook), name), name


def _rows(home: Path, name: str) -> Counter[tuple[object, ...]]:
    """Read a table of an office past all that is ours; PostgreSQL does not keep how JSON is written."""
    model = apps.get_model(name)
    fields = model._meta.local_concrete_fields  # noqa: SLF001 - Django's own way to ask
    columns = ", ".join(f'"{each.column}"' for each in fields)
    written = [isinstance(each, JSONField) for each in fields]
    with closing(connect(home / kept.DATABASE)) as database:
        rows = database.execute(f'select {columns} from "{model._meta.db_table}"')  # noqa: S608, SLF001 - our own names
        return Counter(
            tuple(_plain(value) if is_json and value else value for is_json, value in zip(written, row, strict=True))
            for row in rows
        )


def _plain(value: str) -> str:
    return json.dumps(json.loads(value), sort_keys=True)


@pytest.mark.slow
@pytest.mark.postgres
@one_and_the_other
def test_whoever_left_gets_what_is_kept_of_them_and_is_forgotten(grown: Grown, handbook: str) -> None:
    federation = grown(handbook)
    clerk, second = User.objects.filter(username__in=("office", "office-second")).order_by("username")
    at = moment(TODAY)
    gone = Player.objects.filter(standings__status=Standing.Status.LAPSED, standings__ends=None).order_by("-pk")
    person = next(each for each in gone if _is_free(each))
    name = str(person)
    assert lines_with(name)
    told = json.loads(person_export.export(person))["tables"]
    assert {"people.player", "people.standing", "audit.record: about the player"} <= told.keys()
    erase.confirm(erase.propose(person, "They asked for it in a letter.", clerk, at), second, at)
    assert lines_with(name) == []
    proof = prove(sample=0)
    assert proof.findings == (), federation


def _is_free(player: Player) -> bool:
    """Say whether nothing is in the way of erasing somebody."""
    try:
        erase.check_proposal(player, "asked", TODAY)
    except Refused:
        return False
    return True
