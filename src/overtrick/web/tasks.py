"""The page that shows the progress and the result of a task, with script or without."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.register.log_ins.invite_members import Invited
from overtrick.register.moving_in.tasks import invited
from overtrick.register.papers import batch_files
from overtrick.register.proving import kept_proofs, proof_progress
from overtrick.register.tasks import beats
from overtrick.register.tasks.models import STUCK, Task
from overtrick.web import access
from overtrick.web.club import files
from overtrick.web.lab import shelf
from overtrick.web.lab import tasks as lab
from overtrick.web.office import formatting
from overtrick.web.papers import tasks as papers

#: After so long in the queue the page says how a worker is started.
_LONG = timedelta(minutes=1)


class Outcome(NamedTuple):
    """What a task that is done has done, and the page that shows it."""

    address: str
    link: str
    says: str = ""  #: empty: the page it leads to says it


class Step(NamedTuple):
    """A part of a task, in words."""

    says: str
    state: str  #: "done", "now" or empty: still to come


@login_required
@never_cache
@require_safe
def task(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how far a task is; for whoever asked for it, and for the office."""
    row = Task.objects.select_related("by").filter(pk=pk).first()
    office = access.is_office(request)
    if row is None or not (office or row.by_id == access.actor(request).pk):
        raise Http404
    part = bool(request.headers.get("HX-Request"))
    if part and not row.is_open:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context: dict[str, object] = {
        "task": row,
        "stuck": row.state in STUCK,
        "office": office,
        "at": formatting.moment(row.added_at),
        "by": formatting.who(row.by),
    }
    if row.is_open:
        context |= _far(row)
    elif row.state == Task.State.DONE:
        outcome = _OUTCOMES.get(row.name, _anything)(row)
        if not outcome.says:
            return redirect(outcome.address)
        context["outcome"] = outcome
    return render(request, "design/task_progress.html" if part else "design/task.html", context)


def _far(row: Task) -> dict[str, object]:
    """Say how far an open task is."""
    far = beats.progress(row)
    share = 100 * far.done // far.of if far.of else 0
    steps = _steps(row, share) if row.state == Task.State.RUNNING else []
    now = next((at for at, each in enumerate(steps, 1) if each.state == "now"), 0)
    alone = row.state == Task.State.WAITING and access.now() - row.added_at > _LONG
    return {"far": far, "share": share, "steps": steps, "step": now, "alone": alone}


def _steps(row: Task, share: int) -> list[Step]:
    """Name the parts of a task that has several, by the part of a hundred at which each begins."""
    parts = {
        kept_proofs.NAME: _proof_steps(row),
        "month.close": [
            (0, _("Finding what is approved and can become final")),
            (10, _("Finding who has reached a rank")),
            (70, _("Writing it into the book")),
            (85, _("Adding it to every record")),
        ],
        "money.run": [
            (0, _("Reading what is charged")),
            (10, _("Adding up the lines of each invoice")),
            (60, _("Numbering and writing the documents")),
            (90, _("Paying them with what is on account")),
        ],
        lab.NAME: [
            (0, _("Reading the season from the book")),
            (40, _("Working every event out under both sets of rules")),
            (70, _("Charging every event twice")),
            (95, _("Adding it up")),
        ],
    }.get(row.name, [])
    now = sum(share >= least for least, _says in parts) - 1
    return [Step(says, "done" if at < now else "now" if at == now else "") for at, (_least, says) in enumerate(parts)]


def _proof_steps(row: Task) -> list[tuple[int, str]]:
    """Name the parts of a proof, those that belong together as one, by what is looked at first."""
    begins = proof_progress.beginnings(row.arguments.get("sample"))
    return [
        (begins["entries"], _("Making every seal again and adding up every balance")),
        (begins["assessments"], _("Working out awards again")),
        (begins["held credits"], _("Checking that every point won is in the book or held")),
        (begins["promotions"], _("Checking every promotion")),
        (begins["money"], _("Checking invoices, payments and charges")),
        (begins["audit"], _("Comparing rows with the record of who did what")),
        (begins["uploads"], _("Checking every file that was sent")),
        (begins["database"], _("Checking the database itself")),
    ]


# --- What each kind of task has done -------------------------------------------------------------------------------


def _month(row: Task) -> Outcome:
    month = date.fromisoformat(row.arguments["month"])
    return Outcome(reverse("office-month", args=[f"{month:%Y-%m}"]), _("Look at the month"))


def _members(row: Task) -> Outcome:
    said = _("%(new)d new members, %(changed)d corrected, %(left_out)d lines left out.") % row.results[-1]
    if "organisation" in row.arguments:
        return Outcome(reverse("club-members", args=[row.arguments["organisation"]]), _("Members"), said)
    return Outcome(reverse("office-players"), _("Players"), said)


def _invitations(row: Task) -> Outcome:
    counts = invited(row.results)
    words = {
        "invited": counts[Invited.INVITED],
        "before": counts[Invited.BEFORE],
        "have": counts[Invited.HAS_ACCOUNT] + counts[Invited.CLOSED],
        "none": counts[Invited.NO_ADDRESS],
    }
    said = _("%(invited)d invited, %(before)d invited before, %(have)d have an account, %(none)d without an address.")
    club = row.arguments["organisation"]
    if club is not None:
        return Outcome(reverse("club-invite", args=[club]), _("Invite members"), said % words)
    return Outcome(reverse("office-mail"), _("Mail"), said % words)


