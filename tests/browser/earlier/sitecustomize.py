"""A clock that is behind by OVERTRICK_TEST_BEHIND seconds. Python loads it where PYTHONPATH names this folder.

A month can be closed only when it is over. So a test lets the office work some weeks ago, and then goes on today. Time
spans, files and cookies keep the real time.
"""

from __future__ import annotations

import datetime as dt
import os

_REAL = dt.datetime
_BEHIND = dt.timedelta(seconds=float(os.environ["OVERTRICK_TEST_BEHIND"]))


class _Kind(type):
    """Takes every moment for one of ours, whoever made it."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _REAL)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, _REAL)


class _Earlier(_REAL, metaclass=_Kind):
    """A moment, whose now is behind."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> _REAL:  # type: ignore[override]
        return _REAL.now(tz) - _BEHIND


dt.datetime = _Earlier  # type: ignore[misc]
