"""Draws the module lists of docs/architecture.md from the code: ``make modules``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
SOURCE = ROOT / "src"

#: A list stands between these two lines; the first one names the package.
_END = "<!-- end of modules -->"
_LIST = re.compile(rf"(<!-- modules of ([\w.]+) -->\n).*?({_END})", re.DOTALL)

#: What no reader looks for.
_LEFT_OUT = ("__init__", "__main__", "urls", "wsgi", "apps")


def listed_packages(page: str) -> list[str]:
    """Name the packages whose modules a page lists."""
    return [found[1] for found in re.finditer(r"<!-- modules of ([\w.]+) -->", page)]


def packages_with_modules() -> list[str]:
    """Name every package that has modules of its own, apart from migrations."""
    found = {file.parent for file in SOURCE.rglob("*.py") if file.stem not in _LEFT_OUT}
    return sorted(".".join(folder.relative_to(SOURCE).parts) for folder in found if folder.name != "migrations")


def drawn(page: str) -> str:
    """Give the page with every list as the code has it now; a package that is gone has none."""
    for package in sorted(set(packages_with_modules()) - set(listed_packages(page))):
        page = _with_section(page, package)
    for package in set(listed_packages(page)) - set(packages_with_modules()):
        section = rf"### [^\n]+\n\n<!-- modules of {re.escape(package)} -->\n.*?{_END}\n\n"
        page = re.sub(section, "", page, flags=re.DOTALL)
    return _LIST.sub(lambda found: f"{found[1]}{_table(found[2])}{found[3]}", page)


def _with_section(page: str, package: str) -> str:
    """Add an empty section for a package, after the one that comes before it in the alphabet."""
    before = max(each for each in listed_packages(page) if each < package)
    section = f"### {package.partition('.')[2].replace('.', '/')}\n\n<!-- modules of {package} -->\n{_END}\n\n"
    end = page.index(_END, page.index(f"<!-- modules of {before} -->")) + len(_END) + 2
    return page[:end] + section + page[end:]


def _table(package: str) -> str:
    folder = SOURCE.joinpath(*package.split("."))
    rows = [(file.stem, _first_line(file)) for file in sorted(folder.glob("*.py")) if file.stem not in _LEFT_OUT]
    return "".join(["| module | what it is for |\n|---|---|\n", *(f"| `{name}` | {says} |\n" for name, says in rows)])


def _first_line(file: Path) -> str:
    # What comes after it need not be taken apart.
    opened, said, _rest = file.read_text(encoding="utf-8").split('"""', 2)
    told = ast.get_docstring(ast.parse(f'{opened}"""{said}"""')) or ""
    return told.partition("\n")[0].replace("``", "`").replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
