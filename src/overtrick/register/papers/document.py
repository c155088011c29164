"""Papers of several pages, and those of one: what stands on each, typed; made ready for its template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.papers import text_width
from overtrick.register.papers.layout import BOLD, WORDS_SIZE, Block, paginate
from overtrick.register.papers.render import Paper

#: What the parts of the first page take, in millimetres; as the templates draw them.
_LETTERHEAD, _EYEBROW, _TITLE, _TITLE_LINE, _LEAD, _LEAD_LINE, _TOTALS = 23.0, 6.0, 1.0, 7.4, 2.3, 4.6, 7.6
_ACROSS = 174.0
_ADDRESS, _BANNER = 42.0, 14.0


class Document(NamedTuple):
    """A paper that may have several pages."""

    title: str
    blocks: Sequence[Block]
    eyebrow: str = ""  #: small, above the title
    lead: str = ""  #: below it
    totals: Sequence[tuple[str, str]] = ()  #: figures that stand out, each with what it is
    running: str = ""  #: above every page but the first
    foot: str = ""  #: below every page, before its number


def document(template: str, given: Document, *, above: float = 0.0, size: float = WORDS_SIZE, **more: object) -> Paper:
    """Put a document on numbered pages; ``above`` is what its template draws besides, ``size`` that of sentences."""
    top = _LETTERHEAD + above + (_EYEBROW if given.eyebrow else 0)
    top += _TITLE + text_width.lines(given.title, _ACROSS / BOLD, 18) * _TITLE_LINE
    top += _LEAD + text_width.lines(given.lead, _ACROSS, 11) * _LEAD_LINE if given.lead else 0
    top += _TOTALS if given.totals else 0
    laid = paginate(given.blocks, top, size)
    count = len(laid.pages)
    data = {
        "title": given.title,
        "eyebrow": given.eyebrow,
        "lead": given.lead,
        "totals": [list(each) for each in given.totals],
        "running": given.running or given.title,
        "foot": given.foot,
        "numbers": [_("Page %(page)d of %(pages)d") % {"page": at, "pages": count} for at in range(1, count + 1)],
        "wide": laid.wide,
        "pages": laid.pages,
        **more,
    }
    return Paper(template, given.title, data, laid.rows)


def letter(given: Document, to: Sequence[str]) -> Paper:
    """Make a letter to an address, line by line."""
    return document("letter", given, above=_ADDRESS, size=11, to=list(to))


def licence(given: Document, void: str = "") -> Paper:
    """Make a licence; ``void`` says why it does not hold."""
    return document("licence", given, above=_BANNER if void else 0.0, size=12, void=void)


class Certificate(NamedTuple):
    """A certificate of a rank, in words."""

    federation: str
    certifies: str
    name: str
    number: str
    rank: str
    reached: str
    facts: Sequence[tuple[str, str]]
    checks: Sequence[str]
    void_words: str = ""  #: why it is not, or not quite, what it says
    void: bool = False

    @property
    def paper(self) -> Paper:
        """Make it ready for its template."""
        data = {name.replace("_", "-"): said for name, said in self._asdict().items()}
        return Paper("certificate", f"{self.rank}, {self.name}", data)


class Card(NamedTuple):
    """A card of a member with the rank, and a code that others can check."""

    federation: str
    name: str
    number: str
    rank: str
    club: str
    as_at: str
    code: str
    check: str  #: where the code is checked
    qr: str  #: the address that checks it, as an SVG picture
    qr_words: str

    @property
    def paper(self) -> Paper:
        """Make it ready for its template."""
        data = {name.replace("_", "-"): said for name, said in self._asdict().items()}
        return Paper("card", f"{self.name}, {self.number}", data)
