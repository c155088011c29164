"""The list of devices on which somebody is logged in. Each can be logged out from there."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from overtrick.register.accounts.models import User
from overtrick.web.accounts.models import Visit

_BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def listen() -> None:
    """Note log-ins and log-outs from now on."""
    user_logged_in.connect(_began, dispatch_uid="visit began")
    user_logged_out.connect(_ended, dispatch_uid="visit ended")


def _began(request: HttpRequest, user: User, **_kwargs: object) -> None:
    if not request.session.session_key:
        request.session.save()
    known = Visit.objects.filter(session_key=request.session.session_key)
    if not known.exists():
        Visit.objects.create(user=user, session_key=request.session.session_key or "", device=_device(request))


def _ended(request: HttpRequest, **_kwargs: object) -> None:
    Visit.objects.filter(session_key=request.session.session_key).delete()


def _device(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return " on ".join(part for part in (browser, system) if part)


@login_required
@require_safe
def visits(request: HttpRequest) -> HttpResponse:
    """List where I am logged in."""
    mine = Visit.objects.filter(user=request.user.pk).order_by("-began_at")
    return render(request, "accounts/visits.html", {"visits": mine, "this": request.session.session_key})


@login_required
@require_POST
def end_visit(request: HttpRequest, visit: int) -> HttpResponse:
    """Log one device out."""
    found = get_object_or_404(Visit, pk=visit, user=request.user.pk)
    import_module(settings.SESSION_ENGINE).SessionStore().delete(found.session_key)
    found.delete()
    return redirect("visits")
