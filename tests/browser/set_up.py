"""Set an office up for the browser: python -m tests.browser.set_up FOLDER.

Writes the database of the cast into the folder, with everybody logged in once, so that a test need not type a password
to begin, and beside it one in which something is on every desk, with the address of every type of page.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from overtrick.register.accounts.models import User

#: The database, the one with something on every desk, and what tests know of both; in the folder.
DATABASE, ALL_PAGES, KNOWN = "office.sqlite3", "all-pages.sqlite3", "known.json"
#: What signs log-ins: every copy of the office has the same.
KEY = "secret-key"


def main(folder: Path) -> None:
    """Fill the folder."""
    os.environ.update(OVERTRICK_HOME=str(folder), DATABASE_URL="")
    os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.register.settings"
    (folder / KEY).write_text("the key of an office of tests", encoding="utf-8")
    import django  # noqa: PLC0415 - it reads the folder's name when it starts

    django.setup()
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415
    from django.db import connection, transaction  # noqa: PLC0415

    from overtrick.register.book_check.tasks import check_some_of_the_book  # noqa: PLC0415
    from tests.browser import levies, long_lists, old_records, page_types, quarter, red_points, year_end  # noqa: PLC0415
    from tests.web.cast import PASSWORD, build  # noqa: PLC0415

    _start(folder / DATABASE)
    with transaction.atomic():
        cast = build()
        people = {str(role): user for role, user in cast.users.items()} | long_lists.build() | old_records.build()
        people |= quarter.build() | levies.build() | year_end.build()
        state = red_points.build()
        hashed = make_password(PASSWORD)  # once: it is slow on purpose
        sessions = {who: _logged_in(user, hashed) for who, user in (people | state.people).items()}
    while check_some_of_the_book():  # once: a worker would do it again each time that the database is put back
        pass
    _copy(folder / DATABASE, folder / "before.sqlite3")
    with transaction.atomic():
        pages = page_types.build(cast)
    connection.close()
    (folder / DATABASE).rename(folder / ALL_PAGES)
    (folder / "before.sqlite3").rename(folder / DATABASE)
    known = {"sessions": sessions, "files": state.files, "pages": pages}
    (folder / KNOWN).write_text(json.dumps(known), encoding="utf-8")


def shared_office(folders: pytest.TempPathFactory) -> Path:
    """Give the folder; whichever process of a run of tests asks first fills it."""
    of_run = folders.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else folders.getbasetemp()
    folder = of_run / "browser-office"
    with (of_run / "browser-office.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / KNOWN).exists():
            folder.mkdir()
            root = Path(__file__).parents[2]
            subprocess.run([sys.executable, "-m", "tests.browser.set_up", str(folder)], cwd=root, check=True)  # noqa: S603
    return folder


def _start(database: Path) -> None:
    """Begin with an empty office: a copy of one that other tests have made, or a new one."""
    from overtrick.register import new_database  # noqa: PLC0415
    from tests import prepared_database  # noqa: PLC0415

    if (made := prepared_database.prepared()).exists():
        _copy(made, database)
    else:
        new_database.make()


def _copy(one: Path, other: Path) -> None:
    with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other)) as target:
        source.backup(target)


def _logged_in(user: User, hashed: str) -> str:
    from django.test import Client  # noqa: PLC0415

    user.password = hashed
    user.save()
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main(Path(sys.argv[1]))
