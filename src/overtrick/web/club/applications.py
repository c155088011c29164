"""Applications of a club, a county or another body: what it can apply for, its drafts, and what became of them."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.handbooks.applications import Kind
from overtrick.register.applications import access as rights
from overtrick.register.applications import cases, draft, obligations, outcomes, send
from overtrick.register.applications.cases import NoSuchKind
from overtrick.register.applications.models import Application
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.require import NotAllowed
from overtrick.web import access
from overtrick.web.applications import decide, fill_in
from overtrick.web.applications.sheet import STATES, conditions_of, sheet
from overtrick.web.applications.sheet import rights as buttons
from overtrick.web.club import base
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.design.tables import Cell, Table


@base.page()
def applications(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List what can be applied for, and what was; of the organisations below too, where they need this one."""
    on = access.today()
    seen = rights.visible_to(access.actor(request), on)
    own = [
        [
            Cell(each.title, link=_address(where, each)),
            Cell(each.number),
            Cell(str(STATES[each.state][0])),
            Cell(each.first_day),
            Cell(each.sent_at.date() if each.sent_at else None),
        ]
        for each in seen.filter(organisation=where)
    ]
    columns = [_("Application"), _("Number"), _("State"), _("First day"), _("Sent on")]
    table = Table(_("Applications"), columns, own, request)
    if (file := table.download(request)) is not None:
        return file
    below = [
        each
        for each in seen.filter(organisation__parent=where, state=Application.State.SENT)
        if each.support == Application.Support.WAITING or rights.may_decide(each, access.actor(request), on)
    ]
    shown = {
        "table": table,
        "kinds": _kinds(where) if _applies(request, where) else (),
        "below": [(each, _address(where, each)) for each in below],
        "overdue": obligations.overdue(on, where),
    }
    return base.show(request, where, "applications", shown)


def _kinds(where: Organisation) -> list[tuple[Kind, str, str]]:
    """List what an organisation can apply for today, with a title and a sentence for each."""
    found = cases.kinds_for(where, access.today())
    return [(each, english(each.title), english(each.says)) for each in found]


@base.form(Action.SUBMIT)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Begin an application; nothing is kept before somebody saves it. Without a kind, let somebody choose one."""
    handbook = where.federation.handbook
    if request.method != "POST" and not request.GET.get("kind"):
        return base.show(request, where, "application_kinds", {"kinds": _kinds(where)})
    try:
        kind = cases.kind_for(where, request.GET.get("kind", ""), access.today())
    except NoSuchKind:
        raise Http404 from None
    if request.method == "POST":
        made = fill_in.begin(request, where, kind)
        return _saved(request, where, made)
    return _form_page(request, where, None, fill_in.blank(kind, handbook, request.GET))


@base.form()
def application(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Show an application: to fill in as long as it is open, afterwards to read, support and decide."""
    found = _found(request, where, pk)
    applies = _applies(request, where) and found.organisation_id == where.pk
    if request.method == "POST":
        return _act(request, where, found)
    if applies and found.state in draft.OPEN:
        return _form_page(request, where, found, fill_in.form_of(found, where.federation.handbook))
    return _sheet_page(request, where, found)


