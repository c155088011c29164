"""Which clause of a handbook is a rule of the family? The one that the edition names for it in ``family.toml``."""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import Exact
from overtrick.engine.working import Step
from overtrick.handbooks import listed_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

#: Where a rule of the family keeps its name.
RULE = "__family_rule__"

#: Makes a step directly: every step of a working passes here.
_new = tuple.__new__

F = TypeVar("F", bound="Callable[..., object]")


def shared(function: F) -> F:
    """Mark a rule of the family. One that gives a step takes the book first, and is stamped with the book's clause."""
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__.lstrip('_')}"
    if not str(function.__annotations__.get("return")).startswith("Step"):
        setattr(function, RULE, name)
        return function

    @wraps(function)
    def stamped(book: Book, /, *args: Any, **kwargs: Any) -> object:  # noqa: ANN401 - as the function takes them
        result = book.own_rules.get(name, function)(book, *args, **kwargs)
        if isinstance(result, Step) and not result.clause:
            return _new(Step, (*result[:-1], book.clause(name)))  # the clause is the last; ``_replace`` takes longer
        return result

    setattr(stamped, RULE, name)
    return cast("F", stamped)


def reading(book: Book, name: str, usual: str) -> str:
    """Say how something is read that few handbooks leave open: as the edition has it, and otherwise as usual."""
    edition = book.edition
    return book.setting(name) if name in edition.family.readings or name in edition.settings else usual


def listed(book: Book, table: str, event: Event, fact: str, what: str) -> str:
    """Give the name that a fact of an event tells, which must be a row of a table; empty where it is not told."""
    name, rows = event.fact(fact), book.table(table).rows
    if name and name not in rows:
        raise Unknown(
            f"{what} {name!r}.", listed_names.remedy(map(str, rows), name), "facts", fact, code="fact-unknown"
        )
    return name


def clause_if_named(book: Book, name: str) -> str:
    """Give the clause for something that few handbooks have a clause of; empty where this one has none."""
    return book.clause(name) if name in book.edition.family.clauses else ""


def figure(book: Book, name: str) -> Exact:
    """Read a figure that stands in the text of the handbook and not in a table."""
    return book.table("figures").number(name, "figure")


def whole(book: Book, name: str) -> int:
    """Read such a figure where it counts something."""
    return book.table("figures").whole(name, "figure")


def share(book: Book, name: str) -> tuple[Fraction, str]:
    """Read a part of a field, with the words for it."""
    table = book.table("figures")
    return Fraction(table.number(name, "figure")), table.text(name, "words")
