"""The step of officers: who acts for which organisation. No link is sent before the invitations."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.log_ins import invite_officer
from overtrick.register.log_ins.invite_officer import Invitee
from overtrick.register.moving_in.source import Source
from overtrick.register.organisations import contact_details, officers
from overtrick.register.organisations.models import Officer, Organisation


class _NewOfficer(NamedTuple):
    line: int
    organisation: Organisation
    role: Officer.Role
    person: Invitee


def check(source: Source, actor: User) -> list[_NewOfficer]:
    """Say whom the list would appoint."""
    there = {each.number.lstrip("0"): each for each in Organisation.objects.all()}
    new: list[_NewOfficer] = []
    seen: set[tuple[int, str, str]] = set()
    tally = source.tally
    for line, (organisation, role, number, email, given, family) in source.rows(
        "organisation", "role", "number", "e-mail", "given", "family"
    ):
        meant = source.word(line, role)
        where = there.get(organisation.lstrip("0"))
        if where is None:
            found = f"There is no organisation {organisation!r}." if organisation else "There is no organisation."
            tally.problem("organisation-unknown", line, found, "Correct it, or enter the organisation first.")
        if email and not contact_details.is_email(email):
            tally.problem("value-unreadable", line, f"{email!r} is not an e-mail address.", "Correct it.")
            continue
        if not number and not email:
            found = "There is neither a player’s number nor an e-mail address."
            tally.problem("value-missing", line, found, "Add one of them.")
            continue
        if number and source.player(line, number) is None:
            continue
        if not meant or where is None:
            continue
        if meant in officers.OF_THE_NATIONAL_BODY and where.kind != Organisation.Kind.NATIONAL:
            found = f"{where} is not the national body, and only the national body has an office and auditors."
            tally.problem("role-elsewhere", line, found, "Make them a secretary, or name the national body.")
            continue
        person = Invitee(number or email, email, given, family)
        key = (where.pk, meant, person.name.casefold())
        if key in seen or _acts(where, Officer.Role(meant), person, actor, source):
            tally.counts["known"] += 1
            continue
        seen.add(key)
        tally.counts["new"] += 1
        new.append(_NewOfficer(line, where, Officer.Role(meant), person))
    return new


def _acts(where: Organisation, role: Officer.Role, person: Invitee, actor: User, source: Source) -> bool:
    """Say whether somebody has the role already."""
    known = invite_officer.meant(person.name, where, actor, source.on)
    acting = officers.officers_of(where, source.on)
    return isinstance(known, User) and any(each.user_id == known.pk and each.role == role for each in acting)


def enter(source: Source, actor: User, at: datetime, reason: str) -> None:
    """Appoint whom the list names from today on; those without a password are invited later."""
    for each in check(source, actor):
        try:
            invite_officer.appoint(
                each.organisation, each.person, each.role, source.on, actor=actor, at=at, reason=reason, send=False
            )
        except Refused as why:
            raise Refused(f"Line {each.line}: {why.found}", why.remedy, why.clause, code=why.code) from why
