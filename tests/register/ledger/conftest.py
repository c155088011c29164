"""An office to post in."""

from __future__ import annotations

import pytest

from tests.register.ledger.offices import Office, open_office


@pytest.fixture
def office(db: None) -> Office:  # noqa: ARG001 - it needs the database
    return open_office()
