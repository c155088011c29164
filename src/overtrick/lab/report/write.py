"""Writes a report into a folder that is not there yet: the page, and each table as CSV, XLSX and Parquet."""

from __future__ import annotations

import shlex
import shutil
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.formats.tables import Cell, Sheet, as_csv, as_xlsx
from overtrick.lab.promotions import promotions
from overtrick.lab.report import tables
from overtrick.lab.report.page import STYLE, Proof, page
from overtrick.lab.report.tables import Table
from overtrick.lab.results import NoRun, Result

PAGE = "index.html"


def write(result: Result, folder: Path, *, public: bool = False) -> str:
    """Write a report; gives its sentence. The folder is there when all of it is."""
    if folder.exists():
        message = f"{folder} is there already. Name another folder, or remove it."
        raise NoRun(message)
    aside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        says = _write(result, aside, public=public)
        aside.rename(folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return says


def _write(result: Result, folder: Path, *, public: bool) -> str:
    promoted = promotions(result)
    listed = tables.tables(result, promoted, public=public)
    says = tables.sentence(result, promoted, public=public)
    for table in listed:
        (folder / f"{table.name}.csv").write_bytes(as_csv(table.columns, table.rows))
        (folder / f"{table.name}.xlsx").write_bytes(as_xlsx(Sheet(table.title, table.columns, table.rows)))
        pq.write_table(_columns(table), folder / f"{table.name}.parquet", compression="zstd")
    (folder / "proposal.toml").write_text(result.proposal.text, encoding="utf-8")
    (folder / "style.css").write_text(STYLE, encoding="utf-8")
    proof = Proof(command(result, public=public), inputs(result), result.digest)
    (folder / PAGE).write_text(page(result, listed, says, proof, public=public), encoding="utf-8")
    return says


def inputs(result: Result) -> str:
    """Give the digest of all that went in: season, proposal, and which events were asked about."""
    return str(result.card["key"])


def command(result: Result, *, public: bool) -> str:
    """Write the commands that make this report again, for folders called season and run."""
    where = result.plan.where
    options = []
    for name, value in where._asdict().items():
        if value:
            option = "organiser" if name == "organiser_kind" else name.replace("_", "-")
            options.append(f" --{option} {shlex.quote(str(value))}")
    last = " --public" if public else ""
    return (
        f"overtrick lab run proposal.toml --season season --out run{''.join(options)}\n"
        f"overtrick lab report run --season season --out report{last}"
    )


def _columns(table: Table) -> pa.Table:
    """Give a table as columns; points are exact decimals, and what is not a number everywhere is text."""
    found = {}
    for at, name in enumerate(table.columns):
        column = [row[at] for row in table.rows]
        found[name] = pa.array(column, _type(column)) if _type(column) else pa.array(map(str, column), pa.string())
    return pa.table(found)


def _type(column: list[Cell]) -> pa.DataType | None:
    if column and all(isinstance(cell, Decimal) for cell in column):
        return pa.decimal128(24, 6)
    return pa.int64() if column and all(isinstance(cell, int) for cell in column) else None
