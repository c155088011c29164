"""The places of a list become awards and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.crediting import credit_session
from overtrick.engine.event import Contestant, Field, Player
from overtrick.engine.explain import why
from overtrick.engine.numbers import show
from overtrick.engine.scales import ConstantReductions, PlaceAwards
from overtrick.engine.working import step

if TYPE_CHECKING:
    from overtrick.engine.working import Step

#: 5 pairs of which 2 share the place below the last paid one; the fourth has a player who left early.
FIELD = Field(
    "North-South",
    (
        Contestant("3", (Player("Cid"), Player("Dot")), score=50),
        Contestant("1", (Player("Ann"), Player("Bob", suspended=True)), score=70),
        Contestant("4", (Player("Eve", boards=3), Player("Fay")), score=50),
        Contestant("2", score=60),
        Contestant("5", (Player("Gil"), Player("Hal")), score=40),
    ),
)


def scale(asked: list[tuple[int, int]] | None = None) -> PlaceAwards:
    def place(number: int, value: object) -> Step:
        if asked is not None:
            asked.append((number, 1))
        return step("Place {number}", value, number=number)  # type: ignore[arg-type]

    return PlaceAwards(
        ConstantReductions(20, 2),
        place,
        lambda _f, _t, total, because: step("Tie", total, because=because),
        lambda a: a,
    )


def barred(player: Player) -> Step | None:
    return step("Suspended") if player.suspended else step("Left early") if player.boards == 3 else None


def test_everybody_is_paid_or_refused_once_in_the_order_of_the_places() -> None:
    awards, refusals = credit_session(
        [(FIELD, scale())], "local", barred, lambda field, first, tied: step(f"{field.name} {first} {tied}")
    )
    assert [(award.player.name, award.place, award.units) for award in awards] == [("Ann", 1, 20), ("2", 2, 10)]
    assert [(each.player.name, each.place, each.tied, each.working.says) for each in refusals()] == [
        ("Bob", 1, 1, "Suspended"),
        ("Cid", 3, 2, "North-South 3 2"),
        ("Dot", 3, 2, "North-South 3 2"),
        ("Eve", 3, 2, "Left early; North-South 3 2"),
        ("Fay", 3, 2, "North-South 3 2"),
        ("Gil", 5, 1, "North-South 5 1"),
        ("Hal", 5, 1, "North-South 5 1"),
    ]


def test_a_scale_works_out_every_place_and_every_reason_once() -> None:
    asked: list[tuple[int, int]] = []
    reasons: list[tuple[int, int]] = []

    def not_placed(_field: Field, first: int, tied: int) -> Step:
        reasons.append((first, tied))
        return step("Not paid")

    places = scale(asked)
    for _ in range(2):
        _awards, refusals = credit_session([(FIELD, places)], "local", barred, not_placed)
        refusals()
    assert asked == [(1, 1), (2, 1)]
    assert reasons == [(3, 2), (5, 1)]


def test_a_decision_is_told_again_when_its_points_are_written_otherwise() -> None:
    awards, _refusals = credit_session([(FIELD, scale())], "local", barred, lambda *_: step("Not paid"))
    assert why(awards[0], show).startswith("Ann: 20 local points (1st, North-South)")
    assert why(awards[0], lambda units: f"{units}.00").startswith("Ann: 20.00 local points (1st, North-South)")
    assert why(awards[0], show).startswith("Ann: 20 local points (1st, North-South)")
