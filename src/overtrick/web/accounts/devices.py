"""The list of devices on which somebody is logged in. Each can be logged out from there, and all at once."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from overtrick.register.limits import counting
from overtrick.web import access
from overtrick.web.accounts import sessions
from overtrick.web.accounts.models import Session

_BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
#: So much of an address says which provider and town it belongs to, and no more.
_REGION = {4: 16, 6: 32}


def listen() -> None:
    """Note the device of each log-in from now on."""
    user_logged_in.connect(_began, dispatch_uid="log-in began")


def _began(request: HttpRequest, **_kwargs: object) -> None:
    request.session[sessions.DEVICE] = _device(request)
    request.session[sessions.NETWORK] = _region(request.META.get("REMOTE_ADDR", ""))
    sessions.SessionStore.clear_expired()
    counting.tidy(access.now())


def _device(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return " on ".join(part for part in (browser, system) if part)


def _region(sent: str) -> str:
    """Give the beginning of an internet address: 192.0.…; nothing for this machine."""
    try:
        address = ip_address(sent)
    except ValueError:
        return ""
    if address.is_loopback:
        return ""
    bits = _REGION[address.version]
    kept = str(ip_network((address.packed, bits), strict=False).network_address)
    return ".".join(kept.split(".")[:2]) + ".…" if address.version == 4 else f"{kept}…"  # noqa: PLR2004


@login_required
@require_safe
def devices(request: HttpRequest) -> HttpResponse:
    """List where I am logged in."""
    found = sessions.devices(access.actor(request).pk, request.session.session_key)
    return render(request, "accounts/devices.html", {"devices": found, "others": len(found) > 1})


@login_required
@require_POST
def end_device(request: HttpRequest, device: int) -> HttpResponse:
    """Log one device out."""
    if not Session.objects.filter(pk=device, user=access.actor(request).pk).delete()[0]:
        raise Http404
    return redirect("devices")


@login_required
@require_POST
def end_devices(request: HttpRequest) -> HttpResponse:
    """Log out everywhere; with ``others`` this device stays logged in."""
    user = access.actor(request).pk
    if "others" not in request.POST:
        sessions.end(user)
        logout(request)
        return redirect("log-in")
    ended = sessions.end(user, but=request.session.session_key)
    said = ngettext("%(count)d other device was logged out.", "%(count)d other devices were logged out.", ended)
    messages.success(request, said % {"count": ended} if ended else _("No other device was logged in."))
    return redirect("devices")
