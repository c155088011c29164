"""``overtrick office upgrade``: a backup, the tables of this version, and a check of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick import __version__
from overtrick.cli import output
from overtrick.cli.office import backups, context
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.setup import make_signing_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@answered
def upgrade(recipients: Sequence[str], passphrase_file: str) -> int:
    """Bring the tables up to this version; if anything goes wrong they stay as they are."""
    context.set_up()
    if not context.is_there():
        raise Unclear(f"there is no office in {context.home()}; set one up with overtrick office init")
    from overtrick.register.backup import schema

    if not schema.applied():
        raise Unclear("there is no office in this database; set one up with overtrick office init")
    pending, unknown = schema.difference()
    if unknown:
        raise Unclear(f"the tables are those of a later version than {__version__}; install that version again")
    if not pending:
        make_signing_key()
        output.say(f"The tables are those of version {__version__} already. Nothing was changed.")
        return output.GOOD
    saved = _save(recipients, passphrase_file)
    _change(pending, saved)
    make_signing_key()
    output.say("3. Verify")
    code = backups.verify(None, as_json=False)
    if code != output.GOOD:
        output.complain(f"The tables are upgraded, but the check found problems. {_go_back(saved)}")
        return code
    output.say(f"The office is upgraded to version {__version__}.")
    return output.GOOD


def _save(recipients: Sequence[str], passphrase_file: str) -> Path:
    from overtrick.register.backup import files

    output.say("1. Backup")
    lock = backups.read_lock(recipients, passphrase_file)
    saved = backups.own_folder() / files.name_at(context.now(), locked=any(lock))
    backups.write_and_prove(saved, lock)
    return saved


def _change(pending: Sequence[tuple[str, str]], saved: Path) -> None:
    from overtrick.register.backup import schema

    output.say(f"2. Tables: {output.counted(len(pending), 'change')}")
    for app, name in pending:
        output.say(f"  {app} {name}")
    try:
        with schema.all_or_nothing():
            schema.make_newest()
    except BaseException:
        output.complain(
            f"The upgrade failed, and nothing was changed. You can go on with the version before. {_go_back(saved)}"
        )
        raise


def _go_back(saved: Path) -> str:
    return (
        f"The backup {saved} has the office as it was. To go back, install the version before, and restore it into an "
        f"empty folder: overtrick office --home FOLDER restore {saved}"
    )
