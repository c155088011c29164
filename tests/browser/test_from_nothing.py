"""From an empty folder to a closed month, with documented commands and pages, a mail server, nginx and a browser.

The office is on the internet as docs/deployment.md has it: nginx in front speaks HTTPS under the federation's name.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from overtrick.engine.event import Player as Seated
from tests.browser.conftest import launched
from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.proxy import nginx
from tests.proxy.front import PATIENCE, Site, in_front
from tests.register.season import NAMES, file_of, night
from tests.smtp_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, ViewportSize

    from tests.smtp_server import Postbox

#: Three offices are started, with all that stands around them.
pytestmark = pytest.mark.proof
#: So long ago the club played. A month that was over then, with its days of grace, is over now too.
AGO = timedelta(days=50)
EARLIER = Path(__file__).with_name("earlier")
PASSWORD = "seven no trumps"  # noqa: S105 - of invented people
_LINK = re.compile(r"\S+/link/\?key=\S+")


class NewOffice:
    """An empty folder, a mail server, nginx, and the settings of an office that uses all of them."""

    def __init__(self, folder: Path, box: Postbox, site: Site, browser: Browser) -> None:
        self.folder, self.box, self.site, self._browser = folder, box, site, browser
        self.day: date = (datetime.now(UTC) - AGO).date()

    def environment(self, *, ago: bool) -> dict[str, str]:
        given = {name: value for name, value in os.environ.items() if not name.startswith("OVERTRICK_")}
        given |= {
            **self.site.settings,
            "OVERTRICK_HOME": str(self.folder),
            "OVERTRICK_MAIL": f"smtp://127.0.0.1:{self.box.port}",
            "OVERTRICK_MAIL_FROM": "Points Office <points@example.org>",
        }
        return given | ({"PYTHONPATH": str(EARLIER), "OVERTRICK_TEST_BEHIND": str(AGO.total_seconds())} if ago else {})

    def run(self, *words: str) -> str:
        """Run a command of the office, so long ago."""
        command = [sys.executable, "-m", "overtrick.cli.main", "office", *words]
        done = subprocess.run(  # noqa: S603 - ourselves
            command, env=self.environment(ago=True), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, *, ago: bool) -> Iterator[None]:
        """Run the pages and their worker, so long ago or today."""
        command = [sys.executable, "-m", "overtrick.cli.main", "office", "serve", "--port", str(self.site.ports.office)]
        served = subprocess.Popen(  # noqa: S603 - ourselves
            [*command, "--workers", "1"], env=self.environment(ago=ago), stdout=subprocess.DEVNULL
        )
        try:
            self.site.wait(served)
            yield
        finally:
            served.terminate()
            served.wait(PATIENCE)

    def page(self, size: ViewportSize = DESKTOP) -> Page:
        """Open a browser of somebody's own."""
        return self._browser.new_context(base_url=self.site.address, viewport=size).new_page()

    def link_to(self, who: str, page: Page) -> str:
        """Wait for the only letter to somebody, and give the link in it."""
        for _ in range(300):
            if any(each["To"] == who for each in self.box.letters):
                return self.link_in(self.box.text(who))
            page.wait_for_timeout(200)
        pytest.fail(f"no letter to {who} has come", pytrace=False)

    def link_in(self, text: str) -> str:
        """Give the only link in a text; it leads to nginx."""
        (found,) = _LINK.findall(text)
        assert found.startswith(f"{self.site.address}/link/")
        return str(found)


@pytest.fixture
def office(tmp_path: Path, playwright: Playwright) -> Iterator[NewOffice]:
    with running() as box, in_front(tmp_path) as site, launched(playwright, *site.of_chromium) as browser:
        yield NewOffice(tmp_path / "office", box, site, browser)


def _heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def _choose_password(page: Page, link: str, email: str = "") -> None:
    page.goto(link)
    _heading(page, "Choose a password")
    check_page(page)
    if email:
        page.get_by_label("Your e-mail address").fill(email)
    for label in ("Your new password", "Your new password again"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Save this password").click()
    expect(page.get_by_text("Your password is saved.")).to_be_visible()


def _log_in(page: Page, name: str) -> None:
    page.goto("/log-in/")
    page.get_by_label("Your number or e-mail address").fill(name)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: "/log-in/" not in address)


def _members(folder: Path) -> Path:
    """Write the club's list: Ado Bem has an e-mail address, the others have none."""
    rows = ["number,given name,family name,club,e-mail"]
    rows += [f"{200_001 + at},{name.replace(' ', ',')},100," for at, name in enumerate(NAMES)]
    rows[1] += "ado@example.org"
    file = folder.with_name("members.csv")
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def test_from_an_empty_folder_to_a_closed_month(office: NewOffice) -> None:
    union = ("--federation", "ruritania", "--name", "Bridge Union of Ruritania", "--handbook", "ebu")
    first = office.link_in(office.run("init", *union, "--officer", "anna"))
    with office.serving(ago=True):
        anna = office.page()
        _choose_password(anna, first, "anna@example.org")
        _log_in(anna, "anna@example.org")
        _comes_over_https(anna, office)
        _club(anna, office)
        office.run("import-members", str(_members(office.folder)), "--yes")
        _scorer_sends(office, anna)
        _member_sees(office, anna)
        anna.goto("/office/")
        anna.get_by_role("link", name="1 submission to approve").click()
        anna.get_by_role("link", name="Tuesday pairs").click()
        anna.get_by_role("button", name="Approve").click()
        expect(anna.get_by_role("status")).to_have_text("Tuesday pairs is approved.")
    with office.serving(ago=False):
        anna = office.page()
        _log_in(anna, "anna@example.org")
        anna.goto("/office/")
        month = f"{office.day:%B %Y}"
        anna.get_by_role("link", name=f"month to close: {month}").click()
        anna.get_by_role("button", name=f"Close {month}").click()
        _heading(anna, f"{month} is closed")
        ado = office.page(PHONE)
        _log_in(ado, "200001")
        _heading(ado, "Ado Bem")
        expect(ado.get_by_role("table").get_by_text("Tuesday pairs").first).to_be_visible()
        expect(ado.get_by_text("provisional")).to_have_count(0)


