"""A style sheet with the federation's colours, and its crest."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from overtrick.register.federation_settings.appearance import WHITE, contrast, readable
from overtrick.register.federations.models import Crest
from overtrick.web import access

#: The paper of a dark page; overtrick.css has the same.
DARK = "#14181a"
_BLACK = "#10211a"

_SHEET = """:root {{
  --accent: light-dark({accent}, {on_dark});
  --on-accent: light-dark(#ffffff, {ink});
  --accent-wash: light-dark(color-mix(in srgb, {accent} 11%, #ffffff), color-mix(in srgb, {on_dark} 18%, {dark}));
  --second: light-dark({second}, {second_on_dark});
}}
"""


@require_safe
@cache_control(public=True, max_age=86400)
def sheet(request: HttpRequest) -> HttpResponse:
    """Give the colours; on a dark page lighter ones that can be read there."""
    look = access.federation(request).look
    if not look:
        raise Http404
    on_dark = readable(look["accent"], DARK)
    text = _SHEET.format(
        accent=look["accent"],
        on_dark=on_dark,
        ink=_BLACK if contrast(on_dark, _BLACK) > contrast(on_dark, WHITE) else WHITE,
        dark=DARK,
        second=look["second"],
        second_on_dark=readable(look["second"], DARK),
    )
    return HttpResponse(text, content_type="text/css")


@require_safe
@cache_control(public=True, max_age=86400)
def crest(request: HttpRequest) -> HttpResponse:
    """Give the crest as a picture and as nothing else."""
    federation = access.federation(request)
    found = Crest.objects.filter(federation=federation).first()
    if found is None:
        raise Http404
    kind = federation.look["crest"]
    return HttpResponse(bytes(found.picture), content_type=kind, headers={"X-Content-Type-Options": "nosniff"})
