"""What uses each rule of an edition? Three walks: from its awards, from the pages, from the commands."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import overtrick
from overtrick.handbooks import edition as editions
from overtrick.handbooks.reach import AWARDS, NOTHING, OFFICE, Reached
from overtrick.handbooks.reach.beginnings import commands, pages
from overtrick.handbooks.reach.source import Module, Place, Program, read
from overtrick.handbooks.reach.walk import Walk

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.reach.uses import Uses

_HANDBOOKS = "overtrick.handbooks"
_FAMILY, _TABLE = "family.", "tables/"
#: Where the awards of an edition begin: the module and its function; not every edition has each of them.
_BEGINNINGS = (("assess", "assess"), ("worth", "worth"), ("sense", "check"))

#: A name of a table that is put together must begin with so much that is known.
_KNOWN = 4


def found(edition: Edition, named: list[str]) -> dict[str, Reached]:
    """Say of each rule, table or piece what comes to it."""
    program = program_of(edition)
    known: dict[Place, Uses] = {}
    awards = Walk(program, known)
    beginnings = [Place(f"{edition.package}.{module}", name) for module, name in _BEGINNINGS]
    awards.begin(AWARDS, [each for each in beginnings if each.module in program.modules])
    awards.go()
    office = []
    for entrances in (pages(program), commands(program)):
        walk = Walk(program, known)
        for each in entrances:
            walk.begin(each.name, [each.place])
        walk.go()
        office.append(walk)
    return {name: _reached(program, name, awards, office) for name in named}


def program_of(edition: Edition) -> Program:
    """Take the whole program with one edition; what other federations do is nothing to it."""
    others = [editions.get(name).package for name in editions.names()]
    modules = {
        name: module
        for name, module in _modules().items()
        if not any(name == other or name.startswith(f"{other}.") for other in others)
    }
    rules = {
        f"{edition.package}.{name}": Module(f"{edition.package}.{name}", *map(Path, edition.sources(name)))
        for name in edition.modules
    }
    rules[edition.package] = Module(edition.package)
    instead = {
        _rule(f"{_HANDBOOKS}.family", name): _rule(edition.package, own) for name, own in edition.family.own.items()
    }
    return Program({**modules, **rules}, edition.package, instead)


def _rule(package: str, name: str) -> Place:
    module, _dot, function = name.partition(".")
    return Place(f"{package}.{module}", function)


@lru_cache
def _modules() -> dict[str, Module]:
    return read(Path(overtrick.__file__).parent, "overtrick")


def _reached(program: Program, name: str, awards: Walk, office: list[Walk]) -> Reached:
    for walk in (awards, *office):
        by = _table(walk, name) if name.startswith(_TABLE) else walk.came_from.get(place_of(program, name))
        if by is not None:
            return Reached(AWARDS) if walk is awards else Reached(OFFICE, by)
    return Reached(NOTHING)


def place_of(program: Program, name: str) -> Place:
    """Find a rule by the name that the list of clauses has for it, and any other piece by module and name."""
    if ":" in name:
        return _there(program, *name.split(":"))
    package = f"{_HANDBOOKS}.family" if name.startswith(_FAMILY) else program.edition
    module, _dot, path = name.removeprefix(_FAMILY).partition(".")
    return _there(program, f"{package}.{module}", path)


def _there(program: Program, module: str, path: str) -> Place:
    for place in (Place(module, path), Place(module, f"_{path}")):
        if module in program.modules and program.definitions(place):
            return place
    message = f"there is no {path!r} in {module}"
    raise LookupError(message)


def _table(walk: Walk, name: str) -> str | None:
    """A table is used where a rule names it; one whose name is put together, by how that begins."""
    table = name.removeprefix(_TABLE).removesuffix(".toml")
    for text, (module, beginning) in walk.texts.items():
        if not module.startswith((_HANDBOOKS, walk.program.edition)):
            continue
        if text == table or ("\0" in text and _fits(text, table)):
            return beginning
    return None


def _fits(text: str, table: str) -> bool:
    begins = text.partition("\0")[0]
    return len(begins) >= _KNOWN and re.fullmatch(".+".join(map(re.escape, text.split("\0"))), table) is not None
