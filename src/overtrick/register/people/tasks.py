"""Tasks: entering a club's list of members."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.organisations import require
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.members_list import apply_changes, club_rules, parse
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run


@task("members.club-list")
def enter_members(run: Run, organisation: int, at: str, decisions: dict[str, str]) -> dict[str, int]:
    """Enter a club's list of members, with what the club decided about doubtful lines."""
    moment = datetime.fromisoformat(at)
    where = Organisation.objects.select_related("federation").get(pk=organisation)
    require.need(run.by, Action.MEMBERS, where, moment)
    (file,) = run.files()
    listed = parse.read(run.federation, file.name, file.content)
    decided = {int(line): said for line, said in decisions.items()}
    shown = club_rules.compare_for_club(where, listed, moment.date(), decided)
    done = apply_changes.apply(shown, actor=run.by, at=moment, progress=run.progress)
    return {"new": len(done.entered), "changed": len(done.changed), "left_out": done.left_out}
