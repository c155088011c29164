"""Which browser do the tests drive? Chromium on the path; where there is none, Debian's, or Playwright's own.

``python -m tests.browser.chromium`` sees to it that there is one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: The one without windows first: pages are the same in it, and tests take a quarter less.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def on_the_path() -> str | None:
    """Find the browser that is installed here."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def is_here() -> bool:
    """Say whether there is one, on the path or where Playwright keeps its own."""
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return bool(on_the_path()) or any(kept.glob("chromium*/INSTALLATION_COMPLETE"))


def main() -> int:
    """Install one if there is none: as root from Debian's packages, otherwise where Playwright keeps its own."""
    if is_here():
        return 0
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["install", "-y", "-qq", "--no-install-recommends"]
        for order in (["update", "-qq"], *([*install, name] for name in _NAMES[:2])):
            subprocess.call([apt, *order], env=quiet, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
            if on_the_path():
                return 0
    return subprocess.call([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    sys.exit(main())
