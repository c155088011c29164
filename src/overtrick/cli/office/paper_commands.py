"""``overtrick office``: the commands that write papers."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import acting, command


@command()
@click.argument("kind", type=click.Choice(["certificates", "statements", "reports"]))
@click.argument("period")
@click.argument("folder")
@acting
def papers(kind: str, period: str, folder: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Write certificates of a month, statements of a year or reports of a PERIOD into a FOLDER, as PDF."""
    from overtrick.cli.office import paper_files

    sys.exit(paper_files.papers(kind, period, folder, **acting))


@command()
@click.argument("folder")
@acting
def cards(folder: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Write the cards of everybody who is registered into a FOLDER, as PDF, with codes that others can check."""
    from overtrick.cli.office import paper_files

    sys.exit(paper_files.papers("cards", "", folder, **acting))
