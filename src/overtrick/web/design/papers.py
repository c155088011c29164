"""Papers for pages: a PDF of what a page shows, by the same address with ``?as=pdf``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from html import unescape

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from overtrick.register.heads.models import Head
from overtrick.register.papers.layout import Block, Facts, Words
from overtrick.register.papers.letterhead import letterhead
from overtrick.register.papers.render import Paper, render
from overtrick.web import access
from overtrick.web.design.downloads import attached


def is_pdf(request: HttpRequest) -> bool:
    """Say whether the page is asked for as a PDF."""
    return request.GET.get("as", "") == "pdf"


def sent(request: HttpRequest, name: str, papers: Sequence[Paper], day: date | None = None) -> HttpResponse:
    """Send papers as one file; the day is today, unless they are of another."""
    head = letterhead(access.federation(request))
    return attached(f"{name}.pdf", render(papers, head, day or access.today()))


def plain_text(shown: object) -> str:
    """Give what a page shows as words alone."""
    if isinstance(shown, SafeString):
        return " ".join(unescape(strip_tags(shown)).split())
    return str(shown)


def as_words(template: str, context: Mapping[str, object]) -> str:
    """Give a part of a page as words: a paper then says what the page says."""
    return plain_text(SafeString(render_to_string(template, dict(context))))


def as_facts(template: str, context: Mapping[str, object]) -> list[Block]:
    """Give a part of a page that is a list of terms as facts, and after it what else it says."""
    html = render_to_string(template, dict(context))
    pairs = [(_words_of(label), _words_of(said)) for label, said in _TERM.findall(html)]
    rest = _words_of(_TERM.sub("", html))
    blocks: list[Block] = [Facts(pairs)] if pairs else []
    return blocks + ([Words(rest)] if rest else [])


_TERM = re.compile(r"<dt[^>]*>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", re.DOTALL)


def _words_of(html: str) -> str:
    return plain_text(SafeString(html))


def head_words(head: Head | None, book: str) -> str:
    """Write the line about the last signed head of the book; nothing where there is none."""
    return as_words("design/head_line.html", {"head": head, "book": book}) if head else ""
