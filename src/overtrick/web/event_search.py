"""Search for events by words: part of a name, a club, or a month such as 2026-11."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from overtrick.formats.names import plain
from overtrick.register.competitions.models import Competition
from overtrick.register.organisations.models import Organisation
from overtrick.web import parameters


def matching(events: QuerySet[Competition], asked: str) -> QuerySet[Competition]:
    """Keep the events for which every word fits."""
    for word in asked.split():
        events = events.filter(Q(name__icontains=word) | Q(organisation__in=_clubs(word)) | _on(word))
    return events


def _clubs(word: str) -> list[int]:
    """Find the clubs whose name has the word, with accents or without: a database may know English letters only."""
    wanted = plain(word)
    return [pk for pk, name in Organisation.objects.values_list("pk", "name") if wanted in plain(name)]


def _on(word: str) -> Q:
    """A word with hyphens may be a day, or the beginning of one: 2026-11."""
    month = parameters.month("-".join(word.split("-")[:2]))
    return Q(begins__year=month.year, begins__month=month.month) if month else Q(pk__in=())
