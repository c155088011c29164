"""What does each category's list pay? As before, but for who is placed in several lists."""

from __future__ import annotations

from overtrick.engine.numbers import show
from overtrick.engine.working import Step, rule, step


@rule("4.12.5")
def highest(awards: list[tuple[str, Step]]) -> Step:
    """A contestant placed in several lists gets the awards of all of them."""
    lists = ", ".join(f"{category} {show(each.value)}" for category, each in awards)
    because = tuple(each for _category, each in awards)
    return step("The awards of the lists {lists}", sum(each.value for each in because), because=because, lists=lists)
