"""A receiver of webhooks on this machine, with HTTPS: it takes what comes, answers as it is told, hangs or drips."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path


class Got(NamedTuple):
    """What came."""

    path: str
    headers: dict[str, str]
    body: str


class Receiver:
    """What a receiver got, and how it answers."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: list[Got] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        self.said = b"thanks"
        self.hangs = threading.Event()  #: set: it goes on
        self.hangs.set()
        self.drips = 0  #: so many signs of an answer, one by one, before the answer

    def url(self, host: str = "localhost") -> str:
        return f"https://{host}:{self.port}/hook?club=100"


def certificate(folder: Path) -> Path:
    """Make a certificate for this machine and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receivers of tests")])
    now = datetime.now(UTC)
    known = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "receiver.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return file


@contextmanager
def receiving(file: Path) -> Iterator[Receiver]:
    """Run a receiver."""
    server = _Server(("127.0.0.1", 0), _handler(lambda: receiver))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.hangs.set()
        receiver.drips = 0
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, _request: object, _client: object) -> None:
        """Say nothing of a connection that the other side has ended."""


def _handler(receiver: Callable[[], Receiver]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            here = receiver()
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            here.got.append(Got(self.path, {name.lower(): said for name, said in self.headers.items()}, body))
            here.hangs.wait(30)
            with suppress(OSError):
                if here.drips:
                    self._drip(here)
                self.send_response(here.status)
                for name, said in here.headers.items():
                    self.send_header(name, said)
                self.send_header("Content-Length", str(len(here.said)))
                self.end_headers()
                self.wfile.write(here.said)

        def _drip(self, here: Receiver) -> None:
            """Send one sign of an answer after the other, each in good time."""
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            pause = threading.Event()
            while here.drips > 0:
                here.drips -= 1
                self.wfile.write(b"x")
                self.wfile.flush()
                pause.wait(0.05)

        def log_message(self, *_said: object) -> None:
            """Print nothing."""

    return Handler
