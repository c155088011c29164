"""Every address is asked with strange values, in the path, in the query and in the body: none answers 500.

What an address asks for is found out by watching: the fields of its page, and every name that its view looks up. The
values are drawn by a seed. ``make soak`` sends all that is drawn, and goes round more often: OVERTRICK_STRANGE says how
often. Without it each address is sent its whole form, and every third of the rest.
"""

from __future__ import annotations

import os
import random
import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.db import transaction
from django.http import QueryDict
from django.urls import clear_script_prefix
from django.utils.datastructures import MultiValueDict

from tests.web.cast import Cast, Role
from tests.web.strange import STRANGE, quoted
from tests.web.test_access import EVERY, Row, address_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import LogIn

ROUNDS = int(os.environ.get("OVERTRICK_STRANGE", "1"))
#: Of what is drawn for an address one in so many is sent; what has strange values in every field always is.
ONE_IN = 1 if "OVERTRICK_STRANGE" in os.environ else 3
SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "7"))
#: The addresses are asked in parts, so that several processes share the work.
PARTS = 6

#: Who may do most comes first.
ROLES = (Role.OFFICE, Role.SECRETARY, Role.PLAYER, Role.ANONYMOUS)
_SERVER_ERROR = 500
_REFUSED = 400
_FIELD = re.compile(r"""<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"(?:[^>]*?\bvalue="([^"]*)")?""")
_FORM = "application/x-www-form-urlencoded"
_PARTED = "multipart/form-data; boundary=strange"


class Sent(NamedTuple):
    """A request that somebody sends."""

    role: Role
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    kind: str = _FORM

    def __str__(self) -> str:
        body = f" {self.kind} {self.body[:400]!r}" if self.body else ""
        return f"{self.role}: {self.method} {self.path[:200]}?{self.query[:300]}{body}"


class Address(NamedTuple):
    """An address: who gets furthest there, and what it asks for, with what stands in its form."""

    path: str
    query: str
    role: Role
    fields: dict[str, str]


class Browsers:
    """A browser for each role, in which that role stays logged in whatever is sent."""

    def __init__(self, log_in: LogIn) -> None:
        self._clients = {role: log_in(role) for role in ROLES}
        self._cookies = {role: client.cookies.output() for role, client in self._clients.items()}

    def send(self, sent: Sent) -> str:
        """Send something, and take back what it did; what went wrong inside, or nothing."""
        client = self._clients[sent.role]
        client.cookies = SimpleCookie(self._cookies[sent.role].replace("Set-Cookie: ", ""))
        try:
            with transaction.atomic():
                answer = client.generic(sent.method, sent.path, sent.body, sent.kind, QUERY_STRING=sent.query)
                b"".join(answer)  # what is made while it is sent counts, too
                transaction.set_rollback(True)
        except Exception as error:  # noqa: BLE001 - whatever a view raises is a 500 for whoever asked
            return f"{sent}: {type(error).__name__}: {error}"[:1_500]
        finally:
            clear_script_prefix()
        return f"{sent}: {answer.status_code}" if answer.status_code >= _SERVER_ERROR else ""

    def open(self, role: Role, address: str, *, post: bool) -> str:
        """Open a page as somebody does who means well; its text."""
        client = self._clients[role]
        with transaction.atomic():
            answer = client.post(address) if post else client.get(address)
            transaction.set_rollback(True)
        clear_script_prefix()
        return answer.content.decode("utf-8", "replace")


