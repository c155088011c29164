"""``overtrick office verify``, ``backup``, ``backup-key`` and ``restore``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.heads import tell_continuation, text_of
from overtrick.cli.office.progress_bar import bar, bar_of_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.register.backup.locked import Lock
    from overtrick.register.heads.continuation import Continuation
    from overtrick.register.proof import Proof


@answered
def verify(sample: int | None, against: str = "", key: str = "", *, jobs: int | None = None, as_json: bool) -> int:
    """Prove everything, or the book and a sample of the assessments; also against a published head."""
    written = text_of(against) if against else ""
    context.open_office()
    continued = _continued(written, key) if against else None
    proof = _proved(sample, jobs)
    if continued is not None:
        proof = proof._replace(findings=tuple(dict.fromkeys((*continued.findings, *proof.findings))))
    if as_json:
        output.print_json(
            {
                "holds": proof.holds,
                "postings": proof.book.postings,
                "entries": proof.book.entries,
                "closings": proof.book.closings,
                "assessments": proof.assessments,
                "of": proof.of,
                "findings": [{"where": each.where, "says": each.says} for each in proof.findings],
                "erased": [{"where": each.where, "says": each.says} for each in proof.erased],
            }
        )
    else:
        if continued is not None:
            tell_continuation(continued)
        _tell(proof)
    return output.GOOD if proof.holds else output.PROBLEMS


def _continued(written: str, key: str) -> Continuation:
    from overtrick.register.heads.continuation import compare

    with bar("Comparing") as progress:
        return compare(written, key, progress)


def _proved(sample: int | None, jobs: int | None = None) -> Proof:
    from overtrick.register.proof import prove

    with bar_of_parts("Proving") as progress:
        return prove(sample, progress, jobs or os.cpu_count() or 1)


def _tell(proof: Proof) -> None:
    book = proof.book
    entries = output.counted(book.entries, "entry").replace("entrys", "entries")
    of_all = "" if proof.assessments == proof.of else f" of {proof.of:,}"
    worked = f"{output.counted(proof.assessments, 'assessment')}{of_all} recalculated"
    output.say(f"{output.counted(book.postings, 'posting')}, {entries}, {worked}.")
    for each in proof.erased:
        output.say(f"{each.where}: {each.says}")
    if proof.holds:
        output.say("Everything is correct.")
        return
    output.complain(f"{output.counted(len(proof.findings), 'problem')} found:")
    for finding in proof.findings:
        output.complain(f"  {finding.where}: {finding.says}")


@answered
def backup(target: str, keep: int | None, recipients: Sequence[str], passphrase_file: str) -> int:
    """Write a backup to a file, or to a folder under a name with its moment."""
    context.open_office()
    lock = read_lock(recipients, passphrase_file)
    folder, file = _place(target, lock)
    if keep and target and file == Path(target):
        raise Unclear("--keep is for a folder of backups; name a folder, or none for the one of the office")
    from overtrick.register.backup import files

    for each in [*files.remove_abandoned(folder), *files.remove_abandoned(context.home())]:
        output.say(f"Removed {each}, which an interrupted backup left behind.")
    _write_backup(file, lock)
    if keep:
        for each in files.rotate(folder, keep):
            output.say(f"Removed {each}; the newest {keep} are kept.")
    return output.GOOD


def _write_backup(file: Path, lock: Lock) -> None:
    """Write a backup and prove it, and note what came of it."""
    from overtrick.register.tasks import last_checks

    try:
        write_and_prove(file, lock)
    except Exception as error:
        last_checks.note(last_checks.What.BACKUP, context.now(), str(error) or type(error).__name__)
        raise
    last_checks.note(last_checks.What.BACKUP, context.now())


def write_and_prove(file: Path, lock: Lock) -> None:
    """Write a backup, restore it into a file that is thrown away, and say what is in it."""
    from overtrick.register.backup import prove
    from overtrick.register.backup.write import NotWritten, write

    ours, key = prove.lock_to_prove(lock)
    try:
        with bar("Writing") as progress:
            manifest = write(file, context.now(), progress, ours)
        how = ", locked" if any(lock) else ""
        output.say(f"{manifest.total:,} rows of {len(manifest.tables)} tables are in {file}{how}.")
        with bar("Proving") as progress:
            prove.prove(file, key, context.home(), context.now(), progress)
    except OSError as error:
        why = (error.strerror or "not possible").lower()
        raise NotWritten(
            f"The backup cannot be written: {why}.", "Make room, or name another folder.", code="backup-not-written"
        ) from error
    output.say("It was restored for proof: every row came back.")


def own_folder() -> Path:
    """Give the office's own folder for backups; it is made if it is not there."""
    folder = context.home() / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _place(target: str, lock: Lock) -> tuple[Path, Path]:
    """Find where the backup goes: the folder, and the file in it."""
    from overtrick.register.backup import files

    path = Path(target) if target else own_folder()
    if path.is_dir():
        return path, path / files.name_at(context.now(), locked=any(lock))
    if path.exists():
        raise Unclear(f"the file {target} already exists; choose another name")
    if not path.absolute().parent.is_dir():
        raise Unclear(f"there is no folder {path.absolute().parent}")
    return path.absolute().parent, path


