"""Tables: sorted by any column, two or three lines a row on a phone, and downloaded as CSV, XLSX or PDF.

A view makes a :class:`Table`, gives ``table.download(request)`` back where that is not None, and otherwise lets the
template include ``design/table.html``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from overtrick.formats.tables import Cell as Value
from overtrick.formats.tables import Sheet
from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Lines, Words
from overtrick.register.papers.layout import Column as PaperColumn
from overtrick.register.papers.render import Paper
from overtrick.web import parameters
from overtrick.web.access import today
from overtrick.web.design import papers
from overtrick.web.design.day_words import day_words
from overtrick.web.design.downloads import listed

#: So many rows of a long list are in memory at a time.
_SOME = 1_000
_ARROWS = {"": "", "ascending": " ▴", "descending": " ▾"}


class Figures(str):
    """The heading of a column of figures."""

    __slots__ = ()


class Places(Figures):
    """The heading of a column that says which place a row has; it stands in front of the row on a phone."""

    __slots__ = ()


class Numbers(Figures):
    """The heading of a column of players' numbers, which are understood without it."""

    __slots__ = ()


class Counts(Figures):
    """The heading of a column that counts something beside the point: it is no figure that the row is about."""

    __slots__ = ()


class Named(str):
    """The heading of a column of words that would not be understood without it on a phone."""

    __slots__ = ()


class Part(StrEnum):
    """Where a cell stands in the row of a phone; also the class by which the style sheet knows it."""

    LEAD = "row-lead"  #: in front, a short figure
    MAIN = "row-main"  #: in bold: what the row is about
    FIGURE = "row-figure"  #: at the right of that
    REST = "row-rest"  #: below it, in soft type
    NAMED = "row-rest named"  #: likewise, with the heading in front: it would not be understood without


class Column(NamedTuple):
    """A column: its heading, whether figures stand in it, and where its cells stand on a phone."""

    heading: str
    figures: bool
    part: Part = Part.REST

    @property
    def classes(self) -> str:
        """The classes of its cells."""
        return f"num {self.part}" if self.figures else self.part


class Cell(NamedTuple):
    """What is shown, what is sorted and downloaded, and where it leads."""

    value: Value
    shown: str | SafeString = ""
    link: str = ""
    unseen: bool = False  #: the page shows nothing here; it is still sorted and downloaded

    @property
    def text(self) -> str | SafeString:
        """What the page shows."""
        if self.unseen:
            return ""
        if self.shown:
            return self.shown
        if isinstance(self.value, date):
            return day_words(self.value)
        return "" if self.value is None else str(self.value)

    @property
    def html(self) -> str | SafeString:
        """The text, as a link where it leads somewhere."""
        return format_html('<a href="{}">{}</a>', self.link, self.text) if self.link else self.text


class Heading(NamedTuple):
    """A heading as the page shows it: sorted or not, and the address that sorts by it."""

    column: Column
    address: str
    sorted: str  #: "ascending", "descending" or empty

    @property
    def text(self) -> str:
        """The heading, with an arrow where the table is sorted by it."""
        return f"{self.column.heading}{_ARROWS[self.sorted]}"


