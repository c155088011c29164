"""What does a batch of papers cost? Against ReportLab's plain page: the same words and figures, one file for each.

Ours are the papers that people get, with frame and page numbers, tagged. The plain pages of the floor have the same
words in one of the fonts that every reader has, no picture and no tags: a certificate is drawn line by line, a
statement is a title and a table. Beside it stands the statement drawn cell by cell, which no office would write.

What counts is CPU time, of all threads: it says the same on a busy machine.

Then the memory of a long batch, 200 at a time: after the first parts it grows no more. --whole draws twenty thousand,
and looks after two and eight thousand.
"""

from __future__ import annotations

import io
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.register.settings")

import django
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle

from benchmarks.report import Taken, in_turn, ratio, say

django.setup()

from overtrick.register.papers.document import Certificate, Document, document  # noqa: E402 - Django comes first
from overtrick.register.papers.layout import Column, Lines, Words  # noqa: E402
from overtrick.register.papers.letterhead import Letterhead  # noqa: E402
from overtrick.register.papers.render import render  # noqa: E402

BATCH, LINES, REPEATS = 200, 38, 7
#: After so many statements the memory is looked at: the whole of a large federation (with --whole), otherwise some.
WHOLE, SOME = (2_000, 8_000, 20_000), (1_000, 4_000)
MOST_GROWTH_MB, MOST_MB = 40, 300
_MEMORY = "--memory"

DAY = date(2026, 11, 15)
HEAD = Letterhead("Ruritanian Bridge Union", "#0b5a43", "#7a1f3d", "en")
COLUMNS = ("Day", "Event", "Club", "Partner", "Place", "Colour", "Points", "Standing")
_STYLES = getSampleStyleSheet()

Statement = tuple[str, list[list[str]]]


def statements(count: int, dice: random.Random) -> list[Statement]:
    """Invent records of a year."""
    return [(f"Ado{at} Bemlor{dice.randrange(999)}", [_row(dice) for _line in range(LINES)]) for at in range(count)]


def _row(dice: random.Random) -> list[str]:
    day = DAY - timedelta(days=dice.randrange(365))
    return [
        f"{day:%-d %b %Y}",
        f"{day:%A} pairs",
        "Elmby Bridge Club",
        f"Tar Kesogar{dice.randrange(500)}",
        f"{dice.randrange(1, 20)}th of 22",
        "Local",
        str(dice.randrange(200)),
        "Final",
    ]


def our_certificates(people: list[Statement]) -> bytes:
    """Draw certificates as the office does."""
    papers = [
        Certificate(
            HEAD.federation,
            "certifies that",
            name,
            f"number {at}, has reached the rank of",
            "Regional Master",
            "on 3 October 2026, by the points won at the table up to that day",
            [("By the rules of", "Handbook 2024"), ("Entered in the book", "1 November 2026"), ("Code", f"7K3M-{at}")],
            ["Check this certificate by its code at https://points.example/certificates/"],
        ).paper
        for at, (name, _rows) in enumerate(people)
    ]
    return render(papers, HEAD, DAY)


def plain_certificates(people: list[Statement]) -> list[bytes]:
    """Draw the same words with ReportLab, a file for each."""
    made = []
    for at, (name, _rows) in enumerate(people):
        file = io.BytesIO()
        page = Canvas(file, pagesize=A4)
        words = (
            (HEAD.federation, 20),
            ("certifies that", 13),
            (name, 30),
            (f"number {at}, has reached the rank of", 13),
            ("Regional Master", 26),
            ("on 3 October 2026, by the points won at the table up to that day", 13),
            ("By the rules of Handbook 2024", 11),
            ("Entered in the book 1 November 2026", 11),
            (f"Code 7K3M-{at}", 11),
            ("Check this certificate by its code at https://points.example/certificates/", 9),
        )
        for line, (said, size) in enumerate(words):
            page.setFont("Times-Roman", size)
            page.drawCentredString(A4[0] / 2, 700 - 50 * line, said)
        page.showPage()
        page.save()
        made.append(file.getvalue())
    return made


def our_statements(people: list[Statement]) -> bytes:
    """Draw statements as the office does."""
    columns = [Column(each, each == "Points") for each in COLUMNS]
    papers = [
        document(
            "statement",
            Document(
                name,
                [Lines(columns, rows), Words("Signed head 12 of the book, 1 October 2026: 23,000 rows.", soft=True)],
                f"{HEAD.federation} · Statement of 15 November 2026",
                f"Number {at} · Regional Master",
                [("1,234", "Local"), ("12.34", "Green")],
            ),
        )
        for at, (name, rows) in enumerate(people)
    ]
    return render(papers, HEAD, DAY)


