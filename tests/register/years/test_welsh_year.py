"""A year of the Welsh office, an area and its clubs: licences, entitlements between two meetings, visitors, ranks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.record import VisitorFacts
from overtrick.register.applications import conversions, draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer
from overtrick.register.competitions.decide import approve, send_back
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submission_findings import Unanswered
from overtrick.register.competitions.submit import NotTheirs, QuotaUsedUp
from overtrick.register.corrections import confirm
from overtrick.register.decisions import decide
from overtrick.register.ledger.models import Entry
from overtrick.register.membership import forwarding, renewal, visitors
from overtrick.register.organisations import tree
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import reinstate
from overtrick.register.people.duplicates import Applicant
from overtrick.register.planning import meetings
from overtrick.register.planning.plan import NotPlanned, PlanTold
from overtrick.register.queries import desks, threads
from overtrick.register.ranks import late_files
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.ranks.gold import gold_of
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from tests.register import season
from tests.register.ranks.test_close_month import had
from tests.register.season import KIND, balance, members, night, pairs
from tests.register.years.a_year import Year, ladder, moment, of_boards

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.register.programme.models import PlannedEvent
    from tests.register.season import Union
    from tests.worlds import Founded

pytestmark = pytest.mark.postgres

MEETING = date(2026, 3, 20)
GREENS = {
    "March Green": date(2026, 3, 14),  # of the year before the meeting
    "Spring Green": date(2026, 4, 18),
    "May Green": date(2026, 5, 16),
    "June Green": date(2026, 6, 20),
    "July Green": date(2026, 7, 18),
    "Autumn Green": date(2026, 9, 19),
}
GREEN = {"boards": "36", "green event": "pairs"}
MAJOR = {"boards": "36", "restricted": "no", "green event": "pairs"}
APPLIED = {
    "event": "Spring Green", "first_day": "2026-04-18", "time": "11 am", "venue": "Village hall",
    "format": "Pairs, two sessions", "expected": "14", "from_outside": "none", "status_sought": "green",
    "director": "Ado Bem", "special": "none", "sponsored": "no", "activities": "none", "charity_or_tour": "no",
    "congress": "no",
}  # fmt: skip
Status = Submission.Status


@pytest.fixture
def wales(founded: Founded) -> Union:
    return founded(season.opened, "north", "wbu", membership_year="1 September", temporary_numbers="92")


class WelshYear(Year):
    """The year of the area, its clubs and the office, quarter by quarter."""

    planned: dict[str, PlannedEvent]

    def night(self, day: date) -> None:
        """Play a club night at Oakby."""
        self.submit(self.oakby, night(pairs(self.players), begins=day), self.here.scorer)

    def green(self, name: str, category: str = "B") -> Event:
        """Play a green event of the area: fourteen pairs, 36 boards."""
        facts = {"points": "green", "green event": "pairs", "category": category}
        event = of_boards(night(pairs([*self.players, *self.guests]), begins=GREENS[name], name=name), 36)
        return event._replace(status="area", facts=tuple(sorted(facts.items())))

    # --- January to March ----------------------------------------------------------------------------------------

    def winter(self) -> None:
        day, entered = date(2025, 12, 31), date(2026, 1, 4)
        had(self.here, self.players[0], day, entered=entered, local=165)
        had(self.here, self.players[8], day, entered=entered, local=5000, green=700, blue=1000)
        self._programme()
        self._licences()
        self._new_club()
        for day in (date(2026, 1, 13), date(2026, 1, 20)):
            self.night(day)
        seats = pairs(self.players)
        self.submit(self.oakby, night(seats, begins=date(2026, 1, 27)), self.here.scorer, moment(2, 9))
        late = night(seats, begins=date(2026, 1, 28), name="Wednesday pairs")
        self.submit(self.oakby, late, self.here.scorer, moment(2, 10))
        assert [balance(each) for each in self.players[1:8]] == [72, 48, 48, 24, 24, 0, 0]  # 18, 12 and 6 a night
        done = self.close(1)
        assert done.submissions == 3
        (promoted,) = done.promotions  # 165 and 18 are 183, and 18 more are 201
        assert (str(promoted.player), promoted.rank, promoted.reached) == (
            "Ado Bem", "Club Master", date(2026, 1, 20),
        )  # fmt: skip
        (after,) = late_files.after_close(self.here.federation, date(2026, 1, 1))
        assert (after.submission.competition.name, after.final_with) == ("Wednesday pairs", None)
        self.close(2)
        (after,) = late_files.after_close(self.here.federation, date(2026, 1, 1))
        assert after.final_with == date(2026, 2, 1)
        self._unlicensed()

    def _programme(self) -> None:
        club, area = self.here.scorer, self.here.secretary
        for day in (date(2025, 3, 20), MEETING):
            meetings.note(self.above, day, actor=area, at=moment(1, 4))
        told = [(self.above, PlanTold("area green event", name, day, day, GREEN), area) for name, day in GREENS.items()]
        final, spring, summer = date(2026, 11, 7), date(2026, 4, 28), date(2026, 8, 25)
        told += [
            (self.above, PlanTold("area pairs championship", "Area pairs", final, final, MAJOR), area),
            (self.oakby, PlanTold("club ladder", "Spring ladder", date(2026, 1, 6), spring, {}), club),
            (self.oakby, PlanTold("club ladder", "Summer ladder", spring, summer, {}), club),
        ]
        self.planned = {each.name: self.plans(whose, each, actor) for whose, each, actor in told}
        more = date(2026, 10, 17)
        for whose, each, actor, clause in (
            (self.above, PlanTold("area green event", "One more", more, more, GREEN), area, "5.2.3"),
            (self.oakby, PlanTold("club ladder", "One more", summer, more, {}), club, "5.1.2"),
        ):
            with pytest.raises(NotPlanned) as refused:
                self.plans(whose, each, actor)
            assert refused.value.clause == clause
        shown = self.page(area, f"/club/{self.above.pk}/programme/", moment(4, 1))
        assert "Autumn Green" in shown

    def _licences(self) -> None:
        area, clerk = self.here.secretary, self.here.clerk
        asked = self.apply(self.above, "green event", APPLIED, area, moment(1, 10))
        outcomes.ask_back(asked, Answer("Which hall?"), actor=clerk, at=moment(1, 12))
        asked.refresh_from_db()
        assert draft.answer(asked, {"venue": "Church hall"}, actor=area, at=moment(1, 13)) == {}
        asked = send.send(asked, actor=area, at=moment(1, 13))
        with pytest.raises(NotAllowed):
            outcomes.grant(asked, Answer(typed={"points": "green", "category": "B"}), actor=area, at=moment(1, 14))
        with pytest.raises(outcomes.NotStated):
            outcomes.grant(asked, Answer(), actor=clerk, at=moment(1, 14))
        stated = {"points": "green", "category": "B", "conditions": "Screens are not used"}
        granted = outcomes.grant(asked, Answer(typed=stated), actor=clerk, at=moment(1, 15))
        assert granted.licence is not None
        assert (granted.licence.conditions, granted.licence.ends) == ("Screens are not used", None)
        assert granted.licence.states == {"points": "green", "category": "B"}
        assert [each.outcome for each in decide.about(granted)] == ["asked back", "granted"]
        told = {**APPLIED, "event": "March Green", "first_day": "2026-03-14"}
        second = self.apply(self.above, "green event", told, area, moment(1, 16))
        refused = outcomes.refuse(second, Answer("Too near the meeting"), actor=clerk, at=moment(1, 17))
        assert (refused.state, decide.about(refused).get().clause) == (Application.State.REFUSED, "5.6 area green")
        for name in ("June Green", "July Green", "Autumn Green"):
            told = {**APPLIED, "event": name, "first_day": str(GREENS[name])}
            more = self.apply(self.above, "green event", told, area, moment(1, 16))
            outcomes.grant(more, Answer(typed=stated), actor=clerk, at=moment(1, 17))
        told = {"event": "Guest night", "first_day": "2026-05-12", "venue": "Village hall", "who": "Everybody"}
        guests = self.apply(self.oakby, "event open to non-members", told, self.here.scorer, moment(1, 18))
        allowed = outcomes.grant(guests, Answer(typed={"conditions": "Twelve tables"}), actor=area, at=moment(1, 19))
        assert allowed.licence is not None
        assert (allowed.licence.granted_by, allowed.licence.conditions) == (area, "Twelve tables")

    def _new_club(self) -> None:
        """Yewby plays before it is affiliated, and then through its area (5.1)."""
        area, clerk = self.here.secretary, self.here.clerk
        yewby = tree.add(self.here.federation, "102", "Yewby", KIND.CLUB, self.above, actor=clerk, at=moment(1, 6))
        hugh = self.officer(yewby, "hugh")
        listed = members(self.here.federation, yewby, [f"Yew {name}" for name in ("Aa", "Bo", "Cy", "Du", "El", "Fu")])
        event = night(pairs([*listed, *self.guests[:6]]), begins=date(2026, 2, 3), name="Yewby pairs")
        with pytest.raises(Unanswered, match="Yewby is not affiliated on the day of play"):
            self.submit(yewby, event, hugh)
        told = {"how_often": "On Tuesdays", "venue": "Yewby hall", "online_only": "no"}
        asked = self.apply(yewby, "affiliation", told, hugh, moment(2, 5))
        stated = {"begins": "2026-02-10", "ends": "2026-12-31"}
        with pytest.raises(outcomes.AgainstTheRules):
            outcomes.grant(asked, Answer(typed=stated), actor=clerk, at=moment(2, 6))
        outcomes.support(asked, supported=True, why="", actor=area, at=moment(2, 6))
        outcomes.grant(asked, Answer(typed=stated), actor=clerk, at=moment(2, 7))
        done = self.submit(yewby, event._replace(begins=date(2026, 2, 10)), hugh)
        assert done.submission.status == Status.APPROVED

    def _unlicensed(self) -> None:
        """The licence of March was refused: the points wait for the office, and the area cannot allow them itself."""
        area, clerk = self.here.secretary, self.here.clerk
        event, said = self.green("March Green"), {"licence-missing": "It was announced in the calendar"}
        held = self.submit(self.above, event, area, planned=self.planned["March Green"], said=said).submission
        assert (held.status, held.held_for, balance(self.players[0], "green")) == (Status.SUBMITTED, "office", 0)
        assert "5.6 area green" in held.held_back
        with pytest.raises(NotAllowed):
            approve(held, area, moment(3, 16), "It was announced")
        browser = self.browser(clerk, moment(3, 17))
        answer = browser.post(f"/office/submissions/{held.pk}/approve/", {"allowed": "Announced before the refusal"})
        assert answer.status_code == 302
        held.refresh_from_db()
        assert (held.status, held.reason, held.decided_by) == (
            Status.APPROVED, "Announced before the refusal", clerk,
        )  # fmt: skip
        assert [balance(each, "green") for each in self.players[:8:2]] == [325, 165, 116, 91]

    # --- April to June -------------------------------------------------------------------------------------------

    def spring(self) -> None:
        club, area, clerk = self.here.scorer, self.here.secretary, self.here.clerk
        self.close(3)
        self._green_within("Spring Green")
        spring = ladder(pairs(self.players), "Spring ladder", date(2026, 4, 28))
        assert not self.submit(self.oakby, spring, club, planned=self.planned["Spring ladder"]).beyond
        self._above_its_level()
        self.close(4)
        # The licence of the event in spring lasts as long as that is held, and is for no other (5.6 retention).
        said = {"licence-missing": "We have one for the spring"}
        may = self.submit(
            self.above, self.green("May Green"), area, planned=self.planned["May Green"], said=said
        ).submission
        assert (may.held_for, "5.6 area green" in may.held_back) == ("office", True)
        approve(may, clerk, moment(5, 20), "Granted by telephone")
        self.close(5)
        self._conversion()
        self._green_within("June Green")

    def _green_within(self, name: str) -> None:
        done = self.submit(self.above, self.green(name), self.here.secretary, planned=self.planned[name])
        assert (done.submission.status, done.submission.held_back) == (Status.APPROVED, "")

    def _above_its_level(self) -> None:
        """A club's event at Area is the area's to allow; its green points are nobody's; category A is the union's."""
        club, area, clerk = self.here.scorer, self.here.secretary, self.here.clerk
        above = night(pairs(self.players), begins=date(2026, 5, 5), name="Area night", status="area")
        before = balance(self.players[0])
        held = self.submit(self.oakby, above, club, said={"issued-by-another": "The area asked us"}).submission
        assert (held.held_for, "§ 2.6.2 area/national" in held.held_back) == ("above", True)
        with pytest.raises(NotAllowed):
            approve(held, self.here.stranger, moment(5, 7), "Why not")
        assert "Area night" in self.page(area, f"/club/{self.above.pk}/approvals/", moment(5, 7))
        approve(held, area, moment(5, 8), "Our heat at their club")
        assert balance(self.players[0]) - before == 36  # 18 at Club, twice that at Area
        with pytest.raises(NotTheirs, match=r"§ 4\.2\.1\.3"):
            self.submit(self.oakby, self.green("May Green"), club)
        raised = self.green("May Green", "A")._replace(name="Raised", begins=date(2026, 5, 9))
        said = {"issued-by-another": "We hope for it", "licence-missing": "We hope for that too"}
        waits = self.submit(self.above, raised, area, said=said).submission
        assert (waits.held_for, "§ 4.2.1.1 A" in waits.held_back) == ("office", True)
        send_back(waits, clerk, moment(5, 11), "It is of category B, and not licensed")
        waits.refresh_from_db()
        assert waits.status == Status.RETURNED

    def _conversion(self) -> None:
        """Quo Rab's blue points become green for Premier Master: asked for, proposed, and confirmed by another."""
        quo = self.players[8]
        assert [balance(quo, colour) for colour in ("green", "blue")] == [907, 1000]  # 7.00, and 0.69 three times
        conversions.ask(quo, "Premier Master", actor=self.account(quo), at=moment(6, 13))
        proposed = conversions.propose(quo, "Premier Master", self.here.clerk, moment(6, 14))
        confirm.confirm(proposed, self.here.second, moment(6, 15))
        assert [balance(quo, colour) for colour in ("green", "blue")] == [1240, 1]

    # --- July to September ---------------------------------------------------------------------------------------

    def summer(self) -> None:
        club, seats = self.here.scorer, pairs(self.players)
        self._visitor()
        self.close(6)
        self._question()
        self._green_within("July Green")
        self.close(7)
        leaves = self.players[15]
        browser, page = self.browser(self.secretary, moment(8, 20)), f"/club/{self.oakby.pk}/members/renewal/"
        assert browser.post(page, {"player": [leaves.pk], "sure": "yes"}).status_code == 302
        summer = ladder(seats, "Summer ladder", date(2026, 8, 25))
        self.submit(self.oakby, summer, club, planned=self.planned["Summer ladder"])
        with pytest.raises(QuotaUsedUp, match=r"Ladders, 2 \(§ 5\.1\.2\)"):
            self.submit(self.oakby, summer._replace(name="Third ladder"), club)
        run = renewal.run(2026, actor=self.here.clerk, at=moment(9, 1))
        assert run.counts == {"renewed": 33, "lapsed": 1, "clubs_unheard": 2}
        won = self.submit(self.oakby, night([seats[-1], *seats[:-1]], begins=date(2026, 9, 8)), club)
        held = HeldCredit.objects.get(player=leaves)
        assert (won.held, held.units, held.released, balance(leaves)) == (1, 18, None, 0)
        self.close(8)
        self._green_within("Autumn Green")

    def _visitor(self) -> None:
        """A member of the EBU plays under that number at Oakby; what was won is forwarded (2.6.5 p3)."""
        day = date(2026, 7, 7)
        facts = VisitorFacts("EBU", "123456")
        made = visitors.enter(Applicant("Zeb", "Quill"), facts, self.oakby, day, actor=self.secretary, at=moment(7, 7))
        assert made.player is not None
        seats = pairs([self.players[2], made.player, *self.players[4:], *self.players[:2]])
        self.submit(self.oakby, night(seats, begins=day), self.here.scorer)
        (sent,) = forwarding.entries("EBU", day)
        assert (sent.visitor, sent.event, sent.colour, sent.units) == (made, "Tuesday pairs", "local", 18)
        assert "Quill" in self.page(self.here.clerk, "/office/forwarding/?month=2026-07", moment(8, 1))

    def _question(self) -> None:
        elu = self.players[2]
        asker = self.account(elu)
        entry = Entry.objects.select_related("posting__submission").get(player=elu, played=date(2026, 7, 7))
        about = threads.About("18 local, Tuesday pairs", entry.pk, entry.posting.submission)
        query = threads.ask(elu, about, "Who is Zeb Quill?", actor=asker, at=moment(7, 14))
        assert list(desks.on_office_desk()) == [query]
        assert "Tuesday pairs" in self.page(self.here.clerk, "/office/questions/", moment(7, 15))
        threads.answer(query, "A guest from England.", actor=self.here.clerk, at=moment(7, 15))
        threads.close(query, actor=asker, at=moment(7, 16))
        assert not desks.on_office_desk().exists()

    # --- October to December -------------------------------------------------------------------------------------

    def autumn(self) -> None:
        area, leaves = self.here.secretary, self.players[15]
        back = reinstate.register_again(leaves, self.oakby, date(2026, 10, 6), actor=self.here.clerk, at=moment(10, 6))
        assert (back.points.released, balance(leaves)) == (1, 18)
        self.close(9)
        sixth = self.green("Autumn Green")._replace(name="Sixth", begins=date(2026, 10, 17))
        with pytest.raises(QuotaUsedUp, match=r"Green events, 5 \(§ 5\.2\.3\)"):
            self.submit(self.above, sixth, area)
        congress = of_boards(self.green("Autumn Green", "A*"), 72)
        congress = congress._replace(name="Welsh congress", begins=date(2026, 10, 24), status="national")
        self.submit(self.here.national, congress, self.here.clerk)
        final = self.green("Autumn Green")._replace(
            name="Area pairs", begins=date(2026, 11, 7), major_championship=True
        )
        done = self.submit(self.above, final, area, planned=self.planned["Area pairs"])
        assert (done.submission.status, done.submission.held_back) == (Status.APPROVED, "")
        left = {each.what: (each.used, each.left) for each in quotas_left(self.above, date(2026, 12, 31))}
        assert (left["Green events"], left["Championships for pairs"]) == ((5, 0), (1, 0))
        for month in (10, 11, 12):
            self.close(month)
        self._report()

    def _report(self) -> None:
        year, at = report_period.read("2026"), moment(1, 13, 2027)
        assert year is not None
        found = report(self.above, year)
        events = [(str(each.submission.competition), each.players, dict(each.units)) for each in found.events]
        assert events.count(("Tuesday pairs", 6, {"local": 72})) == 5
        assert [each for each in events if "green" in each[2]] == [
            (name, 14, {"green": 1676}) for name in (*GREENS, "Area pairs")
        ]
        assert [each for each in events if "local" in each[2] and each[0] != "Tuesday pairs"] == [
            ("Wednesday pairs", 6, {"local": 72}),
            ("Yewby pairs", 4, {"local": 36}),
            ("Spring ladder", 8, {"local": 320}),
            ("Area night", 6, {"local": 144}),
            ("Summer ladder", 8, {"local": 320}),
        ]
        assert [(each.rank, each.reached) for each in found.promotions if each.player == self.players[0]] == [
            ("Club Master", date(2026, 1, 20)),
            ("Area Master", date(2026, 3, 14)),  # 237 local and 3.25 green
            ("District Master", date(2026, 5, 16)),
            ("County Master", date(2026, 10, 24)),
        ]
        assert len(found.promotions) == 39
        assert [(each.place, each.name, each.units) for each in found.standings[:3]] == [
            (1, "Quo Rab", 6692),
            (2, "Ado Bem", 3588),
            (3, "Cor Dax", 3423),
        ]
        gold = gold_of(self.players[0], at.date())
        assert gold is not None
        assert (gold.value, gold.clause) == (180, "2.7.3 decay")  # a fifth of 9.00 in one event; 3.25 brings none
        ranks = [rank_of(self.players[each], at.date()).standing.rank for each in (0, 1, 8)]
        assert ranks == ["County Master", "County Master", "Premier Master"]
        assert "Area pairs" in self.page(self.here.secretary, f"/club/{self.above.pk}/reports/?period=2026", at)
        assert "There are no honours for this year" in self.page(self.here.clerk, "/honours/?year=2026", at)


@pytest.mark.slow
def test_an_office_in_wales_lives_through_a_year(wales: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    year = WelshYear(wales, monkeypatch)
    worked_out = []
    for quarter in (year.winter, year.spring, year.summer, year.autumn):
        quarter()
        worked_out.append(year.verified())
    assert worked_out == [6, 11, 16, 18]
