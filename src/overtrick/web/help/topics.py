"""Which help topic belongs to a page, by the beginning of the page's name."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Topic(NamedTuple):
    """A page of help."""

    slug: str
    title: str | Promise
    group: str | Promise


_EVERYBODY, _PLAYER, _CLUB, _OFFICE = _("For everybody"), _("For players"), _("For clubs and counties"), _("The office")

TOPICS = (
    Topic("worth", _("What is it worth?"), _EVERYBODY),
    Topic("check", _("Check a file"), _EVERYBODY),
    Topic("working", _("How to read a working"), _EVERYBODY),
    Topic("lists", _("Players, lists and certificates"), _EVERYBODY),
    Topic("account", _("Logging in and your account"), _EVERYBODY),
    Topic("player", _("Your record"), _PLAYER),
    Topic("club", _("Your club’s pages: results from file to points"), _CLUB),
    Topic("club-by-hand", _("An event by hand"), _CLUB),
    Topic("club-members", _("Members of your club"), _CLUB),
    Topic("club-licences", _("Licences and authorisations"), _CLUB),
    Topic("county", _("Counties, areas and states"), _CLUB),
    Topic("office", _("The office, day by day"), _OFFICE),
    Topic("office-submissions", _("Submissions and held points"), _OFFICE),
    Topic("office-players", _("Players: registering, merging, suspending"), _OFFICE),
    Topic("office-corrections", _("Corrections and reversals"), _OFFICE),
    Topic("office-months", _("Closing a month"), _OFFICE),
    Topic("office-organisations", _("Organisations and officers"), _OFFICE),
    Topic("office-settings", _("Settings, who did what, and checking the book"), _OFFICE),
)
KNOWN = {topic.slug: topic for topic in TOPICS}

#: The longest beginning that fits decides.
_BY_PAGE = {
    "worth": "worth",
    "check": "check",
    "handbook": "working",
    "clause": "working",
    "log-in": "account",
    "account": "account",
    "password": "account",
    "second-factor": "account",
    "visit": "account",
    "forgotten": "account",
    "new-password": "account",
    "players": "lists",
    "player": "lists",
    "rankings": "lists",
    "promotions": "lists",
    "certificate": "lists",
    "record": "player",
    "statement": "player",
    "my-certificates": "player",
    "privacy": "player",
    "why": "player",
    "ask": "player",
    "quer": "player",
    "desk": "player",
    "club": "club",
    "club-by-hand": "club-by-hand",
    "club-member": "club-members",
    "club-newcomer": "club-members",
    "club-licence": "club-licences",
    "club-approvals": "county",
    "club-decide": "county",
    "office": "office",
    "office-inbox": "office-submissions",
    "office-submission": "office-submissions",
    "office-return": "office-submissions",
    "office-held": "office-submissions",
    "office-player": "office-players",
    "office-register": "office-players",
    "office-player-points": "office-corrections",
    "office-correction": "office-corrections",
    "office-event": "office-corrections",
    "office-month": "office-months",
    "office-promotions": "office-months",
    "office-task": "office-months",
    "task": "office-months",
    "office-organisation": "office-organisations",
    "office-affiliate": "office-organisations",
    "office-leave": "office-organisations",
    "office-appoint": "office-organisations",
    "office-dismiss": "office-organisations",
    "office-setting": "office-settings",
    "office-ways": "office-settings",
    "office-audit": "office-settings",
    "office-act": "office-settings",
    "office-proof": "office-settings",
}


def topic_of(page: str) -> str:
    """Give the topic of a page by its name; empty where only the contents of the help fit."""
    fitting = [beginning for beginning in _BY_PAGE if page.startswith(beginning)]
    return _BY_PAGE[max(fitting, key=len)] if fitting else ""


def context(request: HttpRequest) -> dict[str, object]:
    """Let every page link to its help."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    return {"help_topic": topic_of(page)}
