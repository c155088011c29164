"""What is a record? A named tuple: it cannot change, compares by value, and is cheap to make.

The class of ``typing`` compiles the type of every field when its module is loaded, which is half of what a short
command waits for. This one leaves the types to the type checker, and is the same in everything else.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - given on under its name
else:
    #: What ``namedtuple`` has made itself.
    _MADE = {"__module__", "__qualname__", "__doc__", "__annotations__"}

    class _Kind(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body["__annotations__"]
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024 - see above
            made.__doc__ = body.get("__doc__")
            made.__qualname__ = body["__qualname__"]
            made.__annotations__ = fields
            for key, value in body.items():
                if key not in _MADE:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Kind):
        """A record; its fields are the annotations of the class, those with a value last."""
