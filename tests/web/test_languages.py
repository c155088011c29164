"""Two languages: the same pages in English and in Welsh, chosen at the foot of the page."""

from __future__ import annotations

import ast
import gettext
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext
from lxml import html

import overtrick

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

from tests.web.cast import Cast, Role
from tests.web.test_access import EVERY, Row, address_of

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


def test_headings_of_players_clubs_and_the_office_are_welsh(cast: Cast, log_in: LogIn) -> None:
    club = cast.union.club.pk
    for role, address, heading in (
        (Role.PLAYER, "/record/certificates/", "Fy nhystysgrifau"),
        (Role.PLAYER, "/record/privacy/", "Pwy gaiff fy ngweld"),
        (Role.SCORER, f"/club/{club}/upload/", "Anfon canlyniadau"),
        (Role.SECRETARY, f"/club/{club}/licences/", "Trwyddedau ac awdurdodiadau"),
        (Role.OFFICE, "/office/settings/", "Gosodiadau"),
    ):
        assert f"<h1>{heading}</h1>" in _in_welsh(address, log_in(role))


SUBMISSIONS = "%(count)d submission to approve", "%(count)d submissions to approve"


def test_months_and_numbers_of_things_follow_the_language(log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    page = _in_welsh("/office/months/2026-03/", client)
    assert "Mae Mawrth 2026 wedi’i gau" in page
    assert "10 Mawrth 2026" in page
    settings = _in_welsh("/office/settings/", client)
    assert "30 diwrnod" in settings
    with translation.override("cy"):
        told = [ngettext(*SUBMISSIONS, count) % {"count": count} for count in (1, 2, 3, 8)]
    assert told == [
        "1 cyflwyniad i’w gymeradwyo",
        "2 gyflwyniad i’w cymeradwyo",
        "3 cyflwyniad i’w cymeradwyo",
        "8 chyflwyniad i’w cymeradwyo",
    ]


def test_roles_and_standings_are_welsh_too(cast: Cast, log_in: LogIn) -> None:
    client, club = log_in(Role.SECRETARY), cast.union.club.pk
    page = _in_welsh(f"/club/{club}/officers/", client)
    assert "Ysgrifennydd" in page
    assert "Secretary" not in page
    assert "Cofrestredig" in _in_welsh(f"/club/{club}/members/{cast.player.pk}/", client)


def test_what_is_missing_or_wrong_in_a_form_is_told_in_one_language(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.SECRETARY)
    _in_welsh("/account/", client)
    newcomer = client.post(f"/club/{cast.union.club.pk}/members/new/").content.decode()
    assert "Rhowch y cyfenw" in newcomer
    assert "Enter" not in newcomer
    for given in ({}, {"new_password1": "abc", "new_password2": "abc"}, {"new_password1": "a", "new_password2": "b"}):
        page = client.post("/account/password/", given).content.decode()
        assert not re.search(r"This (field|password)|The two|Enter", page), given


_IN_TEMPLATES = re.compile(r"""{%\s*translate\s+(?:"([^"]*)"|'([^']*)')""")
_BLOCKS = re.compile(r"{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}", re.DOTALL)
_CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext"}


def _said() -> set[str]:
    """Everything that pages say through the catalogue: in templates and in the code."""
    rooms = [Path(overtrick.__file__).parent / name for name in ("web", "api")]
    said = set()
    for page in (file.read_text("utf-8") for room in rooms for file in room.rglob("*.html")):
        said |= {one or other for one, other in _IN_TEMPLATES.findall(page)}
        for block in _BLOCKS.findall(page):
            one, _plural, _other = block.partition("{% plural %}")
            said.add(re.sub(r"{{ (\w+) }}", r"%(\1)s", " ".join(one.split()).replace("%", "%%")))
    for file in (file for room in rooms for file in room.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS and node.args:
                first = node.args[0]
                said |= {first.value} if isinstance(first, ast.Constant) else set()
    return said


def test_everything_that_pages_say_can_be_translated() -> None:
    """After new words: python -m django makemessages -l cy --no-location --no-wrap, in src/overtrick."""
    written = (CATALOGUE / "django.po").read_text("utf-8")
    known = {ast.literal_eval(f"({found})") for found in re.findall(r'^msgid ((?:".*"\n)+)', written, re.MULTILINE)}
    assert _said() - known == set()


class Message(NamedTuple):
    """One entry of the catalogue."""

    flags: str
    said: list[str]  #: in English, as one and as several
    told: list[str]  #: in Welsh


_ENTRY = re.compile(r"^(msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:\".*\"\n?)+)", re.MULTILINE)
#: Django puts the English name of a field there.
_LEFT_OUT = {"%(verbose_name)s"}
_GAP = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w+}|<\w+>")


def _messages() -> Iterator[Message]:
    written = (CATALOGUE / "django.po").read_text("utf-8")
    for block in written.strip().split("\n\n")[1:]:
        found = [(key, ast.literal_eval(f"({text})")) for key, text in _ENTRY.findall(f"{block}\n")]
        flags = " ".join(line for line in block.splitlines() if line.startswith("#"))
        said = [text for key, text in found if key.startswith("msgid")]
        yield Message(flags, said, [text for key, text in found if key.startswith("msgstr")])


def test_every_sentence_has_a_welsh_one_with_the_same_gaps() -> None:
    """Nothing is left empty, guessed by a program, or kept after pages stopped to say it."""
    assert [each.said for each in _messages() if not all(each.told) or not each.told] == []
    assert [each.said for each in _messages() if "fuzzy" in each.flags or "#~" in each.flags] == []
    for each in _messages():
        gaps = [set(_GAP.findall(text)) - _LEFT_OUT for text in each.said]
        assert all(set(_GAP.findall(text)) in gaps for text in each.told), each


def test_no_sentence_is_put_together_from_a_label() -> None:
    """A label that is put into a sentence has the wrong beginning in Welsh, and often no article in English."""
    assert [each.said for each in _messages() if any("(what)s" in text and "Enter" in text for text in each.said)] == []


@pytest.mark.parametrize(
    ("address", "passage"),
    [
        ("/handbooks/ebu/clause/3.5/", r'<p class="lead" lang="en">'),
        ("/events/{event}/why/1/1/", r'<ul class="working" lang="en">'),
        ("/help/office/", r'<div class="prose" lang="en">'),
    ],
)
def test_what_stays_english_on_a_welsh_page_says_so(address: str, passage: str, cast: Cast) -> None:
    assert passage in _in_welsh(address_of(Row(address, "get", {}), cast))


#: Words that stand in nearly every English sentence, and in no Welsh one.
_ENGLISH = re.compile(r"\b(the|is|are|your|have|with|from|this|was|were|points)\b", re.IGNORECASE)
_MARKED = "ancestor-or-self::*[@lang='en' or self::title or self::script or self::code]"
#: What somebody has typed, or was told in the language of that day.
_TYPED = (
    *("/queries/", "/queries/{query}/", "/club/{club}/", "/office/", "/office/audit/"),
    *("/office/players/{player}/entries/", "/office/settings/match_factor_on/"),
)


@pytest.mark.proof
def test_nothing_on_a_welsh_page_is_english_that_does_not_say_so(cast: Cast, log_in: LogIn) -> None:
    found = []
    for role in (Role.ANONYMOUS, Role.PLAYER, Role.SECRETARY, Role.OFFICE):
        client = log_in(role)
        client.get("/language/cy/", {"next": "/"})
        pages = [row for row in EVERY if row.method == "get" and _lowest(row) is role and "as=" not in row.address]
        for row in (each for each in pages if each.address not in _TYPED):
            answer = client.get(address_of(row, cast))
            if answer["Content-Type"].startswith("text/html"):
                page = html.document_fromstring(answer.content.decode())
                texts = page.xpath(f"//text()[not({_MARKED})]") + page.xpath(f"//*[not({_MARKED})]/@aria-label")
                found += [(row.address, text.strip()) for text in texts if _ENGLISH.search(text)]
    assert found == []


def _lowest(row: Row) -> Role | None:
    """Say who of those who get the page has the fewest rights."""
    some = (Role.ANONYMOUS, Role.PLAYER, Role.SECRETARY, Role.OFFICE)
    return next((role for role in some if row.answers[role] == 200), None)


def test_a_refusal_of_the_register_is_marked_as_english_on_a_welsh_page_only(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.OFFICE), f"/office/players/{cast.player.number}/suspend/"
    wrong = {"begins": "2026-06-02", "ends": "2026-06-01", "reason": "x"}
    assert '<span lang="en">' not in client.post(address, {**wrong, "sure": "yes"}).content.decode()
    _in_welsh("/account/", client)
    assert '<span lang="en">' in client.post(address, {**wrong, "sure": "yes"}).content.decode()


def test_the_catalogue_in_use_is_the_one_that_can_be_read(tmp_path: Path) -> None:
    compiled = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", str(compiled), str(CATALOGUE / "django.po")], check=True)  # noqa: S603, S607
    with compiled.open("rb") as made, (CATALOGUE / "django.mo").open("rb") as kept:
        assert gettext.GNUTranslations(made)._catalog == gettext.GNUTranslations(kept)._catalog  # type: ignore[attr-defined]  # noqa: SLF001
