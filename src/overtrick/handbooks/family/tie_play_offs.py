"""Which ties were decided by a play-off? It earns nothing itself; it decides the ranking awards of the leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import StageKind
from overtrick.engine.places import Unranked, ranking
from overtrick.handbooks.family import divisions
from overtrick.handbooks.family.match_results import head_to_head
from overtrick.handbooks.family.shared import reading, shared

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

FIRST, EVERY = "first place", "every place"

#: The rule of a handbook that knows such play-offs.
RULE = "tie_play_offs.at_stake"


def has_one(event: Event) -> bool:
    """Say whether a tie was played off in an event."""
    return any(stage.kind is StageKind.TIE_PLAY_OFF for stage in event.stages)


def parted(book: Book, event: Event) -> Event:
    """Give an event its final rankings: who tied and played off has the place that the play-off decided."""
    stages = list(event.stages)
    for index, stage in enumerate(stages):
        if stage.kind is StageKind.TIE_PLAY_OFF:
            before = _ranked_before(event, index)
            stages[before] = _with_places(book, stages[before], stage, index)
    return event._replace(stages=tuple(stages))


def refusal(book: Book, event: Event, index: int) -> Step:
    """Say why a play-off earns nothing itself; its result is in the ranking by now, or the tie is still there."""
    names = {each.name for field in event.stages[index].fields for each in field.contestants}
    tied = _tie(event.stages[_ranked_before(event, index)], names) is not None
    return divisions.tie_stays(book) if tied else divisions.tie_play_off(book)


@shared
def at_stake(book: Book, first: int) -> bool:
    """Ranking awards are at stake if the tie is for the lead; a setting parts every tie that was played off."""
    return first == 1 or reading(book, "ties_played_off", FIRST) == EVERY


def _ranked_before(event: Event, index: int) -> int:
    """Find the stage whose ranking a play-off is about: the last before it that ranks somebody who plays off."""
    names = {each.name for field in event.stages[index].fields for each in field.contestants}
    for before in range(index - 1, -1, -1):
        stage = event.stages[before]
        everybody = {each.name for field in stage.fields for each in field.contestants}
        if stage.kind is not StageKind.TIE_PLAY_OFF and names & everybody:
            return before
    found = "Nobody in this play-off is ranked in a stage before it, so it breaks no tie."
    remedy = "List the stage with the tie before the play-off."
    raise Unknown(found, remedy, "stages", index, code="tie-play-off-of-nothing")


def _with_places(book: Book, stage: Stage, play_off: Stage, index: int) -> Stage:
    names = [each.name for field in play_off.fields for each in field.contestants]
    found = _tie(stage, set(names))
    if found is None:
        what = f"{' and '.join(names)} played off a tie, but they share no place in the stage before."
        raise Unknown(what, "Correct the places, or the play-off.", "stages", index, code="tie-play-off-without-tie")
    field, first, members = found
    left_out = [each.name for each in members if each.name not in names]
    if not at_stake(book, first):
        return stage
    if left_out:
        what = f"{left_out[0]} shares the place that others played off. Which place did {left_out[0]} get?"
        remedy = "List everybody who tied in the play-off, those who did not play last."
        raise Asked(what, remedy, "stages", index, "results", code="tie-play-off-without-all")
    order = _order(play_off, index)
    places = {each.name: place for place, tied in ranking(field.contestants) for each in tied}
    places |= {name: first + place - 1 for name, place in order.items()}
    new = field._replace(contestants=tuple(each._replace(place=places[each.name]) for each in field.contestants))
    return stage._replace(fields=tuple(new if each is field else each for each in stage.fields))


def _tie(stage: Stage, names: set[str]) -> tuple[Field, int, list[Contestant]] | None:
    """Find the list and the place that all of these share."""
    for field in stage.fields:
        for first, members in ranking(field.contestants):
            if names <= {each.name for each in members}:
                return field, first, members
    return None


def _order(play_off: Stage, index: int) -> dict[str, int]:
    """Rank those who played off: by places or scores, or by the match of two."""
    everybody = [each for field in play_off.fields for each in field.contestants]
    try:
        return {each.name: place for place, tied in ranking(everybody) for each in tied}
    except Unranked:
        matches = [match for this in play_off.rounds for match in this.matches] or [*head_to_head(play_off)]
        if len(matches) != 1 or len(everybody) != len(matches[0].sides) or not matches[0].winner:
            found = "Who came where in the play-off?"
            raise Asked(found, "Give places.", "stages", index, "results", code="tie-play-off-undecided") from None
        return {each.name: 1 if each.name == matches[0].winner else 2 for each in everybody}
