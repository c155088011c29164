"""Check a certificate by its code, and print one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.register import player_proofs
from overtrick.register.extracts import extract
from overtrick.register.federations import handbook, numbers
from overtrick.register.heads import publish
from overtrick.register.heads.models import Log
from overtrick.register.limits import buckets
from overtrick.register.ranks import certificate_codes, certificates
from overtrick.register.ranks.certificates import Certificate
from overtrick.register.ranks.models import Promotion
from overtrick.web.access import actor, federation, is_office, network, now, today
from overtrick.web.design import papers
from overtrick.web.design.downloads import attached
from overtrick.web.design.mistakes import Mistake
from overtrick.web.parameters import whole_number
from overtrick.web.public import certificate_paper, extracts
from overtrick.web.public.certificate_paper import Whereabouts
from overtrick.web.public.players import may_see

#: Codes that nobody has, from one address: counted together with what the API is asked for and nobody has.
_MISSES = buckets.bucket("miss", buckets.Caller.PUBLIC)
_LONGEST = 60


@never_cache
@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Take a code and say what it certifies; where the player hides from strangers, without the name."""
    federation(request)
    typed = request.GET.get("code", "").strip()[:_LONGEST]
    if not typed:
        return render(request, "public/certificates.html", {"typed": typed})
    if not buckets.look(_MISSES, network(request), now()).allowed:
        return render(request, "public/certificates.html", {"typed": typed, "too_often": True}, status=429)
    found = certificates.find(typed)
    other = None if found is not None else extract.find(typed)
    if other is not None:
        named = other.extract.by_player or may_see(request, other.player)
        shown = {"typed": "", "named": named, **extracts.said(request, other)}
        return render(request, "public/certificates.html", shown)
    if found is None:
        buckets.take(_MISSES, network(request), now())
        shown = {
            "typed": typed,
            "unknown": True,
            "length": certificate_codes.LENGTH,
            "could_be": bool(certificate_codes.read(typed)),
            "mistakes": [Mistake("code", _("We have no certificate or extract with this code"))],
        }
        return render(request, "public/certificates.html", shown, status=404)
    named = may_see(request, found.player)
    return render(request, "public/certificates.html", {"typed": typed, "found": found, "named": named})


@never_cache
@require_safe
def certificate(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a certificate to the player whose it is, and to the office; for everybody else it is not there."""
    here = federation(request)
    found, mine = _own(request, pk)
    promotion = found.promotion
    if papers.is_pdf(request):
        here_at = Whereabouts.of_request(request)
        return papers.sent(request, certificate_paper.name(found), [certificate_paper.paper(found, here, here_at)])
    shown = {
        "found": found,
        "mine": mine,
        "head": publish.last(Log.Kind.BOOK, here),
        "book": request.build_absolute_uri(reverse("book")),
        "number": numbers.written(here, found.player.number),
        "edition": None if promotion.held_before else handbook.edition_on(here, promotion.closing.month),
        "address": request.build_absolute_uri(reverse("certificates")),
    }
    return render(request, "public/certificate.html", shown)


@never_cache
@require_safe
def proof(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the proof of a certificate: the entries up to the day of the rank, under a head of the book."""
    found, _mine = _own(request, pk)
    head = player_proofs.head_of(federation(request), whole_number(request, "head"))
    made = player_proofs.prove_certificate(found, head, today())
    return attached(f"certificate-{found.code}-head-{head.number}.json", made.written().encode())


def _own(request: HttpRequest, pk: int) -> tuple[Certificate, bool]:
    """Find a certificate for the player whose it is, or the office; and whether it is that player."""
    promotion = get_object_or_404(Promotion.objects.select_related("player__kept", "closing__federation"), pk=pk)
    found = certificates.certificate(promotion)
    mine = request.user.is_authenticated and actor(request).player_id in {promotion.player_id, found.player.pk}
    if not mine and (found.player.club_only or not is_office(request)):
        raise Http404
    return found, mine
