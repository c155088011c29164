"""Template tag that counts a player's unread messages, for the navigation of the own pages."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from overtrick.web.access import actor
from overtrick.web.player.own_record import me
from overtrick.web.player.record_facts import unread

register = template.Library()


@register.simple_tag(takes_context=True)
def own_unread(context: template.Context) -> int:
    """Count what whoever looks at their own pages has not read; a page may know it already."""
    if "unread" in context:
        return int(context["unread"])
    request: HttpRequest = context["request"]
    mine = me(request)
    return unread(mine.records, actor(request).pk) if mine is not None else 0
