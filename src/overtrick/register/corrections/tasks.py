"""Tasks: entering the office's list of members, and proposing the points that they bring along."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.corrections import openings
from overtrick.register.organisations import require
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.members_list import apply_changes, compare, parse
from overtrick.register.ranks import opening_balances
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run


@task("members.office-list")
def enter_members(run: Run, at: str, shown: str = "") -> dict[str, int]:
    """Enter the office's list of members; points that they bring along wait for a second person."""
    moment = datetime.fromisoformat(at)
    national = Organisation.objects.select_related("federation").get(parent=None, kind=Organisation.Kind.NATIONAL)
    require.need(run.by, Action.REGISTER, national, moment)
    (file,) = run.files()
    listed = parse.read(run.federation, file.name, file.content)
    preview = compare.compare(listed, moment.date(), as_at=moment.date())
    done = apply_changes.apply(preview, actor=run.by, at=moment, progress=run.progress)
    found = opening_balances.compare(done.openings)
    wanted = found.new or found.contradicted
    proposal = openings.propose(found, run.by, moment, shown=shown).pk if wanted else 0
    return {
        "new": len(done.entered),
        "changed": len(done.changed),
        "left_out": done.left_out,
        "released": done.points.released,
        "balances": len(found.new),
        "proposal": proposal,
    }