@base.form()
def conditions(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Declare which conditions of a licence are kept, as its holder."""
    found = _found(request, where, pk)
    handbook = where.federation.handbook
    asked = obligations.conditions(found)
    if found.state != Application.State.GRANTED or not asked:
        raise Http404
    form = QuestionForm(asked, handbook, found.declared)
    if request.method == "POST":
        form = QuestionForm(asked, handbook, found.declared, request.POST)
        try:
            form.refuse(obligations.declare(found, form.typed(), actor=access.actor(request), at=access.now()))
        except NotAllowed:
            raise PermissionDenied from None
        if not form.errors:
            messages.success(request, _("Your declaration is kept."))
            return redirect("club-application-conditions", where.pk, found.pk)
    shown = {
        "form": form,
        "application": found,
        "conditions": conditions_of(obligations.kept(found), handbook),
        "may_declare": _applies(request, where) and found.organisation_id == where.pk,
    }
    return base.show(request, where, "application_conditions", shown, status=422 if form.errors else 200)


@base.page()
def licence(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Show a licence as it is printed and displayed at the venue."""
    found = _found(request, where, pk)
    if found.licence is None:
        raise Http404
    return base.show(request, where, "application_licence", {"sheet": sheet(found, where.federation.handbook)})


@base.page()
def paper(request: HttpRequest, where: Organisation, pk: int, paper: int) -> HttpResponse:
    """Send a paper as it was handed in."""
    kept = get_object_or_404(_found(request, where, pk).papers, pk=paper)
    return attached(kept.name, kept.content)


def _found(request: HttpRequest, where: Organisation, pk: int) -> Application:
    """Give an application of this organisation, or of one below it, that the person may read."""
    seen = rights.visible_to(access.actor(request), access.today())
    found = get_object_or_404(seen, pk=pk)
    whose = found.organisation
    if whose is None or where.pk not in (whose.pk, whose.parent_id):
        raise Http404
    return found


def _applies(request: HttpRequest, where: Organisation) -> bool:
    return may(access.actor(request), Action.SUBMIT, where, access.today())


def _address(where: Organisation, each: Application) -> str:
    return reverse("club-application", args=[where.pk, each.pk])


def _act(request: HttpRequest, where: Organisation, found: Application) -> HttpResponse:
    """Do what the button says."""
    do, signed = request.POST.get("do", ""), access.acting(request)
    try:
        if do in decide.DECISIONS:
            wrong = decide.decide(request, found, where.federation.handbook)
            if wrong is not None:
                return _sheet_page(request, where, found, decide_form=wrong)
            messages.success(request, _("Your decision is kept."))
        elif do in (decide.SUPPORT, decide.OPPOSE):
            outcomes.support(found, supported=do == decide.SUPPORT, why=request.POST.get("why", ""), **signed)
            messages.success(request, _("Your answer goes to the office with the application."))
        elif do == "withdraw":
            send.withdraw(found, request.POST.get("why", "")[:2000], **signed)
            messages.success(request, _("The application is withdrawn."))
        elif do == "discard":
            draft.discard(found, **signed)
            messages.success(request, _("The draft is thrown away."))
            return redirect("club-applications", where.pk)
        elif do.startswith("remove "):
            draft.remove_paper(found, do.removeprefix("remove "), **signed)
        else:
            return _saved(request, where, found)
    except NotAllowed:
        raise PermissionDenied from None
    except Refused as refused:
        at = "why" if do in (decide.SUPPORT, decide.OPPOSE) else "withdraw"
        return _sheet_page(request, where, found, mistakes=[Mistake(at, english(refused))])
    return redirect("club-application", where.pk, found.pk)


def _saved(request: HttpRequest, where: Organisation, made: Application) -> HttpResponse:
    wrong = fill_in.take(request, made, where.federation.handbook)
    if wrong is not None:
        return _form_page(request, where, made, wrong)
    made.refresh_from_db()
    if made.state == Application.State.SENT:
        told = {"number": made.number}
        messages.success(request, _("The application is sent. Its number is %(number)s.") % told)
    else:
        messages.success(request, _("The draft is saved."))
    return redirect("club-application", where.pk, made.pk)


def _form_page(
    request: HttpRequest, where: Organisation, found: Application | None, form: QuestionForm
) -> HttpResponse:
    kind = cases.kind_of(found) if found else cases.kind_for(where, request.GET.get("kind", ""), access.today())
    shown = {
        "form": form,
        "application": found,
        "sheet": sheet(found, where.federation.handbook) if found else None,
        "address": _address(where, found) if found else "",
        "heading": english(kind.title),
        "lead": english(kind.says),
    }
    return base.show(request, where, "application_form", shown, status=422 if form.errors else 200)


def _sheet_page(
    request: HttpRequest,
    where: Organisation,
    found: Application,
    decide_form: decide.DecideForm | None = None,
    mistakes: list[Mistake] | None = None,
) -> HttpResponse:
    handbook = where.federation.handbook
    applies = _applies(request, where) and found.organisation_id == where.pk
    may_do = buttons(found, access.actor(request), access.today(), applicant=applies)
    granted = found.state == Application.State.GRANTED
    form = decide_form or (decide.DecideForm(found, handbook) if may_do.decide else None)
    shown = {
        "sheet": sheet(found, handbook),
        "may_do": may_do,
        "form": form,
        "costs": decide.licence_costs(found, form) if form is not None else [],
        "mistakes": mistakes or [],
        "declares": granted and bool(obligations.conditions(found)),
        "why": request.POST.get("why", ""),
    }
    wrong = bool(mistakes) or bool(decide_form is not None and decide_form.errors)
    return base.show(request, where, "application", shown, status=422 if wrong else 200)
