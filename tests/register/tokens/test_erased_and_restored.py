"""What becomes of tokens when a person is erased, and when an office comes back from a backup."""

from __future__ import annotations

import zipfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.erasing import erase
from overtrick.register.heads import signing_key
from overtrick.register.people import standings
from overtrick.register.tokens import authenticate, idempotency, issue
from overtrick.register.tokens.errors import TokenRevoked, TokenUnknown
from overtrick.register.tokens.idempotency import Answer
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.models import KeptAnswer, Token
from overtrick.register.tokens.scopes import Scope
from tests.register.commands.running import Office, set_up
from tests.register.season import AT
from tests.register.tokens.office_tokens import LAPTOP, of_club

if TYPE_CHECKING:
    from tests.register.season import Union

pytestmark = pytest.mark.postgres

LATER = AT + timedelta(days=30)
NAMED = "Ado's own list"


@pytest.fixture
def _signing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()


@pytest.mark.usefixtures("_signing")
def test_who_is_erased_has_no_token_any_more_and_no_answer_is_kept(here: Union) -> None:
    player = here.players[0]
    account = User.objects.create_user("ado@example.org", "ado@example.org", "three no trumps")
    account.player = player
    account.save()
    own = issue.issue_personal(Asked(NAMED, [Scope.RECORD_READ]), actor=account, at=AT)
    club = of_club(here)
    called = authenticate.caller(club.written, AT)
    idempotency.begin(called, "k", "/api/v1/x", "0" * 64, AT)
    idempotency.keep(called, "k", Answer(200, {}, str(player).encode()))
    standings.lapse(player, LATER.date() - timedelta(days=3), actor=here.clerk, at=LATER, reason="left")
    proposal = erase.propose(player, "They asked for it in a letter.", here.clerk, LATER)
    erase.confirm(proposal, here.second, LATER)
    with pytest.raises(TokenRevoked):
        authenticate.caller(own.written, LATER)
    kept = Token.objects.get(pk=own.token.pk)
    assert (kept.ended_at, NAMED in kept.name) == (LATER, False)
    assert not KeptAnswer.objects.exists()
    assert authenticate.caller(club.written, LATER).organisation == here.club  # nobody else's token has ended
    said = [str(value) for row in Record.objects.values_list("before", "after", "reason") for value in row]
    assert not [each for each in said if NAMED in each]


_MADE = f"""
    from django.utils import timezone
    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.organisations.models import Organisation
    from overtrick.register.scoping import scope
    from overtrick.register.tokens import issue, pairing
    from overtrick.register.tokens.scopes import SCORING
    at, clerk = timezone.now(), User.objects.get(username="anna")
    with scope(federation=Federation.objects.get()):
        club = Organisation.objects.filter(kind="club").order_by("pk").first()
        for name in ("{LAPTOP}", "Stolen"):
            print(issue.issue_for(club, issue.Asked(name, SCORING), actor=clerk, at=at).written)
        print(pairing.begin(club, actor=clerk, at=at).code)
"""
_ENDED = """
    from django.utils import timezone
    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.scoping import scope
    from overtrick.register.tokens import issue
    from overtrick.register.tokens.models import Token
    with scope(federation=Federation.objects.get()):
        token = Token.objects.get(name="Stolen")
        issue.end(token, actor=User.objects.get(username="anna"), at=timezone.now())
"""
_ASKED = """
    from django.utils import timezone
    from overtrick.register.errors import Refused
    from overtrick.register.federations.models import Federation
    from overtrick.register.scoping import scope
    from overtrick.register.tokens import authenticate, pairing
    from overtrick.register.tokens.models import Token
    at = timezone.now()
    with scope(federation=Federation.objects.get()):
        for written in {tokens!r}:
            try:
                authenticate.caller(written, at)
                print("acts")
            except Refused as why:
                print(why.code)
        try:
            pairing.redeem({code!r}, "PC", at, network="192.0.2.1")
        except Refused as why:
            print(why.code)
        print(Token.objects.order_by("pk").first().digest)
"""


@pytest.mark.slow  # all tables are made again
def test_a_backup_holds_no_token_and_brings_them_back_as_they_were(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    laptop, stolen, code = office.django(_MADE).split()
    saved = office.folder / "saved.backup"
    office.done("backup", str(saved))
    with zipfile.ZipFile(saved) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
    digest = office.django(_ASKED.format(tokens=[], code="0000-0000")).split()[-1]
    assert digest.encode() in everything
    assert not [each for each in (laptop, stolen, code) if each.encode() in everything]
    office.django(_ENDED)
    said = office.done("restore", str(saved), "--force")
    assert "The tokens of 2 programs work as on" in said
    assert "end it again under Programs" in said
    told = office.django(_ASKED.format(tokens=[laptop, stolen, digest, f"oto_{digest}"], code=code)).split()
    assert told[:5] == ["acts", "acts", TokenUnknown().code, TokenUnknown().code, "pairing-code"]
