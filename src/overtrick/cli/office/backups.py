"""``overtrick office verify``, ``backup`` and ``restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.heads import tell_continuation, text_of
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from overtrick.register.heads.continuation import Continuation
    from overtrick.register.proof import Proof


@answered
def verify(sample: int | None, against: str = "", key: str = "", *, as_json: bool) -> int:
    """Prove everything, or the book and a sample of the assessments; also against a published head."""
    written = text_of(against) if against else ""
    context.open_office()
    continued = _continued(written, key) if against else None
    proof = _proved(sample)
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


def _proved(sample: int | None) -> Proof:
    from overtrick.register.proof import prove

    with bar("Proving") as progress:
        return prove(sample, lambda _what, done, of: progress(done, of))


def _tell(proof: Proof) -> None:
    book = proof.book
    entries = output.counted(book.entries, "entry").replace("entrys", "entries")
    of_all = "" if proof.assessments == proof.of else f" of {proof.of:,}"
    worked = f"{output.counted(proof.assessments, 'assessment')}{of_all} recalculated"
    output.say(f"{output.counted(book.postings, 'posting')}, {entries}, {worked}.")
    if proof.holds:
        output.say("Everything is correct.")
        return
    output.complain(f"{output.counted(len(proof.findings), 'problem')} found:")
    for finding in proof.findings:
        output.complain(f"  {finding.where}: {finding.says}")


@answered
def backup(file: str) -> int:
    """Write a backup."""
    context.open_office()
    from overtrick.register.backup import write

    path = Path(file)
    if path.exists():
        raise Unclear(f"the file {file} already exists; choose another name")
    if not path.absolute().parent.is_dir():
        raise Unclear(f"there is no folder {path.absolute().parent}")
    with bar("Writing") as progress:
        told = write(path, context.now(), lambda _table, done, of: progress(done, of))
    output.say(f"{told.total:,} rows of {len(told.rows)} tables are in {file}.")
    return output.GOOD


@answered
def restore(file: str, *, force: bool) -> int:
    """Take a backup in; the tables are made first where there are none."""
    context.set_up()
    if not Path(file).is_file():
        raise Unclear(f"there is no file {file}")
    from django.core.management import call_command

    from overtrick.cli.office.setup import make_folder, make_signing_key
    from overtrick.register.backup import look
    from overtrick.register.backup import restore as take_in

    look(Path(file))
    make_folder()
    call_command("migrate", verbosity=0, interactive=False)
    with bar("Restoring") as progress:
        told = take_in(Path(file), lambda _table, done, of: progress(done, of), force=force)
    output.say(f"{told.total:,} rows of {told.made_at[:10]} are restored.")
    make_signing_key()
    proof = _proved(None)
    _tell(proof)
    return output.GOOD if proof.holds else output.PROBLEMS
