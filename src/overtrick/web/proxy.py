"""The web server in front of the pages: who really asked, and whether by HTTPS.

Only the proxy that OVERTRICK_PROXY names is believed. From anybody else the headers count for nothing, and in no case
does anything below see them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Ip = IPv4Address | IPv6Address

#: What proxies tell about a request, in the names of WSGI.
_FOR, _PROTO = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"
_OTHERS = ("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP", "HTTP_FORWARDED")
#: No address is longer, with its brackets, its network card and its port.
_LONGEST = 80


class TrustedProxy:
    """Django middleware: put the real address and the real scheme into the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request as it was made to the proxy."""
        meta = request.META
        forwarded, proto = meta.pop(_FOR, ""), meta.pop(_PROTO, "")
        for name in _OTHERS:
            meta.pop(name, None)
        nearest = read_ip(meta.get("REMOTE_ADDR", ""))
        if nearest is not None:
            meta["REMOTE_ADDR"] = str(_client(nearest, forwarded))
            if is_trusted(nearest) and proto:
                meta["wsgi.url_scheme"] = "https" if proto.rpartition(",")[2].strip() == "https" else "http"
        return self._get_response(request)


def is_trusted(ip: Ip) -> bool:
    """Say whether OVERTRICK_PROXY names this address."""
    return any(ip in network for network in settings.TRUSTED_PROXIES)


def _client(nearest: Ip, forwarded: str) -> Ip:
    """Follow the addresses from the nearest one back, as far as each was told by a proxy we trust."""
    client = nearest
    for told in reversed(forwarded.split(",")):
        before = read_ip(told) if is_trusted(client) else None
        if before is None:
            break
        client = before
    return client


def read_ip(told: str) -> Ip | None:
    """Read an address, with or without a port; an IPv4 address inside an IPv6 one is taken out."""
    told = told.strip()
    return _ip(told) if len(told) <= _LONGEST else None


@lru_cache(maxsize=1_000)
def _ip(told: str) -> Ip | None:
    if told.startswith("["):
        told = told[1:].partition("]")[0]
    elif told.count(":") == 1:
        told = told.partition(":")[0]
    try:
        ip = ip_address(told)
    except ValueError:
        return None
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return mapped or ip
