"""The page of a report: what was proposed, on which season, what came of it, charts with their tables, the proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from overtrick.formats.tables import Cell
from overtrick.lab.report import drawn
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table, told

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
figure { margin: 0 0 1.5rem; } figcaption { color: var(--soft); }
svg { width: 100%; max-width: 36rem; height: auto; } svg text { font-family: inherit; fill: var(--ink); }
svg line { stroke: var(--line); }
.before { fill: var(--before); } .after { fill: var(--after); }
a { color: inherit; display: inline-block; padding: .35rem .6rem .35rem 0; } pre, code { overflow-wrap: anywhere;
  white-space: pre-wrap; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
@media print { a { text-decoration: none; } details { display: block; } }
"""
#: A page shows so many rows; the files have all.
_MOST_ROWS = 100


def page(report: Report) -> str:
    """Write the page."""
    asked = f" Asked by {report.asked_by}." if report.asked_by else ""
    head = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(report.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="style.css"></head><body><main>'
    )
    parts = [
        head,
        f'<h1>{escape(report.title)}</h1><p class="soft">{escape(f"{report.for_whom}{asked}")}</p>',
        f'<p class="result">{escape(report.says)}</p><dl>{"".join(_fact(*each) for each in report.facts)}</dl>',
        f"<h2>What was proposed</h2><pre>{escape(report.proposal)}</pre>",
        *(_section(each) for each in report.tables),
        "<h2>How to repeat this</h2><p>Whoever has the season can run the proposal again and compare the digests.</p>",
        f"<pre>{escape(report.command)}</pre><dl>{_fact('Digest of the inputs', report.inputs)}",
        f"{_fact('Digest of the result', report.digest)}</dl></main></body></html>\n",
    ]
    return "\n".join(parts)


def _fact(word: str, told: str) -> str:
    return f"<dt>{escape(word)}</dt><dd>{escape(told)}</dd>"


def _section(table: Table) -> str:
    if not table.rows:
        return f"<h2>{escape(table.title)}</h2><p>{escape(table.says)}</p><p>There is nothing to tell.</p>"
    charts = "".join(
        f"<figure><h3>{escape(each.title)}</h3>{each.svg}<figcaption>{escape(each.says)}</figcaption></figure>"
        for each in drawn.charts(table)
    )
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
        yield f"<{tag}{scope}{side}>{escape(told(column, cell))}</{tag}>"
