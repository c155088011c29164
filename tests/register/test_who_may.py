"""Every service that changes something asks whether its actor may, by itself; whoever calls it."""

from __future__ import annotations

import inspect
from datetime import date, datetime, timedelta
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import pytest

from overtrick import register
from overtrick.handbooks.money import Run
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.federation_settings import setup
from overtrick.register.log_ins import account_state, club_codes, invite_members, invite_officer
from overtrick.register.log_ins.invite_officer import Invitee
from overtrick.register.membership import bulk_lapse, doubles
from overtrick.register.money import (
    accounts,
    assertions,
    invoicing,
    moneybook,
    payments,
    pricing,
    registrations,
    reminders,
    tariffs,
)
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations import affiliation, officers, tree
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import (
    bulk_register,
    clubs,
    contacts,
    counties,
    merge_records,
    registration,
    reinstate,
    standings,
)
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

Status, Role = Standing.Status, Officer.Role
DAY = NIGHT + timedelta(days=1)
SOMEBODY = Applicant("Tam", "Ulo")
NEW = Invitee("tam", "tam@example.org")
NEWCOMER = bulk_register.NewMember(Applicant("Tam", "Ulo"), DAY)


def _lapsed(here: Union) -> None:
    standings.lapse(here.players[0], NIGHT, actor=None, at=AT)


def _merged(here: Union) -> None:
    merge_records.merge(here.players[0], here.players[1], "one person", actor=None, at=AT)


def _suspended(here: Union) -> None:
    standings.suspend(here.players[0], NIGHT, None, reason="conduct", actor=None, at=AT)


def _scores(here: Union) -> None:
    officers.appoint(here.club, here.second, Role.SCORER, office.NEW_YEAR, actor=None, at=AT)


def _locked(here: Union) -> None:
    account_state.lock(here.second, actor=None, at=AT)


def _nothing(_here: Union) -> None:
    pass


def _in_county(here: Union) -> None:
    counties.join_besides(here.players[0], here.county, NIGHT, actor=None, at=AT)


def _charges(here: Union) -> None:
    moneybook.begin(NIGHT, actor=None, at=AT)
    accounts.account_of(here.club)


def _beside(here: Union) -> None:
    clubs.join(here.players[0], here.other, NIGHT, home=False, actor=None, at=AT)


