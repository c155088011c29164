"""A seat of a plain event earns by situations what it earns when the event is worked out whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Handicap,
    Match,
    Movement,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Section,
    Series,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.formats import recognise
from overtrick.lab import situations
from tests.lab import invented
from tests.lab.by_situations import Earned, earned, paid
from tests.laws import tellings
from tests.test_docs import ROOT

HANDBOOKS = ["abf", "ebu", "sbu", "scba", "wbu"]


def by_situations(handbook: str, event: Event) -> Earned | None:
    return earned(handbooks.get(handbook).edition(event.begins), event)


def worked_out(handbook: str, event: Event) -> Earned:
    return paid(handbooks.get(handbook).edition(event.begins).assess(event, by_name=False))


@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_a_season_earns_the_same_by_situations_and_event_by_event(handbook: str) -> None:
    plain = 0
    for event in invented.events(handbook, 400):
        earned = by_situations(handbook, event)
        if earned is not None:
            plain += 1
            assert earned == worked_out(handbook, event)
    assert plain > 250  # most of a season is plain


def sample_events() -> list[Event]:
    """Give the events of every sample and of every example file."""
    files = [path for folder in ("samples", "docs/examples") for path in (ROOT / folder).rglob("*") if path.is_file()]
    readings = [each for path in files for each in recognise.read(path.name, path.read_bytes())]
    return [reading.event for reading in readings if reading.event is not None]


@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_every_sample_earns_the_same_by_situations(handbook: str) -> None:
    """Printed examples pass ``tests/handbooks/conftest.py``: it looks at all that a handbook's test assesses."""
    status = "E" if handbook == "abf" else "club"
    plain = 0
    for event in sample_events():
        known = event._replace(status=status, begins=max(event.begins, tellings.DAY), facts=())
        edition = handbooks.get(handbook).edition(known.begins)
        whole, found = edition.assess(known, by_name=False), earned(edition, known)
        if found is not None and not whole.problems:
            plain += 1
            assert found == paid(whole), event.name
    assert plain >= 10


@pytest.mark.parametrize("handbook", HANDBOOKS)
@tellings.LAW
@given(st.data())
def test_any_event_earns_the_same_by_situations(handbook: str, data: st.DataObject) -> None:
    event = data.draw(tellings.events(handbook))
    found = by_situations(handbook, event)
    assert found is None or found == worked_out(handbook, event)


def paid_by_situation(handbook: str, event: Event) -> Iterator[tuple[situations.Shape, situations.Place, int]]:
    """Work an event out whole, and tell what each of its situations was paid."""
    plain = situations.taken_apart(event)
    assert plain is not None
    units = {number: each for (_name, number, _colour), each in worked_out(handbook, event).items()}
    for place, player in plain.seats:
        yield plain.shape, place, units.get(player.number, 0)


@pytest.mark.parametrize("handbook", HANDBOOKS)
@tellings.LAW
@given(st.data())
def test_seats_in_one_situation_are_paid_alike_in_whole_events(handbook: str, data: st.DataObject) -> None:
    """Two nights of one size with other scores, other people, and another club: what is the same pays the same."""
    one = data.draw(st.one_of(tellings.nights(handbook), tellings.mitchells(handbook)))
    scores = st.integers(min_value=35, max_value=65)
    two = tellings.each_contestant(
        one._replace(name="Friday", organiser="Elmby"), lambda each: each._replace(score=data.draw(scores))
    )
    known: dict[tuple[str, situations.Place], int] = {}
    for event in (one, two):
        for shape, place, units in paid_by_situation(handbook, event):
            key = (str(shape._replace(near=False)), place)
            assert known.setdefault(key, units) == units, f"the key lacks what tells these apart: {key}"


def club_night(grade: str = "club") -> Event:
    pairs = tuple(
        Contestant(f"Pair {at}", (Player(f"A{at}", f"{at}1"), Player(f"B{at}", f"{at}2")), score=Decimal(70 - at))
        for at in range(1, 13)
    )
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=pairs),), movement=Movement.ARROW_SWITCHED)
    return Event("Tuesday", date(2026, 11, 10), (stage,), grade)


