"""Moving in: the checklist of an office that leaves an old system, the page of each step, an example of its list."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.formats.tables import as_csv
from overtrick.register.errors import Refused
from overtrick.register.log_ins import invite_officer
from overtrick.register.log_ins.handover import NoMail
from overtrick.register.mail import outbox
from overtrick.register.moving_in import doors, lists
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.moving_in.tasks import check_list, invite_officers
from overtrick.register.tasks.queue import Order
from overtrick.web import access, request_limits
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake
from overtrick.web.office import decorators
from overtrick.web.office.moving_in_words import STEPS, StepWords

State = OldList.State


class StepLine(NamedTuple):
    """A step of the checklist, with its lists."""

    step: Step
    words: StepWords
    entered: list[OldList]
    open: list[OldList]  #: sent, and not entered yet


def _step(name: str) -> Step:
    if name not in Step.values:
        raise Http404
    return Step(name)


@decorators.page
def moving_in(request: HttpRequest) -> HttpResponse:
    """Show the steps, and how far each of them is."""
    every = list(OldList.objects.order_by("pk"))
    steps = [
        StepLine(
            step,
            words,
            [each for each in every if each.step == step and each.state == State.ENTERED],
            [each for each in every if each.step == step and each.state != State.ENTERED],
        )
        for step, words in STEPS.items()
    ]
    context = {
        "steps": steps,
        "shut": doors.why_shut(),
        "move": doors.current_move(),
        "under_way": doors.under_way(),
        "mail": outbox.server().is_set_up,
        "waiting": invite_officer.waiting(access.today()).count(),
    }
    return render(request, "office/moving_in.html", context)


@decorators.form
def step(request: HttpRequest, name: str) -> HttpResponse:
    """Take a list for a step. It is checked at once, as a task."""
    which = _step(name)
    error = ""
    if request.method == "POST":
        upload = request.FILES.get("list")
        if upload is None:
            error = _("Choose a list, for example a CSV file or a spreadsheet")
        else:
            try:
                kept = lists.take(which, upload.name or _("list"), upload.chunks(), access.actor(request), access.now())
            except Refused as refused:
                error = english(refused)
            else:
                return look_again(request, kept)
    context = {
        "step": which,
        "words": STEPS[which],
        "lists": OldList.objects.filter(step=which).select_related("added_by").order_by("-pk"),
        "shut": doors.why_shut(),
        "error": error,
        "mistakes": [Mistake("list", error)] if error else [],
        "largest": request_limits.LARGEST_BODY // 1_000_000,
    }
    return render(request, "office/moving_in_step.html", context, status=422 if error else 200)


def look_again(request: HttpRequest, kept: OldList) -> HttpResponse:
    """Put the check of a list in the queue, and lead to its progress."""
    at = access.now()
    title = _("Check %(file)s") % {"file": kept.name}
    order = Order(access.federation(request), access.actor(request), at, title, f"moving-in.check {kept.pk}")
    return redirect("task", check_list.add(order, kept=kept.pk, at=at.isoformat()).pk)


@decorators.page
def example(request: HttpRequest, name: str) -> HttpResponse:
    """Give an example of the list that a step wants."""
    del request
    which = _step(name)
    heading, *rows = STEPS[which].example
    return attached(f"{which}.csv", as_csv(heading, rows))


@decorators.act
def invite(request: HttpRequest) -> HttpResponse:
    """Send links to all officers who have never chosen a password, as a task."""
    if not outbox.server().is_set_up:
        raise NoMail(
            _("No mail is set up here."), _("Print a link for each officer under Accounts."), code="mail-not-set-up"
        )
    at = access.now()
    order = Order(access.federation(request), access.actor(request), at, _("Invite the officers"), "officers.invite")
    return redirect("task", invite_officers.add(order, at=at.isoformat()).pk)


def address(kept: int) -> str:
    """Give the page of a list."""
    return reverse("office-moving-in-list", args=[kept])
