"""From the first link to the end of an account, by commands; and mail that is tried out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import commands
from tests.register.commands.running import Office, init, set_up
from tests.register.season import NAMES
from tests.smtp_server import running

if TYPE_CHECKING:
    from tests.commands import Said

_LINK = re.compile(r"http://127\.0\.0\.1:8000/link/\?key=[\w-]{43}")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def _mailing(office: Office, *words: str, mail: str, sender: str = "points@example.org") -> Said:
    settings = {
        "OVERTRICK_MAIL": mail,
        "OVERTRICK_MAIL_FROM": sender,
        "OVERTRICK_ADDRESS": "https://points.example.org",
        "OVERTRICK_PROXY": "127.0.0.1",
    }
    said = commands.run(["office", *words], office.folder, office.environment() | settings)
    assert "Traceback" not in said.err, said.err
    return said


def test_init_ends_with_a_link_and_each_new_one_is_another(office: Office) -> None:
    words = ("--name", "Union", "--handbook", "ebu", "--officer", "anna")
    first = office.done("init", "--federation", "ruritania", *words)
    assert "With this link anna chooses a password. It works once, until" in first
    again = office.done("account", "anna", "--new-link")
    found = [_LINK.findall(said) for said in (first, again)]
    assert [len(each) for each in found] == [1, 1]
    assert found[0] != found[1]
    assert "With this link" not in office.done("init", "--federation", "ruritania", *words)


def test_an_account_is_locked_unlocked_and_ended(office: Office) -> None:
    init(office)
    assert "is the only officer of the office" in office.run("account", "anna", "--lock").err
    office.done("add-officer", "bert", "--role", "secretary", "--day", "2026-01-02")
    acts = ("--as", "anna")
    assert "bert is locked" in office.done("account", "bert", "--lock", *acts)
    assert office.run("account", "bert", "--lock", *acts).err.startswith(
        "Error: The account of bert is locked already."
    )
    assert "Unlock it first" in office.run("account", "bert", "--new-link", *acts).err
    assert "bert, no e-mail address: locked." in office.done("account", "bert", *acts)
    assert "bert can log in again." in office.done("account", "bert", "--unlock", *acts)
    ended = office.done("account", "bert", "--end", "--day", "2026-02-28", *acts)
    assert "bert is no longer secretary of Union. The last day is 2026-02-28." in ended
    assert "ended on 2026-02-28" in office.done("account", "bert", *acts)
    assert "ended on 2026-02-28" in office.run("account", "bert", "--unlock", *acts).err
    assert "With this link bert" in office.done("add-officer", "bert", "--role", "scorer", *acts)
    assert "no password yet" in office.done("account", "bert", *acts)


def test_a_phone_that_was_lost_is_forgotten_and_the_audit_keeps_it(office: Office) -> None:
    init(office)
    none = office.run("account", "anna", "--no-second-factor")
    assert (none.code, "anna has no second factor" in none.err) == (1, True)
    office.django(
        """
        from django_otp.plugins.otp_totp.models import TOTPDevice
        from overtrick.register.accounts.models import User
        TOTPDevice.objects.create(user=User.objects.get(username="anna"), confirmed=True)
        """
    )
    assert "with the password alone" in office.done("account", "anna", "--no-second-factor")
    kept = office.django(
        """
        from django_otp.plugins.otp_totp.models import TOTPDevice
        from overtrick.register.audit.models import Record
        print(TOTPDevice.objects.count(), Record._base_manager.filter(action="account.phone").count())
        """
    )
    assert kept.split() == ["0", "1"]


def test_what_somebody_did_after_the_last_day_stays_and_is_listed(office: Office) -> None:
    set_up(office)
    office.done("add-officer", "bert", "--day", "2026-01-02")
    clubs = office.write("more.csv", "number,name,kind,parent,affiliated\n102,Ashby,club,10,2026-01-01\n")
    office.done("import-organisations", clubs, "--yes", "--as", "bert", "--day", "2026-03-03")
    said = office.done("end-officer", "bert", "--role", "office", "--as", "anna", "--day", "2026-02-28")
    assert "bert is no longer office of Union. The last day is 2026-02-28." in said
    assert "2 actions after 2026-02-28 by bert, which stay:" in said
    assert "organisation.add" in said
    assert json.loads(office.done("verify", "--json"))["holds"] is True
    wrong = office.run("end-officer", "bert", "--role", "office", "--as", "anna", "--day", "2026-03-03")
    assert "bert is not office of Union on 2026-03-03" in wrong.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("account", "nobody", "--lock"), "There is no account 'nobody'"),
        (("account", "anna", "--lock", "--mail"), "--mail goes with --new-link"),
        (("end-officer", "nobody", "--role", "office"), "There is no account 'nobody'"),
    ],
)
def test_what_is_not_understood_is_told(office: Office, words: tuple[str, ...], says: str) -> None:
    init(office)
    said = office.run(*words)
    assert (said.code, says in said.err) == (2, True), said


def test_an_officer_is_invited_by_mail_and_the_worker_sends_it(office: Office) -> None:
    init(office)
    with running() as box:
        mail = f"smtp://127.0.0.1:{box.port}"
        words = ("add-officer", "bert", "--email", "bert@example.org", "--role", "scorer")
        said = _mailing(office, *words, mail=mail)
        assert "A link for bert is on its way to bert@example.org." in said.out
        assert "1 letter to be sent, 0 failed." in _mailing(office, "mail", mail=mail).out
        _mailing(office, "work", "--once", mail=mail)
        assert "https://points.example.org/link/?key=" in box.text("bert@example.org")
        assert "0 letters to be sent, 0 failed." in _mailing(office, "mail", mail=mail).out
        said = _mailing(office, "account", "bert", "--new-link", "--mail", "--as", "anna", mail=mail)
        assert "on its way to bert@example.org" in said.out
    assert (
        "We have no e-mail address of anna"
        in _mailing(office, "account", "anna", "--new-link", "--mail", mail=mail).err
    )


def test_a_test_mail_tells_what_the_server_answered(office: Office) -> None:
    init(office)
    with running() as box:
        mail = f"smtp://127.0.0.1:{box.port}"
        assert "has taken it." in _mailing(office, "mail", "--test", "a@example.org", mail=mail).out
        assert box.letters[0]["Subject"] == "Test mail from Union"
        refused = _mailing(office, "mail", "--test", "550-a@example.org", mail=mail)
        assert (refused.code, "550 not this one" in refused.err) == (1, True)
    away = _mailing(office, "mail", "--test", "a@example.org", mail=mail)
    assert (away.code, "does not answer as it should" in away.err) == (1, True)
    assert office.run("mail", "--test", "a@example.org").code == 1
    assert _mailing(office, "mail", "--test", "nobody", mail=mail).code == 2


def test_a_mail_setting_that_is_not_understood_is_told_at_the_start(office: Office) -> None:
    init(office)
    said = _mailing(office, "mail", mail="pigeon:post")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Error: OVERTRICK_MAIL begins with 'pigeon'; write smtp://")


def test_members_are_invited_by_command_and_nobody_twice(office: Office) -> None:
    set_up(office)
    with running() as box:
        mail = f"smtp://127.0.0.1:{box.port}"
        listed = "number,given name,family name,club,e-mail\n"
        listed += "".join(f"{200_001 + at},{NAMES[at].replace(' ', ',')},100,m{at}@example.org\n" for at in range(3))
        office.done("import-members", office.write("addresses.csv", listed), "--yes")
        assert "Ado Bem: invited." in _mailing(office, "invite", "200001", mail=mail).out
        assert "Ado Bem: invited before." in _mailing(office, "invite", "200001", mail=mail).out
        shown = _mailing(office, "invite", "--club", "100", mail=mail).out
        assert "16 members, 3 with an e-mail address." in shown
        assert "Nobody was invited." in shown
        done = _mailing(office, "invite", "--club", "100", "--yes", mail=mail).out
        assert "2 invited, 1 invited before, 0 has an account, 13 no address, 0 closed." in done
        done = _mailing(office, "invite", "--everybody", "--yes", mail=mail).out
        assert "0 invited, 3 invited before" in done
        _mailing(office, "work", "--once", mail=mail)
        assert sorted(each["To"] for each in box.letters) == ["m0@example.org", "m1@example.org", "m2@example.org"]
    assert office.run("invite", "200001").code == 1
    assert _mailing(office, "invite", mail=mail).code == 2
    assert _mailing(office, "invite", "999999", mail=mail).code == 1
