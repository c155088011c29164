"""The Welsh Cup and the Cambria Cup: names of rounds, stanzas, and who played them."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine.event import Contestant, Ended, Event, Field, Match, Player, Round, Side, Tally
from overtrick.handbooks.wbu.e2020 import cup_rounds
from tests.handbooks.wbu.support import EDITION, Contest, Play, assess, event, match, stage

DOUBLE: dict[str, Any] = {"contest": Contest.DOUBLE_KNOCK_OUT}


def cup(*rounds: Round, boards: int = 24, teams: tuple[Contestant, ...] = (), **more: Any) -> Event:  # noqa: ANN401
    """Play the Welsh Cup; teams that are not described stand for themselves."""
    names = sorted({each.contestant for this in rounds for played in this.matches for each in played.sides})
    known = {each.name: each for each in teams}
    field = Field("", tuple(known.get(name, Contestant(name)) for name in names))
    held = stage(Play.TEAMS, boards, field, contest=more.pop("contest", Contest.KNOCK_OUT), rounds=rounds, **more)
    return event(held, status="national", green_event="welsh cup", points="green")


def won(held: Event) -> dict[str, int]:
    """Give what every player wins."""
    return {award.player.name: award.units for award in assess(held).awards}


def asks(held: Event) -> list[tuple[str, tuple[str | int, ...]]]:
    """Give the codes and places of the questions."""
    return [(each.code, each.path) for each in EDITION.assess(held).problems if each.asks]


def why_not(held: Event, name: str) -> str:
    """Give the reason why somebody has nothing."""
    return next(each.working.says for each in assess(held).refusals if each.player.name == name)


def semis(name: str = "") -> Round:
    """Play two matches."""
    return Round((match("A", "B"), match("C", "D")), name=name)


def final(name: str = "", **more: Any) -> Round:  # noqa: ANN401 - as a round takes it
    """Play one."""
    return Round((match("A", "C"),), name=name, **more)


@pytest.mark.clause("wbu", "4.2.4.1 table", "4.2.4.2(a)")
@pytest.mark.parametrize(
    ("semi", "last"),
    [
        ("Semifinals", "Grand final"),
        ("SF", "Final (64 boards)"),
        ("Semi-Finals", "The Final"),
        ("Last 4", "FINAL, 48 boards"),
        ("½-finals", "Welsh Cup final"),
    ],
)
def test_ordinary_names_of_rounds_are_known_in_a_double_elimination(semi: str, last: str) -> None:
    assert won(cup(semis(semi), final(last), **DOUBLE)) == {"A": 350 + 700, "C": 350}


@pytest.mark.parametrize(
    ("name", "means"),
    [
        ("QF", cup_rounds.QUARTER),
        ("Quarter Finals", cup_rounds.QUARTER),
        ("Qtr-final 2", cup_rounds.QUARTER),
        ("Round of 8", cup_rounds.QUARTER),
        ("Pre-quarter-final", cup_rounds.BEFORE),
        ("Round of 16", cup_rounds.BEFORE),
        ("Preliminary round", cup_rounds.BEFORE),
        ("Round 2", cup_rounds.NUMBERED),
        ("Third round", cup_rounds.NUMBERED),
        ("3rd place play-off", cup_rounds.THIRD_PLACE),
        ("Losers' final", ""),
        ("Swansea", ""),
    ],
)
def test_what_a_round_is_called(name: str, means: str) -> None:
    assert cup_rounds.called(name) == means


@pytest.mark.clause("wbu", "4.2.4.2(a)", "4.2.4.2(b) before")
@pytest.mark.parametrize("name", ["", "Losers' final", "Swansea weekend", "Round 2"])
def test_a_round_of_a_double_elimination_that_no_name_tells_is_asked_about(name: str) -> None:
    held = cup(semis("Semi-final"), final(name), **DOUBLE)
    assert asks(held) == [("cup-round", ("stages", 0, "rounds", 1, "name"))]
    assert not EDITION.assess(held).awards


def test_a_numbered_round_of_a_double_elimination_comes_before_the_named_ones() -> None:
    assert won(cup(semis("Round 1"), semis("Semi-final"), **DOUBLE))["A"] == 50 + 350


def test_two_finals_of_a_double_elimination_are_asked_about() -> None:
    assert asks(cup(semis("SF"), final("Final"), final("Grand final"), **DOUBLE))[0][0] == "cup-round"


@pytest.mark.clause("wbu", "4.2.4.1 table")
@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [("Final", "Final", 0), ("Semi-final", "Semi-final", 1), ("Quarter-final", "Final", 0), ("Round of 16", "", 0)],
)
def test_a_name_that_contradicts_who_is_left_is_asked_about(first: str, second: str, asked: int) -> None:
    assert asks(cup(semis(first), final(second))) == [("cup-round", ("stages", 0, "rounds", asked, "name"))]


@pytest.mark.clause("wbu", "4.2.4.1 table")
@pytest.mark.parametrize(("name", "paid"), [("before the quarter-final", 50), ("Quarter-final", 150), ("", 150)])
def test_a_preliminary_round_of_few_teams_is_what_it_is_said_to_be(name: str, paid: int) -> None:
    def of_five(called: str) -> Event:
        return cup(Round((match("D", "E"),), name=called), semis("Semi-final"), final("Final"))

    assert asks(of_five("Preliminary round")) == [("cup-round", ("stages", 0, "rounds", 0, "name"))]
    assert won(of_five(name))["D"] == paid


@pytest.mark.parametrize(("first", "second"), [("Round 1", "Round 2"), ("", ""), ("Llandudno", "Cardiff"), ("SF", "F")])
def test_who_is_left_names_the_rounds_of_a_single_elimination(first: str, second: str) -> None:
    assert won(cup(semis(first), final(second))) == {"A": 350 + 700, "C": 350}


def test_one_match_of_a_round_may_be_told_alone() -> None:
    assert won(cup(final("Quarter-final"))) == {"A": 150}
    assert won(cup(final("Round 2", entered=12))) == {"A": 50}
    assert asks(cup(semis("Round 1"))._replace(still_in=("A", "C")))[0][0] == "cup-round"


@pytest.mark.clause("wbu", "4.2.4.1 table")
def test_a_match_for_third_place_has_no_award() -> None:
    third = Round((match("B", "D"),), name="Third-place play-off")
    held = cup(semis("Semi-final"), third, final("Final"))
    assert won(held) == {"A": 350 + 700, "C": 350}
    assert why_not(held, "B") == "1 × match won for third place: no award"


def stanzas(*winners: str, boards: int = 0, line_ups: tuple[tuple[str, ...], ...] = ()) -> tuple[Match, ...]:
    """Play stanzas between A and C; line-ups are those of A."""
    return tuple(
        Match((Side("A", tuple(Player(each) for each in seated)), Side("C")), name, boards)
        for name, seated in zip(winners, line_ups or ((),) * len(winners), strict=True)
    )


SIX = Contestant("A", tuple(Player(name) for name in "abcdef"))
SEATED = (("a", "b", "c", "d"), ("a", "b", "c", "d"), ("a", "b", "c", "e"))


def told(as_segments: bool, parts: tuple[Match, ...], **more: Any) -> Event:  # noqa: ANN401 - as a cup takes it
    """Tell the stanzas of a final as segments of the match, or as matches beside the round."""
    if as_segments:
        return cup(Round((match("A", "C", segments=parts),)), **more)
    return cup(final(), matches=parts, **more)


@pytest.mark.clause("wbu", "4.2.1.7", "4.2.4 stanza def")
@pytest.mark.parametrize("as_segments", [True, False])
def test_who_never_sat_down_has_nothing_and_the_others_what_they_played(as_segments: bool) -> None:
    held = told(as_segments, stanzas("A", "A", "C", boards=8, line_ups=SEATED), teams=(SIX,))
    assert won(held) == {"a": 756, "b": 756, "c": 756, "d": 756, "e": 700, "C": 28}
    assert why_not(held, "f").startswith("Played 0 of the 24 boards of the match against C")


@pytest.mark.clause("wbu", "4.2.1.7")
@pytest.mark.parametrize(("boards", "paid"), [(8, 700), (7, None)])
def test_a_third_of_the_match_is_needed(boards: int, paid: int | None) -> None:
    side = Side("A", (*(Player(each) for each in "abc"), Player("d", boards=24 - boards), Player("e", boards=boards)))
    held = cup(Round((Match((side, Side("C")), "A"),)), teams=(SIX,))
    assert won(held).get("e") == paid
    assert "f" not in won(held)


@pytest.mark.clause("wbu", "4.2.1.7")
def test_boards_over_the_whole_cup_are_asked_for_match_by_match() -> None:
    squad = SIX._replace(players=(*SIX.players[:4], Player("e", boards=12), Player("f", boards=0)))
    alone = won(cup(final(), teams=(squad,)))
    assert alone["e"] == 700
    assert "f" not in alone
    assert asks(cup(semis(), final(), teams=(squad,))) == [("boards-in-a-match", ("stages", 0, "rounds"))]


@pytest.mark.clause("wbu", "4.2.4 stanza awards", "4.2.4 extra stanzas")
@pytest.mark.parametrize("as_segments", [True, False])
def test_a_stanza_without_boards_is_an_equal_part_of_its_match(as_segments: bool) -> None:
    parts = stanzas("A", "A", "C")
    assert won(told(as_segments, parts, match_boards=24))["A"] == 700 + 2 * 28  # eight boards each
    assert won(told(as_segments, parts, boards=36, match_boards=36))["A"] == 700 + 2 * 42
    assert won(told(as_segments, parts, boards=32, match_boards=8))["A"] == 700 + 2 * 28
    extra = (*parts[:2], *stanzas("C", boards=4))
    assert won(told(as_segments, extra, boards=36))["C"] == 14
    assert asks(told(as_segments, parts, boards=32))[0] == (
        "stanza-boards",
        ("stages", 0, "rounds", 0, "matches", 0, "boards"),
    )


@pytest.mark.clause("wbu", "4.2.4 stanza awards")
def test_stanzas_are_counted_too_and_their_boards_are_asked_for() -> None:
    counted = Contestant("A", tally=Tally(won=2, drawn=1))
    assert won(cup(final(), teams=(counted,), match_boards=8))["A"] == 700 + 2 * 28 + 14
    by_length = Contestant("A", tally=Tally.of_lengths({8: Tally(won=2), 4: Tally(won=1)}))
    assert won(cup(final(), teams=(by_length,)))["A"] == 700 + 2 * 28 + 14
    assert asks(cup(final(), teams=(counted,), match_boards=24))[0] == ("stanza-boards", ("stages", 0, "match boards"))


def test_a_stanza_belongs_to_one_match() -> None:
    stray = cup(final(), matches=(match("A", "B"),))
    assert [each.code for each in EDITION.assess(stray).problems] == ["stanza-without-match"]
    twice = cup(semis("Semi-final"), final("Round 1"), matches=stanzas("A"), **DOUBLE)
    again = twice.stages[0]._replace(rounds=(final("Round 1"), final("Final")))
    assert asks(twice._replace(stages=(again,)))[0][0] == "stanza-of-which-match"


@pytest.mark.clause("wbu", "4.2.4 18 boards")
@pytest.mark.parametrize(("boards", "paid"), [(18, {"A": 700}), (17, {})])
def test_every_match_has_18_boards(boards: int, paid: dict[str, int]) -> None:
    assert won(cup(Round((match("A", "C", boards=boards),)))) == paid
    assert won(cup(final(boards=boards))) == paid
    assert won(cup(final(), boards=boards, match_boards=boards)) == paid


def test_few_match_boards_without_stanzas_are_asked_about() -> None:
    assert asks(cup(final(), boards=48, match_boards=16))[0] == (
        "cup-match-boards",
        ("stages", 0, "rounds", 0, "boards"),
    )
    assert won(cup(final(boards=32), boards=48, match_boards=16)) == {"A": 700}
    assert won(cup(final(), boards=48, match_boards=18)) == {"A": 700}


@pytest.mark.clause("wbu", "4.2.4 extra stanzas")
def test_a_drawn_match_is_decided_by_play() -> None:
    drawn = cup(Round((match("A", "C", drawn=True),)))
    assert [each.code for each in EDITION.assess(drawn).problems] == ["cup-match-drawn"]
    assert won(cup(Round((match("A", "C", ended=Ended.EXTRA_BOARDS),)))) == {"A": 700}
