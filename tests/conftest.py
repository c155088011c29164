"""How the laws are tried: the same cases in every run, unless new ones are looked for on purpose.

HYPOTHESIS_PROFILE=search make test

The database of the tests is a copy of one that is made once.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import django.conf
import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker, Settings

    from overtrick.register.federations.models import Federation
    from tests.worlds import Founded, World

settings.register_profile(
    "repeatable", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "search", deadline=None, max_examples=2000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


# While tests are collected there is hardly any garbage to look for.
gc.disable()


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays until the end: modules, tests and their cases, a million objects."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _waits_for_nothing(django_test_environment: None) -> None:  # noqa: ARG001 - Django is set up before
    """A test need not wait for a hash that is slow on purpose, nor for a worker that rests so that others can write."""
    from overtrick.register.tasks import chores  # noqa: PLC0415 - Django has to be set up before

    chores.LONGEST_REST = 0
    django.conf.settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,  # noqa: ARG001 - Django is set up before
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Copy the tables for this process; to make them takes longer."""
    from tests import prepared_database  # noqa: PLC0415 - most tests need no database

    with django_db_blocker.unblock():
        prepared_database.take()
    yield
    with django_db_blocker.unblock():
        prepared_database.give_back()


@pytest.fixture
def world(db: None) -> Iterator[World]:  # noqa: ARG001 - the database it is in
    """Federations that are built once: ``world(opened, "south", "abf")``."""
    from tests import worlds  # noqa: PLC0415 - most tests need no database

    with worlds.opened() as found:
        yield found


@pytest.fixture
def founded(world: World) -> Iterator[Founded]:
    """A federation that is built once, and is in scope: ``founded(opened, "south", "abf")``."""
    from tests import worlds  # noqa: PLC0415 - as above

    with worlds.in_scope(world) as found:
        yield found


@pytest.fixture(scope="session")
def grown_offices(django_test_environment: None) -> None:  # noqa: ARG001 - Django is set up before
    """The grown offices are there: whichever process of a run of tests asks first makes them."""
    from tests import prepared_database  # noqa: PLC0415 - as above
    from tests.grown import kept  # noqa: PLC0415

    for each in kept.HANDBOOKS:
        if prepared_database.server():
            kept.on_postgres(each)
        kept.home(each)


@pytest.fixture
def grown(
    grown_offices: None,  # noqa: ARG001 - it copies one
    django_db_setup: None,  # noqa: ARG001 - where Django goes back to
    django_db_blocker: DjangoDbBlocker,
    settings: Settings,
    tmp_path: Path,
) -> Iterator[Callable[[str], Federation]]:
    """A grown office, in which Django works until the test ends, and its federation, in scope: ``grown("abf")``."""
    from overtrick.register.scoping import scope  # noqa: PLC0415 - as above
    from tests.grown import kept  # noqa: PLC0415

    with ExitStack() as stack:

        def opened(handbook: str) -> Federation:
            stack.enter_context(django_db_blocker.unblock())
            settings.HOME = settings.SHARED = tmp_path / "home"
            found = stack.enter_context(kept.opened(handbook, settings.HOME))
            stack.enter_context(scope(federation=found))
            return found

        yield opened
