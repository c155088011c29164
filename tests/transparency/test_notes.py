"""Signed notes, checkpoints and cosignatures: published examples, OpenSSL as a second opinion, and bad input."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.transparency import checkpoints, keys, merkle, notes
from overtrick.transparency.errors import Unproved

#: The example of the reference implementation of signed notes.
_SIGNING = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
_VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
_TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)  # fmt: skip
_SIGNATURE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

_ORIGIN = "ruritania.example/points/book"
_KEY = keys.SigningKey(_ORIGIN, bytes(range(32)))
_WITNESS = keys.SigningKey("borduria.example/witness", bytes(range(32, 64)))
_HEAD = checkpoints.Checkpoint(_ORIGIN, 7, merkle.leaf_hash(b"root"))
_AT = datetime(2026, 11, 16, 18, 30, tzinfo=UTC)


def test_the_published_example_is_signed_byte_for_byte() -> None:
    key = keys.read_signing_key(_SIGNING)
    assert str(key.verifier) == _VERIFIER
    assert key.written() == _SIGNING
    assert str(notes.Note(_TEXT, ()).signed(key)) == f"{_TEXT}\n{_SIGNATURE}"


def test_the_published_example_is_verified() -> None:
    note = notes.read_note(f"{_TEXT}\n{_SIGNATURE}")
    key = keys.read_verifier_key(_VERIFIER)
    assert note.signers([key]) == [key]
    assert note.text == _TEXT


@pytest.mark.skipif(not shutil.which("openssl"), reason="there is no OpenSSL here")
def test_openssl_verifies_a_head_and_its_cosignature(tmp_path: Path) -> None:
    head = checkpoints.cosign(_HEAD.signed(_KEY), _WITNESS, _AT)
    seconds = int(_AT.timestamp())
    own, witness = head.signatures
    for key, message, signature in (
        (_KEY, head.text, own.signature),
        (_WITNESS, f"cosignature/v1\ntime {seconds}\n{head.text}", witness.signature[8:]),
    ):
        prefix = bytes.fromhex("302a300506032b6570032100")  # an Ed25519 key in X.509's words
        pem = b64encode(prefix + key.verifier.public).decode()
        (tmp_path / "key.pem").write_text(f"-----BEGIN PUBLIC KEY-----\n{pem}\n-----END PUBLIC KEY-----\n")
        (tmp_path / "message").write_text(message, encoding="utf-8")
        (tmp_path / "signature").write_bytes(signature)
        command = "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in message -sigfile signature"
        done = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
        assert "Signature Verified Successfully" in done.stdout, done.stderr


def test_a_head_is_read_back_and_believed() -> None:
    written = str(_HEAD.signed(_KEY))
    found, note = checkpoints.open_checkpoint(written, [_KEY.verifier])
    assert found == _HEAD
    assert str(note) == written


def test_extension_lines_are_kept() -> None:
    head = _HEAD._replace(extension=("one more line", "and another"))
    assert checkpoints.read_checkpoint(head.text()) == head


def test_a_head_counts_with_several_signatures_of_which_one_is_known() -> None:
    other = keys.SigningKey(_ORIGIN, bytes(32))
    note = _HEAD.signed(other).signed(_KEY)
    assert checkpoints.open_checkpoint(str(note), [_KEY.verifier])[0] == _HEAD
    assert checkpoints.open_checkpoint(str(note), [other.verifier])[0] == _HEAD


def test_a_head_signed_under_the_name_of_another_log_does_not_count() -> None:
    note = notes.Note(_HEAD.text(), ()).signed(_WITNESS)
    with pytest.raises(Unproved, match=r"No known key signed this head of ruritania.example/points/book"):
        checkpoints.open_checkpoint(str(note), [_WITNESS.verifier])


def test_a_head_by_an_unknown_key_does_not_count() -> None:
    stranger = keys.SigningKey(_ORIGIN, bytes(32)).verifier
    with pytest.raises(Unproved, match="No known key signed") as refused:
        checkpoints.open_checkpoint(str(_HEAD.signed(_KEY)), [stranger])
    assert _KEY.verifier.id.hex() in str(refused.value)


def test_a_head_that_was_changed_does_not_count() -> None:
    changed = str(_HEAD.signed(_KEY)).replace("\n7\n", "\n8\n")
    with pytest.raises(Unproved, match=r"The signature by ruritania.example/points/book is wrong"):
        checkpoints.open_checkpoint(changed, [_KEY.verifier])


def test_a_wrong_signature_by_a_known_key_spoils_the_note() -> None:
    note = _HEAD.signed(_KEY)
    wrong = note.signatures[0]._replace(signature=bytes(64))
    with pytest.raises(Unproved, match="is wrong"):
        note.with_signatures([wrong]).signers([_KEY.verifier])


def test_a_witness_signs_with_the_time() -> None:
    note = checkpoints.cosign(_HEAD.signed(_KEY), _WITNESS, _AT)
    read = notes.read_note(str(note))
    (found,) = checkpoints.cosigners(read, [_WITNESS.verifier, _WITNESS.verifier.of_kind(keys.COSIGNATURE)])
    assert (found.key.name, found.at) == ("borduria.example/witness", _AT)
    assert checkpoints.open_checkpoint(str(note), [_KEY.verifier])[0] == _HEAD
    assert checkpoints.cosigners(read, [_KEY.verifier]) == []


def test_a_cosignature_is_no_signature_of_the_note() -> None:
    note = checkpoints.cosign(notes.Note(_HEAD.text(), ()), _KEY, _AT)
    with pytest.raises(Unproved, match="No known key signed"):
        checkpoints.open_checkpoint(str(note), [_KEY.verifier, _KEY.verifier.of_kind(keys.COSIGNATURE)])


def test_the_time_of_a_cosignature_cannot_be_changed() -> None:
    note = checkpoints.cosign(_HEAD.signed(_KEY), _WITNESS, _AT)
    own, made = note.signatures
    later = (int(_AT.timestamp()) + 1).to_bytes(8)
    moved = note._replace(signatures=(own, made._replace(signature=later + made.signature[8:])))
    with pytest.raises(Unproved, match=r"The cosignature by borduria.example/witness is wrong"):
        checkpoints.cosigners(moved, [_WITNESS.verifier])


def test_a_cosignature_of_the_year_three_hundred_thousand_is_named() -> None:
    seconds = 2**62
    text = _HEAD.text()
    signature = seconds.to_bytes(8) + _WITNESS.sign(f"cosignature/v1\ntime {seconds}\n{text}".encode())
    verifier = _WITNESS.verifier.of_kind(keys.COSIGNATURE)
    note = notes.Note(text, (notes.Signature(verifier.name, verifier.id, signature),))
    with pytest.raises(Unproved, match="has no time that there is"):
        checkpoints.cosigners(note, [verifier])


def test_the_secret_of_a_key_is_not_shown() -> None:
    assert repr(keys.read_signing_key(_SIGNING)) == "SigningKey('PeterNeumann')"


def test_a_new_key_is_not_the_last_one() -> None:
    assert keys.new_key("ruritania.example").seed != keys.new_key("ruritania.example").seed


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "must be name+id+key"),
        ("PeterNeumann", "must be name+id+key"),
        ("+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "cannot be the name of a key"),
        ("Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "cannot be the name of a key"),
        ("PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "its id is c74f20a4, not c74f20a3"),
        ("PeterNeumann+c74f+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "is not an Ed25519 key"),
        ("PeterNeumann+house+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "is not an Ed25519 key"),
        ("PeterNeumann+c74f20a3+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "is not an Ed25519 key"),
        ("PeterNeumann+c74f20a3+ARpc", "is not an Ed25519 key"),
        ("PeterNeumann+c74f20a3+§", "is not base64"),
    ],
)
def test_a_line_that_is_no_verifier_key_is_named(line: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        keys.read_verifier_key(line)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (_VERIFIER, "This is not a signing key"),
        (_SIGNING.replace("c74f20a3", "c74f20a4"), "its id does not fit"),
        (_SIGNING.replace("+AY", "+BY"), "is not an Ed25519 key"),
        (_SIGNING.replace("+AY", "+AZ"), "its id does not fit"),
    ],
)
def test_a_line_that_is_no_signing_key_is_named(line: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        keys.read_signing_key(line)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "This is not a signed note"),
        (_TEXT, "This is not a signed note"),
        (f"{_TEXT}\n{_SIGNATURE[:-1]}", "This is not a signed note"),
        (f"{_TEXT}\n{_SIGNATURE}".replace("\n", "\r\n"), "control characters or carriage returns"),
        (f"{_TEXT}\n{_SIGNATURE}".replace("—", "-"), "This is not the line of a signature"),
        (f"{_TEXT}\n— PeterNeumann\n", "This is not the line of a signature"),
        (f"{_TEXT}\n— PeterNeumann x08g\n", "is too short"),
        (f"{_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG\n", "is not base64"),
        (f"{_TEXT}\n— Peter+Neumann x08go/ZJkuA=\n", "cannot be the name of a key"),
        (f"{_TEXT}\n{_SIGNATURE * 101}", "The note has 101 signatures"),
        ("x" * 1_000_001, "The note is too long"),
    ],
)
def test_a_text_that_is_no_note_is_named(written: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        notes.read_note(written)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "This is not a checkpoint"),
        ("log\n7\n", "This is not a checkpoint"),
        ("log\n7\n\n", "This is not a checkpoint"),
        (f"log\n7\n{keys.encode(bytes(32))}", "This is not a checkpoint"),
        (f"log\n07\n{keys.encode(bytes(32))}\n", "The size of the checkpoint is not a whole number: '07'"),
        (f"log\n-7\n{keys.encode(bytes(32))}\n", "The size of the checkpoint is not a whole number"),
        (f"log\n\u0667\n{keys.encode(bytes(32))}\n", "The size of the checkpoint is not a whole number"),
        (f"log\n{'9' * 5000}\n{keys.encode(bytes(32))}\n", "The size of the checkpoint is not a whole number"),
        (f"log\n7\n{keys.encode(bytes(31))}\n", "has 31 bytes instead of 32"),
        ("log\n7\nroot\n", "The root of the checkpoint has 3 bytes"),
        ("log\n7\nroot of it\n", "The root of the checkpoint is not base64"),
    ],
)
def test_a_text_that_is_no_checkpoint_is_named(text: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        checkpoints.read_checkpoint(text)
    assert says in str(refused.value)


def test_a_checkpoint_with_a_line_break_in_its_name_is_not_written() -> None:
    with pytest.raises(Unproved, match="is empty or has a line break"):
        _HEAD._replace(origin="ruritania\n9").text()


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    for reader in (notes.read_note, keys.read_verifier_key, keys.read_signing_key, checkpoints.read_checkpoint):
        with pytest.raises(Unproved):
            reader(text)


@given(st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32), st.integers(0, 200), st.integers(1, 255))
def test_a_head_with_one_byte_changed_is_never_believed(size: int, root: bytes, at: int, change: int) -> None:
    written = bytearray(str(checkpoints.Checkpoint(_ORIGIN, size, root).signed(_KEY)).encode())
    written[at % len(written)] ^= change
    text = written.decode(errors="replace")
    with pytest.raises(Unproved):
        checkpoints.open_checkpoint(text, [_KEY.verifier])
