"""A handbook is a folder: whose file it is stands there, and no other source names a federation that has one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import overtrick
from overtrick import handbooks
from overtrick.handbooks import federations
from overtrick.handbooks.edition import Handbook
from overtrick.handbooks.reach.source import imports
from overtrick.handbooks.tables import BadTable
from tests.handbooks.elsewhere import installed

SOURCE = Path(overtrick.__file__).parent
HANDBOOKS = SOURCE / "handbooks"
FOLDERS = sorted(file.parent for file in HANDBOOKS.glob("*/handbook.toml"))
NAMES = [folder.name for folder in FOLDERS]
#: Where they are; "English" and "Welsh" are languages too, and may be named.
COUNTRIES = ["England", "Wales", "Scotland", "Scottish", "Singapore", "Australia", "Australian"]
#: A word of letters, also inside a name with underscores.
WORD = re.compile(rf"(?<![A-Za-z])({'|'.join([*NAMES, *COUNTRIES])})(?![A-Za-z])", re.IGNORECASE)
#: Tags of a file format are as the format has them.
EXCEPTIONS = ("EBU_CHARGE_CODE",)
#: Calls that programs can copy name a handbook.
EXAMPLES = ("api/examples.py",)
#: Nobody writes these by hand: other people's programs, and the compiled words of a catalogue.
NOT_OURS = (".min.js", ".mo", ".pyc", ".woff2", ".png", ".ico")

elbonia = pytest.fixture(installed)


def sources() -> Iterator[Path]:
    for file in sorted(SOURCE.rglob("*")):
        if file.is_file() and not file.is_relative_to(HANDBOOKS) and not str(file).endswith((*NOT_OURS, *EXAMPLES)):
            yield file


def test_no_source_outside_the_handbooks_names_a_federation() -> None:
    found = []
    for file in sources():
        text = file.read_text(encoding="utf-8")
        for at, line in enumerate(text.splitlines(), 1):
            for exception in EXCEPTIONS:
                line = line.replace(exception, "")  # noqa: PLW2901 - what is left of it
            found += [f"{file.relative_to(SOURCE)}:{at}: {each}" for each in WORD.findall(line)]
        found += [str(file.relative_to(SOURCE)) for _each in WORD.findall(str(file.relative_to(SOURCE)))]
    assert found == []


def test_the_files_looked_through_are_those_of_the_program() -> None:
    endings = {file.suffix for file in sources()}
    assert {".py", ".html", ".toml", ".md", ".po", ".css"} <= endings
    assert WORD.findall("abf_credits EBU's ebuscore Wales") == ["abf", "EBU", "Wales"]


@pytest.mark.slow
def test_no_handbook_imports_another_and_nothing_else_imports_one() -> None:
    """Rules name one another by their place, and all other modules come to them through the edition."""
    wrong = []
    for file in sorted(SOURCE.rglob("*.py")):
        for statement in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(statement, ast.ImportFrom) and statement.level:
                continue
            if isinstance(statement, ast.Import | ast.ImportFrom):
                named = {f"{there.module}.{there.name}." for _name, there in imports(statement, "")}
                wrong += [
                    f"{file.relative_to(SOURCE)}: {each}"
                    for each in sorted(named)
                    if each.startswith(tuple(f"overtrick.handbooks.{name}." for name in NAMES))
                ]
    assert wrong == []


def test_a_relative_import_stays_in_its_edition() -> None:
    for folder in FOLDERS:
        for file in sorted(folder.rglob("*.py")):
            levels = {each.level for each in ast.walk(ast.parse(file.read_bytes())) if isinstance(each, ast.ImportFrom)}
            assert levels <= {0, 1}, file


@pytest.mark.parametrize(
    ("program", "handbook"),
    [
        ("EBUScore Pairs", "ebu"),
        ("ScoreBridge", "ebu"),
        ("Compscore3", "abf"),
        ("Comp Score", "abf"),
        ("Magic Contest", ""),
        ("", ""),
    ],
)
def test_a_scoring_program_tells_whose_clubs_use_it(program: str, handbook: str) -> None:
    assert federations.of_program(program) == handbook


def test_charge_codes_and_credit_files_are_those_of_one_federation() -> None:
    assert federations.with_charge_codes() == "ebu"
    assert federations.with_credit_files() == "abf"
    takes = [name for name in NAMES if federations.takes_credit_files(handbooks.get(name))]
    assert takes == ["abf"]


def test_short_names_are_those_of_all_handbooks_and_of_others() -> None:
    assert {*NAMES, "acbl", "nzb"} <= federations.initials()


@pytest.mark.parametrize(
    ("colours", "federation"),
    [({"a"}, "New Zealand Bridge"), ({"a", "b", "c"}, "New Zealand Bridge"), ({"a", "green"}, ""), (set(), "")],
)
def test_kinds_of_points_that_one_federation_has_tell_it(colours: set[str], federation: str) -> None:
    assert federations.whose_points(colours) == federation


def test_the_demonstration_takes_one_that_is_there() -> None:
    assert federations.example() in NAMES


def test_a_word_that_files_do_not_have_is_an_error(elbonia: Handbook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elbonia, "files", {"moon": True})
    federations._handbooks.cache_clear()  # noqa: SLF001 - as after an installation
    try:
        with pytest.raises(BadTable, match="elbonia has the unknown key 'moon'; known are charge_codes, credits_to"):
            federations.with_charge_codes()
    finally:
        federations._handbooks.cache_clear()  # noqa: SLF001
