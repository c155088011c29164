"""The address of the pages (OVERTRICK_ADDRESS), and the web server in front of them (OVERTRICK_PROXY)."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

Network = IPv4Network | IPv6Network

_SCHEMES = ("http", "https")


class Address(NamedTuple):
    """Where browsers find the pages: https://points.example.org."""

    scheme: str
    host: str
    port: int | None = None

    @property
    def origin(self) -> str:
        """The address as links begin with it, without a slash at the end."""
        return f"{self.scheme}://{self.netloc}"

    @property
    def netloc(self) -> str:
        """The host, with the port where it is not the usual one."""
        return self.host if self.port is None else f"{self.host}:{self.port}"

    @property
    def is_https(self) -> bool:
        """Say whether the pages are reached by HTTPS only."""
        return self.scheme == "https"


#: Where ``overtrick office serve`` shows the pages if nothing is set.
AT_HOME = Address("http", "127.0.0.1", 8000)
#: Where it showed them last, in the office's folder.
_FILE = "address"


def read_address(given: str) -> Address:
    """Read OVERTRICK_ADDRESS; empty, the pages are for this machine only."""
    if not given.strip():
        return AT_HOME
    parts = urlsplit(given.strip())
    try:
        port = parts.port
    except ValueError:
        port = -1
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password
    if parts.scheme not in _SCHEMES or not parts.hostname or extra or port == -1:
        message = (
            f"OVERTRICK_ADDRESS is {given!r}; write the scheme and the name, and nothing after it: "
            "https://points.example.org"
        )
        raise ImproperlyConfigured(message)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return Address(parts.scheme, host, port)


def keep(home: Path, origin: str) -> None:
    """Keep where ``serve`` shows the pages, in the office's folder: links begin with it."""
    (home / _FILE).write_text(f"{origin}\n", encoding="utf-8")


def kept(home: Path) -> str:
    """Say where the pages of this folder were served last, without OVERTRICK_ADDRESS; empty: nowhere yet."""
    file = home / _FILE
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def read_proxies(given: str) -> tuple[Network, ...]:
    """Read OVERTRICK_PROXY: addresses or networks, separated by commas."""
    return tuple(_network(each.strip()) for each in given.split(",") if each.strip())


def read_networks(given: str, setting: str) -> tuple[Network, ...]:
    """Read a setting that names networks, separated by commas."""
    try:
        return tuple(ip_network(each.strip()) for each in given.split(",") if each.strip())
    except ValueError:
        message = f"{setting} is {given!r}; write addresses or networks, as 10.1.0.0/16, separated by commas"
        raise ImproperlyConfigured(message) from None


def _network(given: str) -> Network:
    try:
        return ip_network(given)
    except ValueError:
        message = (
            f"OVERTRICK_PROXY names {given!r}; write the address of the web server in front, as 127.0.0.1, "
            "or its network, as 172.30.0.0/24"
        )
        raise ImproperlyConfigured(message) from None