def read_lock(recipients: Sequence[str], passphrase_file: str) -> Lock:
    """Read what a backup is to be locked with."""
    from overtrick.register.backup.locked import Lock

    return Lock(tuple(recipients), _passphrase(passphrase_file))


def _passphrase(file: str) -> str:
    if not file:
        return ""
    lines = _text(file).splitlines()
    if not lines or not lines[0]:
        raise Unclear(f"the first line of {file} is empty; it should be the passphrase")
    return lines[0]


def _text(file: str) -> str:
    try:
        return context.content(file).decode()
    except UnicodeDecodeError:
        raise Unclear(f"the file {file} is not text") from None


@answered
def backup_key(file: str) -> int:
    """Make a key for locked backups."""
    context.set_up()
    from overtrick.register.backup import files, locked

    if Path(file).exists():
        raise Unclear(f"the file {file} already exists; choose another name")
    secret, public = locked.new_identity()
    try:
        with files.written(Path(file)) as out:
            out.write(f"# public key: {public}\n{secret}\n".encode())
    except OSError as error:
        raise Unclear(f"the file {file} cannot be written: {(error.strerror or 'not possible').lower()}") from None
    output.say(
        f"The key is in {file}. Keep it away from the office's machine: without it no locked backup can be read."
    )
    output.say(f"Lock backups with --recipient {public}")
    return output.GOOD


@answered
def restore(file: str, identity: str, passphrase_file: str, *, force: bool) -> int:
    """Take a backup in, of this version or an earlier one."""
    context.set_up()
    if not Path(file).is_file():
        raise Unclear(f"there is no file {file}")
    from overtrick.cli.office.setup import make_folder, make_signing_key
    from overtrick.register.backup.locked import Key
    from overtrick.register.backup.restore import restore as take_in

    key = Key(_text(identity).splitlines() if identity else (), _passphrase(passphrase_file))
    make_folder()
    with bar("Restoring") as progress:
        done = take_in(Path(file), progress, key, force=force)
    output.say(f"{done.manifest.total:,} rows of {done.manifest.made_at[:10]} are restored.")
    if done.upgraded:
        changes = output.counted(len(done.upgraded), "change")
        output.say(f"They are of version {done.manifest.version}. Their tables were brought up to date ({changes}).")
    if not done.has_second_factors:
        output.say(
            "That version saved no second factors. Who had one logs in with the password only, and sets it up again."
        )
    _tell_tokens(done.manifest.made_at[:10])
    make_signing_key()
    proof = _proved(None)
    _tell(proof)
    return output.GOOD if proof.holds else output.PROBLEMS


def _tell_tokens(day: str) -> None:
    """Say that tokens work as on the day of the backup: also one that somebody has ended since."""
    from django.utils import timezone

    from overtrick.register.scoping import scopes_disabled
    from overtrick.register.tokens.issue import working

    with scopes_disabled():
        count = working(timezone.now()).count()
    if count:
        programs = output.counted(count, "program")
        output.say(f"The tokens of {programs} work as on {day}. If one was ended since, end it again under Programs.")
