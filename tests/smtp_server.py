"""A real mail server on this machine, for tests of letters. It keeps what it takes, and refuses what it is told to."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

HERE = "127.0.0.1"
USER, PASSWORD = "office", "seven/clubs"


class Postbox:
    """What the server has taken. A recipient that begins with an answer gets that answer: ``550-nobody@…``."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.port = 0

    async def handle_RCPT(  # noqa: N802 - as aiosmtpd calls it
        self, _server: object, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address[:3].isdecimal():
            return f"{address[:3]} not this one"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: object, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = cast("bytes", envelope.content)
        self.letters.append(message_from_bytes(content, policy=policy.default))
        return "250 taken"

    def text(self, to: str) -> str:
        """Give the text of the only letter to somebody."""
        (found,) = [each for each in self.letters if each["To"] == to]
        return str(found.get_content())


class _OnFreePort(Controller):
    """Asks the port that it got whether it answers."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def running(**options: Any) -> Iterator[Postbox]:  # noqa: ANN401 - as aiosmtpd takes them
    """Run the server on a free port."""
    box = Postbox()
    controller = _OnFreePort(box, hostname=HERE, port=0, **options)
    controller.start()
    try:
        box.port = controller.port
        yield box
    finally:
        controller.stop()


def knows(_server: object, _session: Session, _envelope: Envelope, _mechanism: str, given: object) -> AuthResult:
    """Let in whoever has the password."""
    fits = isinstance(given, LoginPassword) and given == LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=fits, handled=False)


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Make a certificate for this machine: the file that trusts it, and what the server shows."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HERE)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HERE))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    trusted, secret = folder / "certificate.pem", folder / "key.pem"
    trusted.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(trusted, secret)
    return trusted, context
