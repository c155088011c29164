"""Every service that changes something asks whether its actor may, by itself; whoever calls it."""

from __future__ import annotations

import inspect
from datetime import date, datetime, timedelta
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick import register
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import affiliation, officers, tree
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.corrections.welsh import welsh_union
from tests.register.season import AT, Union, union
from tests.register.who_may import book_cases, money_cases, office_cases, people_cases
from tests.register.who_may.people_cases import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.register.accounts.models import User
    from tests.register.who_may.case import Case

pytestmark = pytest.mark.django_db

Role = Officer.Role
CASES = (
    *(*people_cases.PEOPLE, *people_cases.ORGANISATIONS, *people_cases.OFFICERS, *money_cases.MONEY),
    *(*book_cases.RESULTS, *book_cases.BOOK, *book_cases.MOVING_IN),
    *(*office_cases.APPLICATIONS, *office_cases.ENTITLEMENTS, *office_cases.PROGRAMME),
    *(*office_cases.SETTINGS, *office_cases.PROGRAMS),
)


@pytest.fixture
def wales(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    made = welsh_union()
    with scope(federation=made.federation):
        yield made


@pytest.fixture
def scotland(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    federation = office.federation("west", "sbu")
    with scope(federation=federation):
        yield union(federation)


def people(here: Union) -> dict[str, User]:
    """Name one of each who may do something somewhere, and two who may not."""
    made = {name: office.user(name) for name in ("secretary", "treasurer", "neighbour", "member", "nobody", "abroad")}
    for where, name, role in (
        (here.club, "secretary", Role.SECRETARY),
        (here.club, "treasurer", Role.TREASURER),
        (here.other, "neighbour", Role.SECRETARY),
    ):
        officers.appoint(where, made[name], role, office.NEW_YEAR, actor=None, at=AT)
    made["member"].player = here.players[0]
    made["member"].save()
    elsewhere = office.federation("elsewhere", "abf")
    with scope(federation=elsewhere):
        national = office.organisation(elsewhere, "1", "Elsewhere", Organisation.Kind.NATIONAL)
        officers.appoint(national, made["abroad"], Role.OFFICE, office.NEW_YEAR, actor=None, at=AT)
    return {**made, "scorer": here.scorer, "stranger": here.stranger, "county": here.secretary, "office": here.second}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whoever_may_not_is_refused_without_a_trace_and_whoever_may_is_let(
    request: pytest.FixtureRequest, case: Case
) -> None:
    here: Union = request.getfixturevalue(case.here)
    roles, may = people(here), case.may.split() or ["office"]
    values, named = case.with_(here)
    with CaptureQueriesContext(connection) as asked:
        for role in roles.keys() - {*may, "office"}:
            with pytest.raises(NotAllowed, match=case.refusal.format(roles[role].username)):
                case.service(*values, **named, actor=roles[role], at=case.at)
    assert not [each["sql"] for each in asked if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    case.service(*values, **named, actor=roles[may[0]], at=case.at)


def test_nor_may_the_office_of_another_federation_from_there(here: Union) -> None:
    clerk = people(here)["abroad"]
    with scope(federation=Federation.objects.get(slug="elsewhere")), pytest.raises(NotAllowed):
        officers.appoint(here.club, clerk, Role.SCORER, DAY, actor=clerk, at=AT)


@pytest.mark.parametrize("day", [office.NEW_YEAR, office.NEW_YEAR - timedelta(days=1)])
def test_nobody_acts_before_the_first_day_of_the_office(here: Union, day: date) -> None:
    at = datetime.combine(day, AT.timetz())
    if day >= office.NEW_YEAR:
        tree.rename(here.club, "Ashby", actor=here.clerk, at=at)
        return
    with pytest.raises(NotAllowed):
        tree.rename(here.club, "Ashby", actor=here.clerk, at=at)


def test_whoever_founds_a_federation_acts_until_it_has_an_officer(here: Union) -> None:
    founder = office.user("founder")
    west = setup.found("west", "West", "ebu", actor=founder, at=AT)
    with scope(federation=west):
        national = tree.add(west, "1", "West", Organisation.Kind.NATIONAL, actor=founder, at=AT)
        affiliation.affiliate(national, DAY, actor=founder, at=AT)
        officers.appoint(national, here.clerk, Role.OFFICE, office.NEW_YEAR, actor=founder, at=AT)
        with pytest.raises(NotAllowed):
            tree.rename(national, "Wild West", actor=founder, at=AT)


#: What asks nothing itself, and why that is right: modules, and what is in them.
SILENT = {
    "as part of a service that has asked": {
        "audit.trail": "draft record",
        "competitions.charge": "charge_again charge_alone charge_submission reverse_submission",
        "competitions.held_credits": "look_again look_again_at_all looked_at_again",
        "competitions.match": "remember",
        "competitions.post": "post post_credits post_difference",
        "competitions.shared_costs": "charge_others",
        "competitions.submission_findings": "answer",
        "competitions.unmerge": "parted_again",
        "competitions.versions": "discard keep_version",
        "decisions.decide": "record",
        "decisions.two_people": "decide",
        "log_ins.account_state": "reopen",
        "log_ins.handover": "by_mail in_hand",
        "log_ins.invite_members": "invite_some",
        "money.documents": "issue",
        "money.licence_fees": "charge_granted reverse_revoked",
        "money.matching": "after_documents free_payment keep_shares send_out settle",
        "money.member_corrections": "charge_parted reverse_doubles reverse_undone",
        "money.record_copies": "charge_copy",
        "money.registrations": "charge charge_registration charge_roll_again",
        "moving_in.members": "enter",
        "moving_in.officers": "enter",
        "moving_in.organisations": "enter",
        "organisations.licences": "tell_played",
        "people.clubs": "enter enter_beside enter_transfer make_home",
        "people.contacts": "enter",
        "people.counties": "enter",
        "people.home_members": "tell tell_changed",
        "people.registration": "enter_new",
        "people.reinstate": "enter_again",
        "people.signals": "tell",
        "people.standings": "enter enter_death",
        "ranks.close_book": "close write",
        "tokens.issue": "office_ended",
    },
    "through the service it begins with": {
        "applications.conversions": "ask",
        "competitions.answer_again": "read_again",
        "competitions.approve_many": "approve_all",
        "competitions.event_facts": "change tell_again",
        "competitions.likely_players": "accept choose_elsewhere",
        "competitions.match": "choose leave_open say_no_member",
        "competitions.read": "receive reread",
        "competitions.say_who": "say",
        "competitions.submit": "reopen_replaced take_in",
        "competitions.submit_all": "submit_all",
        "corrections.confirm": "confirm",
        "corrections.openings": "propose",
        "erasing.erase": "confirm",
        "money.discretion": "allow credit write_off",
        "money.payments": "refund",
        "money.shares": "pay_out",
        "money.taxes": "enter_rate",
        "organisations.bulk_add": "enter",
        "people.members_list.apply_changes": "apply",
        "ranks.close_month": "close",
        "ranks.opening_balances": "enter",
        "seasons.draft_season": "draft",
        "seasons.note": "add_game add_round change_entrants end go_on note_match take_back take_games_again",
    },
    "nobody is there yet who could allow it": {
        "federation_settings.setup": "found",
    },
    "everybody may write about their own points": {
        "queries.threads": "answer ask close pass_on",
    },
    "it is the question itself": {
        "applications.access": "need_applicant need_decider need_player need_support",
        "decisions.two_people": "need_second",
        "organisations.require": "need need_all need_office need_one",
        "people.contacts": "need_details",
    },
    "everybody may, for themselves: a token does what they may do": {
        "tokens.issue": "issue_personal",
    },
}


def test_no_service_is_forgotten() -> None:
    """A service takes an actor and a moment. Each is called above, or is told to ask nothing."""
    services = set()
    for found in walk_packages(register.__path__, "overtrick.register."):
        if any(part in found.name for part in (".migrations", ".demo", ".settings")):
            continue
        module: Any = import_module(found.name)
        for name, service in inspect.getmembers(module, inspect.isfunction):
            own = service.__module__ == module.__name__ and not name.startswith("_")
            if own and {"actor", "at"} <= set(inspect.signature(service).parameters):
                services.add(f"{found.name}.{name}".removeprefix("overtrick.register."))
    silent = {f"{where}.{name}" for listed in SILENT.values() for where in listed for name in listed[where].split()}
    called = {case.name for case in CASES}
    assert called | silent == services
    assert not called & silent
