"""The webhooks of an organisation: where its programs hear what became of results."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from overtrick.api.answers import Keep, nothing, written
from overtrick.api.bodies import LARGEST_JSON, json_body
from overtrick.api.lists import Page, page
from overtrick.api.operations import delete, get, post, put
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Id
from overtrick.register import transactions
from overtrick.register.organisations.permissions import Action
from overtrick.register.tokens.scopes import Scope
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.endpoints import WithSecret
from overtrick.register.webhooks.models import Endpoint
from overtrick.register.webhooks.types import CHOICES
from overtrick.web import access

GROUP = "Webhooks"
_ALL = "/organisations/{number}/webhooks"
_ONE = f"{_ALL}/{{webhook}}"
_ON = "on"
#: What the office says of an address or an event that it does not take; the document says as much as it can.
_WRONG = ("webhook-address", "webhook-types")
_HTTPS = {"format": "uri", "pattern": "^\\s*[Hh][Tt][Tt][Pp][Ss]://", "description": "https, on port 443 or 8443."}
_Address = Annotated[str, msgspec.Meta(min_length=1, max_length=500, extra_json_schema=_HTTPS)]
_Type = Annotated[str, msgspec.Meta(max_length=30, extra_json_schema={"enum": [each.value for each in CHOICES]})]
_Types = Annotated[list[_Type], msgspec.Meta(min_length=1, max_length=20)]


class WebhookRecord(msgspec.Struct, frozen=True):
    """Where events are sent, and which."""

    id: int
    url: str
    types: list[str]
    state: str  #: on, by-hand, gone (it answered 410), failing (for three days)
    failing_since: datetime | None  #: nothing has arrived since
    secrets: int  #: that events are signed with: two while one is changed
    made_at: datetime


class WebhookWithSecret(msgspec.Struct, frozen=True):
    """A webhook with its new secret: shown now, and never again. An answer that is repeated has none."""

    webhook: WebhookRecord
    secret: str | None


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to, and what."""

    url: _Address
    types: _Types


class ChangedWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to, what, and whether anything is sent."""

    url: _Address
    types: _Types
    on: bool


@get(_ALL, Page[WebhookRecord], GROUP, keep=Keep.NEVER, scope=Scope.WEBHOOKS_WRITE)
def webhooks(request: HttpRequest, number: Number) -> HttpResponse:
    """List where events of the organisation are sent: five addresses at most."""
    where = organisation(request, number, Action.MEMBERS)
    return page(request, [record(each) for each in endpoints.of_organisation(where)])


@post(
    _ALL,
    WebhookWithSecret,
    GROUP,
    scope=Scope.WEBHOOKS_WRITE,
    largest=LARGEST_JSON,
    takes=NewWebhook,
    statuses=(201,),
    errors=(*_WRONG, "too-many-webhooks"),
)
def add_webhook(request: HttpRequest, number: Number) -> HttpResponse:
    """Let events be sent to an address; the answer has the secret that they are signed with."""
    where = organisation(request, number, Action.MEMBERS)
    asked = json_body(request, NewWebhook)
    made = endpoints.add(where, asked.url, asked.types, **access.acting(request))
    return _shown_once(request, made, f"{request.path}/{made.endpoint.pk}")


@get(_ONE, WebhookRecord, GROUP, keep=Keep.NEVER, scope=Scope.WEBHOOKS_WRITE)
def webhook(request: HttpRequest, number: Number, webhook: Id) -> WebhookRecord:
    """Show where events are sent, and whether they arrive."""
    return record(find(request, number, webhook))


@put(_ONE, WebhookRecord, GROUP, scope=Scope.WEBHOOKS_WRITE, largest=LARGEST_JSON, takes=ChangedWebhook, errors=_WRONG)
def change_webhook(request: HttpRequest, number: Number, webhook: Id) -> WebhookRecord:
    """Send to another address from now on, send other events, or switch it on or off."""
    found = find(request, number, webhook)
    asked = json_body(request, ChangedWebhook)
    with transactions.atomic():
        endpoints.change(found, asked.url, asked.types, **access.acting(request))
        return record(endpoints.switch(found, on=asked.on, **access.acting(request)))


@delete(_ONE, None, GROUP, scope=Scope.WEBHOOKS_WRITE, statuses=(204,))
def remove_webhook(request: HttpRequest, number: Number, webhook: Id) -> HttpResponse:
    """Send nothing there any more, and forget what was sent."""
    endpoints.remove(find(request, number, webhook), **access.acting(request))
    return nothing()


@post(f"{_ONE}/secret", WebhookWithSecret, GROUP, scope=Scope.WEBHOOKS_WRITE, statuses=(201,))
def new_secret(request: HttpRequest, number: Number, webhook: Id) -> HttpResponse:
    """Make a new secret; events are signed with the one before, too, until that is ended."""
    made = endpoints.rotate(find(request, number, webhook), **access.acting(request))
    return _shown_once(request, made, request.path.removesuffix("/secret"))


@delete(f"{_ONE}/secret", WebhookRecord, GROUP, scope=Scope.WEBHOOKS_WRITE)
def end_old_secret(request: HttpRequest, number: Number, webhook: Id) -> WebhookRecord:
    """End the secret before the last one: events are signed with the new one alone."""
    return record(endpoints.end_rotation(find(request, number, webhook), **access.acting(request)))


def find(request: HttpRequest, number: str, webhook: int) -> Endpoint:
    """Give a webhook of the organisation; one of another is not there."""
    where = organisation(request, number, Action.MEMBERS)
    found = endpoints.of_organisation(where).select_related("organisation").filter(pk=webhook).first()
    if found is None:
        raise Http404
    return found


def record(endpoint: Endpoint) -> WebhookRecord:
    """Tell a webhook."""
    return WebhookRecord(
        id=endpoint.pk,
        url=endpoint.url,
        types=list(endpoint.types),
        state=endpoint.off or _ON,
        failing_since=endpoint.failing_since,
        secrets=2 if endpoint.old_seed else 1,
        made_at=endpoint.made_at,
    )


def _shown_once(request: HttpRequest, made: WithSecret, address: str) -> HttpResponse:
    told = record(made.endpoint)
    headers = {"Location": request.build_absolute_uri(address)}
    answer = written(WebhookWithSecret(told, made.secret), 201, headers)
    answer.kept_as = written(WebhookWithSecret(told, None)).content  # type: ignore[attr-defined]
    return answer