class Table:
    """Rows under columns."""

    def __init__(
        self,
        title: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[Cell]],
        request: HttpRequest,
        name: str = "",
    ) -> None:
        """Sort the rows as the address asks: ``?sort=2`` by the third column, ``?sort=-2`` the other way.

        One of several tables on a page has a name; it is sorted and downloaded if the address says ``?of=`` that name.
        """
        self.title = title
        self.name = name
        mine = request.GET.get("of", "") == name or not name
        self.columns = _columns(columns, rows)
        self._request = request
        asked = request.GET.get("sort", "") if mine else ""
        at = parameters.whole(asked.removeprefix("-"))
        self._sorted = at if at is not None and at < len(columns) else None
        self._backward = asked.startswith("-")
        self.order = list(range(len(rows)))  #: where each row stood in what was given
        if self._sorted is not None:
            by = self._sorted
            self.order.sort(key=lambda at: _key(rows[at][by].value), reverse=self._backward)
        self.rows = [rows[at] for at in self.order]

    @property
    def headings(self) -> list[Heading]:
        """The headings, each a link that sorts."""
        return [Heading(column, self._address(at), self._order(at)) for at, column in enumerate(self.columns)]

    def _order(self, at: int) -> str:
        return "" if at != self._sorted else "descending" if self._backward else "ascending"

    def _address(self, at: int) -> str:
        other = "-" if at == self._sorted and not self._backward else ""
        return self._with("sort", f"{other}{at}")

    def _with(self, name: str, value: str) -> str:
        query = self._request.GET.copy()
        if self.name:
            query["of"] = self.name
        query[name] = value
        return f"?{query.urlencode()}"

    @property
    def csv(self) -> str:
        """The address of the table as CSV."""
        return self._with("as", "csv")

    @property
    def xlsx(self) -> str:
        """The address of the table as XLSX."""
        return self._with("as", "xlsx")

    @property
    def pdf(self) -> str:
        """The address of the table on paper."""
        return self._with("as", "pdf")

    @property
    def body(self) -> SafeString:
        """The rows in HTML. A template would take several times as long, and a page may have a thousand of them."""
        begins = [
            format_html('<td role="cell" data-label="{}" class="{}">', each.heading, each.classes)
            for each in self.columns
        ]
        return mark_safe("\n".join(_line(begins, row) for row in self.rows))  # noqa: S308 - every cell is escaped

    def download(self, request: HttpRequest) -> HttpResponse | None:
        """Give the table as a file, if that was asked for."""
        if not is_file(request) or (self.name and request.GET.get("of", "") != self.name):
            return None
        if papers.is_pdf(request):
            return papers.sent(request, self.title, [table_paper(self.title, [self.on_paper()])])
        headings = [column.heading for column in self.columns]
        return as_file(request, Sheet(self.title, headings, [[cell.value for cell in row] for row in self.rows]))

    def on_paper(self) -> Lines:
        """Give the table for a paper, each cell as the page shows it."""
        columns = [PaperColumn(each.heading, each.figures) for each in self.columns]
        return Lines(columns, [[papers.plain_text(cell.text) for cell in row] for row in self.rows])


def _line(begins: Sequence[str], row: Sequence[Cell]) -> str:
    cells = (f"{begin}{conditional_escape(cell.html)}</td>" for begin, cell in zip(begins, row, strict=True))
    return f'<tr role="row">{"".join(cells)}</tr>'


def table_paper(
    title: str, blocks: Sequence[Block], template: str = "list", *, eyebrow: str = "", lead: str = "", running: str = ""
) -> Paper:
    """Put tables on a paper that says of which day they are; of very long ones the beginning."""
    shown: list[Block] = []
    for each in blocks:
        if not isinstance(each, Lines) or len(each.rows) <= MOST_ON_PAPER:
            shown.append(each)
            continue
        shown.append(each._replace(rows=each.rows[:MOST_ON_PAPER]))
        shown += _left_out(MOST_ON_PAPER, len(each.rows))
    if not blocks or all(isinstance(each, Lines) and not each.rows for each in blocks):
        shown = [Words(_("There is nothing in this list."))]
    above = eyebrow or date_format(today(), "j F Y")
    return document(template, Document(title, shown, above, lead, running=running))


def _left_out(shown: int, every: int) -> list[Block]:
    """Say that a paper has only the beginning of a table, if that is so."""
    if shown >= every:
        return []
    told = {"shown": f"{shown:,}", "all": f"{every:,}"}
    return [Words(_("The first %(shown)s of %(all)s lines. CSV and XLSX have all of them.") % told)]


#: A paper holds so many lines of a table.
MOST_ON_PAPER = 2_000


Row = TypeVar("Row", bound=Model)


