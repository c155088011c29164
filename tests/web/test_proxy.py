"""Who asked, and by HTTPS or not? Only the proxy that is named is believed."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from overtrick.register.address import Address, read_address, read_proxies
from overtrick.web.proxy import TrustedProxy


def seen(remote: str, **headers: str) -> tuple[str, str]:
    """Give the address and the scheme that pages see; none of the headers is left for them."""
    found: list[tuple[str, str]] = []

    def page(request: HttpRequest) -> HttpResponse:
        assert not [name for name in request.META if "FORWARDED" in name or "REAL_IP" in name]
        assert not [name for name in request.headers if "Forwarded" in name]
        found.append((request.META["REMOTE_ADDR"], request.scheme or ""))
        return HttpResponse()

    TrustedProxy(page)(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers))
    return found[0]


@pytest.mark.parametrize(
    ("remote", "forwarded", "client"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "", "10.0.0.1"),
        # What stands further left was written by somebody we do not know.
        ("10.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"),
        # Two proxies that we know.
        ("10.0.0.1", "203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "203.0.113.7:5123", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.7, nonsense", "10.0.0.1"),
        # Nobody else is believed.
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.1.1", "198.51.100.1", "10.0.1.1"),
        ("203.0.113.9:4711", "198.51.100.1", "203.0.113.9"),
        ("", "198.51.100.1", ""),
    ],
)
def test_the_address_is_the_last_one_that_a_trusted_proxy_told(
    remote: str, forwarded: str, client: str, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = (ip_network("10.0.0.0/24"),)
    assert seen(remote, **({"X-Forwarded-For": forwarded} if forwarded else {})) == (client, "http")


@pytest.mark.parametrize(
    ("remote", "proto", "scheme"),
    [
        ("10.0.0.1", "https", "https"),
        ("10.0.0.1", "http", "http"),
        ("10.0.0.1", "http, https", "https"),
        ("10.0.0.1", "https, http", "http"),
        ("10.0.0.1", "HTTPS!", "http"),
        ("203.0.113.9", "https", "http"),
        ("", "https", "http"),
    ],
)
def test_the_scheme_is_what_a_trusted_proxy_says(remote: str, proto: str, scheme: str, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = (ip_network("10.0.0.0/24"),)
    assert seen(remote, **{"X-Forwarded-Proto": proto})[1] == scheme


def test_without_a_proxy_nothing_is_believed(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ()
    told = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Real-Ip": "203.0.113.7"}
    assert seen("127.0.0.1", **told, Forwarded="for=203.0.113.7") == ("127.0.0.1", "http")


@pytest.mark.parametrize(
    ("given", "address", "origin"),
    [
        ("", Address("http", "127.0.0.1", 8000), "http://127.0.0.1:8000"),
        ("https://points.example.org", Address("https", "points.example.org"), "https://points.example.org"),
        ("https://points.example.org/", Address("https", "points.example.org"), "https://points.example.org"),
        ("http://192.0.2.5:8080", Address("http", "192.0.2.5", 8080), "http://192.0.2.5:8080"),
        ("http://[2001:db8::1]:8080", Address("http", "[2001:db8::1]", 8080), "http://[2001:db8::1]:8080"),
    ],
)
def test_an_address_is_a_scheme_and_a_name(given: str, address: Address, origin: str) -> None:
    assert read_address(given) == address
    assert address.origin == origin


@pytest.mark.parametrize(
    "given",
    [
        "points.example.org",
        "ftp://points.example.org",
        "https://",
        "https://example.org/points",
        "https://example.org/?a=b",
        "https://anna@example.org",
        "https://example.org:99999",
        "https://example.org:port",
    ],
)
def test_any_other_address_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"https://points\.example\.org"):
        read_address(given)


def test_a_proxy_is_an_address_or_a_network() -> None:
    found = read_proxies("127.0.0.1, ::1,172.30.0.0/24")
    assert found == (ip_network("127.0.0.1"), ip_network("::1"), ip_network("172.30.0.0/24"))
    assert read_proxies("") == ()


@pytest.mark.parametrize("given", ["nginx", "*", "127.0.0.1/8", "300.0.0.1"])
def test_any_other_proxy_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"127\.0\.0\.1"):
        read_proxies(given)
