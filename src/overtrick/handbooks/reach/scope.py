"""What is this expression? Its type, as far as the annotations of the program say.

Every function of the program is annotated, so most receivers are known. Where one is not, the answer is None, and who
asks has to go by the name of the method alone.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from overtrick.handbooks.reach.annotations import Reader, lineage
from overtrick.handbooks.reach.source import Function, Place
from overtrick.handbooks.reach.values import (
    NEVER,
    OTHER,
    Value,
    Values,
    either,
    just,
    last,
    looked_up,
    members,
    of_container,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from overtrick.handbooks.reach.names import Bound
    from overtrick.handbooks.reach.source import Definition, Program

_SAME_MEMBERS = {"sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "islice", "takewhile", "dropwhile"}
_ONE_MEMBER = {"next", "min", "max"}
_SIDE_BY_SIDE = {"enumerate", "zip"}
_ENUMERATIONS = {"Enum", "StrEnum", "IntEnum", "TextChoices", "IntegerChoices"}
_KEYS = ("ForeignKey", "OneToOneField")


class Scope(Reader):
    """A definition with what its names and expressions are."""

    def __init__(self, program: Program, place: Place, parts: Iterable[ast.AST] = (), own: Place | None = None) -> None:
        """Look through the parts of a definition; ``own`` is the class, if it is a method."""
        super().__init__(program, place, parts, own)
        self._known: dict[str | int, Values] = {}

    # --- names

    def name(self, name: str) -> Values:
        """Say what a name is; while that is being found out, nothing."""
        if name not in self._known:
            self._known[name] = NEVER
            bound = self.bound.get(name)
            found = (
                self.at(self.program.find(self.place.module, name)) if bound is None else either(map(self._is, bound))
            )
            self._known[name] = found
        return self._known[name]

    def _is(self, bound: Bound) -> Values:
        found = self._whole(bound)
        for at in bound.items:
            found = self._item(found, at)
        return found

    def _whole(self, bound: Bound) -> Values:
        found: Values = None
        if bound.how.startswith("own"):
            found = just(bound.how.removeprefix("own "), self.own)
        elif bound.there is not None:
            found = self.at(self.program.follow(bound.there))
        elif bound.how == "result":
            found = just("call", None, self.declared(bound.written) if bound.written else None)
        elif bound.written is not None:
            found = self.declared(bound.written) if bound.how == "declared" else self.value(bound.written)
        return members(found) if bound.how == "in" else found

    def _item(self, values: Values, at: int) -> Values:
        return None if values is None else either(self._one_item(each, at) for each in values)

    def _one_item(self, each: Value, at: int) -> Values:
        if each.what == "row":
            return each.parts[at] if at < len(each.parts) else None
        if each.what == "object" and each.place is not None:
            fields = list(_fields(self.program, each.place))
            return Reader(self.program, each.place).declared(fields[at]) if at < len(fields) else None
        return members(frozenset([each]))

    def at(self, place: Place | None) -> Values:
        """Say what a definition is when it is named."""
        if place is None:
            return OTHER
        if not place.name:
            return just("module", place)
        definitions = self.program.definitions(place)
        return self.program.once(place, lambda: either([self._defined(place, each) for each in definitions] or [None]))

    def _defined(self, place: Place, definition: Definition) -> Values:
        match definition:
            case ast.ClassDef():
                return just("class", place)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return just("function", place)
            case ast.AnnAssign(annotation=annotation):
                return Reader(self.program, place).declared(annotation)
            case ast.Assign(targets=[ast.Name(), *_], value=value):
                return Scope(self.program, place).value(value)
        return None

    # --- expressions

    def value(self, written: ast.expr) -> Values:
        """Say what an expression is; while that is being found out, nothing."""
        key = id(written)
        if key not in self._known:
            self._known[key] = NEVER
            self._known[key] = self._value(written)
        return self._known[key]

    def _value(self, written: ast.expr) -> Values:  # noqa: C901, PLR0911, PLR0912 - one line for each form
        match written:
            case ast.Constant(value=None):
                return NEVER
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.UnaryOp():
                return OTHER
            case ast.Name(id=name):
                return self.name(name)
            case ast.Attribute(value=of, attr=attribute):
                return self._attribute(self.value(of), attribute)
            case ast.Call():
                return self._called(written)
            case ast.Subscript(value=of, slice=ast.Constant(value=int(at))):
                return self._item(self.value(of), at)
            case ast.Subscript(value=of, slice=ast.Slice()):
                return self.value(of)
            case ast.Subscript(value=of):
                return looked_up(self.value(of))
            case ast.IfExp(body=one, orelse=other):
                return either([self.value(one), self.value(other)])
            case ast.BoolOp(values=several):
                return either([self.value(each) for each in several])
            case ast.BinOp(left=inner) | ast.NamedExpr(value=inner) | ast.Await(value=inner) | ast.Starred(value=inner):
                return self.value(inner)
            case ast.Tuple(elts=several):
                return just("row", None, *(self.value(each) for each in several))
            case ast.List(elts=several) | ast.Set(elts=several):
                return just("many", None, either([self.value(each) for each in several]))
            case ast.Dict(keys=keys, values=several):
                known = either([None if each is None else self.value(each) for each in keys])
                return just("map", None, known, either([self.value(each) for each in several]))
            case ast.ListComp(elt=each) | ast.SetComp(elt=each) | ast.GeneratorExp(elt=each):
                return just("many", None, self.value(each))
            case ast.DictComp(key=key, value=each):
                return just("map", None, self.value(key), self.value(each))
            case ast.Lambda(body=body):
                return just("call", None, self.value(body))
        return None

    def _attribute(self, values: Values, name: str) -> Values:
        return None if values is None else either(self._one_attribute(each, name) for each in values)

    def _one_attribute(self, each: Value, name: str) -> Values:
        if each.what in ("many", "map"):
            return of_container(each, name)
        if each.place is None:
            return OTHER if each.what == "other" else None
        if each.what == "module":
            return self.at(self.program.find(each.place.module, name))
        if each.what == "edition":
            return just("edition", Place(each.place.module, name))
        return self._member(each, each.place, name) if each.what in ("object", "class") else None

    def _member(self, each: Value, place: Place, name: str) -> Values:
        """Look a member of a class up in it and in what it is based on."""
        if name == "_replace":
            return just("call", None, frozenset([each]))

        def found() -> Values:
            several = (self._of_class(above, name, each.what) for above in lineage(self.program, place))
            return next((values for values in several if values is None or values), None)

        return self.program.once(("member", each, name), found)

    def _of_class(self, place: Place, name: str, what: str) -> Values:
        """Say what a class itself has under a name; nothing if it does not have it."""
        inner = Place(place.module, f"{place.name}.{name}")
        for definition in self.program.definitions(inner):
            if isinstance(definition, ast.ClassDef):
                return just("class", inner)
            if isinstance(definition, Function):
                if what == "object" and _is_property(definition):
                    return Reader(self.program, place).declared(definition.returns) if definition.returns else None
                return just("function", inner)
        classes = [each for each in self.program.definitions(place) if isinstance(each, ast.ClassDef)]
        several = (self._field(place, each, name) for each in classes)
        return next((values for values in several if values is None or values), NEVER)

    def _field(self, place: Place, definition: ast.ClassDef, name: str) -> Values:
        for each in definition.body:
            match each:
                case ast.AnnAssign(target=ast.Name(id=target), annotation=annotation) if target == name:
                    return Reader(self.program, place).declared(annotation)
                case ast.Assign(targets=targets, value=value) if any(_is_name(target, name) for target in targets):
                    return self._of_body(place, definition, value)
        for method in definition.body:
            if isinstance(method, Function):
                for inside in ast.walk(method):
                    match inside:
                        case ast.AnnAssign(target=mine, annotation=annotation) if _is_own(mine, name):
                            return Reader(self.program, place).declared(annotation)
                        case ast.Assign(targets=targets, value=value) if any(_is_own(each, name) for each in targets):
                            return Scope(self.program, place, [method], place).value(value)
        return NEVER

    def _of_body(self, place: Place, definition: ast.ClassDef, written: ast.expr) -> Values:
        """Say what a value in the body of a class is: a member of an enumeration, a key to another table, or itself."""
        there = Scope(self.program, place)
        if {last(base) for base in definition.bases} & _ENUMERATIONS:
            return just("object", place)
        if isinstance(written, ast.Call) and last(written.func) in _KEYS and written.args:
            found = there.declared(written.args[0]) if isinstance(written.args[0], ast.Name) else None
        else:
            found = there.value(written)
        return None if found == OTHER and isinstance(written, ast.Call) else found

    def _called(self, call: ast.Call) -> Values:
        name, given = last(call.func), call.args
        if name == "cast" and given:
            return self.declared(given[0])
        if name in ("import_module", "module") and given:
            return self.dynamic(given[0])
        if isinstance(call.func, ast.Name) and given and name not in self.bound:
            if name in _SAME_MEMBERS:
                return just("many", None, members(self.value(given[0])))
            if name in _ONE_MEMBER and (len(given) == 1 or name == "next"):
                return members(self.value(given[0]))
            if name in _SIDE_BY_SIDE:
                inner = [members(self.value(each)) for each in given if not isinstance(each, ast.Starred)]
                row = just("row", None, OTHER, inner[0]) if name == "enumerate" and inner else just("row", None, *inner)
                return just("many", None, row)
        known = self.value(call.func)
        return None if known is None else either(self._result(each) for each in known)

    def _result(self, each: Value) -> Values:
        if each.what == "call":
            return each.parts[0]
        if each.place is None:
            return OTHER if each.what == "other" else None
        if each.what == "class":
            return just("object", each.place)
        returned = [
            Reader(self.program, each.place).declared(definition.returns) if definition.returns else None
            for definition in (self.program.definitions(each.place) if each.what == "function" else ())
            if isinstance(definition, Function)
        ]
        return either(returned or [None])


def _fields(program: Program, place: Place) -> Iterator[ast.expr]:
    """List the annotations of the fields of a class in their order."""
    for definition in program.definitions(place):
        if isinstance(definition, ast.ClassDef):
            yield from (each.annotation for each in definition.body if isinstance(each, ast.AnnAssign))


def _is_property(function: Function) -> bool:
    return any(last(each) in ("property", "cached_property") for each in function.decorator_list)


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _is_own(target: ast.expr, name: str) -> bool:
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return attribute == name
    return False
