"""An invented federation: the same for the same seed, through the real path, and whole at the end."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from overtrick.engine.event import Event
from overtrick.formats import recognise
from overtrick.formats.answers import apply, typed
from overtrick.handbooks import edition as editions
from overtrick.handbooks import season as seasons
from overtrick.handbooks.edition import Handbook
from overtrick.handbooks.season import Form, Game, Season
from overtrick.register.applications.models import Application
from overtrick.register.audit import fact_places
from overtrick.register.competitions.models import Submission
from overtrick.register.demo import files, names, season_events, timeline
from overtrick.register.demo.accounts import open_log_ins
from overtrick.register.demo.population import AnotherFederation, build, founded
from overtrick.register.demo.programme import plan_the_year
from overtrick.register.demo.questions import ask_and_answer
from overtrick.register.demo.seasons import play_season_events
from overtrick.register.demo.seeded_random import repeatable
from overtrick.register.demo.sizes import sizes, spread
from overtrick.register.demo.timeline import BEGINS, DemoResult, first_day, run
from overtrick.register.heads import publish, signing_key
from overtrick.register.heads.models import Log
from overtrick.register.ledger.head import end
from overtrick.register.ledger.models import Entry
from overtrick.register.people.models import Player
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.proof import prove
from overtrick.register.queries.models import Query
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope
from tests.handbooks.elsewhere import installed
from tests.register.season import members, opened

DAY = date(2026, 5, 12)

elbonia = pytest.fixture(installed)


def season_of(handbook: str) -> Season:
    """Open the season of a handbook."""
    return seasons.of(editions.get(handbook).latest)


#: Every event that any season lists: whose handbook, who runs it, and the how manieth it is.
GAMES = [
    (handbook, by, at)
    for handbook in editions.names()
    for by in seasons.ORGANISERS
    for at in range(len(season_of(handbook).of(by)))
]
_CHANCE = repeatable("members")
_MAKES = pytest.mark.slow  # a whole year
MEMBERS = [season_events.DemoPlayer(" ".join(names.person(at)), str(200_001 + at)) for at in range(800)]


def fingerprint(folder: Path) -> str:
    """Give one fingerprint of all files."""
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            whole.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return whole.hexdigest()


class _Stopped(Exception):
    """Somebody pulls the plug."""


def plug_at(*stop: str | int) -> Callable[[str, int, int], None]:
    """Pull it there."""

    def plug(what: str, done: int, _of: int) -> None:
        if (what, done) == stop:
            raise _Stopped

    return plug


@pytest.mark.proof
@pytest.mark.django_db
def test_a_seed_gives_the_same_files_and_another_seed_gives_others(tmp_path: Path) -> None:
    first = run("tiny", "ebu", 1, 3, slug="one", keep=tmp_path / "one")
    second = run("tiny", "ebu", 1, 3, slug="two", keep=tmp_path / "two")
    other = run("tiny", "ebu", 1, 4, slug="three", keep=tmp_path / "three")
    assert replace(first, federation=second.federation) == second
    assert _names(first) == _names(second)
    assert _names(other) != _names(first)
    # Clubs are called after the federation nowhere: the files are the same to the last byte.
    assert fingerprint(tmp_path / "one") == fingerprint(tmp_path / "two")
    assert fingerprint(tmp_path / "one") != fingerprint(tmp_path / "three")


def _names(done: DemoResult) -> list[tuple[str, str]]:
    with scope(federation=done.federation):
        return [(str(each), each.number) for each in Player.objects.order_by("pk")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "handbook", [pytest.param(each, marks=_MAKES if each == "ebu" else pytest.mark.proof) for each in editions.names()]
)
def test_a_demo_goes_the_way_of_real_files_and_holds(
    handbook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()
    with pytest.raises(_Stopped):
        run("tiny", handbook, 1, 1, progress=plug_at("Days", 75))
    done = run("tiny", handbook, 1, 1)
    assert done.taken_up
    assert (done.players, done.clubs, done.months) == (80, 3, 13)
    assert done.entries > 300
    assert done.held < done.entries / 20  # numbers are read as numbers in every form
    found = end(done.federation.pk)
    assert found is not None
    assert found.closing == 13
    with scope(federation=done.federation):
        assert {each.split()[0] for each in Submission.objects.values_list("read_as", flat=True)} >= {
            "USEBIO", "ranking", "PBN", "event",
        }  # fmt: skip
        assert Promotion.objects.count() == done.promotions > 0
        given, head = Promotion.objects.latest("pk"), publish.last(Log.Kind.AUDIT, done.federation)
        made = fact_places.made_by(given, done.federation.pk)
        assert made is not None
        assert head is not None
        assert made.number <= head.size  # every certificate can be proved
        open_log_ins(done.federation, BEGINS)
        ask_and_answer()
        assert [each.waits_for_player for each in Query.objects.order_by("pk")] == [False, True]
        plan_the_year(BEGINS + timedelta(days=420))
        assert PlannedEvent.objects.count() > 2
        granted = Application.objects.get(state=Application.State.GRANTED)
        assert granted.licence is not None
        assert granted.support != Application.Support.WAITING
    assert prove().holds


@pytest.mark.proof
@pytest.mark.django_db
def test_a_demo_that_was_interrupted_goes_on_and_becomes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()
    whole = run("tiny", "abf", 1, 3, slug="one", keep=tmp_path / "one")
    for stop in (("Players", 80), ("Days", 1), ("Days", 74), ("Days", 75), ("Days", 300), ("Days", 424)):
        with pytest.raises(_Stopped):
            run("tiny", "abf", 1, 3, slug="two", keep=tmp_path / "two", progress=plug_at(*stop))
    last = run("tiny", "abf", 1, 3, slug="two", keep=tmp_path / "two")
    assert (last.taken_up, whole.taken_up) == (True, False)
    assert _book(last) == _book(whole)
    counted = ("entries", "held", "promotions", "months", "problems")
    assert [getattr(last, each) for each in counted] == [getattr(whole, each) for each in counted]
    assert fingerprint(tmp_path / "one") == fingerprint(tmp_path / "two")
    assert prove().holds
    for size, handbook, seed in (("lively", "abf", 3), ("tiny", "ebu", 3), ("tiny", "abf", 4)):
        with pytest.raises(AnotherFederation):
            run(size, handbook, 1, seed, slug="two")


def _book(done: DemoResult) -> list[tuple[object, ...]]:
    """Give what is in the book, in its order."""
    with scope(federation=done.federation):
        entries = Entry.objects.order_by("pk")
        return list(entries.values_list("player__number", "colour", "units", "played", "posting__posted"))


@pytest.mark.parametrize(
    ("handbook", "until", "begins"),
    [
        ("ebu", None, BEGINS),
        ("ebu", date(2026, 4, 1), date(2025, 4, 1)),
        ("ebu", date(2024, 12, 1), date(2024, 4, 1)),  # no season begins before the handbook
    ],
)
def test_a_season_begins_when_its_handbook_governs(handbook: str, until: date | None, begins: date) -> None:
    assert first_day(handbook, 1, until) == begins


def _posted(slug: str, seed: int, days: int) -> list[timeline.Parcel]:
    """Give what clubs put in the post: to take it in, too, takes long."""
    federation = founded(slug, "abf", BEGINS)
    with scope(federation=federation):
        world = build(federation, sizes()["tiny"], seed, BEGINS)
        season = timeline._Season(world, "abf", BEGINS, seed, None, DemoResult(federation, 80, 3))  # noqa: SLF001
        for day in (BEGINS + timedelta(days=passed) for passed in range(days)):
            for club, event in season._played(day):  # noqa: SLF001
                season._send(club, event, day)  # noqa: SLF001
    return [each for sent in season.post.values() for each in sent]


@pytest.mark.django_db
def test_a_seed_puts_the_same_files_in_the_post() -> None:
    first, second, other = ([each.sent for each in _posted(*of, 60)] for of in (("one", 3), ("two", 3), ("three", 4)))
    assert first == second != other


@pytest.mark.django_db
def test_every_file_in_the_post_can_be_sent_anew_if_something_is_asked_about_it() -> None:
    parcels = _posted("post", 4, 800)
    assert any(each.correct for each in parcels)
    assert [each.sent.name for each in parcels if each.instead is None] == []


@_MAKES
@pytest.mark.django_db
def test_a_handbook_from_outside_plays_a_season_without_more(elbonia: Handbook) -> None:
    done = run("tiny", elbonia.name, 1, 1)
    assert (done.months, done.problems) == (13, 0)
    with scope(federation=done.federation):
        assert {each.rank for each in Promotion.objects.all()} >= {"Goatherd", "*Mud Baron"}
        club = Submission.objects.filter(competition__organisation__kind="club").first()
        assert club is not None
        assert club.competition.organisation.parent is not None
        assert club.competition.organisation.parent.name.endswith(" Region")
    assert prove().holds


@pytest.mark.parametrize("handbook", editions.names())
@pytest.mark.parametrize("form", ["usebio", "csv", "pbn", "event"])
@pytest.mark.parametrize("seed", range(4))
def test_every_form_is_read_again_as_what_was_played(handbook: str, form: str, seed: int) -> None:
    club = season_events.Organiser("Oakby", "club", MEMBERS)
    assert awarded_as_read(handbook, season_events.club_event(season_of(handbook), club, DAY, repeatable(seed)), form)


@pytest.mark.parametrize(("handbook", "by", "at"), GAMES)
def test_whatever_a_season_lists_earns_points(handbook: str, by: str, at: int) -> None:
    game = season_of(handbook).of(by)[at]
    only_that = Season("", "", (game._replace(share=100),))
    club = season_events.Organiser("Oakby", by, MEMBERS)
    event = (season_events.club_event if by == "club" else season_events.monthly_event)(
        only_that, club, DAY, repeatable(at)
    )
    assert event is not None
    assert awarded_as_read(handbook, event, "event")


def awarded_as_read(handbook: str, event: Event, form: str) -> bool:
    """Write and read an event, and see that everybody has the same; whether anybody has something."""
    sent = files.written(event, form, handbook, "x")
    answers = typed([("--answer", "status", sent.status)] if sent.status else [])
    (reading,) = (apply(each, answers) for each in recognise.read(sent.name, sent.content, {}, answers.texts()))
    assert reading.event is not None, reading.problems
    edition = editions.get(handbook).edition(DAY)
    played = edition.assess(event)
    assert not played.problems
    as_played = [(each.player.number, each.colour, each.units) for each in played.awards]
    as_read = [(each.player.number, each.colour, each.units) for each in edition.assess(reading.event).awards]
    assert as_read == as_played
    return bool(as_played)


def test_a_club_too_small_for_an_event_plays_pairs_instead() -> None:
    league = Game("club", Form.LEAGUE, share=100, match_boards=18)
    season = Season("", "", (league, Game("club", Form.PAIRS, share=0)))
    few, enough = (season_events.Organiser("Oakby", "club", MEMBERS[:count]) for count in (15, 16))
    assert season_events.club_event(season, few, DAY, repeatable(1)).stages[0].play == "pairs"
    assert season_events.club_event(season, enough, DAY, repeatable(1)).stages[0].contest == "league"


def test_a_body_that_plays_nothing_plays_nothing() -> None:
    assert (
        season_events.monthly_event(Season("", "", ()), season_events.Organiser("Oak", "region", MEMBERS), DAY, _CHANCE)
        is None
    )


@pytest.mark.parametrize("size", sizes())
def test_clubs_share_everything_there_is(size: str) -> None:
    wanted = sizes()[size]
    shares = spread(wanted.players, wanted.clubs, 12)
    assert sum(shares) == wanted.players
    assert shares == sorted(shares, reverse=True)
    assert min(shares) >= 12


def test_no_two_clubs_are_called_the_same() -> None:
    called = [names.place(number) for number in range(740)]
    assert len(set(called)) == len(called)


def test_no_two_people_are_called_the_same() -> None:
    called = [names.person(number) for number in range(70_000)]
    assert len(set(called)) == len(called)


def test_who_is_stronger_wins_more_often() -> None:
    strong, weak = (season_events.DemoPlayer(name, number, of) for name, number, of in (("A", "1", 99), ("B", "2", 0)))
    club = season_events.Organiser("Oakby", "club", [strong, strong, weak, weak, *MEMBERS[:20]])
    season = Season("", "", (Game("club", Form.PAIRS, share=100),))
    places = {strong.number: 0, weak.number: 0}
    for seed in range(40):
        (stage,) = season_events.club_event(season, club, DAY, repeatable(seed)).stages
        for each in stage.fields[0].contestants:
            if each.players[0].number in places:
                places[each.players[0].number] += each.place or 0
    assert 0 < 2 * places[strong.number] < places[weak.number]


@pytest.mark.django_db
def test_a_club_that_has_run_its_leagues_of_the_year_leaves_a_further_one_as_a_draft() -> None:
    here = opened("east", "scba")
    here.scorer.username = "club-scorer"
    here.scorer.save()
    with scope(federation=here.federation):
        members(here.federation, here.club, [f"Fan Ag{letter}" for letter in "abcdefgh"])
        for month in (6, 7, 8):
            play_season_events(date(2026, month, 1))
        states = Counter(Submission.objects.filter(competition__name="Winter League").values_list("status", flat=True))
    assert states == {"approved": 2, "draft": 1}
