"""Fragment cache, keyed by content hash.

Nothing is ever out of date and nothing has to be thrown away when something changes: other facts have another
fingerprint. Whoever asks has read the facts, and whether they may be seen was decided when they were read.
"""

from __future__ import annotations

import marshal
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.urls import get_script_prefix
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")
#: Writes what is equal alike: later versions of the format write an object that occurs twice in another way.
_PLAIN = 0


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last answers of a function of facts: texts, numbers and tuples of them.

    It must ask nothing else, neither the clock nor the database. The language and the federation in front of the
    addresses are facts of every page.
    """

    def keeping(make: Callable[P, R]) -> Callable[P, R]:
        shelf: OrderedDict[bytes, R] = OrderedDict()
        lock = Lock()

        @wraps(make)
        def answer(*facts: P.args, **named: P.kwargs) -> R:
            if named:
                message = "facts are given by their place"
                raise TypeError(message)
            mark = fingerprint(get_language(), get_script_prefix(), *facts)
            with lock:
                found = shelf.get(mark)
                if found is not None:
                    shelf.move_to_end(mark)
                    return found
            made = make(*facts, **named)
            with lock:
                shelf[mark] = made
                if len(shelf) > most:
                    shelf.popitem(last=False)
            return made

        return answer

    return keeping


def fingerprint(*facts: object) -> bytes:
    """Give the same for the same facts, and another for others. A named tuple may be a fact, with plain ones in it."""
    plain: Any = tuple(tuple(fact) if isinstance(fact, tuple) else fact for fact in facts)
    return blake2b(marshal.dumps(plain, _PLAIN), digest_size=32).digest()
