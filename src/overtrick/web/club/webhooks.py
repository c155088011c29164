"""Webhooks of an organisation: where its programs hear what became of results, and what was sent there."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.endpoints import WithSecret
from overtrick.register.webhooks.models import Delivery, Endpoint
from overtrick.register.webhooks.types import EventType
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.office import formatting

#: So many deliveries a page lists, the last first.
_LISTED = 100
_WORDS = {
    EventType.ACCEPTED: gettext_lazy("Results are accepted: their points are in the book, provisionally"),
    EventType.FINAL: gettext_lazy("Results are final: their month was closed"),
    EventType.HELD: gettext_lazy("Results wait for approval, or points of them wait for somebody"),
    EventType.RELEASED: gettext_lazy("Nothing of the results waits any more"),
    EventType.RETURNED: gettext_lazy("Results are returned, with a reason"),
    EventType.REPLACED: gettext_lazy("Results are replaced by a later version"),
    EventType.PROMOTED: gettext_lazy("A member is promoted"),
    EventType.PLAYERS: gettext_lazy("Players have changed: fetch the changes of the player file"),
}
_PING = gettext_lazy("A test event")
_OFF = {
    Endpoint.Off.BY_HAND: gettext_lazy("Switched off by hand"),
    Endpoint.Off.GONE: gettext_lazy("Switched off: the receiver says that it is gone"),
    Endpoint.Off.FAILING: gettext_lazy("Switched off: nothing has arrived for three days"),
}
_STATES = {
    Delivery.State.WAITING: gettext_lazy("waits"),
    Delivery.State.SENDING: gettext_lazy("is being sent"),
    Delivery.State.SENT: gettext_lazy("has arrived"),
    Delivery.State.FAILED: gettext_lazy("did not arrive"),
}
_ERRORS = {
    "no-name": gettext_lazy("Nobody knows the name of the receiver."),
    "not-allowed": gettext_lazy("The name leads into a private network. Nothing was sent."),
    "timeout": gettext_lazy("The receiver did not answer within 15 seconds."),
    "tls": gettext_lazy("The receiver has no valid certificate."),
    "connection": gettext_lazy("The receiver could not be reached."),
    "redirect": gettext_lazy("The receiver sent us to another address. We do not go there."),
    "status": gettext_lazy("The receiver answered with an error."),
}


class EndpointForm(Plain):
    """Where to, and what."""

    url = forms.CharField(
        label=gettext_lazy("Address of the receiver"),
        help_text=gettext_lazy("From the maker of your program. It begins with https://"),
        error_messages={"required": gettext_lazy("Enter the address, for example https://results.example.org/hook")},
        max_length=500,
    )
    types = forms.MultipleChoiceField(
        label=gettext_lazy("What it is told"),
        help_text=gettext_lazy("Only what happened and a reference are sent, never a name."),
        choices=[(each.value, words) for each, words in _WORDS.items()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one")},
    )


@base.page(Action.MEMBERS)
def webhooks(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List where events are sent."""
    listed = [(each, _state(each), len(each.types)) for each in endpoints.of_organisation(where)]
    return base.show(request, where, "webhooks", {"listed": listed, "full": len(listed) >= endpoints.MOST})


@base.form(Action.MEMBERS)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Add an address, and show its secret once."""
    form = EndpointForm(parameters.posted(request), initial={"types": list(EventType)[:6]})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = endpoints.add(where, given["url"], given["types"], **access.acting(request))
        except Refused as refused:
            form.add_error("url", english(refused))
        else:
            return _secret(request, where, made)
    shown = {"form": form, "heading": _("Add a receiver"), "does": _("Add this receiver")}
    return base.show(request, where, "webhook_form", shown, status=422 if form.errors else 200)


@base.page(Action.MEMBERS)
def webhook(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Show one address, and what was sent there in the last 30 days."""
    found = _found(where, pk)
    sent = [
        {
            "row": each,
            "when": formatting.moment(each.made_at),
            "about": _WORDS.get(EventType(each.type), _PING),
            "state": _STATES[Delivery.State(each.state)],
            "error": _ERRORS.get(each.error, "") if each.state != Delivery.State.SENT else "",
            "again": found.is_on and each.state in (Delivery.State.SENT, Delivery.State.FAILED),
        }
        for each in endpoints.sent_to(found)[:_LISTED]
    ]
    told = [_WORDS[EventType(each)] for each in found.types]
    shown = {"found": found, "state": _state(found), "told": told, "sent": sent, "most": _LISTED}
    return base.show(request, where, "webhook", shown)