MATCH = Match((Side("Pair 1"), Side("Pair 2")), winner="Pair 1", boards=6)


def changed_stages(stage: Stage) -> dict[str, Stage]:
    """Change each thing in turn that a rule may ask of a stage."""
    field = stage.fields[0]
    first, *others = field.contestants

    def with_first(contestant: Contestant) -> Stage:
        return stage._replace(fields=(field._replace(contestants=(contestant, *others)),))

    def with_player(player: Player) -> Stage:
        return with_first(first._replace(players=(player, first.players[1])))

    player = first.players[0]
    halves = (
        Field("NS", field.contestants[:6], entered=None),
        Field("EW", field.contestants[6:], entered=None),
    )
    return {
        "play": stage._replace(play=Play.TEAMS),
        "boards": stage._replace(schedule=Schedule(36)),
        "least": stage._replace(schedule=Schedule(24, least=11)),
        "in play": stage._replace(schedule=Schedule(24, in_play=60)),
        "sit-outs": stage._replace(schedule=Schedule(24, with_sit_outs=27)),
        "sessions": stage._replace(schedule=Schedule(48, sessions=(24, 24))),
        "two winners": stage._replace(fields=halves, winners=2),
        "fewer": stage._replace(fields=(field._replace(contestants=field.contestants[:8]),)),
        "division": stage._replace(fields=(field._replace(division="1"),)),
        "session": stage._replace(fields=(field._replace(session=1),)),
        "own status": stage._replace(fields=(field._replace(status="county"),)),
        "own schedule": stage._replace(fields=(field._replace(schedule=Schedule(30)),)),
        "own matches": stage._replace(fields=(field._replace(match_boards=6),)),
        "own movement": stage._replace(fields=(field._replace(movement=Movement.HOWELL),)),
        "own scoring": stage._replace(fields=(field._replace(scoring=Scoring.BUTLER),)),
        "kind": stage._replace(kind=StageKind.QUALIFYING),
        "contest": stage._replace(contest=Contest.SWISS, match_boards=6),
        "match boards": stage._replace(match_boards=6),
        "status": stage._replace(status="county"),
        "stratified": stage._replace(stratified=True),
        "handicap": stage._replace(handicap=Handicap.RANKED),
        "carry forward": stage._replace(carry_forward=True),
        "across": stage._replace(across=False),
        "scoring": stage._replace(scoring=Scoring.BUTLER),
        "team size": stage._replace(team_size=6),
        "original tables": stage._replace(original_tables=20),
        "main tables": stage._replace(main_tables=9),
        "stages before": stage._replace(stages_before=2),
        "movement": stage._replace(movement=Movement.HOWELL),
        "second tables": stage._replace(second_tables=7),
        "name": stage._replace(name="First"),
        "matches": stage._replace(matches=(MATCH,)),
        "match scores": stage._replace(match_scores=Scoring.BUTLER),
        "rounds": stage._replace(rounds=(Round((MATCH,)),)),
        "series": stage._replace(series=Series(6, 4, Decimal(8))),
        "between": stage._replace(between=("1", "2")),
        "entered": stage._replace(fields=(field._replace(entered=14),)),
        "section of a list": stage._replace(fields=(field._replace(section="A"),)),
        "sections": stage._replace(sections=(Section("A", Schedule(20)),)),
        "standing": with_first(first._replace(standing=Standing.WITHOUT)),
        "category": with_first(first._replace(category="B")),
        "section": with_first(first._replace(section="B")),
        "tally": with_first(first._replace(tally=Tally(won=2))),
        "nobody named": with_first(first._replace(players=())),
        "place": with_first(first._replace(score=Decimal(67))),
        "tie": with_first(first._replace(score=Decimal(68))),
        "nearly a tie": with_first(first._replace(score=Decimal("68.05"))),
        "boards of a player": with_player(player._replace(boards=8)),
        "deemed": with_player(player._replace(boards=8, deemed=16)),
        "suspended": with_player(player._replace(suspended=True)),
        "tally of a player": with_player(player._replace(tally=Tally(won=2))),
        "name of a player": with_player(Player("Somebody", player.number)),
        "number of a player": with_player(Player(player.name, "9")),
        "name of a contestant": with_first(first._replace(name="Somebody")),
        "written place": with_first(first._replace(place=1)),
        "substitute": with_player(player._replace(substitute=True)),
        "rank": with_player(player._replace(rank="Life Master")),
        "player's sessions": with_player(player._replace(sessions=(1,))),
        "three players": with_first(first._replace(players=(*first.players, Player("C", "99")))),
    }


