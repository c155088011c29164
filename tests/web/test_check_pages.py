"""Anybody checks a file: awards, differences, problems and downloads; and nothing is kept."""

from __future__ import annotations

import io
import re
import secrets
import zipfile
from html import unescape
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client, RequestFactory

from overtrick.register.competitions.models import Upload
from overtrick.web.file_reader import READER
from overtrick.web.public import kept_columns
from overtrick.web.public.file_check import suggestion
from tests.laws.growing import event_file
from tests.web import spreadsheets
from tests.web.club.hand import Form
from tests.web.pages import as_read

pytestmark = pytest.mark.usefixtures("cast")

SAMPLES = Path(__file__).parents[2] / "samples"
CLUB_NIGHT = SAMPLES / "csv" / "club-night.csv"
USEBIO = SAMPLES / "usebio" / "compscore-mitchell.xml"


def _file(path: Path) -> SimpleUploadedFile:
    return SimpleUploadedFile(path.name, path.read_bytes())


EBU = {"answer handbook": "ebu"}
CLUB = EBU | {"answer status": "club"}
#: Of a file whose program writes green points.
LOCAL = CLUB | {"answer facts points": "local"}


def _checked(*files: SimpleUploadedFile, status: int = 200, given: dict[str, str] | None = None) -> str:
    answer = Client().post("/check/", {"files": list(files), **(given or {})})
    assert answer.status_code == status
    return unescape(as_read(answer.content.decode()))


def test_the_handbook_of_the_federation_is_chosen_beforehand() -> None:
    page = Client().get("/check/").content.decode()
    assert '<option value="ebu" selected>English Bridge Union</option>' in page


def test_a_list_is_awarded_place_by_place_with_its_working() -> None:
    page = _checked(_file(CLUB_NIGHT), given=CLUB)
    assert "EBU handbook, April 2024" in page
    assert page.count('class="working"') > 3
    assert "Questions about the files" not in page
    assert "Change what you answered" in page


def test_what_a_file_leaves_open_is_asked_with_the_names_of_the_federations() -> None:
    page = _checked(_file(CLUB_NIGHT))
    assert "Questions about the files" in page
    assert re.search(r'value="ebu"[^>]*>English Bridge Union</label>', page)
    assert "Answer the questions above to see the awards." in page


def test_the_status_is_asked_in_the_words_of_the_handbook() -> None:
    page = _checked(_file(CLUB_NIGHT), given=EBU)
    assert "What is wrong" not in page
    assert re.search(r'name="answer status" value="district"', page)


def test_answers_and_files_travel_with_the_page_to_the_download() -> None:
    page = _checked(_file(USEBIO), given=LOCAL)
    hidden = re.findall(r'<input type="hidden" name="(kept name|kept)" value="([^"]*)"', page)
    carried = dict(hidden)
    for form, begins in (("usebio", b"<?xml"), ("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")):
        answer = Client().post("/check/", {**carried, **LOCAL, "download": f"0 {form}"})
        assert answer.status_code == 200
        assert answer["Content-Disposition"].startswith("attachment")
        assert answer.content.startswith(begins), form


def test_several_files_and_a_zip_are_checked_together() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("night.csv", CLUB_NIGHT.read_bytes())
    zipped = SimpleUploadedFile("week.zip", packed.getvalue())
    page = _checked(zipped, _file(USEBIO), given=CLUB)
    assert page.count('class="sheet result" aria-labelledby="file-') == 2


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 a photograph", b"<USEBIO><EVENT>", b"<a><b></a>"])
def test_what_is_no_results_file_is_answered_in_words(content: bytes) -> None:
    page = _checked(SimpleUploadedFile("night.xml", content), given=EBU)
    assert "What is wrong" in page
    assert "Traceback" not in page


def test_no_file_is_asked_for() -> None:
    assert "Choose a results file" in _checked(status=422)


@pytest.mark.parametrize("more", [{"kept name": "a.csv", "kept": "!!"}, {"download": "9 csv"}, {"answer nothing": "x"}])
def test_a_page_that_was_tampered_with_does_no_harm(more: dict[str, str]) -> None:
    answer = Client().post("/check/", {"files": [_file(CLUB_NIGHT)], **more})
    assert answer.status_code in (200, 422)


def test_nothing_is_kept() -> None:
    before = Upload.objects.count()
    _checked(_file(CLUB_NIGHT), given=EBU)
    assert Upload.objects.count() == before


# --- What the columns of a list are ------------------------------------------------------------------------------

ANSWERS = CLUB | {"answer date": "10 November 2026", "answer boards": "24", "answer event": "Tuesday"}


