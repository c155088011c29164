"""``overtrick office reports``: the reports of a period, a workbook for every club and county."""

from __future__ import annotations

import re
from pathlib import Path

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered, looking

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@answered
def reports(period: str, folder: str, organisation: str, federation: str) -> int:
    """Write the reports; files that are there already are written again."""
    with looking(federation, "") as _there:
        from overtrick.formats.tables import Sheet, as_xlsx
        from overtrick.register.reports import organisation_report, report_period, report_tables

        asked = report_period.read(period)
        if asked is None:
            raise Unclear(f"{period!r} is not a period; write 2026-10-14, 2026-10, 2026-Q4 or 2026")
        into = Path(folder)
        if into.exists() and not into.is_dir():
            raise Unclear(f"{folder} is a file; name a folder")
        whose = (
            [context.organisation(organisation)] if organisation else organisation_report.organisations(asked.days.last)
        )
        into.mkdir(parents=True, exist_ok=True)
        for each in whose:
            sheets = [
                Sheet(
                    report_tables.TITLES[made.name],
                    [column.heading % {"colour": column.colour.capitalize()} for column in made.columns],
                    made.rows,
                )
                for made in report_tables.tables(organisation_report.report(each, asked))
            ]
            name = _NOT_IN_NAMES.sub("-", f"{each.number} {each.name}").strip("-")
            (into / f"{asked.written} {name}.xlsx").write_bytes(as_xlsx(*sheets))
    output.say(f"{output.counted(len(whose), 'report')} of {asked.written} written to {folder}.")
    return output.GOOD