def _comes_over_https(anna: Page, office: NewOffice) -> None:
    """See that a browser which was never here is led to https, and that no cookie goes without it."""
    stranger = office.page()
    stranger.goto(f"http://{nginx.NAME}:{office.site.ports.http}/rankings/")
    assert stranger.url == f"{office.site.address}/rankings/"
    cookies = {each["name"]: each["secure"] for each in anna.context.cookies()}
    assert cookies["sessionid"]
    assert all(cookies.values())


def _club(anna: Page, office: NewOffice) -> None:
    """Let the office decide that it approves, and add a club."""
    anna.goto("/office/settings/ways/")
    anna.get_by_role("radio", name="The office", exact=True).check()
    anna.get_by_label("From", exact=True).fill(str(office.day))
    anna.get_by_label("Reason").fill("Our first council")
    anna.get_by_role("button", name="Check what will happen").click()
    anna.get_by_role("button", name="Save these settings").click()
    anna.goto("/office/organisations/new/")
    anna.get_by_label("Name").fill("Oakby")
    anna.get_by_label("Number").fill("100")
    anna.get_by_role("radio", name="Club").check()
    anna.get_by_label("Affiliated from").fill(str(office.day - timedelta(days=365)))
    anna.get_by_role("button", name="Check what will happen").click()
    anna.get_by_role("button", name="Add this organisation").click()
    _heading(anna, "Oakby")


def _scorer_sends(office: NewOffice, anna: Page) -> None:
    """Invite a scorer by mail, who sends the results of an evening."""
    anna.get_by_role("link", name="Appoint somebody").click()
    anna.get_by_label("Who", exact=True).fill("sid@example.org")
    anna.get_by_label("Their name").fill("Sid Orr")
    anna.get_by_role("radio", name="Scorer: sends and submits results").check()
    anna.get_by_role("button", name="Check what will happen").click()
    expect(anna.get_by_text("We send sid@example.org a letter with a link")).to_be_visible()
    anna.get_by_role("button", name="Appoint them").click()
    expect(anna.get_by_role("status").last).to_contain_text("is on its way to sid@example.org")
    sid = office.page(PHONE)
    _choose_password(sid, office.link_to("sid@example.org", sid))
    _log_in(sid, "sid@example.org")
    seats = [Seated(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    event = night([(seats[at], seats[at + 1]) for at in range(0, 16, 2)], begins=office.day)
    sid.get_by_role("link", name="Send results").first.click()
    sid.get_by_label("Choose results files").set_input_files(
        {"name": "tuesday.yaml", "mimeType": "text/yaml", "buffer": file_of(event)}
    )
    sid.get_by_role("button", name="Read these files").click()
    sid.get_by_role("link", name=re.compile("Show me the awards")).click()
    sid.get_by_role("button", name="Submit these awards").click()
    _heading(sid, "The awards are submitted")


def _member_sees(office: NewOffice, anna: Page) -> None:
    """Invite every member; the one with an address opens an account and sees provisional points."""
    anna.goto("/office/accounts/invite/")
    anna.get_by_role("button", name="Send the invitations").click()
    expect(anna.get_by_role("status")).to_contain_text("1 invited, 0 invited before")
    ado = office.page(PHONE)
    _choose_password(ado, office.link_to("ado@example.org", ado))
    _log_in(ado, "200001")
    _heading(ado, "Ado Bem")
    expect(ado.get_by_text("provisional").first).to_be_visible()
    check_page(ado)


def test_a_member_opens_an_account_with_a_code_on_paper(office: NewOffice) -> None:
    union = ("--federation", "ruritania", "--name", "Bridge Union of Ruritania", "--handbook", "ebu")
    first = office.link_in(office.run("init", *union, "--officer", "anna"))
    with office.serving(ago=True):
        anna = office.page()
        _choose_password(anna, first, "anna@example.org")
        _log_in(anna, "anna@example.org")
        _club(anna, office)
        office.run("import-members", str(_members(office.folder)), "--yes")
        anna.get_by_role("link", name="Its own pages").click()
        anna.get_by_role("link", name="Members", exact=True).click()
        anna.get_by_role("link", name="Invite members").click()
        check_page(anna)
        anna.get_by_role("link", name="Print codes").click()
        anna.get_by_label("Cor Dax").check()
        anna.get_by_role("button", name="Show the codes").click()
        code = anna.locator("code").inner_text()
        check_page(anna)
        cor = office.page(PHONE)
        cor.goto("/log-in/")
        cor.get_by_role("link", name="I have no account yet").click()
        check_page(cor)
        cor.get_by_label("Your number").fill("200002")
        cor.get_by_label("Code from your club").fill(code)
        cor.get_by_role("button", name="Get an account").click()
        _choose_password(cor, cor.url, "cor@example.org")
        _log_in(cor, "cor@example.org")
        _heading(cor, "Cor Dax")
