"""``overtrick proof`` for heads: is a head signed, and does a newer one continue the one that somebody has kept?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.transparency import checkpoints, merkle, proofs
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import read_verifier_key
from overtrick.transparency.notes import read_note

if TYPE_CHECKING:
    from overtrick.transparency.checkpoints import Checkpoint, Cosigned

#: A statement of a hundred years is smaller.
_LARGEST = 50_000_000
_CONTINUES = "old "
_INCLUDES = "c2sp.org/tlog-proof@v1\n"


def text_of(file: str) -> str:
    """Read a file that was named."""
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(_LARGEST + 1)
    except OSError as error:
        why = (error.strerror or "it cannot be read").lower()
        raise Unproved(f"The file {file} cannot be opened: {why}.") from None
    if len(content) > _LARGEST:
        raise Unproved(f"The file {file} is too large for a proof.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Unproved(f"The file {file} is not a text in UTF-8.") from None


def is_about_heads(written: str) -> bool:
    """Say whether a text is a head, or the proof that one continues another or is in the log of all heads."""
    return written.startswith((_CONTINUES, _INCLUDES)) or "\n\n— " in written


def check_heads(written: str, key: str, kept: str, *, as_json: bool) -> None:
    """Check a head, or the proof that it continues the head that was kept, and say what that proves."""
    if not key:
        raise Unproved("A head does not hold its key. Give the verifier key that the office publishes with --key.")
    if not kept and written.startswith((_CONTINUES, _INCLUDES)):
        raise Unproved("Give the head that you have kept with --head: the proof is about that one.")
    if written.startswith(_INCLUDES):
        _check_included(written, key, kept, as_json=as_json)
        return
    continued = proofs.read_consistency_proof(written) if written.startswith(_CONTINUES) else None
    head, times = _signed(continued.checkpoint if continued else written, key)
    older = _signed(kept, key)[0] if kept else None
    if older is not None:
        _check_continues(older, head, continued)
    if as_json:
        output.print_json(_data(head, older, times))
        return
    when = f" on {times[0].at:%d %B %Y} at {times[0].at:%H:%M} UTC" if times else ""
    output.say(f"The head of {head.origin} with {head.size:,} rows is signed by the key that you gave{when}.")
    if older is not None and older.size == head.size:
        output.say("It is the head that you have kept.")
    elif older is not None:
        output.say(
            f"It continues the head of {older.size:,} rows that you have kept: none of them was changed or removed."
        )


def _check_included(written: str, key: str, kept: str, *, as_json: bool) -> None:
    """Check that a head is in the log of all heads, by the key of that log."""
    proof = proofs.read_inclusion_proof(written)
    every, times = _signed(proof.checkpoint, key)
    head = checkpoints.read_checkpoint(read_note(kept).text)
    federation = head.origin.split("/")[-2:-1]
    leaf = "".join(f"{line}\n" for line in (*federation, *head.text().splitlines()))
    proof.check(merkle.leaf_hash(leaf.encode()))
    if as_json:
        output.print_json(_data(every, None, times) | {"includes": head.origin, "place": proof.place})
        return
    output.say(f"The head of {head.origin} with {head.size:,} rows is number {proof.place + 1} in {every.origin}.")
    output.say(f"The head of that log, with {every.size:,} heads, is signed by the key that you gave.")


def _signed(written: str, key: str) -> tuple[Checkpoint, list[Cosigned]]:
    keys = [read_verifier_key(key)]
    head, note = checkpoints.open_checkpoint(written, keys)
    return head, checkpoints.cosigners(note, keys)


def _check_continues(older: Checkpoint, head: Checkpoint, continued: proofs.ConsistencyProof | None) -> None:
    if continued is None:
        if older.size != head.size:
            raise Unproved(
                f"The head has {head.size:,} rows, and the one that you have kept has {older.size:,}. "
                f"Get the proof that the newer one continues the older one: /book/consistency?from={older.size}"
            )
        if older.root != head.root:
            raise Unproved(f"Two different heads of {head.size:,} rows are signed: two people were shown two books.")
        return
    if continued.old != older.size:
        raise Unproved(
            f"The proof continues {continued.old:,} rows, and the head that you have kept has {older.size:,}."
        )
    continued.check(older.root)


def _data(head: Checkpoint, older: Checkpoint | None, times: list[Cosigned]) -> dict[str, object]:
    return {
        "holds": True,
        "origin": head.origin,
        "size": head.size,
        "root": head.root.hex(),
        "continues": older.size if older else None,
        "signed_at": times[0].at.isoformat() if times else None,
    }
