"""Behind a real nginx with TLS, configured by deploy/nginx.conf: what an officer does, and what a liar is told."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.set_up import DATABASE
from tests.proxy import certificate, nginx
from tests.proxy.client import Client
from tests.proxy.front import Site, free_ports
from tests.web.cast import PASSWORD

#: Log-ins take their time on purpose, in the office as it is installed.
pytestmark = pytest.mark.slow
_ROOT = Path(__file__).parents[2]
SCORER, COUNTY = "north-scorer", "north-secretary"


@pytest.fixture
def scorer(site: Site) -> Client:
    """The scorer of a club, logged in by the form."""
    client = site.client()
    answer = client.post("/log-in/", name=SCORER, password=PASSWORD)
    assert answer.status == 302, answer.text
    return client


def test_nginx_takes_the_configuration_of_deploy(tmp_path: Path) -> None:
    main = nginx.write(tmp_path, nginx.Ports(*free_ports(3)), *certificate.make(tmp_path, nginx.NAME))
    done = subprocess.run(nginx.command(main, "-t"), capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_pages_open_without_a_redirect_and_say_that_https_stays(site: Site) -> None:
    answer = site.client().get("/")
    assert answer.status == 200
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_http_leads_to_https(site: Site) -> None:
    answer = site.without_https().get("/rankings/?year=2026")
    assert answer.status == 301
    assert answer.headers["location"] == f"{site.address}/rankings/?year=2026"


def test_log_in_upload_download_log_out(scorer: Client) -> None:
    desk = scorer.follow(scorer.get("/desk/"))
    club = desk.headers.get("location", "")
    assert re.fullmatch(r"/club/\d+/", club)
    sent = scorer.upload(f"{club}upload/", "files", "thursday.xml", (_ROOT / "samples/week/thursday.xml").read_bytes())
    assert sent.status == 302, sent.text
    assert "thursday.xml" in scorer.follow(sent).text
    listed = scorer.get(f"{club}submissions/").text
    first = min(re.findall(rf"{club}submissions/(\d+)/", listed), key=int)
    table = scorer.get(f"{club}submissions/{first}/awards.csv")
    assert table.status == 200
    assert table.headers["content-disposition"].startswith("attachment")
    assert scorer.post("/log-out/", page="/account/").headers["location"] == "/"
    assert scorer.get(club).headers["location"].startswith("/log-in/")


def test_only_static_files_are_compressed(scorer: Client) -> None:
    """What a page holds for one person must not show in the length of what is sent."""
    page = scorer.get("/account/", **{"Accept-Encoding": "gzip"})
    assert "content-encoding" not in page.headers
    style = re.search(r'href="(/static/[^"]+\.css)"', page.text)
    assert style
    for path in ("/check/", "/api/v1/handbooks", "/rankings/"):
        answer = scorer.get(path, **{"Accept-Encoding": "gzip"})
        assert (answer.status, answer.headers.get("content-encoding")) == (200, None), path
    assert scorer.get(style[1], **{"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_cookies_go_over_https_only(site: Site) -> None:
    client = site.client()
    written = client.get("/log-in/").cookies + client.post("/log-in/", name=SCORER, password=PASSWORD).cookies
    assert {"csrftoken", "sessionid"} <= set(client.cookies)
    for cookie in written:
        assert "; Secure" in cookie


def test_a_form_of_another_site_is_refused(site: Site) -> None:
    client = site.client()
    assert client.post("/log-in/", origin="https://evil.example", name=SCORER, password=PASSWORD).status == 403
    assert client.post("/log-in/", name=SCORER, password=PASSWORD).status == 302


def test_a_file_that_is_too_large_is_refused_before_it_comes(site: Site) -> None:
    """Only the headers are sent; the answer comes although not a byte of the file has."""
    with site.client().connected() as line:
        line.putrequest("POST", "/check/")
        line.putheader("Content-Length", "600000000")
        line.endheaders()
        assert line.getresponse().status == 413


def test_wrong_passwords_count_for_the_real_address_whatever_the_client_claims(site: Site) -> None:
    guesser = site.client("127.0.0.3")
    answers = [0]
    while answers[-1] != 429 and len(answers) < 30:
        lie = f"198.51.100.{len(answers)}"
        forged = {"X-Forwarded-For": lie, "X-Real-IP": lie}
        answers.append(guesser.post("/log-in/", headers=forged, name="nobody", password=PASSWORD[1:]).status)
    assert answers[1] == 422
    assert answers[-1] == 429
    assert site.client("127.0.0.4").post("/log-in/", name="nobody", password=PASSWORD[1:]).status == 422


@pytest.mark.proof
def test_a_guesser_who_finds_the_password_has_to_wait_whichever_process_answers(site: Site, home: Path) -> None:
    guesser = site.client("127.0.0.6")

    def status(password: str) -> int:
        return guesser.post("/log-in/", name=COUNTY, password=password).status

    guesses = Counter(status(f"{PASSWORD} {number}") for number in range(60))
    assert guesses == {422: 5, 429: 55}
    assert status(PASSWORD) == 429
    with closing(sqlite3.connect(home / DATABASE)) as database, database:
        database.execute("update limits_count set until = 0")  # an hour passes
    assert status(PASSWORD) == 302


@pytest.mark.parametrize(("source", "status"), [("127.0.0.1", 200), ("127.0.0.2", 301)])
def test_past_the_proxy_only_its_own_address_may_say_that_it_is_https(site: Site, source: str, status: int) -> None:
    forged = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "evil.example"}
    answer = site.past_the_proxy(source).get("/rankings/", **forged)
    assert answer.status == status
    assert answer.headers.get("location", f"{site.address}/rankings/") == f"{site.address}/rankings/"


def test_another_name_is_refused(site: Site) -> None:
    assert site.client().get("/rankings/", Host="evil.example").status == 400


def test_the_log_has_the_real_address(site: Site, log: Path) -> None:
    site.client("127.0.0.5").get("/promotions/", **{"X-Forwarded-For": "198.51.100.1"})
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["address"] for line in lines if line.get("path") == "/promotions/"] == ["127.0.0.5"]


def test_strangers_learn_nothing_from_health(site: Site) -> None:
    assert json.loads(site.client().get("/health").content) == {"status": "ok"}
    assert "queue" in json.loads(site.past_the_proxy("127.0.0.1").get("/health").content)
