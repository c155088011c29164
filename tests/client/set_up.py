"""Set an office up for programs: python -m tests.client.set_up FOLDER. The database of the cast, and tokens for it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.browser.set_up import DATABASE, KEY, KNOWN, _start


def main(folder: Path) -> None:
    """Fill the folder."""
    os.environ.update(OVERTRICK_HOME=str(folder), DATABASE_URL="")
    os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.register.settings"
    (folder / KEY).write_text("the key of an office of tests", encoding="utf-8")
    import django  # noqa: PLC0415 - it reads the folder's name when it starts

    django.setup()
    from django.db import connection, transaction  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from overtrick.register.player_file import turn  # noqa: PLC0415
    from overtrick.register.ranks.models import Promotion  # noqa: PLC0415
    from overtrick.register.scoping import scope  # noqa: PLC0415
    from overtrick.register.tokens import pairing, player_file  # noqa: PLC0415
    from overtrick.register.tokens.issue import Asked, issue_for, issue_personal  # noqa: PLC0415
    from overtrick.register.tokens.scopes import PERSONAL_ONLY, Scope  # noqa: PLC0415
    from tests.web.cast import Role, build  # noqa: PLC0415

    _start(folder / DATABASE)
    with transaction.atomic():
        cast = build()
        at, clerk, club = timezone.now(), cast.users[Role.OFFICE], cast.union.club
        with scope(federation=cast.union.federation):
            turn.bring_up_to_date(at)
            player_file.allow(club, "Scoring PC", actor=clerk, at=at)
            everything = frozenset(Scope) - PERSONAL_ONLY
            known = {
                "club": issue_for(club, Asked("ScoreBridge laptop", everything), actor=clerk, at=at).written,
                "player": issue_personal(
                    Asked("Script", [Scope.RECORD_READ]), actor=cast.users[Role.PLAYER], at=at
                ).written,
                "code": pairing.begin(club, actor=clerk, at=at).code,
                "federation": cast.union.federation.slug,
                "promotions": Promotion.objects.count(),
            }
    connection.close()
    (folder / KNOWN).write_text(json.dumps(known), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
