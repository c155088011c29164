"""Messages on the pages: a count until they are read, each reader for themself; and mail as somebody chooses it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.ledger.models import Closing
from overtrick.register.mail import outbox, unsubscribe
from overtrick.register.mail.models import Letter
from overtrick.register.mail.unsubscribe import Unwanted
from overtrick.register.mail_settings import from_url
from overtrick.register.messages import choices, inbox
from overtrick.register.messages.choices import Way
from overtrick.register.messages.kinds import Topic
from overtrick.register.messages.models import MessageRead, RegularMail
from overtrick.register.organisations import licences
from overtrick.web.mailings import monday, statement
from tests.register import office
from tests.smtp_server import running
from tests.web.cast import IN_APRIL, LATE_IN_MAY, Cast, Role
from tests.web.pages import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

    from tests.smtp_server import Postbox
    from tests.web.conftest import LogIn

#: The working day after the last thing that the cast does, a Monday.
MONDAY = datetime(2026, 6, 8, 7, tzinfo=UTC)


@pytest.fixture
def box(settings: Settings) -> Iterator[Postbox]:
    with running() as found:
        settings.MAIL = from_url(f"smtp://127.0.0.1:{found.port}", "Points <points@example.org>", Path("/nowhere"))
        yield found


def test_a_message_counts_until_it_is_opened_and_opening_leads_to_its_page(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    assert "Messages (1)" in text(client.get("/record/"))
    page = text(client.get("/record/messages/"))
    said = "Your points from Tuesday pairs, 19 May 2026, are corrected. Before: 18 local points. Now: 12 local points."
    assert said in page
    assert "Messages (1)" in page
    assert not MessageRead.objects.exists()  # to look changes nothing
    (message,) = inbox.of_player([cast.player.pk])
    answer = client.post("/record/messages/", {"open": message.pk})
    assert answer["Location"] == f"/events/{message.args[0]}/"
    assert "There are no unread messages." in text(client.get("/record/messages/"))
    assert "Messages (" not in text(client.get("/record/"))
    assert said in text(client.get("/record/messages/?show=all"))
    assert said in client.get("/record/messages/?as=csv").content.decode()


@pytest.mark.postgres
def test_officers_of_one_club_read_each_for_themself(cast: Cast, log_in: LogIn) -> None:
    address = f"/club/{cast.union.club.pk}/messages/"
    unread = {role: inbox.unread_count(cast.union.club.pk, cast.users[role]) for role in (Role.SCORER, Role.SECRETARY)}
    assert unread[Role.SECRETARY] == unread[Role.SCORER] + 1  # the scorer corrected the night of 19 May
    scorer, secretary = log_in(Role.SCORER), log_in(Role.SECRETARY)
    assert "is corrected. Version 2 replaces the one before." in text(secretary.get(address))
    scorer.post(address, {"read": "all"})
    assert "Messages (" not in text(scorer.get(address))
    assert f"Messages ({unread[Role.SECRETARY]})" in text(secretary.get(f"/club/{cast.union.club.pk}/"))
    # The county looks at the club and is not told what the club is told.
    assert log_in(Role.COUNTY).get(address).status_code == 403


def test_nobody_opens_a_message_of_others(cast: Cast, log_in: LogIn) -> None:
    message = inbox.of_player([cast.hidden.pk]).first()
    assert message is not None
    assert log_in(Role.PLAYER).post("/record/messages/", {"open": message.pk}).status_code == 404
    assert log_in(Role.OFFICE).post("/office/messages/", {"open": message.pk}).status_code == 404


def test_somebody_chooses_mail_for_themself_and_the_audit_says_so(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    page = text(client.get("/account/mail/"))
    assert "My statement of each month" in page
    assert "What is waiting this week" not in page  # they act for nobody
    typed = {"points": "at-once", "answers": "never", "statement": "monthly"}
    assert client.post("/account/mail/", typed).status_code == 302
    user = cast.users[Role.PLAYER]
    found = choices.ways(user)
    assert (found[Topic.POINTS], found[Topic.ANSWERS], found[Topic.STATEMENT]) == (Way.AT_ONCE, Way.NEVER, Way.MONTHLY)
    (act,) = Record.objects.filter(action="mail.choose")
    assert (act.user, act.after) == (user, {"answers": "never", "points": "at-once", "statement": "monthly"})


def test_the_link_of_a_mail_ends_it_without_a_log_in_and_only_by_its_button(cast: Cast) -> None:
    user = cast.users[Role.PLAYER]
    link = unsubscribe.address(cast.union.federation, unsubscribe.note(Unwanted(user.pk, ("points", "answers"))))
    address = link.removeprefix("http://127.0.0.1:8000")
    client = Client(enforce_csrf_checks=True)
    page = text(client.get(address))
    assert "My points and my rank" in page
    assert "End this mail" in page
    assert choices.ways(user)[Topic.POINTS] is Way.DAILY
    # As a mail program does it for its reader: RFC 8058.
    for _twice in range(2):
        answer = client.post(address, "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded")
        assert answer.status_code == 200
    assert {choices.ways(user)[topic] for topic in (Topic.POINTS, Topic.ANSWERS)} == {Way.NEVER}
    assert choices.ways(user)[Topic.STATEMENT] is Way.NEVER
    assert Record.objects.filter(action="mail.choose").count() == 1
    other = address.replace(f"key={user.pk}", f"key={cast.users[Role.OFFICE].pk}")
    assert client.post(other).status_code == 404


def test_a_month_that_is_closed_is_a_statement_with_the_figures_of_the_page(
    cast: Cast, log_in: LogIn, box: Postbox
) -> None:
    user = cast.users[Role.PLAYER]
    assert statement.send_statements(IN_APRIL) == 0  # nobody has asked for one
    choices.choose(user, {Topic.STATEMENT: Way.MONTHLY}, IN_APRIL)
    assert [statement.send_statements(IN_APRIL) for _twice in range(2)] == [1, 0]
    outbox.send_due()
    written = box.text(user.email)
    assert "- 10 March 2026, Tuesday pairs, Oakby: 18 local" in written
    assert "Together: 1,948 local points and 3.40 green points" in written  # with those from before this book
    page = text(log_in(Role.PLAYER).get("/record/"))
    (missing,) = re.findall(r"Still missing for [^.]*(?:\.\d+[^.]*)*\.", page)
    assert missing.strip() in written
    assert "- Local: 1,948, provisional +24" in written
    for figure in ("1,948", "+24"):
        assert figure in page
    assert Closing.objects.get().month == date(2026, 3, 1)


@pytest.mark.postgres
@pytest.mark.usefixtures("box")
def test_a_statement_is_written_before_anything_is_held(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands may be written when a month is closed: whoever sends results meanwhile does not wait for them."""
    choices.choose(cast.users[Role.PLAYER], {Topic.STATEMENT: Way.MONTHLY}, IN_APRIL)
    with office.statements(monkeypatch) as asked:
        statement.send_statements(IN_APRIL)
    assert any("ledger_" in each for each in asked)
    RegularMail.objects.all().delete()
    with office.statements(monkeypatch, when=transactions.writing) as held:
        statement.send_statements(IN_APRIL)
    assert any("post_regularmail" in each for each in held)
    assert not any("ledger_" in each for each in held)


