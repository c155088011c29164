"""Looks for a person in the register before a new number is given out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from overtrick.register.federations import numbers
from overtrick.register.people import names
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

#: More than so many are not looked at: then the name is too common to decide anything. The likeliest few are shown.
_MOST = 200
_SHOWN = 20
#: Words written at least so alike are taken for a slip of the pen, if the birthday is the same.
_SLIP = 88


class Applicant(NamedTuple):
    """Somebody who wants a number."""

    given: str
    family: str
    born: date | None = None
    number: str = ""  #: one they say they have
    anonymous: bool = False


class Reason(StrEnum):
    """Why a record may be the same person."""

    NUMBER = "the same number"
    NAME = "the same name"
    SOUND = "a name that sounds alike"
    NICKNAME = "a short form of the name"
    INITIAL = "the same initial"
    SWAPPED = "given and family name the other way round"
    PART = "part of the name"
    BIRTHDAY = "the same birthday"
    NEARLY = "nearly the same birthday"


_WEIGHT = {
    Reason.NUMBER: 100,
    Reason.NAME: 40,
    Reason.BIRTHDAY: 40,
    Reason.SOUND: 30,
    Reason.NICKNAME: 30,
    Reason.NEARLY: 20,
    Reason.INITIAL: 15,
    Reason.PART: 10,
    Reason.SWAPPED: -5,
}


class Candidate(NamedTuple):
    """A record that may be the same person, and why."""

    player: Player
    reasons: tuple[Reason, ...]

    @property
    def weight(self) -> int:
        """How much speaks for it."""
        return sum(_WEIGHT[reason] for reason in self.reasons)


def candidates(applicant: Applicant) -> list[Candidate]:
    """Find the records that may be this person, the likeliest first; merged ones lead to the kept one."""
    return judged(applicant, _looked_up(applicant))


def judged(applicant: Applicant, players: Iterable[Player]) -> list[Candidate]:
    """Keep those of these records who may be this person: the likeliest few, the first before all others."""
    found: dict[int, Candidate] = {}
    for player in islice(players, 3 * _MOST):
        reasons = compare(applicant, player)
        kept = player.kept or player
        known = found.get(kept.pk)
        made = Candidate(kept, reasons)
        if reasons and (known is None or known.weight < made.weight):
            found[kept.pk] = made
    return sorted(found.values(), key=lambda each: (-each.weight, each.player.number))[:_SHOWN]


def _looked_up(applicant: Applicant) -> Iterable[Player]:
    """Look in the three indexes: numbers, sounds, birthdays."""
    every = Player.objects.select_related("kept")
    number = numbers.key(current(), applicant.number)
    seen = {player.pk: player for player in every.filter(number=number)} if number else {}
    family, given = sounds(applicant)
    alike = every.filter(words__sound__in=family)
    if given and not _is_initial(applicant.given):
        alike = alike.filter(words__sound__in=given)
    seen |= {player.pk: player for player in alike.distinct()[:_MOST]}
    if applicant.born is not None:
        seen |= {player.pk: player for player in every.filter(born=applicant.born)[:_MOST]}
    return seen.values()


def sounds(applicant: Applicant) -> tuple[set[str], set[str]]:
    """Give all that the family name and the given name may sound like, by short forms too: each may be the other."""
    family = _sounds(each for word in names.bearing(applicant.family) for each in names.called(word))
    given = _sounds(each for word in names.words(applicant.given) for each in (*names.called(word), word[0]))
    return family, given


def compare(applicant: Applicant, player: Player) -> tuple[Reason, ...]:
    """Say what speaks for a record being this person; nothing if too little does."""
    number = bool(applicant.number) and numbers.same(current(), applicant.number, player.number)
    birthday = _compare_birthdays(applicant.born, player.born)
    known = applicant.born is not None and player.born is not None
    if known and not birthday and not number:
        return ()
    name = _compare_names(applicant, player)
    if number:
        return (Reason.NUMBER, *name, *birthday)
    if not name or (Reason.PART in name and Reason.BIRTHDAY not in birthday):
        return ()
    return (*name, *birthday)


def alike(applicant: Applicant, player: Player) -> bool:
    """Say whether the names may be those of one person, part of them changed."""
    return bool(_compare_names(applicant, player))


def _compare_names(applicant: Applicant, player: Player) -> tuple[Reason, ...]:
    ours = (names.bearing(applicant.given), names.bearing(applicant.family))
    theirs = (names.bearing(player.given), names.bearing(player.family))
    straight = _compare_pairs(ours, theirs)
    if straight and Reason.PART not in straight:
        return straight
    crossed = _compare_pairs((ours[1], ours[0]), theirs)
    if crossed and Reason.PART not in crossed:
        return (*crossed, Reason.SWAPPED)
    return straight


def _compare_pairs(
    ours: tuple[tuple[str, ...], tuple[str, ...]], theirs: tuple[tuple[str, ...], tuple[str, ...]]
) -> tuple[Reason, ...]:
    if ours == theirs:
        return (Reason.NAME,)
    given = _given_alike(ours[0], theirs[0])
    family = _family_alike(ours[1], theirs[1])
    if given and family:
        return tuple(dict.fromkeys(each for each in (family, given) if each is not Reason.NAME)) or (Reason.NAME,)
    return (Reason.PART,) if given or family or _slips(ours, theirs) else ()


def _family_alike(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Reason | None:
    """A double name is alike if one half of it is: people marry."""
    if set(ours) & set(theirs):
        return Reason.NAME
    return Reason.SOUND if _sounds(ours) & _sounds(theirs) else None


def _given_alike(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Reason | None:
    if not ours or not theirs:
        return Reason.INITIAL
    if set(ours) & set(theirs):
        return Reason.NAME
    if _sounds(ours) & _sounds(theirs):
        return Reason.SOUND
    if any(names.called(one) & names.called(other) for one in ours for other in theirs):
        return Reason.NICKNAME
    initial = min(len(ours[0]), len(theirs[0])) == 1
    return Reason.INITIAL if initial and ours[0][0] == theirs[0][0] else None


def _slips(ours: tuple[tuple[str, ...], ...], theirs: tuple[tuple[str, ...], ...]) -> bool:
    return any(
        names.likeness(one, other) >= _SLIP
        for mine, your in zip(ours, theirs, strict=True)
        for one in mine
        for other in your
    )


def _compare_birthdays(one: date | None, other: date | None) -> tuple[Reason, ...]:
    """Nearly the same are two of day, month and year, or day and month the other way round."""
    if one is None or other is None:
        return ()
    if one == other:
        return (Reason.BIRTHDAY,)
    same = (one.year == other.year) + (one.month == other.month) + (one.day == other.day)
    turned = one.year == other.year and (one.month, one.day) == (other.day, other.month)
    return (Reason.NEARLY,) if same == 2 or turned else ()  # noqa: PLR2004 - two of three


def _is_initial(given: str) -> bool:
    return all(len(word) == 1 for word in names.words(given))


def _sounds(spelt: Iterable[str]) -> set[str]:
    return {names.sound(word) for word in spelt}