def changed_events(event: Event) -> dict[str, Event]:
    found = {name: event._replace(stages=(stage,)) for name, stage in changed_stages(event.stages[0]).items()}
    return found | {
        "name of the event": event._replace(name="Friday"),
        "status of the event": event._replace(status="county"),
        "no status": event._replace(status=""),
        "major": event._replace(major_championship=True),
        "organiser": event._replace(organiser="EBU"),
        "points": event._replace(facts=(("points", "green"),)),
        "still in": event._replace(still_in=("Pair 1",)),
        "boards before": event._replace(boards_before=24),
        "boards to come": event._replace(boards_to_come=24),
        "direct entrants": event._replace(direct_entrants=("Pair 1",)),
        "continues": event._replace(continues=date(2026, 11, 3)),
        "two stages": event._replace(stages=event.stages * 2),
        "last day": event._replace(last_day=date(2026, 11, 12)),
        "day": event._replace(begins=date(2026, 1, 1)),
    }


@pytest.mark.parametrize("change", sorted(changed_events(club_night())))
@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_whatever_changes_about_an_event_its_situations_pay_what_it_earns(handbook: str, change: str) -> None:
    event = changed_events(club_night("E" if handbook == "abf" else "club"))[change]
    earned = by_situations(handbook, event)
    assert earned is None or earned == worked_out(handbook, event)


def touched(one: object, two: object, found: dict[str, set[str]]) -> None:
    """Note which fields of which records two tellings differ in."""
    if isinstance(one, tuple) and hasattr(one, "_fields") and type(one) is type(two):
        for name, mine, other in zip(one._fields, one, two, strict=True):
            if mine != other:
                found.setdefault(type(one).__name__, set()).add(name)
                touched(mine, other, found)
    elif isinstance(one, tuple) and isinstance(two, tuple):
        for mine, other in zip(one, two, strict=False):
            touched(mine, other, found)


def test_every_field_of_an_event_is_changed_in_turn() -> None:
    """A field that is added later must be changed above, or it may decide points that its situations do not know of."""
    night = club_night()
    found: dict[str, set[str]] = {}
    for event in changed_events(night).values():
        touched(night, event, found)
    for record in (Event, Stage, Field, Contestant, Player):
        assert set(record._fields) == found[record.__name__], record.__name__


def test_what_tells_who_played_where_and_when_is_not_in_the_shape() -> None:
    night = club_night()
    elsewhere = night._replace(name="Friday", organiser="Elmby", begins=date(2026, 3, 3))
    one, two = situations.taken_apart(night), situations.taken_apart(elsewhere)
    assert one is not None
    assert two is not None
    assert one.shape == two.shape


def test_scores_that_nearly_tie_are_left_to_a_handbook_that_calls_them_equal() -> None:
    near = changed_events(club_night("E"))["nearly a tie"]
    plain = situations.taken_apart(near)
    assert plain is not None
    assert plain.shape.near
    assert by_situations("abf", near) is None
    assert by_situations("ebu", changed_events(club_night())["nearly a tie"]) is not None


def test_nights_of_one_size_share_a_scale_and_its_working_which_says_their_boards() -> None:
    edition = handbooks.get("ebu").latest
    (stage,) = club_night().stages
    scales = {}
    for boards in (17, 18, 24, 35, 36):
        night = club_night()._replace(stages=(stage._replace(schedule=Schedule(boards)),))
        found = edition.scales(night)
        assert found is not None
        (scales[boards],) = found.lists
        assert edition.assess(night).awards[0].working is scales[boards].pay(1).working
        assert edition.scales(night._replace(name="Another")) == found
    assert len({id(each) for each in scales.values()}) == len(scales)
