"""What was sent to a webhook: to try it, to see what arrived, and to send it again."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from overtrick.api import lists
from overtrick.api.answers import Keep, written
from overtrick.api.club.webhooks import GROUP, find
from overtrick.api.lists import Cursor, Limit, Page, page
from overtrick.api.operations import get, post
from overtrick.api.organisations import Number
from overtrick.api.parameters import Id
from overtrick.register.tokens.scopes import Scope
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.models import Delivery
from overtrick.web import access

_ONE = "/organisations/{number}/webhooks/{webhook}"
_OFF = "webhook-off"
_DONE = (Delivery.State.SENT, Delivery.State.FAILED)


class DeliveryRecord(msgspec.Struct, frozen=True):
    """One event on its way to a webhook."""

    id: int
    name: str  #: the header "webhook-id": the same with every try
    type: str
    state: str  #: waiting, sending, sent, failed
    made_at: datetime
    tries: int
    tried_at: datetime | None
    next_try: datetime | None  #: null: it is done
    status: int | None  #: what the receiver answered last
    error: str | None  #: why it did not arrive: no-name, not-allowed, timeout, tls, connection, redirect, status
    answer: str  #: the beginning of what the receiver said


@post(f"{_ONE}/test", DeliveryRecord, GROUP, scope=Scope.WEBHOOKS_WRITE, statuses=(202,), errors=[_OFF])
def test_webhook(request: HttpRequest, number: Number, webhook: Id) -> HttpResponse:
    """Send a “ping”, to try whether it arrives."""
    return written(_record(endpoints.ping(find(request, number, webhook), **access.acting(request))), 202)


@get(f"{_ONE}/deliveries", Page[DeliveryRecord], GROUP, keep=Keep.NEVER, scope=Scope.WEBHOOKS_WRITE)
def deliveries(
    request: HttpRequest, number: Number, webhook: Id, limit: Limit = lists.USUAL, after: Cursor = ""
) -> HttpResponse:
    """List what was sent there in the last 30 days, the latest first."""
    rows = endpoints.sent_to(find(request, number, webhook))
    keys = lists.keys(request, after, int)
    if keys:
        rows = rows.filter(pk__lt=keys[0])
    found = list(rows[: limit + 1])
    last = (found[limit - 1].pk,) if len(found) > limit else None
    return page(request, [_record(each) for each in found[:limit]], last)


@post(
    f"{_ONE}/deliveries/{{delivery}}/again",
    DeliveryRecord,
    GROUP,
    scope=Scope.WEBHOOKS_WRITE,
    statuses=(202,),
    errors=(_OFF, "webhook-on-its-way"),
)
def deliver_again(request: HttpRequest, number: Number, webhook: Id, delivery: Id) -> HttpResponse:
    """Send an event again, under the same name: a receiver that has had it knows it."""
    found = endpoints.sent_to(find(request, number, webhook)).filter(pk=delivery).first()
    if found is None:
        raise Http404
    return written(_record(endpoints.send_again(found, **access.acting(request))), 202)


def _record(each: Delivery) -> DeliveryRecord:
    return DeliveryRecord(
        id=each.pk,
        name=each.name,
        type=each.type,
        state=each.state,
        made_at=each.made_at,
        tries=each.tries,
        tried_at=each.tried_at,
        next_try=None if each.state in _DONE else each.due_at,
        status=each.status,
        error=each.error or None,
        answer=each.answer,
    )
