"""The pages of moving in, as two people of a new office walk them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Entry
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.organisations import officers
from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office, season
from tests.register.moving_in import old_system
from tests.register.season import Union, opened
from tests.web.cast import PASSWORD

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from tests.worlds import World


@pytest.fixture
def here(world: World, monkeypatch: pytest.MonkeyPatch) -> Union:
    monkeypatch.setattr(access, "now", lambda: old_system.AT)
    return world(opened)


class Walk:
    """Somebody of the office in a browser."""

    def __init__(self, user: User) -> None:
        """Log in."""
        fresh = User.objects.get(pk=user.pk)
        fresh.set_password(PASSWORD)
        fresh.save()
        self.browser = Client()
        self.browser.post("/log-in/", {"name": fresh.username, "password": PASSWORD})

    def page(self, address: str) -> str:
        """Open a page, following where it leads."""
        return self.browser.get(address, follow=True).content.decode()

    def sends(self, step: str, content: bytes) -> str:
        """Send a list and wait for its check; the address of its page."""
        file = SimpleUploadedFile(f"{step}.csv", content)
        return self.waits(self.browser.post(f"/office/moving-in/{step}/", {"list": file}))

    def waits(self, answer: Answer) -> str:
        """Let the task be done that a button asked for; the address that it leads to."""
        assert answer.status_code == 302, answer.content.decode()
        worker.work(once=True)
        found = self.browser.get(answer["Location"], follow=True)
        return str(found.request["PATH_INFO"])

    def signs(self) -> Answer:
        """Look at the report, and sign it with the password."""
        report = self.page("/office/moving-in/report/")
        link = re.search(r"/office/moving-in/sign/\?report=[0-9a-f]{64}", report)
        page = self.page(link[0] if link else "/office/moving-in/sign/?report=" + _digest(report))
        digest = re.search(r'name="digest" value="([0-9a-f]{64})"', page)
        assert digest is not None, page
        answer: Answer = self.browser.post("/office/moving-in/sign/", {"digest": digest[1], "own_password": PASSWORD})
        return answer


def _digest(report: str) -> str:
    """The report says its own digest, also to whoever has signed it and finds no button."""
    return str(re.findall(r"[0-9a-f]{64}", report)[-1])


@pytest.mark.slow
def test_two_people_walk_from_the_first_list_to_the_book(here: Union) -> None:
    anna, bert = Walk(here.clerk), Walk(here.second)
    assert "Move in from an old system" in anna.page("/office/")
    assert "Harvest Teams" in anna.browser.get("/office/moving-in/credits/example.csv").content.decode("utf-8-sig")
    for step, content in (("credits", old_system.history(here)), ("balances", old_system.balances(here))):
        address = anna.sends(step, content)
        assert "Rehearsal: nothing has been changed" in anna.page(address)
        anna.waits(anna.browser.post(f"{address}enter/"))
        assert "Take this list back" in anna.page(address)
    address = anna.sends("ranks", old_system.ranks(here))
    page = anna.page(address)
    assert "We do not know what the rank &#x27;CM&#x27; means." in page
    chosen = {"column-0": "number", "column-1": "rank", "column-2": "since", "word-0": "County Master"}
    anna.waits(anna.browser.post(address, chosen | {"word-1": "Club Master", "as_at": ""}))
    assert "We do not know" not in anna.page(address)
    anna.waits(anna.browser.post(f"{address}enter/"))
    report = anna.page("/office/moving-in/report/")
    assert "In 1 case the credits come to more than the balance." in report
    assert anna.signs()["Location"] == "/office/moving-in/report/"
    assert "Somebody else in the office must sign it too" in anna.page("/office/moving-in/report/")
    again = anna.signs()
    assert again.status_code == 422
    assert "You have signed this report." in again.content.decode()
    assert bert.waits(bert.signs()).startswith("/tasks/")
    assert "Moving in was signed off on 2026-05-04." in bert.page("/office/moving-in/")
    with scope(federation=here.federation):
        assert Entry.objects.count() == 5
    player = bert.page(f"/office/players/{here.players[0].number}/")
    assert "County Master" in player
    assert "before this book" in bert.page(f"/office/players/{here.players[0].number}/entries/")
    assert "by the records kept before this book" in bert.page(
        re.search(r"/certificates/\d+/", player)[0]  # type: ignore[index]
    )


def test_the_report_can_be_signed_after_the_register_has_changed_and_shows_what_did(here: Union) -> None:
    with scope(federation=here.federation):
        old_system.entered(here, Step.CREDITS, old_system.history(here))
    anna, bert = Walk(here.clerk), Walk(here.second)
    seen = anna.page("/office/moving-in/report/")
    with scope(federation=here.federation):
        officers.appoint(
            here.national, here.stranger, season.ROLE.OFFICE, office.NEW_YEAR, actor=None, at=old_system.AT
        )
    stale = anna.browser.post("/office/moving-in/sign/", {"digest": _digest(seen), "own_password": PASSWORD})
    assert stale["Location"] == "/office/moving-in/report/", "to press the button again would be refused again"
    assert "The report has changed since" in anna.page(stale["Location"])
    assert anna.signs().status_code == 302
    with scope(federation=here.federation):
        office.person("Pam Quo", club=here.club)
    report = bert.page("/office/moving-in/report/")
    assert re.search(r"members</th>\s*<td[^>]*>16</td>\s*<td[^>]*>17</td>", report), "what has changed is shown"
    assert "that signature no longer counts" in report
    assert bert.signs()["Location"] == "/office/moving-in/report/", "the second becomes the first"
    assert "Changed since it was signed" not in anna.page("/office/moving-in/report/")
    assert anna.waits(anna.signs()).startswith("/tasks/")
    assert "Moving in was signed off" in anna.page("/office/moving-in/")


def test_a_member_finds_the_old_rank_and_credits_on_the_same_day(here: Union) -> None:
    with scope(federation=here.federation):
        old_system.entered(here, Step.CREDITS, old_system.history(here))
        old_system.entered(here, Step.RANKS, old_system.ranks(here))
        old_system.signed(here.clerk)
        old_system.signed(here.second)
        User.objects.create_user("ado", password=PASSWORD, player=here.players[0])
    browser = Client()
    browser.post("/log-in/", {"name": "ado", "password": PASSWORD})
    record = browser.get("/record/").content.decode()
    assert "County Master" in record
    assert "Harvest Teams" in record
    assert "From before this book" in record
    assert "Before this book" in browser.get("/record/statement/").content.decode()
    assert "won before this book began" in browser.get("/record/why/1/").content.decode()
    assert "Harvest Teams (ref. A1)" in browser.get("/record/file.json").content.decode()


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "Choose a list, for example a CSV file or a spreadsheet"),
        ({"list": b"\x00\x01"}, "This is neither a text file nor a spreadsheet."),
        ({"list": b"\n \n"}, "has no rows."),
    ],
)
def test_what_is_no_list_is_told_beside_the_field(here: Union, sent: dict[str, bytes], says: str) -> None:
    anna = Walk(here.clerk)
    files = {name: SimpleUploadedFile("x.csv", content) for name, content in sent.items()}
    answer = anna.browser.post("/office/moving-in/members/", files)
    assert answer.status_code == 422
    assert '<span class="error" id="list-error">' in answer.content.decode()
    assert says in answer.content.decode()


def test_columns_that_mean_the_same_and_words_that_mean_nothing_come_back_with_what_was_chosen(here: Union) -> None:
    anna = Walk(here.clerk)
    address = anna.sends("ranks", old_system.ranks(here))
    wrong = {"column-0": "number", "column-1": "number", "column-2": "nonsense", "word-0": "Emperor", "as_at": "31 May"}
    answer = anna.browser.post(address, wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Another column is this already" in page
    assert page.count("Choose one of these") >= 2
    assert "Enter a day, for example 2026-11-15" in page
    assert 'value="31 May"' in page


def test_a_list_can_be_removed_and_what_is_in_the_register_stays(here: Union) -> None:
    anna = Walk(here.clerk)
    address = anna.sends("credits", old_system.history(here))
    assert anna.browser.post(f"{address}remove/").status_code == 302
    clubs = anna.sends("organisations", old_system.csv(("Number", "Name", "Kind"), (300, "Ashby", "Club")))
    anna.waits(anna.browser.post(f"{clubs}enter/"))
    told = anna.browser.post(f"{clubs}remove/", follow=True).content.decode()
    assert "is in the register. Correct it there." in told
    with scope(federation=here.federation):
        assert OldList.objects.count() == 1


def test_officers_are_invited_at_the_end_and_nobody_before(here: Union, mailoutbox: list[object]) -> None:
    anna = Walk(here.clerk)
    listed = old_system.csv(("Club", "Role", "E-mail"), (100, "Scorer", "wilma@example.org"))
    address = anna.sends("officers", listed)
    anna.waits(anna.browser.post(f"{address}enter/"))
    assert mailoutbox == []
    assert "No mail is set up" in anna.browser.post("/office/moving-in/invite/").content.decode()
