"""How a person or an organisation can be reached, and what of it makes sense."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from overtrick.register.errors import Refused

#: So many characters are kept of each.
MOST = {"title": 20, "email": 254, "address": 300, "telephone": 40}
MOST_LINES = 8
_TELEPHONE = re.compile(r"\+?[0-9 ()./-]{5,}(?:(?:ext\.?|x) ?[0-9]{1,6})?", re.IGNORECASE)
_FEWEST_DIGITS = 5


class NoAddress(Refused):
    """This is no e-mail address, telephone number or postal address."""


class ContactDetails(NamedTuple):
    """How somebody can be reached; what is empty is not known."""

    title: str = ""
    email: str = ""
    address: str = ""  #: with its lines
    telephone: str = ""


FIELDS = ContactDetails._fields
NONE = ContactDetails()


def tidied(details: ContactDetails) -> ContactDetails:
    """Write details as they are kept: no blanks around, no empty lines in an address."""
    lines = [" ".join(line.split()) for line in details.address.splitlines()]
    return ContactDetails(
        " ".join(details.title.split()),
        details.email.strip(),
        "\n".join(line for line in lines if line),
        " ".join(details.telephone.split()),
    )


def same_words(one: str, other: str) -> bool:
    """Say whether two texts are the same but for lines and commas: in a list an address stands in one line."""
    return one.replace(",", " ").split() == other.replace(",", " ").split()


def check(details: ContactDetails) -> None:
    """Refuse what cannot reach anybody, or is too long to be kept."""
    check_email(details.email)
    if details.telephone and not is_telephone(details.telephone):
        raise NoAddress(
            f"{details.telephone!r} is not a telephone number.",
            "Write it as 020 7946 0018.",
            code="not-a-telephone-number",
        )
    for name, most in MOST.items():
        if len(getattr(details, name)) > most:
            raise NoAddress(f"The {name} has more than {most} characters.", "Shorten it.", code="text-too-long")
    if details.address.count("\n") >= MOST_LINES:
        raise NoAddress(
            f"The address has more than {MOST_LINES} lines.", "Write it in fewer lines.", code="text-too-long"
        )


def check_email(email: str) -> None:
    """Refuse what is no e-mail address."""
    if email and not is_email(email):
        raise NoAddress(
            f"{email!r} is not an e-mail address.", "Write it as anna@example.org.", code="not-an-email-address"
        )


def is_email(written: str) -> bool:
    """Say whether a mail could reach it."""
    try:
        validate_email(written)
    except ValidationError:
        return False
    return True


def is_telephone(written: str) -> bool:
    """Say whether it could be called: digits, with the signs that people put between them."""
    digits = sum(sign.isdecimal() for sign in written)
    return _TELEPHONE.fullmatch(written) is not None and digits >= _FEWEST_DIGITS


def masked(email: str) -> str:
    """Write an address so that its owner knows it and nobody else can use it: a…@example.org."""
    name, at, domain = email.rpartition("@")
    return f"{name[:1]}…{at}{domain}" if at else ""


def masked_details(details: ContactDetails) -> dict[str, str]:
    """Write details for the audit: that they changed, not what they are."""
    return {
        "title": details.title,
        "email": masked(details.email),
        "address": f"…{details.address[-2:]}" if details.address else "",
        "telephone": f"…{details.telephone[-2:]}" if details.telephone else "",
    }
