"""Template tags for the navigation of a player's own pages: unread messages, and whether there are fees."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from overtrick.register.federations.handbook import edition_on
from overtrick.register.scoping import current
from overtrick.web.access import actor, today
from overtrick.web.player.own_record import me
from overtrick.web.player.record_facts import pays, unread

register = template.Library()


@register.simple_tag(takes_context=True)
def own_unread(context: template.Context) -> int:
    """Count what whoever looks at their own pages has not read; a page may know it already."""
    if "unread" in context:
        return int(context["unread"])
    request: HttpRequest = context["request"]
    mine = me(request)
    return unread(mine.records, actor(request).pk) if mine is not None else 0


@register.simple_tag(takes_context=True)
def own_fees(context: template.Context) -> bool:
    """Say whether whoever looks was ever charged something: nobody else is shown a page of fees."""
    if "pays" in context:
        return bool(context["pays"])
    mine = me(context["request"])
    return mine is not None and pays(mine.records, edition_on(current(), today()))
