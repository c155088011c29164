"""The seventeen items of the quick guide, and events abroad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Contest, Event, Match, Play, Round, Side, Stage, StageKind
from overtrick.engine.numbers import exact
from overtrick.engine.working import cited
from overtrick.handbooks.family import cups
from overtrick.handbooks.scba.e2006 import guide, overseas
from overtrick.handbooks.scba.e2006.scale_selection import Route
from tests.handbooks.printed import band, ends
from tests.handbooks.scba.support import (
    BOOK,
    DAY,
    EDITION,
    NON_LOCAL,
    Example,
    asked,
    assess,
    event,
    of_kind,
    paid,
    ranked,
    stage,
    units,
    won,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.handbooks.worth import Worth


@pytest.mark.parametrize("example", of_kind("guide winners"))
def test_the_winners_of_championships(example: Example) -> None:
    for name, _item, which, boards, tables, winner, scale, colour in example.rows:
        for length in ends(str(boards)):
            found = _of_the_guide(str(name), str(which), length, int(tables))
            assert units(found)[0] == winner, name
            assert found.colour == colour
            assert f"Scale {scale}" in cited(found.places[0].working)


def _of_the_guide(name: str, which: str, boards: int, tables: int) -> Worth:
    finalists: dict[str, Any] = (
        {"tables": max(tables // 2, 4), "original_tables": tables} if which == "final" else {"tables": tables}
    )
    return asked("guide", event=name, stage=which, boards=boards, match_boards=10, **finalists)


@pytest.mark.parametrize("example", of_kind("guide figures"))
def test_teams_knock_outs_and_the_league(example: Example) -> None:
    CHECKS[example.clauses[0]](example)


def _qualifying(example: Example) -> None:
    told = {"event": example.given["event"], "stage": "qualifying", "tables": 10}
    for boards in ends(example.given["match-boards"]):
        assert won("guide", boards=96, match_boards=boards, **told) == example.expect["win"]
    assert won("guide", boards=96, match_boards=7, **told) == 7 * example.expect["a_board"]
    short, long = (units(asked("guide", boards=boards, match_boards=12, **told)) for boards in (71, 72))
    assert long == [each * exact(example.expect["longer"]) for each in short]
    assert example.expect["scale"] in cited(asked("guide", boards=96, **told).places[0].working)


def _rounds_by_entry(example: Example) -> None:
    for entry, semi, final in example.rows:
        for teams in band(str(entry)):
            found = asked("guide-knock-out", cup="Singapore Open Teams", tables=teams, match_boards=48).rounds
            assert [name for name, _won in found] == [f"Round {semi}", f"Round {final}", "Third place"]


def rounds_of(names: Sequence[str], boards: int = 0) -> Iterator[Round]:
    """Draw a knock-out that the first named wins always, to its end; the two losing semi-finalists play for third."""
    left = list(names)
    while len(left) > 1:
        full = 1 << (len(left).bit_length() - 1)
        playing = len(left) if full == len(left) else 2 * (len(left) - full)
        play, byes = left[:playing], left[playing:]
        half = len(play) // 2
        pairs = list(zip(play[:half], reversed(play[half:]), strict=True))
        yield Round(tuple(Match((Side(one), Side(two)), one) for one, two in pairs), boards, byes=tuple(byes))
        if len(left) == 4:
            yield Round((Match((Side(play[2]), Side(play[3])), play[2]),), boards, name="Third place")
        left = play[:half] + byes


def _open_teams(example: Example) -> None:
    for entry, *figures in example.rows:
        for teams in ends(str(entry)):
            rounds = asked("guide-knock-out", cup="Singapore Open Teams", tables=teams, match_boards=48)
            assert [int(each.value) for _name, each in rounds.rounds] == figures[:3]
            assert rounds.colour == NON_LOCAL
            qualifying = stage(
                Play.TEAMS, 96, ranked(Play.TEAMS, teams), kind=StageKind.QUALIFYING, contest=Contest.ROUND_ROBIN,
                match_boards=12,
            )  # fmt: skip
            final = _knock_out(4, 48, StageKind.FINAL)
            found = assess(event(qualifying, final, status="", event="Singapore Open Teams"))
            assert list(paid(found, NON_LOCAL).values()) == [each for each in figures[3:] if each]
            assert sum(paid(found).values()) > 0  # the ranking of the qualifying stage is in local points


def _knock_out(teams: int, boards: int, kind: StageKind = StageKind.ONLY) -> Stage:
    field = ranked(Play.TEAMS, teams)
    names = [each.name for each in field.contestants]
    return stage(
        Play.TEAMS, boards, field, kind=kind, contest=Contest.KNOCK_OUT, rounds=tuple(rounds_of(names, boards))
    )


def _consolation(example: Example) -> None:
    for tables in ends(example.given["tables"]):
        told = {"event": example.given["event"], "stage": "consolation", "tables": tables, "boards": 96}
        found = asked("guide", match_boards=12, **told)
        assert (units(found)[0], found.colour) == (example.expect["first"], "local")
        assert 96 // 12 * won("guide", match_boards=12, **told) == example.expect["matches"]


def _national_team(example: Example) -> None:
    for name, win in example.rows:
        for boards in (18, 35):
            found = asked("abroad", overseas_event=name, tables=12, match_boards=boards)
            assert found.win is not None
            assert (found.win.value, found.colour, found.win_colour) == (win, NON_LOCAL, "")


def _challenge(example: Example) -> None:
    for teams, *wins in example.rows:
        told = {"cup": guide.CHALLENGE, "tables": teams, "match_boards": example.given["match-boards"]}
        found = asked("guide-knock-out", **told)
        assert [int(each.value) for _name, each in found.rounds] == [each for each in wins if each != ""]
        assert found.colour == "local"


#: The ranking of the Interclub League in steps of the exact key figures 67.5, 54 and 40.5.
EXACT = {1: [203, 135, 68], 2: [162, 108, 54], 3: [122, 81, 41]}


def _interclub_league(example: Example) -> None:
    for division, win, *ranking, colour in example.rows:
        for tables in ends(example.given["tables"]):
            for boards in ends(example.given["match-boards"]):
                told: dict[str, Any] = {"tables": tables, "division": division, "match_boards": boards, "boards": 216}
                found = asked("interclub-league", **told)
                assert (units(found), found.colour) == (ranking, colour)
                assert won("interclub-league", **told) == win
                unit = {"league_ranking_unit": "exact"}
                assert units(asked("interclub-league", chosen=unit, **told)) == EXACT[int(division)]


def _league_cup(example: Example) -> None:
    teams, boards = example.given["teams"], example.given["match-boards"]
    found = asked("guide-knock-out", cup=guide.LEAGUE_CUP, tables=teams, match_boards=boards)
    figures = [int(each.value) for _name, each in found.rounds]
    assert (figures[:5], figures[5]) == (example.expect["rounds"], example.expect["third_place"])
    held = event(_knock_out(teams, boards), status="", event=guide.LEAGUE_CUP)
    totals = sorted(paid(assess(held)).values(), reverse=True)
    assert list(dict.fromkeys(totals)) == example.expect["totals"]
    assert len(totals) == 15  # everybody who won a match of the first round; the bye lost the next one


def _losers(example: Example) -> None:
    boards = example.given["match-boards"]
    field = ranked(Play.TEAMS, 17)  # 15 who lost in the first round, and two who join later
    names = [each.name for each in field.contestants]
    main = stage(Play.TEAMS, boards, ranked(Play.TEAMS, 31, 100), contest=Contest.KNOCK_OUT)
    triangle = (("No 1", "No 3"), ("No 1", "No 2"), ("No 2", "No 3"), ("No 4", "No 16"), ("No 4", "No 17"))
    rounds = (
        Round(tuple(Match((Side(one), Side(two)), one) for one, two in zip(names[1:8], names[8:15], strict=True)),
              byes=(names[0],)),
        Round(tuple(Match((Side(one), Side(two)), one) for one, two in zip(names[:4], names[4:8], strict=True))),
        Round(tuple(Match((Side(one), Side(two)), one, triangular=True) for one, two in triangle)),
        Round((Match((Side(names[0]), Side(names[1])), names[0]),)),
    )  # fmt: skip
    pool = stage(Play.TEAMS, boards, field, kind=StageKind.CONSOLATION, contest=Contest.KNOCK_OUT, rounds=rounds)
    held = event(main._replace(rounds=(Round(entered=31),)), pool, status="", event=guide.LEAGUE_CUP)
    route = Route(BOOK, guide.with_guide(BOOK, held))
    status, original = cups.terms(route, 1)
    wins = [route.cup_win(pool, plan, status) for plan in route.plan(pool, original)]
    plain = [int(each.value) for at, each in enumerate(wins) if at != 2]
    first, second, triangle_win, last = example.expect["rounds"]
    assert plain == [first, second, last]
    by_player = paid(assess(held))
    assert by_player["No 1"] == second + 2 * triangle_win + last
    assert by_player["No 2"] == first + second + triangle_win
    by_rule = paid(EDITION.assess(held, {"league_cup_triangle": "rule"}))
    assert by_rule["No 1"] != by_player["No 1"]


CHECKS = {
    "QG5/qualifying": _qualifying,
    "QG5/knockout": _rounds_by_entry,
    "QG5/knockout-8-15": _open_teams,
    "QG5/consolation": _consolation,
    "QG15": _national_team,
    "QG16": _challenge,
    "QG17/league": _interclub_league,
    "QG17/cup": _league_cup,
    "QG17/losers": _losers,
}


@pytest.mark.parametrize("example", of_kind("abroad"))
def test_events_abroad(example: Example) -> None:
    for name, factor, part, colour in example.rows:
        held = Event("", DAY, (), facts=(("overseas event", str(name)),))
        assert overseas.level(BOOK, held, Play.TEAMS).value == factor
        found = asked("abroad", overseas_event=name, tables=40)
        assert (len(found.places), found.colour) == (40 * exact(str(part)), colour)
    assert len(example.rows) == sum(not str(row).startswith("Like") for row in BOOK.table("overseas").rows)
