"""The programme on the pages: planned, refused with its clause, copied, cancelled; results that belong to it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import clear_script_prefix

from overtrick.register.applications.models import Application
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Submission
from overtrick.register.planning import plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.scoping import scope
from overtrick.web import access
from tests.register import office
from tests.register.season import NIGHT, night, pairs, send, union
from tests.web.cast import LATE_IN_MAY, Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
LADDER = {
    "kind": "ladder", "name": "Autumn ladder", "begins": "2026-09-01", "ends": "2026-12-01",
    "play": "pairs", "ranks": "pairs", "method": "points earned", "results": "6",
}  # fmt: skip
BLUE = {
    "kind": "blue event", "name": "Summer pairs", "begins": "2026-08-01",
    "entry": "members", "sessions": "2", "online": "no", "from outside": "no",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


def text(client: Client, address: str) -> str:
    return " ".join(unescape(client.get(address).content.decode()).split())


def posted(client: Client, address: str, told: dict[str, str], status: int = 200) -> str:
    answer = client.post(address, told, follow=True)
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


@pytest.mark.duty("D18", "ebu")
def test_a_ladder_is_planned_and_the_quota_says_what_is_planned_and_left(cast: Cast, log_in: LogIn) -> None:
    client, club = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/programme/"
    assert "Nothing is planned for this year yet" in text(client, club)
    assert "Final of a ladder" in text(client, f"{club}new/")
    page = posted(client, f"{club}new/", LADDER)
    assert "Autumn ladder is on the programme." in page
    assert "What the handbook says" in page
    assert "takes 1, 1 left" in page
    listed = text(client, club)
    assert "Autumn ladder" in listed
    assert 'data-label="Planned">1</td>' in listed
    csv = client.get(f"{club}?as=csv").content.decode()
    assert "2026-09-01,Autumn ladder,Ladder,2026-12-01" in csv
    calendar = client.get(f"{club}calendar.ics")
    assert calendar["Content-Type"].startswith("text/calendar")
    assert b"DTSTART;VALUE=DATE:20260901\r\nDTEND;VALUE=DATE:20261202\r\nSUMMARY:Autumn ladder" in calendar.content


def test_the_third_ladder_is_refused_with_its_clause_and_what_was_typed_stays(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/programme/new/"
    for name in ("One", "Two"):
        posted(client, address, {**LADDER, "name": name})
    page = posted(client, address, {**LADDER, "name": "Three"}, 422)
    assert "0 left of 2: 2 ladders a year." in page
    assert 'value="Three"' in page
    assert "/clause/1.2.3/" in page
    assert PlannedEvent.objects.count() == 2
    clerk = log_in(Role.OFFICE)
    page = posted(clerk, address, {**LADDER, "name": "Three", "because": "jubilee of the club"})
    assert "The office allows it although the handbook speaks against it: jubilee of the club" in page


def test_everything_that_is_missing_is_told_at_once_and_a_look_says_nothing_of_it(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/programme/new/"
    wrong = {**LADDER, "name": "", "begins": "31 of May", "results": "many", "play": ""}
    page = posted(client, address, wrong, 422)
    for said in ("Enter a name for the event", "Give a whole number from 1 to 200", "Answer this: What is played?"):
        assert said in page
    assert 'value="many"' in page
    looked = posted(client, address, {"kind": "regular game", "look": "yes", "divided": "sections"})
    assert "How are players put into sections?" in looked
    assert "There is a problem" not in looked
    assert looked.count("hx-preserve") == 3  # the name and both days
    assert "How many categories are there?" not in looked


@pytest.mark.duty("D20", "ebu")
@pytest.mark.duty("D27", "ebu")
def test_what_needs_leave_says_so_and_begins_an_application_filled_in_from_the_plan(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.SCORER)
    page = posted(client, f"/club/{cast.union.club.pk}/programme/new/", BLUE)
    assert "It needs leave of Bridge Union of North: blue event" in page
    row = PlannedEvent.objects.get()
    page = posted(client, f"/club/{cast.union.club.pk}/programme/{row.pk}/leave/", {})
    assert "The application is begun" in page
    made = Application.objects.get(title="Summer pairs")
    assert (made.kind, made.title, made.first_day) == ("blue event", "Summer pairs", date(2026, 8, 1))
    assert made.answers["from_outside"] == "no"
    assert "Leave asked for" in text(client, f"/club/{cast.union.club.pk}/programme/")
    within = {**BLUE, "name": "June pairs", "begins": "2026-06-20"}  # licence L-77 runs in June
    page = posted(client, f"/club/{cast.union.club.pk}/programme/new/", within)
    assert "Licence L-77 is on record." in page


def test_an_event_is_changed_and_cancelled_and_last_year_s_are_copied(cast: Cast, log_in: LogIn) -> None:
    client, club = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/programme/"
    posted(client, f"{club}new/", LADDER)
    row = PlannedEvent.objects.get()
    page = posted(client, f"{club}{row.pk}/change/", {**LADDER, "name": "Winter ladder", "revision": "1"})
    assert "Winter ladder" in page
    page = posted(client, f"{club}{row.pk}/change/", {**LADDER, "revision": "1"}, 422)
    assert "Somebody has changed Winter ladder in the meantime." in page
    assert "Winter ladder" in text(client, f"{club}copy/?year=2027-01")
    assert "Events planned: 1" in posted(client, f"{club}copy/?year=2027-01", {})
    assert PlannedEvent.objects.latest("pk").begins == date(2027, 8, 31)
    assert "Enter why it is cancelled" in posted(client, f"{club}{row.pk}/cancel/", {}, 422)
    assert "is cancelled." in posted(client, f"{club}{row.pk}/cancel/", {"why": "no hall", "revision": "2"})
    assert "Cancelled" in text(client, club)


def planned_major(cast: Cast) -> PlannedEvent:
    told = PlanTold(
        "major championship", "Club pairs", NIGHT, NIGHT, {"play": "pairs", "boards": "36", "restricted": "no"}
    )
    return plan.plan(cast.union.club, told, actor=cast.union.scorer, at=LATE_IN_MAY)


def test_results_are_proposed_for_the_planned_event_and_take_over_what_was_told(cast: Cast, log_in: LogIn) -> None:
    told = PlanTold("blue event", "Blue night", NIGHT, NIGHT, {"entry": "members", "sessions": "1"})
    row = plan.plan(cast.union.club, told, actor=cast.union.scorer, at=LATE_IN_MAY)
    draft = send(cast.union, night(pairs(cast.union.players), name="Tuesday"), at=LATE_IN_MAY).submission
    assert draft is not None
    client, address = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/submissions/{draft.pk}/"
    page = text(client, f"{address}preview/")
    assert "No event of your programme" in page
    assert 'value="none" checked' in page, "the plan has another name"
    page = posted(client, f"{address}planned/", {"planned": str(row.pk)})
    assert "Blue night</a>, planned for 12 May 2026 (chosen by somebody)" in page
    fresh = Submission.objects.get(competition=draft.competition)
    assert fresh.event is not None
    event = event_store.event_of(fresh.event)
    assert (event.fact("points"), event.status) == ("blue", "district")
    assert ["the programme", "facts", "points", "blue"] in fresh.answers
    address = f"/club/{cast.union.club.pk}/submissions/{fresh.pk}/"
    page = posted(client, f"{address}planned/", {"planned": "none"})
    assert "No event of your programme" in page


def test_a_plan_that_the_results_contradict_is_told_and_changes_nothing(cast: Cast, log_in: LogIn) -> None:
    row = planned_major(cast)
    draft = send(cast.union, night(pairs(cast.union.players), name="Club pairs"), at=LATE_IN_MAY).submission
    assert draft is not None
    client, address = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/submissions/{draft.pk}/"
    page = text(client, f"{address}preview/")
    assert "(found by its name and day)" in page
    assert "major championship: yes on the programme, no in these results" in page
    page = posted(client, f"{address}planned/", {"planned": str(row.pk)})
    assert "they do not go with what was told about it" in page
    assert "(chosen by somebody)" in page
    fresh = Submission.objects.get(pk=draft.pk)
    assert fresh.event is not None
    assert not event_store.event_of(fresh.event).major_championship


def test_nobody_else_plans_and_no_plan_of_another_is_found(cast: Cast, log_in: LogIn) -> None:
    row = planned_major(cast)
    assert log_in(Role.COUNTY).get(f"/club/{cast.union.club.pk}/programme/new/").status_code == 403
    assert log_in(Role.COUNTY).get(f"/club/{cast.union.club.pk}/programme/{row.pk}/").status_code == 200
    assert log_in(Role.OFFICE).get(f"/club/{cast.union.other.pk}/programme/{row.pk}/").status_code == 404


@pytest.mark.duty("D25", "ebu")
def test_categories_are_proposed_by_the_highest_rank_of_the_day(cast: Cast, log_in: LogIn) -> None:
    told = {"divided": "categories", "categories": "2", "by rank": "yes", "lowest ranks": "Club Master"}
    game = PlanTold("regular game", "Stratified pairs", TODAY.date(), TODAY.date(), told)
    row = plan.plan(cast.union.club, game, actor=cast.union.scorer, at=LATE_IN_MAY)
    client, address = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/programme/{row.pk}/"
    assert "Categories of the entrants" in text(client, address)
    ado, elu, gat = cast.union.players[0], cast.union.players[3], cast.union.players[4]
    page = posted(client, f"{address}categories/", {"people": f"{ado.number} & {gat.number}\n{elu.number}\n299999"})
    assert "Category A, by its highest player" in page
    assert "Category B, by its highest player" in page
    assert "We do not know everybody in this line" in page
    assert "Enter the pairs or teams" in posted(client, f"{address}categories/", {}, 422)
    bad = game._replace(answers={**told, "lowest ranks": "Club Master, Local Master"})
    with pytest.raises(plan.NotPlanned, match="ranks of the handbook from the top down"):
        plan.plan(cast.union.club, bad, actor=cast.union.scorer, at=LATE_IN_MAY)


@pytest.mark.duty("D21", "wbu")
@pytest.mark.duty("D27", "wbu")
def test_in_wales_the_year_goes_from_one_general_meeting_to_the_next(cast: Cast) -> None:  # noqa: ARG001 - the database
    west = office.federation("west", "wbu")
    with scope(federation=west):
        here = union(west)
        client = Client()
        client.force_login(here.secretary, "overtrick.web.accounts.backend.NumberOrEmail")
        area = f"/@west/club/{here.county.pk}/programme/"
        assert "1 January 2026 – 31 December 2026" in text(client, area)
        assert "31 of May" in posted(client, f"{area}year/", {"day": "31 of May"}, 422)
        posted(client, f"{area}year/", {"day": "2026-03-14"})
        page = posted(client, f"{area}year/", {"day": "2027-03-20"})
        assert "from 14 March 2026 to 19 March 2027" in page
        assert "14 March 2026 – 19 March 2027" in text(client, area)
        green = {"kind": "area green event", "name": "Congress", "begins": "2026-08-01", "ends": "2026-08-02"}
        page = posted(client, f"{area}new/", {**green, "boards": "72", "closed": "no"})
        assert "It needs leave of Bridge Union of West: green event" in page
        assert "3 of 5 green events left" in page
        late = {**green, "begins": "2026-02-01", "ends": "", "name": "Before the meeting"}  # of the year before
        assert "4 of 5 green events left" in posted(client, f"{area}new/", {**late, "boards": "36"})
        meeting = here.county.general_meetings.earliest("day")
        posted(client, f"{area}year/", {"back": str(meeting.pk)})
        assert here.county.general_meetings.count() == 1
    clear_script_prefix()
