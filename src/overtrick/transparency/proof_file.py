"""The proof that goes with a statement or a certificate: a JSON file with rows of a book, and the head they are under.

A row has its text, the hash of the row before it, its place in the log and the path from there to the root. Its own
hash is the SHA-256 of the hash before it and its text, and that hash is its leaf. What else the file says, the words
under ``about``, is the office's word and is not proved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from overtrick.transparency import checkpoints, merkle
from overtrick.transparency.checkpoints import Checkpoint, Cosigned
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import VerifierKey, decode, encode, read_verifier_key
from overtrick.transparency.proofs import InclusionProof, read_path

FORM = "overtrick proof 1"


class ProvedRow(NamedTuple):
    """A row of a log, and what leads from it to the root."""

    text: str
    before: bytes  #: the hash of the row before it
    place: int  #: counted from 0
    path: tuple[bytes, ...]
    more: Mapping[str, str] = {}  # what the text holds by a digest alone

    @property
    def leaf(self) -> bytes:
        """The hash of its leaf."""
        return merkle.leaf_hash(sha256(self.before + self.text.encode()).digest())


class ProvedLog(NamedTuple):
    """Rows of a log under one head."""

    head: str  #: the signed note
    key: str  #: the verifier key of the log, as the office gives it
    rows: tuple[ProvedRow, ...]

    def check(self, keys: Iterable[VerifierKey] = ()) -> tuple[Checkpoint, list[Cosigned]]:
        """Refuse the file unless a key signed the head and every row is under it; by default the key in the file."""
        trusted = list(keys) or [read_verifier_key(self.key)]
        head, note = checkpoints.open_checkpoint(self.head, trusted)
        for row in self.rows:
            InclusionProof(row.place, row.path, self.head).check(row.leaf)
        return head, checkpoints.cosigners(note, trusted)

    def tlog_proofs(self) -> list[InclusionProof]:
        """Give each row's proof in the standard form, for other programs."""
        return [InclusionProof(row.place, row.path, self.head) for row in self.rows]


class ProofFile(NamedTuple):
    """What a file holds."""

    about: dict[str, str]
    book: ProvedLog
    audit: ProvedLog | None = None

    def written(self) -> str:
        """Write the file."""
        data: dict[str, object] = {"form": FORM, "about": self.about, "book": _log_data(self.book)}
        if self.audit is not None:
            data["audit"] = _log_data(self.audit)
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_proof_file(written: str) -> ProofFile:
    """Read a file; nothing is checked but its form."""
    try:
        data = json.loads(written)
    except (ValueError, RecursionError):
        raise Unproved("This is not a proof of Overtrick: it is not JSON.") from None
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise Unproved(f"This is not a proof of Overtrick: it does not say that its form is {FORM!r}.")
    about = _words(data.get("about"), "about")
    audit = _read_log(data["audit"], "audit") if "audit" in data else None
    return ProofFile(about, _read_log(data.get("book"), "book"), audit)


def _log_data(log: ProvedLog) -> dict[str, object]:
    return {
        "head": log.head,
        "key": log.key,
        "rows": [
            {
                "text": row.text,
                "before": encode(row.before),
                "place": row.place,
                "path": [encode(each) for each in row.path],
                **({"more": dict(row.more)} if row.more else {}),
            }
            for row in log.rows
        ],
    }


def _read_log(data: object, where: str) -> ProvedLog:
    if not isinstance(data, dict) or not isinstance(data.get("rows"), list):
        raise Unproved(f"The proof has no list of rows under {where!r}.")
    rows = tuple(_read_row(row, f"row {number} of the {where}") for number, row in enumerate(data["rows"], 1))
    return ProvedLog(_text(data, "head", where), _text(data, "key", where), rows)


def _read_row(data: object, where: str) -> ProvedRow:
    if not isinstance(data, dict):
        raise Unproved(f"In the proof, {where} is not a row.")
    place, path = data.get("place"), data.get("path")
    if not isinstance(place, int) or isinstance(place, bool) or not isinstance(path, list):
        raise Unproved(f"In the proof, {where} has no place or no path.")
    if not all(isinstance(each, str) for each in path):
        raise Unproved(f"In the proof, {where} has a path that is not made of hashes.")
    before = decode(_text(data, "before", where), f"The hash before {where}")
    more = _words(data["more"], where) if "more" in data else {}
    return ProvedRow(_text(data, "text", where), before, place, read_path(path), more)


def _text(data: dict[str, Any], word: str, where: str) -> str:
    found = data.get(word)
    if not isinstance(found, str):
        raise Unproved(f"In the proof, {where} has no {word!r}.")
    return found


def _words(data: object, where: str) -> dict[str, str]:
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise Unproved(f"In the proof, {where} is not a list of words.")
    return data
