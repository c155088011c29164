"""Every type of page of a grown office asks the database little, and costs little beside an empty page.

The pages are found as people find them, by following links, each type once for whoever comes first. Statements are
counted where the database takes them: some go past Django's cursor.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import NamedTuple

import pytest
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client
from django.urls import Resolver404, path, resolve
from pytest_django import Settings

from overtrick.register.accounts.models import User
from overtrick.register.competitions.submit import take_in
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.web import access, urls
from tests.grown import kept
from tests.grown.make import TODAY
from tests.register.season import file_of, night, pairs
from tests.web.conftest import browser

pytestmark = pytest.mark.proof

Grown = Callable[[str], Federation]

#: So many statements a page may need, and so often what an empty page takes of a processor.
STATEMENTS, EMPTY_PAGES = 15, 40
#: Beside other tests a large page loses more of what the processor keeps than an empty one: up to three times was seen.
CROWDED = 4
#: Pages that need more, and how many: overviews ask every room of the office, and some pages put people together. None
#: of these numbers may grow.
MORE = {
    "club-application": 20, "club-calendar": 33, "club-desk": 46, "club-file": 18, "club-files": 20, "club-held": 28,
    "club-licences": 21, "club-member": 26, "club-member-as-at": 19, "club-member-details": 16, "club-money": 31,
    "club-money-dispute": 20, "club-money-document": 21, "club-money-share": 29, "club-planned": 23,
    "club-players": 74, "club-preview": 21, "club-programme": 29, "club-reports": 36, "club-stages": 16,
    "club-submission": 40, "honours": 21, "office": 47, "office-application": 19, "office-approve-many": 194,
    "office-calendar": 45, "office-cards": 18, "office-held-credit": 34, "office-money": 57,
    "office-money-account": 26, "office-money-balances": 29, "office-money-debtors": 17, "office-money-decisions": 16,
    "office-money-dispute": 18, "office-money-document": 22, "office-money-fines": 19, "office-money-rehearsal": 24,
    "office-money-reminders": 19, "office-money-runs": 21, "office-month": 47, "office-organisation": 18,
    "office-player": 33, "office-submission": 22, "office-submission-file": 17, "organisation": 16,
    "record-statistics": 18,
}  # fmt: skip
#: Pages that take longer than so many empty pages.
LONGER = {
    "club-calendar", "club-desk", "club-licences", "club-reports", "honours", "office-approve-many", "office-cards",
    "office-doubles", "office-month",
}  # fmt: skip
#: What asks for a transaction, or comes of a trigger, is no statement of a page.
_AROUND = re.compile(r"(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|SET |--)", re.IGNORECASE)
_TO_POSTGRESQL = re.compile(r"\tF\t\d+\t(Query|Execute)\t\s*\"?(.*)")
_LINK = re.compile(r'<a\b[^>]*?\bhref="(/[^"#]*)')
_AT = datetime(TODAY.year, TODAY.month, TODAY.day, 9, tzinfo=UTC)
_ROUNDS = 3


class Found(NamedTuple):
    """A page that was asked for."""

    type: str
    address: str
    statements: int
    took: float  #: of a processor, as many empty pages


@login_required
def empty(request: HttpRequest) -> HttpResponse:
    """Show a page with nothing on it, to somebody who is logged in."""
    return render(request, "design/base.html")


urlpatterns = [path("empty/", empty), *urls.urlpatterns]
handler500 = urls.handler500


@contextmanager
def stated() -> Iterator[list[str]]:
    """Write down what the database is asked, past all that is ours."""
    connection.ensure_connection()
    found: list[str] = []
    if connection.vendor == "sqlite":
        connection.connection.set_trace_callback(found.append)
        try:
            yield found
        finally:
            connection.connection.set_trace_callback(None)
    else:
        with tempfile.TemporaryFile() as out:
            connection.connection.pgconn.trace(out.fileno())
            try:
                yield found
            finally:
                connection.connection.pgconn.untrace()
            out.seek(0)
            found += [sent[2] for line in out if (sent := _TO_POSTGRESQL.search(line.decode(errors="replace")))]
    found[:] = [each for each in found if not _AROUND.match(each)]


def _took(client: Client, address: str) -> float:
    begun = time.process_time()
    client.get(address).close()
    return time.process_time() - begun


def pages(browsers: dict[str, Client], starts: dict[str, list[str]]) -> Iterator[Found]:
    """Go from page to page; a club's own types come again for each who asks."""
    seen = set[tuple[str, str]]()
    for who, client in browsers.items():
        todo = list(starts[who])
        known = set(todo)
        client.get("/empty/")
        for address in todo:  # grows while it is gone through
            try:
                name = resolve(address.partition("?")[0]).view_name
            except Resolver404:
                continue
            key = name, who if name.startswith("club") else ""
            if key in seen or "as=" in address:
                continue
            client.get(address).close()  # what is kept for everybody is kept
            with stated() as statements:
                answer = client.get(address)
            answer.close()
            if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
                continue
            seen.add(key)
            times = [(_took(client, address), _took(client, "/empty/")) for _round in range(_ROUNDS)]
            least = min(page for page, _empty in times) / min(nothing for _page, nothing in times)
            yield Found(name, address, len(statements), least)
            links = (unescape(each) for each in _LINK.findall(answer.content.decode()))
            new = [each for each in dict.fromkeys(links) if each not in known]
            known.update(new)
            todo += new


