"""A club over a season: a cup match by match, and the ladder of the year."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.ways import story
from tests.register.season import file_of, night
from tests.web.cast import Role
from tests.web.club.files import NUMBERS, seats

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way

TEAMS = ("Oaks", "Elms", "Firs", "Yews")
FIRST_GAME = date(2026, 9, 1)
GAMES = 6


def _start(page: Page, kind: str, name: str) -> None:
    page.goto("/club/3/")
    page.get_by_role("link", name="Season events").click()
    page.get_by_role("link", name=kind, exact=True).click()
    page.get_by_label("Name of the event").fill(name)


def _submit(page: Page) -> None:
    """Submit what the page of the awards shows, and go back to the season."""
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_text("Your reference")).to_be_visible()


@story(13)
def test_story_13_a_knock_out_over_a_season(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/3/", Role.SCORER)
    _start(page, "Knock-out", "Winter Cup")
    page.get_by_label("First day").fill("1 September 2026")
    page.get_by_label("Boards of a match").fill("24")
    page.get_by_label("Teams", exact=True).check()
    for row, team in enumerate(TEAMS):
        of_team = page.get_by_role("group", name=f"Row {row + 1}", exact=True)
        of_team.get_by_label("Team").fill(team)
        for seat, number in enumerate(NUMBERS[4 * row : 4 * row + 4]):
            of_team.get_by_label("Number", exact=True).nth(seat).fill(number)
    page.get_by_role("button", name="Start this event").last.click()
    season = page.url
    page.get_by_role("link", name="Add the next round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Semi-finals")
    page.get_by_label("Day of this round").fill("2026-09-08")
    for row, (one, other) in enumerate((TEAMS[:2], TEAMS[2:])):
        match = page.get_by_role("group", name=f"Match {row + 1}", exact=True)
        match.get_by_label("First", exact=True).select_option(one)
        match.get_by_label("Second, or empty for a bye").select_option(other)
    way.look(page)
    page.get_by_role("button", name="Save this round").click()
    for one, other in (TEAMS[:2], TEAMS[2:]):
        page.get_by_role("link", name=re.compile(f"Enter the result ?: {one} – {other}")).click()
        page.get_by_label("Result").select_option(label=f"{one} won")
        page.get_by_role("button", name="Save this match").click()
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("heading", name="Points not due yet")).to_be_visible()
    way.look(page)
    _submit(page)
    ado = way.open(open_page, "/record/", Role.PLAYER)
    pending = ado.get_by_role("region", name="Pending points")
    expect(pending).to_contain_text("27")
    expect(pending).to_contain_text("Due when Oaks is out, or the event is over (§ 3.4.1)")
    way.look(ado)
    page.goto(season)
    page.get_by_role("link", name="Add the next round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    page.get_by_label("Day of this round").fill("2026-09-15")
    expect(page.get_by_label("First", exact=True)).to_have_value("Oaks")
    page.get_by_label("Result").select_option("1")
    page.get_by_role("button", name="Save this round").click()
    way.look(page)
    page.get_by_role("button", name="Show me the awards").click()
    _submit(page)
    ado.reload()
    expect(ado.get_by_role("region", name="Pending points")).to_have_count(0)
    expect(ado.get_by_role("link", name="Why 65 points? Winter Cup")).to_have_count(1)  # 27 and 38
    expect(ado.get_by_role("list", name="Totals by colour")).to_contain_text("+89 provisional")


def _game(number: int) -> FilePayload:
    """A club night with percentages."""
    event = night(seats(), begins=FIRST_GAME + timedelta(weeks=number), name="Tuesday duplicate")
    (stage,) = event.stages
    (field,) = stage.fields
    scored = tuple(each._replace(place=None, score=60 - 3 * at) for at, each in enumerate(field.contestants))
    stage = stage._replace(fields=(field._replace(contestants=scored),))
    content = file_of(event._replace(stages=(stage,)))
    return {"name": f"game-{number}.yaml", "mimeType": "text/yaml", "buffer": content}


def _ladder(page: Page, name: str) -> None:
    """Run a ladder over the six games."""
    _start(page, "Ladder", name)
    page.get_by_label("First day").fill("1 September 2026")
    page.get_by_label("Pairs", exact=True).check()
    page.get_by_label("Results that count").fill(str(GAMES))
    page.get_by_label("Boards of a game").fill("24")
    page.get_by_role("button", name="Start this event").last.click()
    for _each in range(GAMES):
        page.get_by_role("link", name="Add a game").click()
        page.get_by_role("button", name="Add this game").click()
    expect(page.get_by_text(f"{GAMES} games so far.")).to_be_visible()
    page.get_by_role("button", name="The season is over").click()
    page.get_by_role("button", name="Show me the awards").click()


@story(14)
def test_story_14_the_ladder_of_the_year(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/3/upload/", Role.SECRETARY)
    page.get_by_label("Choose results files").set_input_files([_game(number) for number in range(GAMES)])
    page.get_by_role("button", name="Read these files").click()
    page.get_by_role("button", name=f"Submit these {GAMES} events").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{GAMES} events are submitted")
    _ladder(page, "Autumn ladder")
    points = [each.inner_text().split()[0] for each in page.locator("table.awards .points").all()]
    assert points == ["32", "16"]  # four full tables: two awards of 16 (§ 4.11.6)
    way.look(page)
    _submit(page)
    _ladder(page, "Christmas ladder")
    _submit(page)
    page.goto("/club/3/")
    expect(page.get_by_role("row").filter(has_text="Ladders")).to_contain_text("2 of 2")
    _ladder(page, "One ladder more")
    expect(page.get_by_text("Used up")).to_be_visible()
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_role("alert")).to_contain_text("§ 1.2.3")
    way.look(page)
    page.goto("/club/3/")
    expect(page.get_by_role("row").filter(has_text="Ladders")).to_contain_text("2 of 2")
