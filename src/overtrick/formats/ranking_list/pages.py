"""Which lists does a saved web page hold? Its tables, and the data that its scripts carry.

Tables with the same headings are one list; the words over each tell its section and direction. A table inside another
is a table of its own. Nothing on a page is followed or run, and one that is damaged is read as a browser would read it.
"""

from __future__ import annotations

import json
import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from overtrick.formats import dates
from overtrick.formats.ranking_list.headings import read_direction
from overtrick.formats.ranking_list.tables import MOST_COLUMNS, CellRow, Table, add
from overtrick.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from overtrick.formats.ranking_list.objects import Value

_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.DOTALL | re.IGNORECASE
)
_ASSIGNED = re.compile(r"(?:\b(?:var|let|const)\s+[\w$]+|\bwindow(?:\.[\w$]+)+)\s*=\s*(?=[{\[])")
_SECTION = re.compile(r"\bsection\s+(\w{1,20})", re.IGNORECASE)
_ROWS = etree.XPath("tr | thead/tr | tbody/tr | tfoot/tr")
_HEADINGS = ("h1", "h2", "h3", "h4", "title")
_UNSEEN = ("script", "style", "noscript", "template", "svg")

_MOST_TABLES = 2_000
_MOST_DATA = 50
_MOST_COLUMNS_SPANNED = 20
_LONGEST = 300
_LONGEST_CAPTION = 80
_SHORT_DATA = 200
_UP = 3
_PAIR = 2
_MOST_LINES = 40
_MOST_TEXTS = 20_000
_MOST_DAYS = 4
#: A town behind a name, as the ACBL writes it: "Ado Bem, Oakby OK".
_TOWN = re.compile(r",[^,]{1,60} [A-Z]{2}$")

_ACBL = "ACBL"
#: The programs whose pages are known by a word in them.
_PROGRAMS = ((b"bridgebase", "BBO"), (b"realbridge", "RealBridge"), (b"acbl.org", _ACBL))


class _Listed(NamedTuple):
    """A table of the page: what stands over it, and its rows."""

    caption: str
    rows: list[list[str]]


class Page(NamedTuple):
    """What a page holds that may be results."""

    tables: list[Table]
    data: list[Value]
    program: str
    encoding: str


def recognise(content: bytes) -> bool:
    """Say whether this is a web page."""
    return _PAGE.match(content) is not None


def read(content: bytes) -> Page:
    """Read a page."""
    decoded = decode(content)
    parser = etree.HTMLParser(recover=True, no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    text = (decoded.text if decoded else "").replace("\0", "")
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.LxmlError:
        root = None
    lowered = content.lower()
    program = next((name for mark, name in _PROGRAMS if mark in lowered), "")
    if root is None:
        return Page([], [], program, "")
    data = list(_data(root))
    over = [[text] for text in dict.fromkeys(_own_text(each) for tag in _HEADINGS for each in root.iter(tag)) if text]
    over += [[text] for text in islice(_days(root), _MOST_DAYS)]
    etree.strip_elements(root, *_UNSEEN, with_tail=False)
    listed = _tables(root)
    if program == _ACBL:
        listed = [each._replace(rows=[[_TOWN.sub("", cell) for cell in row] for row in each.rows]) for each in listed]
    return Page(_together(listed, over), data, program, decoded.encoding if decoded else "")


def _days(root: Element) -> Iterator[str]:
    """Give the short texts of the page that are a day."""
    for element in islice(root.iter("p", "time", "span", "div", "li"), _MOST_TEXTS):
        text = " ".join((element.text or "").split())
        if 0 < len(text) <= _LONGEST_CAPTION and dates.days(text):
            yield text


# --- Data in scripts ---------------------------------------------------------------------------------------------


def _data(root: Element) -> Iterator[Value]:
    """Give the data of the page's scripts, and of attributes that hold nothing else."""
    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)
    found = 0
    for text, at in _places(root):
        if found == _MOST_DATA:
            return
        found += 1
        try:
            yield decoder.raw_decode(text, at)[0]
        except (ValueError, RecursionError):
            continue


def _places(root: Element) -> Iterator[tuple[str, int]]:
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        for written in element.attrib.values():
            held = str(written).strip()
            if len(held) > _SHORT_DATA and held[0] in "{[":
                yield held, 0
        if element.tag == "script":
            text = (element.text or "").strip()
            if text[:1] in ("{", "["):
                yield text, 0
            yield from ((text, each.end()) for each in _ASSIGNED.finditer(text))


