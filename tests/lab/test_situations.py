"""A seat of a plain event earns by situations what it earns when the event is worked out whole."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest

from overtrick import handbooks
from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Handicap,
    Movement,
    Play,
    Player,
    Schedule,
    Scoring,
    Section,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.lab import situations
from tests.lab import invented

HANDBOOKS = ["abf", "ebu", "sbu", "scba", "wbu"]


def by_situations(handbook: str, event: Event) -> Counter[tuple[str, str]] | None:
    plain = situations.taken_apart(event)
    edition = handbooks.get(handbook).edition(event.begins)
    scales = plain and situations.scales_of(edition, plain.shape, event.begins, {})
    if plain is None or scales is None:
        return None
    earned: Counter[tuple[str, str]] = Counter()
    for place, player in plain.seats:
        if units := scales.units(*place):
            earned[player.name, scales.colour] += units
    return earned


def worked_out(handbook: str, event: Event) -> Counter[tuple[str, str]]:
    earned: Counter[tuple[str, str]] = Counter()
    for award in handbooks.get(handbook).edition(event.begins).assess(event, by_name=False).awards:
        earned[award.player.name, award.colour] += award.units
    return earned


@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_a_season_earns_the_same_by_situations_and_event_by_event(handbook: str) -> None:
    plain = 0
    for event in invented.events(handbook, 400):
        earned = by_situations(handbook, event)
        if earned is not None:
            plain += 1
            assert earned == worked_out(handbook, event)
    assert plain > 250  # most of a season is plain


def club_night(grade: str = "club") -> Event:
    pairs = tuple(
        Contestant(f"Pair {at}", (Player(f"A{at}", f"{at}1"), Player(f"B{at}", f"{at}2")), score=Decimal(70 - at))
        for at in range(1, 13)
    )
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=pairs),), movement=Movement.MITCHELL)
    return Event("Tuesday", date(2026, 11, 10), (stage,), grade)


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
        "substitute": with_player(player._replace(substitute=True)),
        "rank": with_player(player._replace(rank="Life Master")),
        "player's sessions": with_player(player._replace(sessions=(1,))),
        "three players": with_first(first._replace(players=(*first.players, Player("C", "99")))),
    }


def changed_events(event: Event) -> dict[str, Event]:
    found = {name: event._replace(stages=(stage,)) for name, stage in changed_stages(event.stages[0]).items()}
    return found | {
        "status of the event": event._replace(status="county"),
        "no status": event._replace(status=""),
        "major": event._replace(major_championship=True),
        "organiser": event._replace(organiser="EBU"),
        "points": event._replace(facts=(("points", "green"),)),
        "still in": event._replace(still_in=("Pair 1",)),
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
