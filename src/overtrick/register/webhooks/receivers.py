"""Which addresses events may be sent to: HTTPS, two ports, and no machine inside a private network.

A name is looked up for every delivery, and the connection goes to the address that was checked: a name that leads
somewhere else a moment later gains nothing. An office whose receivers are in its own network names that network
(OVERTRICK_WEBHOOK_ALLOW); there any port is good.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from overtrick.register.errors import Refused

_PORTS = (443, 8443)
_LONGEST = 500
#: Addresses of IPv6 in which one of IPv4 is hidden that a gateway would go on to.
_GATEWAYS = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_LAST_FOUR = 0xFFFFFFFF

Address = IPv4Address | IPv6Address


class BadAddress(Refused):
    """Events cannot be sent to this address."""


class NotFound(Exception):
    """Nobody knows the name."""


class NotAllowed(Exception):
    """The name leads to a machine that no event may be sent to."""


class Receiver(NamedTuple):
    """What an address says."""

    host: str
    port: int
    target: str  #: path and query

    @property
    def host_header(self) -> str:
        """Write the host as the request names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[0] else f"{host}:{self.port}"


def read(url: str) -> Receiver:
    """Read an address that somebody entered; refuse what can never be sent to."""
    found = url.strip()
    if len(found) > _LONGEST or not found.isascii() or any(each.isspace() for each in found):
        raise _bad("The address is too long, or has signs in it that addresses do not have.")
    try:
        parts = urlsplit(found)
        host, port = parts.hostname or "", parts.port or _PORTS[0]
    except ValueError:
        raise _bad("This is not an address.") from None
    if parts.scheme != "https" or not host:
        raise _bad("The address does not begin with https://.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _bad("The address has a name, a password or a part after # in it.")
    if port not in _PORTS and not settings.WEBHOOK_ALLOW:
        raise _bad(f"The address has port {port}. Events are sent to ports 443 and 8443 only.")
    literal = _literal(host)
    if literal is not None and not allowed(literal, port):
        raise _bad("The address is inside a private network.")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Receiver(host, port, target)


def resolve(receiver: Receiver) -> str:
    """Look a name up now, and give the address to connect to; none of those it has may be a forbidden one."""
    try:
        found = socket.getaddrinfo(receiver.host, receiver.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotFound(receiver.host) from error
    listed = [str(address[0]) for *_rest, address in found]
    if not listed:
        raise NotFound(receiver.host)
    for each in listed:
        read_as = _literal(each)
        if read_as is None or not allowed(read_as, receiver.port):
            raise NotAllowed(each)
    return listed[0]


def allowed(address: Address, port: int) -> bool:
    """Say whether events may be sent to an address."""
    plain = _inside(address)
    if any(each in network for network in settings.WEBHOOK_ALLOW for each in {address, plain}):
        return True
    return port in _PORTS and all(_is_public(each) for each in (address, plain))


def _is_public(address: Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _inside(address: Address) -> Address:
    """Give the address of IPv4 that one of IPv6 leads to; otherwise the same."""
    if isinstance(address, IPv4Address):
        return address
    if any(address in each for each in _GATEWAYS):
        return IPv4Address(int(address) & _LAST_FOUR)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else address)


def _literal(host: str) -> Address | None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _bad(found: str) -> BadAddress:
    return BadAddress(found, "Enter an address such as https://results.example.org/overtrick.", code="webhook-address")
