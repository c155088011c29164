"""Search for events by words: part of a name, a club, or a month such as 2026-11."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from overtrick.register.competitions.models import Competition
from overtrick.web import parameters


def matching(events: QuerySet[Competition], asked: str) -> QuerySet[Competition]:
    """Keep the events for which every word fits."""
    for word in asked.split():
        events = events.filter(Q(name__icontains=word) | Q(organisation__name__icontains=word) | _on(word))
    return events


def _on(word: str) -> Q:
    """A word with hyphens may be a day, or the beginning of one: 2026-11."""
    month = parameters.month("-".join(word.split("-")[:2]))
    return Q(begins__year=month.year, begins__month=month.month) if month else Q(pk__in=())
