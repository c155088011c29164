"""Writes a report into a folder that is not there yet: the page, and each table as CSV, XLSX and Parquet."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.formats.tables import Cell, Sheet, as_csv, as_xlsx
from overtrick.lab.report import report
from overtrick.lab.report.make import make
from overtrick.lab.report.page import STYLE, page
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table
from overtrick.lab.results import NoRun, Result

PAGE, DATA = "index.html", "report.json"


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
    made = make(result, public=public)
    for name, content in files(made).items():
        (folder / name).write_bytes(content)
    return made.says


def files(made: Report) -> dict[str, bytes]:
    """Give the files of a report by their names."""
    found = {}
    for table in made.tables:
        found[f"{table.name}.csv"] = as_csv(table.columns, table.rows)
        found[f"{table.name}.xlsx"] = as_xlsx(Sheet(table.title, table.columns, table.rows))
        found[f"{table.name}.parquet"] = _parquet(table)
    found["proposal.toml"] = f"{made.proposal}\n".encode()
    found["style.css"] = STYLE.encode()
    found[DATA] = report.written(made).encode()
    found[PAGE] = page(made).encode()
    return found


def _parquet(table: Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(_columns(table), sink, compression="zstd")
    return bytes(sink.getvalue().to_pybytes())


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
