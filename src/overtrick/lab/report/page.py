"""The page of a report: what was proposed, on which season, what came of it, charts with their tables, the proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape
from typing import NamedTuple

from overtrick.formats.tables import Cell
from overtrick.lab.report.chart import Pair, pairs
from overtrick.lab.report.tables import Table
from overtrick.lab.results import Result

#: A file of its own: sites allow no style inside a page.
STYLE = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #4a4a4a; --line: #b5b5b5; --paper: #fff;
  --before: #8a8f98; --after: #0b5a43; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f0f0; --soft: #c4c4c4; --line: #5a5a5a; --paper: #16181a;
  --before: #9aa0a8; --after: #57c79f; } }
body { font: 18px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  padding: 1rem; max-width: 60rem; }
h1 { line-height: 1.2; } p, dl { max-width: 75ch; } .soft { color: var(--soft); }
.result { font-size: 1.3rem; font-weight: 600; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; } svg text { font-size: 15px; fill: var(--ink); text-anchor: middle; }
svg text.key { text-anchor: start; } svg line { stroke: var(--line); }
.before { fill: var(--before); } .after { fill: var(--after); }
a { color: inherit; display: inline-block; padding: .35rem .6rem .35rem 0; } pre, code { overflow-wrap: anywhere;
  white-space: pre-wrap; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
@media print { a { text-decoration: none; } details { display: block; } }
"""
#: Tables with a chart before them.
_DRAWN = ("month", "rank", "county")
#: A page shows so many rows; the files have all.
_MOST_ROWS = 100
#: A chart of more groups cannot be read.
_MOST_DRAWN = 24


class Proof(NamedTuple):
    """By what a report can be made again and compared."""

    command: str
    inputs: str
    digest: str


def page(result: Result, listed: Sequence[Table], says: str, proof: Proof, *, public: bool) -> str:
    """Write the page."""
    card, proposal = result.card, result.proposal
    asked = f" Asked by {proposal.asked_by}." if proposal.asked_by else ""
    names = "Without names, and without groups of fewer than five players." if public else "For the committee only."
    facts = [
        ("Season", f"{card['federation']}, {card['from']} to {card['until']}"),
        ("Compared with", f"the rules in force, which give what the book says for all {result.events:,} events"),
        ("Changed", f"{result.changed:,} events"),
    ]
    head = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(proposal.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="style.css"></head><body><main>'
    )
    parts = [
        head,
        f'<h1>{escape(proposal.title)}</h1><p class="soft">{escape(f"{names}{asked}")}</p>',
        f'<p class="result">{escape(says)}</p><dl>{"".join(_fact(*each) for each in facts)}</dl>',
        f"<h2>What was proposed</h2><pre>{escape(proposal.text.strip())}</pre>",
        *(_section(result, each) for each in listed),
        "<h2>How to repeat this</h2><p>Whoever has the season can run the proposal again and compare the digests.</p>",
        f"<pre>{escape(proof.command)}</pre><dl>{_fact('Digest of the inputs', proof.inputs)}",
        f"{_fact('Digest of the result', proof.digest)}</dl></main></body></html>\n",
    ]
    return "\n".join(parts)


def _fact(word: str, told: str) -> str:
    return f"<dt>{escape(word)}</dt><dd>{escape(told)}</dd>"


def _section(result: Result, table: Table) -> str:
    if not table.rows:
        return f"<h2>{escape(table.title)}</h2><p>There is nothing to tell.</p>"
    charts = "".join(_charts(result, table)) if table.name in _DRAWN else ""
    links = " ".join(f'<a href="{table.name}.{form}">{form.upper()}</a>' for form in ("csv", "xlsx", "parquet"))
    left = len(table.rows) - _MOST_ROWS
    more = f"<p>{left:,} more rows are in the files.</p>" if left > 0 else ""
    heading = "".join(_cells(table, table.columns, "th"))
    rows = "".join("<tr>" + "".join(_cells(table, row, "td")) + "</tr>" for row in table.rows[:_MOST_ROWS])
    return (
        f"<h2>{escape(table.title)}</h2><p>{escape(table.says)}</p>{charts}"
        f'<div class="wide"><table><thead><tr>{heading}</tr></thead><tbody>{rows}</tbody></table></div>{more}'
        f"<p>{links}</p>"
    )


def _cells(table: Table, row: Sequence[Cell], tag: str) -> Iterable[str]:
    for column, cell in zip(table.columns, row, strict=True):
        side = ' class="figure"' if column in table.figures else ""
        scope = ' scope="col"' if tag == "th" else ""
        yield f"<{tag}{scope}{side}>{escape(_shown(column, cell))}</{tag}>"


def _shown(column: str, cell: Cell) -> str:
    if isinstance(cell, Decimal):
        sign = "+" if column == "Change" and cell > 0 else ""
        return f"{sign}{cell:,}".replace("-", "−")
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _charts(result: Result, table: Table) -> Iterable[str]:
    """Draw a chart for each colour that has more than one group."""
    for colour in result.colours:
        rows = [row for row in table.rows if row[1] == colour][:_MOST_DRAWN]
        if len(rows) > 1:
            shown = [Pair(str(row[0]), Decimal(str(row[2])), Decimal(str(row[3]))) for row in rows]
            says = f"{table.title}, {colour}: before and after. The table below has the figures."
            yield f"<h3>{escape(colour.capitalize())}</h3>{pairs(shown, says)}"
