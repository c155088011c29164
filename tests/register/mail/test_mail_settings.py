"""The two settings of mail: what each form means, and a sentence for whatever is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from overtrick.register.mail_settings import MailServer, Way, from_url

HOME = Path("/office")
FROM = "Points Office <points@example.org>"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("", MailServer()),
        ("none", MailServer()),
        ("file:sent", MailServer(Way.FILE, FROM, folder=HOME / "sent")),
        ("file:/var/mails", MailServer(Way.FILE, FROM, folder=Path("/var/mails"))),
        ("file:///var/mails", MailServer(Way.FILE, FROM, folder=Path("/var/mails"))),
        ("smtp://localhost", MailServer(Way.SMTP, FROM, "localhost", 587)),
        ("smtp://localhost:25?tls=required", MailServer(Way.SMTP, FROM, "localhost", 25, tls_required=True)),
        ("smtps://anna:4%2F4@mx.example.org", MailServer(Way.SMTPS, FROM, "mx.example.org", 465, "anna", "4/4")),
    ],
)
def test_each_form_names_a_server(url: str, server: MailServer) -> None:
    assert from_url(url, FROM, HOME) == server


@pytest.mark.parametrize(
    ("url", "sender", "says"),
    [
        ("imap://localhost", FROM, "begins with 'imap'; write smtp://"),
        ("localhost", FROM, "begins with 'localhost'"),
        ("smtp://", FROM, "names no server"),
        ("smtp://localhost:mail", FROM, "a port that is not a number"),
        ("smtp://localhost:99999", FROM, "a port that is not a number"),
        ("smtp://anna@localhost", FROM, "a user without a password"),
        ("smtp://localhost/folder", FROM, "more after the port"),
        ("smtp://localhost?tls=maybe", FROM, "the only one is [?]tls=required"),
        ("file:", FROM, "names no folder"),
        ("smtp://localhost", "", "needs a sender; set OVERTRICK_MAIL_FROM"),
        ("smtp://localhost", "the office", "OVERTRICK_MAIL_FROM is 'the office'"),
        ("smtp://localhost", "a@example.org\nBcc: b@example.org", "OVERTRICK_MAIL_FROM is"),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(url: str, sender: str, says: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=says):
        from_url(url, sender, HOME)


def test_no_sentence_shows_the_password() -> None:
    server = from_url("smtp://anna:secret@localhost:25", FROM, HOME)
    assert "secret" not in f"{server} {server!r}"
    with pytest.raises(ImproperlyConfigured) as told:
        from_url("smtp://anna:secret@localhost:port", FROM, HOME)
    assert "secret" not in str(told.value)
