"""What is this expression? Its type, as far as the annotations of the program tell: enough to know whose method is meant.

Every function here is annotated, so most receivers are known. Where one is not, the answer is None, and who asks has to
go by the name of the method alone.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.reach.source import Function, Place, imports

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from overtrick.handbooks.reach.source import Program


class Value(NamedTuple):
    """One thing that an expression may be."""

    what: str  #: object, class, function, module, edition (one of its modules), many, map, row, call, other
    place: Place | None = None  #: of the class, function or module
    parts: tuple[frozenset[Value] | None, ...] = ()  #: elements, key and value, items of a row, result of a call


Values = frozenset[Value] | None
OTHER: Values = frozenset([Value("other")])
_NONE: frozenset[Value] = frozenset()

_MANY = {
    "list", "tuple", "set", "frozenset", "Sequence", "Iterable", "Iterator", "Collection", "Generator", "deque",
    "QuerySet", "AbstractSet", "MutableSequence", "ValuesListQuerySet",
}  # fmt: skip
_MAPS = {"dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "MappingProxyType"}
_WRAPPED = {"Final", "ClassVar", "Annotated", "Optional", "Required", "NotRequired", "Awaitable"}
_SAME_MEMBERS = {"sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "islice", "takewhile", "dropwhile"}
_ONE_MEMBER = {"next", "min", "max"}
_UNKNOWN_NAMES = {"Any", "object", "Self"}


def either(several: Iterable[Values]) -> Values:
    """Put together what something may be; unknown if one of them is."""
    found: frozenset[Value] = frozenset()
    for each in several:
        if each is None:
            return None
        found |= each
    return found


def members(values: Values) -> Values:
    """Say what the members of something are."""
    if values is None:
        return None
    return either(
        each.parts[0] if each.what in ("many", "map") else either(each.parts) if each.what == "row" else
        OTHER if each.what == "other" else None
        for each in values
    )  # fmt: skip


class Scope:
    """The names of one definition, and what they are; names of functions inside it are taken together with its own."""

    def __init__(self, program: Program, place: Place, parts: Iterable[ast.AST], own: Place | None = None) -> None:
        """Look through the parts of a definition; ``own`` is the class, if it is a method."""
        self.program = program
        self.place = place
        self.own = own
        self._bound: dict[str, list[tuple[str, object]]] = {}
        self._known: dict[str, Values] = {}
        self._asked: dict[int, Values] = {}
        self._asking: set[object] = set()
        for part in parts:
            self._look(part)

    # --- names

    def _look(self, part: ast.AST) -> None:
        for each in ast.walk(part):
            if isinstance(each, Function | ast.Lambda):
                self._parameters(each, first=each is part)
                if isinstance(each, Function) and each is not part:
                    self._bind(each.name, ("result", each.returns))
            elif isinstance(each, ast.Assign):
                for target in each.targets:
                    self._target(target, ("is", each.value))
            elif isinstance(each, ast.AnnAssign):
                self._target(each.target, ("declared", each.annotation))
            elif isinstance(each, ast.NamedExpr):
                self._target(each.target, ("is", each.value))
            elif isinstance(each, ast.For | ast.comprehension):
                self._target(each.target, ("in", each.iter))
            elif isinstance(each, ast.withitem) and each.optional_vars is not None:
                self._target(each.optional_vars, ("unknown", None))
            elif isinstance(each, ast.ExceptHandler) and each.name:
                self._bind(each.name, ("unknown" if each.type is None else "raised", each.type))
            elif isinstance(each, ast.Import | ast.ImportFrom):
                for name, there in imports(each, self.program.modules[self.place.module].package):
                    self._bind(name, ("import", there))

    def _parameters(self, function: Function | ast.Lambda, *, first: bool) -> None:
        given = function.args
        listed = [*given.posonlyargs, *given.args]
        for at, each in enumerate(listed + given.kwonlyargs):
            if at == 0 and first and self.own is not None and each.annotation is None:
                self._bind(each.arg, ("own", "class" if each.arg == "cls" else "object"))
            else:
                self._bind(each.arg, ("unknown", None) if each.annotation is None else ("declared", each.annotation))
        for more in (given.vararg, given.kwarg):
            if more is not None:
                self._bind(more.arg, ("unknown", None))

    def _target(self, target: ast.AST, bound: tuple[str, object]) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, bound)
        elif isinstance(target, ast.Tuple | ast.List):
            for at, each in enumerate(target.elts):
                self._target(each, ("item", (at, bound)))
        elif isinstance(target, ast.Starred):
            self._target(target.value, ("unknown", None))

    def _bind(self, name: str, bound: tuple[str, object]) -> None:
        self._bound.setdefault(name, []).append(bound)

    def has(self, name: str) -> bool:
        """Say whether a name is one of the definition's own, not of its module."""
        return name in self._bound

    def place_of(self, name: str) -> Place | None:
        """Say where a name leads that is not a variable of the definition."""
        bound = self._bound.get(name)
        if bound is None:
            return self.program.find(self.place.module, name)
        found = [self.program.follow(there) for kind, there in bound if kind == "import"]  # type: ignore[arg-type]
        return found[0] if len(found) == len(bound) else None

    def name(self, name: str) -> Values:
        """Say what a name is."""
        if name in self._known:
            return self._known[name]
        if name in self._asking:
            return _NONE
        self._asking.add(name)
        if name in self._bound:
            found = either([self._what(bound) for bound in self._bound[name]])
        else:
            found = self.at(self.program.find(self.place.module, name))
        self._asking.discard(name)
        self._known[name] = found
        return found

    def _what(self, bound: tuple[str, object]) -> Values:
        kind, told = bound
        match kind:
            case "is":
                return self.value(told)  # type: ignore[arg-type]
            case "in":
                return members(self.value(told))  # type: ignore[arg-type]
            case "declared" | "raised":
                return self.declared(told)  # type: ignore[arg-type]
            case "result":
                return frozenset([Value("call", parts=(self.declared(told) if told else None,))])  # type: ignore[arg-type]
            case "own":
                return frozenset([Value(str(told), self.own)])
            case "import":
                return self.at(self.program.follow(told))  # type: ignore[arg-type]
            case "item":
                at, inner = told  # type: ignore[misc]
                return self._item(self._what(inner), at)
        return None

    def _item(self, values: Values, at: int) -> Values:
        if values is None:
            return None
        return either(self._one_item(each, at) for each in values)

    def _one_item(self, each: Value, at: int) -> Values:
        if each.what == "row":
            return each.parts[at] if at < len(each.parts) else None
        if each.what == "object" and each.place is not None:
            fields = list(self.program_fields(each.place))
            return Scope(self.program, fields[at][0], ()).declared(fields[at][1]) if at < len(fields) else None
        return members(frozenset([each]))

    def program_fields(self, place: Place) -> Iterator[tuple[Place, ast.expr]]:
        """List the annotated fields of a class in their order, with the class that has them."""
        for definition in self.program.definitions(place):
            if isinstance(definition, ast.ClassDef):
                for each in definition.body:
                    if isinstance(each, ast.AnnAssign):
                        yield place, each.annotation

    def at(self, place: Place | None) -> Values:
        """Say what a definition is when it is named."""
        if place is None:
            return OTHER
        if not place.name:
            return frozenset([Value("module", place)])
        if place not in self.program.kept:
            self.program.kept[place] = None
            several = [self._defined(place, each) for each in self.program.definitions(place)]
            self.program.kept[place] = either(several or [None])
        return self.program.kept[place]  # type: ignore[return-value]

    def _defined(self, place: Place, definition: ast.AST) -> Values:
        if isinstance(definition, ast.ClassDef):
            return frozenset([Value("class", place)])
        if isinstance(definition, Function):
            return frozenset([Value("function", place)])
        there = Scope(self.program, place, ())
        if isinstance(definition, ast.AnnAssign):
            return there.declared(definition.annotation)
        if isinstance(definition, ast.Assign) and isinstance(definition.targets[0], ast.Name):
            return there.value(definition.value)
        return None

    # --- annotations

    def declared(self, written: ast.expr) -> Values:
        """Say what an annotation means."""
        match written:
            case ast.Constant(value=str(text)):
                return self.declared(ast.parse(text, mode="eval").body)
            case ast.Constant(value=None):
                return _NONE
            case ast.BinOp(left=left, right=right):
                return either([self.declared(left), self.declared(right)])
            case ast.Subscript(value=of, slice=inner):
                return self._parametrised(last(of), of, inner.elts if isinstance(inner, ast.Tuple) else [inner])
            case ast.Name() | ast.Attribute():
                return self._named_type(written)
        return None

    def _named_type(self, written: ast.Name | ast.Attribute) -> Values:
        if last(written) in _UNKNOWN_NAMES:
            return None
        if last(written) in _MANY:
            return frozenset([Value("many", parts=(None,))])
        if last(written) in _MAPS:
            return frozenset([Value("map", parts=(None, None))])
        place = self.class_named(written)
        if place is None:
            return OTHER
        for definition in self.program.definitions(place):
            if isinstance(definition, ast.ClassDef):
                return frozenset([Value("object", place)])
            if isinstance(definition, ast.Assign):  # an alias, or a type variable
                key = ("alias", place)
                if key not in self.program.kept:
                    self.program.kept[key] = None
                    self.program.kept[key] = Scope(self.program, place, ()).declared(definition.value)
                return self.program.kept[key]  # type: ignore[return-value]
        return None

    def class_named(self, written: ast.expr) -> Place | None:
        """Find the class, or the module, that a dotted name means."""
        if isinstance(written, ast.Name):
            return (
                self.place_of(written.id)
                if not self.has(written.id)
                else self.program.find(self.place.module, written.id)
            )
        if isinstance(written, ast.Attribute):
            outer = self.class_named(written.value)
            if outer is None:
                return None
            if not outer.name:
                return self.program.find(outer.module, written.attr)
            inner = Place(outer.module, f"{outer.name}.{written.attr}")
            return inner if self.program.definitions(inner) else None
        return None

    def _parametrised(self, name: str, of: ast.expr, inner: list[ast.expr]) -> Values:
        if name == "type":
            known = self.declared(inner[0])
            return None if known is None else frozenset(each._replace(what="class") for each in known)
        if name == "tuple" and not any(isinstance(each, ast.Constant) and each.value is ... for each in inner):
            return frozenset([Value("row", parts=tuple(self.declared(each) for each in inner))])
        if name in _MANY:
            return frozenset([Value("many", parts=(self.declared(inner[0]),))])
        if name in _MAPS:
            return frozenset([Value("map", parts=(self.declared(inner[0]), self.declared(inner[-1])))])
        if name in _WRAPPED:
            return self.declared(inner[0])
        if name == "Callable":
            return frozenset([Value("call", parts=(self.declared(inner[-1]),))])
        return OTHER if name == "Literal" else self.declared(of)

    # --- expressions

    def value(self, written: ast.expr) -> Values:
        """Say what an expression is."""
        key = id(written)
        if key in self._asked:
            return self._asked[key]
        if key in self._asking:
            return _NONE
        self._asking.add(key)
        found = self._value(written)
        self._asking.discard(key)
        self._asked[key] = found
        return found

    def _value(self, written: ast.expr) -> Values:  # noqa: C901, PLR0911, PLR0912 - one line for each form
        match written:
            case ast.Constant(value=None):
                return _NONE
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.UnaryOp():
                return OTHER
            case ast.Name(id=name):
                return self.name(name)
            case ast.Attribute(value=of, attr=attribute):
                return self.attribute(self.value(of), attribute)
            case ast.Call():
                return self._called(written)
            case ast.Subscript(value=of, slice=ast.Constant(value=int(at))):
                return self._item(self.value(of), at)
            case ast.Subscript(value=of, slice=ast.Slice()):
                return self.value(of)
            case ast.Subscript(value=of):
                return self._looked_up(self.value(of))
            case ast.IfExp(body=one, orelse=other):
                return either([self.value(one), self.value(other)])
            case ast.BoolOp(values=several):
                return either([self.value(each) for each in several])
            case ast.BinOp(left=left):
                return self.value(left)
            case ast.NamedExpr(value=inner) | ast.Await(value=inner) | ast.Starred(value=inner):
                return self.value(inner)
            case ast.Tuple(elts=several):
                return frozenset([Value("row", parts=tuple(self.value(each) for each in several))])
            case ast.List(elts=several) | ast.Set(elts=several):
                return frozenset([Value("many", parts=(either([self.value(each) for each in several]),))])
            case ast.Dict(keys=keys, values=several):
                known = either([None if each is None else self.value(each) for each in keys])
                return frozenset([Value("map", parts=(known, either([self.value(each) for each in several])))])
            case ast.ListComp(elt=each) | ast.SetComp(elt=each) | ast.GeneratorExp(elt=each):
                return frozenset([Value("many", parts=(self.value(each),))])
            case ast.DictComp(key=key, value=each):
                return frozenset([Value("map", parts=(self.value(key), self.value(each)))])
            case ast.Lambda(body=body):
                return frozenset([Value("call", parts=(self.value(body),))])
        return None

    def _looked_up(self, values: Values) -> Values:
        if values is None:
            return None
        return either(each.parts[1] if each.what == "map" else members(frozenset([each])) for each in values)

    def attribute(self, values: Values, name: str) -> Values:
        """Say what an attribute of something is."""
        return None if values is None else either(self._one_attribute(each, name) for each in values)

    def _one_attribute(self, each: Value, name: str) -> Values:
        if each.what == "other":
            return OTHER
        if each.what == "module" and each.place is not None:
            return self.at(self.program.find(each.place.module, name))
        if each.what == "edition" and each.place is not None:
            return frozenset([Value("edition", Place(each.place.module, name))])
        if each.what in ("object", "class") and each.place is not None:
            return self._member(each, name)
        if each.what in ("many", "map"):
            return self._of_container(each, name)
        return None

    def _of_container(self, each: Value, name: str) -> Values:
        inner = each.parts[-1]
        match name:
            case "get" | "pop" | "setdefault" | "first" | "last":
                result = inner
            case "values":
                result = frozenset([Value("many", parts=(inner,))])
            case "keys":
                result = frozenset([Value("many", parts=(each.parts[0],))])
            case "items":
                result = frozenset([Value("many", parts=(frozenset([Value("row", parts=each.parts)]),))])
            case "copy" | "filter" | "exclude" | "order_by" | "all" | "select_related" | "prefetch_related":
                result = frozenset([each])
            case _:
                return OTHER
        return frozenset([Value("call", parts=(result,))])

    def _member(self, each: Value, name: str) -> Values:
        """Look a member of a class up in it and in what it is based on."""
        if each.place is None:
            return None
        if name == "_replace":
            return frozenset([Value("call", parts=(frozenset([each]),))])
        key = ("member", each, name)
        if key not in self.program.kept:
            self.program.kept[key] = None  # what is defined by itself stays unknown
            several = (
                self._of_class(place, name, named=each.what == "class") for place in lineage(self.program, each.place)
            )
            self.program.kept[key] = next((found for found in several if found is not _NONE), None)
        return self.program.kept[key]  # type: ignore[return-value]

    def _of_class(self, place: Place, name: str, *, named: bool) -> Values:
        module = self.program.modules[place.module]
        for definition in module.defines.get(f"{place.name}.{name}", []):
            if isinstance(definition, ast.ClassDef):
                return frozenset([Value("class", Place(place.module, f"{place.name}.{name}"))])
            if isinstance(definition, Function):
                if not named and _is_property(definition):
                    return Scope(self.program, place, ()).declared(definition.returns) if definition.returns else None
                return frozenset([Value("function", Place(place.module, f"{place.name}.{name}"))])
        for definition in module.defines.get(place.name, []):
            if isinstance(definition, ast.ClassDef):
                found = self._field(place, definition, name)
                if found is not _NONE:
                    return found
        return _NONE

    def _field(self, place: Place, definition: ast.ClassDef, name: str) -> Values:
        there = Scope(self.program, place, ())
        for each in definition.body:
            if isinstance(each, ast.AnnAssign) and _is_name(each.target, name):
                return there.declared(each.annotation)
            if isinstance(each, ast.Assign) and any(_is_name(target, name) for target in each.targets):
                return there.class_value(place, definition, each.value)
        for method in definition.body:
            if isinstance(method, Function):
                for each in ast.walk(method):
                    if isinstance(each, ast.AnnAssign) and _is_own(each.target, name):
                        return there.declared(each.annotation)
                    if isinstance(each, ast.Assign) and any(_is_own(target, name) for target in each.targets):
                        inside = Scope(
                            self.program, Place(place.module, f"{place.name}.{method.name}"), [method], place
                        )
                        return inside.value(each.value)
        return _NONE

    def class_value(self, place: Place, definition: ast.ClassDef, written: ast.expr) -> Values:
        """Say what a value in the body of a class is: a member of an enumeration, a key to another table, or itself."""
        bases = {last(base) for base in definition.bases}
        if bases & {"Enum", "StrEnum", "IntEnum", "TextChoices", "IntegerChoices"}:
            return frozenset([Value("object", place)])
        if isinstance(written, ast.Call) and last(written.func) in ("ForeignKey", "OneToOneField") and written.args:
            target = written.args[0]
            found = self.declared(target) if isinstance(target, ast.Name) else None
            return found if found != OTHER else None
        found = self.value(written)
        return None if found == OTHER and isinstance(written, ast.Call) else found

    def _called(self, call: ast.Call) -> Values:
        name = last(call.func)
        if name == "cast" and len(call.args) == 2:  # noqa: PLR2004
            return self.declared(call.args[0])
        if name == "import_module" and call.args:
            place = self.dynamic(call.args[0])
            what = "edition" if place and not place.module else "module"
            return (
                None if place is None else frozenset([Value(what, Place(place.name) if what == "edition" else place)])
            )
        if isinstance(call.func, ast.Name) and call.args and not self.has(name):
            if name in _SAME_MEMBERS:
                return frozenset([Value("many", parts=(members(self.value(call.args[0])),))])
            if name in _ONE_MEMBER and len(call.args) == 1 + (name == "next" and len(call.args) - 1):
                return members(self.value(call.args[0]))
            if name in ("enumerate", "zip"):
                inner = tuple(members(self.value(each)) for each in call.args if not isinstance(each, ast.Starred))
                row = Value("row", parts=(OTHER, *inner[:1]) if name == "enumerate" else inner)
                return frozenset([Value("many", parts=(frozenset([row]),))])
        known = self.value(call.func)
        return None if known is None else either(self._result(each) for each in known)

    def _result(self, each: Value) -> Values:
        if each.what == "class" and each.place is not None:
            return frozenset([Value("object", each.place)])
        if each.what == "call":
            return each.parts[0]
        if each.what == "function" and each.place is not None:
            returned = [
                Scope(self.program, each.place, ()).declared(definition.returns) if definition.returns else None
                for definition in self.program.definitions(each.place)
                if isinstance(definition, Function)
            ]
            return either(returned or [None])
        return OTHER if each.what == "other" else None

    # --- modules that are named while the program runs

    def dynamic(self, written: ast.expr) -> Place | None:
        """Say which module a written name is: ``Place("", tail)`` for one of the edition, None if it cannot be told."""
        text = self.text(written)
        if text is None:
            return None
        if "\0" not in text:
            return Place(text) if text in self.program.modules else None
        tail = text.rpartition("\0.")[2]
        return Place("", tail) if text == f"\0.{tail}" and "\0" not in tail else None

    def text(self, written: ast.expr) -> str | None:
        """Write a text out as far as it is known; what is filled in later is a NUL."""
        match written:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=parts):
                return "".join(
                    (self.text(part.value) or "\0") if isinstance(part, ast.FormattedValue) else str(part.value)  # type: ignore[attr-defined]
                    for part in parts
                )
            case ast.Name(id="__package__"):
                return self.program.modules[self.place.module].package
            case ast.Name(id=name):
                return self._named_text(name)
        return None

    def _named_text(self, name: str) -> str | None:
        if name in self._bound:
            bound = self._bound[name]
            known = len(bound) == 1 and bound[0][0] == "is"
            return self.text(bound[0][1]) if known else None  # type: ignore[arg-type]
        place = self.program.find(self.place.module, name)
        if place is None or not place.name:
            return None
        for definition in self.program.definitions(place):
            if isinstance(definition, ast.Assign | ast.AnnAssign) and definition.value is not None:
                return Scope(self.program, place, ()).text(definition.value)
        return None


def lineage(program: Program, place: Place) -> list[Place]:
    """List a class and the classes it is based on, nearest first."""
    found, todo = [], [place]
    while todo:
        each = todo.pop(0)
        if each not in found:
            found.append(each)
            todo += bases(program, each)
    return found


def named_bases(program: Program, place: Place) -> list[ast.expr]:
    """List the bases of a class as it names them."""
    listed = [base for each in program.definitions(place) if isinstance(each, ast.ClassDef) for base in each.bases]
    return [each.value if isinstance(each, ast.Subscript) else each for each in listed]


def based_on(program: Program, place: Place, base: ast.expr) -> Place | None:
    """Find the class that a base names; None for one that is not of the program."""
    return Scope(program, place, ()).class_named(base)


def bases(program: Program, place: Place) -> list[Place]:
    """List the classes of the program that a class names as its bases."""
    found = (based_on(program, place, each) for each in named_bases(program, place))
    return [each for each in found if each is not None]


def last(written: ast.expr) -> str:
    """Give the last part of a dotted name."""
    match written:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_property(function: Function) -> bool:
    return any(last(each) in ("property", "cached_property") for each in function.decorator_list)


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _is_own(target: ast.expr, name: str) -> bool:
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return attribute == name
    return False
