"""The report of what was taken over: counts, sums by colour, club and status, differences, the digest of each file.

It is worked out whenever somebody looks at it or signs it, so nobody is asked to sign what is no longer so. What was
signed is kept: it shows what has changed since.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min

from overtrick.register import periods
from overtrick.register.moving_in import doors
from overtrick.register.moving_in.models import OldCredit, OldList, OldRank, Step
from overtrick.register.moving_in.totals import entered, taken_over
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Membership, Player, Standing

#: So many differences are listed one by one.
_LISTED = 100


def shown(on: date) -> dict[str, Any]:
    """Give the report to look at: as it was signed off, otherwise as of this day; empty where nothing was entered."""
    move = doors.current_move()
    if move is not None and move.signed_at is not None:
        return dict(move.report)
    return build(on) if doors.under_way() else {}


class Changed(NamedTuple):
    """A fact of the report that is not as somebody signed it; none where it did not stand there."""

    about: tuple[str, ...]  #: its place in the report: ("sums", "history", "green")
    was: int | str | None
    now: int | str | None

    @property
    def colour(self) -> str:
        """The colour of the points that it counts; empty: it counts something else."""
        part, last = self.about[0], self.about[-1]
        return last if part in {"sums", "clubs", "differences"} and last != "members" else ""


def changes(signed: Mapping[str, Any], told: Mapping[str, Any]) -> list[Changed]:
    """Compare the report that somebody signed with what is now; nothing only where their digests are the same."""
    before, after = dict(_facts(signed)), dict(_facts(told))
    every = [Changed(about, before.get(about), after.get(about)) for about in {**before, **after}]
    return [each for each in every if each.was != each.now]


def _facts(told: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], int | str]]:
    """Give each fact of a report with its place."""
    lists: dict[tuple[str, ...], Any] = {}
    for each in told["lists"]:
        again = sum(key[:2] == (each["step"], each["file"]) for key in lists)
        lists[each["step"], each["file"], str(again + 1)] = each
    clubs = {(number, name): {"members": count, **units} for number, name, count, units in told["clubs"]}
    differences = {}
    for number, colour, balance, history in told["differences"]:
        differences[number, "balance", colour] = balance
        differences[number, "credits", colour] = history
    return _leaves({**told, "lists": lists, "clubs": clubs, "differences": differences}, ())


def _leaves(value: Any, about: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int | str]]:  # noqa: ANN401 - JSON
    if not isinstance(value, Mapping):
        if value is not None:
            yield about, value
        return
    for key, each in value.items():
        yield from _leaves(each, (*about, *((key,) if isinstance(key, str) else key)))


def digest(report: Mapping[str, Any]) -> str:
    """Digest a report: two people sign the same one."""
    return sha256(json.dumps(report, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def build(on: date) -> dict[str, Any]:
    """Add up what the entered lists brought, and what the register has on a day."""
    homes = dict(
        Membership.objects.filter(periods.during(on), home=True).values_list("player_id", "club_id").iterator()
    )
    points, by_club = _points(homes)
    ranks = OldRank.objects.filter(list__in=entered(Step.RANKS))
    standings = Standing.objects.filter(periods.during(on)).exclude(status=Standing.Status.SUSPENDED)
    return {
        "lists": [_list(each) for each in OldList.objects.filter(state=OldList.State.ENTERED).order_by("pk")],
        "organisations": dict(Organisation.objects.values_list("kind").annotate(Count("pk")).order_by("kind")),
        "officers": officers.people().filter(periods.during(on)).count(),
        "members": Player.objects.filter(kept=None).count(),
        "statuses": dict(standings.values_list("status").annotate(Count("pk")).order_by("status")),
        "ranks": dict(ranks.values_list("rank").annotate(Count("pk")).order_by("rank")),
        "clubs": _clubs(homes, by_club),
        **points,
    }


def _list(each: OldList) -> dict[str, Any]:
    told = each.report
    counts, sums = told.get("counts", {}), told.get("sums", {})
    return {"step": each.step, "file": each.name, "sha256": each.digest, "counts": counts, "sums": sums}


def _points(homes: Mapping[int, int]) -> tuple[dict[str, Any], dict[int | None, Counter[str]]]:
    """Add up credits, balances, what is older, and what differs."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    players: dict[str, set[int]] = defaultdict(set)
    by_club: dict[int | None, Counter[str]] = defaultdict(Counter)
    differences: list[tuple[int, str, int, int]] = []
    for each in taken_over():
        told = {"history": each.history, "book": each.counts}
        if each.balance is not None:
            told["balances"] = each.balance
        if each.older > 0:
            told["older"] = each.older
        if each.older < 0 and each.balance is not None:
            told["more"] = -each.older
            differences.append((each.player, each.colour, each.balance, each.until_balance))
        if each.balance is None:
            told["no_balance"] = each.history
        for name, units in told.items():
            if units:
                sums[name][each.colour] += units
                players[name].add(each.player)
        by_club[homes.get(each.player)][each.colour] += each.counts
    shown = sorted(differences, key=lambda row: row[2] - row[3])[:_LISTED]
    numbers = Player.objects.in_bulk({row[0] for row in shown})
    span = OldCredit.objects.filter(list__in=entered(Step.CREDITS)).aggregate(
        count=Count("pk"), first=Min("played"), last=Max("played")
    )
    return {
        "credits": {key: str(value) if isinstance(value, date) else value for key, value in span.items()},
        "sums": {name: dict(sorted(units.items())) for name, units in sorted(sums.items())},
        "players": {name: len(found) for name, found in sorted(players.items())},
        "differences": [[numbers[player].number, *rest] for player, *rest in shown],
        "different": len(differences),
    }, by_club


def _clubs(homes: Mapping[int, int], by_club: Mapping[int | None, Counter[str]]) -> list[list[Any]]:
    """List each club with its members and their points; those without a club come last."""
    members = Counter(homes.values())
    named = Organisation.objects.in_bulk({*members, *filter(None, by_club)})
    found = [
        [each.number, each.name, members[each.pk], dict(sorted(by_club.get(each.pk, {}).items()))]
        for each in sorted(named.values(), key=lambda each: (each.name, each.number))
    ]
    if None in by_club:
        everybody = Player.objects.filter(kept=None).values_list("pk", flat=True)
        found.append(
            ["", "", sum(each not in homes for each in everybody.iterator()), dict(sorted(by_club[None].items()))]
        )
    return found
