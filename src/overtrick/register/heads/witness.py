"""Witnesses: this office signs heads of others that it has checked, and keeps what others signed of its own.

A witness signs a head only if it continues the last one it signed for the same log. So a log that shows different
people different books needs all its witnesses to help it.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.heads import signing_key
from overtrick.register.heads.models import Cosignature, Head, Witnessed
from overtrick.register.scoping import scopes_disabled
from overtrick.transparency import checkpoints, merkle, proofs
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import COSIGNATURE, VerifierKey, read_verifier_key
from overtrick.transparency.notes import read_note

_WITNESS = "witness"


class NotWitnessed(Refused):
    """The head of somebody else is not signed here."""


class NotCosigned(Refused):
    """The signatures are not those of a witness under a head of this office."""


class Signed(NamedTuple):
    """A head of somebody else, with the signature of this office under it."""

    head: Checkpoint
    line: str  #: the signature of this office
    note: str  #: the head with all its signatures
    before: int  #: the size that was signed last; 0 for a log that is new here
    verifier: VerifierKey  #: by which others check the signature


def sign(written: str, key: str, at: datetime) -> Signed:
    """Sign a head of another log: the head alone, or with the proof that it continues the last one signed here."""
    try:
        proof = _request(written)
        note = read_note(proof.checkpoint)
        origin = checkpoints.read_checkpoint(note.text).origin
        with transactions.atomic():
            list(Witnessed.objects.select_for_update().filter(origin=origin).order_by("pk")[:1])  # one after the other
            last = Witnessed.objects.filter(origin=origin).order_by("pk").last()
            trusted = _trusted_key(origin, key, last)
            head, note = checkpoints.open_checkpoint(proof.checkpoint, [trusted])
            _check(proof, head, last)
            own = signing_key.read()
            own = own.named(f"{own.name}/{_WITNESS}")
            signed = checkpoints.cosign(note, own, at)
            Witnessed.objects.create(
                origin=origin, size=head.size, root=head.root, key=str(trusted), note=str(signed), at=at
            )
    except Unproved as error:
        raise NotWitnessed(str(error), "Nothing was signed.", code="head-not-believed") from None
    line = str(signed.signatures[-1])
    return Signed(head, line, str(signed), last.size if last else 0, own.verifier.of_kind(COSIGNATURE))


def keep_cosignatures(written: str, key: str, at: datetime) -> tuple[Head, list[checkpoints.Cosigned]]:
    """Keep the signatures of a witness under a head of this office."""
    try:
        note = read_note(written)
        witness = read_verifier_key(key)
        found = checkpoints.cosigners(note, [witness])
    except Unproved as error:
        raise NotCosigned(str(error), "Nothing was kept.", code="head-not-believed") from None
    with scopes_disabled(), transactions.atomic():
        text = note.text
        listed = Head.objects.filter(note__startswith=text)
        head = next((each for each in listed if read_note(each.note).text == text), None)
        if head is None:
            raise NotCosigned(
                "This is not a head of this office.", "Nothing was kept.", code="not-a-head-of-this-office"
            )
        if not found:
            raise NotCosigned(
                f"The head has no signature by {witness.name} with this key.",
                "Nothing was kept.",
                code="not-signed-by-witness",
            )
        if any(each.at > at for each in found):
            raise NotCosigned(
                "The signature is of the future.", "Check the clocks of both offices.", code="signature-of-the-future"
            )
        for each, line in zip(found, (str(one) for one in note.signatures if one.is_by(found[0].key)), strict=True):
            Cosignature.objects.get_or_create(head=head, line=line, defaults={"name": witness.name, "at": each.at})
    return head, found


def _request(written: str) -> proofs.ConsistencyProof:
    """Read what a witness is asked to sign: with a proof, or a head alone."""
    if written.startswith("old "):
        return proofs.read_consistency_proof(written)
    return proofs.ConsistencyProof(0, (), written)


def _trusted_key(origin: str, key: str, last: Witnessed | None) -> VerifierKey:
    """Take the key that was given, or the one by which the last head of this log was believed."""
    if key:
        return read_verifier_key(key)
    if last is None:
        raise NotWitnessed(
            f"{origin} is new here.",
            "Give its verifier key with --key, as its office publishes it.",
            code="log-new-here",
        )
    return read_verifier_key(last.key)


def _check(proof: proofs.ConsistencyProof, head: Checkpoint, last: Witnessed | None) -> None:
    """Refuse a head that does not continue the last one signed here."""
    size, root = (last.size, bytes(last.root)) if last else (0, merkle.EMPTY)
    if (head.size, head.root) == (size, root):
        return
    if proof.old != size:
        found = f"The last head of {head.origin} that was signed here has {size} rows."
        raise NotWitnessed(
            found, f"Give the proof that this one, of {head.size} rows, continues it.", code="proof-from-another-size"
        )
    proof.check(root)
