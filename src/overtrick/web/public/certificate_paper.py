"""A certificate of a rank on paper, in the words of its page."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.accounts import links
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish
from overtrick.register.heads.models import Log
from overtrick.register.papers.document import Certificate as CertificatePaper
from overtrick.register.papers.render import Paper
from overtrick.register.ranks.certificates import Certificate, CertificateState
from overtrick.web import access
from overtrick.web.design import papers


class Whereabouts(NamedTuple):
    """Where others check what a paper says; the same on all papers of a batch."""

    check: str  #: the address of the page that takes codes
    head: str  #: the last signed head of the book, in words; empty: none is signed yet

    @classmethod
    def of_request(cls, request: HttpRequest) -> Whereabouts:
        """Give them for a page, by the address it was asked by."""
        book = request.build_absolute_uri(reverse("book"))
        return cls(request.build_absolute_uri(reverse("certificates")), _head(access.federation(request), book))

    @classmethod
    def of_office(cls, federation: Federation) -> Whereabouts:
        """Give them for a batch, by the address of the office."""
        book = links.page(federation, reverse("book"))
        return cls(links.page(federation, reverse("certificates")), _head(federation, book))


def _head(federation: Federation, book: str) -> str:
    return papers.head_words(publish.last(Log.Kind.BOOK, federation), book)


def name(found: Certificate) -> str:
    """Name the file."""
    return f"{_('Certificate')} {found.promotion.rank} {found.player}"


def paper(found: Certificate, here: Federation, where: Whereabouts) -> Paper:
    """Write a certificate."""
    promotion = found.promotion
    edition = None if promotion.held_before else handbook.edition_on(here, promotion.closing.month)
    told = {"day": date_format(promotion.reached, "j F Y")}
    how = (
        _("on %(day)s, by the points won at the table up to that day")
        if edition
        else _("on %(day)s, by the records kept before this book")
    )
    facts = [(_("By the rules of"), edition.title)] if edition else []
    facts += [
        (_("Entered in the book"), date_format(promotion.closing.closed_at, "j F Y")),
        (_("Code"), found.code),
    ]
    checks = [_("Check this certificate by its code at %(address)s") % {"address": where.check}, where.head]
    return CertificatePaper(
        here.name,
        _("certifies that"),
        str(found.player),
        _("number %(number)s, has reached the rank of") % {"number": numbers.written(here, found.player.number)},
        promotion.rank,
        how % told,
        facts,
        [each for each in checks if each],
        _changed(found),
        found.state is CertificateState.TAKEN_BACK,
    ).paper


def _changed(found: Certificate) -> str:
    """Say what a correction changed, as the page does."""
    return papers.as_words("public/certificate_changed.html", {"found": found})
