"""A year of an English county and its clubs, from the programme of January to the close of December."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.applications import draft, obligations, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer
from overtrick.register.audit.models import Record
from overtrick.register.competitions.decide import approve, send_back
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submit import NotTheirs, QuotaUsedUp
from overtrick.register.decisions import decide
from overtrick.register.ledger.models import Entry
from overtrick.register.membership import renewal
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import clubs, reinstate
from overtrick.register.planning.plan import NotPlanned, PlanTold
from overtrick.register.queries import desks, threads
from overtrick.register.ranks import late_files
from overtrick.register.ranks.gold import gold_of
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from tests.register import office, season
from tests.register.applications.steps import LICENCE
from tests.register.ranks.test_close_month import had
from tests.register.season import KIND, balance, night, pairs
from tests.register.years.a_year import Year, ladder, moment, of_boards

if TYPE_CHECKING:
    from overtrick.register.programme.models import PlannedEvent
    from tests.register.season import Union
    from tests.worlds import Founded

pytestmark = pytest.mark.postgres

BLUE = (("points", "blue"),)
GREEN = (("points", "green"), ("green event", "multiple pairs"))
LADDER = {"play": "pairs", "ranks": "pairs", "method": "points earned", "results": "6"}
MAJOR = {"play": "pairs", "boards": "36", "restricted": "no"}
ONE_DAY = {"green event": "multiple pairs", "online": "no"}
SPRING, SUMMER = date(2026, 4, 28), date(2026, 8, 25)
OPEN, GREEN_DAY = date(2026, 5, 2), date(2026, 6, 14)
Status = Submission.Status


@pytest.fixture
def oakshire(founded: Founded) -> Union:
    return founded(season.opened, membership_year="1 April")


class CountyYear(Year):
    """Oakshire's year, quarter by quarter."""

    planned: dict[str, PlannedEvent]

    def night(self, day: date) -> None:
        """Play a club night at Oakby: of eight pairs three have points, 18, 12 and 6."""
        self.submit(self.oakby, night(pairs(self.players), begins=day), self.here.scorer)

    # --- January to March ----------------------------------------------------------------------------------------

    def winter(self) -> None:
        had(self.here, self.players[0], date(2025, 12, 31), entered=date(2026, 1, 4), local=170)
        self._programme()
        self._licences()
        self._january()
        self.night(date(2026, 2, 17))
        self.submit(self.elmby, night(pairs(self.guests), begins=date(2026, 2, 19)), self.here.stranger)
        blue = night(pairs(self.players), begins=date(2026, 3, 7), name="March Blue", facts=BLUE)
        assert self.submit(self.oakby, blue, self.here.scorer).submission.status == Status.APPROVED
        assert [balance(each, "blue") for each in self.players[:8:2]] == [18, 12, 6, 0]
        self.night(date(2026, 3, 10))
        february = self.close(2)
        assert (february.submissions, february.promotions) == (3, ())  # two nights, and what came too late for January
        (late,) = late_files.after_close(self.here.federation, date(2026, 1, 1))
        assert late.final_with == date(2026, 2, 1)
        club = self.browser(self.secretary, moment(3, 20))
        page = f"/club/{self.oakby.pk}/members/renewal/"
        assert club.post(page, {"player": [self.players[15].pk], "sure": "yes"}).status_code == 302

    def _programme(self) -> None:
        club, county = self.here.scorer, self.here.secretary
        first, last = date(2026, 1, 6), date(2026, 12, 22)
        told = [
            (self.oakby, PlanTold("ladder", "Spring ladder", first, SPRING, LADDER), club),
            (self.oakby, PlanTold("ladder", "Summer ladder", SPRING, SUMMER, LADDER), club),
            (self.oakby, PlanTold("major championship", "Club pairs", last, last, MAJOR), club),
            (self.above, PlanTold("one-day green event", "County Green", GREEN_DAY, GREEN_DAY, ONE_DAY), county),
            (self.above, PlanTold("one-day green event", "Late Green", SUMMER, SUMMER, ONE_DAY), county),
        ]
        self.planned = {each.name: self.plans(whose, each, actor) for whose, each, actor in told}
        for (whose, each, actor), clause in ((told[0], "1.2.3"), (told[3], "6.1.4")):
            with pytest.raises(NotPlanned) as refused:
                self.plans(whose, each._replace(name="One more"), actor)
            assert refused.value.clause == clause
        shown = self.page(county, f"/club/{self.above.pk}/programme/?year=2026", moment(1, 6))
        assert "County Green" in shown
        assert "Late Green" in shown

    def _licences(self) -> None:
        club, county, clerk = self.here.scorer, self.here.secretary, self.here.clerk
        told = {**LICENCE, "event": "Spring Open", "first_day": "2026-05-02"}
        asked = self.apply(self.oakby, "open event", told, club, moment(1, 10))
        outcomes.ask_back(asked, Answer("Which hall?"), actor=clerk, at=moment(1, 12))
        asked.refresh_from_db()
        assert draft.answer(asked, {"venue": "Church hall"}, actor=club, at=moment(1, 13)) == {}
        asked = send.send(asked, actor=club, at=moment(1, 13))
        with pytest.raises(NotAllowed):
            outcomes.grant(asked, Answer(typed={"status": "district"}), actor=county, at=moment(1, 14))
        outcomes.support(asked, supported=True, why="", actor=county, at=moment(1, 14))
        stated = {"status": "district", "conditions": "Level 4 only"}
        granted = outcomes.grant(asked, Answer(typed=stated), actor=clerk, at=moment(1, 15))
        assert granted.licence is not None
        assert (granted.licence.conditions, granted.licence.states) == ("Level 4 only", {"status": "district"})
        assert [each.outcome for each in decide.about(granted)] == ["asked back", "supported", "granted"]
        second = self.apply(
            self.oakby, "open event", {**told, "event": "Second Open", "first_day": "2026-05-09"}, club, moment(1, 16)
        )
        refused = outcomes.refuse(second, Answer("A week after the first"), actor=clerk, at=moment(1, 17))
        assert (refused.state, decide.about(refused).get().clause) == (Application.State.REFUSED, "1.4.1")
        for whose, kind, name, day, actor in (
            (self.oakby, "blue event", "March Blue", "2026-03-07", club),
            (self.oakby, "blue event", "July Blue", "2026-07-04", club),
            (self.above, "green event", "County Green", "2026-06-14", county),
        ):
            more = self.apply(whose, kind, {**told, "event": name, "first_day": day}, actor, moment(1, 18))
            if whose == self.oakby:
                outcomes.support(more, supported=True, why="", actor=county, at=moment(1, 19))
            status = "club" if whose == self.oakby else "county"
            outcomes.grant(more, Answer(typed={"status": status}), actor=clerk, at=moment(1, 20))
        listed = self.browser(county, moment(1, 21)).get(f"/club/{self.above.pk}/clubs/licences/?as=csv")
        rows = [line.split(",")[:3] for line in listed.content.decode().splitlines()[1:]]
        assert sorted(rows) == [
            ["blue event", "Oakby", "A2026-00003"],
            ["blue event", "Oakby", "A2026-00004"],
            ["open event", "Oakby", "A2026-00001"],
        ]

    def _january(self) -> None:
        """The first two nights come in time, one within the days of grace, one after them."""
        for day in (date(2026, 1, 13), date(2026, 1, 20)):
            self.night(day)
        seats = pairs(self.players)
        self.submit(self.oakby, night(seats, begins=date(2026, 1, 27)), self.here.scorer, moment(2, 9))
        late = night(seats, begins=date(2026, 1, 28), name="Wednesday pairs")
        self.submit(self.oakby, late, self.here.scorer, moment(2, 10))
        done = self.close(1)
        assert done.submissions == 3
        (promoted,) = done.promotions  # 170 and 18 are 188, and 18 more are 206
        assert (str(promoted.player), promoted.rank, promoted.reached) == (
            "Ado Bem", "Club Master", date(2026, 1, 20),
        )  # fmt: skip
        (after,) = late_files.after_close(self.here.federation, date(2026, 1, 1))
        assert (after.submission.competition.name, after.final_with) == ("Wednesday pairs", None)
        assert "Wednesday pairs" in self.page(self.here.clerk, "/office/months/2026-01/late/", moment(2, 12))

    # --- April to June -------------------------------------------------------------------------------------------

    def spring(self) -> None:
        run = renewal.run(2026, actor=self.here.clerk, at=moment(4, 1))
        assert run.counts == {"renewed": 27, "lapsed": 1, "clubs_unheard": 1}
        self.close(3)
        self._lapsed_plays()
        spring = ladder(pairs(self.players), "Spring ladder", SPRING)
        done = self.submit(self.oakby, spring, self.here.scorer, planned=self.planned["Spring ladder"])
        assert not done.beyond
        self._open_events()
        self.close(4)
        gone = self.players[15]
        back = reinstate.register_again(gone, self.oakby, date(2026, 5, 19), actor=self.here.clerk, at=moment(5, 19))
        assert (back.points.released, balance(gone)) == (1, 18)
        self.night(date(2026, 6, 9))
        self.close(5)
        self._green()

    def _lapsed_plays(self) -> None:
        """Fay Gol was not renewed: her points of April wait until she joins again in May (2.9.3)."""
        gone = self.players[15]
        seats = pairs(self.players)
        won = self.submit(self.oakby, night([*seats[-1:], *seats[:-1]], begins=date(2026, 4, 14)), self.here.scorer)
        assert won.held == 1
        held = HeldCredit.objects.get(player=gone)
        assert (held.units, held.released, balance(gone)) == (18, None, 0)
        assert "Fay Gol" in self.page(self.here.clerk, "/office/held/", moment(4, 16))

    def _open_events(self) -> None:
        club, county, clerk = self.here.scorer, self.here.secretary, self.here.clerk
        seats = pairs(self.players)
        licensed = self.submit(self.oakby, night(seats, begins=OPEN, name="Spring Open", status="district"), club)
        assert (licensed.submission.status, licensed.submission.held_back) == (Status.APPROVED, "")
        other = night(seats, begins=date(2026, 5, 9), name="Second Open", status="county")
        before = balance(self.players[0])
        held = self.submit(self.oakby, other, club, said={"licence-missing": "We had promised it"}).submission
        assert (held.status, held.held_for, balance(self.players[0])) == (Status.SUBMITTED, "office", before)
        assert "1.4.1" in held.held_back
        with pytest.raises(NotAllowed):
            approve(held, county, moment(5, 11), "We know the event")
        browser = self.browser(clerk, moment(5, 12))
        address = f"/office/submissions/{held.pk}/approve/"
        browser.post(address, {"allowed": ""})
        held.refresh_from_db()
        assert held.status == Status.SUBMITTED
        assert browser.post(address, {"allowed": "Licensed by letter"}).status_code == 302
        held.refresh_from_db()
        assert (held.status, held.reason, held.decided_by) == (Status.APPROVED, "Licensed by letter", clerk)
        assert balance(self.players[0]) - before == 36  # 18 at Club, twice that at County

    def _green(self) -> None:
        """The county's one-day event has its licence; a club's cannot have one (6.1.4)."""
        everybody = of_boards(night(pairs([*self.players, *self.guests])), 48)
        event = everybody._replace(name="County Green", begins=GREEN_DAY, status="county", facts=tuple(sorted(GREEN)))
        with pytest.raises(NotTheirs, match=r"§ 6\.1\.4"):
            self.submit(self.oakby, event._replace(name="Club Green"), self.here.scorer)
        done = self.submit(self.above, event, self.here.secretary, planned=self.planned["County Green"])
        assert (done.submission.status, done.submission.held_back) == (Status.APPROVED, "")
        assert [balance(each, "green") for each in self.players[::2]] == [150, 123, 115, 111, 107, 104, 100, 0]

    # --- July to September ---------------------------------------------------------------------------------------

    def summer(self) -> None:
        club = self.here.scorer
        blue = night(pairs(self.players), begins=date(2026, 7, 4), name="July Blue", facts=BLUE)
        self.submit(self.oakby, blue, club)
        with pytest.raises(QuotaUsedUp, match=r"Blue events, 2 \(§ 5.3.1\)"):
            self.submit(self.oakby, blue._replace(name="Third Blue"), club)
        self.close(6)
        self._question()
        self._correction()
        self.close(7)
        self._ladders()
        self._unlicensed_green()
        self.close(8)

    def _ladders(self) -> None:
        """The second ladder is within the two of a year; the third is the office's to let through (1.2.3)."""
        club, seats = self.here.scorer, pairs(self.players)
        self.submit(self.oakby, ladder(seats, "Summer ladder", SUMMER), club, planned=self.planned["Summer ladder"])
        third = ladder(seats, "Third ladder", date(2026, 9, 1))
        with pytest.raises(QuotaUsedUp, match=r"Ladders, 2 \(§ 1.2.3\)"):
            self.submit(self.oakby, third, club)
        assert self.submit(self.oakby, third, self.here.clerk).beyond == "Ladders, 2 (§ 1.2.3)"
        told = Record.objects.filter(action="submission.submit").latest("pk")
        assert told.after is not None
        assert (told.user, told.after["beyond quota"]) == (self.here.clerk, "Ladders, 2 (§ 1.2.3)")

    def _unlicensed_green(self) -> None:
        event = of_boards(night(pairs(self.players), begins=SUMMER, name="Late Green", status="county"), 48)
        event = event._replace(facts=tuple(sorted(GREEN)))
        before = balance(self.players[0], "green")
        said = {"licence-missing": "The date was changed"}
        held = self.submit(
            self.above, event, self.here.secretary, planned=self.planned["Late Green"], said=said
        ).submission
        assert (held.held_for, balance(self.players[0], "green")) == ("office", before)
        assert "6.1.4" in held.held_back
        send_back(held, self.here.clerk, moment(9, 2), "No licence was asked for")
        held.refresh_from_db()
        assert (held.status, held.reason) == (Status.RETURNED, "No licence was asked for")
        assert balance(self.players[0], "green") == before

    def _question(self) -> None:
        """Club and office have a question at once; the club answers it, the player is content."""
        ado = self.players[0]
        asker = self.account(ado)
        entry = Entry.objects.select_related("posting__submission").get(player=ado, played=date(2026, 7, 4))
        about = threads.About("July Blue", entry.pk, entry.posting.submission)
        query = threads.ask(ado, about, "Why so few?", actor=asker, at=moment(7, 10))
        assert list(desks.on_office_desk()) == list(desks.on_desk_of(self.oakby)) == [query]
        assert "July Blue" in self.page(self.here.clerk, "/office/questions/", moment(7, 12))
        threads.answer(query, "By the entry of eight pairs.", actor=self.here.scorer, at=moment(7, 13))
        threads.close(query, actor=asker, at=moment(7, 14))
        assert not desks.on_office_desk().exists()

    def _correction(self) -> None:
        """In July the order of a night in June is put right: only those change who change places."""
        before = [balance(each) for each in self.players]
        first, second, *others = pairs(self.players)
        better = night([second, first, *others], begins=date(2026, 6, 9))
        self.submit(self.oakby, better, self.here.scorer, moment(7, 20), replace=True)
        after = [balance(each) for each in self.players]
        assert [now - then for now, then in zip(after, before, strict=True)] == [-6, -6, 6, 6] + 12 * [0]

    # --- October to December -------------------------------------------------------------------------------------

    def autumn(self) -> None:
        club, clerk = self.here.scorer, self.here.clerk
        self._papers()
        clubs.transfer(self.players[14], self.elmby, date(2026, 10, 1), actor=clerk, at=moment(10, 1))
        self.close(9)
        terms = {"green event": "ebu congress", "minimum": "6", "places": "2", "points": "green", "top": "12"}
        congress = night(pairs([*self.players, *self.guests]), begins=date(2026, 10, 17), name="Great congress")
        congress = congress._replace(status="national", facts=tuple(sorted(terms.items())))
        self.submit(self.here.national, congress, clerk)
        self.night(date(2026, 11, 10))
        self.close(10)
        self.close(11)
        event = of_boards(night(pairs(self.players), begins=date(2026, 12, 22), name="Club pairs"), 36)
        event = event._replace(major_championship=True)
        self.submit(self.oakby, event, club, planned=self.planned["Club pairs"])
        with pytest.raises(QuotaUsedUp, match=r"§ 1\.2\.4"):
            self.submit(self.oakby, event._replace(name="More pairs"), club)
        left = {each.what: (each.used, each.left) for each in quotas_left(self.oakby, date(2026, 12, 31))}
        assert left == {
            "Ladders": (3, 0),
            "Major championships for pairs": (1, 0),
            "Major championships for teams": (0, 1),
            "Blue events": (2, 0),
        }
        self.close(12)
        self._report()
        self._others()

    def _papers(self) -> None:
        """After its events the club owes fee, file and statement; they are told until they came (1.5.3)."""
        asked = Application.objects.get(number="A2026-00001")
        owed = [each.owed.name for each in obligations.overdue(date(2026, 10, 1), self.oakby)]
        assert sorted(owed) == sorted(3 * ["event statement", "licence fee", "results file"])
        papers = [each.owed.name for each in obligations.debts(asked)]
        obligations.hand_in(asked, papers, date(2026, 9, 30), actor=self.here.clerk, at=moment(10, 1))
        assert len(obligations.overdue(date(2026, 10, 1), self.oakby)) == 6

    def _report(self) -> None:
        year = report_period.read("2026")
        assert year is not None
        found = report(self.above, year)
        events = [(str(each.submission.competition), each.players, dict(each.units)) for each in found.events]
        nights = [each for each in events if each[0] in ("Tuesday pairs", "Wednesday pairs")]
        assert nights.count(("Tuesday pairs", 6, {"local": 72})) == 8
        assert [each for each in events if each not in nights] == [
            ("March Blue", 6, {"blue": 72}),
            ("Spring ladder", 8, {"local": 320}),
            ("Spring Open", 6, {"local": 108}),
            ("Second Open", 6, {"local": 144}),
            ("County Green", 14, {"green": 1620}),
            ("July Blue", 6, {"blue": 72}),
            ("Summer ladder", 8, {"local": 320}),
            ("Third ladder", 8, {"local": 320}),
            ("Club pairs", 8, {"local": 180}),
        ]
        assert len(found.promotions) == 25
        assert [(each.rank, each.reached) for each in found.promotions if each.player == self.players[1]] == [
            ("Local Master", date(2026, 3, 7)),  # five nights and a blue event of 18
            ("Club Master", date(2026, 4, 28)),  # 138, and 64 of the ladder
            ("Area Master", date(2026, 8, 25)),
            ("District Master", date(2026, 10, 17)),
        ]
        assert [(each.place, each.name, each.units) for each in found.standings[:4]] == [
            (1, "Ado Bem", 1997),
            (2, "Cor Dax", 1827),
            (3, "Elu Fin", 1068),
            (3, "Gat Hob", 1068),
        ]
        gold = gold_of(self.players[0], date(2027, 1, 12))
        assert gold is not None
        assert (gold.value, gold.clause) == (240, "2.5.1")  # a fifth of 12.00 in one event; 1.50 brings none

    def _others(self) -> None:
        """The county reads its year; another county has none of it."""
        at = moment(1, 13, 2027)
        year = report_period.read("2026")
        assert year is not None
        ash = office.organisation(self.here.federation, "20", "Ashshire", KIND.REGION, self.here.national)
        neighbour = self.officer(ash, "nora")
        assert (report(ash, year).events, report(ash, year).players) == ([], [])
        browser = self.browser(neighbour, at)
        assert browser.get(f"/club/{self.oakby.pk}/reports/?period=2026").status_code == 404
        assert browser.get(f"/club/{self.above.pk}/clubs/").status_code == 404
        assert "Club pairs" in self.page(self.here.secretary, f"/club/{self.above.pk}/reports/?period=2026", at)
        assert "There are no honours for this year" in self.page(self.here.clerk, "/honours/?year=2026", at)


@pytest.mark.slow
def test_a_county_and_its_clubs_live_through_a_year(oakshire: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    year = CountyYear(oakshire, monkeypatch)
    worked_out = []
    for quarter in (year.winter, year.spring, year.summer, year.autumn):
        quarter()
        worked_out.append(year.verified())
    assert worked_out == [8, 14, 18, 21]
