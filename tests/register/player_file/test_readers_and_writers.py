"""Processes that change players at the same moment: no reader ever goes past a change that it has not seen."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import django
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.postgres

MAY = datetime(2026, 5, 20, 9, tzinfo=UTC)
_ROUNDS = 12


@pytest.mark.slow
def test_a_reader_beside_writers_ends_with_what_is_in_the_register(
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - the database that is copied
) -> None:
    from overtrick.register.player_file import read, turn  # noqa: PLC0415 - the module is a program, too
    from overtrick.register.player_file.lines import FileLines  # noqa: PLC0415
    from overtrick.register.player_file.records import FileEnd, Line  # noqa: PLC0415
    from overtrick.register.scoping import scope  # noqa: PLC0415
    from tests.register import office  # noqa: PLC0415
    from tests.register.ledger.own_database import own_database, pointed_at  # noqa: PLC0415
    from tests.register.season import union  # noqa: PLC0415

    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        federation = office.federation()
        with scope(federation=federation):
            here = union(federation)
            turn.bring_up_to_date(MAY)
            writers = [_started(url, each) for each in range(3)]
            copy: dict[str, Line] = {}
            cursor, done = "", False
            while not done:
                done = all(each.poll() is not None for each in writers)  # the last look comes after the last change
                reading = read.since(cursor, MAY) if cursor else read.whole(MAY)
                copy.update((each.number, each) for each in reading.records if not isinstance(each, FileEnd))
                cursor = reading.since
            assert [each.wait() for each in writers] == [0, 0, 0]
            made = FileLines(federation, MAY.date()).lines([each.pk for each in here.players])
            assert copy == {each.line.number: each.line for each in made.values()}
            assert int(cursor[1:].split("-")[0]) >= len(here.players) + _ROUNDS


def _started(url: str, number: int) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "overtrick.register.settings"}
    command = [sys.executable, "-m", "tests.register.player_file.test_readers_and_writers", str(number)]
    return subprocess.Popen(command, env=environment)  # noqa: S603 - our own


def _write(writer: int) -> None:
    """Change the same few players as the other writers, each another column."""
    from overtrick.register import transactions  # noqa: PLC0415
    from overtrick.register.federations.models import Federation  # noqa: PLC0415
    from overtrick.register.people.models import Player, Standing  # noqa: PLC0415
    from overtrick.register.scoping import scope  # noqa: PLC0415

    with scope(federation=Federation.objects.get()):
        for number in range(_ROUNDS):
            with transactions.atomic():
                player = Player.objects.order_by("pk")[number % 4]
                if writer == 0:
                    Player.objects.filter(pk=player.pk).update(given=f"Given {number}")
                elif writer == 1:
                    Player.objects.filter(pk=player.pk).update(family=f"Family {number}")
                else:
                    # Another row than the others write: nothing but the log keeps them apart.
                    Standing.objects.filter(player=player).update(ends=MAY.date().replace(month=6, day=number + 1))


if __name__ == "__main__":
    django.setup()
    _write(int(sys.argv[1]))
