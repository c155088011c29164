"""nginx with the configuration of deploy/, on ports of its own and without any right.

``python -m tests.proxy.nginx`` sees to it that there is one: where there is none, Debian's is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NAME = "points.example.org"

#: What surrounds the configuration where it is installed; everything nginx writes goes to one folder.
_AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/overtrick.conf;
}}
"""


class Ports(NamedTuple):
    """Where nginx listens, and where the office does."""

    http: int
    https: int
    office: int


def on_the_path() -> str | None:
    """Find nginx; Debian has it where only root looks."""
    return shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))


def write(folder: Path, ports: Ports, certificate: Path, key: Path) -> Path:
    """Write the configuration as it is installed, but for ports, files and the name of the certificate."""
    installed = CONFIGURATION.read_text(encoding="utf-8")
    for pattern, ours in (
        (r"\n\s*listen \[::\][^\n]*", ""),
        (r"listen 80;", f"listen 127.0.0.1:{ports.http};"),
        (r"listen 443 ", f"listen 127.0.0.1:{ports.https} "),
        (r"https://\$host\$request_uri", f"https://$host:{ports.https}$request_uri"),
        (r"server 127\.0\.0\.1:8000", f"server 127.0.0.1:{ports.office}"),
        (r"/etc/letsencrypt/\S*fullchain.pem", str(certificate)),
        (r"/etc/letsencrypt/\S*privkey.pem", str(key)),
    ):
        installed, found = re.subn(pattern, ours.replace("\\", r"\\"), installed)
        assert found, f"{CONFIGURATION.name} has no {pattern}"
    (folder / "overtrick.conf").write_text(installed, encoding="utf-8")
    main = folder / "nginx.conf"
    main.write_text(_AROUND.format(folder=folder), encoding="utf-8")
    return main


def command(main: Path, *more: str) -> list[str]:
    """Give the words that start nginx."""
    found = on_the_path()
    assert found, "The tests of the proxy need nginx: python -m tests.proxy.nginx"
    return [found, "-e", "stderr", "-p", str(main.parent), "-c", str(main), *more]


def install() -> int:
    """Install Debian's if there is none; only root can. Nothing is started."""
    if on_the_path():
        return 0
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        sys.stderr.write("The tests of the proxy need nginx. Install it, then run this again.\n")
        return 1
    # RUNLEVEL=1: what is installed is not started.
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    wait = ["-o", "DPkg::Lock::Timeout=300"]
    for order in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "nginx"]):
        subprocess.call([apt, *wait, *order], env=quiet, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words
    return 0 if on_the_path() else 1


if __name__ == "__main__":
    sys.exit(install())