class _Watched:
    """Notes every name that is looked up in what was sent."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.names: dict[str, str] = {}
        for name in ("__getitem__", "_getlist"):
            patch.setattr(MultiValueDict, name, self._noting(getattr(MultiValueDict, name)))

    def _noting(self, look_up: object) -> object:
        def noted(given: object, key: object, *rest: object, **more: object) -> object:
            if isinstance(given, QueryDict) and isinstance(key, str):
                self.names.setdefault(key, "")
            return look_up(given, key, *rest, **more)  # type: ignore[operator]

        return noted


def _known(row: Row, cast: Cast, browsers: Browsers) -> Address:
    """Open an address as whoever gets furthest there, and see what it asks for."""
    path, _mark, query = address_of(row, cast).partition("?")
    role = next((each for each in ROLES if row.answers[each] < _REFUSED), Role.OFFICE)
    with pytest.MonkeyPatch.context() as patch:
        watched = _Watched(patch)
        page = browsers.open(role, address_of(row, cast), post=False)
        browsers.open(role, address_of(row, cast), post=True)
    fields = {name: value or "" for name, value in _FIELD.findall(page)}
    return Address(path, query, role, watched.names | fields)


# --- What is sent ----------------------------------------------------------------------------------------------------


def _drawn(address: Address, chance: random.Random) -> Iterator[Sent]:
    """Draw requests for one address: each part of its path, each name and all names, in the query and in the body."""
    parts = address.path.split("/")
    for at in range(1, len(parts)):
        strange = quoted(chance.choice(STRANGE), safe="/")[:2_000]
        path = "/".join([*parts[:at], strange, *parts[at + 1 :]])
        yield Sent(_role(address, chance), chance.choice(("GET", "POST")), path, address.query)
    for names in [*([name] for name in address.fields), list(address.fields)]:
        role = _role(address, chance)
        yield Sent(role, chance.choice(("GET", "HEAD")), address.path, _pairs(address, names, chance))
        if chance.random() < 0.7:
            body = _pairs(address, names, chance).encode()
            yield Sent(role, "POST", address.path, address.query, body)
        else:
            yield Sent(role, "POST", address.path, address.query, _parted(address, names, chance), _PARTED)


def _sent(address: Address, chance: random.Random) -> list[Sent]:
    """Choose among what is drawn: the last two, which have strange values in every field, and some of the others."""
    drawn = list(_drawn(address, chance))
    begin = chance.randrange(ONE_IN)
    return drawn[:-2][begin::ONE_IN] + drawn[-2:]


def _role(address: Address, chance: random.Random) -> Role:
    return address.role if chance.random() < 0.8 else chance.choice(ROLES)


def _pairs(address: Address, strange: list[str], chance: random.Random) -> str:
    """Fill in the form, with strange values in some fields; now and then one is there twice, or as an array."""
    filled = [address.query] if address.query else []
    for name, value in address.fields.items():
        for _ in range(chance.choice((1, 1, 1, 2))):
            if name in strange:
                array = "[]" if chance.random() < 0.05 else ""
                filled.append(f"{quoted(name.encode())}{array}={quoted(chance.choice(STRANGE))}")
            elif value:
                filled.append(f"{quoted(name.encode())}={quoted(value.encode())}")
    return "&".join(filled)


def _parted(address: Address, strange: list[str], chance: random.Random) -> bytes:
    """Fill in the form as browsers send files; now and then its end is missing."""
    whole = b""
    for name, value in address.fields.items():
        file = b'; filename="night.xml"\r\nContent-Type: text/xml' if chance.random() < 0.3 else b""
        content = chance.choice(STRANGE) if name in strange else value.encode()
        head = b'--strange\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n'
        whole += head % (name.encode(), file) + content + b"\r\n"
    return whole + (b"" if chance.random() < 0.2 else b"--strange--\r\n")


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
def test_no_address_answers_500_whatever_it_is_sent(part: int, cast: Cast, log_in: LogIn) -> None:
    browsers = Browsers(log_in)
    rows = list({address_of(row, cast): row for row in EVERY}.values())[part::PARTS]
    addresses = [_known(row, cast, browsers) for row in rows]
    chance = random.Random(f"{SEED} {part}")
    sent = [each for _ in range(ROUNDS) for address in addresses for each in _sent(address, chance)]
    wrong = [found for found in map(browsers.send, sent) if found]
    assert not wrong, "\n".join(wrong)
    assert len(sent) * ONE_IN > 5 * len(addresses)


def test_the_addresses_are_known_to_ask_for_what_their_views_look_up(cast: Cast, log_in: LogIn) -> None:
    browsers = Browsers(log_in)
    rows = {row.address: row for row in EVERY}
    for address, name in (
        ("/rankings/", "sort"),
        ("/worth/", "tables"),
        ("/club/{club}/who/?number={player}", "number"),
    ):
        assert name in _known(rows[address], cast, browsers).fields
    assert "name" in _known(rows["/log-in/"], cast, browsers).fields
