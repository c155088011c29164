"""The step of ranks: what each player holds, and since when. They count once two people have signed."""

from __future__ import annotations

from overtrick.register.moving_in.models import OldList, OldRank
from overtrick.register.moving_in.source import Source

_BATCH = 2_000


def check(source: Source) -> None:
    """Keep the ranks of a list; what is wrong is told, what is there already is counted."""
    kept, tally = source.kept, source.tally
    OldRank.objects.filter(list=kept).delete()
    others = OldRank.objects.filter(list__state=OldList.State.ENTERED).exclude(list=kept)
    known = {(player, rank): since for player, rank, since in others.values_list("player_id", "rank", "since")}
    seen: dict[tuple[int, str], int] = {}
    waiting: list[OldRank] = []
    for line, (number, written, since) in source.rows("number", "rank", "since"):
        if not written:
            tally.counts["without"] += 1
            continue
        player = source.player(line, number)
        rank = source.word(line, written)
        day = source.day(line, "since", since) if since else kept.as_at
        if not since and day is None:
            remedy = "Add the day, or say which day counts where there is none."
            tally.problem("value-missing", line, "There is no day since when.", remedy)
        if player is None or not rank or day is None:
            continue
        key = (player, rank)
        if key in seen:
            found = f"{rank} of {number} is already in line {seen[key]}."
            tally.problem("player-listed-twice", line, found, "Remove one of the two lines.")
        elif key in known and known[key] != day:
            found = f"Another list gives {number} this rank since {known[key]}."
            tally.problem("rank-contradicted", line, found, "Take that list back, or correct this one.")
        elif key in known:
            tally.counts["known"] += 1
        else:
            seen[key] = line
            tally.counts["new"] += 1
            waiting.append(
                OldRank(list=kept, federation_id=kept.federation_id, player_id=player, rank=rank, since=day, line=line)
            )
        if len(waiting) >= _BATCH:
            OldRank.objects.bulk_create(waiting)
            waiting.clear()
    OldRank.objects.bulk_create(waiting)
    if without := tally.counts.pop("without", 0):
        tally.notes.append(f"{without} lines have no rank.")
