"""Certificates: printed by the player and the office, checked by anybody, hidden for whoever hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.people.registration import correct
from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks.models import Promotion
from tests.register import office
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def _code(cast: Cast) -> str:
    return certificate_codes.written(Promotion.objects.get(pk=cast.promotion).code)


def test_anybody_can_check_a_code_and_the_hidden_name_stays_hidden(cast: Cast, log_in: LogIn) -> None:
    for role, sees in ((Role.ANONYMOUS, False), (Role.PLAYER, False), (Role.SECRETARY, True), (Role.OFFICE, True)):
        answer = log_in(role).get("/certificates/", {"code": _code(cast).lower().replace("-", " ")})
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "This certificate is genuine." in page
        assert "Club Master" in page
        assert "10 March 2026" in page
        assert ("Elu Fin" in page) is sees


def test_a_name_that_is_not_hidden_is_told(cast: Cast, log_in: LogIn) -> None:
    correct(cast.hidden, anonymous=False, actor=None, at=office.AT)
    assert "Elu Fin" in log_in(Role.ANONYMOUS).get("/certificates/", {"code": _code(cast)}).content.decode()


def test_an_unknown_code_and_one_that_cannot_be_are_answered_differently(log_in: LogIn) -> None:
    client = log_in(Role.ANONYMOUS)
    unknown = client.get("/certificates/", {"code": "7K3M-9QTX-0VHB"})
    assert unknown.status_code == 404
    assert "Check the code character by character" in unknown.content.decode()
    short = client.get("/certificates/", {"code": "7K3M"})
    assert "three groups of four" in short.content.decode()
    assert 'value="7K3M"' in short.content.decode()


def test_whoever_tries_many_codes_is_asked_to_wait(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.ANONYMOUS)
    answers = [client.get("/certificates/", {"code": certificate_codes.new_code()}).status_code for _at in range(21)]
    assert answers == [404] * 20 + [429]
    assert client.get("/certificates/", {"code": _code(cast)}).status_code == 429
    assert client.get("/certificates/", {"code": _code(cast)}, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_the_certificate_has_name_rank_day_and_code(cast: Cast, log_in: LogIn) -> None:
    for role in (Role.OTHER_PLAYER, Role.OFFICE):
        page = log_in(role).get(f"/certificates/{cast.promotion}/").content.decode()
        for part in ("Elu Fin", "Club Master", "10 March 2026", _code(cast), "http://testserver/certificates/"):
            assert part in page


def test_a_player_finds_the_certificates_from_the_record(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OTHER_PLAYER)
    assert "/record/certificates/" in client.get("/record/").content.decode()
    assert f"/certificates/{cast.promotion}/" in client.get("/record/certificates/").content.decode()
    assert "No certificate yet" in log_in(Role.PLAYER).get("/record/certificates/").content.decode()


def test_the_office_finds_them_with_the_promotions(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    for address in ("/office/promotions/", "/office/months/2026-03/", f"/office/players/{cast.hidden.number}/"):
        assert f"/certificates/{cast.promotion}/" in client.get(address).content.decode()
