"""Duties that no other test walks: what a club plans, applies for and sends in, under each handbook that asks it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from overtrick.handbooks import applications, edition
from overtrick.handbooks.applications import AFFILIATION
from overtrick.handbooks.questions import Takes
from overtrick.register.applications.models import Application
from overtrick.register.organisations import affiliation, licences, officers
from overtrick.register.organisations.models import Organisation
from overtrick.register.programme.models import PlannedEvent
from overtrick.web import access
from tests.register import office
from tests.register.applications.test_every_kind import filled
from tests.register.season import KIND, ROLE, Union, night, pairs, send, submitted
from tests.web.conftest import browser
from tests.web.pages import text

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


def _acting(here: Union, kind: Organisation.Kind) -> tuple[Organisation, User]:
    """Give an organisation of a kind and somebody who acts for it."""
    known = {
        KIND.CLUB: (here.club, here.scorer),
        KIND.REGION: (here.county, here.secretary),
        KIND.NATIONAL: (here.national, here.clerk),
    }
    if kind in known:
        return known[kind]
    made, runs = office.organisation(here.federation, "900", "Cruises", kind, here.national), office.user("runs")
    officers.appoint(made, runs, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    return made, runs


class Plan(NamedTuple):
    """What an organisation plans, and what the page then says of it."""

    kind: str
    says: str
    answers: dict[str, str] = {}  # noqa: RUF012 - never changed
    by: Organisation.Kind = KIND.CLUB


_BOARDS = {"boards": "48"}
PLANS = [
    pytest.param(
        "ebu",
        Plan(
            "regular game",
            "Regular games and minor championships are not limited",
            {"entry": "members", "often": "weekly"},
        ),
        marks=pytest.mark.duty("D17", "ebu"),
    ),
    pytest.param(
        "scba",
        Plan(
            "regular game",
            "Yes: nobody can play in two sections",
            {"boards": "24", "entry": "own", "divided": "rank", "in two sections": "no"},
        ),
        marks=[pytest.mark.duty("D17", "scba"), pytest.mark.duty("D25", "scba")],
    ),
    pytest.param(
        "wbu",
        Plan("area other event", "Yes: 0 of 5 used before", _BOARDS, KIND.REGION),
        marks=pytest.mark.duty("D17", "wbu"),
    ),
    pytest.param(
        "scba",
        Plan(
            "ladder", "Yes: by average percentage", {"play": "pairs", "ranks": "pairs", "method": "average percentage"}
        ),
        marks=pytest.mark.duty("D18", "scba"),
    ),
    pytest.param("wbu", Plan("club ladder", "Yes: 0 of 2 used before"), marks=pytest.mark.duty("D18", "wbu")),
    pytest.param(
        "abf",
        Plan(
            "club championship",
            "Yes: Open Pairs is among the Club Championships",
            {"championship": "Open Pairs", "sessions": "3", "for red points": "no"},
        ),
        marks=pytest.mark.duty("D19", "abf"),
    ),
    pytest.param(
        "ebu",
        Plan(
            "major championship",
            "1 major championship a year for pairs, 1 for teams",
            {**_BOARDS, "play": "pairs", "restricted": "no"},
        ),
        marks=pytest.mark.duty("D19", "ebu"),
    ),
    pytest.param(
        "sbu",
        Plan(
            "major", "Yes: 0 other major championship", {"play": "pairs", "form": "swiss", "leave given": "2020-01-05"}
        ),
        marks=pytest.mark.duty("D19", "sbu"),
    ),
    pytest.param(
        "scba",
        Plan("major pairs", "Major championship: one level up, District", {**_BOARDS, "restricted": "no"}),
        marks=pytest.mark.duty("D19", "scba"),
    ),
    pytest.param(
        "wbu",
        Plan(
            "club pairs championship",
            "Yes: open to every member to win",
            {**_BOARDS, "restricted": "no", "awards": "overall"},
        ),
        marks=pytest.mark.duty("D19", "wbu"),
    ),
    pytest.param(
        "ebu",
        Plan(
            "one-day green event",
            "2 one-day green events a year",
            {"green event": "swiss", "online": "no"},
            KIND.REGION,
        ),
        marks=pytest.mark.duty("D21", "ebu"),
    ),
    pytest.param(
        "ebu",
        Plan("simultaneous pairs", "Simultaneous heat, for members of the EBU only", {"affiliated clubs only": "yes"}),
        marks=pytest.mark.duty("D22", "ebu"),
    ),
    pytest.param(
        "scba",
        Plan("simultaneous pairs", "Yes: run by the SCBA", _BOARDS, KIND.NATIONAL),
        marks=pytest.mark.duty("D22", "scba"),
    ),
    pytest.param(
        "wbu",
        Plan("area simultaneous event", "Yes: 0 of 1 used before", _BOARDS, KIND.REGION),
        marks=pytest.mark.duty("D22", "wbu"),
    ),
    pytest.param(
        "abf",
        Plan("Grand National qualifying", "Yes: Qualifying rounds of the Grand National Open Teams"),
        marks=pytest.mark.duty("D23", "abf"),
    ),
    pytest.param(
        "wbu",
        Plan("club qualifying round", "or a heat of a higher one", {**_BOARDS, "competition": "Welsh Cup"}),
        marks=pytest.mark.duty("D23", "wbu"),
    ),
    pytest.param(
        "ebu",
        Plan(
            "teams league",
            "Yes: teams of 4, must be four or eight",
            {"team of": "4", "played": "fixed dates", "divisions": "2", "division": "1"},
        ),
        marks=pytest.mark.duty("D24", "ebu"),
    ),
    pytest.param(
        "ebu",
        Plan(
            "inter-county league",
            "Yes: 12 players in a team of 12, at most 12",
            {
                "counties": "3",
                "team of": "12",
                "played": "fixed dates",
                "colour": "green",
                "green approved": "yes",
                "one team a county": "yes",
                "boards a match": "24",
                "squad": "12",
            },
            KIND.REGION,
        ),
        marks=[pytest.mark.duty("D24", "ebu"), pytest.mark.clause("ebu", "6.5.3")],
    ),
    pytest.param(
        "ebu",
        Plan("event of no usual kind", "It needs leave of Bridge Union of West: special licence", {"play": "pairs"}),
        marks=[pytest.mark.duty("D27", "ebu"), pytest.mark.clause("ebu", "1.4.3")],
    ),
    pytest.param(
        "scba",
        Plan("ladder final", "Yes: Final of a ladder, 1 of 1 conditions are met", {"boards": "48"}),
        marks=[pytest.mark.duty("D18", "scba"), pytest.mark.clause("scba", "4.11.9(b)")],
    ),
    pytest.param(
        "scba",
        Plan("regular game", "It needs leave", {"boards": "24", "entry": "other organisations", "divided": "no"}),
        marks=pytest.mark.duty("D27", "scba"),
    ),
    pytest.param(
        "abf",
        Plan(
            "red session",
            "Yes: in the regular sessions of the club",
            {"sessions": "1", "regular time": "yes", "advertised outside": "no"},
        ),
        marks=pytest.mark.duty("D35", "abf"),
    ),
    pytest.param(
        "abf",
        Plan(
            "State championship",
            "Yes: Daytime Pairs is held once in the year",
            {"championship": "Daytime Pairs", "sessions": "6", "restricted to": "everybody", "eclectic": "no"},
            KIND.REGION,
        ),
        marks=pytest.mark.duty("D36", "abf"),
    ),
    pytest.param(
        "wbu",
        Plan("holiday competition", "Yes: holiday competition", _BOARDS, KIND.ORGANISER),
        marks=pytest.mark.duty("D38", "wbu"),
    ),
]


@pytest.mark.parametrize(("handbook", "plan"), PLANS)
def test_what_is_planned_is_kept_and_the_page_says_what_the_handbook_has_to_say(opened: Union, plan: Plan) -> None:
    whose, who = _acting(opened, plan.by)
    told = {"kind": plan.kind, "name": "It", "begins": "2026-09-01", "ends": "2026-09-01", **plan.answers}
    shown = browser(who).post(f"/club/{whose.pk}/programme/new/", told, follow=True)
    page = text(shown)
    assert plan.says in page
    assert PlannedEvent.objects.get(organisation=whose).kind == plan.kind


APPLICATIONS = [
    pytest.param("sbu", "affiliation", marks=pytest.mark.duty("D15", "sbu")),
    pytest.param("scba", "affiliation", marks=pytest.mark.duty("D15", "scba")),
    pytest.param("wbu", "affiliation", marks=pytest.mark.duty("D15", "wbu")),
    pytest.param("scba", "league between clubs", marks=pytest.mark.duty("D24", "scba")),
    pytest.param("ebu", "special licence", marks=[pytest.mark.duty("D28", "ebu"), pytest.mark.clause("ebu", "1.4.3")]),
    pytest.param("ebu", "scale", marks=pytest.mark.duty("D26", "ebu")),
    pytest.param("sbu", "scale", marks=pytest.mark.duty("D26", "sbu")),
    pytest.param("scba", "scale", marks=pytest.mark.duty("D26", "scba")),
    pytest.param("wbu", "scale", marks=pytest.mark.duty("D26", "wbu")),
    pytest.param(
        "scba",
        "event beyond the entitlement",
        marks=[pytest.mark.duty("D28", "scba"), pytest.mark.duty("D29", "scba")],
    ),
    pytest.param("wbu", "green event", marks=[pytest.mark.duty("D28", "wbu"), pytest.mark.duty("D29", "wbu")]),
    pytest.param("abf", "congress", marks=pytest.mark.duty("D37", "abf")),
    pytest.param("abf", "tour", marks=pytest.mark.duty("D38", "abf")),
]


def applied(opened: Union, kind: str, **states: str) -> Application:
    """Let a club, or the county, apply on its pages, and the office grant it."""
    asked = next(
        each for each in applications.loaded(edition.get(opened.federation.handbook).latest) if each.name == kind
    )
    whose, who = _acting(opened, KIND.CLUB if "club" in asked.by else KIND.REGION)
    if kind == AFFILIATION:
        affiliation.end(opened.club, TODAY.date(), actor=opened.clerk, at=TODAY)
    papers = {
        each.name: SimpleUploadedFile("it.txt", b"words") for each in asked.questions if each.takes is Takes.PAPER
    }
    new = f"/club/{whose.pk}/applications/new/?kind={kind}"
    sent = browser(who).post(new, {**filled(asked.questions), **papers, "do": "send"}, follow=True)
    made = Application.objects.get()
    assert f"Its number is {made.number}" in text(sent), text(sent)
    office_page = f"/office/applications/{made.pk}/"
    clerk = browser(opened.clerk)
    assert made.number in text(clerk.get("/office/applications/"))
    stated = {**filled(asked.states), "begins": "2026-07-01", "ends": "2027-06-30", **states}
    answer = clerk.post(office_page, {**stated, "do": "grant", "why": "The committee agreed"}, follow=True)
    made.refresh_from_db()
    assert made.state == Application.State.GRANTED, text(answer)
    assert "The committee agreed" in text(browser(who).get(f"/club/{whose.pk}/applications/{made.pk}/"))
    return made


@pytest.mark.parametrize(("handbook", "kind"), APPLICATIONS)
def test_an_application_is_sent_and_the_office_decides_with_its_reason(opened: Union, kind: str) -> None:
    applied(opened, kind)
    if kind == AFFILIATION:
        assert affiliation.affiliated(opened.club, date(2026, 7, 1))


@pytest.mark.clause("ebu", "2.8.1 p3")
@pytest.mark.duty("D41", "ebu")
@pytest.mark.parametrize(
    ("facts", "code"),
    [({}, "10"), ({"charged before": "yes"}, "02"), ({"exemption": "novice", "magazine points": "no"}, "04")],
)
@pytest.mark.parametrize("handbook", ["ebu"])
def test_the_code_by_which_a_file_is_charged_is_on_preview_submission_and_file(
    opened: Union, facts: dict[str, str], code: str
) -> None:
    scorer, club = browser(opened.scorer), f"/club/{opened.club.pk}/submissions/"
    event = night(pairs(opened.players), facts=tuple(facts.items()))
    draft = send(opened, event).submission
    assert draft is not None
    assert f"charge code {code}" in text(scorer.get(f"{club}{draft.pk}/preview/"))
    sent = submitted(opened, event).submission
    assert f"charge code {code}" in text(scorer.get(f"{club}{sent.pk}/"))
    file = scorer.get(f"{club}{sent.pk}/awards.xml").content.decode()
    assert f"<P2P_CHARGE_RATE>{code}</P2P_CHARGE_RATE>" in file


@pytest.mark.duty("D37", "abf")
@pytest.mark.clause("abf", "5.3.1/3")
@pytest.mark.parametrize("handbook", ["abf"])
def test_a_congress_beside_a_national_championship_is_not_made_a2_without_a_reason(opened: Union) -> None:
    asked = next(each for each in applications.loaded(edition.get("abf").latest) if each.name == "congress")
    six = "\n".join(f"Pairs {at} 2" for at in range(6))
    told = {"kind": "side", "beside": "National Championship", "majors": six, "minors": "", "table_sessions": "40"}
    new = f"/club/{opened.club.pk}/applications/new/?kind=congress"
    browser(opened.scorer).post(new, {**filled(asked.questions), **told, "do": "send"})
    clerk, page = browser(opened.clerk), f"/office/applications/{Application.objects.get().pk}/"
    shown = text(clerk.get(page))
    assert "Beside a National Championship: grade B3" in shown
    assert "6 nominated" in shown
    stated = {**filled(asked.states), "begins": "2026-08-01", "do": "grant"}
    refused = clerk.post(page, {**stated, "congress": "A2"})
    assert "No: grade A2 beside a National Championship, must be B3" in text(refused)
    assert "No: grade" not in text(clerk.post(page, {**stated, "congress": "B3"}))


@pytest.mark.duty("D31", "ebu")
@pytest.mark.clause("ebu", "1.9.2(a)")
@pytest.mark.parametrize("handbook", ["ebu"])
def test_whether_a_brochure_is_exact_the_office_says_after_reading_it(opened: Union) -> None:
    asked = next(each for each in applications.loaded(edition.get("ebu").latest) if each.name == "open event")
    papers = {
        each.name: SimpleUploadedFile("it.txt", b"words") for each in asked.questions if each.takes is Takes.PAPER
    }
    new = f"/club/{opened.county.pk}/applications/new/?kind=open+event"
    browser(opened.secretary).post(new, {**filled(asked.questions), **papers, "do": "send"})
    clerk, page = browser(opened.clerk), f"/office/applications/{Application.objects.get().pk}/"
    assert re.search("not known</span>[^§]*the brochure is exact", text(clerk.get(page)))
    granted = {**filled(asked.states), "do": "grant", "fee_due": ""}
    refused = clerk.post(page, {**granted, "brochure_exact": "no"})
    assert "No: the brochure is exact" in text(refused)
    shown = text(clerk.post(page, {**granted, "why": "The EBU has seen the bond"}, follow=True))
    assert re.search("met</span>[^§]*the brochure is exact", shown)


@pytest.mark.duty("D27", "ebu")
@pytest.mark.clause("ebu", "1.4.3")
@pytest.mark.parametrize("handbook", ["ebu"])
def test_results_of_an_event_of_no_usual_kind_are_held_under_their_special_licence(opened: Union) -> None:
    day, scorer = date(2026, 6, 2), browser(opened.scorer)
    told = {"kind": "event of no usual kind", "name": "Relay", "begins": "2026-06-02", "ends": "", "play": "pairs"}
    scorer.post(f"/club/{opened.club.pk}/programme/new/", told)
    draft = send(opened, night(pairs(opened.players), begins=day, name="Relay"), at=TODAY).submission
    assert draft is not None
    preview = f"/club/{opened.club.pk}/submissions/{draft.pk}/preview/"
    missing = "A licence is needed and is not on record: special licence"
    assert missing in text(scorer.get(preview))
    grant = licences.Grant("S-1", "special licence", day, day, event="Relay", granted_on=date(2026, 5, 1))
    licences.grant(opened.club, grant, actor=opened.clerk, at=TODAY)
    assert missing not in text(scorer.get(preview))


@pytest.mark.duty("D19", "sbu")
@pytest.mark.clause("sbu", "ch2.major-list-pairs")
@pytest.mark.parametrize("handbook", ["sbu"])
def test_a_championship_of_several_events_is_asked_how_many_the_year_has(opened: Union) -> None:
    new = f"/club/{opened.club.pk}/programme/new/"
    told = {"kind": "major", "name": "Pairs championship", "begins": "2026-09-01", "ends": "2027-04-30"}
    told |= {"play": "pairs", "form": "aggregate", "exclusive": "yes"}
    asked = browser(opened.scorer).post(new, told)
    assert (asked.status_code, "How many events or rounds does it have?" in text(asked)) == (422, True)
    assert not PlannedEvent.objects.exists()
    for events, says in (("1", "No: aggregate, at least 2 events"), ("2", "Yes: aggregate, at least 2 events")):
        assert says in text(browser(opened.scorer).post(new, {**told, "events": events}, follow=True))
    assert PlannedEvent.objects.get().answers["events"] == "2"


@pytest.mark.duty("D29", "wbu")
@pytest.mark.clause("wbu", "5.6 grant", "5.6 register")
@pytest.mark.parametrize("handbook", ["wbu"])
def test_a_licence_for_green_points_says_nothing_of_local_ones_in_the_register(opened: Union) -> None:
    made = applied(opened, "green event", points="green", category="A", status="club", fee="12.50")
    listed = browser(opened.clerk).get("/office/applications/licences/?as=csv").content.decode()
    assert f'{made.number},Oakshire,green event,It,"points green, category A",2026-08-01' in listed
