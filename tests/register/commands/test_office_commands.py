"""A whole office by its commands: set up, filled, submitted to, closed, proved, saved and brought back."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest

from overtrick.engine.event import Player
from tests.register.commands.running import ORGANISATIONS, Office, confirmed, init, members_list, set_up, with_password
from tests.register.commands.test_backups import tables
from tests.register.season import NAMES, file_of, night

PAIRS = [(Player(NAMES[at], str(200_001 + at)), Player(NAMES[at + 1], str(200_002 + at))) for at in range(0, 16, 2)]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


@pytest.mark.slow  # some twenty commands
def test_a_season_by_commands(office: Office) -> None:
    set_up(office)
    file = office.write("tuesday.json", file_of(night(PAIRS)))
    on = ("--organisation", "100", "--day", "2026-05-13")

    shown = office.done("submit", file, *on)
    assert "Ado Bem" in shown
    assert "No points for 10 players by the handbook." in shown
    assert "Nothing was posted. Run it again with --yes to do it." in shown
    assert "Charge: Club sessions: " in shown
    posted = office.done("submit", file, *on, "--yes")
    assert "Posted: posting 1, 6 entries." in posted
    again = office.done("submit", file, *on, "--yes")
    assert "was received on 13 May 2026 from anna. Nothing was changed." in again

    other = office.write("corrected.json", file_of(night([PAIRS[1], PAIRS[0], *PAIRS[2:]])))
    refused = office.run("submit", other, *on, "--yes")
    assert refused.code == 1
    assert "Add --correct if these results are the right ones" in refused.err
    corrected = office.done("submit", other, *on, "--yes", "--correct")
    assert "It replaces version 1. Who gains and who loses:" in corrected

    rehearsal = office.done("close-month", "2026-05", "--day", "2026-06-15")
    assert "May 2026: 2 postings with 14 entries of 2 submissions would become final." in rehearsal
    assert "Run it again with --yes to close the month" in rehearsal
    closed = json.loads(office.done("close-month", "2026-05", "--day", "2026-06-15", "--yes", "--json"))
    assert (closed["entries"], closed["closed_before"]) == (14, False)
    assert closed["after_close"] == closed["late"] == []
    assert "was closed on 15 June 2026" in office.done("close-month", "2026-05", "--yes")
    assert "Nobody was promoted when May 2026 was closed." in office.done("promotions")
    assert "Month to close: June 2026" in office.done("calendar", "--day", "2026-07-05")
    nothing = office.done("calendar", "--day", "2026-06-15", "--days", "3", "--organisation", "100")
    assert "Nothing waits, and nothing falls due within 3 days." in nothing
    written = office.done("reports", "2026-05", str(office.home / "reports"))
    assert "of 2026-05 written to" in written
    assert any(each.name.startswith("2026-05 100-") for each in (office.home / "reports").iterdir())
    assert "'May' is not a period" in office.run("reports", "May", "nowhere").err
    assert "2026-06 is not closed yet" in office.run("promotions", "2026-06").err

    listed = json.loads(office.done("ranks", "--json", "--limit", "2"))
    assert [(each["name"], each["points"]) for each in listed] == [("Elu Fin", "18"), ("Gat Hob", "18")]
    assert "Missing" in office.done("ranks", "200001")
    assert "Nobody has points of this kind yet." in office.done("ranks", "--rank", "club master")
    assert json.loads(office.done("verify", "--json"))["holds"] is True
    assert "1 assessment of 2 recalculated" in office.done("verify", "--sample", "1")


def test_who_has_no_points_is_counted_once_in_an_event_of_two_stages(office: Office) -> None:
    set_up(office)
    (stage,) = night(PAIRS).stages
    other = night(PAIRS[::-1]).stages[0]._replace(name="Second")
    event = night(PAIRS)._replace(stages=(stage._replace(name="First"), other))
    shown = office.done("submit", office.write("two.json", file_of(event)), "--organisation", "100")
    assert "No points for 4 players by the handbook." in shown


@pytest.mark.slow  # all tables are made again
def test_a_backup_goes_out_and_comes_back_whole(office: Office, tmp_path: Path) -> None:
    set_up(office)
    office.done("submit", office.write("t.json", file_of(night(PAIRS))), "--organisation", "100", "--yes")
    saved = str(tmp_path / "saved.zip")
    assert "tables are in" in office.done("backup", saved)
    assert stat.S_IMODE(Path(saved).stat().st_mode) == 0o600
    assert office.run("backup", saved).code == 2

    refused = office.run("restore", saved)
    assert refused.code == 1
    assert "This office has data." in refused.err
    office.done(
        "submit", office.write("u.json", file_of(night(PAIRS[::-1], name="Later"))), *("--organisation", "100"), "--yes"
    )
    assert "Everything is correct." in office.done("restore", saved, "--force")
    assert json.loads(office.done("ranks", "--provisional", "--json", "--limit", "1"))[0]["name"] == "Ado Bem"
    # New rows go on where the restored ones end, on both databases.
    office.done("submit", office.write("v.json", file_of(night(PAIRS, name="Next"))), "--organisation", "100", "--yes")
    assert "12 entries" in office.done("verify")


@pytest.mark.slow  # all tables are made again
def test_the_file_of_a_backup_is_the_same_after_a_round_trip(office: Office, tmp_path: Path) -> None:
    set_up(office)
    office.done("submit", office.write("t.json", file_of(night(PAIRS))), "--organisation", "100", "--yes")
    # As the tree over some hundred entries has it: a node without marks, a column that is null.
    office.done("head")
    office.django(
        """
        from overtrick.register.heads.models import Log, Node
        Node._base_manager.create(log=Log._base_manager.first(), level=5, place=0, hash=bytes(32))
        """
    )
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    office.done("backup", str(first))
    (tmp_path / "elsewhere").mkdir()
    other = Office(tmp_path / "elsewhere")
    assert "Everything is correct." in other.done("restore", str(first))
    assert "6 entries" in other.done("verify")
    other.done("backup", str(second))
    assert tables(first) == tables(second)


def test_a_broken_backup_is_refused_and_nothing_is_touched(office: Office, tmp_path: Path) -> None:
    set_up(office)
    saved, broken = tmp_path / "saved.zip", tmp_path / "broken.zip"
    office.done("backup", str(saved))
    with zipfile.ZipFile(saved) as whole, zipfile.ZipFile(broken, "w") as part:
        for name in whole.namelist():
            content = whole.read(name)
            part.writestr(name, content.replace(b"Oakby", b"Elkby"))
    said = office.run("restore", str(broken), "--force")
    assert said.code == 1
    assert "is not what was written" in said.err
    assert office.run("restore", office.write("no.zip", "nothing"), "--force").code == 1
    assert office.run("restore", "missing.zip").code == 2
    assert "0 organisations to enter, 3 already entered." in office.done(
        "import-organisations", office.write("c.csv", ORGANISATIONS)
    )


def test_a_changed_award_is_found_by_verify(office: Office) -> None:
    set_up(office)
    if office.database:
        return
    office.done("submit", office.write("t.json", file_of(night(PAIRS))), "--organisation", "100", "--yes")
    with sqlite3.connect(office.home / "office.sqlite3") as connection:
        connection.execute("drop trigger competitions_assessment_update")
        connection.execute("update competitions_assessment set awards = replace(awards, '18]', '99]')")
    said = office.run("verify")
    assert said.code == 1
    assert "assessment 1" in said.err
    assert "entry 1:" in said.err


@pytest.mark.slow  # two real processes at once
def test_of_two_who_send_the_same_file_at_once_one_is_the_first(office: Office) -> None:
    set_up(office)
    file = office.write("tuesday.json", file_of(night(PAIRS)))
    words = office.command("submit", file, "--organisation", "100", "--yes")
    both = [
        subprocess.Popen(  # noqa: S603 - our own command
            words, cwd=office.folder, env=office.environment(), stdout=subprocess.PIPE, encoding="utf-8"
        )
        for _ in range(2)
    ]
    said = sorted(each.communicate()[0] for each in both)
    assert [each.returncode for each in both] == [0, 0]
    assert "Posted: posting 1" in said[0]
    assert "Nothing was changed." in said[1]
    assert "1 posting, 6 entries" in office.done("verify")


def test_what_a_federation_needs_is_asked_for(office: Office) -> None:
    nowhere = office.run("init")
    assert (nowhere.code, "add --federation, --name, --handbook, --officer" in nowhere.err) == (2, True)
    half = office.run("init", "--federation", "west")
    assert (half.code, "add --name, --handbook, --officer" in half.err) == (2, True)


def test_an_office_is_set_up_once_and_its_key_is_nobodys_business(office: Office) -> None:
    words = ("init", "--federation", "ruritania", "--name", "Union", "--handbook", "ebu", "--officer", "anna")
    assert "is set up in" in office.done(*words)
    key = office.home / "secret-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_text(encoding="ascii")
    assert "already" in office.done(*words)
    assert key.read_text(encoding="ascii") == before
    second = office.done("init", "--federation", "west", "--name", "West", "--handbook", "abf", "--officer", "bert")
    assert "It uses the ABF handbook" in second
    said = office.run("ranks")
    assert said.code == 2
    assert "choose the federation with --federation: ruritania, west" in said.err.lower()
    assert "Nobody has points of this kind yet." in office.done("ranks", "--federation", "west")


def test_members_bring_balances_along_with_two_people(office: Office) -> None:
    init(office)
    office.done("import-organisations", office.write("clubs.csv", ORGANISATIONS), "--yes")
    file = office.write("members.csv", members_list(local="250"))
    shown = office.done("import-members", file, "--day", "2026-01-02")
    assert "16 new" in shown
    assert "Nothing was entered" in shown
    office.done("add-officer", "carl", "--day", "2026-01-01")
    alone = with_password(office, "anna", "import-members", file, "--day", "2026-01-02", "--yes").out
    assert "Entered 16 members" in alone
    assert "overtrick office confirm 1" in alone
    assert "Nobody has points of this kind yet." in office.done("ranks", "--provisional")
    done = confirmed(office, "carl")
    assert "Confirmed by carl. 16 lines in the book." in done.out
    again = with_password(office, "anna", "import-members", file, "--day", "2026-01-02", "--yes").out
    assert "16 unchanged" in again
    assert "balances" not in again


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ranks",), "there is no office in"),
        (("verify",), "there is no office in"),
        (("backup", "x.zip"), "there is no office in"),
    ],
)
def test_without_an_office_a_command_says_how_to_set_one_up(office: Office, words: tuple[str, ...], says: str) -> None:
    if office.database:
        return
    said = office.run(*words)
    assert said.code == 2
    assert says in said.err.lower()


def test_what_is_not_understood_is_answered_in_a_sentence(office: Office) -> None:
    set_up(office)
    for words, says in (
        (("close-month", "May"), "'May' is not a month"),
        (("close-month", "2026-13"), "is not a month"),
        (("submit", "no.json", "--organisation", "100"), "The file no.json cannot be opened"),
        (("submit", "no.json", "--organisation", "999"), "There is no organisation '999'"),
        (("close-month", "2026-05", "--as", "nobody"), "There is no user 'nobody'"),
        (("ranks", "--day", "tomorrow"), "'tomorrow' is not a day"),
        (("ranks", "--day", "2999-01-01"), "2999-01-01 is in the future"),
        (("ranks", "--colour", "pink"), "There are no pink points"),
        (("ranks", "--rank", "Nosuch"), "There is no rank 'Nosuch'; choose from Local Master, Club Master"),
        (("import-members", "no.csv"), "The file no.csv cannot be opened"),
    ):
        said = office.run(*words)
        assert said.code == 2, words
        assert says in said.err, (words, said.err)
    said = office.run("ranks", "999999")
    assert said.code == 1
    assert "Nobody has the number 999999" in said.err
    problems = office.write("bad.csv", "number,name,kind,parent,affiliated\n7,Farby,pub,77,someday\n")
    said = office.run("import-organisations", problems, "--yes")
    assert said.code == 1
    assert all(each in said.err for each in ("'pub' is not a kind", "The parent '77'", "'someday' is not a day"))


def test_a_handbook_without_a_conversion_says_so(office: Office) -> None:
    set_up(office)
    said = office.run("convert", "200001", "Premier Master")
    assert said.code == 1
    assert "EBU handbook, April 2024 has no conversion of points." in said.err


def test_a_demonstration_by_an_unknown_handbook_names_those_there_are(office: Office) -> None:
    said = office.run("demo", "--handbook", "nowhere")
    assert said.code == 2
    assert "There is no handbook 'nowhere'; choose from abf, ebu, sbu" in said.err
    assert not office.home.exists()


def test_what_changed_since_a_draft_was_kept_is_told_before_it_is_submitted(office: Office) -> None:
    set_up(office)
    on = ("--organisation", "100", "--day", "2026-05-13", "--yes")
    office.done("submit", office.write("tuesday.json", file_of(night(PAIRS))), *on)
    newcomer = (Player("Tam Ulo", "300001"), PAIRS[0][1])
    corrected = office.write("corrected.json", file_of(night([newcomer, *PAIRS[1:]])))
    assert "Add --correct" in office.run("submit", corrected, *on).err
    joined = "number,given name,family name,club\n300001,Tam,Ulo,100\n"
    office.done("import-members", office.write("new.csv", joined), "--yes", "--day", "2026-01-02")
    told = office.run("submit", corrected, *on, "--correct")
    assert told.code == 1
    assert "What has changed since the draft was saved:" in told.out
    assert "+18" in told.out.split("What has changed since the draft was saved:")[1]
    assert "The awards have changed since the draft was saved." in told.err
    assert "Posted: posting 2" in office.done("submit", corrected, *on, "--correct")


def test_the_yearly_roll_is_rehearsed_and_its_day_is_checked(office: Office) -> None:
    set_up(office)
    shown = office.done("affiliate", "2027")
    assert "0 affiliations from 2027-01-01 to 2027-12-31." in shown
    assert "have no last day and go on." in shown
    assert "'2026-04-01' is not a day of 2027" in office.run("affiliate", "2027", "--from", "2026-04-01").err
