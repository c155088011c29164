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
    pages: tuple[str, ...]  #: beginnings of the names of its pages; the longest that fits decides


_EVERYBODY, _PLAYER, _CLUB, _OFFICE = _("For everybody"), _("For players"), _("For clubs and counties"), _("The office")

TOPICS = (
    Topic("worth", _("What is it worth?"), _EVERYBODY, ("worth",)),
    Topic("check", _("Check a file"), _EVERYBODY, ("check",)),
    Topic("working", _("How to read a working"), _EVERYBODY, ("handbook", "clause")),
    Topic(
        "lists",
        _("Players, events, lists and certificates"),
        _EVERYBODY,
        (
            "players",
            "player",
            "event",
            "organisation",
            "rankings",
            "promotions",
            "honours",
            "certificate",
            "extract",
            "book",
        ),
    ),
    Topic("api", _("Programs that call Overtrick"), _EVERYBODY, ("api",)),
    Topic(
        "account",
        _("Logging in and your account"),
        _EVERYBODY,
        ("log-in", "join", "account", "confirm", "password", "link", "second-factor", "device", "unsubscribe", "token"),
    ),
    Topic(
        "player",
        _("Your record"),
        _PLAYER,
        (
            "record",
            "statement",
            "my-certificates",
            "my-clubs",
            "my-data",
            "my-details",
            "privacy",
            "why",
            "ask",
            "quer",
            "desk",
        ),
    ),
    Topic("club", _("Your club’s pages: results from file to points"), _CLUB, ("club",)),
    Topic("club-before-play", _("Before play: players and their standing"), _CLUB, ("download", "club-start-list")),
    Topic("club-by-hand", _("An event by hand"), _CLUB, ("club-by-hand",)),
    Topic("club-seasons", _("Knock-outs, leagues and ladders over a season"), _CLUB, ("club-season",)),
    Topic(
        "club-members",
        _("Members of your club"),
        _CLUB,
        (
            "club-member",
            "club-newcomer",
            "club-join",
            "club-invite",
            "club-codes",
            "club-officer",
            "club-own-address",
            "club-visitor",
            "club-renewal",
        ),
    ),
    Topic("club-programme", _("The programme of your year"), _CLUB, ("club-programme", "club-planned")),
    Topic("club-licences", _("Licences and authorisations"), _CLUB, ("club-licence",)),
    Topic("club-money", _("What you owe: charges, invoices, disputes"), _CLUB, ("club-money",)),
    Topic("applications", _("Applications, and what follows a grant"), _CLUB, ("club-application", "record-appl")),
    Topic(
        "state-duties",
        _("Directors, allotments and authorisations"),
        _CLUB,
        ("club-director", "club-allotment", "club-authorised", "club-choices"),
    ),
    Topic(
        "county",
        _("Counties, areas and states"),
        _CLUB,
        ("club-approv", "club-decide", "club-stages", "club-region"),
    ),
    Topic("office", _("The office, day by day"), _OFFICE, ("office",)),
    Topic(
        "office-submissions",
        _("Submissions and held points"),
        _OFFICE,
        (
            "office-inbox",
            "office-submission",
            "office-approve",
            "office-return",
            "office-held",
            "office-finding",
            "office-clubs",
            "office-quest",
        ),
    ),
    Topic(
        "office-players", _("Players: registering, merging, suspending"), _OFFICE, ("office-player", "office-register")
    ),
    Topic(
        "office-members",
        _("Members’ year: renewal, youths, cards, doubles"),
        _OFFICE,
        (
            "office-member",
            "office-renewal",
            "office-lapse",
            "office-youth",
            "office-cards",
            "office-forwarding",
            "office-doubles",
        ),
    ),
    Topic(
        "office-corrections",
        _("Corrections and reversals"),
        _OFFICE,
        ("office-player-points", "office-correction", "office-event"),
    ),
    Topic("office-months", _("Closing a month"), _OFFICE, ("office-month", "office-promotions", "office-task", "task")),
    Topic("office-money", _("Money: tariffs, invoices, payments"), _OFFICE, ("office-money",)),
    Topic(
        "office-proposals",
        _("Proposed rules: what a season would have been"),
        _OFFICE,
        ("office-proposal", "office-rule", "rule-report"),
    ),
    Topic("office-papers", _("Papers: PDFs one by one and many at once"), _OFFICE, ("office-papers",)),
    Topic("office-moving-in", _("Moving in from an old system"), _OFFICE, ("office-moving-in",)),
    Topic(
        "office-organisations",
        _("Organisations and officers"),
        _OFFICE,
        ("office-organisation", "office-affiliate", "office-leave", "office-appoint", "office-dismiss"),
    ),
    Topic(
        "office-duties",
        _("Directors and allotments of the whole federation"),
        _OFFICE,
        ("office-director", "office-allotment"),
    ),
    Topic(
        "office-accounts",
        _("Accounts, links and mail"),
        _OFFICE,
        ("office-account", "office-invite", "office-mail", "office-letter"),
    ),
    Topic(
        "office-settings",
        _("Settings, who did what, and checking the book"),
        _OFFICE,
        ("office-setting", "office-ways", "office-audit", "office-act", "office-proof"),
    ),
)
KNOWN = {topic.slug: topic for topic in TOPICS}
_BY_PAGE = {page: topic.slug for topic in TOPICS for page in topic.pages}


def topic_of(page: str) -> str:
    """Give the topic of a page by its name; empty where only the contents of the help fit."""
    fitting = [beginning for beginning in _BY_PAGE if page.startswith(beginning)]
    return _BY_PAGE[max(fitting, key=len)] if fitting else ""


def context(request: HttpRequest) -> dict[str, object]:
    """Let every page link to its help."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    return {"help_topic": topic_of(page)}