class LongTable(Table, Generic[Row]):
    """A list of which the page shows the first rows, and the file has every one."""

    def __init__(
        self,
        title: str,
        columns: Sequence[str],
        found: QuerySet[Row],
        cells: Callable[[Sequence[Row]], Sequence[Sequence[Cell]]],
        request: HttpRequest,
        most: int,
        after: int = 0,
    ) -> None:
        """Read ``most`` rows, the first, or those ``after`` so many; for a file nothing is read yet.

        ``cells`` turns some of them into cells, those that are no part of the list left out.
        """
        self.most = most
        self.first: list[Row] = [] if is_file(request) else list(found[after : after + most])
        self._found, self._cells = found, cells
        super().__init__(title, columns, cells(self.first), request)

    @property
    def full(self) -> bool:
        """Say whether there may be more than the page shows."""
        return len(self.first) == self.most

    def download(self, request: HttpRequest) -> HttpResponse | None:
        """Give all rows as a file, if that was asked for, some at a time; sorted as the address asks."""
        if not is_file(request):
            return None
        rows: Iterable[Sequence[Cell]] = (row for some in self._some() for row in self._cells(some))
        if self._sorted is not None:
            by = self._sorted
            rows = sorted(rows, key=lambda row: _key(row[by].value), reverse=self._backward)
        if papers.is_pdf(request):
            return self._paper(request, list(itertools.islice(rows, MOST_ON_PAPER)))
        headings = [column.heading for column in self.columns]
        return listed(self.title, request.GET["as"], headings, ([cell.value for cell in row] for row in rows))

    def _paper(self, request: HttpRequest, rows: Sequence[Sequence[Cell]]) -> HttpResponse:
        """Give the first rows on paper, each cell as the page shows it."""
        columns = [PaperColumn(each.heading, each.figures) for each in self.columns]
        lines = Lines(columns, [[papers.plain_text(cell.text) for cell in row] for row in rows])
        left_out = _left_out(len(rows), self._found.count()) if len(rows) == MOST_ON_PAPER else []
        return papers.sent(request, self.title, [table_paper(self.title, [lines, *left_out])])

    def _some(self) -> Iterator[list[Row]]:
        every = self._found.iterator(chunk_size=_SOME)
        while some := list(itertools.islice(every, _SOME)):
            yield some


def is_file(request: HttpRequest) -> bool:
    """Say whether a table is asked for as a file."""
    return request.GET.get("as", "") in ("csv", "xlsx", "pdf")


def as_file(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """Give a sheet as the file that was asked for."""
    form = request.GET["as"]
    if form == "pdf":
        return papers.sent(request, sheet.title, [table_paper(sheet.title, [_on_paper(sheet)])])
    return listed(sheet.title, form, sheet.columns, sheet.rows)


def _on_paper(sheet: Sheet) -> Lines:
    figures = [any(isinstance(row[at], (int, Decimal)) for row in sheet.rows) for at in range(len(sheet.columns))]
    columns = [PaperColumn(heading, is_figures) for heading, is_figures in zip(sheet.columns, figures, strict=True)]
    return Lines(columns, [[Cell(value).text for value in row] for row in sheet.rows])


def _columns(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[Column]:
    """Find where each column stands on a phone: what leads somewhere is what the row is about, else the first words."""
    figures = [isinstance(each, Figures) for each in headings]
    days = [at for at, cell in enumerate(rows[0] if rows else ()) if isinstance(cell.value, date)]
    words = [at for at, is_figures in enumerate(figures) if not is_figures and at not in days] or [0]
    main = next((at for at in range(len(headings)) if any(row[at].link for row in rows)), words[0])
    beside = [isinstance(each, (Counts, Numbers)) for each in headings]
    last = max(
        (at for at, is_figures in enumerate(figures) if is_figures and not beside[at] and at > main), default=None
    )
    found = []
    for at, heading in enumerate(headings):
        if at in (main, last):
            part = Part.MAIN if at == main else Part.FIGURE
        elif isinstance(heading, Places):
            part = Part.LEAD
        else:
            unclear = at in days[1:] or isinstance(heading, Named) or (figures[at] and not isinstance(heading, Numbers))
            part = Part.NAMED if unclear else Part.REST
        found.append(Column(heading, figures[at], part))
    return found


def _key(value: Value) -> tuple[int, object]:
    """Sort figures as figures, days as days, words without regard to capitals, and what is missing last."""
    if value is None or value == "":
        return 3, ""
    if isinstance(value, (int, Decimal)):
        return 0, value
    if isinstance(value, date):
        return 1, value
    return 2, str(value).casefold()
