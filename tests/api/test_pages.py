"""The pages about the API: each code has a page, each operation stands there, each example runs."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.api.codes import FINDINGS, MEANINGS, Code
from overtrick.api.examples import EXAMPLES, Example
from overtrick.api.token_examples import TOKEN_EXAMPLES, TokenExample
from overtrick.register.player_file import turn
from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks.models import Promotion
from overtrick.register.tokens import player_file
from overtrick.register.tokens.scopes import PERSONAL_ONLY
from tests.api.tokens import of_club, of_person
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "overtrick" / "api"
USEBIO = ROOT / "samples" / "usebio" / "compscore-howell.xml"


def test_every_code_has_a_meaning_and_a_page_that_its_type_opens(call: Caller) -> None:
    assert list(MEANINGS) == list(Code)
    listed = call.client.get("/help/api/problems").content.decode()
    for code, meaning in MEANINGS.items():
        assert f'href="/help/api/problems/{code}"' in listed
        page = call.client.get(f"/help/api/problems/{code}")
        assert page.status_code == 200
        assert str(meaning.do).partition("“")[0] in unescape(page.content.decode())
        assert meaning.status >= 400
    assert call.client.get("/help/api/problems/nothing").status_code == 404


def test_the_codes_that_the_api_tells_inside_problems_are_those_that_are_listed() -> None:
    told = {
        code
        for path in SOURCE.rglob("*.py")
        if path.name != "codes.py"
        for code in re.findall(r'"(parameter-[a-z]+)"', path.read_text("utf-8"))
    }
    assert told == set(FINDINGS)


def test_every_operation_of_the_document_stands_on_the_page(call: Caller) -> None:
    page = unescape(call.client.get("/api/").content.decode())
    paths = call.get("/openapi.json").data["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path.removeprefix('/api/v1')}" in page
            assert operation["summary"] in page
    assert "<script" not in page.replace('<script src="/static/', "")
    assert "http://testserver/api/v1/worth/ebu/pairs?tables=30" in page


@pytest.mark.parametrize("example", TOKEN_EXAMPLES, ids=lambda each: each.path)
def test_every_example_with_a_token_runs_and_stands_on_the_page(
    call: Caller, cast: Cast, example: TokenExample
) -> None:
    page = unescape(call.client.get("/api/").content.decode())
    assert example.curl("http://testserver/api/v1") in page
    at = timezone.now()
    turn.bring_up_to_date(at)
    player_file.allow(cast.union.club, "Scoring PC", actor=cast.users[Role.OFFICE], at=at)
    personal = example.scope in PERSONAL_ONLY
    made = of_person(call, cast.users[Role.PLAYER], example.scope) if personal else of_club(call, cast, example.scope)
    headers = {"accept": example.accept} if example.accept else {}
    found = made.post(example.path, example.sends, **headers) if example.sends else made.get(example.path, **headers)
    assert found.status in (200, 201), found.data
    if example.accept:
        assert found.response.headers["Content-Type"].startswith(example.accept)


def test_the_page_says_which_scope_an_operation_needs(call: Caller) -> None:
    page = unescape(call.client.get("/api/").content.decode())
    listed = call.get("/openapi.json").data["paths"]["/api/v1/organisations/{number}/account"]["get"]
    assert listed["security"] == [{"token": ["club:read"]}]
    (operation,) = (each for each in page.split("<details") if "GET /organisations/{number}/account<" in each)
    assert "<code>club:read</code>" in operation


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.path)
def test_every_example_of_the_page_runs(call: Caller, cast: Cast, example: Example) -> None:
    code = certificate_codes.written(Promotion.objects.get(pk=cast.promotion).code)
    path = example.path.replace("7K3M-9QTX-0VHB", code).replace("410070", cast.player.number)
    content = example.content.encode() or USEBIO.read_bytes()
    found = call.post(path, content) if example.file else call.get(path)
    assert found.status == 200, found.data
