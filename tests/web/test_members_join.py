"""A member gets an account: by an invitation, by asking, or with a code from the club; and changes its address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit.models import Record
from overtrick.register.log_ins import account_state, club_codes, email_address, open_account
from overtrick.register.log_ins.models import ClubCode, Request
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.people import contacts
from overtrick.register.people.models import Player
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web import access
from tests.register import office
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

CHOSEN = {"new_password1": "four spades doubled", "new_password2": "four spades doubled"}
SENT = "/forgotten/sent/"


@pytest.fixture
def _mail(settings: Settings, tmp_path: Path) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)


@pytest.fixture
def member(cast: Cast) -> Player:
    """Give somebody of Oakby with an address on file and no account."""
    found = cast.union.players[5]
    Player.objects.filter(pk=found.pk).update(born="1951-03-27")
    contacts.change_email(found, "kel@example.org", actor=None, at=office.AT)
    return found


def _secret(letter: Letter) -> str:
    """Give what only the reader of a letter has."""
    return links.token(letter.link)


def _logs_in(name: str) -> bool:
    return Client().post("/log-in/", {"name": name, "password": CHOSEN["new_password1"]}).status_code == 302


# --- Invitations -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
def test_a_club_invites_its_members_once_and_a_member_opens_the_account(
    cast: Cast, member: Player, log_in: LogIn
) -> None:
    browser, address = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/members/invite/"
    assert "others have an e-mail address on file" in browser.get(address).content.decode()
    for _ in range(2):
        task = browser.post(address)["Location"]
        worker.work(once=True)
    assert Task.objects.latest("pk").results[0]["invited before"] == 1
    assert "0 invited, 1 invited before" in browser.get(task).content.decode()
    letter = Letter.objects.get()
    assert (letter.to, letter.kind, member.number in letter.text) == ("kel@example.org", "member", True)
    assert Client().post("/link/", {**CHOSEN, "key": _secret(letter)}).status_code == 302
    assert _logs_in(member.number)
    assert _logs_in("kel@example.org")
    browser.post(address)
    worker.work(once=True)
    assert Letter.objects.count() == 1
    assert Record.objects.filter(action="account.invite").count() == 1


@pytest.mark.usefixtures("_mail", "member")
def test_the_office_invites_everybody_and_who_left_is_left_alone(cast: Cast, log_in: LogIn) -> None:
    gone = cast.union.players[6]
    contacts.change_email(gone, "mun@example.org", actor=None, at=office.AT)
    gone.standings.update(status="lapsed")
    browser = log_in(Role.OFFICE)
    browser.post("/office/accounts/invite/")
    worker.work(once=True)
    assert [each.to for each in Letter.objects.all()] == ["kel@example.org"]
    done = Task.objects.get()
    assert sum(done.results[0].values()) == Player.objects.count() - 1


@pytest.mark.usefixtures("_mail")
def test_an_invitation_that_ran_out_is_sent_again(member: Player, log_in: LogIn) -> None:
    browser, address = log_in(Role.OFFICE), f"/office/players/{member.number}/invite/"
    for _ in range(2):
        assert browser.post(address).status_code == 302
        assert Letter.objects.count() == 1
    Link.objects.update(expires_at=timezone.now())
    browser.post(address)
    assert Letter.objects.count() == 2


def test_without_mail_the_club_is_told_to_print_codes(cast: Cast, log_in: LogIn) -> None:
    browser, address = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/members/invite/"
    assert "Print codes instead" in browser.get(address).content.decode()
    assert browser.post(address).status_code == 200
    assert not Task.objects.exists()


@pytest.mark.usefixtures("_mail")
def test_a_club_enters_an_address_and_invites_in_one_go(cast: Cast, log_in: LogIn) -> None:
    who = cast.union.players[7]
    address = f"/club/{cast.union.club.pk}/members/{who.pk}/details/"
    browser = log_in(Role.SECRETARY)
    assert browser.post(address, {"email": "nothing"}).status_code == 422
    assert browser.post(address, {"family": "Ost", "email": "ost@example.org", "invite": "yes"}).status_code == 302
    assert Letter.objects.get().to == "ost@example.org"
    assert "ost@example.org" in browser.get(f"/club/{cast.union.club.pk}/members/{who.pk}/").content.decode()
    assert "ost@example.org" not in str(list(Record.objects.values()))


@pytest.mark.usefixtures("_mail")
def test_a_club_that_changes_an_address_cannot_take_an_account_over(cast: Cast, log_in: LogIn) -> None:
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    user.set_password(PASSWORD)
    user.save()
    address = f"/club/{cast.union.club.pk}/members/{cast.player.pk}/details/"
    log_in(Role.SECRETARY).post(address, {"family": "Bem", "email": "thief@example.org", "invite": "yes"})
    Client().post("/forgotten/", {"name": cast.player.number})
    Client().post("/join/", {"number": cast.player.number, "email": "thief@example.org"})
    worker.work(once=True)
    assert {each.to for each in Letter.objects.all()} == {user.email}


# --- Asking ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
@pytest.mark.parametrize(
    "typed",
    [{"born": "1951-03-27"}, {"born": "27/03/1951"}, {"email": "KEL@example.org"}, {"email": "kel@example.org"}],
)
def test_whoever_knows_what_is_on_file_gets_a_letter_at_the_address_on_file(
    member: Player, typed: dict[str, str]
) -> None:
    answer = Client().post("/join/", {"number": f"00{member.number}", **typed})
    assert answer["Location"] == SENT
    worker.work(once=True)
    letter = Letter.objects.get()
    assert letter.to == "kel@example.org"
    assert Client().post("/link/", {**CHOSEN, "key": _secret(letter)}).status_code == 302
    assert _logs_in(member.number)


@pytest.mark.usefixtures("_mail")
def test_the_answer_is_the_same_whether_or_not_it_fits(member: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    asked = ((member.number, "1951-03-27"), (member.number, "1951-03-28"), ("999999", "1951-03-27"))
    for at, (number, born) in enumerate(asked):
        with office.statements(monkeypatch) as said:
            answer = Client(REMOTE_ADDR=f"192.0.2.{at}").post("/join/", {"number": number, "born": born})
        heard.append((answer.status_code, answer["Location"], [each for each in said if "SAVEPOINT" not in each]))
    assert all(each == heard[0] for each in heard)
    assert Request.objects.count() == 3
    worker.work(once=True)
    assert not Request.objects.exists()
    assert Letter.objects.count() == 1


@pytest.mark.usefixtures("_mail", "member")
def test_something_must_be_entered_that_shows_who_it_is() -> None:
    answer = Client().post("/join/", {"number": "1"})
    assert answer.status_code == 422
    assert "Enter your code, your day of birth or your e-mail address" in answer.content.decode()


# --- Codes -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cast")
def test_without_mail_only_the_code_is_asked_for() -> None:
    page = Client().get("/join/").content.decode()
    assert 'name="code"' in page
    assert 'name="born"' not in page
    answer = Client().post("/join/", {"number": "20101", "born": "1951-03-27"})
    assert (answer.status_code, Request.objects.exists()) == (422, False)
    assert "Ask your club for a code" in answer.content.decode()


def _code(cast: Cast, player: Player, log_in: LogIn) -> str:
    page = log_in(Role.SECRETARY).post(f"/club/{cast.union.club.pk}/members/codes/", {"player": player.pk})
    assert page["Cache-Control"] == "private, no-store"
    (found,) = re.findall(r"<code>([\w-]+)</code>", page.content.decode())
    return str(found)


def test_a_code_from_the_club_opens_an_account_without_mail(cast: Cast, member: Player, log_in: LogIn) -> None:
    code = _code(cast, member, log_in)
    assert code.replace("-", "") not in str(list(ClubCode.objects.values()))
    typed = {"number": member.number, "code": code.lower().replace("-", " ")}
    onward = Client().post("/join/", typed)["Location"]
    key = onward.partition("?key=")[2]
    assert Client().get(onward).status_code == 200
    assert Client().post("/link/", {**CHOSEN, "email": "kel@example.net", "key": key}).status_code == 302
    assert _logs_in(member.number)
    assert Client().post("/join/", typed).status_code == 422


def test_a_club_prints_codes_for_everybody_at_once(cast: Cast, log_in: LogIn) -> None:
    waiting = club_codes.without_account(cast.union.club, timezone.now())
    address = f"/club/{cast.union.club.pk}/members/codes/"
    page = log_in(Role.SECRETARY).post(address, {"everybody": "yes"}).content.decode()
    assert page.count("<code>") == ClubCode.objects.count() == len(waiting) > 3


def test_a_new_code_replaces_the_one_before_and_an_old_one_is_refused(
    cast: Cast, member: Player, log_in: LogIn
) -> None:
    first, second = _code(cast, member, log_in), _code(cast, member, log_in)
    assert Client().post("/join/", {"number": member.number, "code": first}).status_code == 422
    ClubCode.objects.update(expires_at=timezone.now())
    assert Client().post("/join/", {"number": member.number, "code": second}).status_code == 422


@pytest.mark.parametrize(("wrong", "opens"), [(club_codes.MOST_TRIES - 1, True), (club_codes.MOST_TRIES, False)])
def test_after_some_wrong_codes_the_right_one_is_refused(
    wrong: int, opens: bool, cast: Cast, member: Player, log_in: LogIn
) -> None:
    code = _code(cast, member, log_in)
    for _ in range(wrong):
        answer = Client().post("/join/", {"number": member.number, "code": "2222-2222-2222"})
        assert answer.status_code == 422
    assert (Client().post("/join/", {"number": member.number, "code": code}).status_code == 302) == opens


def test_a_wrong_code_and_an_unknown_number_get_the_same_answer(
    cast: Cast, member: Player, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    _code(cast, member, log_in)
    heard = []
    for at, number in enumerate((member.number, cast.union.players[8].number, "999999")):
        typed = {"number": number, "code": "2222-2222-2222"}
        with office.statements(monkeypatch) as said:
            page = Client(REMOTE_ADDR=f"192.0.2.{at}").post("/join/", typed).content.decode()
        heard.append((len(said), page.count("do not fit, or the code is too old")))
    assert heard == [heard[0]] * 3


def test_no_code_is_printed_for_members_of_others_or_for_who_can_log_in(cast: Cast, log_in: LogIn) -> None:
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    user.set_password(PASSWORD)
    user.save()
    browser = log_in(Role.SECRETARY)
    stranger = office.person("Tam Ulo", club=cast.union.other)
    for player in (cast.player.pk, stranger.pk):
        answer = browser.post(f"/club/{cast.union.club.pk}/members/codes/", {"player": player})
        assert answer.status_code == 422
    assert not ClubCode.objects.exists()


def test_a_code_opens_no_account_that_was_locked(cast: Cast, member: Player, log_in: LogIn) -> None:
    code = _code(cast, member, log_in)
    Client().post("/join/", {"number": member.number, "code": code})
    account_state.lock(User.objects.get(player=member), actor=cast.users[Role.OFFICE], at=timezone.now())
    assert Client().post("/join/", {"number": member.number, "code": code}).status_code == 422


# --- One's own address -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
def test_a_new_address_is_confirmed_by_a_link_and_told_to_the_old(cast: Cast) -> None:
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    old = user.email
    user.set_password(PASSWORD)
    user.save()
    browser = Client()
    browser.post("/log-in/", {"name": old, "password": PASSWORD})
    assert browser.post("/account/email/", {"email": "nothing"}).status_code == 422
    assert browser.post("/account/email/", {"email": "ado@example.net"}).status_code == 302
    assert User.objects.get(pk=user.pk).email == old
    letter = Letter.objects.get()
    assert (letter.to, letter.kind) == ("ado@example.net", "new_address")
    secret = _secret(letter)
    assert "Use this address" in Client().get("/link/", {"key": secret}).content.decode()
    assert User.objects.get(pk=user.pk).email == old
    assert Client().post("/link/", {"key": secret}).status_code == 302
    assert User.objects.get(pk=user.pk).email == "ado@example.net"
    assert contacts.email_of(cast.player, access.today()) == "ado@example.net"
    told = Letter.objects.latest("pk")
    assert (told.to, told.kind, "a…@example.net" in told.text) == (old, "old_address", True)
    assert Client().post("/link/", {"key": secret}).status_code == 404
    assert Client().post("/log-in/", {"name": "ado@example.net", "password": PASSWORD}).status_code == 302
    assert "ado@example.net" not in str(list(Record.objects.values()))


def test_a_link_for_an_address_sets_no_password_and_the_other_way_round(
    cast: Cast, settings: Settings, tmp_path: Path
) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    email_address.ask(user, "ado@example.net", "", timezone.now())
    secret = _secret(Letter.objects.get())
    with pytest.raises(links.LinkEnded):
        open_account.choose_password(secret, "four spades doubled", at=timezone.now())
    assert Client().get("/link/", {"key": secret}).status_code == 200


# --- Officers of a club ----------------------------------------------------------------------------------------------


def test_a_secretary_appoints_a_scorer_and_ends_the_role(cast: Cast, log_in: LogIn) -> None:
    browser, page = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/officers/"
    answer = browser.post(f"{page}new/", {"who": "nia@example.org", "name": "Nia Ost"})
    assert "/link/?key=" in answer.content.decode()
    listed = browser.get(page).content.decode()
    assert "End the role of Nia Ost" in listed
    assert "End the role of Hana Ilk" in listed
    held = User.objects.get(username="nia@example.org").offices.get()
    given = {"last": str(timezone.now().date()), "reason": "moved away"}
    assert browser.post(f"{page}{held.pk}/end/", given).status_code == 302
    held.refresh_from_db()
    assert held.ends == timezone.now().date()


def test_what_a_scorer_did_after_the_last_day_is_shown_before_the_role_ends(cast: Cast, log_in: LogIn) -> None:
    held = cast.users[Role.SCORER].offices.get()
    address = f"/club/{cast.union.club.pk}/officers/{held.pk}/end/"
    browser, given = log_in(Role.SECRETARY), {"last": "2026-05-15", "reason": "moved away"}
    shown = browser.post(address, given).content.decode()
    assert "Submitted results" in shown
    held.refresh_from_db()
    assert held.ends is None
    assert browser.post(address, {**given, "sure": "yes"}).status_code == 302
    held.refresh_from_db()
    assert str(held.ends) == "2026-05-15"


def test_everybody_can_end_their_own_role_but_a_scorer_not_the_secretarys(cast: Cast, log_in: LogIn) -> None:
    browser, page = log_in(Role.SCORER), f"/club/{cast.union.club.pk}/officers/"
    theirs = cast.users[Role.SECRETARY].offices.get()
    assert browser.get(f"{page}{theirs.pk}/end/").status_code == 403
    own = cast.users[Role.SCORER].offices.get()
    given = {"last": str(timezone.now().date()), "reason": "enough"}
    assert browser.post(f"{page}{own.pk}/end/", given)["Location"] == "/desk/"


def test_a_club_is_handed_no_link_for_an_account_that_was_there_before(cast: Cast, log_in: LogIn) -> None:
    """Otherwise it could choose the password of a new officer of the office, or of another club's player."""
    new = User.objects.create_user("olga@example.org", "olga@example.org")
    officers.appoint(cast.union.national, new, Officer.Role.OFFICE, office.NEW_YEAR, actor=None, at=office.AT)
    browser, page = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/officers/"
    answer = browser.post(f"{page}new/", {"who": "olga@example.org"}, follow=True)
    assert "has no password yet. The office can send a link." in answer.content.decode()
    assert not Link.objects.exists()


