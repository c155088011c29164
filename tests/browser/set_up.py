"""Set an office up for the browser: python -m tests.browser.set_up FOLDER.

Writes the database of the cast into the folder, with everybody logged in once: ``visits.json`` has the session of each
role, so that a test need not type a password to begin.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

#: Where the database and the sessions are, in the folder.
DATABASE, VISITS = "office.sqlite3", "visits.json"


def main(folder: Path) -> None:
    """Fill the folder."""
    os.environ.update(OVERTRICK_HOME=str(folder), DATABASE_URL="")
    os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.register.settings"
    import django  # noqa: PLC0415 - it reads the folder's name when it starts
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415
    from django.db import connection, transaction  # noqa: PLC0415

    from tests import prepared_database  # noqa: PLC0415
    from tests.browser import long_lists  # noqa: PLC0415
    from tests.web.cast import PASSWORD, build  # noqa: PLC0415

    if prepared_database.prepared().exists():
        shutil.copyfile(prepared_database.prepared(), folder / DATABASE)
    else:
        call_command("migrate", verbosity=0)
    with transaction.atomic():
        cast = build()
        people = {**{str(role): user for role, user in cast.users.items()}, **long_lists.build()}
        hashed = make_password(PASSWORD)  # once: it is slow on purpose
        sessions = {who: _logged_in(user, hashed) for who, user in people.items()}
    (folder / VISITS).write_text(json.dumps(sessions), encoding="utf-8")
    connection.close()


def _logged_in(user: User, hashed: str) -> str:
    from django.test import Client  # noqa: PLC0415

    user.password = hashed
    user.save()
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main(Path(sys.argv[1]))
