"""What does an annotation, a base or a text mean in the place where it is written?"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from overtrick.handbooks.reach.names import Bound, Names
from overtrick.handbooks.reach.source import Place
from overtrick.handbooks.reach.values import NEVER, OTHER, Values, either, just, last

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.reach.source import Program

_MANY = {
    "list", "tuple", "set", "frozenset", "Sequence", "Iterable", "Iterator", "Collection", "Generator", "deque",
    "QuerySet", "AbstractSet", "MutableSequence", "ValuesListQuerySet",
}  # fmt: skip
_MAPS = {"dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "MappingProxyType"}
_WRAPPED = {"Final", "ClassVar", "Annotated", "Optional", "Required", "NotRequired", "Awaitable"}
_BY_NAME: dict[str, Values] = {
    **dict.fromkeys(("Any", "object", "Self"), None),
    **dict.fromkeys(_MANY, just("many", None, None)),
    **dict.fromkeys(_MAPS, just("map", None, None, None)),
}


class Reader:
    """Reads what is written in a definition, with the names that it and its module have."""

    def __init__(self, program: Program, place: Place, parts: Iterable[ast.AST] = (), own: Place | None = None) -> None:
        """Stand in a place of the program; ``own`` is the class, if it is a method."""
        self.program = program
        self.place = place
        self.own = own
        package = program.modules[place.module].package
        self.bound: dict[str, list[Bound]] = Names(parts, package, method=own is not None).bound

    def place_of(self, name: str) -> Place | None:
        """Say where a name leads that is not a variable of the definition."""
        bound = self.bound.get(name)
        if bound is None:
            return self.program.find(self.place.module, name)
        found = [self.program.follow(each.there) for each in bound if each.there is not None]
        return found[0] if len(found) == len(bound) else None

    def class_named(self, written: ast.expr) -> Place | None:
        """Find the class, or the module, that a dotted name means."""
        match written:
            case ast.Name(id=name):
                return self.place_of(name) or self.program.find(self.place.module, name)
            case ast.Attribute(value=of, attr=attribute):
                outer = self.class_named(of)
                if outer is None or not outer.name:
                    return outer and self.program.find(outer.module, attribute)
                inner = Place(outer.module, f"{outer.name}.{attribute}")
                return inner if self.program.definitions(inner) else None
        return None

    def declared(self, written: ast.expr) -> Values:
        """Say what an annotation means."""
        match written:
            case ast.Constant(value=str(text)):
                return self.declared(ast.parse(text, mode="eval").body)
            case ast.Constant(value=None):
                return NEVER
            case ast.BinOp(left=left, right=right):
                return either([self.declared(left), self.declared(right)])
            case ast.Subscript(value=of, slice=inner):
                return self._parametrised(last(of), of, inner.elts if isinstance(inner, ast.Tuple) else [inner])
            case ast.Name() | ast.Attribute():
                return _BY_NAME[last(written)] if last(written) in _BY_NAME else self._named_type(written)
        return None

    def _named_type(self, written: ast.expr) -> Values:
        place = self.class_named(written)
        if place is None:
            return OTHER
        for definition in self.program.definitions(place):
            if isinstance(definition, ast.ClassDef):
                return just("object", place)
            if isinstance(definition, ast.Assign):  # an alias, or a type variable
                return self._alias(place, definition.value)
        return None

    def _alias(self, place: Place, written: ast.expr) -> Values:
        return self.program.once(("alias", place), lambda: Reader(self.program, place).declared(written))

    def _parametrised(self, name: str, of: ast.expr, inner: list[ast.expr]) -> Values:
        endless = any(isinstance(each, ast.Constant) and each.value is ... for each in inner)
        if name == "type":
            return frozenset(each._replace(what="class") for each in self.declared(inner[0]) or ()) or None
        if name == "tuple" and not endless:
            found = just("row", None, *(self.declared(each) for each in inner))
        elif name in _MANY:
            found = just("many", None, self.declared(inner[0]))
        elif name in _MAPS:
            found = just("map", None, self.declared(inner[0]), self.declared(inner[-1]))
        elif name == "Callable":
            found = just("call", None, self.declared(inner[-1]))
        else:
            return OTHER if name == "Literal" else self.declared(inner[0] if name in _WRAPPED else of)
        return found

    def dynamic(self, written: ast.expr) -> Values:
        """Say which module is meant: one of the program, or of the edition; None if it cannot be told."""
        text = self.text(written)
        if text is None:
            return None
        if "\0" not in text:
            return just("module" if text in self.program.modules else "edition", Place(text))
        tail = text.removeprefix("\0.")
        return just("edition", Place(tail)) if tail != text and "\0" not in tail else None

    def text(self, written: ast.expr) -> str | None:
        """Write a text out as far as it is known; what is filled in later is a NUL."""
        match written:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=parts):
                return "".join(self._piece(part) or "\0" for part in parts)
            case ast.Name(id="__package__"):
                return self.program.modules[self.place.module].package
            case ast.Name(id=name):
                return self._named_text(name)
        return None

    def _piece(self, part: ast.expr) -> str | None:
        return self.text(part.value if isinstance(part, ast.FormattedValue) else part)

    def _named_text(self, name: str) -> str | None:
        if name in self.bound:
            first, *more = self.bound[name]
            known = first.how == "is" and not more and not first.items
            return self.text(first.written) if known and first.written is not None else None
        place = self.program.find(self.place.module, name)
        for definition in self.program.definitions(place) if place is not None and place.name else ():
            if (
                isinstance(definition, ast.Assign | ast.AnnAssign)
                and definition.value is not None
                and place is not None
            ):
                return Reader(self.program, place).text(definition.value)
        return None


def named_bases(program: Program, place: Place) -> list[ast.expr]:
    """List the bases of a class as it names them."""
    listed = [base for each in program.definitions(place) if isinstance(each, ast.ClassDef) for base in each.bases]
    return [each.value if isinstance(each, ast.Subscript) else each for each in listed]


def bases(program: Program, place: Place) -> list[Place]:
    """List the classes of the program that a class names as its bases."""
    found = (Reader(program, place).class_named(each) for each in named_bases(program, place))
    return [each for each in found if each is not None]


def outside_bases(program: Program, place: Place) -> set[str]:
    """Name the bases of a class that are not of the program."""
    named = named_bases(program, place)
    return {last(each) for each in named if Reader(program, place).class_named(each) is None}


def lineage(program: Program, place: Place) -> list[Place]:
    """List a class and the classes it is based on, nearest first."""
    if place not in program.lineages:
        found: list[Place] = []
        todo = [place]
        while todo:
            each = todo.pop(0)
            if each not in found:
                found.append(each)
                todo += bases(program, each)
        program.lineages[place] = found
    return program.lineages[place]
