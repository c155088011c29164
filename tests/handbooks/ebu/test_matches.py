"""What is a match won worth outside knock-outs and leagues? The table of 4.6.3, half a match, factors in finals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Match, Play, Player, Schedule, Side, Stage
from overtrick.engine.numbers import exact, up
from tests.handbooks.ebu.support import DAY, Paid, case, of_kind, stage_of, tariff_of
from tests.handbooks.printed import ends
from tests.handbooks.told import assess

if TYPE_CHECKING:
    from overtrick.handbooks.examples import Example
    from overtrick.handbooks.family.basic import Tariff


SWISS = """
event: Swiss
date: 2026-11-14
status: club
play: teams
contest: swiss
boards: 36
match boards: 6
results:
"""


def _by_column(kind: str) -> list[Any]:
    return [case(example, column) for example in of_kind(kind) for column in example.columns[1:]]


# --- Match awards (4.6.3) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("example", "status"), _by_column("match awards"))
def test_a_match_won_earns_the_printed_figure(example: Example, status: str) -> None:
    at = example.columns.index(status)
    for row in example.rows:
        figure = next(
            (each.figure for each in example.misprints if (each.row, each.column) == (row[0], status)), row[at]
        )
        for boards in ends(row[0]):
            assert _win(example, boards, status) == figure, f"{boards} boards"


def _win(example: Example, boards: int, status: str, settings: dict[str, str] | None = None) -> int:
    tariff = tariff_of({**example.given, "match_boards": boards}, settings=settings, status=status)
    assert tariff.matches is not None
    return int(tariff.matches.win(boards).value)


@pytest.mark.clause("ebu", "4.6.3 (table)")
def test_the_disputed_match_of_36_boards_is_paid_as_printed_and_a_setting_pays_the_rule() -> None:
    (example,) = of_kind("match awards")
    (misprint,) = example.misprints
    assert _win(example, 36, misprint.column) == misprint.printed == 62
    assert _win(example, 36, misprint.column, {misprint.setting: "exact"}) == misprint.rule == 61


@pytest.mark.clause("ebu", "4.6.3 p2", "4.6.3")
@pytest.mark.parametrize(("won", "points"), [(1, 6), (2, 6), (3, 9)])
def test_matches_won_add_up_and_never_pay_less_than_the_minimum(won: int, points: int) -> None:
    words = {"play": "teams", "contest": "swiss", "contestants": 8, "boards": 36, "match_boards": 2}
    event = Event("", DAY, (stage_of({**words, "tally": {"won": won}}),), status="club")
    paid = Paid(event, 0, event.stages[0].fields[0])
    assert paid.points()[-1] == points, paid.why()  # 3 a match; 6 is the least for an event


# --- Half a match (4.5.7, 4.5.8), match by match ---------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.5.7", "4.5.8")
@pytest.mark.parametrize(
    ("matches", "points"),
    [
        ([("Aces", False)], 9),
        ([("", False)], 6),  # 4.5, rounded up to 5, and raised to the least of an event
        ([("Aces", True)], 6),
        ([("Aces", True), ("Aces", True)], 9),
        ([("Aces", True), ("", True)], 7),  # 4.5 + 2.25 = 6.75
        ([("", False), ("", False), ("", False)], 14),  # 13.5, rounded once
        ([("Kings", False), ("Kings", True)], 0),
    ],
)
def test_a_draw_and_a_mini_match_are_half_a_match(matches: list[tuple[str, bool]], points: int) -> None:
    """The same through matches that are listed one by one; the figure of six boards at Club is 9."""
    names = ("Queens", "Jacks", "Tens", "Nines", "Kings", "Aces")
    teams = tuple(
        Contestant(name, tuple(Player(f"{name} {index}") for index in range(4)), place)
        for place, name in enumerate(names, start=1)
    )
    listed = tuple(
        Match((Side("Aces"), Side("Kings")), winner=winner, triangular=triangular) for winner, triangular in matches
    )
    stage = Stage(Play.TEAMS, Schedule(36), (Field("", teams),), contest=Contest.SWISS, match_boards=6, matches=listed)
    event = Event("", DAY, (stage,), status="club")
    paid = Paid(event, 0, stage.fields[0])
    assert paid.points()[-1] == points, paid.why()


# --- The place and the matches (4.6.5, 3.4.1) ------------------------------------------------------------------------


@pytest.mark.clause("ebu", "3.4.1", "4.6.5(a)")
@pytest.mark.parametrize(
    ("places", "rounded", "parts", "points"),
    [
        ("1 2 3 4 4 4 4", "each", [14, 5], 19),  # four share 36 + 18, which is 13.5
        ("1 2 3 4 4 4 4", "together", [13.5, 4.5], 18),
        ("1 2 3 4 5 5 5 5", "each", [6, 5], 11),  # four share 18, which is 4.5, raised to the least of 6
        ("1 2 3 4 5 5 5 5", "together", [6, 4.5], 11),
    ],
)
def test_the_place_and_a_drawn_match_are_rounded_each_or_together(
    places: str, rounded: str, parts: list[float], points: int
) -> None:
    """A Club Swiss of 20 teams has 90, 72, 54, 36 and 18 for the places; half of a match of 6 boards is 4.5."""
    listed = [int(place) for place in places.split()]
    listed += range(len(listed) + 1, 21)
    teams = "".join(f"  - {{place: {place}, name: {at}, won: 0, drawn: 1}}\n" for at, place in enumerate(listed))
    result = assess("ebu", SWISS + teams, {"ranking_and_matches_rounded": rounded})
    (award,) = (each for each in result.awards if each.player.name == "5")
    (added,) = (each for each in (award.working, *award.working.because) if each.clause == "4.5.3")
    assert ([each.value for each in added.because], award.units) == (parts, points)


# --- Factors in finals and consolations (4.6.6, 4.6.7) ---------------------------------------------------------------

ORIGINAL = 80  #: every printed share of it is a whole number of tables
SMALLEST = 4  #: as many as play in the main final, so that a consolation is not smaller (4.6.7)
LARGEST = {"final": 80, "consolation": 16}  #: a consolation must leave three times its tables over (4.6.7)


@pytest.mark.parametrize("example", [case(each) for each in of_kind("match factors")])
def test_a_match_in_a_final_earns_more_the_fewer_qualified(example: Example) -> None:
    """On the threshold the factor holds; one table more and it is the next smaller one."""
    for more_than, up_to, factor in example.rows:
        fewest = max(int(Fraction(more_than) * ORIGINAL) + 1, SMALLEST)
        most = min(int(Fraction(up_to) * ORIGINAL), LARGEST[example.given["kind"]])
        for inside in (fewest, most):
            tariff = _qualified(example.given["kind"], inside)
            assert tariff.matches is not None
            figure = up(Fraction(9, 2) * exact(factor))  # 3 boards at Club are 4.5 (reading 5.25)
            assert tariff.matches.win(3).value == figure, f"{inside} of {ORIGINAL} tables"


def _qualified(kind: str, inside: int, main: int = SMALLEST, settings: dict[str, str] | None = None) -> Tariff:
    words = {"kind": kind, "play": "teams", "contest": "swiss", "contestants": inside, "boards": 42, "match_boards": 3}
    return tariff_of({**words, "original_tables": ORIGINAL, "main_tables": main}, settings=settings, status="club")


@pytest.mark.clause("ebu", "4.6.6(a)", "3.4.1")
def test_the_factor_is_taken_of_the_exact_figure_and_a_setting_takes_the_printed_one() -> None:
    for settings, figure in (({}, 7), ({"match_factor_on": "printed"}, 8)):
        tariff = _qualified("final", 40, settings=settings)
        assert tariff.matches is not None
        assert tariff.matches.win(3).value == figure  # 1.5 x 4.5 = 6.75; 1.5 x 5 = 7.5


@pytest.mark.clause("ebu", "4.6.7(a)", "4.6.7(b)")
@pytest.mark.parametrize(
    ("inside", "main", "rated"),
    [
        (10, 10, True),
        (9, 10, False),  # smaller than the main final
        (19, 4, True),  # 57 in neither, three times 19
        (20, 4, False),  # 56 in neither, 60 are needed
    ],
)
def test_a_consolation_with_matches_needs_its_size_and_three_times_as_many_in_neither(
    inside: int, main: int, rated: bool
) -> None:
    tariff = _qualified("consolation", inside, main)
    assert (tariff.matches is not None) is rated
    assert (tariff.note is None) is rated
