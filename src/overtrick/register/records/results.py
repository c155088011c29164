"""Partners and places of an event, taken from its awards and refusals.

Written past the models, as the book is: this is done for everybody in every file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from overtrick.engine.assessment import Assessment, Award, Refusal
from overtrick.register import sql
from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.competitions.named_players import Named, named

#: A list of results: its stage and its name.
List = tuple[str, str]


def keep(submission: Submission, assessment: Assessment, **_told: object) -> None:
    """Keep who sat where in a submission; what was kept of it before is replaced."""
    seats = {Named(each.contestant, each.name, each.number): each for each in _seats(submission)}
    decisions: list[Award | Refusal] = [*assessment.awards, *assessment.refusals]
    together = _together(decisions, seats)
    entered: dict[List, int] = {}
    for stage, field, _contestant in together:
        entered[stage, field] = entered.get((stage, field), 0) + 1
    made: dict[tuple[int, str, str], sql.Row] = {}
    for each in decisions:
        seat = seats.get(named(each.contestant, each.player))
        if seat is None or (seat.pk, each.stage, each.field) in made:
            continue
        pair = together[each.stage, each.field, each.contestant]
        partners = ", ".join(name for other, name in pair.items() if other != seat.pk)
        made[seat.pk, each.stage, each.field] = (
            submission.pk,
            seat.pk,
            each.stage[:200],
            each.field[:200],
            partners[:300],
            each.place,
            each.tied,
            entered[each.stage, each.field],
        )
    sql.run("delete from records_sitting where submission_id = %s", submission.pk)
    sql.insert("records_sitting", _COLUMNS, list(made.values()))


_COLUMNS = ("submission_id", "seat_id", "stage", "field", "partners", "place", "tied", "entered")


class _Seat(NamedTuple):
    """Somebody in a submission, and what the register calls them if it knows them for sure."""

    pk: int
    contestant: str
    name: str
    number: str
    known: str


def _seats(submission: Submission) -> list[_Seat]:
    rows = sql.rows(
        """
        select competitions_seat.id, contestant, name, competitions_seat.number, match, person.given, person.family
        from competitions_seat
        left join people_player as named on named.id = player_id
        left join people_player as person on person.id = coalesce(named.kept_id, named.id)
        where submission_id = %s order by competitions_seat.id
        """,
        submission.pk,
    )
    return [
        _Seat(pk, contestant, name, number, f"{given} {family}".strip() if family and match in _SURE else "")
        for pk, contestant, name, number, match, given, family in rows
    ]


def _together(
    decisions: Iterable[Award | Refusal], seats: dict[Named, _Seat]
) -> dict[tuple[str, str, str], dict[int, str]]:
    """Name the players of every contestant of every list, by the seat, as the register calls them if it knows them."""
    found: dict[tuple[str, str, str], dict[int, str]] = {}
    for each in decisions:
        sitting = found.setdefault((each.stage, each.field, each.contestant), {})
        seat = seats.get(named(each.contestant, each.player))
        if seat is not None:
            sitting[seat.pk] = seat.known or each.player.name or each.player.number
    return found


_SURE = (Seat.Match.NUMBER.value, Seat.Match.CHOSEN.value)
