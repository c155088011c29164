"""Signed heads of the book and the audit, for everybody: to read, to download, and to prove that one continues another.

What is downloaded is in the standard forms of transparency logs, which other programs read too.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.heads import continuation, publish
from overtrick.register.heads.models import Head, Log
from overtrick.transparency.keys import encode
from overtrick.transparency.proofs import ConsistencyProof, InclusionProof
from overtrick.web.access import federation
from overtrick.web.design.hashes import shortened
from overtrick.web.design.tables import Cell, Figures, LongTable
from overtrick.web.parameters import whole_number

#: The logs by the word in their address.
_KINDS = {"book": Log.Kind.BOOK, "audit": Log.Kind.AUDIT, "all": Log.Kind.HEADS}
_NAMES = {
    "book": gettext_lazy("The book"),
    "audit": gettext_lazy("The audit"),
    "all": gettext_lazy("All federations"),
}
#: So many heads are listed, and so many at first: a year. Every older one still has its address.
_MOST, _YEAR = 500, 12


class NoSuchHead(Refused):
    """There is no head, or none of that size."""


@require_safe
def book(request: HttpRequest) -> HttpResponse:
    """List the heads of a log, the last one in full, with the key to check them."""
    here = federation(request)
    of = request.GET.get("of", "book")
    if of not in _KINDS:
        raise Http404
    heads = publish.heads(_KINDS[of], _whose(of, here))
    whole = "all" in request.GET
    table = LongTable(
        _title(of),
        _columns(),
        heads,
        lambda some: [_row(each, of) for each in some],
        request,
        _MOST if whole else _YEAR,
    )
    listed = table.first
    context = {
        "of": of,
        "logs": [(word, name, f"{reverse('book')}?of={word}") for word, name in _NAMES.items()],
        "title": _title(of),
        "last": listed[0] if listed else None,
        "note": publish.published(listed[0]) if listed else "",
        "head_address": reverse("book-head", args=[of]),
        "proof_address": reverse("book-consistency", args=[of]),
        "older": listed[1] if len(listed) > 1 else None,
        "table": table,
        "more": not whole and heads.count() > _YEAR,
    }
    return table.download(request) or render(request, "public/book.html", context)


@require_safe
def head(request: HttpRequest, of: str = "book", number: int | None = None) -> HttpResponse:
    """Give a head as a text: the last one, or one by its number."""
    listed = publish.heads(_known(of), _whose(of, federation(request)))
    found = listed.first() if number is None else listed.filter(number=number).first()
    if found is None:
        raise Http404
    return _text(publish.published(found))


@require_safe
def consistency(request: HttpRequest, of: str = "book") -> HttpResponse:
    """Prove that a head continues an older size, in the form in which a witness wants to have it."""
    listed = publish.heads(_known(of), _whose(of, federation(request)))
    wanted = whole_number(request, "to")
    new = listed.first() if wanted is None else listed.filter(size=wanted).first()
    if new is None:
        raise NoSuchHead(
            _("There is no head of that size."), _("Choose the sizes of two heads from the list."), code="no-such-head"
        )
    old = whole_number(request, "from") or 0
    if old > new.size:
        found = _("The book had fewer rows when this head was signed.")
        raise NoSuchHead(found, _("Give the smaller size first: from, then to."), code="sizes-the-wrong-way-round")
    path = publish.tree(new).consistency(old, new.size)
    return _text(str(ConsistencyProof(old, path, publish.published(new))))


@require_safe
def inclusion(request: HttpRequest, of: str, number: int) -> HttpResponse:
    """Prove that a head of a federation is in the log of all heads, under the last head of that log."""
    found = publish.heads(_known(of), _whose(of, federation(request))).filter(number=number).first()
    every = publish.last(Log.Kind.HEADS, None)
    if found is None or found.leaf is None or every is None:
        raise Http404
    path = publish.tree(every).inclusion(found.leaf, every.size)
    return _text(str(InclusionProof(found.leaf, path, publish.published(every))))


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """List the verifier keys of the federation's logs, and of the log of all heads."""
    here = federation(request)
    mine = {each.log.origin for of in _KINDS for each in publish.heads(_KINDS[of], _whose(of, here))[:1]}
    return _text("".join(f"{key}\n" for key in continuation.known_keys() if key.name in mine))


def _known(of: str) -> Log.Kind:
    if of not in _KINDS:
        raise Http404
    return _KINDS[of]


def _whose(of: str, here: Federation) -> Federation | None:
    return None if of == "all" else here


def _title(of: str) -> str:
    return _("Signed heads: %(log)s") % {"log": _NAMES[of]}


def _columns() -> list[str]:
    return [Figures(_("Head")), Figures(_("Rows")), _("Signed on"), _("Root"), _("Verifier key")]


def _row(each: Head, of: str) -> list[Cell]:
    root = encode(bytes(each.root))
    return [
        Cell(each.number, link=reverse("book-numbered-head", args=[of, each.number])),
        Cell(each.size, f"{each.size:,}"),
        Cell(each.made_at.date(), date_format(each.made_at, "j F Y")),
        Cell(root, shortened(root)),
        Cell(each.key, shortened(each.key.rpartition("+")[2])),
    ]


def _text(content: str) -> HttpResponse:
    return HttpResponse(content, content_type="text/plain; charset=utf-8")