def _list() -> SimpleUploadedFile:
    return SimpleUploadedFile("list.csv", spreadsheets.as_csv())


def _columns(page: str) -> dict[str, str]:
    """Name the field of each column, by its heading."""
    found = re.findall(r'<label for="column-[^"]*">([^<]*)</label>.*?<select[^>]*name="([^"]*)">', page)
    return dict(found)


def _chosen(page: str) -> dict[str, str]:
    """Say that 'Finish' is the place."""
    fields = _columns(page)
    assert tuple(fields) == spreadsheets.HEADINGS
    words = dict(zip(spreadsheets.HEADINGS, ("", "place", "names", "score"), strict=True))
    return {name: words[heading] for heading, name in fields.items()}


def _awarded(page: str) -> list[str]:
    return re.findall(r"<summary> ?([^<]*) <span class=\"link\">Why", page)[:3]


def test_columns_are_shown_as_they_were_guessed_and_read_again_as_corrected() -> None:
    browser = Client()
    page = as_read(browser.post("/check/", {"files": [_list()], **ANSWERS}).content.decode())
    assert "Correct the places or the scores" in page
    carried = dict(re.findall(r'<input type="hidden" name="(kept name|kept)" value="([^"]*)"', page))
    chosen = _chosen(page)
    again = unescape(as_read(browser.post("/check/", {**carried, **ANSWERS, **chosen}).content.decode()))
    assert "The columns are read as you corrected them." in again
    assert _awarded(again) == list(spreadsheets.PAIRS[:3])
    for name, value in chosen.items():  # so that answers and downloads need no cookie
        assert f'<input type="hidden" name="{name}" value="{value}">' in again
    download = Client().post("/check/", {**carried, **ANSWERS, **chosen, "download": "0 csv"}).content.decode()
    assert download.index("Ado Bem") < download.index("Elu Fin") < download.index("Ira Jun")


def test_the_browser_remembers_columns_for_lists_with_the_same_headings() -> None:
    browser = Client()
    chosen = _chosen(as_read(browser.post("/check/", {"files": [_list()], **ANSWERS}).content.decode()))
    first = browser.post("/check/", {"files": [_list()], **ANSWERS, **chosen})
    assert first.cookies["columns"]["path"] == "/check/"
    assert first.cookies["columns"]["httponly"]
    other = SimpleUploadedFile("next.csv", spreadsheets.as_csv().replace(b"Ado Bem", b"Zia Oak"))
    page = unescape(as_read(browser.post("/check/", {"files": [other], **ANSWERS}).content.decode()))
    assert _awarded(page)[0] == "Zia Oak & Cor Dax"
    for sent in (Client().post("/check/", {"files": [_list()]}), browser.post("/check/", {"files": [_file(USEBIO)]})):
        assert "as you corrected them" not in sent.content.decode()


def test_which_of_two_columns_is_the_place_is_asked_and_answered() -> None:
    list_of = spreadsheets.as_csv().replace(b"Place,Finish", b"Pos,Ranking")
    page = _checked(SimpleUploadedFile("list.csv", list_of), given=ANSWERS)
    assert re.search(r'name="answer columns place" value="Ranking"> ?Ranking', page)
    given = ANSWERS | {"answer columns place": "Ranking"}
    assert _awarded(_checked(SimpleUploadedFile("list.csv", list_of), given=given)) == list(spreadsheets.PAIRS[:3])


def test_a_cookie_that_was_tampered_with_does_no_harm() -> None:
    browser = Client()
    browser.cookies["columns"] = "nonsense"
    assert browser.post("/check/", {"files": [_list()], **ANSWERS}).status_code == 200


def test_a_browser_keeps_the_columns_of_the_last_lists_as_far_as_a_cookie_holds_them() -> None:
    request, browser = RequestFactory().post("/check/"), {}
    for at in range(100):
        answer = HttpResponse()
        kept_columns.keep(request, answer, {str(at): {"place": secrets.token_hex(20)}})
        request.COOKIES[kept_columns.COOKIE] = answer.cookies[kept_columns.COOKIE].value
        assert len(request.COOKIES[kept_columns.COOKIE]) <= 3_500
        browser = kept_columns.kept(request)
    assert 20 < len(browser) < 100
    assert next(iter(browser)) == "99"


# --- Events that no edition governs ------------------------------------------------------------------------------

OLD = SimpleUploadedFile("old.xml", USEBIO.read_bytes().replace(b"2026</DATE>", b"2019</DATE>"))
MARK = "As if played under the EBU handbook, April 2024"


def _old() -> SimpleUploadedFile:
    OLD.seek(0)
    return OLD


