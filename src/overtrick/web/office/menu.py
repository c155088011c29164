"""The menu of the office."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Room(NamedTuple):
    """A part of the office."""

    address: str
    words: str | Promise
    about: str | Promise


ROOMS = (
    Room("office-inbox", _("Submissions"), _("Approve submissions, or return them with a reason.")),
    Room("office-held", _("Held points"), _("Say whose they are, or give them up.")),
    Room("office-players", _("Players"), _("Find, register, transfer, suspend, merge.")),
    Room("office-joining", _("Joining"), _("Players whom a club wants to enter.")),
    Room("office-events", _("Events"), _("Every version and every entry. Reverse a whole event.")),
    Room("office-corrections", _("Corrections"), _("Entries by hand: one proposes, another confirms.")),
    Room("office-applications", _("Applications"), _("Licences and affiliations: grant, refuse, ask back.")),
    Room("office-organisations", _("Organisations"), _("Who runs events, and who acts for them.")),
    Room("office-accounts", _("Accounts"), _("Who can log in: send a link, lock, end.")),
    Room("office-months", _("Months"), _("Rehearse the close of a month, then close it.")),
    Room("office-promotions", _("Promotions"), _("Who reached which rank, and on which day.")),
    Room("office-tasks", _("Tasks"), _("Work in the background: its progress, and what failed.")),
    Room("office-mail", _("Mail"), _("Letters that were sent, wait or failed.")),
    Room("office-audit", _("Who did what"), _("Every action, with who, when and why.")),
    Room("office-settings", _("Settings"), _("What the handbook leaves open, and how our federation works.")),
    Room("office-proof", _("Book check"), _("Has the book been changed?")),
)


def context(request: HttpRequest) -> dict[str, object]:
    """Give the pages of the office their navigation; the room one is in is marked."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    if not page.startswith("office"):
        return {}
    return {"rooms": [(room, _current(room, page, request.path)) for room in ROOMS]}


def _current(room: Room, page: str, path: str) -> str:
    """Say for ``aria-current`` whether one is in a room, or on its first page."""
    if page == room.address:
        return "page"
    return "true" if path.startswith(reverse(room.address)) else ""
