"""How points are spread over the members of a federation, and where one total stands among them.

Members are those who are registered on the day; their final points of all colours count together, and those of merged
records for the record that stays.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.people.models import Standing
from overtrick.register.scoping import current

#: With fewer members the parts would tell what single people have.
FEWEST = 20
_PARTS = 100
_SPREAD = """
    with sums as (
        select coalesce(player.kept_id, player.id) as who, sum(balance.final) as total
        from ledger_balance as balance join people_player as player on player.id = balance.player_id
        where player.federation_id = %s group by coalesce(player.kept_id, player.id)
    ), members as (
        select distinct player.id as who
        from people_player as player join people_standing as standing on standing.player_id = player.id
        where player.federation_id = %s and player.kept_id is null and status = %s
            and begins <= %s and (ends is null or ends >= %s)
    ), parts as (
        select coalesce(total, 0) as total, ntile(%s) over (order by coalesce(total, 0)) as part
        from members left join sums on sums.who = members.who
    )
    select cast(max(total) as bigint), count(*), sum(case when total < %s then 1 else 0 end)
    from parts group by part order by part
"""


class Distribution(NamedTuple):
    """What members have, from those with fewest points to those with most."""

    members: int
    fewer: int  #: so many members have fewer points than the total that was asked about
    tops: tuple[int, ...]  #: the most that somebody has in each hundredth of the members

    @property
    def share(self) -> int:
        """How many of a hundred members have fewer; never rounded up."""
        return self.fewer * 100 // self.members

    def at(self, percent: int) -> int:
        """What this share of the members have at most."""
        return self.tops[max(len(self.tops) * percent // 100 - 1, 0)]


def distribution(total: int, on: date) -> Distribution | None:
    """Compare a total with the final points of all members, in one query; None where they are too few."""
    here, day = current().pk, on.isoformat()
    values = (here, here, Standing.Status.REGISTERED.value, day, day, _PARTS, total)
    rows = sql.rows(_SPREAD, *values)
    members = sum(count for _top, count, _fewer in rows)
    if members < FEWEST:
        return None
    return Distribution(members, int(sum(fewer for *_rest, fewer in rows)), tuple(int(top) for top, *_rest in rows))
