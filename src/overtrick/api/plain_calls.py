"""Calls without a query: their few parameters are read by the same types, past ninja and pydantic.

Most look-ups and awards are such calls, and to fill a model with one text takes longer than to read the text. Whatever
is not as plain, or is wrong, goes the long way, which alone tells problems.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, get_type_hints

from pydantic_core import PydanticCustomError

from overtrick.api.parameters import TakenParameter

Values = dict[str, Any]
Read = Callable[[Mapping[str, Any]], Values | None]


def reader(view: Callable[..., Any]) -> Read:
    """Make what reads the parameters of an operation from its address alone; it gives None for the long way."""
    hints = get_type_hints(view, include_extras=True)
    known = list(signature(view).parameters.values())[1:]  # the first is the request
    kinds = {each.name: _kind(hints[each.name]) for each in known}
    usual = {each.name: each.default for each in known if each.default is not Parameter.empty}
    needed = {name: kind for name, kind in kinds.items() if name not in usual}

    def read(path: Mapping[str, Any]) -> Values | None:
        if path.keys() != needed.keys():
            return None
        values = dict(usual)
        for name, kind in needed.items():
            if kind is None:
                return None
            try:
                values[name] = kind.read(path[name])
            except PydanticCustomError:
                return None
        return values

    return read


def _kind(hint: object) -> TakenParameter | None:
    """Give our own type of a parameter."""
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, TakenParameter)), None)
