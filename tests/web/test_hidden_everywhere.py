"""Somebody who hides: no answer to a stranger, to another player or to another club tells who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.organisations import officers
from overtrick.register.people.models import Player
from overtrick.register.queries import threads
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, ROLE
from tests.web.cast import Role
from tests.web.test_access import EVERY, address_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

#: The same names as in the cast, in words that stand nowhere else on a page.
GIVEN, FAMILY = "Xylander", "Quorthon"
_DOWNLOADS = ("csv", "xlsx")


@pytest.fixture
def whose(cast: Cast) -> Player:
    """Somebody of another club, who hides."""
    Player.objects.filter(pk=cast.hidden.pk).update(given=GIVEN, family=FAMILY)
    return cast.hidden


def _addresses(cast: Cast) -> Iterator[str]:
    for row in EVERY:
        if row.method == "get":
            yield address_of(row, cast)
    number = cast.hidden.number
    for asked in (GIVEN, FAMILY, number, f"{FAMILY} {number}"):
        yield f"/players/?search={asked}"
    yield f"/players/{number}/"
    for form in _DOWNLOADS:
        yield f"/rankings/?as={form}"
        yield f"/promotions/?as={form}"
        yield f"/honours/?year=2026&as={form}"


def _tells(body: bytes) -> bool:
    return any(word.encode() in body for word in (GIVEN, FAMILY))


_BESIDE_STRANGERS = [pytest.param(role, marks=pytest.mark.proof) for role in (Role.PLAYER, Role.ELSEWHERE)]


@pytest.mark.slow
@pytest.mark.parametrize("role", [Role.ANONYMOUS, *_BESIDE_STRANGERS])
def test_a_stranger_reads_the_name_nowhere(role: Role, cast: Cast, log_in: LogIn, whose: Player) -> None:
    browser = log_in(role)
    for address in _addresses(cast):
        body = browser.get(address).content
        asked_for = whose.number in address  # every page names its own address
        assert asked_for or f"/players/{whose.number}/".encode() not in body, address
        echoed = GIVEN in address or FAMILY in address  # what was searched for stands in the box again
        assert echoed or not _tells(body), address


@pytest.mark.proof
def test_another_club_reads_the_name_nowhere(cast: Cast, whose: Player) -> None:
    user = User.objects.create_user("otto", "otto@example.org")
    officers.appoint(cast.union.other, user, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    browser = Client()
    browser.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    own = f"/club/{cast.union.other.pk}/"
    seen = 0
    for address in _addresses(cast):
        if FAMILY in address or GIVEN in address:
            continue
        for each in {address, address.replace(f"/club/{cast.union.club.pk}/", own)}:
            answer = browser.get(each)
            seen += answer.status_code == 200
            assert not _tells(answer.content), each
    assert seen > 20
    browser.get("/language/en/")  # one of the addresses chose Welsh
    typed = {"given": "Ulm", "family": "Vix", "number": whose.number}
    refused = browser.post(f"{own}members/new/", typed)
    assert (refused.status_code, _tells(refused.content)) == (422, False)
    fits = browser.post(f"{own}members/new/", {**typed, "given": GIVEN[:1], "family": FAMILY}).content.decode()
    assert "A player who is hidden from the public" in fits
    assert GIVEN not in fits


#: Where the office does read the name: the audit, which nobody rewrites, and results as the club sent them.
_AS_IT_WAS = ("/office/audit/", "/office/events/", "/submissions/", "/files/", "/by-hand/")


def _asked_by_hidden(cast: Cast) -> list[str]:
    """Let them ask about an award; where the office reads it."""
    user = cast.users[Role.OTHER_PLAYER]
    with scope(federation=cast.union.federation):
        sent = Submission.objects.filter(competition__organisation=cast.union.club, status__in=COUNTING).first()
        asked = threads.ask(cast.hidden, threads.About("An award", None, sent), "Why?", actor=user, at=AT)
    club = f"/club/{cast.union.club.pk}"
    listed = ["/queries/", f"/queries/{asked.pk}/", "/office/questions/", "/office/questions/?as=csv"]
    return [*listed, f"{club}/", f"{club}/calendar/"]


@pytest.mark.slow
@pytest.mark.clause("ebu", "1.1.1 p2")
@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.proof)])
def test_the_office_reads_no_name_of_somebody_who_is_for_the_club_alone(
    everywhere: bool, cast: Cast, log_in: LogIn
) -> None:
    Player.objects.filter(pk=cast.hidden.pk).update(given=GIVEN, family=FAMILY, anonymous=True, club_only=True)
    cast.hidden.refresh_from_db()
    pages = _asked_by_hidden(cast)
    browser = log_in(Role.OFFICE)
    number = cast.hidden.number
    own = [f"/office/players/{number}/{page}" for page in ("", "standing/", "transfer/", "merge/", "entries/")]
    own += pages
    club = f"/club/{cast.union.club.pk}"
    own += [f"/office/players/?q={number}", f"{club}/members/{cast.hidden.pk}/"]
    own += [f"{club}/reports/?period={period}" for period in ("2026", "2026-05", "2026-05&of=members&as=csv")]
    for address in (*(_addresses(cast) if everywhere else ()), *own):
        body = browser.get(address).content
        echoed = GIVEN in address or FAMILY in address
        assert echoed or any(each in address for each in _AS_IT_WAS) or not _tells(body), address
    User.objects.filter(pk=cast.users[Role.OTHER_PLAYER].pk).update(first_name=GIVEN, last_name=FAMILY)
    account = f"/office/accounts/{cast.users[Role.OTHER_PLAYER].pk}/"
    pages += ["/office/accounts/", "/office/accounts/?as=csv", account, f"{account}lock/", f"{account}end/"]
    found = browser.get(f"/office/accounts/?q={FAMILY}").content.decode()
    assert account not in found
    for address in pages:
        body = browser.get(address).content
        assert number in body.decode(), address
        assert not _tells(body), address
    assert number in browser.get(own[0]).content.decode()
    assert f"/office/players/{number}/" not in browser.get(f"/office/players/?q={FAMILY}").content.decode()
    assert f"/members/{cast.hidden.pk}/" not in browser.get(f"{club}/members/?search={FAMILY}").content.decode()
    assert browser.get(f"/office/players/{number}/details/").status_code == 403
    browser.get("/language/en/")  # one of the addresses chose Welsh
