"""Every kind of application of every handbook is filled in, sent, supported and granted, through the services."""

from __future__ import annotations

import pytest

from overtrick.handbooks import applications, edition, questions
from overtrick.handbooks.applications import AFFILIATION, PLAYER, Kind, Lasts
from overtrick.handbooks.questions import YES, Question, Takes
from overtrick.register.applications import cases, draft, obligations, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer
from overtrick.register.organisations import affiliation, officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.applications.steps import PDF
from tests.register.season import AT, Union, union

pytestmark = pytest.mark.django_db
HOUSES = ("ebu", "wbu", "scba", "sbu")
KINDS = [
    (house, kind.name)
    for house in HOUSES
    for kind in applications.loaded(edition.get(house).latest)
    if PLAYER not in kind.by
]
_TYPED = {
    Takes.YES_NO: YES,
    Takes.COUNT: "4",
    Takes.AMOUNT: "50",
    Takes.TEXT: "It",
    Takes.DESCRIPTION: "It",
    Takes.DAY: "2026-08-01",
}


def filled(asked: tuple[Question, ...]) -> dict[str, str]:
    """Answer every question, with the last of its choices where it has some."""
    return {each.name: each.choices[0] if each.choices else _TYPED.get(each.takes, "") for each in asked}


def applied(here: Union, kind: Kind) -> Application:
    whose = _applicant(here, kind)
    made = draft.begin(whose, kind.name, {}, actor=here.clerk, at=AT)
    papers = {each.name: PDF for each in kind.questions if each.takes is Takes.PAPER}
    assert draft.answer(made, filled(kind.questions), papers, actor=here.clerk, at=AT) == {}
    return send.send(made, actor=here.clerk, at=AT)


def _applicant(here: Union, kind: Kind) -> Organisation:
    if "club" in kind.by:
        return here.club
    if "region" in kind.by:
        return here.county
    return office.organisation(here.federation, "900", "Cruises", Organisation.Kind.ORGANISER, here.national)


@pytest.mark.parametrize(("house", "name"), KINDS)
def test_it_can_be_sent_and_granted_and_the_licence_follows(house: str, name: str) -> None:
    federation = office.federation("north", house)
    with scope(federation=federation):
        here = union(federation)
        kind = next(each for each in cases.rules_on(AT.date()).kinds if each.name == name)
        made = applied(here, kind)
        assert questions.missing(kind.questions, made.answers) == []
        if kind.supported and made.organisation == here.club:
            made = outcomes.support(made, supported=True, why="", actor=here.secretary, at=AT)
        assert cases.check(made) is not None
        stated = filled(kind.states)
        if kind.name == AFFILIATION:
            stated |= {"begins": "2030-01-01", "ends": "2030-12-31"}
            affiliation.end(here.club, AT.date(), actor=here.clerk, at=AT)
        granted = outcomes.grant(made, Answer("agreed", typed=stated), actor=here.clerk, at=AT)
        assert (granted.licence is not None) == bool(kind.allows)
        if granted.licence is not None and kind.lasts is Lasts.OPEN:
            assert granted.licence.ends is None
        assert (kind.name == AFFILIATION) == here.club.affiliations.filter(begins__year=2030).exists()
        if kind.states and kind.allows and kind.name not in ("scale", "event open to non-members"):
            assert outcomes.stated_step(granted, stated) is not None
        obligations.kept(granted)
        assert all(each.owed.due.day > AT.date() for each in obligations.debts(granted))


def test_an_area_decides_about_its_clubs_open_event() -> None:
    federation = office.federation("north", "wbu")
    with scope(federation=federation):
        here = union(federation)
        officers.appoint(here.county, here.stranger, Officer.Role.SCORER, office.NEW_YEAR, actor=None, at=AT)
        kind = next(each for each in cases.rules_on(AT.date()).kinds if each.name == "event open to non-members")
        made = applied(here, kind)
        granted = outcomes.grant(made, Answer(typed={}), actor=here.secretary, at=AT)
        assert granted.licence is not None
        assert granted.licence.granted_by == here.secretary
