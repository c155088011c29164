"""What a player applies for: the list, the form, what became of it, and the conversion of points for a rank."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.handbooks.applications import CONVERSION, Kind
from overtrick.register.applications import cases, conversions, draft, send
from overtrick.register.applications.cases import NoSuchKind
from overtrick.register.applications.models import Application
from overtrick.register.corrections import conversion
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook as handbooks
from overtrick.register.people import identity
from overtrick.register.people.identity import Person
from overtrick.register.ranks.current_rank import Ladder
from overtrick.web.access import acting, actor, federation, now, today
from overtrick.web.applications import fill_in
from overtrick.web.applications.sheet import conditions_of, rights, sheet
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


def _kinds() -> tuple[Kind, ...]:
    return cases.kinds_for(None, today())


def _mine(person: Person) -> list[Application]:
    rows = Application.objects.filter(player__in=identity.identities(person.player)).select_related("player", "sent_by")
    return list(rows.order_by("-pk"))


@login_required
@require_safe
def applications(request: HttpRequest) -> HttpResponse:
    """List what a player can apply for, and what became of it."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    kinds = [(english(each.title), english(each.says), _new_address(each)) for each in _kinds()]
    if not kinds:
        raise Http404
    handbook = federation(request).handbook
    listed = [sheet(each, handbook) for each in _mine(mine)]
    return render(request, "player/applications.html", {"kinds": kinds, "listed": listed, "player": mine.player})


def _new_address(kind: Kind) -> str:
    if kind.name == CONVERSION:
        return reverse("record-convert")
    return f"{reverse('record-application-new')}?kind={kind.name}"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin an application."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    try:
        kind = cases.kind_for(None, request.GET.get("kind", ""), today())
    except NoSuchKind:
        raise Http404 from None
    if kind.name == CONVERSION:
        return redirect("record-convert")
    if request.method == "POST":
        return _saved(request, fill_in.begin(request, mine.player, kind))
    form = fill_in.blank(kind, federation(request).handbook, request.GET)
    return _form_page(request, None, kind, form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def application(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill an application in as long as it is open, afterwards read it."""
    mine = me(request)
    found = get_object_or_404(Application, pk=pk, player__in=identity.identities(mine.player) if mine else [])
    do, signed = request.POST.get("do", ""), acting(request)
    try:
        if do == "withdraw":
            send.withdraw(found, "", **signed)
            return redirect("record-application", pk)
        if do == "discard":
            draft.discard(found, **signed)
            return redirect("record-applications")
        if request.method == "POST":
            return _saved(request, found)
    except Refused as refused:
        messages.error(request, english(refused))
        return redirect("record-application", pk)
    if found.state in draft.OPEN:
        handbook = federation(request).handbook
        return _form_page(request, found, cases.kind_of(found), fill_in.form_of(found, handbook))
    may_do = rights(found, actor(request), today(), applicant=True)
    shown = {"sheet": sheet(found, federation(request).handbook), "may_do": may_do}
    return render(request, "player/application.html", shown)


@login_required
@require_safe
def paper(request: HttpRequest, pk: int, paper: int) -> HttpResponse:
    """Send a paper as it was handed in."""
    mine = me(request)
    found = get_object_or_404(Application, pk=pk, player__in=identity.identities(mine.player) if mine else [])
    kept = get_object_or_404(found.papers, pk=paper)
    return attached(kept.name, kept.content)


def _saved(request: HttpRequest, made: Application) -> HttpResponse:
    wrong = fill_in.take(request, made, federation(request).handbook)
    if wrong is not None:
        return _form_page(request, made, cases.kind_of(made), wrong)
    made.refresh_from_db()
    if made.state == Application.State.SENT:
        messages.success(request, _("The application is sent. Its number is %(number)s.") % {"number": made.number})
    else:
        messages.success(request, _("The draft is saved."))
    return redirect("record-application", made.pk)


def _form_page(request: HttpRequest, found: Application | None, kind: Kind, form: QuestionForm) -> HttpResponse:
    shown = {
        "form": form,
        "application": found,
        "sheet": sheet(found, federation(request).handbook) if found else None,
        "address": reverse("record-application", args=[found.pk]) if found else "",
        "heading": english(kind.title),
        "lead": english(kind.says),
    }
    return render(request, "player/application_form.html", shown, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def convert(request: HttpRequest) -> HttpResponse:
    """Ask the office to convert points for a rank; every condition and what would change is shown."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    if all(each.name != CONVERSION for each in _kinds()):
        raise Http404
    ranks = Ladder(federation(request), today()).ranks
    rank = request.POST.get("rank") or request.GET.get("rank") or ""
    shown: dict[str, object] = {"ranks": ranks, "rank": rank, "waiting": conversions.waiting(mine.player)}
    mistakes = []
    if request.method == "POST":
        try:
            if rank not in ranks:
                raise conversion.NotAllowed("This is no rank of the handbook.", "Choose a rank.", code="no-such-rank")
            made = conversions.ask(mine.player, rank, actor=actor(request), at=now())
        except Refused as refused:
            mistakes = [Mistake("rank", english(refused))]
        else:
            messages.success(
                request, _("The office has your request. Its number is %(number)s.") % {"number": made.number}
            )
            return redirect("record-application", made.pk)
    if rank in ranks:
        asked = conversion.ask(mine.player, rank, today()).conversion
        known = handbooks.on_record(federation(request))
        shown["conditions"] = conditions_of(asked.allowed, federation(request).handbook)
        shown["changes"] = [(colour, known[colour].show(units)) for colour, units in asked.changes.items()]
        shown["allowed"] = asked.allowed.holds is True and bool(asked.changes)
    shown["mistakes"] = mistakes
    return render(request, "player/convert.html", shown, status=422 if mistakes else 200)
