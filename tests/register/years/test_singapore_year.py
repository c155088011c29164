"""A year of the office in Singapore: entitlements, special applications, corporate members, ranks and prizes."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.engine.days import Period
from overtrick.engine.event import Player as Seated
from overtrick.engine.event import Schedule
from overtrick.register.applications import draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer
from overtrick.register.audit.models import Record
from overtrick.register.competitions import decide as results
from overtrick.register.competitions import plan_verdicts
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submit import NotTheirs, QuotaUsedUp, submit
from overtrick.register.decisions.models import Decision
from overtrick.register.ledger.models import Entry
from overtrick.register.membership.models import YearRun
from overtrick.register.organisations import affiliation, officers
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import reinstate, standings
from overtrick.register.people.models import Standing
from overtrick.register.planning import attach, plan
from overtrick.register.planning.plan import NotComplete, NotPlanned, PlanTold
from overtrick.register.queries import desks, threads
from overtrick.register.ranks import honours, late_files
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from overtrick.register.tasks import worker
from tests.register import office, season
from tests.register.ranks.test_close_month import had
from tests.register.season import ROLE, balance, night, pairs
from tests.register.years.office_year import OfficeYear

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from tests.register.season import Union
    from tests.worlds import Founded

pytestmark = pytest.mark.postgres

State, Status = Application.State, Submission.Status
BEYOND, BETWEEN = "event beyond the entitlement", "event between organisations"
SPECIAL = {
    "event": "Jubilee Pairs",
    "first_day": "2026-03-14",
    "time": "14:00",
    "venue": "Civic centre",
    "sessions": "2",
    "tables": "12",
    "from_abroad": "no",
    "status_sought": "district",
    "director": "Ado Bem",
    "special": "none",
    "sponsored": "no",
    "activities": "none",
    "promotion": "Posters",
    "charity_or_tour": "no",
    "side": "no",
    "major": "no",
}
GRANTED = {"status": "district", "conditions": "Results within a week"}
MAJOR = PlanTold("major pairs", "Club Pairs", date(2026, 2, 3), date(2026, 2, 3), {"boards": "36", "restricted": "no"})


@pytest.fixture
def lions(founded: Founded) -> Union:
    """An office whose members renew on 1 April, which its handbook leaves to it."""
    return founded(season.opened, "lion", "scba", membership_year="1 April")


class SingaporeYear(OfficeYear):
    """The office with its clubs Oakby and Elmby, in the year 2026."""

    def __init__(self, here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(here, monkeypatch)
        self.hana = office.user("hana")
        officers.appoint(here.club, self.hana, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
        self.seats = pairs(here.players)
        self.ado, self.cor, self.elu, self.gat = here.players[:4]
        had(here, self.elu, date(2025, 12, 31), entered=date(2026, 1, 2), local=400)

    def game(self, day: date, name: str = "Club game", boards: int = 24, **told: str) -> Event:
        """Play a game of eight pairs; Ado Bem and Cor Dax win, Elu Fin and Gat Hob come second."""
        status = told.pop("status", "club")
        made = night(self.seats, begins=day, name=name, status=status, facts=tuple(told.items()))
        (stage,) = made.stages
        return made._replace(stages=(stage._replace(schedule=Schedule(boards)),))

    def major(self, day: date, name: str, status: str = "club") -> Event:
        """Play a major championship of 36 boards."""
        return self.game(day, name, 36, status=status)._replace(major_championship=True)

    def championship(self, name: str) -> Event:
        """Play one of the national championships today, over 48 boards."""
        return self.game(self.today.date(), name, 48, status="", event=name)

    def apply(self, kind: str, told: dict[str, str]) -> Application:
        """Let the club send a special application."""
        made = draft.begin(self.here.club, kind, {}, actor=self.here.scorer, at=self.today)
        assert draft.answer(made, told, actor=self.here.scorer, at=self.today) == {}
        return send.send(made, actor=self.here.scorer, at=self.today)

    def holds(self, *colours: str) -> list[int]:
        """Give what the first nine of Oakby have."""
        return [sum(balance(each, colour) for colour in colours or ("local",)) for each in self.here.players[:9]]


@pytest.mark.slow
def test_a_year_of_the_office_in_singapore(lions: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    year = SingaporeYear(lions, monkeypatch)
    _corporate_member_for_the_year(year)
    _planned_and_applied_for(year)
    _entitlements_kept(year)
    _events_of_the_office_and_between_clubs(year)
    _renewal_and_late_files(year)
    year.prove(6)
    _visitor_and_return(year)
    _youth_event(year)
    year.prove(8)
    _question_answered(year)
    _third_quarter(year)
    year.prove(13)
    _end_of_year(year)
    _prizes_and_reports(year)
    year.prove(13)


def _corporate_member_for_the_year(year: SingaporeYear) -> None:
    """Elmby has not paid: its points wait for the office until it has."""
    here = year.here
    affiliation.end(here.other, date(2025, 12, 31), actor=here.clerk, at=year.today)
    year.on(1, 13)
    played = year.submit(year.game(date(2026, 1, 12), "Elmby game"), here.other, here.stranger).submission
    assert (played.status, played.held_for, year.holds()[:2]) == (Status.SUBMITTED, "office", [0, 0])
    assert played.held_back == "A licence is needed and is not on record: event of another body (§ 3.1.6)."
    made = draft.begin(here.other, "affiliation", {}, actor=here.stranger, at=year.today)
    told = {"how_often": "On Mondays", "venue": "Civic centre", "subscription": "yes"}
    assert draft.answer(made, told, actor=here.stranger, at=year.today) == {}
    made = send.send(made, actor=here.stranger, at=year.today)
    year.on(1, 15)
    membership = Answer(typed={"begins": "2026-01-01", "ends": "2026-12-31"})
    outcomes.grant(made, membership, actor=here.clerk, at=year.today)
    assert (date(2026, 1, 1), date(2026, 12, 31)) in here.other.affiliations.values_list("begins", "ends")
    with pytest.raises(NotAllowed):
        results.approve(played, here.secretary, year.today, "They have paid")
    done = results.approve(played, here.clerk, year.today, "They have paid since").submission
    assert (done.status, done.decided_by, done.reason) == (Status.APPROVED, here.clerk, "They have paid since")
    assert year.holds() == [18, 18, 412, 12, 6, 6, 0, 0, 0]


def _planned_and_applied_for(year: SingaporeYear) -> None:
    here, club, at = year.here, year.here.club, year.today
    plan.plan(club, MAJOR, actor=here.scorer, at=at)
    with pytest.raises(NotPlanned, match="open to every member to win") as refused:
        plan.plan(club, MAJOR._replace(answers={"boards": "36", "restricted": "yes"}), actor=here.scorer, at=at)
    assert refused.value.clause == "3.2.6"
    day = date(2026, 3, 14)
    plan.plan(club, MAJOR._replace(name="Jubilee Pairs", begins=day, ends=day), actor=here.scorer, at=at)
    assert _allowed(year) == {"Club Pairs": True, "Jubilee Pairs": None}
    made = year.apply(BEYOND, SPECIAL)
    with pytest.raises(NotAllowed):
        outcomes.grant(made, Answer(typed=GRANTED), actor=here.secretary, at=at)
    outcomes.ask_back(made, Answer("Which bidding systems are allowed?", "3.4.2"), actor=here.clerk, at=at)
    made.refresh_from_db()
    assert made.state == State.ASKED_BACK
    assert draft.answer(made, {"special": "Natural systems"}, actor=here.scorer, at=at) == {}
    made = send.send(made, actor=here.scorer, at=at)
    licence = outcomes.grant(made, Answer(typed=GRANTED), actor=here.clerk, at=at).licence
    assert licence is not None
    assert (licence.event, licence.states, licence.conditions) == (
        "Jubilee Pairs",
        {"status": "district"},
        "Results within a week",
    )
    assert _allowed(year) == {"Club Pairs": True, "Jubilee Pairs": True}
    other = year.apply(BETWEEN, {**SPECIAL, "event": "Orchid Pairs", "first_day": "2026-03-21"})
    outcomes.refuse(other, Answer("It is on the day of the trials"), actor=here.clerk, at=at)
    decided = Decision.objects.order_by("pk").values_list("what", "outcome", "clause", "why")
    assert list(decided) == [
        ("Corporate membership for a year", "granted", "3.1.2", ""),
        ("Jubilee Pairs", "asked back", "3.4.2", "Which bidding systems are allowed?"),
        ("Jubilee Pairs", "granted", "3.4.1", ""),
        ("Orchid Pairs", "refused", "3.3.3", "It is on the day of the trials"),
    ]


def _allowed(year: SingaporeYear) -> dict[str, bool | None]:
    listed = plan_verdicts.listing(year.here.club, Period(date(2026, 1, 1), date(2026, 12, 31)))
    return {each.event.name: each.verdict.allowed.holds for each in listed if each.verdict is not None}


def _entitlements_kept(year: SingaporeYear) -> None:
    """The club has one major championship for pairs, and a second that was granted; a third is refused."""
    here, club = year.here, year.here.club
    for day, name, status, winner in ((3, "Club Pairs", "club", 54), (14, "Jubilee Pairs", "district", 102)):
        year.on(2 if day == 3 else 3, day)
        made = year.draft(year.major(year.today.date(), name, status))
        attach.attach(made.competition, club.planned_events.get(name=name), actor=here.scorer, at=year.today)
        assert submit(made, here.scorer, year.today).submission.status == Status.APPROVED
        assert balance(year.ado) == winner
    with pytest.raises(QuotaUsedUp, match=r"Major championships for pairs, 1 \(§ 3.2.6\)"):
        year.submit(year.major(date(2026, 3, 14), "Third Pairs"))
    (quota,) = (each for each in quotas_left(club, year.today.date()) if each.what == "Major championships for pairs")
    assert (quota.used, quota.planned) == (2, 0)
    assert year.holds() == [102, 102, 475, 75, 48, 48, 21, 21, 0]


def _events_of_the_office_and_between_clubs(year: SingaporeYear) -> None:
    here = year.here
    mixed = year.championship("Singapore Mixed Pairs")
    with pytest.raises(NotTheirs, match=r"an event of the SCBA, which submits it \(§ 5.1.2\(13\)\)"):
        year.submit(mixed)
    assert year.submit(mixed, here.national, here.clerk).submission.status == Status.APPROVED
    assert year.holds("non-local") == [36, 36, 27, 27, 18, 18, 9, 9, 0]
    year.on(3, 22)
    sent = year.submit(year.game(date(2026, 3, 21), "Orchid Pairs", status="district", entry="champions")).submission
    assert sent.held_back == "A licence is needed and is not on record: event between organisations (§ 3.3.3)."
    page = reverse("office-return", args=[sent.pk])
    sure = {"reason": "It was refused in January", "sure": "yes"}
    assert year.browser(here.clerk).post(page, sure).status_code == 302
    sent.refresh_from_db()
    assert (sent.status, sent.reason) == (Status.RETURNED, "It was refused in January")
    assert Record.objects.get(action="submission.return").user == here.clerk


def _renewal_and_late_files(year: SingaporeYear) -> None:
    here, club = year.here, year.here.club
    hana, staff = year.browser(year.hana), year.browser(here.clerk)
    page, run = f"/club/{club.pk}/members/renewal/", "/office/renewal/2026/"
    assert "31 March 2026" in hana.get(page).content.decode()
    assert hana.post(page, {"player": [year.gat.pk], "sure": "yes"}).status_code == 302
    assert staff.post(run).status_code == 409
    year.on(4, 1)
    assert staff.post(run).status_code == 302
    worker.work(once=True)
    assert YearRun.objects.get().counts == {"renewed": 15, "lapsed": 1, "clubs_unheard": 0}
    assert standings.on_day(year.gat, date(2026, 4, 1)).status is Standing.Status.LAPSED
    year.on(4, 9)
    year.submit(year.game(date(2026, 3, 31), "Last of March"))
    year.on(4, 10)
    year.submit(year.game(date(2026, 3, 24), "Lost in the post"))
    closed = [year.close(month) for month in (1, 2, 3)]
    assert [(each.entries, each.submissions, each.promotions) for each in closed] == [
        (7, 1, ()),
        (8, 1, ()),
        (22, 3, ()),
    ]
    listed = staff.get("/office/months/2026-03/late/?as=csv").content.decode().splitlines()
    assert listed[1:] == ["Lost in the post,Oakby,2026-03-24,2026-04-10,results,"]


def _visitor_and_return(year: SingaporeYear) -> None:
    """A visitor's points wait until the visitor joins, those of a member who did not renew until he does."""
    here = year.here
    tam = office.person("Tam Ulo", club=here.club, status=Standing.Status.VISITOR)
    (ado, _cor), *others = year.seats
    year.on(4, 21)
    year.submit(night([(Seated(str(tam), tam.number), ado), *others], begins=date(2026, 4, 20), name="Game of guests"))
    waits = HeldCredit.objects.values_list("player", "units", "clause")
    assert set(waits) == {(tam.pk, 18, "1.6.2/standing"), (year.gat.pk, 12, "1.6.2/standing")}
    year.on(5, 5)
    for who, local in ((tam, 18), (year.gat, 111)):
        back = reinstate.register_again(who, here.club, year.today.date(), actor=here.clerk, at=year.today)
        assert (back.points.released, balance(who)) == (1, local)


