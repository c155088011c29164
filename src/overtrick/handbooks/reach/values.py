"""What may an expression be? Enough of its type to know whose method is meant."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from overtrick.handbooks.reach.source import Place


class Value(NamedTuple):
    """One thing that an expression may be."""

    what: str  #: object, class, function, module, edition (one of its modules), many, map, row, call, other
    place: Place | None = None  #: of the class, function or module
    parts: tuple[frozenset[Value] | None, ...] = ()  #: elements, key and value, items of a row, result of a call


#: All that something may be; None where it is not known.
Values = frozenset[Value] | None
NEVER: frozenset[Value] = frozenset()
OTHER: frozenset[Value] = frozenset([Value("other")])  #: something that is not of the program


def just(what: str, place: Place | None = None, *parts: Values) -> frozenset[Value]:
    """Say that something is one thing."""
    return frozenset([Value(what, place, parts)])


def either(several: Iterable[Values]) -> Values:
    """Put together what something may be; unknown if one of them is."""
    found: frozenset[Value] = NEVER
    for each in several:
        if each is None:
            return None
        found |= each
    return found


def members(values: Values) -> Values:
    """Say what the members of something are."""
    return None if values is None else either(_members(each) for each in values)


def _members(each: Value) -> Values:
    if each.what in ("many", "map"):
        return each.parts[0]
    if each.what == "row":
        return either(each.parts)
    return OTHER if each.what == "other" else None


def looked_up(values: Values) -> Values:
    """Say what is found under a key."""
    if values is None:
        return None
    return either(each.parts[1] if each.what == "map" else _members(each) for each in values)


def of_container(each: Value, name: str) -> Values:
    """Say what a method of a list, a set or a dictionary gives, or a query's."""
    inner: Values = each.parts[-1]
    match name:
        case "get" | "pop" | "setdefault" | "first" | "last":
            result = inner
        case "values":
            result = just("many", None, inner)
        case "keys":
            result = just("many", None, each.parts[0])
        case "items":
            result = just("many", None, just("row", None, *each.parts))
        case "copy" | "filter" | "exclude" | "order_by" | "all" | "select_related" | "prefetch_related":
            result = frozenset([each])
        case _:
            return OTHER
    return just("call", None, result)


def last(written: ast.expr) -> str:
    """Give the last part of a dotted name."""
    match written:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
