"""What can be reached from a page, a command or an award, through everything that is used on the way?

A method is reached through an object of its class, or of one it overrides; where the object is not known, by its name
alone, in the classes that are in use by then. So a rule may be called used that no run ever comes to. What is missed is
what no source names: a function found by a name that is put together while the program runs, and what only a template
of a page asks for.
"""

from __future__ import annotations

import ast
from collections import deque
from typing import TYPE_CHECKING

from overtrick.handbooks.reach.annotations import bases, lineage, outside_bases
from overtrick.handbooks.reach.source import Function, Place
from overtrick.handbooks.reach.uses import Uses, uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.handbooks.reach.source import Program

_RULES = "overtrick.handbooks"
#: Bases from outside that call nothing by themselves.
_PASSIVE = {
    "NamedTuple",
    "Protocol",
    "Enum",
    "StrEnum",
    "IntEnum",
    "Generic",
    "ABC",
    "object",
    "Exception",
    "ValueError",
}
_PASSIVE |= {"LookupError", "KeyError", "str", "int", "dict", "list", "tuple", "TextChoices", "TypedDict"}


class Walk:
    """A walk through the program, which remembers from which beginning it first came to each place."""

    def __init__(self, program: Program, known: dict[Place, Uses]) -> None:
        """Begin nowhere; ``known`` keeps what was looked at, for the next walk."""
        self.program = program
        self.came_from: dict[Place, str] = {}  #: the beginning, by place
        self.step_before: dict[Place, Place | None] = {}
        self.texts: dict[str, tuple[str, str]] = {}  #: with the module and the beginning
        self._known = known
        self._todo: deque[Place] = deque()
        self._classes: dict[str, set[Place]] = {}  #: those in use, by the name of a member
        self._asked: dict[Place, dict[str, Place]] = {}  #: members of known classes by class, and who asked first
        self._named: dict[str, Place] = {}  #: members of anything, likewise
        self._modules: dict[Place, set[Place]] = {}  #: modules that stand in for an object of a class

    def begin(self, beginning: str, places: Iterable[Place]) -> None:
        """Begin somewhere."""
        for place in places:
            self._reach(place, beginning, None)

    def go(self) -> None:
        """Go as far as it leads, nearest places first."""
        while self._todo:
            place = self._todo.popleft()
            found = self._known.get(place)
            if found is None:
                found = self._known[place] = uses(self.program, place)
            self._follow(place, found)

    def _reach(self, place: Place, beginning: str, before: Place | None) -> None:
        if place in self.came_from:
            return
        self.came_from[place] = beginning
        self.step_before[place] = before
        self._todo.append(place)
        if place in self.program.instead:
            self._reach(self.program.instead[place], beginning, place)

    def _on(self, place: Place, here: Place) -> None:
        self._reach(place, self.came_from[here], here)

    def _follow(self, here: Place, found: Uses) -> None:
        self._on(Place(here.module), here)
        if not here.name:
            for module in sorted(self.program.modules[here.module].imported & self.program.modules.keys()):
                self._on(Place(module), here)
        if any(isinstance(each, ast.ClassDef) for each in self.program.definitions(here)):
            self._use_class(here)
        for place in sorted(found.places):
            self._on(place, here)
        for place in sorted(found.edition):
            there = self.program.find(f"{self.program.edition}.{place.module}", place.name)
            if there is not None:
                self._on(there, here)
        self._follow_members(here, found)
        self._follow_texts(here, found.texts)

    def _follow_members(self, here: Place, found: Uses) -> None:
        for as_if, module in sorted(found.stands_in):
            self._modules.setdefault(as_if, set()).add(module)
            self._again(as_if)
        for owner, name in sorted(found.members):
            asked = self._asked.setdefault(owner, {})
            if name not in asked:
                asked[name] = here
                self._ask(owner, name, here)
        for name in sorted(found.names - self._named.keys()):
            self._named[name] = here
            for place in sorted(self._classes.get(name, ())):
                self._on(Place(place.module, f"{place.name}.{name}"), here)

    def _follow_texts(self, here: Place, texts: set[str]) -> None:
        """Keep what is written, for the names of tables; a dotted name leads to what it names."""
        for text in sorted(texts):
            if text not in self.texts or not self.texts[text][0].startswith(_RULES):
                self.texts[text] = (here.module, self.came_from[here])
            there = self.program.dotted(text) if text.startswith("overtrick.") else None
            if there is not None:
                self._on(there, here)

    def _use_class(self, place: Place) -> None:
        """An object of a class may exist from here on: whoever asked for its methods now comes to them."""
        for base in bases(self.program, place):
            self._on(base, place)
        for name in _members(self.program, place):
            self._classes.setdefault(name, set()).add(place)
        for name in methods(self.program, place):
            method = Place(place.module, f"{place.name}.{name}")
            if name.startswith("__") or _is_called_from_outside(self.program, place):
                self._on(method, place)
            if name in self._named:
                self._on(method, self._named[name])
        for above in lineage(self.program, place):
            self._again(above)

    def _again(self, owner: Place) -> None:
        for name, by in list(self._asked.get(owner, {}).items()):
            self._ask(owner, name, by)

    def _ask(self, owner: Place, name: str, by: Place) -> None:
        """Come to a member of an object: as its class has it, and as classes in use that are based on it have it."""
        for above in lineage(self.program, owner):
            method = Place(above.module, f"{above.name}.{name}")
            if self.program.definitions(method):
                self._on(method, by)
                break
        for below in sorted(self._classes.get(name, ())):
            if self._is_a(below, owner):
                self._on(Place(below.module, f"{below.name}.{name}"), by)
        for module in sorted(self._modules.get(owner, ())):
            there = self.program.find(module.module, name)
            if there is not None:
                self._on(there, by)

    def _is_a(self, below: Place, owner: Place) -> bool:
        """A class is another if it is based on it; a protocol is whatever has its methods."""
        return owner in lineage(self.program, below) or "Protocol" in outside_bases(self.program, owner)


def methods(program: Program, place: Place) -> Sequence[str]:
    """Name the methods of a class."""
    return [part.name for part in _body(program, place) if isinstance(part, Function)]


def _members(program: Program, place: Place) -> Sequence[str]:
    """Name what a class defines: its methods, and classes within it."""
    return [part.name for part in _body(program, place) if isinstance(part, Function | ast.ClassDef)]


def _body(program: Program, place: Place) -> list[ast.stmt]:
    return [part for each in program.definitions(place) if isinstance(each, ast.ClassDef) for part in each.body]


def _is_called_from_outside(program: Program, place: Place) -> bool:
    """Say whether a framework may call the methods: a form, a model, a middleware."""
    return any(outside_bases(program, each) - _PASSIVE for each in lineage(program, place))
