"""What can be applied for on a day, and an application as the handbook's rules see it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from overtrick.engine.findings import Checklist
from overtrick.handbooks import applications
from overtrick.handbooks.applications import Case, Kind, Rules
from overtrick.handbooks.edition import Book
from overtrick.handbooks.questions import Answers
from overtrick.register.applications.models import Application
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs
from overtrick.register.scoping import current

_HEARD = {Application.Support.SUPPORTED: True, Application.Support.NOT_SUPPORTED: False}


class NoSuchKind(Refused):
    """The handbook knows no such application, or not from them."""


class RulesOfDay(NamedTuple):
    """The handbook's answers about applications, at a day."""

    rules: Rules
    book: Book

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Everything that can be applied for."""
        return self.rules.kinds(self.book)


def rules_on(on: date) -> RulesOfDay:
    """Open the handbook of the federation in scope at a day."""
    book = handbook.book_on(current(), on)
    return RulesOfDay(applications.of(book.edition), book)


def kinds_for(organisation: Organisation | None, on: date) -> tuple[Kind, ...]:
    """List what an organisation can apply for on a day; None: a player."""
    who = applications.PLAYER if organisation is None else str(organisation.kind)
    return tuple(each for each in rules_on(on).kinds if who in each.by)


def kind_for(organisation: Organisation | None, name: str, on: date) -> Kind:
    """Give a kind of application by its name, if they can apply for it."""
    for each in kinds_for(organisation, on):
        if each.name == name:
            return each
    raise NoSuchKind(
        "This cannot be applied for here.", "Choose from the list of applications.", code="no-such-application"
    )


def kind_of(application: Application) -> Kind:
    """Give the kind of an application, as it was when somebody began it."""
    return kind_for(application.organisation, application.kind, application.begun_at.date())


def case_of(application: Application) -> Case:
    """Tell the rules everything about an application."""
    on = application.first_day or application.begun_at.date()
    return Case(
        kind_of(application),
        organiser(application.organisation, on) if application.organisation else None,
        clubs.holder(application.player, on) if application.player else None,
        Answers(application.answers),
        application.sent_at.date() if application.sent_at else None,
        _HEARD.get(Application.Support(application.support)),
        Answers(application.stated),
        application.licence.granted_on if application.licence else None,
    )


def check(
    application: Application, stated: Mapping[str, str] | None = None, on: date | None = None
) -> Checklist | None:
    """Ask the handbook for every condition of an application, with what whoever decides it on a day states."""
    found, case = rules_on(application.begun_at.date()), case_of(application)
    case = case._replace(decided=on or case.decided)
    return found.rules.check(found.book, case if stated is None else case._replace(stated=Answers(stated)))