def _large() -> Organisation:
    return Organisation.objects.annotate(events=Count("competitions")).latest("events")


def _browsers() -> tuple[dict[str, Client], dict[str, list[str]]]:
    """Let everybody of the demonstration in, each beginning with what is largest."""
    club = _large().pk
    starts = {
        "office": ["/office/", f"/club/{club}/", f"/clubs/{club}/", f"/office/organisations/{club}/"],
        "club-secretary": [f"/club/{club}/"],
        "secretary": ["/club/"],
        "player": ["/record/"],
        "": ["/"],
    }
    names = [
        str(each) for each in User.objects.filter(email__endswith="@demo.example").values_list("username", flat=True)
    ]
    region = next(each for each in names if each.endswith("-secretary") and each != "club-secretary")
    whose = {who: region if who == "secretary" else who for who in starts}
    return {who: browser(User.objects.get(username=name)) if who else Client() for who, name in whose.items()}, starts


@pytest.fixture
def office(grown: Grown, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Grown:
    """A grown office on its last day, with an empty page among its own."""
    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(access, "now", lambda: _AT)
    return grown


@pytest.mark.parametrize("handbook", kept.HANDBOOKS)
def test_every_type_of_page_asks_and_takes_little(office: Grown, handbook: str) -> None:
    office(handbook)
    found = list(pages(*_browsers()))
    assert len({each.type for each in found}) > 200
    asks = {each.type: (each.statements, each.address) for each in sorted(found, key=lambda each: each.statements)}
    assert {name: each for name, each in asks.items() if each[0] > MORE.get(name, STATEMENTS)} == {}
    takes = {each.type: (round(each.took), each.address) for each in sorted(found, key=lambda each: each.took)}
    assert {name: each for name, each in takes.items() if each[0] > CROWDED * EMPTY_PAGES and name not in LONGER} == {}


@pytest.mark.postgres
@pytest.mark.parametrize("handbook", kept.HANDBOOKS)
def test_when_its_nights_double_no_page_of_a_club_asks_more(office: Grown, handbook: str) -> None:
    federation = office(handbook)
    clubs = Organisation.objects.filter(kind=Organisation.Kind.CLUB).annotate(events=Count("competitions"))
    club = clubs.filter(events__gte=20).earliest("events")
    client = browser(User.objects.get(username="office"))
    names = ("", *("calendar/", "licences/", "members/", "programme/", "submissions/", "reports/"))
    addresses = [f"/club/{club.pk}/{name}" for name in names] + [f"/clubs/{club.pk}/", "/office/", "/office/months/"]

    def asked() -> dict[str, int]:
        found = {}
        for address in addresses:
            client.get(address)
            with stated() as statements:
                assert client.get(address).status_code == 200
            found[address] = len(statements)
        return found

    before = asked()
    players = pairs(list(Player.objects.filter(memberships__club=club, kept=None).order_by("pk")[:16]))
    status = "club" if handbook == "ebu" else "E"
    for nth in range(club.competitions.count()):
        played = night(players, begins=TODAY - timedelta(days=nth), name=f"One more {nth}", status=status)
        take_in(club, f"{nth}.yaml", file_of(played, federation.handbook), User.objects.get(username="office"), _AT)
    assert asked() == before
