"""Search for events by words: part of a name, a club, or a month such as 2026-11."""

from __future__ import annotations

from difflib import get_close_matches

from django.db.models import Q, QuerySet

from overtrick.formats.names import plain
from overtrick.register.competitions.models import Competition
from overtrick.register.organisations.models import Organisation
from overtrick.web import parameters

#: Words less alike than this are other words.
_ALIKE = 0.8
#: A word shorter than this is not taken for a misspelt one.
_SHORTEST = 4


def matching(events: QuerySet[Competition], asked: str) -> QuerySet[Competition]:
    """Keep the events for which every word fits."""
    for word in asked.split():
        events = events.filter(Q(name__icontains=word) | Q(organisation__in=_clubs(word)) | _on(word))
    return events


def fits(asked: str, text: str) -> bool:
    """Say whether every word that somebody looks for is in a text, with accents or without, or nearly so."""
    words = plain(text)
    return all(_part_of(word, words) for word in plain(asked).split())


def _part_of(word: str, text: str) -> bool:
    if word in text:
        return True
    return len(word) >= _SHORTEST and bool(get_close_matches(word, text.split(), 1, _ALIKE))


def _clubs(word: str) -> list[int]:
    """Find the clubs whose name has the word; the database may know English letters only, and no misspelt ones."""
    names = [(pk, plain(name)) for pk, name in Organisation.objects.values_list("pk", "name")]
    wanted = plain(word)
    found = [pk for pk, name in names if wanted in name]
    if found or len(wanted) < _SHORTEST:
        return found
    alike = set(get_close_matches(wanted, {each for _pk, name in names for each in name.split()}, 5, _ALIKE))
    return [pk for pk, name in names if alike.intersection(name.split())]


def _on(word: str) -> Q:
    """A word with hyphens may be a day, or the beginning of one: 2026-11."""
    month = parameters.month("-".join(word.split("-")[:2]))
    return Q(begins__year=month.year, begins__month=month.month) if month else Q(pk__in=())
