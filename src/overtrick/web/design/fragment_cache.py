"""Fragment cache, in Django's cache, keyed by content hash.

Nothing is ever out of date and nothing has to be thrown away when something changes: other facts have another
fingerprint. Whoever asks has read the facts, and whether they may be seen was decided when they were read.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Any, ParamSpec, TypeVar

from django.core.cache import caches
from django.urls import get_script_prefix
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")
#: Writes what is equal alike: later versions of the format write an object that occurs twice in another way.
_PLAIN = 0
#: The name in ``CACHES``.
PAGES = "pages"


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """Keep the last answers of a function of facts: texts, numbers and tuples of them.

    It must ask nothing else, neither the clock nor the database. The language and the federation in front of the
    addresses are facts of every page.
    """
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def answer(*facts: P.args, **named: P.kwargs) -> R:
        if named:
            message = "facts are given by their place"
            raise TypeError(message)
        mark = fingerprint(name, get_language(), get_script_prefix(), *facts).hex()
        made: R = caches[PAGES].get_or_set(mark, lambda: make(*facts, **named))  # type: ignore[assignment]
        return made

    return answer


def fingerprint(*facts: object) -> bytes:
    """Give the same for the same facts, and another for others. A named tuple may be a fact, with plain ones in it."""
    plain: Any = tuple(tuple(fact) if isinstance(fact, tuple) else fact for fact in facts)
    return blake2b(marshal.dumps(plain, _PLAIN), digest_size=32).digest()
