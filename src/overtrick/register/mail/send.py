"""Hands letters to the mail server, or writes them to files. What goes wrong is told in a sentence."""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from ipaddress import ip_address

from overtrick.register.mail_settings import MailServer, Way

#: So many seconds the server may take for each answer.
PATIENCE = 20
#: From here on an answer of the server means that another try would change nothing.
_FOR_GOOD = 500
#: An address in a header stays on one line: mail programs do not read one that is encoded in parts.
_LONG_LINE = 900

Send = Callable[[EmailMessage], str]  #: gives the server's answer


class NotSent(Exception):
    """The letter was not sent."""

    for_good = False  #: another try would change nothing


class ServerFails(NotSent):
    """The server cannot be reached, or takes nothing from us: the next letter would fail too."""


class LetterRefused(NotSent):
    """The server does not take this letter."""

    def __init__(self, says: str, code: int) -> None:
        """Keep whether the server may take it later."""
        super().__init__(says)
        self.for_good = code >= _FOR_GOOD


def message(server: MailServer, to: str, subject: str, text: str, *, name: str, at: datetime) -> EmailMessage:
    """Write a letter as it travels; ``name`` makes its Message-ID, which is the same however often it is sent."""
    made = EmailMessage()
    made["From"] = server.sender
    made["To"] = _ascii_domain(to)
    made["Subject"] = " ".join(subject.split())
    made["Date"] = format_datetime(at)
    made["Message-ID"] = f"<{name}@{parseaddr(server.sender)[1].rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(text)
    return made


def add_unsubscribe(made: EmailMessage, address: str, sender: str) -> None:
    """Let mail programs offer to end mail of this kind with one click (RFC 8058); it comes in a federation's name."""
    made.policy = made.policy.clone(max_line_length=_LONG_LINE)
    made.replace_header("From", Address(sender, addr_spec=parseaddr(made["From"])[1]))
    made["List-Unsubscribe"] = f"<{address}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


@contextmanager
def connected(server: MailServer) -> Iterator[Send]:
    """Open the way that letters take, for one or for many."""
    if server.way is Way.FILE:
        yield lambda letter: _write_file(server, letter)
        return
    try:
        talk = _opened(server)
    except NotSent:
        raise
    except (OSError, smtplib.SMTPException) as error:
        raise ServerFails(f"The mail server {server} does not answer as it should: {_words(error)}") from error
    try:
        yield lambda letter: _send(talk, server, letter)
    finally:
        with suppress(OSError, smtplib.SMTPException):
            talk.quit()
        talk.close()


def _opened(server: MailServer) -> smtplib.SMTP:
    if server.way is Way.SMTPS:
        talk: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=PATIENCE, context=ssl.create_default_context()
        )
    else:
        talk = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
    try:
        talk.ehlo_or_helo_if_needed()
        if server.way is Way.SMTP:
            _encrypt(talk, server)
        if server.user:
            talk.login(server.user, server.password)
    except BaseException:
        talk.close()
        raise
    return talk


def _encrypt(talk: smtplib.SMTP, server: MailServer) -> None:
    """Encrypt if the server offers it. A password goes to no other server than the one that is meant."""
    must = server.tls_required or (bool(server.user) and not _is_here(server.host))
    if talk.has_extn("starttls"):
        context = ssl.create_default_context()
        if not must:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        talk.starttls(context=context)
        talk.ehlo()
    elif must:
        why = "OVERTRICK_MAIL says tls=required" if server.tls_required else "a password is not sent without it"
        raise ServerFails(f"The mail server {server} offers no encryption, and {why}.")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _send(talk: smtplib.SMTP, server: MailServer, letter: EmailMessage) -> str:
    try:
        talk.send_message(letter)
    except smtplib.SMTPRecipientsRefused as error:
        ((code, said),) = error.recipients.values()
        raise LetterRefused(f"The mail server refuses the address: {code} {_text(said)}", code) from error
    except smtplib.SMTPSenderRefused as error:
        raise ServerFails(f"The mail server refuses the sender: {_words(error)}") from error
    except smtplib.SMTPDataError as error:
        raise LetterRefused(f"The mail server refuses the letter: {_words(error)}", error.smtp_code) from error
    except (OSError, smtplib.SMTPException) as error:
        raise ServerFails(f"The mail server {server} does not answer as it should: {_words(error)}") from error
    return f"The mail server {server} has taken it."


def _write_file(server: MailServer, letter: EmailMessage) -> str:
    """Write a letter to a file that is named by its Message-ID: a second time it is the same file."""
    file = server.folder / f"{letter['Message-ID'].strip('<>')}.eml"
    beside = file.with_suffix(".part")
    try:
        server.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(letter.as_bytes())
        os.replace(beside, file)  # noqa: PTH105 - one step, so that nobody reads half a letter
    except OSError as error:
        raise ServerFails(f"The folder {server.folder} takes no letter: {_words(error)}") from error
    return f"It is in {file}."


def _words(error: Exception) -> str:
    """Say in one line what a server or the system answered."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def _text(said: bytes | str) -> str:
    return " ".join((said.decode("utf-8", "replace") if isinstance(said, bytes) else said).split())


def _ascii_domain(address: str) -> str:
    name, at, domain = address.rpartition("@")
    try:
        return f"{name}{at}{domain.encode('idna').decode()}"
    except UnicodeError:
        return address
