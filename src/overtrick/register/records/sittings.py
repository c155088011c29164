"""Who sat with whom, and came where? Told from the awards and refusals of an event: everybody is in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.competitions.models import Seat
from overtrick.register.competitions.players_named import Named, named
from overtrick.register.records.models import Sitting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.assessment import Assessment, Award, Refusal
    from overtrick.register.competitions.models import Submission

#: A list of results: its stage and its name.
List = tuple[str, str]


def keep(submission: Submission, assessment: Assessment) -> None:
    """Keep who sat where in a submission; what was kept of it before is replaced."""
    seats = {Named(each.contestant, each.name, each.number): each for each in _seats(submission)}
    decisions: list[Award | Refusal] = [*assessment.awards, *assessment.refusals]
    together = _together(decisions, seats)
    entered: dict[List, int] = {}
    for stage, field, _contestant in together:
        entered[stage, field] = entered.get((stage, field), 0) + 1
    made: dict[tuple[int, str, str], Sitting] = {}
    for each in decisions:
        seat = seats.get(named(each.contestant, each.player))
        if seat is None or (seat.pk, each.stage, each.field) in made:
            continue
        pair = together[each.stage, each.field, each.contestant]
        partners = ", ".join(name for other, name in pair.items() if other != seat.pk)
        made[seat.pk, each.stage, each.field] = Sitting(
            submission=submission,
            seat=seat,
            stage=each.stage[:200],
            field=each.field[:200],
            partners=partners[:300],
            place=each.place,
            tied=each.tied,
            entered=entered[each.stage, each.field],
        )
    submission.sittings.all().delete()
    Sitting.objects.bulk_create(made.values())


def _seats(submission: Submission) -> Iterable[Seat]:
    return submission.seats.select_related("player__kept").order_by("pk")


def _together(
    decisions: Iterable[Award | Refusal], seats: dict[Named, Seat]
) -> dict[tuple[str, str, str], dict[int, str]]:
    """Name the players of every contestant of every list, by the seat, as the register calls them if it knows them."""
    found: dict[tuple[str, str, str], dict[int, str]] = {}
    for each in decisions:
        sitting = found.setdefault((each.stage, each.field, each.contestant), {})
        seat = seats.get(named(each.contestant, each.player))
        if seat is not None:
            player = (seat.player.kept or seat.player) if seat.player and _sure(seat) else None
            sitting[seat.pk] = str(player or each.player.name or each.player.number)
    return found


def _sure(seat: Seat) -> bool:
    return seat.match in (Seat.Match.NUMBER, Seat.Match.CHOSEN)
