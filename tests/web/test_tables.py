"""A table knows what its rows are about: on a phone that stands in bold, and the rest below it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import mark_safe

from overtrick.web.design.day_words import day_words
from overtrick.web.design.tables import Cell, Counts, Figures, Numbers, Part, Places, Table

DAY = date(2026, 5, 12)


def parts(columns: list[str], row: list[Cell]) -> list[Part]:
    return [each.part for each in Table("A list", columns, [row], RequestFactory().get("/")).columns]


def test_a_place_stands_in_front_the_name_in_bold_and_the_last_figure_at_the_right() -> None:
    columns = [Places("Place"), "Name", Numbers("Number"), "Rank", Figures("Points")]
    row = [Cell(1), Cell("Ado Bem", link="/players/200001/"), Cell("200001"), Cell("Master"), Cell(1948)]
    assert parts(columns, row) == [Part.LEAD, Part.MAIN, Part.REST, Part.REST, Part.FIGURE]


def test_what_leads_somewhere_is_what_a_row_is_about() -> None:
    row = [Cell("Oakby"), Cell("Tuesday pairs", link="/club/1/"), Cell("Final")]
    assert parts(["Club", "Event", "State"], row) == [Part.REST, Part.MAIN, Part.REST]


def test_without_a_link_the_first_words_are_and_a_day_is_not() -> None:
    assert parts(["Day", "Event", Figures("Points")], [Cell(DAY), Cell("Tuesday pairs"), Cell(12)]) == [
        *(Part.REST, Part.MAIN, Part.FIGURE)
    ]


def test_a_second_day_and_a_figure_in_between_are_named() -> None:
    columns = ["Played", "Event", "Sent on", Figures("Tables"), Figures("Points")]
    row = [Cell(DAY), Cell("Tuesday pairs"), Cell(DAY), Cell(9), Cell(12)]
    assert parts(columns, row) == [Part.REST, Part.MAIN, Part.NAMED, Part.NAMED, Part.FIGURE]


def test_numbers_and_counts_beside_the_point_are_no_figure_of_the_row() -> None:
    row = [Cell("Tuesday pairs", link="/office/events/1/"), Cell("200001"), Cell(3)]
    assert parts(["Event", Numbers("Number"), Counts("Versions")], row) == [Part.MAIN, Part.REST, Part.NAMED]


def test_an_empty_table_has_columns_all_the_same() -> None:
    table = Table("A list", ["Day", "Event"], [], RequestFactory().get("/"))
    assert [each.heading for each in table.columns] == ["Day", "Event"]


def test_rows_are_written_with_their_headings_and_nothing_in_them_is_taken_for_html() -> None:
    row = [Cell("<b>Ado</b>", link="/players/1/?a=1&b=2"), Cell(DAY), Cell(3, mark_safe("<b>3</b>")), Cell(None)]
    table = Table("A list", ["Who & why", "Day", Figures("Points"), "Rest"], [row], RequestFactory().get("/"))
    assert table.body == (
        '<tr role="row">'
        '<td role="cell" data-label="Who &amp; why" class="row-main">'
        '<a href="/players/1/?a=1&amp;b=2">&lt;b&gt;Ado&lt;/b&gt;</a></td>'
        '<td role="cell" data-label="Day" class="row-rest">12 May 2026</td>'
        '<td role="cell" data-label="Points" class="num row-figure"><b>3</b></td>'
        '<td role="cell" data-label="Rest" class="row-rest"></td>'
        "</tr>"
    )


def test_a_day_is_written_in_the_language_of_the_page() -> None:
    with translation.override("cy"):
        assert day_words(DAY) == "12 Mai 2026"
    assert day_words(DAY) == "12 May 2026"
    assert day_words(datetime(2026, 5, 12, 23, 30, tzinfo=UTC)) == "12 May 2026"
