"""A link opens an account once: the first password, a forgotten one; nothing tells who has an account."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit.models import Record
from overtrick.register.log_ins import account_state, handover, invite_officer
from overtrick.register.log_ins.models import Request
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations.models import Officer
from overtrick.register.tasks import worker
from overtrick.web.accounts.models import Session
from tests.register import office
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

CHOSEN = {"new_password1": "four spades doubled", "new_password2": "four spades doubled"}


@pytest.fixture
def _mail(settings: Settings, tmp_path: Path) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)


def _link(user: User, lasts: timedelta = links.HOUR) -> str:
    return handover.in_hand(user, lasts=lasts, actor=None, at=timezone.now()).address


def _key(address: str) -> str:
    return address.partition("?key=")[2]


def _opened(address: str) -> str:
    """Give the path of a link, as a browser on this machine asks for it."""
    return address.removeprefix("http://127.0.0.1:8000")


def test_a_link_leads_to_its_page_in_every_federation(cast: Cast) -> None:
    assert resolve(links.PATH).view_name == "link"
    assert _link(cast.users[Role.SECRETARY]).startswith("http://127.0.0.1:8000/link/?key=")
    assert links.address(cast.elsewhere, "seed").startswith("http://127.0.0.1:8000/@south/link/?key=")


def test_whoever_has_a_link_chooses_a_password_once_and_logs_in_by_address(cast: Cast) -> None:
    user = cast.users[Role.SECRETARY]
    address = _link(user)
    browser = Client()
    for _ in range(2):
        page = browser.get(_opened(address)).content.decode()
        assert "new_password1" in page
        assert "Hana Ilk" in page
    assert not Session.objects.exists()
    given = {**CHOSEN, "key": _key(address)}
    assert browser.post("/link/", given)["Location"] == "/desk/"
    assert browser.session["_auth_user_id"] == str(user.pk), "nobody types a new password a third time"
    browser = Client()
    answer = browser.post("/log-in/", {"name": user.email, "password": CHOSEN["new_password1"]})
    assert answer["Location"] == "/desk/"
    assert browser.get(_opened(address)).status_code == 404
    assert browser.post("/link/", {**given, "new_password1": "x", "new_password2": "x"}).status_code == 404
    assert User.objects.get(pk=user.pk).check_password("four spades doubled")
    assert Record.objects.filter(action="account.open", user=user).count() == 1


def test_nothing_that_is_stored_opens_an_account(cast: Cast) -> None:
    address = _link(cast.users[Role.SECRETARY])
    stored = str(list(Link.objects.values()) + list(Record.objects.values()))
    assert _key(address) not in stored
    made = Link.objects.get()
    for known in (made.seed, made.hash):
        assert Client().get("/link/", {"key": known}).status_code == 404


@pytest.mark.parametrize("what", ["old", "locked", "ended", "another was used"])
def test_a_link_that_has_ended_says_so(what: str, cast: Cast) -> None:
    user, office_user = cast.users[Role.SECRETARY], cast.users[Role.OFFICE]
    address = _link(user)
    if what == "old":
        Link.objects.update(expires_at=timezone.now())
    elif what == "locked":
        account_state.lock(user, actor=office_user, at=timezone.now())
    elif what == "ended":
        account_state.end(user, timezone.now().date(), actor=office_user, at=timezone.now())
    else:
        Client().post("/link/", {**CHOSEN, "key": _key(_link(user))})
    answer = Client().get(_opened(address))
    assert answer.status_code == 404
    assert "This link has been used, or is too old" in answer.content.decode()
    assert Client().post("/link/", {**CHOSEN, "key": _key(address)}).status_code == 404


def test_an_account_without_an_address_is_asked_for_one(cast: Cast) -> None:
    user = office.user("nia")
    address = _link(user)
    given = {**CHOSEN, "key": _key(address)}
    for wrong, says in (
        ("", "Enter your e-mail address"),
        ("nia", "Enter an e-mail address, for example"),
        (cast.users[Role.SECRETARY].email.upper(), "Another account uses this e-mail address"),
    ):
        answer = Client().post("/link/", {**given, "email": wrong})
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert Client().post("/link/", {**given, "email": "nia@example.org"}).status_code == 302
    answers = {"name": "nia@example.org", "password": CHOSEN["new_password1"]}
    assert Client().post("/log-in/", answers).status_code == 302


def test_a_weak_password_is_refused_and_the_link_stays(cast: Cast) -> None:
    address = _link(cast.users[Role.SECRETARY])
    given = {"new_password1": "12345", "new_password2": "12345", "key": _key(address)}
    assert Client().post("/link/", given).status_code == 422
    assert Client().get(_opened(address)).status_code == 200


# --- Forgotten -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
@pytest.mark.parametrize("has_password", [True, False])
@pytest.mark.parametrize("by", ["address", "number", "name"])
def test_a_forgotten_password_is_chosen_anew_by_a_link(by: str, has_password: bool, cast: Cast, tmp_path: Path) -> None:
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    if has_password:
        user.set_password(PASSWORD)
        user.save()
    name = {"address": user.email.upper(), "number": f"000{cast.player.number}", "name": user.username}[by]
    assert Client().post("/forgotten/", {"name": name})["Location"] == "/forgotten/sent/"
    worker.work(once=True)
    assert not Request.objects.exists()
    (file,) = (tmp_path / "sent").iterdir()
    text = message_from_bytes(file.read_bytes(), policy=policy.default).get_content()
    (address,) = re.findall(r"http://127.0.0.1:8000(/link/\?key=\S+)", text)
    assert Client().post("/link/", {**CHOSEN, "key": _key(address)}).status_code == 302
    answer = Client().post("/log-in/", {"name": cast.player.number, "password": CHOSEN["new_password1"]})
    assert answer.status_code == 302


@pytest.mark.usefixtures("_mail")
def test_the_page_does_the_same_whether_or_not_the_name_is_known(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    names = (cast.users[Role.PLAYER].email, cast.player.number, "nobody@example.org", "999999", "'\";--")
    for at, name in enumerate(names):
        with office.statements(monkeypatch) as said:
            answer = Client(REMOTE_ADDR=f"192.0.2.{at}").post("/forgotten/", {"name": name})
        heard.append((answer.status_code, answer["Location"], [each for each in said if "SAVEPOINT" not in each]))
    assert all(each == heard[0] for each in heard)
    worker.work(once=True)
    assert set(Letter.objects.values_list("to", flat=True)) == {cast.users[Role.PLAYER].email}


@pytest.mark.usefixtures("_mail")
def test_nobody_gets_more_than_a_few_letters_an_hour(cast: Cast) -> None:
    for _ in range(6):
        Client().post("/forgotten/", {"name": cast.users[Role.PLAYER].email})
    worker.work(once=True)
    assert Letter.objects.count() == 3


@pytest.mark.usefixtures("_mail")
def test_two_people_with_one_address_each_get_a_link(cast: Cast) -> None:
    shared = cast.users[Role.PLAYER].email
    User.objects.filter(pk=cast.users[Role.OTHER_PLAYER].pk).update(email=shared)
    Client().post("/forgotten/", {"name": shared})
    worker.work(once=True)
    texts = "".join(Letter.objects.filter(to=shared).values_list("text", flat=True))
    assert (cast.player.number in texts, cast.hidden.number in texts) == (True, True)


@pytest.mark.usefixtures("_mail")
def test_whoever_is_locked_gets_no_letter(cast: Cast) -> None:
    account_state.lock(cast.users[Role.PLAYER], actor=cast.users[Role.OFFICE], at=timezone.now())
    Client().post("/forgotten/", {"name": cast.users[Role.PLAYER].email})
    worker.work(once=True)
    assert not Letter.objects.exists()


@pytest.mark.usefixtures("_mail")
def test_a_letter_is_welsh_for_whoever_reads_welsh(cast: Cast) -> None:
    Client(headers={"accept-language": "cy"}).post("/forgotten/", {"name": cast.users[Role.PLAYER].email})
    worker.work(once=True)
    assert Letter.objects.get().subject == f"Cyfrinair newydd ar gyfer {cast.union.federation}"


@pytest.mark.usefixtures("cast")
def test_where_no_mail_is_set_up_the_page_says_so() -> None:
    assert "We cannot send mail from here" in Client().get("/forgotten/").content.decode()
    assert Client().post("/forgotten/", {"name": "ado@example.org"}).status_code == 200
    assert not Request.objects.exists()


# --- The office ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_mail")
def test_an_officer_is_invited_by_mail(cast: Cast, log_in: LogIn) -> None:
    address = f"/office/organisations/{cast.union.club.pk}/appoint/"
    given = {"who": "new@example.org", "name": "Nia Ost", "role": "scorer", "begins": "2026-06-01"}
    browser = log_in(Role.OFFICE)
    shown = browser.post(address, given).content.decode()
    assert "We send new@example.org a letter with a link" in shown
    assert browser.post(address, {**given, "sure": "yes"}).status_code == 302
    letter = Letter.objects.get()
    assert (letter.to, letter.kind) == ("new@example.org", "officer")
    assert "Oakby" in letter.text


def test_without_mail_the_link_is_shown_once_to_hand_over(cast: Cast, log_in: LogIn) -> None:
    address = f"/office/organisations/{cast.union.club.pk}/appoint/"
    given = {"who": "new@example.org", "name": "Nia Ost", "role": "scorer", "begins": "2026-06-01", "sure": "yes"}
    browser = log_in(Role.OFFICE)
    page = browser.post(address, given).content.decode()
    (key,) = re.findall(r"/link/\?key=([\w-]+)", page)
    assert Client().post("/link/", {**CHOSEN, "key": key}).status_code == 302
    answer = Client().post("/log-in/", {"name": "new@example.org", "password": CHOSEN["new_password1"]})
    assert answer["Location"] == "/desk/"
    assert key not in str(list(Session.objects.values()))


def test_a_colleague_of_the_office_is_not_shown_a_link(cast: Cast, log_in: LogIn, settings: Settings) -> None:
    second = cast.union.second
    second.set_password(PASSWORD)
    second.save()
    browser = log_in(Role.OFFICE)
    page = f"/office/accounts/{second.pk}/"
    assert f"{page}link/" not in browser.get(page).content.decode()
    answer = browser.post(f"{page}link/")
    assert answer.status_code == 422
    assert "overtrick office account NAME --new-link" in answer.content.decode()
    assert not Link.objects.exists()
    settings.MAIL = from_url("smtp://localhost", "points@example.org", Path())
    User.objects.filter(pk=second.pk).update(email="second@example.org")
    assert browser.post(f"{page}link/").status_code == 302
    assert Letter.objects.get().to == "second@example.org"


def test_whoever_is_locked_is_logged_out_and_stays_so_after_the_lock(cast: Cast, log_in: LogIn) -> None:
    user = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    user.set_password(PASSWORD)
    user.save()
    theirs = Client()
    theirs.post("/log-in/", {"name": user.email, "password": PASSWORD})
    assert theirs.get("/account/").status_code == 200
    browser, page = log_in(Role.OFFICE), f"/office/accounts/{user.pk}/"
    sure = {"reason": "lost the phone", "sure": "yes"}
    assert browser.post(f"{page}lock/", sure).status_code == 302
    assert theirs.get("/account/").status_code == 302
    assert Client().post("/log-in/", {"name": user.email, "password": PASSWORD}).status_code == 422
    assert "locked" in browser.get(page).content.decode()
    assert browser.post(f"{page}unlock/", sure).status_code == 302
    assert theirs.get("/account/").status_code == 302
    assert Client().post("/log-in/", {"name": user.email, "password": PASSWORD}).status_code == 302


def test_an_account_ends_with_a_past_day_and_what_came_later_is_listed(cast: Cast, log_in: LogIn) -> None:
    scorer = cast.users[Role.SCORER]
    browser, page = log_in(Role.OFFICE), f"/office/accounts/{scorer.pk}/end/"
    given = {"last": "2026-05-15", "reason": "moved away"}
    shown = browser.post(page, given).content.decode()
    assert "ends on 15 May 2026" in shown
    assert "after 15 May 2026 stay" in shown
    assert "Submitted results" in shown
    assert browser.post(page, {**given, "sure": "yes"}).status_code == 302
    held = scorer.offices.get()
    assert str(held.ends) == "2026-05-15"
    assert User.objects.get(pk=scorer.pk).is_active is False
    assert browser.post(page, {**given, "last": "2999-01-01"}).status_code == 422


def test_the_last_officer_of_the_office_cannot_be_locked_or_ended(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.OFFICE)
    assert (
        browser.post(f"/office/accounts/{cast.union.second.pk}/lock/", {"reason": "x", "sure": "yes"}).status_code
        == 302
    )
    own = f"/office/accounts/{cast.users[Role.OFFICE].pk}/"
    for what, given in (("lock/", {}), ("end/", {"last": str(timezone.now().date())})):
        answer = browser.post(f"{own}{what}", {**given, "reason": "x", "sure": "yes"})
        assert answer.status_code == 422
        assert "is the only officer of the office" in answer.content.decode()


def test_a_failed_letter_is_shown_without_its_link_and_sent_again(
    cast: Cast, log_in: LogIn, settings: Settings, tmp_path: Path
) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)
    user = cast.users[Role.SECRETARY]
    account_state.new_link(user, mail=True, actor=cast.users[Role.OFFICE], at=timezone.now())
    Letter.objects.update(state="failed", error="550 no such mailbox")
    browser = log_in(Role.OFFICE)
    assert "letter that could not be sent" in browser.get("/office/").content.decode()
    assert "550 no such mailbox" in browser.get("/office/mail/").content.decode()
    page = f"/office/mail/{Letter.objects.get().pk}/"
    assert "(a link that only this letter has)" in browser.get(page).content.decode()
    browser.post(f"{page}again/")
    worker.work(once=True)
    assert Letter.objects.get().state == "sent"
    assert "letter that could not be sent" not in browser.get("/office/").content.decode()


def test_an_account_that_was_made_without_any_password_gets_a_link(cast: Cast, log_in: LogIn) -> None:
    bare = User.objects.create(username="bare@example.org", email="bare@example.org")
    assert not bare.has_usable_password()
    given = {"who": bare.email, "name": "", "role": "scorer", "begins": "2026-06-01", "sure": "yes"}
    page = log_in(Role.OFFICE).post(f"/office/organisations/{cast.union.club.pk}/appoint/", given)
    assert "/link/?key=" in page.content.decode()


def test_where_no_letter_can_be_sent_the_office_is_told_before_it_invites(cast: Cast, log_in: LogIn) -> None:
    browser, said = log_in(Role.OFFICE), "No mail is set up, so we cannot send invitations."
    for page in ("/office/accounts/", "/office/accounts/invite/", f"/office/players/{cast.player.number}/invite/"):
        assert said in browser.get(page).content.decode()
    assert "/office/accounts/invite/" not in browser.get("/office/accounts/").content.decode()


def test_a_download_of_the_accounts_has_more_than_the_page(cast: Cast, log_in: LogIn) -> None:
    some = User.objects.bulk_create(User(username=f"more-{at}") for at in range(210))
    Officer.objects.bulk_create(
        Officer(organisation=cast.union.club, user=each, role=Officer.Role.SCORER, begins="2026-01-01") for each in some
    )
    browser = log_in(Role.OFFICE)
    assert "The first 200." in browser.get("/office/accounts/").content.decode()
    assert browser.get("/office/accounts/?as=csv").content.decode("utf-8-sig").count("more-") == 210


def test_no_account_is_opened_under_a_number_that_nobody_has(cast: Cast) -> None:
    """Whoever got that number later could not log in with it."""
    with pytest.raises(invite_officer.NotClear, match="Nobody has the number 99 999"):
        invite_officer.appoint(
            cast.union.club,
            invite_officer.Invitee("99 999"),
            Officer.Role.SCORER,
            office.NEW_YEAR,
            actor=None,
            at=office.AT,
        )
    assert not User.objects.filter(username__startswith="99").exists()
