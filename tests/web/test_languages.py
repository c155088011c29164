"""Two languages: the same pages with Welsh headings, chosen at the foot of the page."""

from __future__ import annotations

import gettext
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client

import overtrick

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

from tests.web.cast import Role

CATALOGUE = Path(overtrick.__file__).parent / "locale" / "cy" / "LC_MESSAGES"


def _in_welsh(address: str, client: Client | None = None) -> str:
    client = client or Client()
    answer = client.get("/language/cy/", {"next": address})
    assert answer["Location"] == address
    return client.get(address).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/", "Pob pwynt, a pham."),
        ("/worth/", "Beth yw ei werth?"),
        ("/check/", "Gwirio ffeil"),
        ("/handbooks/", "Y llawlyfrau"),
        ("/log-in/", "Mewngofnodi"),
        ("/help/", "Cymorth"),
    ],
)
def test_a_page_has_a_welsh_heading_and_says_that_it_is_welsh(address: str, heading: str) -> None:
    page = _in_welsh(address)
    assert re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)[1] == heading  # type: ignore[index]
    assert '<html lang="cy">' in page
    assert ">English</a>" in page


def test_the_office_has_welsh_headings_too(log_in: LogIn) -> None:
    page = _in_welsh("/office/", log_in(Role.OFFICE))
    assert "<h1>Y swyddfa</h1>" in page
    assert "Cyflwyniadau" in page


@pytest.mark.django_db
def test_the_browser_may_ask_for_welsh_by_itself() -> None:
    page = Client(headers={"accept-language": "cy"}).get("/").content.decode()
    assert "Pob pwynt, a pham." in page


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_the_choice_leads_nowhere_else(where: str) -> None:
    assert Client().get("/language/cy/", {"next": where})["Location"] == "/"


@pytest.mark.django_db
def test_a_language_that_we_do_not_speak_is_not_found() -> None:
    assert Client().get("/language/xx/").status_code == 404


def test_the_catalogue_in_use_is_the_one_that_can_be_read(tmp_path: Path) -> None:
    compiled = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", str(compiled), str(CATALOGUE / "django.po")], check=True)  # noqa: S603, S607
    with compiled.open("rb") as made, (CATALOGUE / "django.mo").open("rb") as kept:
        assert gettext.GNUTranslations(made)._catalog == gettext.GNUTranslations(kept)._catalog  # type: ignore[attr-defined]  # noqa: SLF001
