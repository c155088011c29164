"""What is an event of this kind and size worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.handbooks.family import worth as family
from overtrick.handbooks.family.scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.worth import Worth


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work it out as the family does."""
    return family.worth(book, kind, answers, Route)
