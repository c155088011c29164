"""Tokens of an organisation: the programs that act for it, a new one, ending one; and the link that platforms send."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.roles import roles
from overtrick.register.tokens import issue
from overtrick.register.tokens.models import Token
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access, parameters, token_list
from overtrick.web.accounts import confirm
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.token_list import NewToken


@base.page(Action.SCORERS)
def tokens(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the programs that act for an organisation."""
    listed = token_list.rows(issue.of_organisation(where).select_related("made_by", "user", "use"), access.now())
    return base.show(request, where, "tokens", {"tokens": listed})


@base.form(Action.SCORERS)
@confirm.required
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Make a token, and show it once."""
    asked = token_list.from_address(request)
    offered = issue.offered_to(where, access.today())
    form = NewToken(offered, parameters.posted(request), asked)
    if form.is_valid():
        try:
            made = issue.issue_for(where, form.asked(), **access.acting(request))
        except Refused as refused:
            form.add_error(None, english(refused))
        else:
            shown = {"made": made, "until": made.token.expires_at.date()}
            return token_list.unkept(base.show(request, where, "token_made", shown))
    shown = {"form": form, "platform": asked["name"], "needs_leave": Scope.PLAYERS_FILE not in offered}
    return base.show(request, where, "token_new", shown, status=422 if form.errors else 200)


@base.form(Action.SCORERS)
def end(request: HttpRequest, where: Organisation, token: int) -> HttpResponse:
    """End a token of an organisation."""
    found = get_object_or_404(Token.objects.filter(organisation=where).select_related("organisation"), pk=token)
    if request.method == "POST":
        try:
            issue.end(found, **access.acting(request))
        except Refused as refused:
            messages.info(request, english(refused))
        else:
            messages.success(request, _("The token of %(name)s no longer works.") % {"name": found})
        return redirect("club-tokens", where.pk)
    return base.show(request, where, "token_end", {"token": found})


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Lead whoever comes by a platform's link to the form of their organisation; with several, ask for which."""
    actor, on = access.actor(request), access.today()
    access.federation(request)
    held = {each.organisation for each in roles(actor, on)}
    mine = Organisation.objects.filter(pk__in=held).order_by("name", "pk")
    asked = request.GET.urlencode()
    open_ = [
        (each, f"{reverse('club-token-new', args=[each.pk])}?{asked}")
        for each in mine
        if may(actor, Action.SCORERS, each, on)
    ]
    if not open_:
        raise PermissionDenied
    if len(open_) == 1:
        return redirect(open_[0][1])
    platform = token_list.from_address(request)["name"]
    return render(request, "club/token_choose.html", {"organisations": open_, "platform": platform})
