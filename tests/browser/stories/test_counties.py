"""A county, an area or a State: what it authorises, and events of its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Play,
    Schedule,
    Stage,
    StageKind,
    Tally,
)
from tests.browser.red_points import RED_TUESDAY, STATE, STATE_CLUB
from tests.browser.ways import story
from tests.register.season import file_of
from tests.web.cast import Role
from tests.web.club.files import seats

if TYPE_CHECKING:
    from tests.browser.conftest import Office, Open
    from tests.browser.ways import Way


@story(16)
def test_story_16_red_points_above_what_was_authorised_are_held(way: Way, office: Office, open_page: Open) -> None:
    state = way.open(open_page, "/@east/club/", STATE)
    state.get_by_role("link", name="Oakby").first.click()
    state.get_by_role("link", name="Licences").first.click()
    state.get_by_role("link", name="Grant a licence").click()
    state.get_by_label("red points").check()
    state.get_by_label("Number").fill("RP-7")
    state.get_by_label("First day").fill("2026-05-01")
    state.get_by_role("button", name="Grant").click()
    expect(state.get_by_role("alert")).to_contain_text("Enter the total of points, for example 40")
    way.look(state)
    state.get_by_label("Total of points").fill("2")
    state.get_by_role("button", name="Grant").click()
    expect(state.get_by_role("status")).to_contain_text("RP-7 is granted: red points.")
    club = way.open(open_page, "/@east/club/", STATE_CLUB)
    club.get_by_role("link", name="Send results").first.click()
    content = office.files[RED_TUESDAY].encode()
    club.get_by_label("Choose results files").set_input_files(
        {"name": RED_TUESDAY, "mimeType": "text/yaml", "buffer": content}
    )
    club.get_by_role("button", name="Read these files").click()
    club.get_by_role("link", name="Show me the awards").click()
    expect(club.get_by_text("More than authorised")).to_be_visible()
    expect(club.get_by_text("2.02 points, 2.00 are authorised")).to_be_visible()
    expect(club.get_by_text("Nobody gets these points until Oakshire approves them").first).to_be_visible()
    way.look(club)
    club.locator("[name^='answer-']").first.fill("The State said that it would add to them.")
    club.get_by_role("button", name="Submit these awards").click()
    expect(club.get_by_text("These are more points than authorisation RP-7 allows")).to_be_visible()
    event = way.open(open_page, "/@east/events/")
    expect(event.get_by_role("link", name="Red Tuesday")).to_have_count(0)
    state.goto("/@east/club/")
    state.get_by_role("link", name="See what is waiting").click()
    state.get_by_role("link", name="Red Tuesday").click()
    way.look(state)
    state.get_by_label("Why may it be approved?").fill("A second heat was needed.")
    state.get_by_role("button", name="Approve").click()
    event.reload()
    event.get_by_role("link", name="Red Tuesday").first.click()
    expect(event.get_by_text("0.40").first).to_be_visible()


def _two_days() -> bytes:
    """Eight pairs play a Swiss with six matches of seven boards; four of them a final, four a consolation."""
    pairs = [Contestant(" & ".join(each.name for each in pair), pair, at) for at, pair in enumerate(seats(), 1)]
    tallied = tuple(each._replace(tally=Tally(won=7 - at)) for at, each in enumerate(pairs, 1) if at < 7)
    lists = ((*tallied, *pairs[6:]), tuple(pairs[:4]), tuple(each._replace(place=at) for at, each in _after(pairs)))
    kinds = (StageKind.QUALIFYING, StageKind.FINAL, StageKind.CONSOLATION)
    stages = [
        Stage(Play.PAIRS, Schedule(24), (Field("", ranked),), kind) for ranked, kind in zip(lists, kinds, strict=True)
    ]
    stages[0] = stages[0]._replace(schedule=Schedule(42), contest=Contest.SWISS, match_boards=7)
    facts = {"points": "green", "green event": "ebu congress", "top": "6.00", "minimum": "0.50", "places": "4"}
    days = [datetime.now(UTC).date() - timedelta(days=ago) for ago in (20, 19)]  # gold fades
    event = Event("Oakshire Pairs", days[0], tuple(stages), status="county", facts=tuple(sorted(facts.items())))
    return file_of(event._replace(last_day=days[1]))


def _after(pairs: list[Contestant]) -> enumerate[Contestant]:
    return enumerate(pairs[4:], 1)


@story(17)
def test_story_17_a_green_pointed_event_of_two_days(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/", Role.OFFICE)  # a congress of the EBU is its own to submit (6.6)
    page.get_by_role("link", name="Oakshire").first.click()
    page.get_by_role("link", name="Send results").first.click()
    page.get_by_label("Choose results files").set_input_files(
        {"name": "congress.yaml", "mimeType": "text/yaml", "buffer": _two_days()}
    )
    page.get_by_role("button", name="Read these files").click()
    page.get_by_role("link", name="Show me the awards").click()
    tables = page.locator("table.awards")
    paid = [[each.inner_text().split()[0] for each in table.locator(".points").all()] for table in tables.all()]
    assert paid == [["1.50", "1.25", "1.00", "0.75", "0.50", "0.25"], ["6.00", "2.11", "1.28", "0.50"]]
    second = tables.nth(1).locator(".why").nth(1)
    second.locator("summary").first.click()
    expect(second).to_contain_text("Place 2 of 4 on the curve from 6.00 to 0.50")
    expect(second.get_by_role("link", name="§ 6.6").first).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The awards are submitted")
    ado = way.open(open_page, "/record/", Role.PLAYER)
    expect(ado.get_by_role("list", name="Totals by colour")).to_contain_text("+7.50 provisional")
    ado.get_by_role("link", name="Statistics").click()
    ado.get_by_role("link", name="Where they come from, and how they fade").click()
    # 7.50 green points in one event are 1.50 gold (§ 2.5.1), as soon as they are final.
    expect(ado.get_by_text("With the points that are still provisional it will be 1.50.")).to_be_visible()
    way.look(ado)
