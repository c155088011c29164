"""``overtrick proof``: checks the proof of a statement or a certificate without the office, and says what it proves.

``proof_heads`` does the same for heads.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.proof_heads import check_heads, is_about_heads, text_of
from overtrick.register.audit.fact_texts import read_fact, read_record
from overtrick.register.ledger.row_texts import EntryText, read_entry
from overtrick.transparency import checkpoints, proofs
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import VerifierKey, decode, read_verifier_key
from overtrick.transparency.notes import read_note
from overtrick.transparency.proof_file import ProofFile, read_proof_file

if TYPE_CHECKING:
    from overtrick.handbooks.entries import Colour
    from overtrick.transparency.checkpoints import Checkpoint, Cosigned


def proof(file: str, key: str, head: str, tlog: str, *, as_json: bool) -> int:
    """Check a proof; the exit code."""
    try:
        written, kept = text_of(file), text_of(head) if head else ""
        if is_about_heads(written):
            check_heads(written, key, kept, as_json=as_json)
            return output.GOOD
        trusted = [read_verifier_key(key)] if key else []
        found = read_proof_file(written)
        signed, times = found.book.check(trusted)
        compared = _compare(kept, signed, trusted or [read_verifier_key(found.book.key)]) if head else ""
        entries = _entries(found)
        promoted = _promoted(found, signed, trusted)
        if tlog:
            _write_tlog(found, Path(tlog))
    except Unproved as error:
        if as_json:
            output.print_json({"holds": False, "says": str(error)})
        output.complain(f"Not proved: {error}")
        return output.PROBLEMS
    if as_json:
        output.print_json(_data(found, signed, times, entries))
    else:
        _tell(found, signed, times, entries)
        if promoted:
            output.say(promoted)
        _tell_trust(found, compared, given=bool(key))
    return output.GOOD


def _compare(written: str, signed: Checkpoint, keys: list[VerifierKey]) -> str:
    """Compare the head of a proof with a published one; or follow the proof that one continues the other."""
    if written.startswith("old "):
        continued = proofs.read_consistency_proof(written)
        newer, _note = checkpoints.open_checkpoint(continued.checkpoint, keys)
        if (newer.origin, continued.old) != (signed.origin, signed.size):
            raise Unproved(
                f"The proof is under a head of {signed.size:,} rows; the file continues one of {continued.old:,} rows "
                f"of {newer.origin}."
            )
        continued.check(signed.root)
        return f"The published head of {newer.size:,} rows continues it."
    published = checkpoints.read_checkpoint(read_note(written).text)
    if published.origin != signed.origin:
        raise Unproved(f"The published head is one of {published.origin}, and the proof is under {signed.origin}.")
    if published.size != signed.size:
        raise Unproved(
            f"The published head has {published.size:,} rows, and the proof is under one of {signed.size:,}. "
            "Get the proof under the published head, or the proof that the newer head continues the older one."
        )
    if published.root != signed.root:
        raise Unproved("The published head has another root: the proof was made from another book.")
    return "It is the published head that you gave."


def _entries(found: ProofFile) -> list[EntryText]:
    """Read the entries; a proof with other rows under the book proves something else."""
    entries = []
    for row in found.book.rows:
        entry = read_entry(row.text)
        if entry is None:
            raise Unproved(f"The row at place {row.place} is not an entry: {row.text.partition(chr(10))[0][:40]!r}.")
        entries.append(entry)
    records = set(found.about.get("records", "").split())
    for entry in entries:
        if str(entry.player) not in records:
            raise Unproved(f"Entry {entry.number} is one of another player, whose record has the id {entry.player}.")
    if len({entry.number for entry in entries}) != len(entries):
        raise Unproved("An entry is listed twice.")
    return entries


def _promoted(found: ProofFile, signed: Checkpoint, trusted: list[VerifierKey]) -> str:
    """Check that the audit says what a certificate says; the sentence for it, empty where the file has no record."""
    if found.audit is None:
        return ""
    head = checkpoints.read_checkpoint(read_note(found.audit.head).text)
    if head.origin.rpartition("/")[0] != signed.origin.rpartition("/")[0]:
        raise Unproved(f"The audit in the file, {head.origin}, is not that of {signed.origin}.")
    key = (trusted or [read_verifier_key(found.book.key)])[0]
    found.audit.check([key._replace(name=head.origin)])
    about = found.about
    for row in found.audit.rows:
        record = read_record(row.text)
        salt = decode(row.more.get("salt", ""), "The salt of the record")
        fact = record and read_fact(record, salt, row.more.get("said", ""), row.more.get("fact", ""))
        if not record or not fact:
            raise Unproved(f"The record at place {row.place} of the audit does not say what the file says.")
        player, *told = (str(each) for each in fact.values)
        wanted = (about.get("rank", ""), about.get("reached", ""), about.get("code", "").replace("-", ""))
        if not set(wanted) <= set(told) or player not in about.get("records", "").split():
            raise Unproved(f"Record {record.number} of the audit is about another rank or another player.")
        return (
            f"Record {record.number} of the audit, of {record.at[:10]}, says: {about['rank']} reached on "
            f"{about['reached']}, certificate {about['code']}. It is under the signed head of {head.size:,} records."
        )
    return ""


def _tell(found: ProofFile, signed: Checkpoint, times: list[Cosigned], entries: list[EntryText]) -> None:
    about, colours = found.about, _colours(found.about.get("handbook", ""))
    whose = f"{about.get('player', 'a player')}, number {about.get('number', 'unknown')}"
    count = output.counted(len(entries), "entry").replace("entrys", "entries")
    output.say(f"Proved: {count} of {whose}.")
    if entries:
        rows = [
            (str(each.number), str(each.played), _shown(colours, each.colour, each.units), each.colour, _remark(each))
            for each in entries
        ]
        output.table(("Entry", "Played", "Points", "Colour", ""), rows, ("Entry", "Points"))
    sums = ", ".join(f"{_shown(colours, colour, units)} {colour}" for colour, units in _sums(entries).items())
    output.say(f"Sum: {sums or 'nothing'}.")
    when = f" on {times[0].at:%d %B %Y} at {times[0].at:%H:%M} UTC" if times else ""
    output.say(f"They are in the log {signed.origin}, under the head of {signed.size:,} rows, signed{when}.")
    output.say(f"Root of the head: {signed.root.hex()}")


def _tell_trust(found: ProofFile, compared: str, *, given: bool) -> None:
    if compared:
        output.say(compared)
    if given:
        output.say("The head is signed by the key that you gave.")
    else:
        output.say(f"The head is signed by the key in the file: {found.book.key}")
        output.say("Compare this key with the one that the office publishes, or give that one with --key.")
    about = found.about
    records, player = " and ".join(about.get("records", "").split()), about.get("player", "this player")
    output.say(
        f"Not proved: that there are no other entries, and that record {records} belongs to {player}. "
        "For these, the office gives its word."
    )
    if about.get("later", "0") != "0":
        output.say(f"{about['later']} later entries are not under this head yet.")


def _remark(entry: EntryText) -> str:
    return "" if entry.corrects is None else f"takes back entry {entry.corrects}"


def _sums(entries: list[EntryText]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for each in entries:
        found[each.colour] += each.units
    return dict(sorted(found.items()))


def _colours(handbook: str) -> dict[str, Colour]:
    """Give the colours of a handbook; none where it is not installed here."""
    from overtrick.handbooks import edition as editions

    try:
        return {name: colour.on_record for name, colour in editions.get(handbook).colours.items()}
    except editions.NoHandbook:
        return {}


def _shown(colours: dict[str, Colour], colour: str, units: int) -> str:
    if colour not in colours:
        return f"{units} units"
    return f"{'-' if units < 0 else ''}{colours[colour].show(abs(units))}"


def _data(found: ProofFile, signed: Checkpoint, times: list[Cosigned], entries: list[EntryText]) -> dict[str, object]:
    return {
        "holds": True,
        "about": found.about,
        "origin": signed.origin,
        "size": signed.size,
        "root": signed.root.hex(),
        "key": found.book.key,
        "signed_at": times[0].at.isoformat() if times else None,
        "entries": [
            {"number": each.number, "played": str(each.played), "colour": each.colour, "units": each.units}
            for each in entries
        ],
        "units": _sums(entries),
    }


def _write_tlog(found: ProofFile, folder: Path) -> None:
    """Write each row's proof as a file of its own, for other programs."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for each in found.book.tlog_proofs():
            (folder / f"{each.place}.tlog-proof").write_text(str(each), encoding="utf-8")
    except OSError as error:
        raise Unproved(
            f"The folder {folder} cannot be written: {(error.strerror or 'not possible').lower()}."
        ) from None
