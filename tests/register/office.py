"""An invented federation to try the register on: a county, clubs, people of syllables."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from django.db import connection

from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.federation_settings import setup
from overtrick.register.organisations import affiliation, tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import registration
from overtrick.register.people.duplicates import Applicant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from overtrick.register.federations.models import Federation
    from overtrick.register.people.models import Player, Standing

AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
NEW_YEAR = date(2026, 1, 1)
KIND = Organisation.Kind


def federation(slug: str = "north", handbook: str = "ebu") -> Federation:
    return setup.found(slug, f"Bridge Union of {slug.title()}", handbook, actor=None, at=AT)


def organisation(
    where: Federation, number: str, name: str, kind: Organisation.Kind = KIND.CLUB, parent: Organisation | None = None
) -> Organisation:
    made = tree.add(where, number, name, kind, parent, actor=None, at=AT)
    affiliation.affiliate(made, date(2020, 1, 1), actor=None, at=AT)
    return made


def person(
    name: str,
    born: date | None = None,
    *,
    club: Organisation | None = None,
    status: Standing.Status | None = None,
    on: date = NEW_YEAR,
    number: str = "",
) -> Player:
    given, _, family = name.partition(" ")
    applicant = Applicant(given, family, born, number)
    if status is None:
        made = registration.register(applicant, on, club=club, actor=None, at=AT)
    else:
        made = registration.register(applicant, on, club=club, status=status, actor=None, at=AT)
    assert made.player is not None, made.candidates
    return made.player


def user(name: str) -> User:
    return User.objects.create_user(name)


@contextmanager
def statements(monkeypatch: pytest.MonkeyPatch, when: Callable[[], bool] = lambda: True) -> Iterator[list[str]]:
    """Listen to what the database is asked, by models and past them: always, or at certain times."""
    heard: list[str] = []
    ask = sql.rows

    def by_models(execute: Callable[..., object], statement: str, *rest: object) -> object:
        if when():
            heard.append(statement)
        return execute(statement, *rest)

    def past_them(statement: str, *values: sql.Value) -> list[sql.Row]:
        if when():
            heard.append(statement)
        return ask(statement, *values)

    with monkeypatch.context() as listening, connection.execute_wrapper(by_models):
        listening.setattr(sql, "rows", past_them)
        yield heard
