"""Keeps the lines as they should be: compares what the file says with the register, and numbers what differs.

A number is taken under the lock of the log, which is held until the transaction ends. So the numbers come in the order
in which others see them, and what was compared is what everybody before has written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from overtrick.register import sql
from overtrick.register.player_file.lines import FileLines, records_of_same_people
from overtrick.register.player_file.models import ChangeLog
from overtrick.register.player_file.records import stored

#: So many players are looked at together.
TOGETHER = 2_000

_STORED = "select player_id, line, leads_to from {given} join player_file_fileline on player_id = n"
_TAKE = "update player_file_changelog set last = last + %s where federation_id = %s returning last"
_KEEP = """
    insert into player_file_fileline (player_id, federation_id, change, line, leads_to) values (%s, %s, %s, %s, %s)
    on conflict (player_id) do update set change = excluded.change, line = excluded.line, leads_to = excluded.leads_to
"""


def held_log(federation: int) -> ChangeLog | None:
    """Hold the log of a federation until the transaction ends; none before it has begun."""
    return ChangeLog.objects.select_for_update().filter(federation=federation).first()


def compare(lines: FileLines, players: Iterable[int]) -> int:
    """Write what the file says of players where it is otherwise now; how many. Hold the log before."""
    listed = sorted(set(players))
    count = 0
    for first in range(0, len(listed), TOGETHER):
        count += _compare(lines, listed[first : first + TOGETHER])
    return count


def differing(lines: FileLines, players: Collection[int]) -> list[int]:
    """Name those of whom the file should say something else; nothing is written, and nothing need be held."""
    return [player for player, _text, _root in _changed(lines, players)]


def with_their_other_records(players: set[int]) -> set[int]:
    """Add the other records of the same people, as it is now and as the file says: they may just have been parted."""
    given, value = sql.numbers(players)
    led = {root for _player, _line, root in sql.rows(_STORED.format(given=given), value) if root is not None}
    return {*players, *led, *records_of_same_people(players | led)}


def _compare(lines: FileLines, players: Collection[int]) -> int:
    changed = _changed(lines, players)
    if changed:
        federation = lines.federation.pk
        ((last,),) = sql.rows(_TAKE, len(changed), federation)
        first = last - len(changed) + 1
        sql.run_many(
            _KEEP,
            [(player, federation, number, text, root) for number, (player, text, root) in enumerate(changed, first)],
        )
    return len(changed)


def _changed(lines: FileLines, players: Collection[int]) -> list[tuple[int, str, int | None]]:
    """Give what the file should say of players where it says something else: the player, the line, where it leads."""
    given, value = sql.numbers(players)
    before = {player: line for player, line, _root in sql.rows(_STORED.format(given=given), value)}
    return [
        (player, text, made.leads_to)
        for player, made in lines.lines(players).items()
        if before.get(player) != (text := stored(made.line))
    ]
