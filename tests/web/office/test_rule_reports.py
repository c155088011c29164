"""A published report about a proposal: no name, number or small group in any of its files, and nobody changes it."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from django.db import IntegrityError
from django.test import Client
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from overtrick.lab.report import report as reports
from overtrick.register import transactions
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people.models import Membership
from overtrick.register.rule_reports import publish
from overtrick.register.rule_reports.models import RuleReport
from overtrick.register.rule_reports.publish import NewReport
from overtrick.register.scoping import scope
from tests.register.season import AT, NIGHT, night, pairs, submitted
from tests.web.cast import Cast, Role
from tests.web.office.test_lab import text, worked_out

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

NEW = NewReport("Try", "Nobody gains and nobody loses.", "a" * 64, "b" * 64, {"report.json": b"{}"})


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = settings.SHARED = tmp_path


def written(name: str, content: bytes) -> str:
    """Read a file of a report as a reader does."""
    if name.endswith(".pdf"):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if name.endswith(".xlsx"):
        return str(CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python())
    if name.endswith(".parquet"):
        return str(pq.read_table(io.BytesIO(content)).to_pydict())
    return content.decode("utf-8-sig")


def test_no_file_of_a_public_report_tells_of_a_player_or_of_a_few(cast: Cast, log_in: LogIn) -> None:
    union = cast.union
    with scope(federation=union.federation):
        # The winners are the only two of their club.
        for each in union.players[:2]:
            Membership.objects.filter(player=each).update(club=union.other)
        day = timedelta(days=1)
        submitted(union, night(pairs(union.players), begins=NIGHT + day), at=AT + 2 * day)
    client = log_in(Role.OFFICE)
    address = worked_out(client, cast)
    ours = text(client, address)
    client.post(f"{address}publish/", {"sure": "yes"})
    with scope(federation=union.federation):
        kept = RuleReport.objects.get()
    secret = [word for each in union.players for word in (each.family, each.given, each.number)]
    secret += [union.other.name, f"({union.other.number})", f"'{union.other.number}'"]
    assert [word for word in secret if word in ours], "what is looked for is in the report of the office"
    with zipfile.ZipFile(io.BytesIO(bytes(kept.archive))) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    endings = {name.rpartition(".")[2] for name in files}
    assert endings == {"csv", "xlsx", "parquet", "json", "html", "pdf", "toml", "css"}
    for name, content in (*files.items(), ("the page", Client().get("/proposals/1/").content)):
        said = written(name, content)
        found = [word for word in secret if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said)]
        assert not found, (name, found)
    report = reports.read(files["report.json"].decode())
    counted = 0
    for table in report.tables:
        for row in table.rows:
            cells = dict(zip(table.columns, row, strict=True))
            for column in ("Gain", "Lose", "Players", "Organisers"):
                if column in cells:
                    counted += 1
                    cell = cells[column]
                    assert cell == "fewer than 5" or (isinstance(cell, int) and (cell == 0 or cell >= 5)), (table, row)
    assert counted > 3


def any_report(_published: RuleReport) -> bool:
    return True


@pytest.mark.postgres
def test_a_published_report_is_never_changed(cast: Cast) -> None:
    with scope(federation=cast.union.federation):
        made = publish.publish(cast.union.federation, NEW, beside=any_report, actor=cast.union.clerk, at=AT)
        assert publish.file(made, "report.json") == b"{}"
        for change in (lambda: RuleReport.objects.update(title="Other"), lambda: RuleReport.objects.all().delete()):
            with pytest.raises(IntegrityError, match="append-only"), transactions.atomic():
                change()
        same = publish.publish(cast.union.federation, NEW, beside=any_report, actor=cast.union.clerk, at=AT)
        assert same.pk == made.pk
        publish.withdraw(made, "Wrong", actor=cast.union.clerk, at=AT)
        with pytest.raises(publish.Withdrawn):
            publish.withdraw(made, "Wrong", actor=cast.union.clerk, at=AT)
        again = publish.publish(cast.union.federation, NEW, beside=any_report, actor=cast.union.clerk, at=AT)
        assert (again.number, again.sha256) == (2, made.sha256)


def test_only_the_office_publishes_and_nothing_too_large(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with scope(federation=cast.union.federation):
        with pytest.raises(NotAllowed):
            publish.publish(cast.union.federation, NEW, beside=any_report, actor=cast.union.scorer, at=AT)
        monkeypatch.setattr(publish, "_MOST", 10)
        with pytest.raises(publish.TooLarge):
            publish.publish(cast.union.federation, NEW, beside=any_report, actor=cast.union.clerk, at=AT)
        assert not RuleReport.objects.exists()
