"""The office asks whether the book was changed: as a task, with a result that is kept and shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse
from lxml import html

from overtrick.register import sql
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger.models import Entry
from overtrick.register.people.registration import correct
from overtrick.register.proving import kept_proofs
from overtrick.register.tasks import claims, worker
from overtrick.register.tasks.models import Task
from tests.register import office
from tests.register.test_edges_proof import without_guards
from tests.web.cast import MARCH, Cast, Role
from tests.web.office.conftest import PROVED_AT, found, proved
from tests.web.test_safe_requests import rows_written

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

PAGE = reverse("office-proof")


def words(page: str) -> str:
    """What somebody reads on a page, without its tags."""
    return " ".join(str(html.document_fromstring(page).text_content()).split())


@pytest.mark.postgres
def test_a_proof_is_asked_for_found_by_a_worker_and_shown(cast: Cast, log_in: LogIn) -> None:
    clerk = log_in(Role.OFFICE)
    assert "The last check" not in clerk.get(PAGE).content.decode()
    asked = clerk.post(PAGE, {"sample": "all"})
    row = Task.objects.get(name=kept_proofs.NAME)
    assert (asked["Location"], row.by, row.arguments) == (f"/tasks/{row.pk}/", cast.union.clerk, {"sample": None})
    waiting = clerk.get(PAGE).content.decode()
    assert "A check is not finished yet." in waiting
    assert f'href="/tasks/{row.pk}/"' in waiting
    assert worker.work(once=True) == 1
    shown = clerk.get(f"/tasks/{row.pk}/")
    assert shown["Location"] == f"/office/proof/{row.pk}/"
    page = words(clerk.get(shown["Location"]).content.decode())
    assert "Everything is in order." in page
    entries = Entry.objects.count()
    assert f"Entries {entries} Closed months 1 Events worked out again 5 of 5" in page
    after = clerk.get(PAGE).content.decode()
    assert "A check is not finished yet." not in after
    assert "Everything was in order" in after
    assert f'href="/office/proof/{row.pk}/"' in after


@pytest.mark.parametrize(("sample", "given"), [("0", 0), ("200", 200), ("all", None)])
def test_how_many_events_are_worked_out_again_is_asked(
    log_in: LogIn, cast: Cast, sample: str, given: int | None
) -> None:
    del cast
    log_in(Role.OFFICE).post(PAGE, {"sample": sample})
    assert Task.objects.get(name=kept_proofs.NAME).arguments == {"sample": given}


def test_the_same_question_leads_to_the_proof_that_is_on_its_way(cast: Cast, log_in: LogIn) -> None:
    del cast
    clerk = log_in(Role.OFFICE)
    first = clerk.post(PAGE, {"sample": "200"})["Location"]
    assert clerk.post(PAGE, {"sample": "200"})["Location"] == first
    assert clerk.post(PAGE, {"sample": "all"})["Location"] != first


def test_only_the_office_asks_for_a_proof_and_sees_its_result(cast: Cast, log_in: LogIn) -> None:
    result = found(cast)
    for role in Role:
        client, allowed = log_in(role), role is Role.OFFICE
        refused = 302 if role is Role.ANONYMOUS else 403  # to log in
        assert client.get(result).status_code == (200 if allowed else refused), role
        before = Task.objects.count()
        assert client.post(PAGE, {"sample": "0"}).status_code == (302 if allowed else 403), role
        assert Task.objects.count() == before + allowed, role


def test_the_office_of_another_federation_has_no_result_of_ours(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.ELSEWHERE)
    there = f"/@{cast.elsewhere.slug}"
    assert client.get(f"{there}{PAGE}").status_code == 200
    assert client.get(f"{there}{found(cast)}").status_code == 404


def test_the_result_says_when_who_asked_and_what_was_looked_at(cast: Cast, log_in: LogIn) -> None:
    page = words(log_in(Role.OFFICE).get(found(cast)).content.decode())
    who = cast.union.second.get_full_name() or cast.union.second.username
    assert f"Checked on 20 June 2026, 09:05 Asked for by {who}" in page
    assert "Postings 1,204 Entries 23,526 Closed months 13 Events worked out again 200 of 1,991" in page
    assert "What was erased" not in page


def test_the_page_shows_the_last_result(cast: Cast, log_in: LogIn) -> None:
    found(cast, Finding("entry 17", "It is missing."))
    client = log_in(Role.OFFICE)
    assert "1 thing was not as it should be" in words(client.get(PAGE).content.decode())
    last = found(cast)
    page = client.get(PAGE).content.decode()
    assert "Everything was in order" in page
    assert f'href="{last}"' in page


def test_a_changed_row_is_named_by_whose_it_is_and_which_event(cast: Cast, log_in: LogIn) -> None:
    without_guards("ledger_entry")
    sql.run("update ledger_entry set units = units + 1 where player_id = %s and played = %s", cast.player.pk, MARCH)
    page = proved(log_in(Role.OFFICE), "0")
    number = cast.player.number
    assert f'<a href="/office/players/{number}/">Ado Bem ({number}), Tuesday pairs, 10 March 2026</a>' in page
    assert f'<a href="/office/players/{number}/">Ado Bem ({number})</a>' in page  # the balance
    assert "The database was changed outside Overtrick." in words(page)
    (row,) = Task.objects.filter(name=kept_proofs.NAME)
    assert "Bem" not in json.dumps(row.results)


def test_rows_have_the_names_of_today_and_those_that_have_none_are_shown_without(cast: Cast, log_in: LogIn) -> None:
    result = found(
        cast,
        Finding("submission 3", "Its awards are missing.", FoundRow("competitions_submission", cast.sent)),
        Finding("player 1", "It was changed.", FoundRow("people_player", cast.player.pk)),
        Finding("player 2", "It was changed.", FoundRow("people_player", 999_999)),
        Finding("officer 9", "It was changed.", FoundRow("organisations_officer", 9)),
        Finding("database file", "It is damaged."),
    )
    correct(cast.player, family="Bemme", actor=None, at=office.AT)
    page = log_in(Role.OFFICE).get(result).content.decode()
    assert "5 things are not as they should be" in words(page)
    assert f'<a href="/office/submissions/{cast.sent}/">' in page
    assert f'<a href="/office/players/{cast.player.number}/">Ado Bemme (' in page
    alert = page[page.index('role="alert"') : page.index("What was checked")]
    assert alert.count("<a href=") == 2
    assert all(word in alert for word in ("Player 2", "Officer 9", "Database file"))


def test_many_findings_are_counted_and_ask_as_little_as_few(
    cast: Cast, log_in: LogIn, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    players = [FoundRow("people_player", each.pk) for each in cast.union.players]
    findings = [Finding(f"player {each.key}", "It was changed.", each) for each in players] * 20
    result = found(cast, *findings, erased=tuple(findings))
    client = log_in(Role.OFFICE)
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        page = words(client.get(result).content.decode())
    assert len(findings) == 320
    assert "320 things are not as they should be" in page
    assert page.count("120 more are not listed here. The command “overtrick office verify” lists all of them.") == 2


def test_what_was_erased_is_listed(cast: Cast, log_in: LogIn) -> None:
    erased = (
        Finding("Player 200013", "Words of 4 records and 1 files were erased by record 9 of the audit of north."),
    )
    page = words(log_in(Role.OFFICE).get(found(cast, erased=erased)).content.decode())
    assert "Everything is in order." in page
    assert "Player 200013: Words of 4 records" in page


def test_looking_writes_nothing(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    result = found(cast, Finding("player 1", "It was changed.", FoundRow("people_player", cast.player.pk)))
    before = rows_written()
    for method in ("GET", "HEAD"):
        for address in (PAGE, result):
            assert client.generic(method, address).status_code == 200
    assert rows_written() == before


def test_what_is_not_a_proof_has_no_result(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    open_one = client.post(PAGE, {"sample": "0"})["Location"].split("/")[2]
    other = Task.objects.create(
        federation=cast.union.federation,
        name="book.check",
        title="x",
        by=cast.union.clerk,
        added_at=PROVED_AT,
        state="done",
    )
    for pk in (open_one, other.pk):
        assert client.get(f"/office/proof/{pk}/").status_code == 404


# --- How far it is ----------------------------------------------------------------------------------------------------


def _far(row: Task, done: int) -> None:
    """Let a worker have begun a proof and be so far."""
    taken = claims.claim(row.pk, worker.LEASE)
    assert taken is not None
    if connection.vendor == "sqlite":
        (settings.HOME / "tasks").mkdir(exist_ok=True)
        told = {"token": taken.token, "done": done, "of": 10_000}
        (settings.HOME / "tasks" / f"{row.pk}.json").write_text(json.dumps(told))
    Task.objects.filter(pk=row.pk).update(done=done, of=10_000)


@pytest.mark.parametrize(
    ("sample", "done", "step", "says"),
    [
        ("all", 0, "Step 1 of 8, 0 %", "Making every seal again and adding up every balance now"),
        ("all", 400, "Step 2 of 8, 4 %", "Working out awards again now"),
        ("all", 4899, "Step 2 of 8, 48 %", "Working out awards again now"),
        ("all", 4900, "Step 3 of 8, 49 %", "Checking that every point won is in the book or held now"),
        ("200", 4900, "Step 5 of 8, 49 %", "Checking invoices, payments and charges now"),
        ("0", 9999, "Step 8 of 8, 99 %", "Checking the database itself now"),
    ],
)
def test_the_task_says_which_part_is_at_work(
    cast: Cast, log_in: LogIn, sample: str, done: int, step: str, says: str
) -> None:
    del cast
    client = log_in(Role.OFFICE)
    address = client.post(PAGE, {"sample": sample})["Location"]
    _far(Task.objects.get(name=kept_proofs.NAME), done)
    page = words(client.get(address).content.decode())
    assert step in page
    assert says in page


def test_a_welsh_page_says_what_stays_english(cast: Cast, log_in: LogIn) -> None:
    says = "It was changed outside Overtrick."
    result = found(cast, Finding("player 1", says), erased=(Finding("Player 2", "Words of 1 records."),))
    client = log_in(Role.OFFICE)
    client.get("/language/cy/", {"next": "/"})
    page = client.get(result).content.decode()
    assert f'<strong><span lang="en">Player 1</span></strong>: <span lang="en">{says}</span>' in page
    assert '<span lang="en">Words of 1 records.</span>' in page
