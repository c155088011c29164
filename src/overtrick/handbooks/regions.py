"""What may a region decide for itself, such as whether it authorises points? Questions of ``regions.toml``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.handbooks import questions

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.questions import Question

_FILE = "regions"


@lru_cache
def choices(edition: Edition) -> tuple[Question, ...]:
    """List what each region of a federation may choose; nothing where the handbook leaves it nothing."""
    return questions.checked(f"{_FILE}.toml", edition.data(_FILE).get("question", ()))