def _youth_event(year: SingaporeYear) -> None:
    """Youth events are for the office to plan, at District status."""
    here, day = year.here, date(2026, 6, 6)
    told = PlanTold("youth event", "Youth Pairs", day, day, {"boards": "24"})
    with pytest.raises(NotComplete):
        plan.plan(here.club, told, actor=here.scorer, at=year.today)
    row = plan.plan(here.national, told, actor=here.clerk, at=year.today)
    year.on(6, 7)
    made = year.draft(year.game(day, "Youth Pairs", status="district"), here.national, here.clerk)
    attach.attach(made.competition, row, actor=here.clerk, at=year.today)
    submit(made, here.clerk, year.today)
    assert year.holds() == [183, 165, 529, 129, 75, 75, 21, 21, 0]
    year.on(7, 11)
    promoted = [(each.player, each.rank, each.reached) for month in (4, 5, 6) for each in year.close(month).promotions]
    assert promoted == [(each, "Club Master", day) for each in (year.ado, year.cor)]
    (after,) = late_files.after_close(here.federation, date(2026, 3, 1))
    assert after.final_with == date(2026, 4, 1)


def _question_answered(year: SingaporeYear) -> None:
    """The handbook does not say who answers: club and office have the question at once."""
    here = year.here
    account = office.user("ado")
    account.player = year.ado
    account.save()
    won = Entry.objects.select_related("posting__submission").get(
        player=year.ado, played=date(2026, 3, 14), colour="local"
    )
    about = threads.About("48 local, Jubilee Pairs", won.pk, won.posting.submission)
    query = threads.ask(year.ado, about, "Why 48?", actor=account, at=year.today)
    assert list(desks.on_office_desk()) == list(desks.on_desk_of(here.club)) == [query]
    address = f"/queries/{query.pk}/"
    assert year.browser(here.stranger).post(address, {"text": "Because."}).status_code == 404
    assert year.browser(here.clerk).post(address, {"text": "It had District status."}).status_code == 302
    query.refresh_from_db()
    assert query.waits_for_player