# --- Tables ------------------------------------------------------------------------------------------------------


def _tables(root: Element) -> list[_Listed]:
    """Take the tables out of the page, the innermost first, and give them in the order of the page."""
    elements = list(root.iter("table"))[:_MOST_TABLES]
    captions = [_caption(each) for each in elements]
    inner: dict[Element, str] = {}
    found: list[_Listed] = []
    for element, caption in zip(reversed(elements), reversed(captions), strict=True):
        rows = [_cells(each, inner) for each in _ROWS(element)]
        rows = [cells for cells in rows if any(cells)]
        cell = next(element.iterancestors("td", "th"), None)
        if cell is not None and rows:
            inner[cell] = next(filter(None, rows[0]), "")
        if rows:
            found.append(_Listed(caption, rows))
        element.clear(keep_tail=True)  # so that what is around it does not hold its text
    return found[::-1]


def _cells(row: Element, inner: dict[Element, str]) -> list[str]:
    """Give the text of each cell; one with nothing but a table in it has that table's first."""
    cells: list[str] = []
    for cell in row.iterchildren("td", "th"):
        spanned = cell.get("colspan") or "1"
        wide = min(int(spanned), _MOST_COLUMNS_SPANNED) if spanned.isascii() and spanned.isdigit() else 1
        cells += [_own_text(cell) or inner.get(cell, ""), *[""] * (max(wide, 1) - 1)]
        if len(cells) > MOST_COLUMNS:
            break
    return cells[:MOST_COLUMNS]


def _own_text(element: Element) -> str:
    """Give the text of an element as a reader sees it, cut where nobody would read on."""
    parts: list[str] = []
    length = 0
    for part in element.itertext():
        parts.append(part)
        length += len(part)
        if length > _LONGEST * _PAIR:
            break
    return " ".join(" ".join(parts).split())[:_LONGEST]


def _caption(element: Element) -> str:
    """Find the words over a table: its own caption, or the nearest short text before it."""
    own = next(element.iterchildren("caption"), None)
    if own is not None:
        return _own_text(own)
    at: Element | None = element
    for _step in range(_UP):
        if at is None:
            return ""
        before = at.getprevious()
        if before is not None:
            said = _own_text(before) if before.tag != "table" else ""
            return said if len(said) <= _LONGEST_CAPTION else ""
        at = at.getparent()
    return ""


def _together(listed: list[_Listed], over: list[list[str]]) -> list[Table]:
    """Put tables with the same headings together, with the lines of the page over them."""
    over = over + [row for each in listed for row in each.rows if len(each.rows[0]) == _PAIR and len(row) == _PAIR]
    groups: dict[tuple[str, ...], list[_Listed]] = {}
    for each in listed:
        if len(each.rows) > 1 and len(each.rows[0]) > 1:
            groups.setdefault(tuple(each.rows[0]), []).append(each)
    return [_table(headings, members, over[:_MOST_LINES]) for headings, members in groups.items()]


def _table(headings: tuple[str, ...], members: list[_Listed], over: list[list[str]]) -> Table:
    lines = [*over]
    for each in _without_summary(members):
        section, direction = _SECTION.search(each.caption), _direction(each.caption)
        lines.append([*headings])
        lines += [[f"Section {section[1]}"]] if section else []
        lines += [[direction]] if direction else []
        lines += [row for row in each.rows[1:] if tuple(row) != headings]
    rows: list[CellRow] = []
    for number, cells in enumerate(lines, 1):
        add(rows, number, cells)
    return Table(rows, members[0].caption)


def _direction(caption: str) -> str:
    """Find a direction in the words over a table: "Section 3 E/W", "North-South pairs"."""
    words = caption.replace("/", " ").replace("-", " ").split()
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    return next((found for each in (*pairs, *words) if len(each) > 1 and (found := read_direction(each))), "")


def _without_summary(members: list[_Listed]) -> list[_Listed]:
    """Leave out the table of the leaders, where everybody in it is in that of a section or direction as well."""
    parts = [each for each in members if _SECTION.search(each.caption) or _direction(each.caption)]
    named = {max(row, key=len) for each in parts for row in each.rows[1:]}
    return [each for each in members if each in parts or not {max(row, key=len) for row in each.rows[1:]} <= named]
