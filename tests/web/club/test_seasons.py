"""A season on the pages of a club: a cup, a league, a ladder; and what players and strangers see of it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from overtrick.engine.event import Contest
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.submit import submit
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Entry
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.register.seasons import bracket, note
from overtrick.register.seasons.draft_season import draft, state
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import MOST_ENTRANTS, Entrant, SeasonPlan, read
from overtrick.web.club import season_page
from tests.register.season import members, night, pairs, submitted
from tests.register.season_events import AT, TREES, seat, started, teams, with_game
from tests.web.cast import Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

pytestmark = pytest.mark.django_db


def plain(page: object) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())  # type: ignore[attr-defined]


class Walk:
    """Somebody who walks through the pages of a season event."""

    def __init__(self, client: Client, club: int) -> None:
        self.client, self.club = client, club

    @property
    def season(self) -> SeasonEvent:
        return SeasonEvent.objects.latest("pk")

    def address(self, name: str, *more: int) -> str:
        return reverse(f"club-{name}", args=[self.club, self.season.pk, *more])

    def start(self, contest: str, given: dict[str, str], entrants: tuple[Entrant, ...] = ()) -> str:
        for at, each in enumerate(entrants):
            given |= {f"{at}-team": each.name, f"{at}-division": each.division}
            given |= {f"{at}-number-{seat}": player.number for seat, player in enumerate(each.players)}
        given = {"date": "12 January 2026", "status": "club", "boards": "24", "rows": str(len(entrants))} | given
        address = reverse("club-season-new", args=[self.club, contest])
        return plain(self.client.post(address, given, follow=True))

    def post(self, name: str, given: dict[str, str], *more: int) -> str:
        given = {"revision": str(self.season.revision)} | given
        return plain(self.client.post(self.address(name, *more), given, follow=True))

    def round(self, matches: list[tuple[str, str, str]], day: str = "2026-02-01") -> str:
        given = {"date": day, "rows": str(len(matches))}
        for at, (one, other, outcome) in enumerate(matches):
            given |= {f"{at}-one": one, f"{at}-other": other, f"{at}-outcome": outcome, f"{at}-ended": "played"}
        return self.post("season-round", given)

    def submit(self) -> str:
        """Look at the awards, then submit them; what the page says before, and after."""
        before = plain(self.client.post(self.address("season-act"), {"awards": "yes"}, follow=True))
        draft = Submission.objects.get(status=Submission.Status.DRAFT)
        address = reverse("club-preview", args=[self.club, draft.pk])
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', self.client.get(address).content.decode())
        assert seen is not None, before
        after = plain(self.client.post(address, {"seen": seen[1], "relation": "corrects"}, follow=True))
        assert "Your reference" in after, after
        assert prove().findings == ()
        return before

    def page(self) -> str:
        return plain(self.client.get(self.address("season")))


@pytest.fixture
def walk(cast: Cast, log_in: LogIn) -> Walk:
    return Walk(log_in(Role.SCORER), cast.union.club.pk)


QUARTERS = [("Oaks", "Hazel", "1"), ("Elms", "Limes", "1"), ("Firs", "Pines", "1"), ("Yews", "Ash", "1")]
SEMIS = [("Oaks", "Yews", "1"), ("Elms", "Firs", "1")]


def test_a_cup_is_noted_round_by_round_and_paid_once(cast: Cast, walk: Walk, log_in: LogIn) -> None:
    count = Entry.objects.count()
    assert "Winter Cup has started." in walk.start(
        "knock-out", {"name": "Winter Cup", "play": "teams"}, teams(cast.union)
    )
    form = as_read(walk.client.get(walk.address("season-round")).content.decode())
    assert "<h1>Quarter-finals</h1>" in form
    assert '<option value="Oaks" selected>Oaks</option>' in form
    said = walk.round(QUARTERS)
    assert "Noted. Nothing counts until you submit it." in said
    assert "Some of what you noted is not submitted yet." in said
    before = walk.submit()
    assert "Points not due yet" in before
    assert "Due when Oaks is out, or the event is over § 3.4.1" in before
    assert Entry.objects.count() == count
    page = walk.page()
    assert "Everything you noted is submitted." in page
    assert page.count("Pending") == 4
    public = plain(log_in(Role.ANONYMOUS).get(reverse("event", args=[walk.season.competition_id])))
    assert "Pending for 16 players: this event goes on, and their points are not due yet" in public
    assert public.count("27 Local pending") == 4
    assert "Semi-finals" in walk.round(SEMIS)
    before = walk.submit()
    assert "This adds to them. No entry is reversed." in before
    assert "Who gains" in before
    assert "Who loses" not in before
    page = walk.page()
    assert (page.count("Pending"), page.count("Provisional")) == (2, 2)
    walk.round([("Oaks", "Elms", "1")])
    walk.submit()
    new = Entry.objects.order_by("id").values_list("player__given", "units")[count:]
    assert dict(new) == {"Firs": 27, "Yews": 27, "Oaks": 119, "Elms": 65}
    assert len(new) == 16
    assert "Over" in walk.page()
    # what everybody sees
    public = plain(log_in(Role.ANONYMOUS).get(reverse("event", args=[walk.season.competition_id])))
    assert "Quarter-finals" in public
    assert "Final Oaks won ✓ Elms" in public


def test_a_match_is_entered_later_corrected_and_refused_with_everything_that_is_wrong(cast: Cast, walk: Walk) -> None:
    squad = teams(cast.union, TREES[:4])
    more = members(cast.union.federation, cast.union.club, ["Oaks Eve", "Oaks Fay"])
    larger = (*squad[0].players, *(squad[0].players[0]._replace(name=str(each), number=each.number) for each in more))
    walk.start("knock-out", {"name": "Cup", "play": "teams"}, (squad[0]._replace(players=larger), *squad[1:]))
    wrong = walk.round([("Oaks", "Elms", ""), ("Oaks", "", "")], day="soon")
    assert "There is a problem Enter the day, for example 10 November 2026" in wrong
    wrong = walk.round([("Oaks", "Elms", ""), ("Oaks", "", "")])
    assert "Oaks is 2 times in round 1." in wrong
    assert "Firs is still in. Enter its match in round 1, or give it a bye." in wrong
    page = walk.round([("Oaks", "Elms", ""), ("Firs", "Yews", "1")])
    assert "Enter the result : Oaks – Elms" in page
    assert "Enter the results of this round below." in page
    form = as_read(walk.client.get(walk.address("season-match", 0, 0)).content.decode())
    assert "Who played for Oaks?" in form
    given = {"outcome": "1", "ended": "conceded behind", "score-one": "40", "score-other": "x", "boards": "none"}
    wrong = walk.post("season-match", given, 0, 0)
    assert "Oaks – Elms: enter the boards as a whole number, or leave them empty" in wrong
    wrong = walk.post("season-match", given | {"boards": ""}, 0, 0)
    assert "Oaks and Elms: enter the scores of both sides as numbers, or leave both empty." in wrong
    names = {f"sat-0-name-{at}": each.name for at, each in enumerate(larger)}
    played = {f"sat-0-{at}": "yes" for at in (0, 1, 2, 3)}
    page = walk.post("season-match", given | names | played | {"boards": "", "score-other": "12"}, 0, 0)
    assert "conceded when behind Correct : Oaks – Elms" in page
    before = walk.submit()
    assert "Oaks Ada" in before
    assert "Oaks Eve" not in before.split("Points not due yet")[1].split("What it costs")[0]
    assert walk.client.get(walk.address("season-match", 0, 7)).status_code == 404


def test_a_league_has_its_table_and_is_paid_when_the_season_is_over(cast: Cast, walk: Walk, log_in: LogIn) -> None:
    count = Entry.objects.count()
    given = {"name": "Winter League", "play": "teams", "matches": "5", "by-scores": "no"}
    walk.start("league", given, teams(cast.union, TREES[:6]))
    walk.round([("Oaks", "Elms", "1"), ("Firs", "Yews", "1"), ("Ash", "Pines", "drawn")])
    walk.submit()
    page = walk.round([("Oaks", "Firs", "1")], day="8 February 2026")
    assert "1 Oaks 2 2 0 0 4" in page
    assert "2 Firs 2 1 0 1 2" in page
    walk.submit()
    assert Entry.objects.count() == count
    page = walk.post("season-act", {"end": "yes"})
    assert "The season is over. Check the awards, then submit them." in page
    walk.submit()
    assert dict(Entry.objects.order_by("id").values_list("player__given", "units")[count:])["Oaks"] == 108
    public = plain(log_in(Role.ANONYMOUS).get(reverse("event", args=[walk.season.competition_id])))
    assert "1 Oaks 2 2 0 0 4" in public
    file = walk.client.get(walk.address("season") + "?as=csv").content.decode("utf-8-sig")
    assert file.splitlines()[1] == "1,2026-02-01,Oaks,,Elms,,Oaks,played"
    assert walk.client.get(walk.address("season") + "?as=xlsx").status_code == 200
    assert "Say that it goes on before you change anything." in walk.round([("Oaks", "Ash", "1")])
    assert "The season goes on." in walk.post("season-act", {"go-on": "yes"})
    assert "Nothing has changed in the book." in walk.post("season-act", {"back": "yes"})


def scored(cast: Cast, day: int) -> None:
    """Submit a club night with percentages."""
    ranked = pairs(cast.union.players)
    event = night(ranked, begins=SeasonEvent.objects.latest("pk").begins.replace(month=2, day=day))
    stage = event.stages[0]
    rows = tuple(each._replace(place=None, score=60 - 2 * at) for at, each in enumerate(stage.fields[0].contestants))
    field = stage.fields[0]._replace(contestants=rows)
    submitted(cast.union, event._replace(stages=(stage._replace(fields=(field,)),)))


def test_the_ladder_of_a_year_takes_club_nights_and_its_bonus_comes_at_the_end(cast: Cast, walk: Walk) -> None:
    walk.start("ladder", {"name": "Ladder of the year", "play": "pairs", "counted": "6"})
    for game in range(6):
        scored(cast, game + 1)
        offered = Competition.objects.filter(season_event__isnull=True).latest("pk")
        page = walk.post("season-game", {"event": str(offered.pk)})
        assert f"{game + 1} game" in page
    assert "This event is not offered any more." in walk.post("season-game", {"event": str(offered.pk)})
    assert "1 Ado Bem &amp; Cor Dax 6 60.00 360" in page
    count = Entry.objects.count()
    before = walk.submit()
    # four full tables on average: two awards at 16 for pairs (EBU 4.11.6)
    assert "Due when the series is over: its awards are for the final list § 4.11.1" in before
    assert "1 left" in before or "2 left" in before
    assert Entry.objects.count() == count
    walk.post("season-act", {"end": "yes"})
    walk.submit()
    assert list(Entry.objects.order_by("id").values_list("units", flat=True)[count:]) == [32, 32, 16, 16]


def test_points_are_final_one_by_one_as_their_months_are_closed(cast: Cast) -> None:
    here = cast.union
    ann, bob, cat = map(seat, here.players[:3])
    entrants = Entrant("Ann & Bob", (ann, bob)), Entrant("Ann & Cat", (ann, cat))
    season = started(here, entrants, Contest.LADDER, SeasonPlan("pairs", "club", counted=6))
    for name, score in (("Ann & Bob", "60"), ("Ann & Cat", "55")):
        for _game in range(6):
            season = with_game(here, season, [(name, score)])
        season = note.end(season, season.revision, here.scorer, AT)
        at = AT if name == "Ann & Bob" else AT + timedelta(days=40)
        made = draft(season, here.scorer, at)
        assert made.submission is not None
        submit(made.submission, here.scorer, at, replace=True)
        season = note.go_on(season, season.revision, here.scorer, AT)
        for month in (date(2026, 4, 30), date(2026, 5, 31)):
            close_month.close(here.federation, month, here.clerk, AT + timedelta(days=40))
    listed = season_page.points_of(state(season).counting)
    assert {(each.contestant, each.state) for each in listed} == {
        ("Ann & Cat", season_page.PROVISIONAL),
        ("Ann & Bob", season_page.FINAL),
    }


def test_a_game_of_a_ladder_can_be_entered_by_hand(walk: Walk, cast: Cast) -> None:
    walk.start("ladder", {"name": "Ladder", "play": "pairs", "counted": "1"})
    people = cast.union.players[:4]
    given = {"rows": "2"} | {f"{at // 2}-number-{at % 2}": each.number for at, each in enumerate(people)}
    assert "Noted." in walk.post("season-entrants", given)
    wrong = walk.post("season-game", {"date": "2026-02-01", "tables": "many", "score-0": "58.33", "name": "Tuesday"})
    assert "Tuesday: enter the tables as a number, for example 9.5." in wrong
    page = walk.post("season-game", {"date": "2026-02-01", "tables": "9", "score-0": "58.33", "name": "Tuesday"})
    assert "1 Ado Bem &amp; Cor Dax 1 58.33 58.33" in page


def fields(page: bytes) -> dict[str, str]:
    """The texts of a form as it came."""
    found = re.findall(r'<input type="(?:hidden|text)"[^>]*?name="([^"]+)"\s+value="([^"]*)"', page.decode())
    return dict(found)


def test_the_form_of_who_takes_part_knows_each_row_again(walk: Walk, cast: Cast) -> None:
    listed = teams(cast.union, TREES[:3])
    walk.start("league", {"name": "League", "play": "teams", "matches": "2"}, listed)
    walk.round([("Oaks", "Firs", "1")])
    given = fields(walk.client.get(walk.address("season-entrants")).content)
    cleared = {name: "" for name in given if re.match(r"1-(team|name|number)", name)}
    more = walk.client.post(walk.address("season-entrants"), given | cleared | {"0-team": "Acorns", "more": "yes"})
    given = fields(more.content)
    (late,) = members(cast.union.federation, cast.union.club, ["Late Comer"])
    page = walk.post("season-entrants", given | {"0-number-4": late.number})
    assert "Noted." in page
    notes = read(walk.season.notes)
    assert notes.names == ("Acorns", "Firs")
    assert (notes.fixtures[0].sides, notes.fixtures[0].sat_out) == (("Acorns", "Firs"), (("Late Comer",), ()))
    given = fields(walk.client.get(walk.address("season-entrants")).content)
    cleared = {name: "" for name in given if re.match(r"1-(team|name|number)", name)}
    yews = {f"2-number-{at}": each.number for at, each in enumerate(listed[1].players)}
    refused = walk.post("season-entrants", given | cleared | yews | {"rows": "3", "2-team": "Yews"})
    assert "Firs does not take part." in refused


def test_a_match_asks_who_played_where_somebody_of_four_came_later(walk: Walk, cast: Cast) -> None:
    walk.start("league", {"name": "League", "play": "teams", "matches": "2"}, teams(cast.union, TREES[:2]))
    walk.round([("Oaks", "Elms", "1")])
    (late,) = members(cast.union.federation, cast.union.club, ["Late Comer"])
    given = fields(walk.client.get(walk.address("season-entrants")).content)
    walk.post("season-entrants", given | {"0-number-3": late.number, "0-name-3": ""})
    form = walk.client.get(walk.address("season-match", 0, 0))
    assert "Who played for Oaks?" in plain(form)
    assert "Who played for Elms?" not in plain(form)
    names = {name: text for name, text in fields(form.content).items() if name.startswith("sat-0-name")}
    walk.post(
        "season-match", names | {f"sat-0-{at}": "yes" for at in range(3)} | {"outcome": "2", "ended": "played"}, 0, 0
    )
    assert read(walk.season.notes).fixtures[0].sat_out == (("Late Comer",), ())


def test_the_submission_of_a_season_is_not_changed_by_hand(cast: Cast, walk: Walk) -> None:
    walk.start("knock-out", {"name": "Cup", "play": "teams"}, teams(cast.union, TREES[:4]))
    walk.round([("Oaks", "Elms", "1"), ("Firs", "Yews", "1")])
    walk.submit()
    sent = Submission.objects.get(competition=walk.season.competition_id)
    address = reverse("club-by-hand-again", args=[walk.club, sent.pk])
    assert walk.client.get(address).status_code == 404
    assert walk.client.post(address, {"event": "Cup", "date": "12 January 2026"}).status_code == 404


def test_pending_points_stand_in_the_record_apart_from_the_others(cast: Cast, walk: Walk, log_in: LogIn) -> None:
    mine = teams(cast.union, TREES[:4])
    me = mine[0].players[0]._replace(name=str(cast.player), number=cast.player.number)
    walk.start(
        "knock-out", {"name": "Cup", "play": "teams"}, (mine[0]._replace(players=(me, *mine[0].players[1:])), *mine[1:])
    )
    walk.round([("Oaks", "Elms", "1"), ("Firs", "Yews", "1")])
    walk.submit()
    record = plain(log_in(Role.PLAYER).get(reverse("record")))
    assert "Pending points You have won these, but they are not due yet." in record
    assert "27 Local Cup , Oakby Due when Oaks is out, or the event is over (§ 3.4.1)." in record
    walk.post("season-act", {"end": "yes"})
    walk.submit()
    assert "Pending points" not in plain(log_in(Role.PLAYER).get(reverse("record")))


def test_a_form_keeps_what_was_typed_and_names_every_mistake(cast: Cast, walk: Walk) -> None:
    entrants = teams(cast.union, TREES[:2])
    said = walk.start("league", {"name": "", "date": "tomorrow", "matches": "", "0-number-0": "999"}, entrants)
    for wrong in ("Enter the name of the event", "Enter the first day", "Enter how many matches each team plays"):
        assert wrong in said
    address = reverse("club-season-new", args=[walk.club, "knock-out"])
    odd = {"name": "Cup", "date": "2026-01-12", "boards": "24", "play": "teams", "rows": "1", "0-team": "Oaks"}
    page = walk.client.post(address, odd | {"0-number-0": "999999"})
    assert page.status_code == 422
    assert "nobody has the number 999999" in plain(page)
    assert 'value="999999"' in page.content.decode()
    page = walk.client.post(address, odd | {"0-name-0": "Ann"})
    assert "Oaks has 1 players. Enter 4 to 12." in plain(page)
    assert SeasonEvent.objects.count() == 0
    more = walk.client.post(address, odd | {"more": "yes"})
    assert (more.status_code, 'name="rows" value="9"' in more.content.decode()) == (200, True)


def test_only_what_a_form_offers_is_kept(cast: Cast, walk: Walk) -> None:
    two = teams(cast.union, TREES[:2])
    edition = handbook.edition_on(cast.union.federation, date(2026, 1, 12))
    fact = next(each for each in edition.facts.values() if each.answers)
    odd = {
        f"fact {fact.name}": "nonsense",
        "fact colour of the tables": "red",
        "status": "galactic",
        "play": "individual",
    }
    for day in ("0001-01-01", "12 January 1066", "2150-01-01"):
        assert "Enter the first day" in walk.start("knock-out", odd | {"name": "Cup", "date": day}, two)
    assert "Cup has started." in walk.start("knock-out", odd | {"name": "Cup"}, two)
    assert read(walk.season.notes).plan == SeasonPlan("teams", "", 24)
    good = {f"fact {fact.name}": fact.answers[0], "status": "club", "play": "teams"}
    walk.start("knock-out", good | {"name": "Plate"}, two)
    assert read(walk.season.notes).plan == SeasonPlan("teams", "club", 24, facts=((fact.name, fact.answers[0]),))
    assert "Enter the day" in walk.round([("Oaks", "Elms", "")], day="0001-01-01")


def test_a_form_that_comes_back_does_not_write_over_a_colleague(cast: Cast, walk: Walk) -> None:
    """Whatever a form is sent for, it keeps the revision that was looked at."""
    four = teams(cast.union, TREES[:4])
    walk.start("knock-out", {"name": "Cup", "play": "teams"}, four)
    old = str(walk.season.revision)
    walk.round([("Oaks", "Elms", ""), ("Firs", "Yews", "")])
    assert walk.season.revision == int(old) + 1
    kept, changed = f'name="revision" value="{old}"', "Somebody else has just changed this event."
    matches = {"date": "2026-02-01", "rows": "1", "0-one": "Oaks", "0-other": "Elms"}
    sent = [
        (walk.address("season-entrants"), {"rows": "1", "0-team": "Oaks", "0-name-0": "Ann"}),
        (walk.address("season-round"), matches),
        (walk.address("season-match", 0, 0), {"outcome": "1", "ended": "played"}),
    ]
    for address, given in sent:
        for more in ({"more": "yes"}, {"date": "soon", "0-number-0": "999999", "boards": "none"}, {}):
            page = walk.client.post(address, given | more | {"revision": old})
            assert kept in page.content.decode()
        assert changed in plain(page)
    walk.start("ladder", {"name": "Ladder", "play": "pairs", "counted": "1"})
    old = str(walk.season.revision)
    people = cast.union.players[:2]
    walk.post("season-entrants", {"rows": "1"} | {f"0-number-{at}": each.number for at, each in enumerate(people)})
    page = walk.client.post(walk.address("season-game"), {"date": "soon", "revision": old})
    assert page.content.decode().count(f'name="revision" value="{old}"') >= 1


def test_the_first_round_of_the_largest_cup_fits_and_no_row_is_left_out_without_a_word(walk: Walk) -> None:
    names = [f"{at // 26}{chr(65 + at % 26)}" for at in range(MOST_ENTRANTS)]
    given = {"name": "Great Cup", "date": "2026-01-12", "boards": "24", "play": "pairs", "rows": str(len(names))}
    for at, name in enumerate(names):
        given |= {f"{at}-name-0": f"Ann {name}", f"{at}-name-1": f"Bob {name}"}
    start = reverse("club-season-new", args=[walk.club, "knock-out"])
    for more in ({"more": "yes"}, {"rows": str(MOST_ENTRANTS + 1)}):
        page = walk.client.post(start, given | more)
        assert page.status_code == 422
        assert f"This form takes at most {MOST_ENTRANTS} rows" in plain(page)
        assert f'value="Bob {names[-1]}"' in page.content.decode()
    near = walk.client.post(start, given | {"more": "yes", "rows": str(MOST_ENTRANTS - 3)})
    assert f'name="rows" value="{MOST_ENTRANTS}"' in near.content.decode()
    assert walk.client.post(start, given).status_code == 302
    pairs_met = bracket.next_pairs(read(walk.season.notes))
    assert len(pairs_met) == 128
    assert "Noted." in walk.round([(one, other, "") for one, other in pairs_met])
    full = walk.post("season-round", {"date": "2026-02-01", "rows": str(MOST_ENTRANTS), "more": "yes"})
    assert f"This form takes at most {MOST_ENTRANTS} rows" in full


def test_a_season_event_of_another_club_is_not_there(cast: Cast, walk: Walk) -> None:
    walk.start("knock-out", {"name": "Cup", "play": "teams"}, teams(cast.union, TREES[:4]))
    address = reverse("club-season", args=[cast.union.other.pk, walk.season.pk])
    assert walk.client.get(address).status_code == 404
    assert "Cup" in plain(walk.client.get(reverse("club-seasons", args=[walk.club])))


def test_a_third_ladder_of_the_year_is_refused_with_its_clause(cast: Cast, walk: Walk) -> None:
    for day, name in enumerate(("Spring", "Summer", "Autumn"), 1):
        walk.start("ladder", {"name": f"{name} ladder", "play": "pairs", "counted": "1"})
        scored(cast, day)
        night = Competition.objects.filter(season_event__isnull=True).latest("pk")
        walk.post("season-game", {"event": str(night.pk)})
        if name != "Autumn":
            walk.submit()
    assert "Used up" in plain(walk.client.post(walk.address("season-act"), {"awards": "yes"}, follow=True))
    draft = Submission.objects.get(status=Submission.Status.DRAFT)
    address = reverse("club-preview", args=[walk.club, draft.pk])
    page = walk.client.get(address)
    assert "Only the office can submit an event beyond the quota." in plain(page)
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', page.content.decode())
    assert seen is not None
    refused = plain(walk.client.post(address, {"seen": seen[1], "relation": "corrects"}, follow=True))
    assert "Ladders, 2 (§ 1.2.3). They are all used." in refused
    assert "ask the office, which may submit it all the same" in refused
    draft.refresh_from_db()
    assert draft.status == Submission.Status.DRAFT
