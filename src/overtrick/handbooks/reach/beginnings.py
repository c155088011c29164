"""Where does the program begin? The pages of its address table and the commands of its command line, in plain words."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import overtrick
from overtrick.handbooks.reach.annotations import Reader
from overtrick.handbooks.reach.source import Function, Place
from overtrick.handbooks.reach.uses import uses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.handbooks.reach.source import Program

_ADDRESSES, _PATTERNS = "overtrick.web.urls", "urlpatterns"
_COMMANDS = "overtrick.cli"
_TEMPLATES = "web/*/templates"
_PART = re.compile(r"<[\w:]+>")
_SENTENCE = re.compile(r"^[^.;:]+")
_HEADING = re.compile(r"<h1[^>]*>\s*\{%\s*translate\s+\"([^\"]+)\"\s*%\}\s*</h1>")
#: Commands that show what the program can do, and do nothing of a federation's work.
_SHOWING = {"demo", "clauses", "settings", "handbooks"}
#: So are the pages that show the handbooks.
_SHOWN = "overtrick.web.public.handbooks"


class Beginning(NamedTuple):
    """A page or a command: what it is called, and the function that answers."""

    name: str
    place: Place


def pages(program: Program) -> list[Beginning]:
    """List the pages in the order of their addresses."""
    return [each for each in _addresses(program, Place(_ADDRESSES, _PATTERNS), "/") if each.place.module != _SHOWN]


def _addresses(program: Program, listed: Place, above: str) -> Iterator[Beginning]:
    """Read a list of addresses: that of a module, or one by another name that it includes."""
    module = listed.module
    if module not in program.modules:
        return
    scope = Reader(program, Place(module))
    for definition in program.definitions(listed):
        for call in ast.walk(definition):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "path":
                continue
            address = above + (scope.text(call.args[0]) or "")
            match call.args[1]:
                case ast.Call(func=ast.Name(id="include"), args=[ast.Constant(value=str(included)), *_]):
                    yield from _addresses(program, Place(included, _PATTERNS), address)
                case ast.Call(func=ast.Name(id="include"), args=[ast.Name(id=name), *_]):
                    yield from _addresses(program, Place(module, name), address)
                case ast.Attribute(value=ast.Name(id=name), attr=view):
                    there = program.find(module, name)
                    found = program.find(there.module, view) if there is not None else None
                    if found is not None:
                        yield Beginning(_page(program, found, _PART.sub("…", address)), found)


def _page(program: Program, view: Place, address: str) -> str:
    """Name a page by its address and what it is for: its heading, or what its view says of itself."""
    shown = sorted(text for text in uses(program, view).texts if text.endswith(".html"))
    files = [file for text in shown for file in Path(overtrick.__file__).parent.glob(f"{_TEMPLATES}/{text}")]
    said = [heading for file in files for heading in _HEADING.findall(file.read_text(encoding="utf-8"))]
    for definition in program.definitions(view):
        if isinstance(definition, Function):
            said += _SENTENCE.findall(ast.get_docstring(definition) or "")[:1]
    return f"page {address} ({said[0]})" if said else f"page {address}"


def commands(program: Program) -> list[Beginning]:
    """List the commands in the order of their names."""
    found = []
    for module in program.modules.values():
        if module.name != _COMMANDS and not module.name.startswith(f"{_COMMANDS}."):
            continue
        for name, definitions in module.defines.items():
            for definition in definitions:
                if isinstance(definition, Function):
                    found += [Beginning(typed, Place(module.name, name)) for typed in _typed(definition)]
    return sorted(each for each in found if each.name.split()[-1] not in _SHOWING)


def _typed(function: Function) -> Iterator[str]:
    """Say what is typed to run a function, if it is a command."""
    for each in function.decorator_list:
        match each:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=group), attr="command"), args=given):
                named = [argument.value for argument in given if isinstance(argument, ast.Constant)]
                name = str(named[0]) if named else function.name.replace("_", "-")
                yield f"overtrick {name}" if group == "overtrick" else f"overtrick {group} {name}"
