"""How is a data file of a handbook loaded? As Python loads a module: read once, then taken from ``__pycache__``.

Every award from the command line needs a dozen small TOML files, and reading them took longer than the award itself.
The interpreter keeps the compiled form beside the file, makes it anew when the file changes, and does without it where
it may not write.
"""

from __future__ import annotations

import datetime as dt
import os
from importlib.machinery import SourceFileLoader
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from types import CodeType

#: What the compiled form of a file names beside plain data.
_NAMES = {"datetime": dt, "inf": float("inf"), "nan": float("nan")}

#: Tells the kept form of ``ranks.toml`` from that of a ``ranks.py`` beside it.
_ENDING = ".py"


def load(file: str | Path) -> dict[str, Any]:
    """Give what a TOML file holds; a file that is not TOML is a ``ValueError`` (``tomllib.TOMLDecodeError``)."""
    code = _Loader("toml", f"{file}{_ENDING}").get_code("toml")
    data: dict[str, Any] = eval(code, dict(_NAMES))  # type: ignore[arg-type]  # noqa: S307 - written by _Loader
    return data


class _Loader(SourceFileLoader):
    """Compiles TOML where others compile Python."""

    def path_stats(self, path: str) -> dict[str, int]:
        """Give time and size of the file, by which the interpreter sees that it changed; to the millionth of a second.

        Whole seconds, which the interpreter takes for Python, would miss a correction that follows at once.
        """
        found = os.stat(path.removesuffix(_ENDING))  # noqa: PTH116 - slow to load, and awards do not need it
        return {"mtime": found.st_mtime_ns // 1000, "size": found.st_size}

    def get_data(self, path: str) -> bytes:
        """Read the file, or its compiled form."""
        return super().get_data(path.removesuffix(_ENDING))

    def source_to_code(self, data: Any, path: Any, **_kind: int) -> CodeType:  # type: ignore[override]  # noqa: ANN401
        """Turn the file into an expression that gives its data."""
        import tomllib  # noqa: PLC0415 - a file that is compiled already does without

        return compile(repr(tomllib.loads(data.decode("utf-8"))), path, "eval")
