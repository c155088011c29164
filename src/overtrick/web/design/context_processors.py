"""Template variables that the frame of every page needs."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class Door(NamedTuple):
    """A link of the navigation."""

    address: str  #: the name of the address
    words: str | Promise


EVERYBODY = (
    Door("worth", gettext_lazy("What is it worth?")),
    Door("check", gettext_lazy("Check a file")),
    Door("handbooks", gettext_lazy("The handbooks")),
)
#: Where there is a federation, and its book.
REGISTER = (
    Door("players", gettext_lazy("Players")),
    Door("events", gettext_lazy("Events")),
    Door("rankings", gettext_lazy("Ranking lists")),
)
LOGGED_IN = (Door("desk", gettext_lazy("My pages")),)


def frame(request: HttpRequest) -> dict[str, object]:
    """Give the navigation; the door one stands in is marked by its address."""
    here = request.resolver_match.view_name if request.resolver_match else ""
    doors: tuple[Door, ...] = EVERYBODY
    if getattr(request, "federation", None) is not None:
        doors += REGISTER
    if hasattr(request, "user") and request.user.is_authenticated:
        doors = LOGGED_IN + doors
    return {"doors": doors, "here": here}