def test_a_member_is_appointed_by_number_and_nobody_elses_number_is_known(
    cast: Cast, member: Player, log_in: LogIn
) -> None:
    browser, page = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/officers/"
    stranger = office.person("Nia Ost", number="")
    refused = browser.post(f"{page}new/", {"who": stranger.number})
    assert (refused.status_code, User.objects.filter(player=stranger).exists()) == (422, False)
    assert "/link/?key=" in browser.post(f"{page}new/", {"who": member.number}).content.decode()
    assert User.objects.get(player=member).offices.get().organisation == cast.union.club


def test_a_club_learns_no_name_of_a_hidden_player_by_appointing_the_number(cast: Cast, log_in: LogIn) -> None:
    hidden = office.person("Nia Ostrovale", number="")
    Player.objects.filter(pk=hidden.pk).update(anonymous=True)
    made = User.objects.create_user("nia", "nia@example.org", first_name="Nia", last_name="Ostrovale", player=hidden)
    browser, page = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/officers/"
    for typed in (hidden.number, "nia"):
        answer = browser.post(f"{page}new/", {"who": typed})
        assert answer.status_code == 422
        assert "Ostrovale" not in answer.content.decode()
    assert not made.offices.exists()


def test_an_account_that_the_office_has_ended_is_not_opened_again_by_a_club(cast: Cast, log_in: LogIn) -> None:
    gone = User.objects.create_user("gus", "gus@example.org", PASSWORD)
    account_state.end(gone, timezone.now().date(), actor=None, at=timezone.now())
    address, who = f"/club/{cast.union.club.pk}/officers/new/", {"who": "gus@example.org"}
    answer = log_in(Role.SECRETARY).post(address, who)
    assert "Ask the office to appoint them." in answer.content.decode()
    gone.refresh_from_db()
    assert (gone.is_active, gone.offices.exists()) == (False, False)


@pytest.mark.parametrize("given", ["9" * 5_000, "-1", "²"])
def test_a_member_that_no_row_can_have_is_nobody(given: str, cast: Cast, log_in: LogIn) -> None:
    codes = f"/club/{cast.union.club.pk}/members/codes/"
    assert log_in(Role.SECRETARY).post(codes, {"player": given}).status_code == 422
    assert log_in(Role.PLAYER).post("/record/clubs/", {"request": given, "answer": "yes"}).status_code == 404
