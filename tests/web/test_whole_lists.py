"""Every list is offered as CSV and XLSX, and the file has all its rows, however few of them the page shows."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from overtrick import web
from overtrick.formats import tables
from overtrick.register.mail import outbox
from overtrick.register.queries.models import Query
from overtrick.register.ranks.models import Promotion
from overtrick.register.tasks.models import Task
from overtrick.web.club import region
from overtrick.web.design import downloads
from overtrick.web.office import accounts, audit, events, inbox, mail, months, questions
from overtrick.web.office import tasks as office_tasks
from overtrick.web.player import queries
from overtrick.web.public import events as public_events
from overtrick.web.public import organisations as public_organisations
from tests.formats.test_tables import sheets_of
from tests.register.season import AT
from tests.web.cast import Cast, Role
from tests.web.test_access import EVERY, OK, address_of

if TYPE_CHECKING:
    from types import ModuleType

    from django.test import Client

    from tests.web.conftest import LogIn

WEB = Path(web.__file__).parent
#: Templates with a table that is no list of its own, and where the list is.
NO_LISTS = {
    "lab/table.html": "rows of a table of the handbook to choose from",
    "accounts/devices.html": "where somebody is logged in",
    "club/by_hand_points.html": "a form",
    "club/categories.html": "a form",
    "club/changes.html": "who gains and who loses, before a submission",
    "club/members_list.html": "what is wrong with a file",
    "club/pending.html": "points of one submission, whose awards are downloaded",
    "club/preview.html": "the awards of a draft",
    "club/quotas.html": "quotas of the year",
    "club/season_points.html": "points of one season, whose matches are downloaded",
    "club/start_list.html": "what a file says, which the reader has",
    "design/award_table.html": "the awards of an event, which are downloaded in the forms of the event",
    "design/differences.html": "what a file claims",
    "design/league_table.html": "a part of the page of an event",
    "design/list_columns.html": "the first lines of a file",
    "design/money_drafts.html": "documents as a run would make them; the rehearsal has a file of every line",
    "design/problems.html": "what is wrong with a file",
    "office/act.html": "one act",
    "office/month_balances.html": "three or four balances, of which the page of balances has a file",
    "office/moving_in_list.html": "what is wrong with a file",
    "player/credits.html": "a part of the record, of which the statement has every credit",
    "player/record.html": "likewise",
    "player/statistics.html": "the figures under a chart",
    "player/together.html": "a part of the statistics",
    "public/clause.html": "figures of a handbook",
    "public/difference_rows.html": "figures of a handbook",
    "public/event_list.html": "a part of the page of an event",
    "public/event_points.html": "likewise",
    "public/event_round.html": "likewise",
    "public/event_versions.html": "likewise",
    "public/figures.html": "figures of a handbook",
    "public/player.html": "the figures under a chart",
    "public/players.html": "a search finds the first twenty, so that nobody reads the whole register there",
    "public/worth_bench.html": "what an event would be worth",
}
#: Pages with a list, beside those of which a page shows the first rows only.
LISTS = (
    "/clubs/", "/rankings/", "/record/certificates/", "/record/statement/", "/club/{club}/calendar/",
    "/club/{club}/submissions/", "/club/{club}/members/", "/club/{club}/members/{member}/",
    "/club/{club}/applications/", "/club/{club}/reports/", "/club/{county}/clubs/", "/club/{county}/clubs/licences/",
    "/office/calendar/", "/office/clubs/", "/office/players/{player}/entries/", "/office/applications/overdue/",
    "/office/applications/licences/", "/office/organisations/", "/office/organisations/{club}/", "/office/months/",
    "/office/settings/",
)  # fmt: skip


def test_every_template_with_a_table_offers_it_as_a_file_or_says_why_not() -> None:
    without = set()
    for file in WEB.glob("*/templates/**/*.html"):
        text = file.read_text(encoding="utf-8")
        if "<table" in text and "downloads" not in text and "design/table.html" not in text:
            without.add(file.as_posix().partition("/templates/")[2])
    assert without == set(NO_LISTS)


def sent(answer: Any) -> bytes:  # noqa: ANN401 - as the test client gives it, whole or piece by piece
    """Read what was sent."""
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def lines(client: Client, address: str, form: str = "csv") -> list[list[str]]:
    """Download a list; the headings are no row of it."""
    answer = client.get(f"{address}{'&' if '?' in address else '?'}as={form}")
    assert answer.status_code == OK, address
    content = sent(answer)
    if form == "csv":
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))[1:]
    (sheet,) = sheets_of(content).values()
    return [[str(cell) for cell in row] for row in sheet[1:]]


def shown(page: str) -> int:
    """Count the rows of the tables on a page."""
    return sum(part.count("<tr role=") for part in re.findall("<tbody.*?</tbody>", page, re.DOTALL))


@pytest.mark.slow
def test_the_files_of_a_list_have_what_the_page_shows(cast: Cast, log_in: LogIn) -> None:
    rows = {row.address: row for row in EVERY if row.method == "get"}
    for written in LISTS:
        row = rows[written]
        client = log_in(next(each for each in (Role.OFFICE, Role.OTHER_PLAYER) if row.answers[each] == OK))
        address = address_of(row, cast)
        page = client.get(address).content.decode()
        files = {unescape(each) for each in re.findall('href="([?][^"]*as=csv[^"]*)"', page)}
        found = [lines(client, address + each.replace("as=csv", "")) for each in files]
        books = [lines(client, address + each.replace("as=csv", ""), "xlsx") for each in files]
        assert list(map(len, found)) == list(map(len, books)), written
        assert sum(map(len, found)) >= shown(page) > 0, written


#: Lists of which a page shows the first, where that number is kept, and who reads them.
LONG: list[tuple[str, ModuleType, str, Role]] = [
    ("/events/", public_events, "_MOST", Role.ANONYMOUS),
    ("/clubs/{club}/", public_organisations, "_MOST_EVENTS", Role.ANONYMOUS),
    ("/queries/", queries, "_PAGE", Role.OFFICE),
    ("/club/{county}/clubs/members/", region, "_MOST", Role.COUNTY),
    ("/office/accounts/", accounts, "_MOST", Role.OFFICE),
    ("/office/audit/", audit, "_MOST", Role.OFFICE),
    ("/office/events/", events, "_MOST", Role.OFFICE),
    ("/office/submissions/?status=approved", inbox, "_MOST", Role.OFFICE),
    ("/office/mail/", mail, "_MOST", Role.OFFICE),
    ("/office/promotions/", months, "_MOST", Role.OFFICE),
    ("/office/questions/", questions, "_MOST", Role.OFFICE),
    ("/office/tasks/", office_tasks, "_MOST", Role.OFFICE),
]


def _more(cast: Cast) -> None:
    """Let there be three of everything."""
    federation = cast.union.federation
    for number in range(3):
        outbox.queue(federation, f"letter {number}", "ado@example.org", "test", "en", AT)
        Task.objects.create(federation=federation, name="x", title=f"Work {number}", by=cast.union.clerk, added_at=AT)
    asked, reached = Query.objects.get(), Promotion.objects.get()
    for rank in ("County Master", "Regional Master"):
        asked.pk = None
        asked.save()
        Promotion.objects.create(
            player=cast.player, rank=rank, edition=reached.edition, reached=reached.reached, closing=reached.closing
        )


def test_a_file_has_every_row_though_the_page_shows_one(
    cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    _more(cast)
    for written, module, limit, role in LONG:
        client = log_in(role)
        address = written.format(club=cast.union.club.pk, county=cast.union.county.pk)
        every = lines(client, address)
        assert len(every) > 1, written
        monkeypatch.setattr(module, limit, 1)
        page = client.get(address).content.decode()
        assert "as=csv" in page, written
        assert len(lines(client, address)) == len(lines(client, address, "xlsx")) == len(every), written
        monkeypatch.undo()


def test_a_long_list_is_sent_piece_by_piece_and_sorted_if_that_is_asked(
    cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "_IN_MEMORY", 100)
    client = log_in(Role.OFFICE)
    answer = client.get("/office/events/?as=csv")
    assert answer.streaming
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Events.csv"'
    assert int(answer.headers["Content-Length"]) == len(sent(answer))
    days = [row[1] for row in lines(client, "/office/events/?sort=1")]
    assert days == sorted(days)
    assert days == [row[1] for row in lines(client, "/office/events/?sort=-1")][::-1]
    assert cast.union.club.name in {row[2] for row in lines(client, "/office/events/")}


def test_a_workbook_goes_on_with_another_sheet_where_one_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 2)
    for rows, sheets in ((0, [0]), (2, [2]), (5, [2, 2, 1])):
        target = io.BytesIO()
        number = count(1)
        tables.write_xlsx(target, "Events", ["Number"], ([next(number)] for _each in range(rows)))
        found = sheets_of(target.getvalue())
        assert [len(each) - 1 for each in found.values()] == sheets
        assert [row[0] for each in found.values() for row in each[1:]] == list(range(1, rows + 1))
