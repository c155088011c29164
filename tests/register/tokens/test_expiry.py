"""Owners hear fourteen days before a token expires, once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import translation

from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import MailServer, Way
from overtrick.register.messages import hand_out, words
from overtrick.register.messages.models import Message
from overtrick.register.tokens import issue
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.scopes import Scope
from overtrick.register.tokens.tasks import tell_of_expiry
from tests.register.season import AT, Union
from tests.register.tokens.office_tokens import club_secretary, of_club, of_player

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_the_secretary_hears_of_it_and_the_program_does_not(here: Union) -> None:
    hana = club_secretary(here)
    hana.email = "hana@example.org"
    hana.save(update_fields=["email"])
    of_club(here)
    tell_of_expiry(AT + 165 * DAY)
    assert not Message.objects.exists()
    for days in (166, 167, 179):
        tell_of_expiry(AT + days * DAY)
    told = Message.objects.get()
    with translation.override("en"):
        says = words.sentence(told, here.federation)
    assert says == (
        "The token of ScoreBridge laptop expires on 9 November 2026. If you still use the program, make a new token."
    )
    assert list(hand_out.readers(told)) == [hana]


def test_a_player_hears_of_their_own(here: Union) -> None:
    of_player(here)
    tell_of_expiry(AT + 170 * DAY)
    assert Message.objects.get().player == here.players[0]


def test_somebody_who_plays_nowhere_gets_a_letter(here: Union, settings: Settings) -> None:
    settings.MAIL = MailServer(Way.SMTP, "office@example.org", "127.0.0.1")
    here.clerk.email = "clerk@example.org"
    here.clerk.save(update_fields=["email"])
    issue.issue_personal(Asked("Spreadsheet", [Scope.CLUB_READ]), actor=here.clerk, at=AT)
    tell_of_expiry(AT + 170 * DAY)
    tell_of_expiry(AT + 171 * DAY)
    assert not Message.objects.exists()
    letter = Letter.objects.get()
    assert (letter.to, letter.subject) == ("clerk@example.org", "Your token Spreadsheet expires on 2026-11-09")


def test_what_has_ended_or_expired_is_not_told_of(here: Union) -> None:
    issue.end(of_club(here).token, actor=here.clerk, at=AT)
    of_club(here)
    tell_of_expiry(AT + 181 * DAY)
    assert not Message.objects.exists()
