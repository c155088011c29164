"""An extract of a record, to print and to hand on; whoever gets it checks its code where certificates are checked."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.register import player_proofs
from overtrick.register.extracts import extract as register
from overtrick.register.extracts.extract import CheckedExtract
from overtrick.register.extracts.models import Extract
from overtrick.register.federations import handbook, numbers
from overtrick.register.heads import publish
from overtrick.register.heads.models import Log
from overtrick.register.people import identity
from overtrick.register.people.identity import Person
from overtrick.web.access import actor, federation, is_office, today
from overtrick.web.design import papers
from overtrick.web.design.downloads import attached
from overtrick.web.parameters import whole_number
from overtrick.web.player.own_record import points
from overtrick.web.player.record_summary import totals
from overtrick.web.public import card_paper
from overtrick.web.public.certificate_paper import Whereabouts


@never_cache
@require_safe
def extract(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an extract to the player whose it is, and to the office; for everybody else it is not there."""
    here = federation(request)
    found, mine = _own(request, pk)
    if papers.is_pdf(request):
        where = Whereabouts.of_request(request)
        return papers.sent(request, f"{_('Card')} {found.player}", [card_paper.paper(found, here, where)])
    shown = {
        **said(request, found),
        "mine": mine,
        "number": numbers.written(here, found.player.number),
        "head": publish.last(Log.Kind.BOOK, here),
        "book": request.build_absolute_uri(reverse("book")),
        "edition": handbook.edition_on(here, found.extract.day),
        "address": request.build_absolute_uri(reverse("certificates")),
    }
    return render(request, "public/extract.html", shown)


def said(request: HttpRequest, found: CheckedExtract) -> dict[str, object]:
    """Write what an extract states, and what the record says now where that is something else."""
    writer = points(request)
    held, now = found.extract.units, found.now.rank.holding.units
    return {
        "extract": found,
        "totals": totals({colour: (units, units) for colour, units in held.items()}, writer),
        "together": writer.show("", sum(held.values())),
        "now_totals": totals({colour: (units, units) for colour, units in now.items()}, writer),
    }


@never_cache
@require_safe
def proof(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the proof of an extract: the entries up to its day, under a head of the book."""
    found, _mine = _own(request, pk)
    head = player_proofs.head_of(federation(request), whole_number(request, "head"))
    words = (("rank", found.extract.rank), ("edition", found.extract.edition), ("code", found.code))
    whose = Person(found.player, list(identity.identities(found.player)))
    asked = player_proofs.Asked("rank", until=found.extract.day, words=words)
    made = player_proofs.prove(whose, asked, head, today())
    return attached(f"extract-{found.code}-head-{head.number}.json", made.written().encode())


def _own(request: HttpRequest, pk: int) -> tuple[CheckedExtract, bool]:
    """Find an extract for the player whose it is, or the office; and whether it is that player."""
    row = get_object_or_404(Extract.objects.select_related("player__kept", "player__federation"), pk=pk)
    found = register.checked(row)
    mine = request.user.is_authenticated and actor(request).player_id in identity.identities(found.player)
    if not mine and (found.player.club_only or not is_office(request)):
        raise Http404
    return found, mine