#: What is done, what must have been before, and who but the office may do it: the club's secretary, or nobody.
CASES: dict[str, tuple[Callable[..., object], Callable[[Union], None], str]] = {
    "register in the club": (lambda u, **w: registration.register(SOMEBODY, DAY, club=u.club, **w), _nothing, "club"),
    "register in no club": (lambda _u, **w: registration.register(SOMEBODY, DAY, **w), _nothing, ""),
    "register in another club": (lambda u, **w: registration.register(SOMEBODY, DAY, club=u.other, **w), _nothing, ""),
    "register with a county": (
        lambda u, **w: registration.register(SOMEBODY, DAY, club=u.club, county=u.county, **w),
        _nothing,
        "",
    ),
    "enrol in the club": (lambda u, **w: bulk_register.enrol([NEWCOMER._replace(home=u.club)], **w), _nothing, "club"),
    "enrol in no club": (lambda _u, **w: bulk_register.enrol([NEWCOMER], **w), _nothing, ""),
    "correct": (lambda u, **w: registration.correct(u.players[0], given="Odo", **w), _nothing, "club"),
    "register again": (lambda u, **w: reinstate.register_again(u.players[0], u.club, DAY, **w), _lapsed, ""),
    "register again elsewhere": (
        lambda u, **w: reinstate.register_again(u.players[0], u.other, DAY, **w),
        _lapsed,
        "",
    ),
    "change a standing": (lambda u, **w: standings.change(u.players[0], Status.OVERSEAS, DAY, **w), _nothing, ""),
    "lapse": (lambda u, **w: standings.lapse(u.players[0], DAY, **w), _nothing, ""),
    "deceased": (lambda u, **w: standings.mark_deceased(u.players[0], DAY, **w), _nothing, ""),
    "alive": (lambda u, **w: standings.withdraw_death(u.players[0], reason="a mistake", **w), _nothing, ""),
    "suspend": (lambda u, **w: standings.suspend(u.players[0], DAY, None, reason="conduct", **w), _nothing, ""),
    "lift": (lambda u, **w: standings.lift(u.players[0], DAY, **w), _suspended, ""),
    "join": (lambda u, **w: clubs.join(u.players[0], u.other, DAY, home=False, **w), _nothing, ""),
    "add": (lambda u, **w: clubs.add_alternate(u.players[0], u.other, DAY, **w), _nothing, ""),
    "leave": (lambda u, **w: clubs.remove_alternate(u.players[0], u.other, DAY, **w), _beside, ""),
    "transfer": (lambda u, **w: clubs.transfer(u.players[0], u.other, DAY, **w), _nothing, ""),
    "county": (lambda u, **w: counties.choose(u.players[0], u.county, DAY, **w), _nothing, ""),
    "merge": (lambda u, **w: merge_records.merge(u.players[0], u.players[1], "one person", **w), _nothing, ""),
    "unmerge": (lambda u, **w: merge_records.unmerge(u.players[1], "two people", **w), _merged, ""),
    "add an organisation": (
        lambda u, **w: tree.add(u.federation, "7", "Ashby", Organisation.Kind.CLUB, u.county, **w),
        _nothing,
        "",
    ),
    "rename": (lambda u, **w: tree.rename(u.club, "Ashby", **w), _nothing, ""),
    "move": (lambda u, **w: tree.move(u.club, u.national, **w), _nothing, ""),
    "affiliate": (lambda u, **w: affiliation.affiliate(u.club, date(2001, 1, 1), date(2001, 2, 1), **w), _nothing, ""),
    "end an affiliation": (lambda u, **w: affiliation.end(u.club, DAY, **w), _nothing, ""),
    "appoint": (lambda u, **w: officers.appoint(u.club, u.stranger, Role.SECRETARY, DAY, **w), _nothing, ""),
    "dismiss": (lambda u, **w: officers.dismiss(u.national, u.second, Role.OFFICE, DAY, **w), _nothing, ""),
    "appoint a scorer": (lambda u, **w: officers.appoint(u.club, u.second, Role.SCORER, DAY, **w), _nothing, "club"),
    "dismiss a scorer": (lambda u, **w: officers.dismiss(u.club, u.second, Role.SCORER, DAY, **w), _scores, "club"),
    "invite": (lambda u, **w: invite_officer.appoint(u.club, NEW, Role.SECRETARY, DAY, **w), _nothing, ""),
    "invite a scorer": (lambda u, **w: invite_officer.appoint(u.club, NEW, Role.SCORER, DAY, **w), _nothing, "club"),
    "invite a member": (lambda u, **w: invite_members.invite(u.players[0], **w), _nothing, "club"),
    "invite a club": (lambda u, **w: invite_members.whom(u.club, **w), _nothing, "club"),
    "invite everybody": (lambda _u, **w: invite_members.whom(None, **w), _nothing, ""),
    "print codes": (lambda u, **w: club_codes.print_for(u.club, [u.players[0].pk], **w), _nothing, "club"),
    "an address": (lambda u, **w: contacts.change_email(u.players[0], "a@example.org", **w), _nothing, "club"),
    "contact details": (
        lambda u, **w: contacts.change(u.players[0], ContactDetails(telephone="01234 567890"), DAY, **w),
        _nothing,
        "club",
    ),
    "a club's address": (
        lambda u, **w: organisation_contacts.change(u.club, ContactDetails(email="club@example.org"), **w),
        _nothing,
        "club",
    ),
    "dismiss from all": (lambda u, **w: officers.dismiss_all(u.scorer, DAY, **w), _nothing, ""),
    "new link": (lambda u, **w: account_state.new_link(u.scorer, mail=False, **w), _nothing, ""),
    "lock": (lambda u, **w: account_state.lock(u.stranger, **w), _nothing, ""),
    "unlock": (lambda u, **w: account_state.unlock(u.second, **w), _locked, ""),
    "end an account": (lambda u, **w: account_state.end(u.second, DAY, **w), _nothing, ""),
    "join a county besides": (lambda u, **w: counties.join_besides(u.players[0], u.county, DAY, **w), _nothing, ""),
    "leave a county": (lambda u, **w: counties.leave(u.players[0], u.county, DAY, **w), _in_county, ""),
    "tell apart": (
        lambda u, **w: doubles.tell_apart(u.players[0].number, u.players[1].number, **w),
        _nothing,
        "",
    ),
    "lapse by a list": (
        lambda u, **w: bulk_lapse.carry_out(bulk_lapse.rehearse([u.players[0].number], DAY), "", **w),
        _nothing,
        "",
    ),
    "settings": (lambda u, **w: setup.change(u.federation, setup.Ways(results_due_days=9), **w), _nothing, ""),
    "charge from a day on": (lambda _u, **w: moneybook.begin(DAY, **w), _nothing, ""),
    "make invoices": (lambda _u, **w: invoicing.run(Asked(Run.YEAR, NIGHT, NIGHT), **w), _charges, ""),
    "charge what had no amount": (lambda _u, **w: pricing.price_missing(**w), _charges, ""),
    "charge the roll": (lambda _u, **w: registrations.charge_roll(NIGHT, **w), _charges, ""),
    "assert a balance": (lambda _u, **w: assertions.assert_balance("bank", NIGHT, 0, **w), _charges, ""),
    "assert a month": (lambda _u, **w: assertions.assert_month(NIGHT, **w), _charges, ""),
    "remind of an invoice": (lambda _u, **w: reminders.send(["2026-0001 0"], **w), _charges, ""),
    "enter a payment": (
        lambda u, **w: payments.enter(NewPayment(accounts.account_of(u.club), NIGHT, 1, Payment.Way.CASH), **w),
        _charges,
        "",
    ),
    "set amounts": (
        lambda u, **w: tariffs.enter_tariff(u.national, DAY + timedelta(days=9), "me", [NewRow("a", "b", 1)], **w),
        _nothing,
        "",
    ),
}


