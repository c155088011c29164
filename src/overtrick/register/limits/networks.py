"""Where a request comes from, as limits count it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

#: So many bits of an address of IPv6 are one household's.
_HOUSEHOLD = 64


def household(sent: str) -> str:
    """Give an address, or of IPv6 the network of 64 bits that one household has; anything else as it is."""
    try:
        address = ip_address(sent)
    except ValueError:
        return sent
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address.packed, _HOUSEHOLD), strict=False))
