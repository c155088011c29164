"""Which handbooks are there? The folders beside this file, and packages that name one in their entry points.

A package of its own brings a handbook, or later editions of one that is here, under the name of that handbook in the
group ``overtrick.handbooks``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

#: Entry points under this name add handbooks, or editions of them, that live outside the package.
ENTRY_POINTS = "overtrick.handbooks"

_CARD = "handbook.toml"
_INSTALLED = (".dist-info", ".egg-info")


def folder(package: str) -> str:
    """Say where the files of a package lie."""
    return str(import_module(package).__path__[0])


def handbook(name: str) -> str | None:
    """Name the package of a handbook; None where nobody by that name has one."""
    if os.path.isfile(os.path.join(folder(__package__), name, _CARD)):
        return f"{__package__}.{name}"
    return next((each for each in packages(name) if os.path.isfile(os.path.join(folder(each), _CARD))), None)


def names() -> list[str]:
    """Name every handbook there is."""
    inside = folder(__package__)
    found = {name for name in os.listdir(inside) if os.path.isfile(os.path.join(inside, name, _CARD))}
    return sorted(found | _outside().keys())


def packages(name: str) -> list[str]:
    """Name the packages outside that bring a handbook by this name, or editions of it."""
    return _outside().get(name, [])


def _outside() -> dict[str, list[str]]:
    if not any(map(_has_handbooks, sys.path)):
        return {}
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load and seldom needed

    found: dict[str, list[str]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        found.setdefault(point.name, []).append(point.value)
    return found


def _has_handbooks(path: str) -> bool:
    """Look whether anything installed in a folder may bring a handbook: asking for entry points takes far longer."""
    try:
        listed = os.listdir(path or os.curdir)
    except OSError:
        return False
    return any(_brings_handbooks(os.path.join(path, name)) for name in listed if name.endswith(_INSTALLED))


def _brings_handbooks(distribution: str) -> bool:
    try:
        with open(os.path.join(distribution, "entry_points.txt"), "rb") as file:
            return ENTRY_POINTS.encode() in file.read()
    except OSError:
        return False
