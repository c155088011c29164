"""Players of several drafts who are very likely known, accepted together; and one choice for all drafts of a club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.competitions import draft_store, match
from overtrick.register.competitions.match import UNSAID, number_key
from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.people.models import Player


class LikelyPlayer(NamedTuple):
    """One name and number in the results, and the only player of such a name."""

    name: str
    number: str
    player: Player
    seats: list[Seat]

    @property
    def events(self) -> int:
        """In how many drafts the name is."""
        return len({each.submission_id for each in self.seats})


def likely(drafts: Sequence[Submission]) -> list[LikelyPlayer]:
    """List who is likely known: one player is of such a name, and is in nobody else's seat of the same results."""
    rows = Seat.objects.filter(submission__in=drafts, player__isnull=False)
    taken = Counter(rows.values_list("submission_id", "player_id"))
    found: dict[tuple[str, str, int | None], LikelyPlayer] = {}
    probable = rows.filter(match=Seat.Match.PROBABLE).select_related(*_RELATED)
    for seat in probable.order_by("name", "pk"):
        if seat.player is None or taken[seat.submission_id, seat.player.pk] > 1:
            continue
        key = (seat.name, number_key(seat), seat.player_id)
        found.setdefault(key, LikelyPlayer(seat.name, seat.number, seat.player, [])).seats.append(seat)
    return list(found.values())


_RELATED = ("player", "submission__competition__organisation__federation", "submission__federation")


def accept(wanted: Iterable[LikelyPlayer], actor: User, at: datetime) -> int:
    """Take an officer's word that these are the players; every draft they are in is worked out once more."""
    with transactions.atomic():
        seats = [(seat, each.player) for each in wanted for seat in each.seats]
        for seat, player in seats:
            match.choose(seat, player, actor, at)
        for draft in {seat.submission_id: seat.submission for seat, _player in seats}.values():
            draft_store.complete(draft, at)
    return len(seats)


def choose_elsewhere(chosen: Seat, player: Player, actor: User, at: datetime) -> None:
    """Take a choice for the other drafts of the organisation that have the same name and number, once each."""
    here = chosen.submission
    rows = Seat.objects.filter(
        submission__competition__organisation=here.competition.organisation,
        submission__status=Submission.Status.DRAFT,
        name=chosen.name,
        number=chosen.number,
    )
    others = list(rows.exclude(submission=here).select_related(*_RELATED).order_by("pk"))
    times = Counter(each.submission_id for each in others)
    for seat in others:
        if seat.match in UNSAID and times[seat.submission_id] == 1:
            match.choose(seat, player, actor, at)
            draft_store.complete(seat.submission, at)