@pytest.fixture
def secretary(here: Union) -> User:
    """Whoever looks after the members of the club."""
    made = office.user("club-secretary")
    officers.appoint(here.club, made, Role.SECRETARY, office.NEW_YEAR, actor=None, at=AT)
    return made


@pytest.mark.parametrize("case", CASES)
def test_whoever_may_not_is_refused_and_nothing_is_changed(here: Union, secretary: User, case: str) -> None:
    do, before, may = CASES[case]
    before(here)
    count = Record.objects.count()
    others = [here.scorer, here.stranger, here.secretary, *([] if may == "club" else [secretary])]
    for actor in others:
        with pytest.raises(NotAllowed, match=f"{actor.username} may not .*Ask "):
            do(here, actor=actor, at=AT)
    assert Record.objects.count() == count


@pytest.mark.parametrize("case", CASES)
def test_the_office_may_and_the_secretary_where_it_is_the_club(here: Union, secretary: User, case: str) -> None:
    do, before, may = CASES[case]
    before(here)
    do(here, actor=secretary if may == "club" else here.clerk, at=AT)


def test_the_office_of_another_federation_may_not(here: Union) -> None:
    south = office.federation("south", "abf")
    with scope(federation=south):
        national = office.organisation(south, "1", "South", Organisation.Kind.NATIONAL)
        clerk = office.user("south-clerk")
        officers.appoint(national, clerk, Role.OFFICE, office.NEW_YEAR, actor=None, at=AT)
    with pytest.raises(NotAllowed):
        standings.suspend(here.players[0], DAY, None, reason="conduct", actor=clerk, at=AT)
    with scope(federation=south), pytest.raises(NotAllowed):
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


