"""A card of a member with the rank as at a day, and the code of the extract by which others check it."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from overtrick.register.extracts.extract import CheckedExtract
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.papers.document import Card
from overtrick.register.papers.qr_code import qr_code
from overtrick.register.papers.render import Paper
from overtrick.register.people import identity
from overtrick.register.people.home_clubs import home_club
from overtrick.web.public.certificate_paper import Whereabouts


def paper(found: CheckedExtract, here: Federation, where: Whereabouts) -> Paper:
    """Write a card of what an extract says."""
    extract = found.extract
    club = home_club(list(identity.identities(found.player)), extract.day)
    return Card(
        here.name,
        str(found.player),
        _("Number %(number)s") % {"number": numbers.written(here, found.player.number)},
        extract.rank or _("No rank yet"),
        club.name if club is not None else "",
        _("As at %(day)s") % {"day": date_format(extract.day, "j F Y")},
        found.code,
        _("Check this card by its code at %(address)s") % {"address": where.check},
        qr_code(f"{where.check}?{urlencode({'code': found.code})}"),
        _("QR code of the address at which this card is checked"),
    ).paper
