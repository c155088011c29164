"""Builds what the docs install: ``make wheel`` writes it into dist/.

The wheel, with the examples of the docs; for each extra a file for ``pip install -r``, which pins the wheel and all
that it needs by version and hash, so that pip takes no other package of this name; and the list of those parts, for
whoever watches for flaws in them (an SBOM, CycloneDX).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
NAME = "overtrick"
#: What the wheel is made from; nothing is left in the checkout.
_SOURCES = ("src", "samples", "docs/examples", "pyproject.toml", "README.md", "LICENSE")
_BLOCK = re.compile(r"^([\w.-]+)==([\w.+!-]+).*(?:\n .*)*", re.MULTILINE)
_PARENT = re.compile(r"^    # (?:via |  )([\w.-]+)(?: \(pyproject\.toml\))?$", re.MULTILINE)
_WORD = re.compile(r"[\w.-]+")


class Pin(NamedTuple):
    """A package as ``make lock`` pinned it; one that differs by version of Python is pinned more than once."""

    name: str
    version: str
    text: str  #: as pip reads it, with its hashes
    parents: frozenset[str]  #: what needs it


def build(folder: Path) -> Path:
    """Write the wheel and what goes with it into a folder, and give the wheel."""
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made)
        for each in _SOURCES:
            if (ROOT / each).is_dir():
                shutil.copytree(ROOT / each, copy / each, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            else:
                shutil.copy(ROOT / each, copy / each)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-index"]
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", "-w", "dist", "."], cwd=copy, check=True)  # noqa: S603 - our own
        (found,) = (copy / "dist").glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        wheel = Path(shutil.copy(found, folder))
    version = wheel.name.split("-")[1]
    for extra in extras():
        (folder / f"{extra or NAME}.txt").write_text(_pinned(wheel, version, extra), encoding="utf-8")
    parts = json.dumps(_parts(version), indent=1, ensure_ascii=False)
    (folder / f"{NAME}-{version}.cdx.json").write_text(f"{parts}\n", encoding="utf-8")
    return wheel


def extras() -> dict[str, set[str]]:
    """Give what each extra needs itself, with what every installation needs; that alone is the extra without a name."""
    project = _project()
    always = _names(project["dependencies"])
    asked = {name: _names(needs) for name, needs in project["optional-dependencies"].items()}
    found = {"": always}
    for name, needs in asked.items():
        others = (asked[other] for each in project["optional-dependencies"][name] for other in _extras_of(each))
        found[name] = (always | needs).union(*others) - {NAME}
    return found


def pins() -> list[Pin]:
    """Read what is pinned; requirements/dev.txt has all, those for tests as well."""
    text = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    return [
        Pin(_same(block[1]), block[2], block[0].split("\n    #")[0], frozenset(map(_same, _PARENT.findall(block[0]))))
        for block in _BLOCK.finditer(text)
    ]


def needed(extra: str) -> list[Pin]:
    """Give everything that an installation with an extra has, but for the program."""
    found, listed = set(extras()[extra]), pins()
    while more := {pin.name for pin in listed if pin.parents & found} - found:
        found |= more
    return [pin for pin in listed if pin.name in found]


def _pinned(wheel: Path, version: str, extra: str) -> str:
    words = f"{NAME}[{extra}]" if extra else NAME
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    own = f"--find-links .\n{words}=={version} --hash=sha256:{digest}\n"
    # pip does not see that name==1 pins name[extra], too.
    extended = {_same(each.partition("[")[0]): each.partition("]")[0] + "]" for each in _requirements() if "[" in each}
    lines = (extended.get(pin.name, pin.name) + pin.text[len(pin.name) :] for pin in needed(extra))
    return own + "".join(f"{line}\n" for line in lines)


def _parts(version: str) -> dict[str, Any]:
    """Describe what the extras bring, all together, in CycloneDX."""
    listed = {f"pkg:pypi/{pin.name}@{pin.version}": pin for extra in extras() for pin in needed(extra)}
    program = f"pkg:pypi/{NAME}@{version}"
    direct = set().union(*extras().values())
    needs = {program: [ref for ref, pin in listed.items() if pin.name in direct]}
    needs |= {ref: [other for other, part in listed.items() if pin.name in part.parents] for ref, pin in listed.items()}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": program,
                "name": NAME,
                "version": version,
                "purl": program,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [
            {"type": "library", "bom-ref": ref, "name": pin.name, "version": pin.version, "purl": ref}
            for ref, pin in sorted(listed.items())
        ],
        "dependencies": [{"ref": ref, "dependsOn": sorted(others)} for ref, others in sorted(needs.items())],
    }


def _requirements() -> list[str]:
    project = _project()
    return [*project["dependencies"], *(each for needs in project["optional-dependencies"].values() for each in needs)]


def _project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def _names(requirements: list[str]) -> set[str]:
    return {_same(found[0]) for each in requirements if (found := _WORD.match(each))}


def _extras_of(requirement: str) -> list[str]:
    return _WORD.findall(requirement.partition("[")[2].partition("]")[0]) if requirement.startswith(f"{NAME}[") else []


def _same(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    made = build(ROOT / "dist")
    print(f"{made.relative_to(ROOT)} is built. Install it: pip install -r dist/office.txt (README, Install).")  # noqa: T201
