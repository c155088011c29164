"""The office, the federation, the officer and the day of a command."""

from __future__ import annotations

import functools
import os
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, ParamSpec

from overtrick.cli import output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.organisations.models import Organisation

P = ParamSpec("P")

HOME = "OVERTRICK_HOME"
SETTINGS = "overtrick.register.settings"

#: Nobody plays before the first master points, and a day in the future has not come.
_NOON = time(12)


class Here(NamedTuple):
    """The federation in scope, who acts, and when."""

    federation: Federation
    actor: User
    at: datetime


class Unclear(Exception):
    """The command does not say enough, or something that is not so."""


def choose_home(folder: str) -> None:
    """Take the folder that was typed."""
    if folder:
        os.environ[HOME] = folder


def home() -> Path:
    """Give the office's folder."""
    return Path(os.environ.get(HOME) or "overtrick-office")


def set_up() -> None:
    """Let Django know the office."""
    os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    try:
        import django
        from django.core.exceptions import ImproperlyConfigured
    except ModuleNotFoundError:
        raise Unclear(
            "the office is not installed; install it with pip install -r dist/office.txt (README, Install)"
        ) from None
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise Unclear(str(error)) from None


def is_there() -> bool:
    """Say whether there is a database for the office."""
    return bool(os.environ.get("DATABASE_URL")) or (home() / "office.sqlite3").is_file()


def open_office() -> None:
    """Open the office that is there; refuse if none was set up, or if its tables are of another version."""
    set_up()
    if not is_there():
        raise Unclear(f"there is no office in {home()}; set one up with overtrick office init")
    _need_own_tables()


def make_tables() -> None:
    """Make the tables where there are none; refuse those of another version."""
    from django.db import connection

    from overtrick.register import new_database

    if is_there() and "django_migrations" in connection.introspection.table_names():
        _need_own_tables()
    else:
        new_database.make()


def _need_own_tables() -> None:
    from django.db import DatabaseError

    from overtrick.register.backup import schema

    try:
        older, newer = schema.difference()
    except DatabaseError as error:
        raise Unclear(f"the database does not answer: {error}") from None
    if newer:
        raise Unclear("the tables are those of a later version; install that version again")
    if older:
        raise Unclear("the tables are those of an earlier version; upgrade them with overtrick office upgrade")


def answered(command: Callable[P, int]) -> Callable[P, int]:
    """Turn what a command refuses into a sentence and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except Unclear as error:
            said = f"{str(error).rstrip('.')}."
            output.complain(f"Error: {said[:1].upper()}{said[1:]}")
            return output.USAGE
        except Exception as error:
            refusals = _refusals()
            if not isinstance(error, refusals):
                raise
            output.complain(f"Error: {_BUSY if _is_busy(error) else error}")
            return output.PROBLEMS

    return run


_BUSY = "The office is busy: somebody else is saving a lot of work. Run the command again in a minute."


def _is_busy(error: Exception) -> bool:
    from overtrick.register.transactions import is_busy

    return is_busy(error)


def _refusals() -> tuple[type[Exception], ...]:
    """Name what an office refuses in words of its own; nothing where it could not even be opened."""
    try:
        from django.db import OperationalError

        from overtrick.register.errors import Refused
    except Exception:  # noqa: BLE001 - whatever keeps them from loading is told by the error itself
        return ()
    return (Refused, OperationalError)


class There(NamedTuple):
    """The federation in scope, and the day that is asked about."""

    federation: Federation
    at: datetime


@contextmanager
def looking(federation: str = "", day: str = "") -> Iterator[There]:
    """Open the office, with a federation in scope; who only looks need not say who."""
    open_office()
    from overtrick.register.scoping import scope

    chosen = _federation(federation)
    with scope(federation=chosen):
        yield There(chosen, _moment(day))


@contextmanager
def acting(federation: str = "", actor: str = "", day: str = "") -> Iterator[Here]:
    """Open the office, with a federation in scope and somebody who acts."""
    with looking(federation, day) as there:
        yield Here(there.federation, _actor(actor, there.at), there.at)


def now() -> datetime:
    """Ask the clock: only commands do."""
    return datetime.now(UTC)


def _moment(day: str) -> datetime:
    if not day:
        return now()
    try:
        chosen = date.fromisoformat(day)
    except ValueError:
        raise Unclear(f"{day!r} is not a day; write it as 2026-11-15") from None
    if chosen > now().date():
        raise Unclear(f"{day} is in the future")
    return datetime.combine(chosen, _NOON, UTC)


def _federation(slug: str) -> Federation:
    from overtrick.register.federations.models import Federation

    every = list(Federation.objects.order_by("slug"))
    listed = [each for each in every if each.slug == slug] if slug else every
    if len(listed) == 1:
        return listed[0]
    names = ", ".join(each.slug for each in every) or "none yet"
    if slug:
        raise Unclear(f"there is no federation {slug!r}; choose from {names}")
    raise Unclear(f"choose the federation with --federation: {names}")


def _actor(name: str, at: datetime) -> User:
    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.models import Officer
    from overtrick.register.periods import during

    if name:
        found = User.objects.filter(username=name, is_service=False).first()
        if found is None:
            raise Unclear(f"there is no user {name!r}")
        return found
    office = Officer.objects.filter(during(at.date()), role=Officer.Role.OFFICE).select_related("user")
    users = {each.user.pk: each.user for each in office}
    if len(users) == 1:
        return next(iter(users.values()))
    if not users:
        raise Unclear(f"the office has no officer on {at.date()}")
    raise Unclear(f"name the officer with --as: {', '.join(sorted(each.username for each in users.values()))}")


def organisation(number: str) -> Organisation:
    """Find an organisation by its number."""
    from overtrick.register.organisations.models import Organisation

    found = Organisation.objects.select_related("federation").filter(number=number).first()
    if found is None:
        raise Unclear(f"there is no organisation {number!r}")
    return found


def national() -> Organisation:
    """Give the national body of the federation in scope."""
    from overtrick.register.organisations.models import Organisation

    return Organisation.objects.select_related("federation").get(parent=None, kind=Organisation.Kind.NATIONAL)


def content(file: str) -> bytes:
    """Read a file that was named."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Unclear(f"the file {file} cannot be opened: {(error.strerror or 'it cannot be read').lower()}") from None
