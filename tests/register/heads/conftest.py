"""An office with a signing key of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.register.heads import signing_key
from overtrick.transparency.keys import SigningKey


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SigningKey:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    made = signing_key.make()
    assert made is not None
    return made
