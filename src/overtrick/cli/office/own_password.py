"""Asks whoever proposes or confirms something for their own password: two people are two log-ins."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli.office.context import Unclear

if TYPE_CHECKING:
    from overtrick.cli.office.context import Here


def check(here: Here, password_file: str) -> str:
    """Make sure that it is really the person who acts, and say by what; a wrong answer counts as on the log-in page."""
    from overtrick.web.accounts import password_again, required, second_factor
    from overtrick.web.accounts.throttle import TooManyTries

    user = here.actor
    if not user.has_usable_password():
        raise Unclear(
            f"{user.username} has no password yet; make a link for choosing one with overtrick office account "
            f"{user.username} --new-link"
        )
    if required.missing(user):
        raise Unclear(f"{user.username} needs a second factor first; log in to the pages to set it up")
    try:
        if not password_again.is_right(user, _secret(f"Password of {user.username}: ", password_file)):
            raise Unclear(f"this is not the password of {user.username}; nothing was entered")
        if not second_factor.phone_of(user):
            return "password"
        if not second_factor.fits(user, _secret("Code of your phone: ", "")):
            raise Unclear("this is not the code that your phone shows; nothing was entered")
    except TooManyTries as refused:
        raise Unclear(str(refused)) from None
    return "password and code"


def _secret(asks: str, file: str) -> str:
    """Ask without showing what is typed; a file or the input of a script has it in its first line."""
    if file:
        try:
            return Path(file).read_text(encoding="utf-8").partition("\n")[0]
        except OSError as error:
            raise Unclear(f"{file} cannot be read: {error.strerror}") from None
    return getpass.getpass(asks) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
