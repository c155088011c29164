"""Drawings on papers: each with its sentence, and never parted from its heading."""

from __future__ import annotations

from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Heading, Picture, Words, paginate
from overtrick.register.papers.letterhead import Letterhead
from overtrick.register.papers.render import render
from tests.register import office

DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 200"><rect width="100" height="200"/></svg>'
PICTURE = Picture(DRAWN, "Most changes in May.", 2.0)


def test_a_drawing_stays_with_its_heading_and_sentence() -> None:
    blocks: list[Block] = [
        Words("word " * 500),
        Heading("Points by month"),
        Words("What is given.", soft=True),
        PICTURE,
    ]
    kinds = [[each["kind"] for each in page] for page in paginate(blocks, 60).pages]
    assert kinds == [["words"], ["heading", "words", "picture"]]


def test_a_drawing_taller_than_a_page_is_drawn_smaller() -> None:
    (page,) = paginate([PICTURE._replace(tall=5.0)], 0).pages
    (shown,) = page
    assert isinstance(shown["wide"], float)
    assert 40 < shown["wide"] * 5 < 265


def test_a_drawing_is_on_the_paper_with_its_sentence() -> None:
    paper = document("report", Document("A report", [PICTURE]))
    drawn = render([paper], Letterhead("Ruritania", "#0b5a43", "#0b5a43", "en"), office.AT.date())
    without = document("report", Document("A report", [Words(PICTURE.says)]))
    plain = render([without], Letterhead("Ruritania", "#0b5a43", "#0b5a43", "en"), office.AT.date())
    assert len(drawn) > len(plain)
    assert drawn.startswith(b"%PDF")
