"""The migrations make the tables that the models describe."""

from __future__ import annotations

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.postgres


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration(capsys: pytest.CaptureFixture[str]) -> None:
    """Django ends the command with a number where something is missing, and says what."""
    try:
        call_command("makemigrations", check=True, dry_run=True)
    except SystemExit:
        pytest.fail(capsys.readouterr().out, pytrace=False)
