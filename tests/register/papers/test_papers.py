"""Papers: what is drawn can be read again word for word, however it is written, and every page has its number."""

from __future__ import annotations

import io
import json
import os
import random
import socket
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
import typst
from pypdf import PdfReader

from overtrick.register.papers import money, text_width
from overtrick.register.papers.document import Certificate, Document, document, letter
from overtrick.register.papers.layout import Block, Column, Facts, Heading, Lines, Words, paginate
from overtrick.register.papers.letterhead import Letterhead
from overtrick.register.papers.money import (
    AccountLine,
    AccountStatement,
    AnnexLine,
    Currency,
    Invoice,
    InvoiceLine,
    Party,
    TaxTotal,
)
from overtrick.register.papers.render import Paper, folder_of_templates, render

if TYPE_CHECKING:
    from collections.abc import Sequence

DAY = date(2026, 11, 15)
HEAD = Letterhead("Undeb Bridge Rwritania", "#0b5a43", "#7a1f3d", "en")
#: What would be markup, a reference or a formula if a template read it.
ODD = "Siân #let Ŵyn-*Ŷates* $x^2$ <end> @me [b] \\ _i_ `c` // -- 'q'"
COLUMNS = [Column("Day"), Column("Event"), Column("Club"), Column("Points", figures=True)]
POUNDS = Currency("GBP", "£")
#: A PNG with one point.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8d"
    "b00000000049454e44ae426082"
)


def row(at: int) -> list[str]:
    return [f"{at % 28 + 1} May 2026", f"Tuesday pairs {at}", "Oakby", str(at)]


def statement(lines: int) -> Paper:
    rows = Lines(COLUMNS, [row(at) for at in range(lines)])
    return document(
        "statement", Document("Ado Bem", [rows if lines else Words("Nothing yet.")], totals=[("12", "Local")])
    )


