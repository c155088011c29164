"""Makes a grown office: python -m tests.grown.make HANDBOOK FOLDER.

The demonstration founds and plays it, ``life`` adds what happens to real offices. The same code makes the same office.
"""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

#: The size of ``overtrick office demo``, its seed, and how many seasons are played until when.
SIZE, SEED, YEARS = "grown", 33, 2
#: The day on which it is found. August is the last month that is closed.
TODAY = date(2026, 11, 10)
#: What signs log-ins: every copy of the office has the same.
_KEY = "the key of an office of tests"


def main(handbook: str, home: Path) -> None:
    """Fill the folder: the database, and the keys beside it."""
    os.environ.update(OVERTRICK_HOME=str(home), DATABASE_URL="")
    os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.register.settings"
    (home / "secret-key").write_text(_KEY, encoding="utf-8")
    import django  # noqa: PLC0415 - it reads the folder's name when it starts

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    from overtrick.register import new_database  # noqa: PLC0415
    from overtrick.register.demo import timeline  # noqa: PLC0415
    from overtrick.register.demo.accounts import SLUG  # noqa: PLC0415
    from overtrick.register.heads import signing_key  # noqa: PLC0415
    from tests.grown.life import Life  # noqa: PLC0415

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # as all tests have
    new_database.make()
    signing_key.make()
    life = Life(handbook, timeline.first_day(handbook, YEARS, TODAY))
    timeline.run(SIZE, handbook, YEARS, SEED, slug=SLUG, until=TODAY, progress=life.goes_on)
    life.today(TODAY)
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
