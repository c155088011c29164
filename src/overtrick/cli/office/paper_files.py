"""``overtrick office papers``: a batch of papers as PDFs in a folder. It is the task of the page, done here."""

from __future__ import annotations

from pathlib import Path

from overtrick.cli import output
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.cli.office.progress_bar import bar


@answered
def papers(kind: str, period: str, folder: str, *, federation: str, actor: str, day: str) -> int:
    """Draw a batch and write its parts; files that are there already are written again."""
    into = Path(folder)
    if into.exists() and not into.is_dir():
        raise Unclear(f"{folder} is a file; name a folder")
    with acting(federation, actor, day) as here:
        from overtrick.register.papers import batch_files
        from overtrick.register.tasks import queue
        from overtrick.register.tasks.worker import run_here
        from overtrick.web.papers import tasks

        order = tasks.order(here.federation, kind, period, actor=here.actor, at=here.at)
        with bar(order.title) as progress:
            run_here(tasks.draw_batch, order, progress, what=kind, period=period, at=here.at.isoformat())
        row = queue.latest(order.key)
        if row is None:
            raise Unclear("the papers are gone; ask for them again")
        into.mkdir(parents=True, exist_ok=True)
        count = batch_files.kept(row)
        for part in batch_files.parts_of(row):
            (into / part.name).write_bytes(bytes(part.content))
    output.say(f"{output.counted(count.papers, 'paper')} in {output.counted(count.files, 'PDF')} written to {folder}.")
    return output.GOOD
