"""Rows with a first day and a last day. No last day means until further notice."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import CheckConstraint, F, Model, Q, QuerySet

from overtrick.register.errors import Refused

ONE_DAY = timedelta(days=1)


class WrongPeriod(Refused):
    """The last day lies before the first."""


class Overlap(Refused):
    """Something else holds on some of these days already."""


def during(day: date, path: str = "") -> Q:
    """Pick the rows that hold on a day; ``path`` leads to them from another table, "standings__"."""
    ends = f"{path}ends"
    return Q(**{f"{path}begins__lte": day}) & (Q(**{f"{ends}__isnull": True}) | Q(**{f"{ends}__gte": day}))


def overlapping(begins: date, ends: date | None) -> Q:
    """Pick the rows that hold on one of these days."""
    later = Q(ends__isnull=True) | Q(ends__gte=begins)
    return later if ends is None else later & Q(begins__lte=ends)


def in_order(name: str) -> CheckConstraint:
    """Make the database refuse a row that ends before it begins."""
    return CheckConstraint(condition=Q(ends__isnull=True) | Q(ends__gte=F("begins")), name=name)


def check(begins: date, ends: date | None) -> None:
    """Refuse a last day before the first."""
    if ends is not None and ends < begins:
        found = f"The last day, {ends}, is before the first, {begins}."
        raise WrongPeriod(found, "Swap them, or leave out the last day.", code="ends-before-it-begins")


def check_free(rows: QuerySet[Model], begins: date, ends: date | None, what: str) -> None:
    """Refuse days on which one of these rows holds already."""
    check(begins, ends)
    other = rows.filter(overlapping(begins, ends)).order_by("begins").first()
    if other is not None:
        found = f"{what} from {spoken(begins, ends)} would overlap with one from {_of(other)}."
        raise Overlap(found, "End that one first, or choose other days.", code="periods-overlap")


def end(row: Model, last_day: date) -> bool:
    """Let a row end with a day, and say whether it is still there: one that would begin later gives way."""
    if row.begins > last_day:  # type: ignore[attr-defined]
        row.delete()
        return False
    row.ends = last_day  # type: ignore[attr-defined]
    row.save(update_fields=["ends"])
    return True


def spoken(begins: date, ends: date | None) -> str:
    """Write a period as one says it."""
    return f"{begins} on" if ends is None else f"{begins} to {ends}"


def _of(row: Model) -> str:
    begins: date = row.begins  # type: ignore[attr-defined]
    ends: date | None = row.ends  # type: ignore[attr-defined]
    return spoken(begins, ends)
