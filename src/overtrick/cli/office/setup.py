"""``overtrick office init`` and the commands that add officers, counties and clubs."""

from __future__ import annotations

import csv
import io
import os
import secrets
from datetime import date
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.engine.assessment import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.bulk_add import ListedOrganisation

_COLUMNS = ("number", "name", "kind", "parent", "affiliated")
_NATIONAL = "1"


@answered
def init(slug: str, name: str, handbook: str, officer: str, chosen: tuple[str, ...]) -> int:
    """Make what is not there yet; what is there stays."""
    words = {"--federation": slug, "--name": name, "--handbook": handbook, "--officer": officer}
    missing = [option for option, said in words.items() if not said]
    if missing:
        raise Unclear(f"to set up a federation, add {', '.join(missing)}")
    make_folder()
    context.set_up()
    context.make_tables()
    make_signing_key()
    from overtrick.register import transactions

    with transactions.atomic():
        _set_up(slug, name, handbook, officer, chosen)
    return output.GOOD


def make_folder() -> None:
    """Make the office's folder, and in it the key that signs log-ins, readable for nobody else."""
    folder = context.home()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(folder / "secret-key", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if folder.is_dir():
            return
        raise Unclear(f"the folder {folder} cannot be made: it is a file") from None
    except OSError as error:
        raise Unclear(f"the folder {folder} cannot be made: {(error.strerror or 'not possible').lower()}") from None
    with os.fdopen(file, "w", encoding="ascii") as key:
        key.write(f"{secrets.token_urlsafe(48)}\n")


def make_signing_key() -> None:
    """Make the key that signs heads where there is none, and say so where others know an older one."""
    from overtrick.register.heads import publish, signing_key

    if signing_key.make() is not None and publish.known_keys():
        output.say("There was no signing key here, and a new one was made. Bring the old one back if you have it.")
        output.say("Otherwise publish the new verifier keys: overtrick office signing-key lists them.")


def _set_up(slug: str, name: str, handbook: str, officer: str, chosen: tuple[str, ...]) -> None:
    from overtrick.cli.office.accounts import tell_link
    from overtrick.register.federation_settings import setup
    from overtrick.register.federations.handbook import edition_on
    from overtrick.register.federations.models import Federation
    from overtrick.register.log_ins import handover
    from overtrick.register.organisations import affiliation, officers, tree
    from overtrick.register.organisations.models import Officer, Organisation
    from overtrick.register.scoping import scope

    if Federation.objects.filter(slug=slug).exists():
        output.say(f"There is already an office of {slug} in {context.home()}. Nothing was changed.")
        return
    if not slug.isascii() or not slug.replace("-", "").isalnum() or slug != slug.lower():
        raise Unclear(f"{slug!r} is not a short name; use small letters, digits and hyphens")
    settings = _settings(chosen)
    at = context.now()
    user = _user(officer)
    federation = setup.found(slug, name, handbook, setup.Ways(settings=settings or None), actor=user, at=at)
    with scope(federation=federation):
        national = tree.add(federation, _NATIONAL, name, Organisation.Kind.NATIONAL, actor=user, at=at)
        begins = edition_on(federation, date.min).begins
        affiliation.affiliate(national, begins, actor=user, at=at)
        officers.appoint(national, user, Officer.Role.OFFICE, begins, actor=user, at=at)
        uses = f"It uses the {handbook.upper()} handbook. {officer} is its officer."
        output.say(f"The office of {name} is set up in {context.home()}. {uses}")
        if not user.has_usable_password():
            tell_link(officer, handover.in_hand(user, actor=None, at=at))


def _user(name: str) -> User:
    """Give the account of a name; a new one has no password yet."""
    from overtrick.register.accounts.models import User

    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name)


def _settings(chosen: Iterable[str]) -> dict[str, str]:
    found = {}
    for each in chosen:
        name, equals, value = each.partition("=")
        if not equals:
            raise Unclear(f"--set takes NAME=VALUE, not {each!r}")
        found[name.strip()] = value.strip()
    return found


