"""Clubs and members are reminded of unpaid invoices when the office confirms the list: once a step, no disputes."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.handbooks.money import Run
from overtrick.register.accounts.models import User
from overtrick.register.extracts import extract
from overtrick.register.federation_settings import setup
from overtrick.register.mail import outbox
from overtrick.register.mail_settings import from_url
from overtrick.register.messages import choices, hand_out, inbox, words
from overtrick.register.messages.kinds import Topic
from overtrick.register.money import disputes, invoicing, reminders
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Reminder
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.money.treasury import account, begun, charged, due, entered, invoiced, moment, paid
from tests.register.season import union
from tests.smtp_server import running

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.register.season import Union

FIRST = date(2026, 3, 2)


@pytest.fixture
def here(down_under: Union) -> Union:
    begun(down_under)
    return down_under


def proposed(day: date) -> list[tuple[int, int, int]]:
    return [(each.step, each.time, each.left) for each in reminders.propose(day)]


def sent(here: Union, day: date) -> list[Reminder]:
    keys = [each.key for each in reminders.propose(day)]
    return reminders.send(keys, actor=here.clerk, at=moment(day))


def test_an_unpaid_invoice_is_proposed_on_its_due_day_and_14_and_30_days_later_each_once(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    assert proposed(invoice.due - timedelta(days=1)) == []
    assert proposed(invoice.due) == [(0, 1, 50000)]
    assert len(sent(here, invoice.due)) == 1
    assert proposed(invoice.due + timedelta(days=13)) == []
    paid(here, here.club, 20000, invoice.due + timedelta(days=13))
    second = invoice.due + timedelta(days=14)
    assert proposed(second) == [(14, 2, 30000)]
    assert len(sent(here, second)) == 1
    assert sent(here, second) == []
    assert proposed(invoice.due + timedelta(days=30)) == [(30, 3, 30000)]
    paid(here, here.club, 30000, invoice.due + timedelta(days=30))
    assert proposed(invoice.due + timedelta(days=30)) == []
    assert [each.step for each in reminders.sent_to(account(here.club))] == [14, 0]


def test_steps_that_were_missed_are_not_made_up_for(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    late = invoice.due + timedelta(days=40)
    assert proposed(late) == [(30, 1, 50000)]
    sent(here, late)
    assert proposed(late + timedelta(days=400)) == []


def test_the_days_are_a_setting(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    chosen = setup.Ways(settings={"reminder_days": "30"})
    with scope(federation=setup.change(here.federation, chosen, actor=here.clerk, at=moment(FIRST))):
        assert proposed(invoice.due + timedelta(days=29)) == []
        assert proposed(invoice.due + timedelta(days=30)) == [(30, 1, 50000)]


def test_a_line_in_dispute_is_left_out_and_counts_again_from_the_answer(here: Union) -> None:
    charged(here.club, due("affiliation", "1", 1000, FIRST, run=Run.YEAR), on=FIRST)
    invoice = invoiced(here, here.club, 50000, FIRST)
    small, large = invoice.lines.order_by("gross")
    opened = disputes.dispute(large, "We left", actor=here.clerk, at=moment(FIRST))
    assert proposed(invoice.due) == [(0, 1, 1000)]
    paid(here, here.club, 1000, invoice.due, named=invoice)
    assert proposed(invoice.due) == []
    disputes.answer(opened, "You did not", upheld=False, actor=here.clerk, at=moment(invoice.due))
    assert proposed(invoice.due) == [(0, 1, 50000)]
    assert small.gross == 1000


def test_what_was_paid_while_the_list_lay_open_is_not_reminded_of(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    keys = [each.key for each in reminders.propose(invoice.due)]
    paid(here, here.club, 50000, invoice.due)
    assert reminders.send([*keys, "2026-9999 0"], actor=here.clerk, at=moment(invoice.due)) == []


def test_the_database_knows_no_second_reminder_of_a_step(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    (made,) = sent(here, invoice.due)
    made.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save(force_insert=True)


def test_a_reminder_is_a_message_and_one_mail_to_the_treasurer(here: Union, settings: Settings) -> None:
    treasurer = office.user("treasurer")
    User.objects.filter(pk=treasurer.pk).update(email="treasurer@example.org")
    officers.appoint(here.club, treasurer, Officer.Role.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
    invoice = invoiced(here, here.club, 50000, FIRST)
    with running() as box:
        settings.MAIL = from_url(f"smtp://127.0.0.1:{box.port}", "Points <points@example.org>", Path("/nowhere"))
        hand_out.hand_out(moment(FIRST))  # what was told before
        outbox.send_due()
        before = len(box.letters)
        sent(here, invoice.due)
        sent(here, invoice.due)
        hand_out.hand_out(moment(invoice.due))
        outbox.send_due()
        (letter,) = box.letters[before:]
    told = f"Reminder 1: $500.00 of invoice {invoice.reference} is still to pay."
    assert told in letter.get_content()
    newest = inbox.of_organisation(here.club.pk, ["treasurer"])[0]
    assert words.sentence(newest, here.federation).startswith(told)
    assert words.path(newest) == f"/club/{here.club.pk}/money/{invoice.reference}/"


@pytest.mark.django_db
def test_a_member_who_owes_is_reminded_once_as_message_and_mail(settings: Settings) -> None:
    federation = office.federation("far", "scba")
    with scope(federation=federation), running() as box:
        here = union(federation)
        begun(here)
        entered(here, date(2026, 2, 2), NewRow("copy of a record", "record", 500))
        player = here.players[0]
        reader = office.user("reader")
        User.objects.filter(pk=reader.pk).update(email="reader@example.org", player=player)
        assert Topic.MONEY not in choices.concerning(User.objects.get(pk=reader.pk), FIRST)
        settings.MAIL = from_url(f"smtp://127.0.0.1:{box.port}", "Points <points@example.org>", Path("/nowhere"))
        extract.make(player, FIRST, actor=here.clerk, at=moment(FIRST), on_request=True)
        done = invoicing.run(Asked(Run.PROCESSED, FIRST, FIRST), actor=here.clerk, at=moment(FIRST))
        (invoice,) = done.documents
        assert proposed(invoice.due) == [(0, 1, 500)]
        for _again in range(2):
            sent(here, invoice.due)
        hand_out.hand_out(moment(invoice.due))
        outbox.send_due()
        (letter,) = box.letters
        bill = f"Invoice {invoice.reference} comes to $5.00"
        told = f"Reminder 1: $5.00 of invoice {invoice.reference} is still to pay."
        assert [said in letter.get_content() for said in (bill, told)] == [True, True]
        newest = inbox.of_player([player.pk])[0]
        assert words.sentence(newest, federation).startswith(told)
        assert words.path(newest) == f"/record/money/{invoice.reference}/"
        assert Topic.MONEY in choices.concerning(User.objects.get(pk=reader.pk), FIRST)