def plain_statements(people: list[Statement]) -> list[bytes]:
    """Draw the same with ReportLab: a title and a table, a file for each."""
    made = []
    for at, (name, rows) in enumerate(people):
        file = io.BytesIO()
        table = Table([COLUMNS, *rows], repeatRows=1)
        table.setStyle(TableStyle([("FONTSIZE", (0, 0), (-1, -1), 8), ("ALIGN", (6, 0), (6, -1), "RIGHT")]))
        title = Paragraph(name, _STYLES["Title"])
        SimpleDocTemplate(file, pagesize=A4).build([title, Paragraph(f"Number {at}", _STYLES["Normal"]), table])
        made.append(file.getvalue())
    return made


def drawn_statements(people: list[Statement]) -> list[bytes]:
    """Draw every cell with ReportLab where somebody measured that it belongs; nothing is laid out."""
    stops = (50, 105, 190, 290, 380, 440, 510, 515)
    made = []
    for at, (name, rows) in enumerate(people):
        file = io.BytesIO()
        page = Canvas(file, pagesize=A4)
        page.setFont("Times-Roman", 18)
        page.drawString(50, 780, name)
        page.setFont("Times-Roman", 8.5)
        page.drawString(50, 762, f"Number {at}")
        for line, row in enumerate([list(COLUMNS), *rows]):
            for column, (across, said) in enumerate(zip(stops, row, strict=True)):
                (page.drawRightString if column == 6 else page.drawString)(across, 740 - 13 * line, said)
        page.showPage()
        page.save()
        made.append(file.getvalue())
    return made


def memory() -> float:
    """Say how much memory the process has needed at most, in MB; ``getrusage`` would count what its parent had."""
    (line,) = [each for each in Path("/proc/self/status").read_text("utf-8").splitlines() if each.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure and tell."""
    dice = random.Random(1)
    cases = {
        "certificates": our_certificates,
        "plain certificates": plain_certificates,
        "statements": our_statements,
        "plain statements": plain_statements,
        "drawn statements": drawn_statements,
    }
    # Nobody's paper is like another: what was drawn once is of no use for the next.
    fresh = {name: iter([statements(BATCH, dice) for _each in range(REPEATS + 1)]) for name in cases}
    for name, case in cases.items():
        case(next(fresh[name]))  # fonts and templates are read once
    taken = in_turn({name: partial(_next, case, fresh[name]) for name, case in cases.items()}, REPEATS)
    print(f"Papers: {BATCH} in a batch, statements of {LINES} lines")
    _tell("certificates / ReportLab's plain page", taken["certificates"], taken["plain certificates"], 0.7)
    _tell("statements / ReportLab's plain page", taken["statements"], taken["plain statements"], 0.7)
    _tell("statements / ReportLab, cell by cell", taken["statements"], taken["drawn statements"])
    # In a process that has drawn nothing else: what the cases above hold is not counted.
    subprocess.run([sys.executable, "-m", "benchmarks.papers", _MEMORY, *sys.argv[1:]], check=True)  # noqa: S603 - our own


def _tell(what: str, subject: Taken, floor: Taken, most: float = 0) -> None:
    """Compare in CPU time; the clock on the wall stands beside it, as the typesetter works on several pages at once."""
    found, wall = ratio(subject.cpu, floor.cpu), ratio(subject.wall, floor.wall)
    value = f"{statistics.median(subject.cpu) * 1000:,.0f} ms  {found:5.2f} ×  (wall {wall:4.2f} ×)"
    say(what, value, f"{most} ×" if most else "", met=found <= most)


def _next(case: Callable[[list[Statement]], object], fresh: Iterator[list[Statement]]) -> object:
    return case(next(fresh))


def _grow(dice: random.Random) -> None:
    """Draw part after part, and look at the most memory that was needed up to each mark."""
    marks = WHOLE if "--whole" in sys.argv else SOME
    seen = []
    for drawn in range(BATCH, marks[-1] + 1, BATCH):
        our_statements(statements(BATCH, dice))
        if drawn in marks:
            seen.append(memory())
    grown = seen[-1] - seen[0]
    said = ", ".join(f"{megabytes:,.0f} MB" for megabytes in seen)
    say(
        f"memory of {', '.join(f'{each:,}' for each in marks)} statements",
        said,
        f"{MOST_MB} MB, {MOST_GROWTH_MB} MB more",
        met=grown <= MOST_GROWTH_MB and seen[-1] <= MOST_MB,
    )


if __name__ == "__main__":
    if _MEMORY in sys.argv:
        _grow(random.Random(2))
    else:
        main()
