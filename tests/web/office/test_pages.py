"""Every page of the office opens, for the office alone."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.urls import URLPattern, get_resolver

from overtrick.register.audit.models import Record
from overtrick.register.book_check.models import BookFinding
from overtrick.register.competitions.models import Competition
from overtrick.register.corrections import proposals
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.mail import outbox
from overtrick.register.mail.models import Letter
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.organisations.models import Officer
from overtrick.register.people.merge_records import merge
from overtrick.web.office.urls import urlpatterns
from tests.web.cast import LATE_IN_MAY, MARCH, Role
from tests.web.office.conftest import found

if TYPE_CHECKING:
    from tests.web.conftest import LogIn
    from tests.web.office.conftest import Desk

#: What only takes orders.
ORDERS = {
    "office-allotments-keep",
    "office-player-grant-propose",
    "office-approve",
    "office-player-release",
    "office-correction-confirm",
    "office-doubles-apart",
    "office-joining-decide",
    "office-month-close",
    "office-moving-in-enter",
    "office-moving-in-invite",
    "office-moving-in-remove",
    "office-task-retry",
    "office-letter-again",
}
#: Money has tests of its own.
PAGES = [each for each in urlpatterns if isinstance(each, URLPattern)]
NAMES = [str(each.name) for each in PAGES]


def _address(name: str, desk: Desk) -> str:
    """Fill the numbers into an address."""
    cast = desk.cast
    player = cast.partner.number if name == "office-player-unmerge" else cast.player.number
    pattern = next(each for each in PAGES if each.name == name)
    route = str(pattern.pattern)
    pk = {
        "submissions": desk.waiting.pk,
        "held": desk.held,
        "events": Competition.objects.earliest("pk").pk,
        "organisations": cast.union.club.pk,
        "audit": Record.objects.latest("pk").pk,
        "corrections": 0,
        "accounts": cast.users[Role.SECRETARY].pk,
        "applications": cast.application,
    }.get(route.split("/", maxsplit=1)[0], 0)
    if route.startswith("corrections/<"):
        points = proposals.ProposedPoints("local", 5, MARCH)
        pk = proposals.propose(cast.player, points, "A grant", cast.union.second, LATE_IN_MAY).pk
    if route.startswith("mail/<"):
        federation = cast.union.federation
        outbox.queue(federation, "a test", "ado@example.org", "test", "en", LATE_IN_MAY)
        pk = Letter.objects.get().pk
    if name == "office-setting-withdraw":
        change, clerk = scheduled_settings.SettingsChange(results_due_days=7), cast.union.clerk
        scheduled_settings.plan(
            cast.union.federation, change, date(2099, 1, 1), actor=clerk, at=LATE_IN_MAY, reason="The council"
        )
    if name == "office-finding":
        says = {"code": "not-affiliated", "says": "The club was not affiliated.", "found_on": MARCH}
        pk = BookFinding.objects.create(submission=desk.waiting, key="1", **says).pk
    if name == "office-proof-result":
        return found(cast)
    if route.startswith("moving-in/lists/"):
        sent = {"added_by": cast.union.clerk, "added_at": LATE_IN_MAY}
        pk = OldList.objects.create(
            federation=cast.union.federation, step=Step.MEMBERS, name="members.csv", size=1, **sent
        ).pk
    officer = Officer.objects.filter(organisation=cast.union.club).earliest("pk").pk
    filled = route.replace("<str:number>", player).replace("<int:pk>", str(pk)).replace("<int:officer>", str(officer))
    filled = filled.replace("<int:paper>", str(cast.paper)).replace("<str:written>", "2026-04")
    filled = filled.replace("<int:number>", "1").replace("<int:written>", "2026").replace("<int:application>", "1")
    filled = filled.replace("<int:year>", "2026").replace("<str:first>", player)
    filled = filled.replace("<str:second>", cast.partner.number)
    if name == "office-moving-in-sign":
        filled += "?report=0"
    named = Step.MEMBERS if route.startswith("moving-in/") else "match_factor_on"
    looked_at = "?report=0" if route == "moving-in/sign/" else ""
    return f"/office/{filled}{looked_at}".replace("<slug:name>", named)


#: Pages that this handbook has no use for, and files.
SILENT = {
    "office-allotments",
    "office-allotments-now",
    "office-application-paper",
    "office-cards",
    "office-directors",
    "office-forwarding",
    "office-moving-in-example",
    "office-papers-file",
    "office-player-convert",
    "office-player-grant",
    "office-youth",
}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ORDERS | SILENT])
def test_a_page_opens_for_the_office_and_links_to_its_help(name: str, desk: Desk) -> None:
    if name == "office-player-unmerge":
        merge(desk.cast.player, desk.cast.partner, "One person", actor=desk.cast.union.clerk, at=LATE_IN_MAY)
    answer = desk.client.get(_address(name, desk))
    assert answer.status_code == 200
    assert "/help/office" in answer.content.decode()


def test_the_office_has_its_navigation_with_the_room_one_is_in_and_other_pages_have_none(desk: Desk) -> None:
    def link(current: str) -> str:
        return f'<a href="/office/players/"{current}>'

    first = desk.client.get("/office/players/").content.decode()
    inside = desk.client.get(f"/office/players/{desk.cast.player.number}/").content.decode()
    assert link(' aria-current="page"') in first
    assert link(' aria-current="true"') in inside
    assert link("") in desk.client.get("/office/months/").content.decode()
    assert '<a href="/office/players/"' not in desk.client.get("/help/office/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OFFICE])
def test_nobody_else_comes_in(role: Role, desk: Desk, log_in: LogIn) -> None:
    client = log_in(role)
    answers = {
        name: client.generic("POST" if name in ORDERS else "GET", _address(name, desk)).status_code for name in NAMES
    }
    assert answers == dict.fromkeys(NAMES, 302 if role is Role.ANONYMOUS else 403)


def test_an_order_is_not_given_by_opening_an_address(desk: Desk) -> None:
    assert {desk.client.get(_address(name, desk)).status_code for name in ORDERS} == {405}


def test_an_order_from_another_site_is_refused(desk: Desk) -> None:
    desk.client.handler.enforce_csrf_checks = True
    assert {desk.client.post(_address(name, desk)).status_code for name in ORDERS} == {403}


@pytest.mark.parametrize(
    "address",
    [
        "/office/submissions/",
        "/office/held/",
        "/office/events/",
        "/office/players/?q=bem",
        "/office/organisations/",
        "/office/months/",
        "/office/promotions/",
        "/office/audit/",
        "/office/settings/",
    ],
)
def test_every_list_can_be_sorted_and_downloaded(address: str, desk: Desk) -> None:
    joined = "&" if "?" in address else "?"
    assert desk.client.get(f"{address}{joined}sort=-0").status_code == 200
    file = desk.client.get(f"{address}{joined}as=csv")
    assert file["Content-Disposition"].startswith("attachment")
    assert desk.client.get(f"{address}{joined}as=xlsx").content[:2] == b"PK"


@pytest.mark.parametrize(
    "address",
    ["/office/submissions/0/", "/office/players/7/", "/office/months/2026-13/", "/office/settings/nothing/"],
)
def test_what_is_not_there_is_not_found(address: str, desk: Desk) -> None:
    assert desk.client.get(address).status_code == 404


def test_the_addresses_stand_under_office() -> None:
    assert get_resolver().reverse("office-inbox") == "office/submissions/"


def test_a_new_office_is_told_what_to_do_first_and_one_at_work_is_not(desk: Desk, log_in: LogIn) -> None:
    page = log_in(Role.ELSEWHERE).get("/@south/office/").content.decode()
    assert all(step in page for step in ("Add your clubs", "Appoint a second officer", "Set up mail"))
    assert "Register your members" not in page, "it has one"
    assert "Nothing is waiting for you." not in page
    assert "Add your clubs" not in desk.client.get("/office/").content.decode()
