"""Tasks: the renewal of a year, youths who come of age, and lapses by a list."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.membership import bulk_lapse, renewal, youth
from overtrick.register.membership.models import YearRun
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run


def run_key(kind: YearRun.Kind, year: int) -> str:
    """Name the run of a year: of one year only one is in the queue."""
    return f"membership.{kind} {year}"


@task("membership.renewal")
def renew(run: Run, year: int, at: str) -> dict[str, int]:
    """Renew the members for a year."""
    done = renewal.run(year, actor=run.by, at=datetime.fromisoformat(at), progress=run.progress)
    return dict(done.counts)


@task("membership.youth")
def come_of_age(run: Run, year: int, at: str) -> dict[str, int]:
    """Let youths leave who came of age in a year."""
    done = youth.run(year, actor=run.by, at=datetime.fromisoformat(at), progress=run.progress)
    return dict(done.counts)


@task("membership.lapse")
def lapse_list(run: Run, begins: str, reason: str, at: str) -> dict[str, int]:
    """Let everybody lapse whose number is in the file."""
    (file,) = run.files()
    written = bulk_lapse.numbers_in(file.content.decode("utf-8-sig", "replace"))
    asked = bulk_lapse.rehearse(written, date.fromisoformat(begins))
    moment = datetime.fromisoformat(at)
    lapsed = bulk_lapse.carry_out(asked, reason, actor=run.by, at=moment, progress=run.progress)
    return {"lapsed": lapsed, "already": len(asked.already)}
