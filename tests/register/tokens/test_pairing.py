"""A scoring PC exchanges a short code for a token: once, within ten minutes, and not by guessing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.scoping import scope
from overtrick.register.tokens import pairing
from overtrick.register.tokens.authenticate import caller
from overtrick.register.tokens.issue import WrongToken
from overtrick.register.tokens.models import Pairing, Token
from overtrick.register.tokens.pairing import TooManyCodes, WrongPairingCode
from overtrick.register.tokens.scopes import SCORING
from tests.register import office
from tests.register.season import AT, Union
from tests.register.tokens.office_tokens import club_secretary

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
HERE = "192.0.2.7"


def test_a_pc_gets_a_token_for_a_code_once(here: Union) -> None:
    hana = club_secretary(here)
    begun, code = pairing.begin(here.club, actor=hana, at=AT)
    assert len(code) == 9
    assert code not in str(Pairing.objects.values().get())
    made, written = pairing.redeem(f" {code.lower()} ", "Card room PC", AT + 9 * MINUTE, network=HERE)
    called = caller(written, AT + 9 * MINUTE)
    assert (called.organisation, called.scopes) == (here.club, SCORING)
    assert called.user.get_full_name() == "Oakby, token Card room PC"
    begun.refresh_from_db()
    assert (begun.token, begun.ended_at) == (made, AT + 9 * MINUTE)
    with pytest.raises(WrongPairingCode):
        pairing.redeem(code, "Card room PC", AT + 9 * MINUTE, network=HERE)
    assert [each.action for each in Record.objects.filter(user=hana).order_by("pk")] == ["pairing.begin", "token.make"]


def test_a_code_is_worth_nothing_after_ten_minutes(here: Union) -> None:
    code = pairing.begin(here.club, actor=here.clerk, at=AT).code
    with pytest.raises(WrongPairingCode):
        pairing.redeem(code, "PC", AT + 10 * MINUTE)


def test_a_code_can_be_ended_and_a_new_one_replaces_it(here: Union) -> None:
    first, second = (pairing.begin(here.club, actor=here.clerk, at=AT) for _ in range(2))
    with pytest.raises(WrongPairingCode):
        pairing.redeem(first.code, "PC", AT)
    pairing.end(second.pairing, actor=here.clerk, at=AT)
    with pytest.raises(WrongPairingCode):
        pairing.redeem(second.code, "PC", AT)
    assert not Token.objects.exists()


def test_a_code_is_of_one_federation(here: Union) -> None:
    code = pairing.begin(here.club, actor=here.clerk, at=AT).code
    with scope(federation=office.federation("south", "abf")), pytest.raises(WrongPairingCode):
        pairing.redeem(code, "PC", AT)
    pairing.redeem(code, "PC", AT)


def test_a_pc_without_a_name_gets_nothing_and_the_code_still_works(here: Union) -> None:
    code = pairing.begin(here.club, actor=here.clerk, at=AT).code
    with pytest.raises(WrongToken):
        pairing.redeem(code, "", AT)
    pairing.redeem(code, "PC", AT)


def test_whoever_is_secretary_no_more_pairs_nothing(here: Union) -> None:
    hana = club_secretary(here)
    code = pairing.begin(here.club, actor=hana, at=AT).code
    officers.dismiss(here.club, hana, Officer.Role.SECRETARY, AT.date() - timedelta(days=1), actor=here.clerk, at=AT)
    with pytest.raises(NotAllowed):
        pairing.redeem(code, "PC", AT)
    assert not Token.objects.exists()


def test_guesses_are_counted_and_then_even_the_right_code_waits(here: Union) -> None:
    code = pairing.begin(here.club, actor=here.clerk, at=AT).code
    for _ in range(10):
        with pytest.raises(WrongPairingCode):
            pairing.redeem("2222-2222", "PC", AT, network=HERE)
    with pytest.raises(TooManyCodes) as refused:
        pairing.redeem(code, "PC", AT, network=HERE)
    assert refused.value.wait == MINUTE
    pairing.redeem(code, "PC", AT, network="192.0.2.8")


@pytest.mark.parametrize("code", ["", "-", "\x00", "ß" * 9, "2" * 100_000])
def test_what_is_no_code_fits_nothing(here: Union, code: str) -> None:
    pairing.begin(here.club, actor=here.clerk, at=AT)
    with pytest.raises(WrongPairingCode):
        pairing.redeem(code, "PC", AT)
