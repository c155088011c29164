"""A year of an Australian State: red sessions, a Congress, authorised points, renewal, questions and honours."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.register.allotting import unused
from overtrick.register.applications import draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import AgainstTheRules, Answer
from overtrick.register.audit.models import Record
from overtrick.register.competitions import decide as results
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import Changed, QuotaUsedUp, submit
from overtrick.register.decisions.models import Decision
from overtrick.register.directors import accredit
from overtrick.register.entitlements import directory
from overtrick.register.entitlements.models import Allotment
from overtrick.register.ledger.models import Entry
from overtrick.register.membership.models import YearRun
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import clubs, reinstate, standings
from overtrick.register.people.models import Standing
from overtrick.register.planning import attach, plan
from overtrick.register.planning.plan import NotPlanned, PlanTold
from overtrick.register.queries import desks, threads
from overtrick.register.ranks import honours, late_files
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from overtrick.register.tasks import worker
from tests.register import office
from tests.register.ranks.test_close_month import had
from tests.register.season import KIND, ROLE, balance, members, night, pairs
from tests.register.years.office_year import OfficeYear

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.register.people.models import Player
    from overtrick.register.programme.models import PlannedEvent
    from tests.register.season import Union

pytestmark = pytest.mark.postgres

State, Status = Application.State, Submission.Status
RED = "red sessions"
CONGRESS = {
    "event": "Oakby Congress",
    "first_day": "2026-04-11",
    "last_day": "2026-04-12",
    "kind": "State-controlled",
    "venue": "Shire hall",
    "advertising": "In every club of the State",
    "tables": "12",
    "directors": "1",
    "table_sessions": "48",
    "majors": "Open Pairs 2",
    "interstate": "no",
    "novice": "no",
    "levies_paid_on": "2026-01-05",
}
STATED = {"congress": "B4", "venue_suitable": "yes", "advertised": "yes", "other_conditions": "yes"}
AT_CONGRESS = (("congress", "B4"), ("congress event", "major"))
TUESDAYS = PlanTold(
    "red session",
    "Red Tuesdays",
    date(2026, 4, 7),
    date(2026, 4, 28),
    {"sessions": "4", "regular time": "yes", "advertised outside": "no"},
)
FRIDAYS = TUESDAYS._replace(name="Red Fridays", begins=date(2026, 5, 15), ends=date(2026, 5, 22))
FRIDAYS = FRIDAYS._replace(answers={**FRIDAYS.answers, "sessions": "2"})


class StateYear(OfficeYear):
    """Oakshire with its clubs Oakby and Elmby, in the year 2026."""

    def __init__(self, here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(here, monkeypatch)
        self.hana = office.user("hana")
        officers.appoint(here.club, self.hana, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
        self.seats = pairs(here.players)
        self.ado, self.cor, self.elu, self.gat, self.ira, self.kel, self.mun = here.players[:7]
        members(here.federation, here.other, ["Zeb Quill"])
        for who, units in ((self.ado, 150), (self.ira, 600), (self.kel, 99_900)):
            had(here, who, date(2025, 12, 31), entered=date(2026, 1, 2), green=units)

    def session(self, day: date, name: str = "Club pairs", status: str = "E") -> Event:
        """Play a session of eight pairs; Ado Bem and Cor Dax win, Elu Fin and Gat Hob come second."""
        return night(self.seats, begins=day, status=status, name=name)

    def red(self, day: date, row: PlannedEvent | None = None) -> Submission:
        """Send a red session on its own day, as part of what was planned."""
        self.on(day.month, day.day)
        made = self.draft(self.session(day, f"Red pairs {day:%-d %B}", "B4c"))
        if row is not None:
            attach.attach(made.competition, row, actor=self.here.scorer, at=self.today)
        return submit(made, self.here.scorer, self.today, said={EVERYTHING: "It was so"}).submission

    def reds(self) -> int:
        """Add up what everybody of Oakby has in red points."""
        return sum(balance(each, "red") for each in self.here.players)

    def apply(self, told: dict[str, str]) -> Application:
        """Let the club apply for a Congress."""
        made = draft.begin(self.here.club, "congress", {}, actor=self.here.scorer, at=self.today)
        assert draft.answer(made, told, actor=self.here.scorer, at=self.today) == {}
        return send.send(made, actor=self.here.scorer, at=self.today)


@pytest.mark.slow
def test_a_year_of_a_state(down_under: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    year = StateYear(down_under, monkeypatch)
    _allotted_and_planned(year)
    _congress_asked_back_granted_and_refused(year)
    _first_months_and_renewal(year)
    year.prove(5)
    _red_points_within_and_above(year)
    _congresses_played(year)
    year.prove(13)
    _question_passed_on(year)
    _third_quarter(year)
    year.prove(16)
    _end_of_year(year)
    _honours_and_reports(year)
    year.prove(16)


def _allotted_and_planned(year: StateYear) -> None:
    here, club = year.here, year.here.club
    directory.tell(club, 2026, {"scheduled sessions": "50"}, actor=year.hana, at=year.today)
    kept = year.browser(here.clerk).post("/office/allotments/2026/keep/", follow=True).content.decode()
    assert "5 allotments are kept." in kept
    figures = Allotment.objects.values_list("organisation__name", "kind", "figure")
    assert set(figures) == {
        ("Oakshire", "State red sessions", 10),
        ("Oakby", RED, 6),
        ("Oakby", "interclub events", 5),
        ("Elmby", RED, 0),
        ("Elmby", "interclub events", 5),
    }
    year.on(1, 5)
    plan.plan(club, TUESDAYS, actor=here.scorer, at=year.today)
    more = FRIDAYS._replace(answers={**FRIDAYS.answers, "sessions": "3"})
    with pytest.raises(NotPlanned, match="3 asked for, 2 left of 6") as refused:
        plan.plan(club, more, actor=here.scorer, at=year.today)
    assert refused.value.clause == "2.6/1"
    plan.plan(club, FRIDAYS, actor=here.scorer, at=year.today)
    (quota,) = (each for each in quotas_left(club, year.today.date()) if each.allotment == RED)
    assert (quota.used, quota.planned, quota.free) == (0, 6, 0)
    assert "Red Fridays" in year.browser(here.scorer).get(f"/club/{club.pk}/programme/").content.decode()


def _congress_asked_back_granted_and_refused(year: StateYear) -> None:
    here = year.here
    year.on(1, 12)
    local, able = here.players[15], here.players[14]
    for who, level in ((local, "Club"), (able, "Congress")):
        accredit.accredit(who, level, here.county, office.NEW_YEAR, actor=here.clerk, at=year.today)
    made = year.apply({**CONGRESS, "sessions_held": f"2026-04-11 {local.number}\n2026-04-12 {local.number}"})
    with pytest.raises(AgainstTheRules, match="director of Congress level") as against:
        outcomes.grant(made, Answer(typed=STATED), actor=here.secretary, at=year.today)
    assert against.value.clause == "5.1.1/4"
    with pytest.raises(NotAllowed):
        outcomes.ask_back(made, Answer("Who directs it?"), actor=here.scorer, at=year.today)
    outcomes.ask_back(
        made, Answer("Name a director of Congress level.", "5.1.1/4"), actor=here.secretary, at=year.today
    )
    made.refresh_from_db()
    assert made.state == State.ASKED_BACK
    year.on(1, 15)
    directors = {"sessions_held": f"2026-04-11 {able.number}\n2026-04-12 {able.number}"}
    assert draft.answer(made, directors, actor=here.scorer, at=year.today) == {}
    made = send.send(made, actor=here.scorer, at=year.today)
    stated = {**STATED, "conditions": "Two caddies"}
    granted = outcomes.grant(made, Answer(typed=stated), actor=here.secretary, at=year.today)
    licence = granted.licence
    assert licence is not None
    assert (licence.number, licence.states, licence.conditions) == ("A2026-00001", {"congress": "B4"}, "Two caddies")
    assert (licence.begins, licence.ends) == (date(2026, 4, 11), date(2026, 4, 12))
    winter = {**CONGRESS, "event": "Winter Congress", "first_day": "2026-06-20", "last_day": ""}
    short = year.apply({**winter, "sessions_held": f"2026-06-20 {able.number}"})
    outcomes.refuse(short, Answer("One session is no Congress."), actor=here.secretary, at=year.today)
    decided = Decision.objects.order_by("pk").values_list("what", "outcome", "clause", "by__username")
    state = here.secretary.username
    assert list(decided) == [
        ("Oakby Congress", "asked back", "5.1.1/4", state),
        ("Oakby Congress", "granted", "5.1.1/1", state),
        ("Winter Congress", "refused", "5.1.1/2", state),
    ]


def _first_months_and_renewal(year: StateYear) -> None:
    here, club = year.here, year.here.club
    for month, day in ((1, 20), (2, 17), (3, 17)):
        year.on(month, day)
        year.submit(year.session(year.today.date()))
        if month < 3:
            year.on(month + 1, 11)
            assert year.close(month).promotions == ()  # Ado Bem has 1.98 points by the end of February
    assert [balance(each, "green") for each in here.players[:9]] == [222, 72, 51, 51, 636, 99_936, 24, 24, 0]
    # The club's secretary cancels one member on a page; Elmby says nothing.
    year.on(3, 20)
    page = f"/club/{club.pk}/members/renewal/"
    hana = year.browser(year.hana)
    assert "midday on 31 March 2026" in hana.get(page).content.decode()
    assert hana.post(page, {"player": [year.gat.pk], "sure": "yes"}).status_code == 302
    staff, run = year.browser(here.clerk), "/office/renewal/2026/"
    assert staff.post(run).status_code == 409
    year.on(4, 1)
    assert staff.post(run).status_code == 302
    worker.work(once=True)
    assert YearRun.objects.get().counts == {"renewed": 16, "lapsed": 1, "clubs_unheard": 1}
    assert _status(year.gat, date(2026, 3, 31)) is Standing.Status.REGISTERED
    assert _status(year.gat, date(2026, 4, 1)) is Standing.Status.LAPSED
    assert "Doing it again changes nothing" in staff.get(run).content.decode()
    # A file within the days of grace belongs to March's close, one that comes after them does not.
    year.on(4, 9)
    year.submit(year.session(date(2026, 3, 31), "Last of March"))
    year.on(4, 10)
    year.submit(year.session(date(2026, 3, 24), "Lost in the post"))
    closed = year.close(3)
    assert (closed.postings, closed.entries) == (2, 16)
    assert [(each.player, each.rank, each.reached) for each in closed.promotions] == [
        (year.ado, "Graduate", date(2026, 3, 17))
    ]
    listed = staff.get("/office/months/2026-03/late/?as=csv").content.decode().splitlines()
    assert listed[1:] == ["Lost in the post,Oakby,2026-03-24,2026-04-10,results,"]


def _red_points_within_and_above(year: StateYear) -> None:
    here, club, state = year.here, year.here.club, year.here.secretary
    given = Grant("RP-1", "red points", date(2026, 4, 1), date(2026, 4, 30), 500)
    licences.grant(club, given, actor=state, at=year.today)
    tuesdays = club.planned_events.get(name="Red Tuesdays")
    for day, total in ((14, 174), (21, 348)):
        assert year.red(date(2026, 4, day), tuesdays).status == Status.APPROVED
        assert year.reds() == total  # a session brings 2.02, and Gat Hob's 0.28 of it waits
    held = HeldCredit.objects.values_list("player", "units", "colour", "clause")
    assert list(held) == [(year.gat.pk, 28, "red", "1.3.2/3")] * 2
    # The third session makes it 6.06 of 5.00: it waits for the State, which says why it may be.
    above = year.red(date(2026, 4, 28), tuesdays)
    assert (above.status, above.held_for, year.reds()) == (Status.SUBMITTED, "above", 348)
    assert above.held_back == "These are more points than authorisation RP-1 allows (§ 2.6 note/1)."
    year.on(4, 29)
    order, address = {"approve": "", "allowed": "The town's jubilee"}, reverse("club-decide", args=[club.pk, above.pk])
    assert year.browser(year.hana).post(address, order).status_code == 403
    secretary = year.browser(state)
    assert secretary.post(address, {**order, "allowed": ""}).status_code == 422
    assert secretary.post(address, order).status_code == 302
    above.refresh_from_db()
    assert (above.status, above.decided_by, above.reason) == (Status.APPROVED, state, "The town's jubilee")
    assert year.reds() == 522
    assert Record.objects.get(action="submission.approve").reason == "The town's jubilee"
    listed = secretary.get(f"/club/{here.county.pk}/authorised/2026-04/?as=csv").content.decode().splitlines()
    assert listed[1:] == [f"Red pairs {day} April,Oakby,2026-04-{day},1.74,RP-1,5.00,6.06,No" for day in (14, 21, 28)]
    _red_sessions_used_up(year)


def _red_sessions_used_up(year: StateYear) -> None:
    """Six sessions are played; for the seventh the State has to give one more."""
    here, club, state = year.here, year.here.club, year.here.secretary
    given = Grant("RP-2", "red points", date(2026, 5, 1), date(2026, 12, 31), 9_999)
    licences.grant(club, given, actor=state, at=year.today)
    fridays = club.planned_events.get(name="Red Fridays")
    for day, row in ((15, fridays), (22, fridays), (26, None)):
        assert year.red(date(2026, 5, day), row).status == Status.APPROVED
    with pytest.raises(QuotaUsedUp, match=r"Red sessions, 6 \(§ 2.6/3\)"):
        year.red(date(2026, 6, 2))
    more = {"more": "1", "kind": RED, "reason": "For the town's jubilee"}
    assert year.browser(state).post(f"/club/{club.pk}/allotments/2026/change/", more).status_code == 302
    decided = Decision.objects.latest("pk")
    assert (decided.by, decided.why) == (state, "For the town's jubilee")
    seventh = Submission.objects.get(competition__name="Red pairs 2 June")
    with pytest.raises(Changed):  # the club looks again, and sees that it may
        submit(seventh, here.scorer, year.today)
    assert submit(seventh, here.scorer, year.today).submission.status == Status.APPROVED
    (quota,) = (each for each in quotas_left(club, year.today.date()) if each.allotment == RED)
    assert quota.allowed is not None
    assert (quota.used, quota.allowed.value, quota.left) == (7, 7, 0)
    assert year.reds() == 7 * 174


def _congresses_played(year: StateYear) -> None:
    here, state = year.here, year.here.secretary
    played = night(year.seats, begins=date(2026, 4, 11), status="", name="Oakby Congress", facts=AT_CONGRESS)
    sent = year.submit(played).submission
    assert (sent.status, sent.late, year.reds()) == (Status.APPROVED, True, 8 * 174)
    (late,) = late_files.late_files(date(2026, 4, 1))
    assert (late.submission.pk, late.due, late.days) == (sent.pk, date(2026, 5, 11), 22)
    year.on(6, 10)
    promoted = [(each.player, each.rank, each.reached) for month in (4, 5) for each in year.close(month).promotions]
    assert promoted == [
        (year.cor, "Graduate", date(2026, 4, 21)),
        (year.elu, "Graduate", date(2026, 5, 15)),
        (year.ado, "Club", date(2026, 5, 22)),
    ]
    (after,) = late_files.after_close(here.federation, date(2026, 3, 1))
    assert after.final_with == date(2026, 4, 1)
    # What was refused in January is played all the same: its points wait for the State, which returns them.
    year.on(6, 22)
    refused = night(year.seats, begins=date(2026, 6, 20), status="", name="Winter Congress", facts=AT_CONGRESS)
    sent = year.submit(refused).submission
    assert sent.held_back == "A licence is needed and is not on record: congress (§ 5.1.1/1)."
    assert sent.held_for == "above"
    returned = results.send_back(sent, state, year.today, "It was refused in January").submission
    assert (returned.status, year.reds()) == (Status.RETURNED, 8 * 174)
    # Gat Hob pays: what waited since April is credited.
    back = reinstate.register_again(year.gat, here.club, year.today.date(), actor=here.clerk, at=year.today)
    assert (back.points.released, balance(year.gat, "red"), year.reds()) == (8, 8 * 28, 8 * 202)
    year.on(7, 11)
    assert [(each.player, each.rank) for each in year.close(6).promotions] == [(year.gat, "Graduate")]


def _question_passed_on(year: StateYear) -> None:
    here, state = year.here, year.here.secretary
    account = office.user("ado")
    account.player = year.ado
    account.save()
    won = Entry.objects.select_related("posting__submission").get(
        player=year.ado, colour="red", played=date(2026, 4, 11)
    )
    about = threads.About("0.40 red, Oakby Congress", won.pk, won.posting.submission)
    query = threads.ask(year.ado, about, "Were there not 16 tables?", actor=account, at=year.today)
    assert list(desks.on_desk_of(here.club)) == [query]
    address = f"/queries/{query.pk}/"
    scorer, secretary = year.browser(here.scorer), year.browser(state)
    assert secretary.post(f"{address}pass-on/", {"to": "office", "text": ""}).status_code == 403
    assert scorer.post(f"{address}pass-on/", {"to": "region", "text": "We do not know."}).status_code == 302
    assert list(desks.on_desk_of(here.county)) == [query]
    assert secretary.post(f"{address}pass-on/", {"to": "office", "text": "Nor do we."}).status_code == 302
    assert list(desks.on_office_desk()) == [query]
    assert year.browser(here.clerk).post(address, {"text": "There were four."}).status_code == 302
    threads.close(query, actor=account, at=year.today)
    assert list(query.said.order_by("pk").values_list("side", "text")) == [
        ("player", "Were there not 16 tables?"),
        ("club", "We do not know."),
        ("region", "Nor do we."),
        ("office", "There were four."),
    ]
    assert not desks.on_office_desk().exists()


def _third_quarter(year: StateYear) -> None:
    """The State plays for red points itself, a member changes clubs, and the months go by."""
    here, state = year.here, year.here.secretary
    year.on(7, 18)
    own = year.submit(year.session(year.today.date(), "State red day", "B4s"), here.county, state).submission
    assert (own.status, own.held_back) == (Status.APPROVED, "")
    (quota,) = quotas_left(here.county, year.today.date())
    assert (quota.what, quota.used, quota.left) == ("Special State sessions", 1, 9)
    clubs.transfer(year.mun, here.other, date(2026, 8, 1), actor=here.clerk, at=year.on(8, 1))
    for month in (7, 8, 9):
        if month > 7:
            year.on(month, 14)
            year.submit(year.session(year.today.date()))
        year.on(month + 1, 11)
        year.close(month)


def _end_of_year(year: StateYear) -> None:
    here, state, staff = year.here, year.here.secretary, year.browser(year.here.clerk)
    told = {"scheduled sessions": "50", "kilometres": "50", "remote since": "2026-09-20"}
    directory.tell(here.club, 2027, told, actor=year.hana, at=year.today)
    assert staff.post("/office/allotments/2027/keep/").status_code == 302
    red = Allotment.objects.filter(year=2027, kind__endswith=RED).values_list("organisation__name", "figure")
    assert dict(red) == {"Oakshire": 11, "Oakby": 9, "Elmby": 0}
    youths = office.organisation(here.federation, "77", "Youth Players Club", KIND.CLUB, here.county)
    of_age, stays = (
        office.person(name, date(born, 5, 5), club=youths) for name, born in (("Wes Yon", 2000), ("Xia Zul", 2001))
    )
    for month in (10, 11):
        year.on(month + 1, 11)
        year.close(month)
    assert staff.post("/office/youth/?year=2026").status_code == 409
    year.on(1, 11, 2027)
    assert staff.post("/office/youth/?year=2026").status_code == 302
    worker.work(once=True)
    assert YearRun.objects.latest("pk").counts == {"lapsed": 1, "moved": 0}
    new_year = date(2027, 1, 1)
    assert (_status(of_age, new_year), _status(stays, new_year)) == (
        Standing.Status.LAPSED,
        Standing.Status.REGISTERED,
    )
    year.close(12)
    held = Allotment.objects.get(organisation=here.other, kind=RED, year=2027)
    with pytest.raises(unused.NotUnused, match="1 sessions, 0 were unused"):
        unused.give(held, 1, "For the hospital", "approved", actor=state, at=year.today)


def _honours_and_reports(year: StateYear) -> None:
    here, period = year.here, report_period.read("2026")
    assert period is not None
    found = honours.honours_of(2026)
    won = {each.honour: [(place.player, place.units) for place in each.players] for each in found.awards}
    assert {honour: places for honour, places in won.items() if places} == {
        "Annual trophy": [(year.ado, 528), (year.cor, 528)],
        "Annual award, Club Masters": [(year.ira, 264)],
        "Annual award, Bronze Regional Masters": [(year.kel, 264)],
    }
    joined = [(each.club.name, each.player, each.day) for each in found.joined]
    assert joined == [("One Thousand Club", year.kel, date(2026, 4, 14))]
    assert "One Thousand Club" in Client().get("/honours/?year=2026").content.decode()
    told = report(here.county, period)
    issued = Counter[str]()
    for each in told.events:
        issued.update(each.units)
    assert (len(told.events), issued) == (16, {"green": 7 * 122, "red": 9 * 202})
    assert Counter(each.rank for each in told.promotions) == {"Graduate": 4, "Club": 2}
    elsewhere = {each.name: each.elsewhere for each in report(here.other, period).players}
    assert elsewhere == {"Mun Nor": {"green": 56, "red": 117}, "Zeb Quill": {}}
    page = f"/club/{here.county.pk}/reports/?period=2026&of=members&as=csv"
    listed = year.browser(here.secretary).get(page).content.decode()
    assert f"Gat Hob,{year.gat.number},home club,Oakby,1.19,2.52,0.00,0.00" in listed


def _status(player: Player, on: date) -> Standing.Status | None:
    return standings.on_day(player, on).status
