"""Compares a written name with a player's, allowing for accents, initials, short forms and order."""

from __future__ import annotations

from overtrick.register.people.models import Player
from overtrick.register.people.names import called, likeness, sound, words

#: Two words so much alike, of a hundred, are one word with a slip of the pen.
_A_SLIP = 85


def alike(written: str, player: Player) -> bool:
    """Say whether a name may be this player's: the family name is there, and the rest does not contradict it."""
    if written == f"{player.given} {player.family}":
        return True
    found = list(words(written))
    family, given = words(player.family), words(player.given)
    if not found or sorted(found) == sorted({*given, *family}):
        return True
    for word in family:
        near = max(found, key=lambda each, word=word: _near(each, word), default="")  # type: ignore[misc]
        if not near or not _near(near, word):
            return False
        found.remove(near)
    return not found or not given or any(_goes_with(each, other) for each in found for other in given)


def _near(one: str, other: str) -> int:
    """Say how near two words are; nothing where they are quite different."""
    alike_by = likeness(one, other)
    if alike_by >= _A_SLIP:
        return alike_by
    return _A_SLIP if sound(one) == sound(other) else 0


def _goes_with(written: str, given: str) -> bool:
    """An initial goes with any name it begins, a short form with the long one."""
    if len(written) == 1 or len(given) == 1:
        return written[0] == given[0]
    return (
        written.startswith(given)
        or given.startswith(written)
        or written in called(given)
        or bool(_near(written, given))
    )
