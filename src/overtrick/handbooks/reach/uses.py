"""What does a definition use? Every name and attribute in its body that leads to another definition of the program.

To name something is to use it: a function in a table, or given to another, counts as called by whoever names the table.
Annotations do not count.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.reach.annotations import lineage
from overtrick.handbooks.reach.scope import Scope
from overtrick.handbooks.reach.source import Function, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.handbooks.reach.source import Program
    from overtrick.handbooks.reach.values import Value


class Uses(NamedTuple):
    """What one definition leads to."""

    places: set[Place]
    members: set[tuple[Place, str]]  #: of an object of a class that is known
    names: set[str]  #: members of something that is not known
    edition: set[Place]  #: modules of the edition, with a name of theirs or without
    stands_in: set[tuple[Place, Place]]  #: a module that is used as if it were an object of a class
    texts: set[str]


def uses(program: Program, place: Place) -> Uses:
    """Look through a definition; a class without its methods, a module without its definitions."""
    found = Uses(set(), set(), set(), set(), set(), set())
    own = _class_of(program, place)
    for parts in _parts(program, place):
        scope = Scope(program, place, parts, own)
        for part in parts:
            for each in _walk(part):
                _look(scope, each, found)
    return found


def _class_of(program: Program, place: Place) -> Place | None:
    outer = Place(place.module, place.name.rpartition(".")[0])
    known = outer.name and any(isinstance(each, ast.ClassDef) for each in program.definitions(outer))
    return outer if known else None


def _parts(program: Program, place: Place) -> Iterator[list[ast.AST]]:
    if not place.name:
        yield list(program.modules[place.module].does)
        return
    for each in program.definitions(place):
        if isinstance(each, ast.ClassDef):
            inside = [part for part in each.body if not isinstance(part, Function | ast.ClassDef)]
            yield [*each.bases, *(word.value for word in each.keywords), *each.decorator_list, *inside]
        else:
            yield [each]


def _walk(part: ast.AST) -> Iterator[ast.AST]:
    """Go through everything but annotations."""
    todo = [part]
    while todo:
        each = todo.pop()
        yield each
        for name, value in ast.iter_fields(each):
            if name in ("annotation", "returns"):
                continue
            listed = value if isinstance(value, list) else [value]
            todo += [child for child in listed if isinstance(child, ast.AST)]


def _look(scope: Scope, each: ast.AST, found: Uses) -> None:
    match each:
        case ast.Name(id=name, ctx=ast.Load()):
            place = scope.place_of(name)
            if place is not None and place.name:
                found.places.add(place)
        case ast.Attribute(value=of, attr=attribute):
            _look_at_member(scope, of, attribute, found)
        case ast.Constant(value=str(text)):
            found.texts.add(text)
        case ast.JoinedStr():
            found.texts.add(scope.text(each) or "")
        case ast.Call(func=ast.Name(id="getattr"), args=[of, ast.Constant(value=str(attribute)), *_]):
            _look_at_member(scope, of, attribute, found)
        case ast.Call(func=ast.Name(id="cast"), args=[meant, given]):
            _look_at_stand_in(scope, meant, given, found)


def _look_at_member(scope: Scope, of: ast.expr, attribute: str, found: Uses) -> None:
    values = scope.value(of)
    if values is None:
        found.names.add(attribute)
        return
    for value in values:
        _look_at_one(scope, value, attribute, found)


def _look_at_one(scope: Scope, value: Value, attribute: str, found: Uses) -> None:
    place = value.place
    if place is None:
        return
    if value.what == "module":
        there = scope.program.find(place.module, attribute)
        if there is not None and there.name:
            found.places.add(there)
    elif value.what == "edition":
        found.edition.add(Place(place.module, attribute))
    elif value.what == "object":
        found.members.add((place, attribute))
    elif value.what == "class":
        for each in lineage(scope.program, place):
            there = Place(each.module, f"{each.name}.{attribute}")
            if scope.program.definitions(there):
                found.places.add(there)
                return


def _look_at_stand_in(scope: Scope, meant: ast.expr, given: ast.expr, found: Uses) -> None:
    for value in scope.value(given) or ():
        if value.what in ("edition", "module") and value.place is not None:
            module = Place(f"{scope.program.edition}.{value.place.module}") if value.what == "edition" else value.place
            for as_if in scope.declared(meant) or ():
                if as_if.place is not None:
                    found.stands_in.add((as_if.place, module))
