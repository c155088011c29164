"""What is known of tests that nobody wrote."""

from __future__ import annotations

from collections.abc import Collection

from tests.suite.call_map import Calls, Module


def known(tests: dict[str, tuple[float, set[str]]], prepared: Collection[str] = ()) -> list[Module]:
    """Give the modules of tests that take so many seconds and call these functions, and what is prepared for all."""
    modules: dict[str, Module] = {}
    for test, (seconds, functions) in tests.items():
        name, _, rest = test.partition("::")
        module = modules.setdefault(name, Module(name))
        module.tests[rest] = Calls(seconds, module.bits(functions), ["here"])
        module.prepared["here"] = module.bits(prepared)
    return list(modules.values())