def _files(row: Task) -> Outcome:
    uploads = [pk for pk in row.results if pk is not None]
    return Outcome(files.address(row.arguments["organisation"], uploads), _("Look at the results"))


def _old_list(row: Task) -> Outcome:
    return Outcome(reverse("office-moving-in-list", args=[row.arguments["kept"]]), _("Look at the list"))


def _signed_off(row: Task) -> Outcome:
    said = _("Signed off. %(entries)d entries and %(ranks)d ranks are in the book.") % row.results[-1]
    return Outcome(reverse("office-moving-in"), _("Moving in"), said)


def _officers(row: Task) -> Outcome:
    counts = invited(row.results)
    words = {
        "invited": counts[Invited.INVITED],
        "before": counts[Invited.BEFORE],
        "none": counts[Invited.NO_ADDRESS],
    }
    said = _("%(invited)d invited, %(before)d invited before, %(none)d without an address.") % words
    return Outcome(reverse("office-moving-in"), _("Moving in"), said)


def _billed(row: Task) -> Outcome:
    made = row.results[-1]
    said = ngettext("%(count)d document was made.", "%(count)d documents were made.", made["documents"])
    if (region := row.arguments.get("owner")) is not None:
        return Outcome(
            reverse("club-money-share", args=[region]), _("Look at your share"), said % {"count": made["documents"]}
        )
    if not made["run"]:
        return Outcome(reverse("office-money-runs"), _("Invoice runs"), _("There was nothing to bill."))
    return Outcome(
        reverse("office-money-run", args=[made["run"]]), _("Look at the run"), said % {"count": made["documents"]}
    )


def _roll(row: Task) -> Outcome:
    made = row.results[-1]["charges"]
    said = ngettext("%(count)d charge was made.", "%(count)d charges were made.", made) % {"count": made}
    return Outcome(f"{reverse('office-money-charges')}?which=waiting", _("Look at the charges"), said)


def _renewal(row: Task) -> Outcome:
    counts = row.results[-1]
    renewed = ngettext("%(count)d member renewed.", "%(count)d members renewed.", counts["renewed"])
    said = f"{renewed % {'count': counts['renewed']}} {_lapsed(counts['lapsed'])}"
    return Outcome(reverse("office-renewal", args=[row.arguments["year"]]), _("Look at the renewal"), said)


def _youth(row: Task) -> Outcome:
    counts = row.results[-1]
    moved = ngettext("%(count)d went to another club.", "%(count)d went to other clubs.", counts["moved"]) % {
        "count": counts["moved"]
    }
    return Outcome(reverse("office-youth"), _("Look at the youths"), f"{_lapsed(counts['lapsed'])} {moved}")


def _lapse(row: Task) -> Outcome:
    counts = row.results[-1]
    said = _lapsed(counts["lapsed"])
    if counts["already"]:
        said += " " + _("%(count)d had lapsed or died already.") % {"count": counts["already"]}
    return Outcome(reverse("office-members"), _("Members’ year"), said)


def _lapsed(count: int) -> str:
    return ngettext("%(count)d registration lapses.", "%(count)d registrations lapse.", count) % {"count": count}


def _anything(row: Task) -> Outcome:
    """A task that nobody waits for, such as the nightly check, says only that it is done."""
    return Outcome(reverse("desk"), _("My pages"), _("This is done: %(task)s.") % {"task": row.title})


def _papers(row: Task) -> Outcome:
    kept = batch_files.kept(row)
    if not kept.files:
        said = _("Papers are kept for a week. These are gone; you can make them again.")
        return Outcome(reverse("office-papers"), _("Papers"), said)
    said = ngettext(
        "%(papers)d paper is ready, in %(files)d PDF.",
        "%(papers)d papers are ready. Number of PDFs: %(files)d.",
        kept.papers,
    )
    return Outcome(reverse("office-papers-file", args=[row.pk]), _("Fetch them"), said % kept._asdict())


def _proved(row: Task) -> Outcome:
    return Outcome(reverse("office-proof-result", args=[row.pk]), _("Look at the result"))


def _season_under_a_proposal(row: Task) -> Outcome:
    asked = shelf.asked_of(row.arguments)
    return Outcome(reverse("office-proposal-result", args=asked.address), _("Look at the result"))


_OUTCOMES: dict[str, Callable[[Task], Outcome]] = {
    kept_proofs.NAME: _proved,
    "month.close": _month,
    "members.club-list": _members,
    "members.invite": _invitations,
    "members.office-list": _members,
    "money.roll": _roll,
    "money.run": _billed,
    "membership.lapse": _lapse,
    "membership.renewal": _renewal,
    "membership.youth": _youth,
    "moving-in.check": _old_list,
    "moving-in.enter": _old_list,
    "moving-in.sign-off": _signed_off,
    "officers.invite": _officers,
    lab.NAME: _season_under_a_proposal,
    papers.NAME: _papers,
    "results.receive": _files,
}
