"""Tokens of a person: the programs that act for them, a new one, and ending one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.register.errors import Refused
from overtrick.register.tokens import issue
from overtrick.web import access, parameters, token_list
from overtrick.web.accounts import confirm
from overtrick.web.design.english import english
from overtrick.web.token_list import NewToken


@login_required
@never_cache
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    """List the programs that act for me."""
    access.federation(request)
    user = access.actor(request)
    listed = token_list.rows(issue.of_person(user).select_related("made_by", "user"), access.now())
    shown = {"tokens": listed, "makes": bool(issue.offered_to_person(user, access.today()))}
    return render(request, "accounts/tokens.html", shown)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm.required
def new(request: HttpRequest) -> HttpResponse:
    """Make a token, and show it once."""
    access.federation(request)
    user = access.actor(request)
    offered = issue.offered_to_person(user, access.today())
    form = NewToken(offered, parameters.posted(request), token_list.from_address(request))
    if form.is_valid():
        try:
            made = issue.issue_personal(form.asked(), **access.acting(request))
        except Refused as refused:
            form.add_error(None, english(refused))
        else:
            shown = {"made": made, "until": made.token.expires_at.date()}
            return token_list.unkept(render(request, "accounts/token_made.html", shown))
    return render(request, "accounts/token_new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, token: int) -> HttpResponse:
    """End a token of mine."""
    access.federation(request)
    found = get_object_or_404(issue.of_person(access.actor(request)), pk=token)
    if request.method == "POST":
        try:
            issue.end(found, **access.acting(request))
        except Refused as refused:
            messages.info(request, english(refused))
        else:
            messages.success(request, _("The token of %(name)s no longer works.") % {"name": found})
        return redirect("tokens")
    return render(request, "accounts/token_end.html", {"token": found})