#: What asks nothing itself, and why that is right.
SILENT = {
    "as part of a service that has asked": {
        *("people.standings.enter", "people.clubs.enter", "people.clubs.make_home", "people.counties.enter"),
        *("people.clubs.enter_beside", "people.reinstate.enter_again", "people.home_members.tell"),
        *("people.signals.tell", "competitions.held_credits.look_again", "competitions.held_credits.look_again_at_all"),
        *("competitions.held_credits.looked_at_again", "competitions.unmerge.parted_again"),
        *("competitions.post.post", "competitions.post.post_credits", "competitions.post.post_difference"),
        *("competitions.versions.keep_version", "competitions.match.remember", "ranks.close_book.close"),
        *("ranks.close_book.write", "competitions.versions.discard", "competitions.submission_findings.answer"),
        *("audit.trail.draft", "audit.trail.record", "decisions.decide.record"),
        *("log_ins.handover.by_mail", "log_ins.handover.in_hand", "log_ins.account_state.reopen"),
        *("log_ins.invite_members.invite_some", "people.contacts.enter"),
        "tokens.issue.office_ended",
        *("moving_in.organisations.enter", "moving_in.officers.enter", "moving_in.members.enter"),
        *("people.clubs.enter_transfer", "people.standings.enter_death", "people.registration.enter_new"),
        *(
            "competitions.charge.charge_submission",
            "competitions.charge.reverse_submission",
            "competitions.charge.charge_again",
            "money.documents.issue",
        ),
        *("money.matching.after_documents", "money.matching.settle", "money.matching.keep_shares"),
        *("money.matching.send_out", "money.matching.free_payment", "money.registrations.charge_registration"),
        *("money.licence_fees.charge_granted", "money.licence_fees.reverse_revoked"),
        *("money.member_corrections.reverse_undone", "money.member_corrections.reverse_doubles"),
        *("money.member_corrections.charge_parted", "money.registrations.charge"),
        *("money.registrations.charge_roll_again", "people.home_members.tell_changed"),
        *("money.record_copies.charge_copy", "organisations.licences.tell_played"),
        *("competitions.charge.charge_alone", "competitions.shared_costs.charge_others"),
    },
    "through the service it begins with": {
        *("money.tariffs.enter_tariff", "money.taxes.enter_rate", "money.payments.refund", "money.discretion.credit"),
        *("money.discretion.write_off", "money.discretion.allow", "money.shares.pay_out"),
        *("competitions.match.choose", "competitions.match.leave_open", "competitions.match.say_no_member"),
        *("competitions.read.receive", "competitions.read.reread", "competitions.submit.take_in"),
        "competitions.submit.reopen_replaced",
        "organisations.bulk_add.enter",
        *("people.members_list.apply_changes.apply", "corrections.openings.propose", "ranks.opening_balances.enter"),
        *("competitions.likely_players.accept", "competitions.likely_players.choose_elsewhere"),
        *("competitions.approve_many.approve_all", "competitions.answer_again.read_again", "competitions.say_who.say"),
        *("competitions.submit_all.submit_all", "corrections.confirm.confirm", "erasing.erase.confirm"),
        *("seasons.note.change_entrants", "seasons.note.add_round", "seasons.note.note_match", "seasons.note.add_game"),
        *(
            "seasons.note.take_games_again",
            "seasons.note.take_back",
            "seasons.note.end",
            "seasons.note.go_on",
            "seasons.draft_season.draft",
        ),
        *("ranks.close_month.close", "competitions.event_facts.change"),
        "applications.conversions.ask",
        *("seasons.note.take_back", "seasons.note.end", "seasons.note.go_on", "seasons.draft_season.draft"),
        *("ranks.close_month.close", "competitions.event_facts.change", "people.contacts.change_email"),
    },
    "nobody is there yet who could allow it": {"federation_settings.setup.found"},
    "everybody may write about their own points": {
        *("queries.threads.answer", "queries.threads.ask", "queries.threads.close", "queries.threads.pass_on"),
    },
}


def test_no_service_is_forgotten() -> None:
    """A service takes an actor and a moment, and its own text asks; whichever does not is told above."""
    silent = set()
    for found in walk_packages(register.__path__, "overtrick.register."):
        if any(part in found.name for part in (".migrations", ".demo", ".settings")):
            continue
        module: Any = import_module(found.name)
        for name, service in inspect.getmembers(module, inspect.isfunction):
            if service.__module__ != module.__name__ or name.startswith("_"):
                continue
            text = inspect.getsource(service)
            asks = "need" in text or "roles(" in text
            if {"actor", "at"} <= set(inspect.signature(service).parameters) and not asks:
                silent.add(f"{found.name}.{name}".removeprefix("overtrick.register."))
    assert silent == {each for listed in SILENT.values() for each in listed}
