"""A licence on paper, to be displayed at the venue."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.applications.models import Application
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.papers.document import Document, licence
from overtrick.register.papers.layout import Block, Facts, Heading, Words
from overtrick.register.papers.render import Paper
from overtrick.web import access
from overtrick.web.applications.sheet import sheet
from overtrick.web.club import base, licences
from overtrick.web.design import papers
from overtrick.web.design.templatetags.design import full_name


@base.page()
def licence_paper(request: HttpRequest, where: Organisation, licence: int) -> HttpResponse:
    """Send a licence of this organisation as a PDF; whoever sees the list may print it."""
    rows = where.licences.select_related("granted_by", "organisation__federation")
    found = get_object_or_404(rows, pk=licence)
    return papers.sent(request, f"{_('Licence')} {found.number}", [paper(found, access.today())])


def paper(found: Licence, on: date) -> Paper:
    """Write a licence, with what was stated where it was applied for."""
    application = Application.objects.filter(licence=found).first()
    until = date_format(found.ends, "j F Y") if found.ends else _("no end date")
    held = [(_("For"), application.title if application else found.event), (_("Held by"), str(found.organisation))]
    held += [(_("Valid"), f"{date_format(found.begins, 'j F Y')} – {until}")]
    shown = licences.row(found, on)
    if shown.total:
        words = _("%(used)s of %(total)s points awarded") % {"used": shown.used, "total": shown.total}
        held.append((_("Points"), f"{words} {_(found.colour.capitalize())}"))
    if found.conditions:
        held.append((_("Conditions"), found.conditions))
    blocks: list[Block] = [Facts([(label, said) for label, said in held if said])]
    stated = sheet(application, found.organisation.federation.handbook).stated if application else []
    if stated:
        pairs = [(f"{each.asks} {papers.plain_text(each.clause)}".strip(), str(each.said)) for each in stated]
        blocks += [Heading(_("What it states")), Facts(pairs)]
    if found.granted_by is not None:
        told = {"day": date_format(found.granted_on, "j F Y"), "who": full_name(found.granted_by)}
        blocks.append(Words(_("Granted on %(day)s by %(who)s") % told, soft=True))
    heading = _("Licence %(number)s") % {"number": found.number}
    given = Document(heading, blocks, found.organisation.federation.name, found.allows)
    return licence(given, _void(found, on))


def _void(found: Licence, on: date) -> str:
    """Say why a licence does not hold on a day."""
    if found.revoked_on is not None and found.revoked_on <= on:
        return _("This licence was revoked from %(day)s on.") % {"day": date_format(found.revoked_on, "j F Y")}
    if found.ends is not None and found.ends < on:
        return _("This licence ended on %(day)s.") % {"day": date_format(found.ends, "j F Y")}
    return ""
