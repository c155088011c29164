"""Commands that prove the book and keep it safe: checks, signed heads, backups, upgrades."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from overtrick.cli.office.options import FEDERATION, JSON, command

if TYPE_CHECKING:
    from collections.abc import Callable


@command()
@click.option("--sample", type=click.IntRange(min=0), default=None, help="Recalculate only this many assessments.")
@click.option(
    "--against",
    default="",
    metavar="FILE",
    help="Also prove that the book continues this published head; - reads standard input.",
)
@click.option("--key", default="", metavar="VKEY", help="Believe the head only if this verifier key signed it.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=None,
    help="How many processes share a long book (default: one a core).",
)
@JSON
def verify(sample: int | None, against: str, key: str, jobs: int | None, *, as_json: bool) -> None:
    """Check the book: its chain, every balance, and the awards from the stored events."""
    from overtrick.cli.office import backups

    sys.exit(backups.verify(sample, against, key, jobs=jobs, as_json=as_json))


@command()
@click.option(
    "--of", default="book", type=click.Choice(["book", "audit", "all"]), help="Which head to print (default: book)."
)
@click.option("--out", default="", metavar="FILE", help="Write it to this file instead of standard output.")
@JSON
@FEDERATION
def head(of: str, out: str, federation: str, *, as_json: bool) -> None:
    """Sign how long the book and the audit are now, and print the head."""
    from overtrick.cli.office import heads

    sys.exit(heads.head(of, out, federation, as_json=as_json))


@command("signing-key")
@click.option("--new", is_flag=True, help="Make a new key, and keep the old one beside it.")
def signing_key(*, new: bool) -> None:
    """Print the verifier keys, with which others check the heads of this office."""
    from overtrick.cli.office import heads

    sys.exit(heads.signing_key(new=new))


@command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--key", default="", metavar="VKEY", help="The other office's verifier key; needed the first time.")
def witness(file: str, key: str) -> None:
    """Sign a head of another office as its witness, and print it.

    FILE has the head; from the second time on with the proof that it continues the one before.
    """
    from overtrick.cli.office import heads

    sys.exit(heads.witness(file, key))


@command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--key", required=True, metavar="VKEY", help="The verifier key of the witness.")
def cosigned(file: str, key: str) -> None:
    """Keep the signature of a witness: FILE has a head of this office as the witness printed it."""
    from overtrick.cli.office import heads

    sys.exit(heads.cosigned(file, key))


def _locking(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--passphrase-file", default="", metavar="FILE", help="Lock it with the first line of this file."),
        click.option("--recipient", "recipients", multiple=True, metavar="KEY", help="Lock it for this key (age1…)."),
    ):
        command = option(command)
    return command


@command()
@click.argument("target", type=click.Path(), required=False, default="", metavar="[FILE|FOLDER]")
@click.option(
    "--keep", type=click.IntRange(min=1), default=None, help="Remove the oldest in the folder, and keep so many."
)
@_locking
def backup(target: str, keep: int | None, recipients: tuple[str, ...], passphrase_file: str) -> None:
    """Save everything as it is now to one file, while others go on working."""
    from overtrick.cli.office import backups

    sys.exit(backups.backup(target, keep, recipients, passphrase_file))


@command("backup-key")
@click.argument("file", type=click.Path())
def backup_key(file: str) -> None:
    """Make a key for locked backups; the file unlocks them."""
    from overtrick.cli.office import backups

    sys.exit(backups.backup_key(file))


@command()
@click.argument("file", type=click.Path())
@click.option("--identity", default="", metavar="FILE", help="The file with the key that unlocks it.")
@click.option("--passphrase-file", default="", metavar="FILE", help="The file with the passphrase that unlocks it.")
@click.option("--force", is_flag=True, help="Replace all the data in this office.")
def restore(file: str, identity: str, passphrase_file: str, *, force: bool) -> None:
    """Restore a backup of this version or an earlier one, on SQLite or PostgreSQL, and check it."""
    from overtrick.cli.office import backups

    sys.exit(backups.restore(file, identity, passphrase_file, force=force))


@command()
@_locking
def upgrade(recipients: tuple[str, ...], passphrase_file: str) -> None:
    """Bring the office up to the version that is installed: backup, tables, verify. Stop serve and work first."""
    from overtrick.cli.office import upgrades

    sys.exit(upgrades.upgrade(recipients, passphrase_file))
