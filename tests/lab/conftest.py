"""An office at work, for the season that is exported from it."""

from __future__ import annotations

from tests.register.conftest import here

__all__ = ["here"]
