"""When the certificate of the office's address ends.

The web server in front has it, in files that the office cannot read. So the office asks its own address for it, as a
browser does. Whether browsers trust it is not judged here.
"""

from __future__ import annotations

import socket
import ssl
from datetime import datetime
from urllib.parse import urlsplit

from cryptography import x509

#: So many seconds the web server may take.
_PATIENCE = 5.0


def ends(address: str) -> datetime:
    """Ask an address, https://…, for its certificate; an OSError if it gives none."""
    parts = urlsplit(address)
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE  # one that has ended must tell when
    with (
        socket.create_connection((parts.hostname, parts.port or 443), timeout=_PATIENCE) as plain,
        anybody.wrap_socket(plain, server_hostname=parts.hostname) as talk,
    ):
        given = talk.getpeercert(binary_form=True) or b""
    try:
        return x509.load_der_x509_certificate(given).not_valid_after_utc
    except ValueError as error:
        raise OSError(str(error)) from error
