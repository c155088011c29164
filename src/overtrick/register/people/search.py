"""Who is meant? A search box that forgives: a number, part of a name, a misspelt one; the best answers first.

Every question is answered from an index: first which words of the register are meant, then who bears them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import connection
from django.db.models import Q

from overtrick.register.federations import numbers
from overtrick.register.people import names
from overtrick.register.people.models import NameWord, Player
from overtrick.register.scoping import current

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

_EXACT, _SHORT_FORM, _BEGINS, _SOUNDS = 100, 85, 80, 70
#: Words less alike than this are other words.
_ALIKE = 84
#: A slip is looked for among words that begin with the same letters, so many.
_SAME_START = 2
#: So many words of the register are taken for one of the question, and so many players are ranked.
_MOST_WORDS = 100
_MOST_PLAYERS = 300


class Hit(NamedTuple):
    """Somebody who may be meant."""

    player: Player
    score: int  #: 100: exactly
    through: str = ""  #: the number of a merged record that was found


def search(text: str, limit: int = 20, *, with_anonymous: bool = True) -> list[Hit]:
    """Find players by number, name, part of a name, or something like it."""
    asked = names.words(text)
    digits = [word for word in asked if word.isdigit()]
    spelt = [word for word in asked if not word.isdigit()]
    if not asked:
        return []
    meant = [_meant(word) for word in spelt]
    rows = _numbered(digits)
    exact = [{word: score for word, score in each.items() if score == _EXACT} for each in meant]
    found = {player.pk: player for player in _bearing_all(rows, exact)} if all(exact) else {}
    found |= {player.pk: player for player in _bearing_all(rows, meant)}
    if not found and len(meant) > 1:
        some = {word for each in meant for word in each}
        found = {player.pk: player for player in rows.filter(words__word__in=some).distinct()[:_MOST_PLAYERS]}
    hits = _ranked(found.values(), meant, digits)
    return [hit for hit in hits if with_anonymous or not hit.player.anonymous][:limit]


def begins(field: str, text: str) -> Q:
    """Ask for a beginning so that the database answers from its index; each has its own way."""
    if connection.vendor == "sqlite":
        return Q(**{f"{field}__gte": text, f"{field}__lt": text[:-1] + chr(ord(text[-1]) + 1)})
    return Q(**{f"{field}__startswith": text})


def _numbered(digits: list[str]) -> QuerySet[Player]:
    rows = Player.objects.select_related("kept")
    for word in digits:
        key = numbers.key(current(), word)
        rows = rows.filter(begins("number", key)) if key else rows.none()
    return rows


def _bearing_all(rows: QuerySet[Player], meant: list[dict[str, int]]) -> QuerySet[Player]:
    """Give players whose names hold one of the words for each word asked for."""
    for each in meant:
        rows = rows.filter(words__word__in=list(each))
    return rows.distinct()[:_MOST_PLAYERS]


def _meant(word: str) -> dict[str, int]:
    """Name the words of the register that somebody may have meant, with how sure that is."""
    found = dict.fromkeys(_vocabulary(begins("word", word)), _BEGINS)
    for each in _vocabulary(Q(sound=names.sound(word))):
        found.setdefault(each, min(_SOUNDS, names.likeness(word, each)))
    for each in _vocabulary(Q(word__in=names.called(word) - {word})):
        found[each] = _SHORT_FORM
    if word not in found and len(word) > _SAME_START:
        for each in _vocabulary(begins("word", word[:_SAME_START]), most=None):
            alike = names.likeness(word, each)
            if alike >= _ALIKE:
                found.setdefault(each, min(_SOUNDS, alike))
    if word in found:
        found[word] = _EXACT
    return dict(sorted(found.items(), key=lambda item: -item[1])[:_MOST_WORDS])


def _vocabulary(which: Q, most: int | None = _MOST_WORDS) -> Iterable[str]:
    return NameWord.objects.filter(which).order_by("word").values_list("word", flat=True).distinct()[:most]


def _ranked(players: Iterable[Player], meant: list[dict[str, int]], digits: list[str]) -> list[Hit]:
    """Put the best first: the words found on average, a whole number before the beginning of one."""
    best: dict[int, Hit] = {}
    for player in players:
        bears = {*names.words(player.given), *names.words(player.family)}
        scores = [max((score for word, score in each.items() if word in bears), default=0) for each in meant]
        scores += [_EXACT if numbers.same(current(), word, player.number) else _BEGINS for word in digits]
        kept = player.kept or player
        hit = Hit(kept, sum(scores) // len(scores), player.number if player.kept_id else "")
        if kept.pk not in best or best[kept.pk].score < hit.score:
            best[kept.pk] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.player.family, hit.player.given, hit.player.pk))