def test_the_monday_mail_says_what_waits_to_each_secretary_once_a_week(cast: Cast, box: Postbox) -> None:
    club = cast.union.club
    User.objects.filter(pk=cast.union.secretary.pk).update(email="county@example.org")
    spring = licences.Grant("L-78", "blue event", date(2026, 5, 30), date(2026, 5, 31), event="Spring pairs")
    licences.grant(club, spring, actor=cast.union.clerk, at=LATE_IN_MAY)
    assert monday.send_monday_mail(MONDAY.replace(day=10)) == 0  # a Wednesday
    planned = {reader.email for reader, _letter in monday.planned(MONDAY)}
    sent = monday.send_monday_mail(MONDAY)
    assert sent == len(planned) > 0
    assert monday.send_monday_mail(MONDAY) == 0
    assert not list(monday.planned(MONDAY))
    outbox.send_due()
    assert {each["To"] for each in box.letters} == planned
    written = box.text(cast.users[Role.SECRETARY].email)
    assert "this is what is waiting for Oakby" in written
    assert "Was it not 24 boards?" not in written  # the question waits; what was said is on the page
    assert f"http://127.0.0.1:8000/queries/{cast.query}/" in written
    assert "- Licence: Licence L-78: Spring pairs (waiting for 8 days). No results have come" in written
    assert f"http://127.0.0.1:8000/club/{club.pk}/licences/" in written
    choices.choose(cast.users[Role.SECRETARY], {Topic.MONDAY: Way.NEVER}, MONDAY)
    monday.send_monday_mail(MONDAY.replace(day=15))
    assert Letter.objects.filter(to=cast.users[Role.SECRETARY].email, kind="monday").count() == 1