def test_an_older_event_is_offered_as_if_played_under_the_oldest_edition_in_words_of_the_page() -> None:
    page = _checked(_old(), given=CLUB)
    assert "Should we work it out as if played under that edition?" in page
    assert re.search(r'name="answer as if" value="yes"', page)
    assert "--on" not in page
    assert "--as-if" not in page
    assert MARK not in page


def test_the_awards_of_an_older_event_are_marked_on_the_page_and_in_every_download() -> None:
    given = LOCAL | {"answer as if": "yes"}
    page = _checked(_old(), given=given)
    assert f'<p class="banner odd">{MARK}' in page
    assert 'name="answer as if" value="yes"' in page
    carried = dict(re.findall(r'<input type="hidden" name="(kept name|kept)" value="([^"]*)"', page))
    for form in ("usebio", "csv", "json"):
        answer = Client().post("/check/", {**carried, **given, "download": f"0 {form}"})
        assert MARK in answer.content.decode("utf-8-sig"), form


def test_an_answer_that_a_file_suggests_is_told_with_its_reason_where_there_is_one() -> None:
    assert suggestion("pairs", "Each row has two names.") == "The file suggests pairs (Each row has two names)."
    assert suggestion("pairs", "") == "The file suggests pairs."


def test_of_a_very_large_event_the_first_lines_are_shown() -> None:
    file = SimpleUploadedFile("large.yaml", event_file("pairs", 4_000))
    page = _checked(file)
    assert page.count('class="why"') == 2_000
    assert "334 more lines are not shown here." in page
    assert "1666 more lines are not shown here." in page


def test_of_a_file_full_of_problems_the_first_ones_are_shown() -> None:
    page = _checked(SimpleUploadedFile("large.yaml", event_file("one name for all", 1_000)))
    assert page.count("'Same' is in this list twice") == 300
    assert "699 more lines are not shown here." in page


def test_a_file_past_a_limit_is_a_calm_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READER, "limits", READER.limits._replace(computing=0, seconds=0))
    page = _checked(SimpleUploadedFile("large.yaml", event_file("pairs", 4_000)))  # a small one is read in no time
    assert "The file takes longer to read than 0 seconds, so we stopped." in page
    assert "Export one event to a file and send the files one by one." in page
    monkeypatch.undo()
    assert page.count('class="working"') == 0
    assert _checked(_file(CLUB_NIGHT), given=CLUB).count('class="working"') > 3


def test_who_comes_while_other_files_are_read_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READER, "limits", READER.limits._replace(wait=0.01))
    with READER._lock:  # noqa: SLF001 - somebody else's file is being read
        page = _checked(_file(CLUB_NIGHT), status=503, given=CLUB)
    assert "We are reading many other files at the moment. Send yours again in a minute" in page


SWISS = SAMPLES / "usebio" / "swiss-pairs.xml"
SEND = {f"answer {word}": said for word, said in (("handbook", "ebu"), ("status", "county"))}
GREEN = {"fact status": "county", "fact points": "green", "fact green event": "swiss"}


def test_the_kind_of_a_strangers_event_is_shown_and_changed_without_keeping_it() -> None:
    stored = Upload.objects.count()
    page = _checked(_file(SWISS), given=SEND)
    assert "<p>County status, local points.</p>" in page
    kept = Form(page).sent
    carried = {name: kept[name] for name in ("kept name", "kept")} | SEND
    page = _checked(given=carried | {"fact points": "green", "look": "yes"})
    assert '<details class="more" open>' in page
    assert "Which green point event of chapter 6 is it?" in page
    assert "24 " in page  # nothing is worked out with it yet
    page = _checked(given=carried | {"fact points": "green"}, status=422)
    assert "Choose an answer: Which green point event of chapter 6 is it?" in page
    page = _checked(given=carried | GREEN)
    assert "<dt>Green event</dt><dd>Swiss pairs or teams" in page
    assert "2.13" in page
    assert 'name="answer facts points" value="green"' in page
    assert Upload.objects.count() == stored
    page = _checked(given=carried | {"answer facts points": "green", "answer facts green event": "swiss"} | LOCAL_AGAIN)
    assert "<p>County status, local points.</p>" in page
    assert "answer facts green event" not in page


LOCAL_AGAIN = {"fact status": "county", "fact points": "local"}


def test_the_kind_of_several_strange_events_is_not_changed_at_once() -> None:
    page = _checked(_file(SWISS), _file(SAMPLES / "usebio" / "swiss-teams-six-players.xml"), given=SEND)
    assert "Change what kind of event it was" not in page
