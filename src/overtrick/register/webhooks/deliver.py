"""Delivers what is due: at least once, in any order, again after a while, and not for ever.

Several receivers are asked at the same time, so that one that hangs does not keep the others. Whoever sends holds a
delivery for a lease; if that worker dies, another one sends it again under the same name.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet

from overtrick.register import transactions
from overtrick.register.audit import trail
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.webhooks import receivers, send, signing
from overtrick.register.webhooks.models import Delivery, Endpoint
from overtrick.register.webhooks.send import Answer

State = Delivery.State
Off = Endpoint.Off

#: So long a delivery waits after each try, in seconds; the last wait is repeated.
WAITS = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
#: Each wait is longer or shorter by up to this part of it, so that not all come back at the same moment.
JITTER = 0.2
#: After so long without any success an endpoint is switched off.
FAILING = timedelta(days=3)
#: So long other deliveries to an endpoint rest after one has failed, at most.
_REST = timedelta(minutes=30)
#: A worker that has had a delivery for so long is dead.
LEASE = timedelta(minutes=2)
#: So many receivers are asked at the same time.
_ROUND = 16
_GONE = 410
_random = random.SystemRandom()


def send_due(at: datetime) -> int:
    """Send some of what is due, to each endpoint one; how many were tried."""
    with scopes_disabled():
        taken = list(claimed(at))
    if not taken:
        return 0
    for delivery, answer in _answers(taken, at):
        with scope(federation=delivery.endpoint.federation):
            note(delivery, answer, at)
    return len(taken)


def is_due(at: datetime) -> bool:
    """Say whether there is something to send."""
    with scopes_disabled():
        return _due(at).exists()


def _due(at: datetime) -> QuerySet[Delivery]:
    waits = Q(state=State.WAITING, due_at__lte=at)
    left = Q(state=State.SENDING, tried_at__lt=at - LEASE)
    rested = Q(endpoint__rests_until=None) | Q(endpoint__rests_until__lte=at)
    return Delivery.objects.filter(waits | left, rested, endpoint__off="")


def claimed(at: datetime) -> Iterator[Delivery]:
    """Take the first delivery of each endpoint, unless another worker has it."""
    firsts = _due(at).values("endpoint").annotate(first=Min("pk")).order_by("first").values_list("first", flat=True)
    listed = Delivery.objects.filter(pk__in=list(firsts[:_ROUND])).order_by("pk")
    for each in listed.select_related("endpoint__federation", "endpoint__organisation"):
        # Of two workers only one finds it as both have seen it.
        seen = Delivery.objects.filter(pk=each.pk, state=each.state, token=each.token, tries=each.tries)
        each.token, each.tries = secrets.token_hex(16), each.tries + 1
        with transactions.atomic():
            taken = seen.update(state=State.SENDING, token=each.token, tried_at=at, tries=each.tries)
        if taken:
            yield each


def _answers(taken: list[Delivery], at: datetime) -> Iterator[tuple[Delivery, Answer]]:
    """Send all at the same time, and wait for all.

    A pool of threads would keep a worker that is stopped until the last receiver has answered; these end with it.
    """
    answers: dict[int, Answer] = {}

    def post(delivery: Delivery) -> None:
        endpoint = delivery.endpoint
        answers[delivery.pk] = send.post(endpoint.url, signing.headers(endpoint, delivery, at), delivery.body)

    threads = [threading.Thread(target=post, args=[each], name="webhook", daemon=True) for each in taken]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return ((each, answers.get(each.pk, Answer(error="connection"))) for each in taken)


def note(delivery: Delivery, answer: Answer, at: datetime) -> None:
    """Write what came of a try, if no other worker has the delivery now; and what it means for the endpoint."""
    wait = _wait(delivery.tries)
    with transactions.atomic():
        endpoint = Endpoint.objects.select_for_update().get(pk=delivery.endpoint_id)
        mine = Delivery.objects.filter(pk=delivery.pk, token=delivery.token, state=State.SENDING)
        state, due = State.SENT, delivery.due_at
        if answer.error:
            over = at + wait > delivery.give_up_at
            state, due = (State.FAILED, due) if over else (State.WAITING, at + wait)
        if not mine.update(state=state, due_at=due, status=answer.status, error=answer.error, answer=answer.said):
            return
        if not answer.error:
            endpoint.failing_since = endpoint.rests_until = None
        else:
            endpoint.failing_since = endpoint.failing_since or at
            endpoint.rests_until = at + min(wait, _REST)
        endpoint.save(update_fields=["failing_since", "rests_until"])
        if answer.status == _GONE:
            _switch_off(endpoint, Off.GONE, at)
        elif endpoint.failing_since is not None and at - endpoint.failing_since >= FAILING:
            _switch_off(endpoint, Off.FAILING, at)


def _wait(tries: int) -> timedelta:
    seconds = WAITS[min(tries, len(WAITS)) - 1]
    return timedelta(seconds=seconds * _random.uniform(1 - JITTER, 1 + JITTER))


def _switch_off(endpoint: Endpoint, why: Off, at: datetime) -> None:
    """Send nothing more to an endpoint, and tell its organisation."""
    if endpoint.off:
        return
    told = trail.changed(endpoint, "off", off=why.value)
    trail.record(None, "webhook.off", endpoint, *told, at=at)
    stop(endpoint)
    facts = {"host": receivers.read(endpoint.url).host, "why": _WHY[why]}
    about = f"{endpoint.pk} {at.isoformat()}"
    where = to_organisation(endpoint.organisation_id)
    tell(at, [News(kinds.WEBHOOK_OFF, where, about, (endpoint.organisation_id,), facts)])


def stop(endpoint: Endpoint) -> None:
    """Let what still waits for an endpoint be failed: it can be sent again by hand."""
    endpoint.deliveries.filter(state__in=(State.WAITING, State.SENDING)).update(state=State.FAILED)


_WHY = {Off.GONE: kinds.WEBHOOK_GONE, Off.FAILING: kinds.WEBHOOK_FAILING}