@answered
def add_officer(user: str, email: str, organisation: str, role: str, federation: str, actor: str, day: str) -> int:
    """Appoint somebody from today on, and give them a link if they have no password yet."""
    with acting(federation, actor, day) as here:
        from overtrick.cli.office.accounts import tell_link
        from overtrick.register.log_ins import invite_officer
        from overtrick.register.organisations.models import Officer

        where = context.organisation(organisation) if organisation else context.national()
        person = invite_officer.Invitee(user, email)
        done = invite_officer.appoint(
            where, person, Officer.Role(role), here.at.date(), actor=here.actor, at=here.at, now=context.now()
        )
        output.say(f"{user} acts for {where} as {role} from {here.at.date()}.")
        if done.handed is not None:
            tell_link(user, done.handed)
    return output.GOOD


@answered
def end_officer(user: str, organisation: str, role: str, federation: str, actor: str, day: str) -> int:
    """Let a role end with today, or with a day that has passed."""
    with acting(federation, actor, day) as here:
        from overtrick.cli.office.accounts import tell_later_acts
        from overtrick.register.organisations import officers
        from overtrick.register.organisations.models import Officer
        from overtrick.register.people import account_lookup

        where = context.organisation(organisation) if organisation else context.national()
        person = account_lookup.account(user)
        if person is None:
            raise Unclear(f"there is no account {user!r}; enter its name, e-mail address or player number")
        last = here.at.date()
        officers.dismiss(where, person, Officer.Role(role), last, actor=here.actor, at=here.at)
        output.say(f"{person.username} is no longer {role} of {where}. The last day is {last}.")
        tell_later_acts(person, here)
    return output.GOOD


@answered
def import_organisations(file: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Enter what is not there yet; what is there must be the same."""
    with acting(federation, actor, day) as here:
        from overtrick.register.organisations import bulk_add
        from overtrick.register.organisations.permissions import Action
        from overtrick.register.organisations.require import need

        need(here.actor, Action.AFFILIATE, context.national(), here.at)
        listed, problems = _read(file, context.content(file))
        new, known, wrong = bulk_add.compare(listed, file)
        problems += wrong
        if problems:
            output.tell_problems(problems)
            return output.PROBLEMS
        rows = [(each.number, each.name, each.kind, each.parent) for each in new]
        if rows:
            output.table(("Number", "Name", "Kind", "Parent"), rows)
        output.say(f"{output.counted(len(new), 'organisation')} to enter, {known} already entered.")
        if not yes and new:
            output.say("Nothing was entered. Run it again with --yes to do it.")
        elif new:
            bulk_add.enter(new, actor=here.actor, at=here.at)
            output.say("Entered.")
    return output.GOOD


def _read(file: str, content: bytes) -> tuple[list[ListedOrganisation], list[Problem]]:
    from overtrick.formats import text
    from overtrick.register.organisations.bulk_add import ListedOrganisation

    decoded = text.decode(content)
    if decoded is None:
        return [], [Problem("This is not a text file.", "Save the list as CSV.", file=file, code="not-text")]
    rows = csv.DictReader(io.StringIO(decoded.text), skipinitialspace=True)
    missing = [each for each in _COLUMNS if each not in (rows.fieldnames or ())]
    if missing:
        return [], [
            Problem(
                f"There is no column '{missing[0]}'.",
                f"Have {', '.join(_COLUMNS)}.",
                file=file,
                line=1,
                code="column-missing",
            )
        ]
    found, problems = [], []
    for row in rows:
        cells = {each: (row[each] or "").strip() for each in _COLUMNS}
        affiliated = None
        try:
            affiliated = date.fromisoformat(cells["affiliated"]) if cells["affiliated"] else None
        except ValueError:
            what = f"{cells['affiliated']!r} is not a day."
            problems.append(
                Problem(what, "Write it as 2026-11-15.", file=file, line=rows.line_num, code="date-unreadable")
            )
        found.append(
            ListedOrganisation(
                rows.line_num, cells["number"], cells["name"], cells["kind"].lower(), cells["parent"], affiliated
            )
        )
    return found, problems
