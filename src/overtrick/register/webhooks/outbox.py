"""The outbox: puts events in, with the transaction that is open, for every endpoint that wants them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
from django.db import models

from overtrick.register import sql
from overtrick.register.accounts import links
from overtrick.register.scoping import current
from overtrick.register.webhooks.models import Delivery, Endpoint
from overtrick.register.webhooks.types import EventType

#: So long it is tried to deliver an event.
TRIED = timedelta(days=3)
API = "/api/v1"
_TOGETHER = 500


class News(NamedTuple):
    """Something that happened, for one organisation by its row. It says where to look, and no name."""

    type: EventType
    organisation: int
    data: Mapping[str, str]
    page: str  #: below the address of the API: "/submissions/1182-2"


def listening(*types: EventType) -> set[int]:
    """Name the organisations that want to hear of one of these types: for the others nothing need be looked up."""
    return {each.organisation_id for each in _on() if wanted(each, types)}


def tell(at: datetime, news: Iterable[News]) -> int:
    """Put events in the outbox; how many. Nobody is told who does not listen."""
    listed = list(news)
    if not listed or not _anybody_listens():
        return 0
    endpoints: dict[int, list[Endpoint]] = {}
    for each in _on().filter(organisation__in={each.organisation for each in listed}):
        endpoints.setdefault(each.organisation_id, []).append(each)
    rows = [
        made(endpoint, each, at)
        for each in listed
        for endpoint in endpoints.get(each.organisation, ())
        if wanted(endpoint, (each.type,))
    ]
    Delivery.objects.bulk_create(rows, batch_size=_TOGETHER)
    return len(rows)


def made(endpoint: Endpoint, news: News, at: datetime) -> Delivery:
    """Write an event for an endpoint."""
    data = {"organisation": endpoint.organisation.number, **news.data}
    data["url"] = links.page(current(), f"{API}{news.page}")
    moment = at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()
    body = msgspec.json.encode({"type": news.type.value, "timestamp": f"{moment}Z", "data": data}).decode()
    name = f"msg_{secrets.token_hex(16)}"
    return Delivery(
        endpoint=endpoint,
        name=name,
        type=news.type.value,
        body=body,
        made_at=at,
        due_at=at,
        give_up_at=at + TRIED,
    )


def wanted(endpoint: Endpoint, types: Iterable[EventType]) -> bool:
    """Say whether an endpoint wants to hear of one of these types."""
    return not {each.value for each in types}.isdisjoint(endpoint.types)


def _anybody_listens() -> bool:
    """Say whether a federation has endpoints at all: most have none, and every file asks."""
    return bool(sql.rows("select 1 from webhooks_endpoint where federation_id = %s limit 1", current().pk))


def _on() -> models.QuerySet[Endpoint]:
    return Endpoint.objects.filter(off="").select_related("organisation").order_by("pk")
