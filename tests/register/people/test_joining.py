"""Joining a club: the player's word, the office's word, and what the club learns meanwhile."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.people import clubs, contacts, joining, registration
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list import club_rules, parse
from overtrick.register.people.members_list.compare import LineKind
from tests.register import office
from tests.register.season import AT, NIGHT

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.accounts.models import User
    from overtrick.register.people.models import Player
    from tests.register.season import Union

pytestmark = pytest.mark.django_db

BORN = date(1951, 3, 27)


@pytest.fixture
def secretary(here: Union) -> User:
    """Whoever looks after the members of the club."""
    made = office.user("club-secretary")
    officers.appoint(here.club, made, Officer.Role.SECRETARY, office.NEW_YEAR, actor=None, at=AT)
    return made


@pytest.fixture
def hidden(here: Union) -> Player:
    """A member of another club who hides from the public."""
    made = office.person("Zeb Quill", club=here.other, born=BORN)
    return registration.correct(made, anonymous=True, actor=None, at=AT)


def _asked(number: str = "", *, given: str = "Zeb", family: str = "Quill", born: date | None = None) -> Applicant:
    return Applicant(given, family, born, number)


def test_a_club_finds_a_hidden_player_by_number_and_fitting_name_alone(here: Union, hidden: Player) -> None:
    assert joining.candidates(here.club, _asked()) == []
    assert joining.candidates(here.club, _asked(born=BORN)) == []
    assert [each.player for each in joining.candidates(here.club, _asked(hidden.number))] == [hidden]
    with pytest.raises(joining.DoesNotFit):
        joining.candidates(here.club, _asked(hidden.number, given="Ulm", family="Vix"))


def test_a_birthday_cannot_be_found_out_by_trying(here: Union) -> None:
    public = office.person("Zeb Quill", club=here.other, born=BORN)
    right = joining.candidates(here.club, _asked(born=BORN))
    wrong = joining.candidates(here.club, _asked(born=BORN + timedelta(days=400)))
    assert right == wrong
    assert [each.player for each in right] == [public]


def test_a_list_of_members_is_no_way_round(here: Union, hidden: Player) -> None:
    public = office.person("Nim Tor", club=here.other, born=BORN)
    rows = [
        "Number,First name,Surname,Born",
        f"{hidden.number},Zeb,Quill,1951-03-27",
        ",Zeb,Quill,1951-03-27",
        f"{hidden.number},Ulm,Vix,",
        f"{public.number},Nim,Tor,1951-03-27",
        ",Nim,Tor,1951-03-27",
        ",Nim,Tor,1960-01-01",
    ]
    listed = parse.read(here.federation, "members.csv", "\n".join(rows).encode())
    shown = club_rules.compare_for_club(here.club, listed, NIGHT, {})
    kinds = [line.kind for line in shown.lines]
    problem, doubtful = LineKind.PROBLEM, LineKind.DOUBTFUL
    assert kinds == [problem, LineKind.NEW, problem, problem, doubtful, doubtful]
    assert shown.lines[4].candidates == shown.lines[5].candidates
    told = " ".join(f"{each.found} {each.remedy}" for each in shown.problems)
    assert "Zeb Quill is in the register but is not a member" in told  # as the list says
    assert "and the name Ulm Vix do not fit" in told
    decided = club_rules.compare_for_club(here.club, listed, NIGHT, {6: hidden.number})
    assert "Zeb" not in " ".join(each.found for each in decided.lines[4].problems)


def test_a_request_asks_once_and_is_audited(here: Union, hidden: Player, secretary: User) -> None:
    first = joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT)
    assert joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT) == first
    assert list(joining.waiting()) == [first]
    with pytest.raises(joining.WrongCode):
        joining.confirm_by_code(first, "ABCD-EFGH", secretary, AT)
    joining.confirm(first, here.clerk, AT)
    assert clubs.clubs_of(hidden, AT.date()).others == (here.club,)
    with pytest.raises(joining.Decided):
        joining.refuse(first, here.clerk, AT)
    acts = Record.objects.filter(action__startswith="join.").order_by("pk").values_list("action", "user")
    assert list(acts) == [("join.ask", secretary.pk), ("join.confirm", here.clerk.pk)]


def test_the_name_has_to_fit(here: Union, hidden: Player, secretary: User) -> None:
    with pytest.raises(joining.DoesNotFit):
        joining.ask(hidden, here.club, _asked(given="Ulm", family="Vix"), actor=secretary, at=AT)
    with pytest.raises(joining.Unjoinable):
        joining.ask(here.players[0], here.club, _like(here.players[0]), actor=secretary, at=AT)


def _like(player: Player) -> Applicant:
    return Applicant(player.given, player.family)


def test_the_players_own_account_agrees_or_refuses(here: Union, hidden: Player, secretary: User) -> None:
    mine = office.user("zeb")
    mine.player = hidden
    mine.save()
    joining.refuse(joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT), mine, AT)
    assert clubs.clubs_of(hidden, AT.date()).others == ()
    joining.confirm(joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT), mine, AT)
    assert clubs.clubs_of(hidden, AT.date()).others == (here.club,)


def test_a_code_is_taken_this_week_and_the_next(here: Union, hidden: Player, secretary: User) -> None:
    shown = joining.code(hidden, AT.date())
    assert shown != joining.code(here.players[0], AT.date())
    asked = joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT)
    with pytest.raises(joining.WrongCode):
        joining.confirm_by_code(asked, shown, secretary, AT + timedelta(days=21))
    joining.confirm_by_code(asked, shown, secretary, AT + timedelta(days=7))
    assert clubs.clubs_of(hidden, AT.date() + timedelta(days=7)).others == (here.club,)


# --- The player is told ---------------------------------------------------------------------------------------------


@pytest.fixture
def mail(settings: Settings) -> None:
    """A mail server in the settings; nothing is sent."""
    settings.MAIL = from_url("smtp://localhost", "Points <points@example.org>", Path("/nowhere"))


@pytest.mark.usefixtures("mail")
def test_the_player_gets_a_letter_when_a_club_asks(here: Union, hidden: Player, secretary: User) -> None:
    contacts.change_email(hidden, "zeb@example.org", actor=here.clerk, at=AT)
    for _twice in range(2):
        joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT)
    (letter,) = Letter.objects.all()
    assert (letter.to, letter.kind) == ("zeb@example.org", "join")
    assert letter.subject == f"{here.club} wants to enter you as a member"
    assert joining.PAGE in letter.text


@pytest.mark.usefixtures("mail")
def test_the_letter_goes_to_the_account_in_its_language(here: Union, hidden: Player, secretary: User) -> None:
    mine = office.user("zeb")
    mine.player, mine.email, mine.language = hidden, "zeb@example.org", "cy"
    mine.save()
    joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT)
    assert Letter.objects.get().subject.startswith("Mae ")


def test_without_a_mail_server_or_an_address_no_letter_waits(
    here: Union, hidden: Player, secretary: User, settings: Settings
) -> None:
    joining.refuse(joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT), secretary, AT)
    contacts.change_email(hidden, "zeb@example.org", actor=here.clerk, at=AT)
    joining.ask(hidden, here.club, _asked(), actor=secretary, at=AT)
    assert not settings.MAIL.is_set_up
    assert not Letter.objects.exists()


@pytest.mark.usefixtures("mail")
def test_the_office_asks_nobody(here: Union, hidden: Player) -> None:
    contacts.change_email(hidden, "zeb@example.org", actor=here.clerk, at=AT)
    joining.ask(hidden, here.club, _asked(), actor=here.clerk, at=AT)
    assert not Letter.objects.exists()
