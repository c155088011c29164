"""An event over a season is one event that grows: points are pending until they are due, and then posted once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest
from overtrick.formats.answers import typed
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.decide import send_back
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.read import reread
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.federation_settings import setup
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.seasons import bracket, note, notebook
from overtrick.register.seasons.checks import NotNoted
from overtrick.register.seasons.draft_season import draft, state
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import DRAWN, FIRST, SECOND, Entrant, Fixture, SeasonPlan
from tests.register.season import Union, opened
from tests.register.season_events import AT, BEGINS, TREES, match, seat, sent, started, teams, with_game, with_round

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
QUARTERS = [match("Oaks", "Hazel"), match("Elms", "Limes"), match("Firs", "Pines"), match("Yews", "Ash")]
SEMIS = [match("Oaks", "Yews"), match("Elms", "Firs")]
FINAL = [match("Oaks", "Elms")]


def units() -> dict[str, list[int]]:
    """Give every entry of the book, team by team: whoever has several has several."""
    found: dict[str, list[int]] = {}
    for entry in Entry.objects.select_related("player").order_by("id"):
        found.setdefault(entry.player.given, []).append(entry.units)
    return found


def pending() -> dict[str, int]:
    return {each.player.given: each.units for each in held_credits.pending() if each.player}


def test_a_cup_is_one_event_whose_points_are_posted_once_when_a_team_is_out(here: Union) -> None:
    season = with_round(here, started(here, teams(here)), QUARTERS)
    first = sent(here, season)
    # a win in the first round of a knock-out of a club is 27 (EBU 4.7.7), and whoever is beaten has won nothing
    assert (first.posted, units()) == (None, {})
    assert pending() == dict.fromkeys(("Oaks", "Elms", "Firs", "Yews"), 27)
    season = with_round(here, season, SEMIS)
    second = sent(here, season)
    assert units() == {"Firs": [27] * 4, "Yews": [27] * 4}
    assert pending() == {"Oaks": 27 + 38, "Elms": 27 + 38}
    assert second.posted is not None
    sent(here, with_round(here, season, FINAL))
    assert units() == {"Firs": [27] * 4, "Yews": [27] * 4, "Oaks": [119] * 4, "Elms": [65] * 4}
    assert (pending(), held_credits.waiting().count()) == ({}, 0)
    kinds = Posting.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == [Posting.Kind.SUBMISSION, Posting.Kind.SUBMISSION]
    assert Competition.objects.count() == 1


def test_pending_points_say_when_they_fall_due_with_the_clause(here: Union) -> None:
    sent(here, with_round(here, started(here, teams(here)), QUARTERS))
    waits = held_credits.pending().filter(player__given="Oaks").first()
    assert waits is not None
    assert (waits.why, waits.clause) == ("Due when Oaks is out, or the event is over", "3.4.1")


def test_a_round_can_be_entered_match_by_match(here: Union) -> None:
    open_matches = [match("Oaks", "Hazel"), *(Fixture(each.sides) for each in QUARTERS[1:])]
    season = with_round(here, started(here, teams(here)), open_matches)
    sent(here, season)
    assert pending() == {"Oaks": 27}
    with pytest.raises(note.NotPossible, match="has no result yet"):
        with_round(here, season, SEMIS)
    for at, each in enumerate(QUARTERS):
        season = note.note_match(season, (0, at), each, season.revision, here.scorer, AT)
    sent(here, season)
    assert pending() == dict.fromkeys(("Oaks", "Elms", "Firs", "Yews"), 27)


def test_an_office_may_let_the_points_of_a_knock_out_wait_for_its_end(here: Union) -> None:
    chosen = setup.Ways(settings={"knock_out_points_due": "at the end"})
    setup.change(here.federation, chosen, actor=None, at=AT)
    here.federation.refresh_from_db()
    season = with_round(here, with_round(here, started(here, teams(here)), QUARTERS), SEMIS)
    sent(here, season)
    assert (units(), len(pending())) == ({}, 4)
    sent(here, note.end(season, season.revision, here.scorer, AT))
    assert {name: listed[0] for name, listed in units().items()} == {"Oaks": 65, "Elms": 65, "Firs": 27, "Yews": 27}


def test_a_mistake_in_a_round_that_is_paid_is_a_correction(here: Union) -> None:
    season = with_round(here, with_round(here, started(here, teams(here)), QUARTERS), SEMIS)
    sent(here, season)
    turned = Fixture(("Elms", "Firs"), SECOND)
    sent(here, note.note_match(season, (1, 1), turned, season.revision, here.scorer, AT))
    assert units()["Firs"] == [27] * 4 + [-27] * 4
    assert (units()["Elms"], pending()) == ([27] * 4, {"Oaks": 65, "Firs": 65})
    assert Posting.objects.latest("pk").kind == Posting.Kind.CORRECTION


def test_a_round_that_is_drawn_changes_nothing_and_one_that_is_taken_back_reverses_what_it_paid(here: Union) -> None:
    season = with_round(here, started(here, teams(here)), QUARTERS)
    sent(here, season)
    longer = with_round(here, season, [Fixture(("Oaks", "Yews")), Fixture(("Elms", "Firs"))])
    assert not state(longer).new  # nothing of the new round is played
    longer = note.note_match(longer, (1, 0), SEMIS[0], longer.revision, here.scorer, AT)
    sent(here, longer)
    assert units() == {"Yews": [27] * 4}
    sent(here, note.take_back(longer, longer.revision, here.scorer, AT))
    assert units() == {"Yews": [27] * 4 + [-27] * 4}
    assert pending() == dict.fromkeys(("Oaks", "Elms", "Firs", "Yews"), 27)


def test_a_version_that_is_returned_leaves_the_round_before_pending(here: Union) -> None:
    season = with_round(here, started(here, teams(here)), QUARTERS)
    sent(here, season)
    last = sent(here, with_round(here, season, SEMIS)).submission
    send_back(last, here.clerk, AT, "the second match was another")
    assert pending() == dict.fromkeys(("Oaks", "Elms", "Firs", "Yews"), 27)
    assert units()["Firs"] == [27] * 4 + [-27] * 4
    season = SeasonEvent.objects.get()
    assert state(season).returned == last
    assert state(season).new


def test_what_was_answered_for_a_version_is_not_taken_for_something_new(here: Union) -> None:
    season = with_round(here, started(here, teams(here), plan=SeasonPlan()), QUARTERS)
    made = draft(season, here.scorer, AT)
    assert [each.word for each in made.questions] == ["status"]
    answers = typed([("the page", "status", "club")])
    (made,) = reread(made.upload, answers, here.scorer, AT, Placed(competition=season.competition))
    assert made.submission is not None
    assert state(season).new
    submit(made.submission, here.scorer, AT)
    assert not state(season).new
    assert state(with_round(here, season, SEMIS)).new


def test_nobody_who_waits_for_a_due_day_is_released_by_looking_again(here: Union) -> None:
    sent(here, with_round(here, started(here, teams(here)), QUARTERS))
    held_credits.look_again_at_all(here.clerk, AT)
    assert (units(), len(pending())) == ({}, 4)


def test_byes_and_an_odd_entry_are_proposed_and_paid_as_a_preliminary_round(here: Union) -> None:
    entrants = teams(here, TREES[:6])
    season = started(here, entrants)
    proposed = bracket.next_pairs(notebook.read(season.notes))
    assert proposed == [("Firs", "Yews"), ("Ash", "Pines"), ("Oaks", ""), ("Elms", "")]
    season = with_round(here, season, [match("Firs", "Yews"), match("Ash", "Pines")], byes=("Oaks", "Elms"))
    sent(here, season)
    assert pending() == {"Firs": 27, "Ash": 27}
    assert bracket.next_pairs(notebook.read(season.notes)) == [("Firs", "Ash"), ("Oaks", "Elms")]


def test_everything_that_is_wrong_with_a_round_is_said_at_once(here: Union) -> None:
    season = started(here, teams(here, TREES[:4]))
    wrong = [Fixture(("Oaks", "Oaks"), FIRST), Fixture(("Elms", "Hazel"), DRAWN)]
    with pytest.raises(NotNoted) as refused:
        with_round(here, season, wrong, day=BEGINS - timedelta(days=1))
    assert refused.value.problems == ("2026-01-11 is before the first day, 2026-01-12.",)
    with pytest.raises(NotNoted) as refused:
        with_round(here, season, wrong)
    assert refused.value.problems == (
        "Oaks is 2 times in round 1.",
        "Hazel is not in round 1: it was beaten before, or did not enter.",
        "Firs is still in. Enter its match in round 1, or give it a bye.",
        "Yews is still in. Enter its match in round 1, or give it a bye.",
        "Elms and Hazel: say who goes on. A knock-out match has a winner.",
        "Oaks cannot meet itself.",
    )
    assert notebook.read(SeasonEvent.objects.get().notes).rounds == ()


@pytest.mark.parametrize("odd", ["1E-9999999", "1e3", "NaN", "٣", "1234567", "1.23456", "1_0", " 1", "+1"])
def test_only_a_number_as_people_write_it_is_a_score_or_a_count_of_tables(here: Union, odd: str) -> None:
    season = started(here, teams(here, TREES[:2]))
    for wrong in (
        match("Oaks", "Elms")._replace(scores=("1", odd)),
        match("Oaks", "Elms")._replace(stanzas=((odd, "1"),)),
    ):
        with pytest.raises(NotNoted, match="enter the scores of both sides as numbers"):
            with_round(here, season, [wrong])
    pair = Entrant("Ann & Bob", tuple(map(seat, here.players[:2])))
    ladder = started(here, (pair,), Contest.LADDER, SeasonPlan("pairs", "club", counted=1))
    with pytest.raises(NotNoted) as refused:
        with_game(here, ladder, [("Ann & Bob", odd)], tables=odd)
    assert len(refused.value.problems) == 2
    with_game(here, ladder, [("Ann & Bob", "-58.3333")], tables="9.5")


def test_somebody_may_climb_a_ladder_with_two_partners_but_not_play_for_two_teams(here: Union) -> None:
    ann, bob, cat = map(seat, here.players[:3])
    entrants = Entrant("Ann & Bob", (ann, bob)), Entrant("Ann & Cat", (ann, cat))
    with pytest.raises(NotNoted, match="is in Ann & Bob and in Ann & Cat"):
        started(here, entrants, plan=SeasonPlan("pairs", "club"))
    season = started(here, entrants, Contest.LADDER, SeasonPlan("pairs", "club", counted=6))
    for name, score in [("Ann & Bob", "60"), ("Ann & Cat", "55")] * 6:
        season = with_game(here, season, [(name, score)])
    sent(here, note.end(season, season.revision, here.scorer, AT))
    # ten full tables on average: the first two of four awards at 16 for pairs (EBU 4.11.6); Ann is in both pairs
    paid = Entry.objects.order_by("id").values_list("player__number", "units")
    assert sorted(paid) == sorted([(ann.number, 64), (bob.number, 64), (ann.number, 48), (cat.number, 48)])
    alone = Entrant("Ann", (ann,)), Entrant("Anne", (ann,))
    with pytest.raises(NotNoted, match="is in Ann and in Anne"):
        started(here, alone, Contest.LADDER, SeasonPlan("individual", "club", counted=1))


def test_two_who_note_at_once_do_not_write_over_each_other_and_strangers_note_nothing(here: Union) -> None:
    season = started(here, teams(here))
    with_round(here, season, QUARTERS)
    with pytest.raises(note.ChangedSince):
        with_round(here, season, QUARTERS)
    with pytest.raises(NotAllowed):
        note.end(season, 2, here.stranger, AT)
    with pytest.raises(note.NotStarted, match="is there already"):
        started(here, teams(here))


def test_a_league_pays_when_the_season_is_over(here: Union) -> None:
    plan = SeasonPlan(status="club", matches=5)
    season = started(here, teams(here, TREES[:6]), Contest.LEAGUE, plan)
    season = with_round(here, season, [match("Oaks", "Elms"), match("Firs", "Yews"), Fixture(("Ash", "Pines"), DRAWN)])
    sent(here, season)
    # 27 a win in a club league of one division (EBU 4.8.5); 54 and 27 for the first two of six, shared so far
    assert (units(), pending()["Oaks"], pending()["Ash"]) == ({}, 27 + 41, 14)
    season = with_round(here, season, [match("Oaks", "Firs")], day=BEGINS + timedelta(days=7))
    sent(here, season)
    assert pending()["Oaks"] == 2 * 27 + 54
    assert {each.clause for each in held_credits.pending()} == {"2.8.1"}
    season = note.end(season, season.revision, here.scorer, AT)
    sent(here, season)
    assert pending() == {}
    assert {name: len(listed) for name, listed in units().items()} == dict.fromkeys(("Oaks", "Firs", "Ash", "Pines"), 4)
    assert units()["Oaks"][0] == 108
    with pytest.raises(note.NotPossible, match="The season is over"):
        with_round(here, season, [match("Oaks", "Ash")])
    season = note.go_on(season, season.revision, here.scorer, AT)
    assert draft(season, here.scorer, AT).submission is not None


def test_a_league_can_have_divisions_and_be_ranked_by_scores(here: Union) -> None:
    plan = SeasonPlan(status="club", matches=3, by_scores=True)
    entrants = (*teams(here, TREES[:5], "1"), *teams(here, ("Beech", "Birch", "Cedar", "Holly", "Maple"), "2"))
    season = started(here, entrants, Contest.LEAGUE, plan)
    with pytest.raises(NotNoted, match="in different divisions"):
        with_round(here, season, [match("Oaks", "Beech")._replace(scores=("12", "8"))])
    with pytest.raises(NotNoted, match="enter the scores"):
        with_round(here, season, [match("Oaks", "Elms")])
    scored = [match("Oaks", "Elms")._replace(scores=("12", "8")), match("Beech", "Birch")._replace(scores=("20", "0"))]
    sent(here, with_round(here, season, scored))
    assert pending()["Oaks"] > pending()["Beech"] > 0


def test_the_ladder_of_a_year_pays_its_bonus_at_the_end(here: Union) -> None:
    people = here.players[:8]
    entrants = tuple(
        Entrant(f"{one} & {other}", (seat(one), seat(other)))
        for one, other in zip(people[::2], people[1::2], strict=True)
    )
    season = started(here, entrants, Contest.LADDER, SeasonPlan("pairs", "club", counted=6))
    names = [each.name for each in entrants]
    for game in range(6):
        assert not state(season).new  # nobody has six results yet
        season = with_game(here, season, [(name, str(60 - 2 * at - game)) for at, name in enumerate(names)])
    sent(here, season)
    # ten full tables on average: four awards at 16 for pairs (EBU 4.11.6)
    assert [each.units for each in held_credits.pending()] == [64, 64, 48, 48, 32, 32, 16, 16]
    assert {each.clause for each in held_credits.pending()} == {"4.11.1"}
    sent(here, note.end(season, season.revision, here.scorer, AT))
    assert list(Entry.objects.order_by("id").values_list("units", flat=True)) == [64, 64, 48, 48, 32, 32, 16, 16]


@pytest.fixture(params=["wbu", "scba", "abf", "sbu"])
def other(request: pytest.FixtureRequest, founded: Founded) -> Union:
    return founded(opened, request.param, request.param)


#: By the handbook: the plan of a cup, what the beaten semi-finalists have, and what the finalists have in the end.
CUPS = {
    "wbu": (SeasonPlan(facts=(("event", "Welsh Cup"),)), "green", 150, (1200, 500)),
    "scba": (SeasonPlan(status="club"), "local", 27, (119, 65)),
    "abf": (SeasonPlan(status="D"), "green", 43, (180, 123)),
}


def test_each_handbook_says_when_the_points_of_a_cup_fall_due(other: Union) -> None:
    handbook = other.federation.handbook
    if handbook not in CUPS:
        with pytest.raises(note.NotStarted, match="no knock-out over a season"):
            started(other, teams(other))
        return
    plan, colour, semi, final = CUPS[handbook]
    season = with_round(other, with_round(other, started(other, teams(other), plan=plan), QUARTERS), SEMIS)
    sent(other, season, other.clerk)  # the Welsh Cup is the union's
    # by the ABF the outright award waits for the places of everybody (4.3.1); by the others whoever is out is paid
    assert units() == ({} if handbook == "abf" else {"Firs": [semi] * 4, "Yews": [semi] * 4})
    sent(other, with_round(other, season, FINAL), other.clerk)
    paid = {"Oaks": [final[0]] * 4, "Elms": [final[1]] * 4, "Firs": [semi] * 4, "Yews": [semi] * 4}
    assert units() == paid
    assert set(Entry.objects.values_list("colour", flat=True)) == {colour}


@pytest.mark.parametrize("contest", [Contest.LADDER, Contest.AGGREGATE])
def test_each_handbook_pays_the_list_of_a_series_at_its_end(other: Union, contest: Contest) -> None:
    people = other.players[:6]
    entrants = tuple(
        Entrant(f"{one} & {two}", (seat(one), seat(two))) for one, two in zip(people[::2], people[1::2], strict=True)
    )
    plan = SeasonPlan("pairs", "club", counted=6)
    if contest not in note.contests(other.club, BEGINS):
        with pytest.raises(note.NotStarted):
            started(other, entrants, contest, plan)
        return
    season = started(other, entrants, contest, plan)
    for _game in range(6):
        season = with_game(other, season, [(each.name, str(60 - at)) for at, each in enumerate(entrants)])
    sent(other, season)
    # four awards at 16 for ten tables; a third of three qualifiers is one award of 150 (SBU table 5)
    figures = [150, 150] if contest is Contest.AGGREGATE else [64, 64, 48, 48, 32, 32]
    assert [each.units for each in held_credits.pending()] == figures
    sent(other, note.end(season, season.revision, other.scorer, AT))
    assert list(Entry.objects.order_by("id").values_list("units", flat=True)) == figures
    assert Submission.objects.filter(status=Submission.Status.REPLACED).count() == 1