@base.form(Action.MEMBERS)
def change(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Change the address, or what is sent there."""
    found = _found(where, pk)
    form = EndpointForm(parameters.posted(request), initial={"url": found.url, "types": found.types})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            endpoints.change(found, given["url"], given["types"], **access.acting(request))
        except Refused as refused:
            form.add_error("url", english(refused))
        else:
            messages.success(request, _("The receiver is changed."))
            return redirect("club-webhook", where.pk, found.pk)
    shown = {"form": form, "heading": _("Change a receiver"), "does": _("Save the changes"), "found": found}
    return base.show(request, where, "webhook_form", shown, status=422 if form.errors else 200)


@base.act(Action.MEMBERS)
def act(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Do what a button says."""
    found = _found(where, pk)
    do = _DO.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    try:
        done = do(request, found)
    except Refused as refused:
        messages.error(request, english(refused))
        return redirect("club-webhook", where.pk, found.pk)
    if isinstance(done, WithSecret):
        return _secret(request, where, done)
    messages.success(request, done)
    gone = not Endpoint.objects.filter(pk=pk).exists()
    return redirect("club-webhooks", where.pk) if gone else redirect("club-webhook", where.pk, found.pk)


def _ping(request: HttpRequest, found: Endpoint) -> str:
    endpoints.ping(found, **access.acting(request))
    return _("A test event is on its way. Load this page again in a few seconds to see the answer.")


def _on(request: HttpRequest, found: Endpoint) -> str:
    endpoints.switch(found, on=True, **access.acting(request))
    return _("Events are sent to this receiver again. What it missed can be sent again below.")


def _off(request: HttpRequest, found: Endpoint) -> str:
    endpoints.switch(found, on=False, **access.acting(request))
    return _("Nothing more is sent to this receiver.")


def _rotate(request: HttpRequest, found: Endpoint) -> WithSecret:
    return endpoints.rotate(found, **access.acting(request))


def _end_rotation(request: HttpRequest, found: Endpoint) -> str:
    endpoints.end_rotation(found, **access.acting(request))
    return _("Events are signed with the new secret alone.")


def _remove(request: HttpRequest, found: Endpoint) -> str:
    endpoints.remove(found, **access.acting(request))
    return _("The receiver is removed.")


def _again(request: HttpRequest, found: Endpoint) -> str:
    row = get_object_or_404(
        endpoints.sent_to(found),
        pk=parameters.whole(request.POST.get("delivery", "")) or 0,
    )
    endpoints.send_again(row, **access.acting(request))
    return _("The event is sent again.")


_DO: dict[str, Callable[[HttpRequest, Endpoint], str | WithSecret]] = {
    "ping": _ping,
    "on": _on,
    "off": _off,
    "secret": _rotate,
    "one-secret": _end_rotation,
    "remove": _remove,
    "again": _again,
}


def _secret(request: HttpRequest, where: Organisation, made: WithSecret) -> HttpResponse:
    """Show a secret, the only time."""
    return base.show(request, where, "webhook_secret", {"found": made.endpoint, "secret": made.secret})


def _found(where: Organisation, pk: int) -> Endpoint:
    return get_object_or_404(endpoints.of_organisation(where).select_related("organisation"), pk=pk)


def _state(endpoint: Endpoint) -> object:
    if endpoint.off:
        return _OFF[Endpoint.Off(endpoint.off)]
    return _("On, but nothing has arrived lately") if endpoint.failing_since else _("On")
