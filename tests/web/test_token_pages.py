"""A secretary pairs a PC and gives a platform a token; a player gives one to a program. Each confirms who it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.organisations.models import Officer
from overtrick.register.tokens import issue, pairing, player_file
from overtrick.register.tokens.authenticate import TokenRevoked, caller
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.models import Pairing, Token
from overtrick.register.tokens.scopes import SCORING, Scope
from overtrick.web.accounts import confirm
from tests.web.cast import Cast, Role
from tests.web.pages import text

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.conftest import LogIn

WRITTEN = re.compile(r"ot[po]_[0-9A-Za-z]{46}")
CODE = re.compile(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b")


def confirmed(client: Client) -> Client:
    """Let somebody have shown a moment ago who they are."""
    session = client.session
    session[confirm._CONFIRMED] = int(timezone.now().timestamp())  # noqa: SLF001 - as the confirm page writes it
    session.save()
    return client


@pytest.fixture
def secretary(log_in: LogIn) -> Client:
    return confirmed(log_in(Role.SECRETARY))


def _page(cast: Cast, name: str, *args: int) -> str:
    return reverse(name, args=[cast.union.club.pk, *args])


def test_the_empty_list_says_what_a_token_is_for(cast: Cast, secretary: Client, log_in: LogIn) -> None:
    told = text(secretary.get(_page(cast, "club-tokens")))
    assert "a long password of its own" in told
    assert "Pair a scoring PC" in told
    assert "a long password of its own" in text(log_in(Role.PLAYER).get(reverse("tokens")))


def test_the_form_says_the_number_of_the_club_and_who_can_have_the_player_file(cast: Cast, secretary: Client) -> None:
    told = text(secretary.get(_page(cast, "club-token-new")))
    assert "the number of Oakby, it is 100." in told
    assert "ask the office first" in told
    player_file.allow(cast.union.club, "Seating", actor=cast.users[Role.OFFICE], at=timezone.now())
    assert "ask the office first" not in text(secretary.get(_page(cast, "club-token-new")))


def test_a_secretary_makes_a_token_sees_it_once_and_ends_it(cast: Cast, secretary: Client) -> None:
    given = {"name": "RealBridge", "scopes": ["results:write", "results:read"], "days": "90"}
    shown = secretary.post(_page(cast, "club-token-new"), given)
    assert shown.status_code == 200
    assert "no-store" in shown.headers["Cache-Control"]
    (written,) = WRITTEN.findall(text(shown))
    called = caller(written, timezone.now())
    assert called.organisation == cast.union.club
    assert called.scopes == {Scope.RESULTS_READ, Scope.RESULTS_WRITE}
    listed = text(secretary.get(_page(cast, "club-tokens")))
    assert written not in listed
    for words in ("RealBridge", "Send, submit and correct results", "Hana Ilk", "Never", f"{written[:8]}…"):
        assert words in listed
    token = Token.objects.get()
    assert "stops working at once" in text(secretary.get(_page(cast, "club-token-end", token.pk)))
    ended = secretary.post(_page(cast, "club-token-end", token.pk), follow=True)
    assert "The token of RealBridge no longer works." in text(ended)
    with pytest.raises(TokenRevoked):
        caller(written, timezone.now())
    again = secretary.post(_page(cast, "club-token-end", token.pk), follow=True)
    assert "RealBridge has ended already." in text(again)


def test_whoever_has_not_just_shown_who_they_are_is_asked(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.SECRETARY)
    for name in ("club-token-new", "club-pair"):
        assert client.get(_page(cast, name)).headers["Location"].startswith(reverse("confirm"))
        asked = client.post(_page(cast, name), {"name": "PC", "scopes": "results:write", "days": "30"})
        assert asked.status_code == 403
        assert "Confirm that it is you" in text(asked)
    assert not Token.objects.exists()
    assert not Pairing.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"name": "", "scopes": "results:write", "days": "30"},
        {"name": "x" * 61, "scopes": "results:write", "days": "30"},
        {"name": "PC", "days": "30"},
        {"name": "PC", "scopes": "record:read", "days": "30"},
        {"name": "PC", "scopes": "players:file", "days": "30"},
        {"name": "PC", "scopes": "office:write", "days": "30"},
        {"name": "PC", "scopes": "results:write", "days": "4000"},
        {"name": "PC", "scopes": "results:write", "days": "many"},
    ],
)
def test_what_is_missing_or_cannot_be_is_told(cast: Cast, secretary: Client, given: dict[str, str]) -> None:
    assert secretary.post(_page(cast, "club-token-new"), given).status_code == 422
    assert not Token.objects.exists()


def test_a_platform_sends_a_link_that_leads_to_the_filled_in_form(secretary: Client) -> None:
    led = secretary.get("/club/tokens/new?name=RealBridge&scopes=results:write", follow=True)
    told = text(led)
    assert "RealBridge asks to act for Oakby." in told
    assert 'value="RealBridge"' in told
    ticked = re.findall(r'value="([a-z:]+)"[^>]*checked', told)
    assert ticked == ["results:write"]
    assert not Token.objects.exists()


def test_somebody_with_several_organisations_chooses_one(cast: Cast, secretary: Client) -> None:
    user = cast.users[Role.SECRETARY]
    Officer.objects.create(
        organisation=cast.union.other, user=user, role=Officer.Role.SECRETARY, begins=timezone.now().date()
    )
    told = text(secretary.get("/club/tokens/new?name=RealBridge&scopes=results:write"))
    for club in (cast.union.club, cast.union.other):
        assert f'href="{reverse("club-token-new", args=[club.pk])}?name=RealBridge&scopes=results%3Awrite"' in told


def test_a_pc_is_paired_with_a_code_and_the_page_says_when(cast: Cast, secretary: Client) -> None:
    assert "within ten minutes" in text(secretary.get(_page(cast, "club-pair")))
    shown = secretary.post(_page(cast, "club-pair"))
    assert "no-store" in shown.headers["Cache-Control"]
    told = text(shown)
    (code,) = set(CODE.findall(told))
    assert "data:image/svg+xml" in told
    begun = Pairing.objects.get()
    state = _page(cast, "club-pairing", begun.pk)
    assert "We are waiting for the scoring program." in text(secretary.get(state))
    pairing.redeem(code, "Card room PC", timezone.now())
    assert "Card room PC is paired since" in text(secretary.get(state))
    part = text(secretary.get(state, headers={"HX-Request": "true"}))
    assert "Card room PC is paired since" in part
    assert "<h1>" not in part
    assert "Card room PC" in text(secretary.get(_page(cast, "club-tokens")))


def test_a_code_is_ended_by_the_page(cast: Cast, secretary: Client) -> None:
    code = CODE.findall(text(secretary.post(_page(cast, "club-pair"))))[0]
    begun = Pairing.objects.get()
    secretary.post(_page(cast, "club-pairing-end", begun.pk))
    assert "This code no longer works" in text(secretary.get(_page(cast, "club-pairing", begun.pk)))
    with pytest.raises(pairing.WrongPairingCode):
        pairing.redeem(code, "PC", timezone.now())


def test_a_player_makes_a_token_for_their_own_record_and_ends_it(cast: Cast, log_in: LogIn) -> None:
    client = confirmed(log_in(Role.PLAYER))
    form = text(client.get(reverse("token-new")))
    assert "Read my own record" in form
    assert "Send, submit and correct results" not in form
    shown = text(client.post(reverse("token-new"), {"name": "My list", "scopes": "record:read", "days": "180"}))
    called = caller(WRITTEN.findall(shown)[0], timezone.now())
    assert called.user == cast.users[Role.PLAYER]
    assert "My list" in text(client.get(reverse("tokens")))
    token = Token.objects.get()
    other = log_in(Role.OTHER_PLAYER)
    assert other.post(reverse("token-end", args=[token.pk])).status_code == 404
    assert "My list" in text(client.get(reverse("token-end", args=[token.pk])))
    assert "no longer works" in text(client.post(reverse("token-end", args=[token.pk]), follow=True))


def test_somebody_of_another_federation_makes_none(cast: Cast, log_in: LogIn) -> None:
    del cast
    client = confirmed(log_in(Role.ELSEWHERE))
    assert "Make a token" not in text(client.get(reverse("tokens")))
    refused = client.post(reverse("token-new"), {"name": "x", "scopes": "players:read", "days": "30"})
    assert refused.status_code == 422


def test_the_office_allows_the_player_file_and_ends_it(cast: Cast, log_in: LogIn) -> None:
    office, club = log_in(Role.OFFICE), cast.union.club
    address = reverse("office-player-file", args=[club.pk])
    answers = {"purpose": "Names on the scoring PC", "reason": ""}
    assert "number, name, club and rank" in text(office.post(address, answers))
    office.post(address, {**answers, "sure": "1"})
    assert player_file.is_allowed(club, timezone.now().date())
    form = text(confirmed(log_in(Role.SECRETARY)).get(_page(cast, "club-token-new")))
    assert "Keep a copy of the national player file" in form
    assert "Names on the scoring PC" in text(office.get(address))
    office.post(address, {"reason": "", "sure": "1"})
    assert not player_file.is_allowed(club, timezone.now().date())


def test_a_program_is_on_no_list_of_people(cast: Cast, log_in: LogIn) -> None:
    at = timezone.now()
    made = issue.issue_for(cast.union.club, Asked("Zephyr", SCORING), actor=cast.users[Role.SECRETARY], at=at)
    ended = issue.issue_for(cast.union.club, Asked("Zephyr", SCORING), actor=cast.users[Role.SECRETARY], at=at)
    issue.end(ended.token, actor=cast.users[Role.SECRETARY], at=at)
    office, club = log_in(Role.OFFICE), cast.union.club.pk
    for address in (
        reverse("club-officers", args=[club]),
        reverse("office-organisation", args=[club]),
        reverse("office-accounts"),
        reverse("office-accounts") + "?q=Zephyr&as=csv",
        f"/clubs/{club}/",
    ):
        listed = office.get(address)
        assert listed.status_code == 200
        people = text(listed).partition("Who did what")[0].replace("q=Zephyr", "")
        assert "Zephyr" not in people.replace('value="Zephyr"', ""), address
    account = reverse("office-account", args=[made.token.user_id])
    assert office.get(account).status_code == 404


def test_the_audit_names_the_program(cast: Cast, log_in: LogIn) -> None:
    at = timezone.now()
    written = issue.issue_for(
        cast.union.club, Asked("ScoreBridge laptop", SCORING), actor=cast.users[Role.SECRETARY], at=at
    ).written
    trail.record(caller(written, at).user, "results.receive", cast.union.club, None, None, at=at)
    assert "Oakby, token ScoreBridge laptop" in text(log_in(Role.OFFICE).get(reverse("office-audit")))


def test_a_program_logs_in_nowhere(cast: Cast, client: Client) -> None:
    user = issue.issue_for(
        cast.union.club, Asked("PC", SCORING), actor=cast.users[Role.SECRETARY], at=timezone.now()
    ).token.user
    for password in ("", "!", user.username):
        client.post(reverse("log-in"), {"username": user.username, "password": password})
        assert "_auth_user_id" not in client.session
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    assert client.get(reverse("account")).status_code == 302
    assert not User.objects.get(pk=user.pk).has_usable_password()
