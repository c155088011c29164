"""``overtrick office head``, ``signing-key``, ``witness`` and ``cosigned``: signed heads of the book and the audit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered

if TYPE_CHECKING:
    from overtrick.register.heads.continuation import Continuation
    from overtrick.register.heads.models import Head

#: More than any head or proof has.
_LARGEST = 1_000_000


@answered
def head(of: str, out: str, federation: str, *, as_json: bool) -> int:
    """Sign how long the book, the audit and the list of all heads are now, and print one of these heads."""
    with context.looking(federation) as there:
        from overtrick.register.heads import publish

        made = publish.make(there.federation, context.now())
        wanted: Head = getattr(made, of)
        if as_json:
            output.print_json({kind: _data(each) for kind, each in made._asdict().items()})
        elif out:
            write_text(out, publish.published(wanted))
            output.say(f"Head {wanted.number} of {wanted.log.origin}, of {wanted.size:,} rows, is in {out}.")
        else:
            output.say(publish.published(wanted).rstrip("\n"))
    return output.GOOD


def _data(made: Head) -> dict[str, object]:
    from overtrick.register.heads import publish

    return {
        "origin": made.log.origin,
        "number": made.number,
        "size": made.size,
        "root": bytes(made.root).hex(),
        "made_at": made.made_at.isoformat(),
        "key": made.key,
        "head": publish.published(made),
    }


@answered
def signing_key(*, new: bool) -> int:
    """Print the verifier keys, or make a new key and sign a head of every federation with it."""
    context.open_office()
    from overtrick.register.federations.models import Federation
    from overtrick.register.heads import continuation, publish
    from overtrick.register.heads import signing_key as register
    from overtrick.register.scoping import scope

    if new:
        old, _made = register.replace()
        at = context.now()
        for federation in Federation.objects.order_by("pk"):
            with scope(federation=federation):
                publish.make(federation, at, also=[old] if old else [])
        both = "with the old and the new one" if old else "with the new one"
        output.say(f"A new signing key is in {register.file()}. Every log has a head that is signed {both}.")
        output.say("Publish the new verifier keys. The old ones still check the old heads.")
    key = register.read()
    listed = [each for each in continuation.known_keys() if each.public == key.verifier.public]
    if not listed:
        output.say("No head has been signed yet. Make the first with overtrick office head.")
    for each in listed:
        output.say(str(each))
    return output.GOOD


@answered
def witness(file: str, key: str) -> int:
    """Sign a head of another office as its witness."""
    written = text_of(file)
    context.open_office()
    from overtrick.register.heads import witness as register

    signed = register.sign(written, key, context.now())
    known = f"It continues the one of {signed.before:,} rows." if signed.before else "It is the first one signed here."
    output.complain(f"The head of {signed.head.origin} with {signed.head.size:,} rows is signed. {known}")
    output.complain(f"Others check the signature with {signed.verifier}")
    output.say(signed.note.rstrip("\n"))
    return output.GOOD


@answered
def cosigned(file: str, key: str) -> int:
    """Keep what a witness signed of this office."""
    written = text_of(file)
    context.open_office()
    from overtrick.register.heads import witness as register

    kept, signatures = register.keep_cosignatures(written, key, context.now())
    for each in signatures:
        output.say(
            f"{each.key.name} signed head {kept.number} of {kept.log.origin}, of {kept.size:,} rows, "
            f"on {each.at:%d %B %Y}."
        )
    return output.GOOD


def tell_continuation(found: Continuation) -> None:
    """Say that today's rows continue a published head; what does not fit is told with the other findings."""
    signed = f", signed on {found.signed_at:%d %B %Y}" if found.signed_at else ""
    if found.holds:
        output.say(f"{found.head.origin} continues the head of {found.head.size:,} rows{signed}: {found.rows:,} rows.")


def write_text(file: str, content: str) -> None:
    """Write a new file; one that is there is not replaced."""
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as out:
            out.write(content)
    except FileExistsError:
        raise Unclear(f"the file {file} already exists; choose another name") from None
    except OSError as error:
        raise Unclear(f"the file {file} cannot be written: {(error.strerror or 'not possible').lower()}") from None


def text_of(file: str) -> str:
    """Read a small text file that was named, or the standard input."""
    content = sys.stdin.buffer.read(_LARGEST + 1) if file == "-" else context.content(file)
    if len(content) > _LARGEST:
        raise Unclear(f"the file {file} is too large for a head or a proof")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Unclear(f"the file {file} is not a text in UTF-8") from None
