"""Does an event make sense? Small checks that run before any rule, the same for every handbook and every source.

What contradicts itself is a problem that names both places, and nothing is paid. What is only odd is a remark. Each
problem has a code that stays the same whatever its words say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from overtrick.engine.assessment import Problem, Remark
    from overtrick.engine.event import Event


class Sense(NamedTuple):
    """What was found: problems stop an event, remarks do not."""

    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()
