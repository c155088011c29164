"""A record of many years comes some lines at a time, month by month."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from django.http import QueryDict

from overtrick.handbooks import edition as handbooks
from overtrick.register.federations.models import Federation
from overtrick.register.records.record_lines import RecordLine
from overtrick.web import design
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter

POINTS = PointsWriter(Federation(handbook="ebu"))
FIRST = date(2014, 1, 1)
TODAY = date(2026, 11, 16)


def line(nth: int, units: int = 6, colour: str = "local") -> RecordLine:
    played = FIRST + timedelta(days=9 * nth)
    words = ("Tuesday pairs", "Oakby", "", "Cor Dax, Elu Fin" if nth % 2 else "Cor Dax", 1, 1, 8)
    return RecordLine(nth + 1, 1, 1, played, played, *words, colour, units, "submission", "", True, 0, 0, True)


MANY = [line(nth) for nth in range(500)][::-1]


def test_fifty_lines_stand_on_a_page_and_every_line_on_one() -> None:
    seen = []
    for number in range(1, 11):
        page = record_filters.page(MANY, POINTS, QueryDict(f"page={number}&year="))
        assert page.pages == 10
        seen += [shown.line for month in page.months for shown in month.lines]
    assert seen == MANY


def test_a_page_leads_to_the_one_before_and_after_and_keeps_the_filters() -> None:
    page = record_filters.page(MANY, POINTS, QueryDict("page=2&club=Oakby"))
    assert page.before == "?page=1&club=Oakby#credits"
    assert page.after == "?page=3&club=Oakby#credits"
    assert record_filters.page(MANY, POINTS, QueryDict("page=99")).after == ""
    assert record_filters.page(MANY, POINTS, QueryDict("page=x")).number == 1


def test_every_player_of_a_team_is_a_partner() -> None:
    form = record_filters.choices(MANY, POINTS, QueryDict("partner=Elu Fin"))
    assert form[3].values == (("Cor Dax", "Cor Dax"), ("Elu Fin", "Elu Fin"))
    assert len(record_filters.chosen(MANY, form)) == 250


def test_the_chart_shows_ten_years_and_its_table_the_same() -> None:
    course = record_summary.course(MANY, POINTS, TODAY)
    assert [year.year for year in course.years] == list(range(2026, 2015, -1))
    # 40 nights of 2016, every ninth day, six points each
    assert course.years[-1].won == ("240",)
    assert course.says == "In the last 11 years this record gained 2,508 local points."
    assert sum(year.units for year in course.years) == 2508


def test_points_of_the_first_day_are_a_step_of_the_chart_and_those_before_it_its_beginning() -> None:
    first = date(2016, 1, 1)
    old, new = line(1)._replace(played=first - timedelta(days=1)), line(2)._replace(played=first)
    assert record_summary.course([new, old], POINTS, TODAY).says == (
        "In the last 11 years this record gained 6 local points."
    )


def test_the_chart_begins_with_nothing_whatever_somebody_brought_along() -> None:
    brought = line(0, 400_000)._replace(kind="opening", event="Points from before this book")
    with_it, without = (record_summary.course(each, POINTS, TODAY) for each in ([*MANY, brought], MANY))
    # 500 nights in 2014 to 2026; those of 2014 and 2015 are before the ten years: 82 nights of six points
    assert (with_it.before, without.before) == ("400,492 local", "492 local")
    assert with_it.chart == without.chart
    assert with_it.begins == date(2016, 1, 1)


def test_the_chart_shows_one_year_with_a_table_by_month() -> None:
    course = record_summary.course(MANY, POINTS, TODAY, one_year=True)
    assert course.begins == date(2025, 11, 16)
    assert [course.years[0].words, course.years[-1].words] == ["November 2026", "November 2025"]
    assert len(course.years) == 13
    won = sum(each.units for each in MANY if each.played >= course.begins)
    assert sum(month.units for month in course.years) == won
    assert course.says == f"In the last 12 months this record gained {won} local points."


def test_points_that_were_taken_back_draw_the_line_below_its_beginning() -> None:
    taken_back = line(490, -60)
    chart = record_summary.course([taken_back], POINTS, TODAY, one_year=True).chart
    assert "−" in chart
    assert "V-" not in chart


def test_green_points_are_written_as_the_federation_writes_them_and_add_up_as_master_points() -> None:
    course = record_summary.course([line(400, 340, "green"), *MANY], POINTS, TODAY)
    best = course.best_year
    assert best is not None
    assert (best.year, best.won, best.total) == (2023, ("240", "3.40"), "580")
    assert course.best_points == "3.40"


def test_colours_of_every_handbook_have_a_line_of_their_own() -> None:
    style = Path(design.__file__).with_name("static").joinpath("design", "overtrick.css").read_text(encoding="utf-8")
    for name in handbooks.names():
        for colour in handbooks.get(name).colours:
            assert f".way-{colour} " in style, f"the colour {colour} of {name} has no line"
            assert f".chip-{colour} " in style, f"the colour {colour} of {name} has no chip"
