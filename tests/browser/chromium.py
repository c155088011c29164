"""Which browser do the tests drive? Chromium on the path; where there is none, Debian's, or Playwright's own.

``python -m tests.browser.chromium`` sees to it that there is one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def on_the_path() -> str | None:
    """Find the browser that is installed here."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def main() -> int:
    """Install one if there is none: as root from Debian's packages, otherwise where Playwright keeps its own."""
    if on_the_path():
        return 0
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for order in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.call([apt, *order], env=quiet, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
        if on_the_path():
            return 0
    return subprocess.call([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    sys.exit(main())
