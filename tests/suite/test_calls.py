"""What is noted of tests, and which of them can notice a change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.suite.call_map import Calls, Module, load_all
from tests.suite.invented import known
from tests.suite.marking import called, marked
from tests.suite.reach import Reach

SCALE = '''\
"""Of a scale."""
class Scale:
    """It is read."""

    def award(self, place):
        return place

    def paid(self):
        """They are halved."""
        def half(of):
            return of // 2
        return half(9)
'''


def test_a_marked_module_does_the_same_and_tells_which_of_its_functions_were_called() -> None:
    module: dict[str, Any] = {}
    exec(compile(marked(SCALE, "scale.py"), "scale.py", "exec"), module)  # noqa: S102 - the text above
    before = set(called())
    assert (module["__doc__"], module["Scale"].paid.__doc__) == ("Of a scale.", "They are halved.")
    assert module["Scale"]().paid() == 4
    assert set(called()) - before == {"scale.py:Scale.paid", "scale.py:Scale.paid.<locals>.half"}


@pytest.mark.parametrize(
    ("function", "names"),
    [
        ("award", ["test_scale.py::b", "test_scale.py::a", "test_other.py::c"]),
        ("", ["test_scale.py::b", "test_scale.py::a", "test_other.py::c"]),
        ("note", ["test_other.py::c", "test_scale.py::b", "test_scale.py::a"]),
    ],
)
def test_the_tests_that_call_a_function_come_first_then_those_of_its_file(function: str, names: list[str]) -> None:
    award, note = "src/scale.py:award", "src/scale.py:note"
    tests = {
        "test_scale.py::a": (2.0, {award}),
        "test_scale.py::b": (1.0, {award}),
        "test_other.py::c": (0.5, {award, note}),
    }
    assert sorted(test.name for test in Reach(known(tests)).tests("src/scale.py", function)) == sorted(names)
    assert Reach(known(tests)).tests("src/scale.py", function)[0].name == names[0]


def test_a_test_that_calls_a_function_comes_before_those_it_prepares_something_for() -> None:
    made = {"src/scale.py:make"}
    quick, slow = ("tests/test_scale.py::quick", (0.1, set[str]())), ("tests/test_other.py::slow", (9.0, made))
    reach = Reach([*known(dict([quick]), made), *known(dict([slow]))])
    assert [test.name for test in reach.tests("src/scale.py", "make")] == [slow[0], quick[0]]


def test_what_a_model_says_is_held_by_the_migrations_first() -> None:
    names = ["tests/register/test_migrations.py::one", "tests/register/people/test_names.py::two"]
    reach = Reach(known({name: (1.0, {"src/people/models.py:Player.name"}) for name in names[::-1]}))
    assert [test.name for test in reach.tests("src/people/models.py", "")] == names


def test_what_no_test_calls_any_more_is_forgotten(tmp_path: Path) -> None:
    module = Module("tests/room/test_scale.py")
    _ = module.bits({"scale.py:gone"})
    module.tests["test_award"] = Calls(0.1, module.bits({"scale.py:award", "page.html"}), [])
    (tmp_path / "tests" / "room").mkdir(parents=True)
    (tmp_path / module.name).touch()
    module.keep(tmp_path)
    kept = load_all(tmp_path)[0]
    assert sorted(filter(None, kept.names)) == sorted(["scale.py:award", "page.html"])
    assert [kept.calling(kept.mask([name])) for name in ("scale.py:award", "scale.py:gone")] == [["test_award"], []]