def read(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def words(content: bytes) -> str:
    return " ".join(" ".join(read(content)).split())


@pytest.mark.parametrize(("lines", "pages"), [(0, 1), (1, 1), (40, 1), (1_000, 20)])
def test_a_page_holds_forty_lines_and_knows_its_number(lines: int, pages: int) -> None:
    made = statement(lines)
    shown = read(render([made], HEAD, DAY))
    assert len(shown) == len(made.data["pages"]) <= pages
    for at, page in enumerate(shown, 1):
        assert f"Page {at} of {len(shown)}" in page
    for at in range(lines):
        assert any(f"Tuesday pairs {at} " in page.replace("\n", " ") for page in shown)


def test_each_paper_of_a_batch_counts_its_own_pages() -> None:
    shown = read(render([statement(40), statement(70), statement(0)], HEAD, DAY))
    numbers = [page.split("Page ")[1].split("\n")[0] for page in shown]
    assert numbers == ["1 of 1", "1 of 2", "2 of 2", "1 of 1"]


@pytest.mark.parametrize("template", ["list", "report", "results", "working", "statement"])
def test_what_looks_like_markup_is_printed_as_it_is(template: str) -> None:
    blocks: list[Block] = [Heading(ODD), Words(ODD), Facts([(ODD, ODD)]), Lines([Column(ODD)], [[ODD]])]
    alone = document(template, Document(ODD, blocks, ODD, ODD, running=ODD, foot=ODD))
    for content in (render([alone], HEAD, DAY), render([alone, alone], HEAD, DAY)):
        assert words(content).count(ODD) >= 7


def test_a_certificate_says_everything_on_one_page_also_where_names_are_long() -> None:
    long = "Blodeuwedd Angharad Llywelyn-Fychan ap Gruffudd o Lanfairpwllgwyngyll"
    made = Certificate(
        HEAD.federation,
        "certifies that",
        long,
        "number 1, has reached the rank of",
        "***** Premier Regional Master",
        "on 1 May 2026",
        [("By the rules of", "Handbook, April 2024"), ("Code", "7K3M-9QTX-0VHB")],
        ["Check this certificate by its code at https://points.example/certificates/"],
        "This certificate is no longer valid.",
        void=True,
    ).paper
    (page,) = read(render([made], HEAD, DAY))
    said = " ".join(page.split())
    for part in (long, "***** Premier Regional Master", "7K3M-9QTX-0VHB", "no longer valid"):
        assert part in said


def test_the_same_data_give_the_same_bytes_with_title_language_tags_and_the_papers_own_day() -> None:
    made = render([statement(3)], HEAD._replace(lang="cy"), DAY)
    assert made == render([statement(3)], HEAD._replace(lang="cy"), DAY)
    file = PdfReader(io.BytesIO(made))
    assert file.metadata is not None
    assert (file.metadata.title, file.metadata.author) == ("Ado Bem", HEAD.federation)
    assert file.metadata.creation_date is not None
    assert file.metadata.creation_date.date() == DAY
    root: Any = file.root_object
    assert root["/Lang"] == "cy"
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root


def test_a_crest_is_drawn_and_one_that_is_broken_is_left_out() -> None:
    drawn = PdfReader(io.BytesIO(render([statement(1)], HEAD._replace(crest=PICTURE), DAY)))
    assert len(drawn.pages[0].images) == 1
    broken = PdfReader(io.BytesIO(render([statement(1)], HEAD._replace(crest=PICTURE[:40]), DAY)))
    assert len(broken.pages[0].images) == 0


def test_no_template_asks_the_network_or_another_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        pytest.fail("a paper asks the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    render([statement(1)], HEAD, DAY)
    for each in folder_of_templates().glob("*.typ"):
        assert "@preview" not in each.read_text("utf-8")


def wide(columns: int, cell: str) -> Lines:
    return Lines([Column(f"Heading {at}") for at in range(columns)], [[cell] * columns for _row in range(50)])


@pytest.mark.parametrize(
    "lines",
    [
        wide(3, "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch " * 4),
        wide(8, "Monday pairs of the county"),
        wide(12, "Featherstonehaugh"),
        wide(2, "W" * 150),
        wide(5, "one\ntwo\nthree"),
    ],
)
@pytest.mark.parametrize("count", [1, 2])
def test_what_was_put_on_a_page_fits_on_it(lines: Lines, count: int) -> None:
    made = document("list", Document("A list", [Heading("All"), lines, Words("The end. " * 60)]))
    assert len(read(render([made] * count, HEAD, DAY))) == count * len(made.data["pages"])


@pytest.mark.parametrize("columns", [1, 3, 7, 8, 12])
def test_the_columns_of_a_table_are_together_no_wider_than_the_sheet(columns: int) -> None:
    laid = paginate([wide(columns, "Monday pairs")], 0)
    (lines, *_rest) = laid.pages[0]
    widths = lines["widths"]
    assert isinstance(widths, list)
    assert sum(widths) <= (261 if laid.wide else 174) - 0.5


def test_a_table_with_many_columns_lies_on_its_side() -> None:
    assert not paginate([wide(3, "Oakby")], 0).wide
    assert paginate([wide(12, "Featherstonehaugh")], 0).wide


def test_widths_know_accents_and_what_they_do_not_know_is_wide() -> None:
    assert text_width.width("Ŵŷ", 10) == text_width.width("Wy", 10)
    assert text_width.width("李", 10) > text_width.width("a", 10)
    assert text_width.lines("one two", text_width.width("two", 10), 10) == 2


def test_a_letter_has_its_address_and_every_paragraph() -> None:
    made = letter(
        Document("Your licence", [Words("Dear club,"), Words("it is granted.")], "1 May 2026"), ["Oakby", "1 Elm Road"]
    )
    said = words(render([made], HEAD, DAY))
    for part in ("Oakby", "1 Elm Road", "1 May 2026", "Your licence", "Dear club,", "it is granted."):
        assert part in said


# --- Money -----------------------------------------------------------------------------------------------------------

OFFICE = Party("Ruritanian Bridge Union", ["1 Castle Street", "Strelsau"], "VAT RU 123 4567 89")
CLUB = Party(f"Oakby {ODD}", ["2 Elm Road", "Oakby"])


def invoice(annex: Sequence[AnnexLine] = ()) -> Invoice:
    lines = [
        InvoiceLine("Levy, class C", "12.25", "points", "£2.02", 2250, "GST", "10 %", 225, 2475, "8.1"),
        InvoiceLine("Fine for a late file", "1", "file", "£1.00", 100, "none", "exempt", 0, 100),
    ]
    taxes = [TaxTotal("GST", "10 %, included", 2250, 225, 2475), TaxTotal("none", "Exempt: a fine", 100, 0, 100)]
    return Invoice(
        "Tax invoice 2026-0042",
        "2026-0042",
        DAY,
        "1 July to 30 September 2026",
        OFFICE,
        CLUB,
        POUNDS,
        lines,
        taxes,
        2350,
        225,
        2575,
        "levies of 2026, from 1 January 2026, handbook 8.1",
        "Questions: money@points.example",
        due=date(2026, 12, 15),
        reference="OAKBY-0042",
        bank=("Bank of Strelsau", "12-34-56", "12345678"),
        balance_before=-1080,
        balance_after=1495,
        notes=("Thank you.",),
        annex=annex,
    )


def test_an_invoice_says_everything_that_must_stand_on_it() -> None:
    annex = [AnnexLine(DAY, f"S-{at}", f"Tuesday pairs {at}", "1.25 points", 253) for at in range(90)]
    made = money.invoice_paper(invoice(annex))
    content = render([made], HEAD, DAY)
    said = words(content)
    for part in (
        *("Tax invoice 2026-0042", "15 November 2026", "1 July to 30 September 2026", "15 December 2026"),
        *OFFICE.lines,
        *CLUB.lines,
        *("12.25", "points", "£2.02", "£22.50", "10 %", "£2.25", "£24.75", "Exempt: a fine", "(8.1)"),
        *("£25.75", "GBP", "OAKBY-0042", "Bank of Strelsau", "−£10.80", "£14.95", "money@points.example", "8.1"),
        *("S-89", "Tuesday pairs 89"),
    ):
        assert part in said, part
    assert len(read(content)) == len(made.data["pages"]) > 1


def test_a_credit_note_has_no_day_on_which_it_is_due() -> None:
    given = invoice()._replace(title="Credit note 2026-0043 of invoice 2026-0042", due=None, bank=(), reference="")
    said = words(render([money.invoice_paper(given)], HEAD, DAY))
    assert "Credit note 2026-0043 of invoice 2026-0042" in said
    assert "Due" not in said
    assert "How to pay" not in said


def test_a_statement_of_an_account_runs_from_balance_to_balance() -> None:
    lines = [
        AccountLine(DAY, "2026-0042", "Tax invoice", 2575, 0, 1495, date(2026, 12, 15)),
        AccountLine(DAY, "P-7", "Payment", 0, 7000, -5505),
    ]
    given = AccountStatement(
        "Oakby", "100", date(2026, 1, 1), DAY, POUNDS, -1080, -5505, lines, 0, "Questions: money@points.example"
    )
    said = words(render([money.account_paper(given)], HEAD, DAY))
    for part in ("Brought forward −£10.80", "£25.75", "£70.00", "Carried forward −£55.05", "£0.00 overdue", "P-7"):
        assert part in said, part


@pytest.mark.parametrize(("units", "said"), [(0, "£0.00"), (5, "£0.05"), (-123456, "−£1,234.56")])
def test_amounts_are_written_with_sign_and_places(units: int, said: str) -> None:
    assert POUNDS.write(units) == said
    assert Currency("JPY", "¥", 0).write(1234) == "¥1,234"


def test_no_sign_is_wider_than_the_table_of_widths_says() -> None:
    signs = "".join(text_width._KNOWN)  # noqa: SLF001 - the table itself
    source = (
        '#set text(font: "Libertinus Serif", size: 1000pt, number-width: "tabular")\n'
        "#context [#metadata(json(bytes(sys.inputs.signs)).map(each => measure(each).width.pt())) <widths>]"
    )
    asked = typst.Compiler(source.encode(), ignore_system_fonts=True, sys_inputs={"signs": json.dumps(list(signs))})
    found = json.loads(asked.query("<widths>", field="value", one=True))
    assert len(found) == len(signs) > 100
    for sign, wide in zip(signs, found, strict=True):
        assert wide <= text_width._KNOWN[sign] < wide + 25, sign  # noqa: SLF001


@pytest.mark.slow
def test_whatever_stands_on_a_paper_with_a_crest_it_has_the_pages_that_were_counted() -> None:
    chance = random.Random(int(os.environ.get("OVERTRICK_SOAK_SEED", "7")))
    for _paper in range(int(os.environ.get("OVERTRICK_SOAK", "12"))):
        blocks = [_block(chance) for _each in range(chance.randint(1, 7))]
        said = Document(_said(chance, 14), blocks, _said(chance, 3), _said(chance, 30), [("1,234", "Local")])
        made = document("statement", said)
        for count in (1, 2):
            shown = read(render([made] * count, HEAD._replace(crest=PICTURE), DAY))
            assert len(shown) == count * len(made.data["pages"]), made.data


def _said(chance: random.Random, most: int) -> str:
    odd = ("the", "pairs of", "Wednesday", "Oakby", "MMMM", "Wilhelmina", "lll", "eee", "S.F.", "12,345.67", "§ 8.3.1")
    return " ".join(chance.choice(odd) for _each in range(chance.randint(1, most)))


def _block(chance: random.Random) -> Block:
    kind = chance.randrange(4)
    if kind == 0:
        return Heading(_said(chance, 3))
    if kind == 1:
        return Words(_said(chance, 80), soft=chance.random() < 0.5)
    if kind == 2:
        return Facts([(_said(chance, 3), _said(chance, 20)) for _each in range(chance.randint(1, 12))])
    most = [chance.choice([1, 1, 2, 4, 9]) for _each in range(chance.randint(2, 9))]
    rows = [[_said(chance, each) for each in most] for _row in range(chance.randint(1, 120))]
    return Lines([Column(_said(chance, 1), chance.random() < 0.4) for _each in most], rows)
