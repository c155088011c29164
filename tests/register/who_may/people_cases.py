"""Services for people, clubs, officers and accounts."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.handbooks.record import VisitorFacts
from overtrick.register.directors import accredit
from overtrick.register.erasing import erase
from overtrick.register.extracts import extract
from overtrick.register.log_ins import account_state, club_codes, invite_members, invite_officer
from overtrick.register.log_ins.invite_officer import Invitee
from overtrick.register.membership import bulk_lapse, doubles, renewal, visitors, youth
from overtrick.register.organisations import affiliation, licences, officers, tree
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence, Officer, Organisation
from overtrick.register.people import (
    bulk_correct,
    bulk_register,
    clubs,
    contacts,
    counties,
    deaths,
    joining,
    merge_records,
    registration,
    reinstate,
    standings,
)
from overtrick.register.people.bulk_correct import Details
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import JoinRequest, Player, Standing
from tests.register import office
from tests.register.season import AT, NIGHT, Union
from tests.register.who_may.case import Case, after, given

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
    from overtrick.register.directors.models import Accreditation

Status, Role = Standing.Status, Officer.Role
DAY = NIGHT + timedelta(days=1)
SOMEBODY = Applicant("Tam", "Ulo")
NEW = Invitee("tam", "tam@example.org")
NEWCOMER = bulk_register.NewMember(SOMEBODY, DAY)
FEBRUARY, APRIL = (datetime(2026, month, 20, 9, tzinfo=UTC) for month in (2, 4))
NEXT_YEAR = datetime(2027, 1, 2, 9, tzinfo=UTC)


def lapsed(here: Union) -> Player:
    return standings.lapse(here.players[0], NIGHT, actor=None, at=AT).player


def merged(here: Union) -> Player:
    merge_records.merge(here.players[0], here.players[1], "one person", actor=None, at=AT)
    return here.players[1]


def suspended(here: Union) -> Player:
    standings.suspend(here.players[0], NIGHT, None, reason="conduct", actor=None, at=AT)
    return here.players[0]


def scoring(here: Union) -> User:
    officers.appoint(here.club, here.second, Role.SCORER, office.NEW_YEAR, actor=None, at=AT)
    return here.second


def locked(here: Union) -> User:
    account_state.lock(here.second, actor=None, at=AT)
    return here.second


def in_county(here: Union) -> Player:
    counties.join_besides(here.players[0], here.county, NIGHT, actor=None, at=AT)
    return here.players[0]


def beside(here: Union) -> Player:
    clubs.join(here.players[0], here.other, NIGHT, home=False, actor=None, at=AT)
    return here.players[0]


def asked(here: Union) -> JoinRequest:
    """Let the other club ask for the first player."""
    first = here.players[0]
    return joining.ask(first, here.other, Applicant(first.given, first.family), actor=here.clerk, at=AT)


def accredited(here: Union) -> Accreditation:
    return accredit.accredit(here.players[0], "Club", here.county, NIGHT, actor=None, at=AT)


def licensed(here: Union) -> Licence:
    paper = Grant("L-1", "open event", NIGHT, DAY, fee={"tables": "20", "sessions": "2"})
    return licences.grant(here.club, paper, actor=here.clerk, at=AT)


def club(here: Union, name: str) -> Organisation:
    return office.organisation(here.federation, "90", name, Organisation.Kind.CLUB, here.county)


PEOPLE = (
    Case(registration.register, lambda u: given(SOMEBODY, DAY, club=u.club), "secretary", "in the club"),
    Case(registration.register, lambda _u: given(SOMEBODY, DAY), about="in no club"),
    Case(registration.register, lambda u: given(SOMEBODY, DAY, club=u.other), "neighbour", "in another club"),
    Case(registration.register, lambda u: given(SOMEBODY, DAY, club=u.club, county=u.county), about="with a county"),
    Case(bulk_register.enrol, lambda u: given([NEWCOMER._replace(home=u.club)]), "secretary", "in the club"),
    Case(bulk_register.enrol, lambda _u: given([NEWCOMER]), about="in no club"),
    Case(registration.correct, lambda u: given(u.players[0], given="Odo"), "secretary"),
    Case(bulk_correct.correct_many, lambda u: given([Details(u.players[0], given="Odo")]), "secretary"),
    Case(reinstate.register_again, lambda u: given(lapsed(u), u.club, DAY)),
    Case(reinstate.register_again, lambda u: given(lapsed(u), u.other, DAY), about="elsewhere"),
    Case(standings.change, lambda u: given(u.players[0], Status.OVERSEAS, DAY)),
    Case(standings.lapse, lambda u: given(u.players[0], DAY)),
    Case(standings.mark_deceased, lambda u: given(u.players[0], DAY)),
    Case(standings.withdraw_death, lambda u: given(u.players[0], reason="a mistake")),
    Case(standings.suspend, lambda u: given(u.players[0], DAY, None, reason="conduct")),
    Case(standings.lift, lambda u: given(suspended(u), DAY)),
    Case(deaths.report, lambda u: given(u.players[0], u.club, NIGHT, sure=True), "secretary", here="down_under"),
    Case(clubs.join, lambda u: given(u.players[0], u.other, DAY, home=False)),
    Case(clubs.add_alternate, lambda u: given(u.players[0], u.other, DAY)),
    Case(clubs.remove_alternate, lambda u: given(beside(u), u.other, DAY), "neighbour"),
    Case(clubs.transfer, lambda u: given(u.players[0], u.other, DAY)),
    Case(joining.ask, lambda u: given(u.players[0], u.other, Applicant("Ado", "Bem")), "neighbour"),
    Case(joining.confirm, lambda u: given(asked(u)), "member"),
    Case(joining.confirm_by_code, lambda u: given(asked(u), joining.code(u.players[0], AT.date())), "neighbour"),
    Case(joining.refuse, lambda u: given(asked(u)), "member neighbour"),
    Case(counties.choose, lambda u: given(u.players[0], u.county, DAY)),
    Case(counties.join_besides, lambda u: given(u.players[0], u.county, DAY)),
    Case(counties.leave, lambda u: given(in_county(u), u.county, DAY)),
    Case(merge_records.merge, lambda u: given(u.players[0], u.players[1], "one person")),
    Case(merge_records.unmerge, lambda u: given(merged(u), "two people")),
    Case(doubles.tell_apart, lambda u: given(u.players[0].number, u.players[1].number)),
    Case(contacts.change_email, lambda u: given(u.players[0], "a@example.org"), "secretary member"),
    Case(contacts.change, lambda u: given(u.players[0], ContactDetails(telephone="01234"), DAY), "secretary member"),
    Case(extract.make, lambda u: given(u.players[0], NIGHT), "member"),
    Case(erase.propose, lambda u: given(lapsed(u), "They asked for it.")),
    Case(bulk_lapse.carry_out, lambda u: given(bulk_lapse.rehearse([u.players[0].number], DAY), "")),
    Case(renewal.declare, lambda u: given(u.club, [u.players[0].pk]), "secretary", at=FEBRUARY, here="down_under"),
    Case(renewal.run, lambda _u: given(2026), at=APRIL, here="down_under"),
    Case(youth.run, lambda u: after(club(u, "Youth Players Club"), 2026), at=NEXT_YEAR, here="down_under"),
    Case(
        visitors.enter,
        lambda u: after(club(u, "NZ Players Club"), SOMEBODY, VisitorFacts(country="New Zealand"), u.club, DAY),
        "secretary",
        here="down_under",
    ),
    Case(accredit.accredit, lambda u: given(u.players[0], "Club", u.county, NIGHT), "county", here="down_under"),
    Case(accredit.end, lambda u: given(accredited(u), DAY, reason="moved"), "county", here="down_under"),
)

ORGANISATIONS = (
    Case(tree.add, lambda u: given(u.federation, "7", "Ashby", Organisation.Kind.CLUB, u.county)),
    Case(tree.rename, lambda u: given(u.club, "Ashby")),
    Case(tree.move, lambda u: given(u.club, u.national)),
    Case(affiliation.affiliate, lambda u: given(u.club, date(2001, 1, 1), date(2001, 2, 1))),
    Case(affiliation.end, lambda u: given(u.club, DAY)),
    Case(affiliation.renew, lambda _u: given(affiliation.Renewals(DAY, DAY, [], [], 0))),
    Case(licences.grant, lambda u: given(u.club, Grant("L-1", "open event", NIGHT, DAY))),
    Case(licences.end, lambda u: given(licensed(u), DAY, reason="sold")),
    Case(licences.revoke, lambda u: given(licensed(u), reason="sold")),
    Case(
        organisation_contacts.change,
        lambda u: given(u.club, ContactDetails(email="club@example.org")),
        "secretary",
    ),
)

OFFICERS = (
    Case(officers.appoint, lambda u: given(u.club, u.stranger, Role.SECRETARY, DAY)),
    Case(officers.appoint, lambda u: given(u.club, u.second, Role.SCORER, DAY), "secretary", "a scorer"),
    Case(officers.dismiss, lambda u: given(u.national, u.clerk, Role.OFFICE, DAY)),
    Case(officers.dismiss, lambda u: given(u.club, scoring(u), Role.SCORER, DAY), "secretary", "a scorer"),
    Case(officers.dismiss_all, lambda u: given(u.scorer, DAY)),
    Case(invite_officer.appoint, lambda u: given(u.club, NEW, Role.SECRETARY, DAY)),
    Case(invite_officer.appoint, lambda u: given(u.club, NEW, Role.SCORER, DAY), "secretary", "a scorer"),
    Case(invite_officer.invite_waiting, lambda u: given([u.scorer.pk])),
    Case(invite_members.invite, lambda u: given(u.players[0]), "secretary"),
    Case(invite_members.whom, lambda u: given(u.club), "secretary", "in a club"),
    Case(invite_members.whom, lambda _u: given(None), about="everybody"),
    Case(club_codes.print_for, lambda u: given(u.club, [u.players[0].pk]), "secretary"),
    Case(account_state.new_link, lambda u: given(u.scorer, mail=False)),
    Case(account_state.lock, lambda u: given(u.stranger)),
    Case(account_state.unlock, lambda u: given(locked(u))),
    Case(account_state.end, lambda u: given(u.clerk, DAY)),
)
