"""The yearly renewal: the club ticks who does not renew, and sends it once before the deadline."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.handbooks.record import Renewal
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.membership import renewal as register
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.tables import Cell, Numbers, Table
from overtrick.web.office import formatting


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def renewal(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Tick, check, send once; afterwards the page says what was sent."""
    on = access.today()
    found = register.open_for(on)
    if found is None:
        if register.renewal_of(on.year) is None:
            raise Http404
        return base.show(request, where, "renewal", {"closed": True})
    told = register.declaration_of(where, found.year)
    members = register.home_members(where, on)
    base.as_seen(request, members)
    if told is not None:
        gone = [each.player for each in told.cancellations.select_related("player").order_by("player__family")]
        base.as_seen(request, gone)
        shown = {"renewal": found, "told": told, "gone": gone, "count": len(members) - len(gone)}
        return base.show(request, where, "renewal", shown)
    return _schedule_form(request, where, found, members)


def _schedule_form(request: HttpRequest, where: Organisation, found: Renewal, members: list[Player]) -> HttpResponse:
    """Tick who does not renew, look at it again, and send it."""
    at = access.now()
    allowed = register.may_declare(where, found, at)
    ticked = set(filter(None, map(parameters.whole, request.POST.getlist("player"))))
    table = _schedule(request, where, members)
    if (file := table.download(request)) is not None:
        return file
    shown = {
        "renewal": found,
        "late": allowed.holds is False,
        "members": [(each, numbers.written(where.federation, each.number), each.pk in ticked) for each in members],
        "ticked": [each for each in members if each.pk in ticked],
        "table": table,
    }
    if request.method != "POST" or "change" in request.POST:
        return base.show(request, where, "renewal", shown)
    if "sure" not in request.POST and allowed.holds is not False:
        return base.show(request, where, "renewal", shown | {"check": True})
    try:
        register.declare(where, ticked, actor=access.actor(request), at=at)
    except Refused as why:
        shown["mistakes"] = [Mistake("schedule", english(why))]
        return base.show(request, where, "renewal", shown, status=422)
    messages.success(request, _("Your list for %(year)d is sent.") % {"year": found.year})
    return redirect("club-renewal", where.pk)


def _schedule(request: HttpRequest, where: Organisation, members: list[Player]) -> Table:
    """Write the schedule of home members, to print or download."""
    rows = [
        [Cell(numbers.written(where.federation, each.number)), Cell(str(each)), Cell(formatting.day(each.registered))]
        for each in members
    ]
    columns = [Numbers(_("Number")), _("Name"), _("Registered")]
    return Table(_("Home members of %s") % where, columns, rows, request)