def _third_quarter(year: SingaporeYear) -> None:
    here = year.here
    promoted = []
    for month, name in ((7, "Pesta Sukan Open Pairs"), (8, "Singapore IMP Pairs"), (9, "")):
        year.on(month, 14)
        year.submit(year.game(year.today.date()))
        if name:
            year.submit(year.championship(name), here.national, here.clerk)
        year.on(month + 1, 11)
        promoted += [(each.player, each.rank, each.reached) for each in year.close(month).promotions]
    assert promoted == [(year.gat, "Club Master", date(2026, 7, 14))]
    assert year.holds("non-local") == [132, 132, 99, 99, 66, 66, 33, 33, 0]
    assert year.holds() == [237, 219, 565, 165, 93, 93, 21, 21, 0]


def _end_of_year(year: SingaporeYear) -> None:
    """Whoever has not paid lapses by a list, on a page."""
    fay, staff = year.here.players[15], year.browser(year.here.clerk)
    told = {"numbers": f"{fay.number},Fay Gol\n", "begins": "2026-11-01", "reason": "Not paid"}
    assert staff.post("/office/lapse/", {**told, "numbers": "999999"}).status_code == 422
    assert "1 registrations lapse" in staff.post("/office/lapse/", told).content.decode()
    assert staff.post("/office/lapse/", {**told, "sure": "yes"}).status_code == 302
    worker.work(once=True)
    assert standings.on_day(fay, date(2026, 11, 1)).status is Standing.Status.LAPSED
    for month in (10, 11, 12):
        year.on(month % 12 + 1, 11, 2026 + month // 12)
        year.close(month)


def _prizes_and_reports(year: SingaporeYear) -> None:
    here, period = year.here, report_period.read("2026")
    assert period is not None
    won = {
        each.honour: [(place.player, place.units) for place in each.players] for each in honours.honours_of(2026).awards
    }
    assert won == {
        "Leader of the year, no rank yet": [(year.ado, 237 + 132)],
        "Leader of the year, Club Master": [(year.elu, 264)],  # the 400 from before the book are not of this year
    }
    assert "Leader of the year" in Client().get("/honours/?year=2026").content.decode()
    issued = {}
    for where in (here.club, here.other, here.national):
        told = report(where, period)
        points = Counter[str]()
        for each in told.events:
            points.update(each.units)
        issued[where.name] = len(told.events), dict(points), len(told.promotions)
    assert issued == {
        "Oakby": (8, {"local": 852}, 3),
        "Elmby": (1, {"local": 72}, 0),
        "Union Office": (13, {"local": 1032, "non-local": 660}, 3),
    }
    page = f"/club/{here.club.pk}/reports/?period=2026&of=members&as=csv"
    assert f"Ado Bem,{year.ado.number},home club,192,0,45,132" in year.browser(year.hana).get(page).content.decode()
