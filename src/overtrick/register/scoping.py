"""Keeps federations apart: a query without a federation in scope is an error.

``with scope(federation=…)`` opens one, ``scopes_disabled()`` all of them (for the installation itself: backup, verify).
The state is that of django-scopes; the manager is ours because a model says by ``scope`` how it belongs to a
federation, which the managers of relations need to know too.
"""

from __future__ import annotations

from typing import TypeVar

from django.db import models
from django.db.models import QuerySet
from django.db.models.sql import Query
from django_scopes import get_scope, scope, scopes_disabled
from django_scopes.exceptions import ScopeError

from overtrick.register.federations.models import Federation
from overtrick.register.row_changes import WatchedRows

__all__ = ["ScopeError", "Scoped", "current", "scope", "scopes_disabled"]


M = TypeVar("M", bound=models.Model)


class Scoped(models.Manager[M]):
    """Gives the rows of the federation in scope."""

    _queryset_class = WatchedRows

    def get_queryset(self) -> QuerySet[M]:
        """Begin a query; without a federation in scope there is none."""
        now = get_scope()
        rows = super().get_queryset()
        if not now.get("_enabled", True):
            return rows
        if "federation" not in now:
            message = f"{self.model.__name__} was asked for with no federation in scope"
            raise ScopeError(message)
        federation: Federation = now["federation"]
        begun = _begun.get((self.model, federation.pk))
        if begun is None:
            path: str = getattr(self.model, "scope", "federation")
            begun = _begun[self.model, federation.pk] = rows.filter(**{path: federation}).query
        rows.query = begun.chain()
        return rows


#: Queries that ask for the rows of a federation and nothing else yet: nearly every query begins with one of these.
_begun: dict[tuple[type[models.Model], int], Query] = {}


def current() -> Federation:
    """Give the federation in scope."""
    found: Federation | None = get_scope().get("federation")
    if found is None:
        message = "no federation is in scope"
        raise ScopeError(message)
    return found
