"""The boards of an event: travellers and cards, from the file that the club sent."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register.competitions.models import Competition
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.web.public.file_boards import Hand, hands
from tests.web.cast import LATE_IN_MAY, MARCH, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

SAMPLE = Path(__file__).parents[2] / "samples" / "usebio" / "scorebridge-howell.xml"
INDIVIDUAL = SAMPLE.with_name("individual.xml")
PLAYED = date(2026, 4, 15)
_PLAYER = re.compile(
    r"<NATIONAL_ID_NUMBER>\d+</NATIONAL_ID_NUMBER>\s*<PLAYER_NAME>[^<]+</PLAYER_NAME>",
)


@pytest.fixture
def address(cast: Cast) -> str:
    """Let Oakby send a night with travellers; the third player of it hides."""
    players = iter(cast.union.players)

    def seated(_found: re.Match[str]) -> str:
        each = next(players)
        return f"<NATIONAL_ID_NUMBER>{each.number}</NATIONAL_ID_NUMBER><PLAYER_NAME>{each}</PLAYER_NAME>"

    club = cast.union.club
    text = SAMPLE.read_text("latin-1").replace("4/11/2026", "15/4/2026")
    text = text.replace("Oakby Bridge Club", club.name).replace("990017", club.number)
    content = _PLAYER.sub(seated, text).encode("latin-1")
    return _send(cast, SAMPLE.name, content)


def _send(cast: Cast, name: str, content: bytes) -> str:
    """Let Oakby send a file, and give the address of its event."""
    (draft,) = receive(cast.union.club, name, content, cast.union.scorer, LATE_IN_MAY)
    assert draft.submission is not None, (draft.problems, draft.questions)
    submit(draft.submission, cast.union.scorer, LATE_IN_MAY)
    return f"/events/{Competition.objects.get(begins=PLAYED).pk}/"


def _read(log_in: LogIn, address: str, role: Role = Role.ANONYMOUS) -> str:
    answer = log_in(role).get(address)
    assert answer.status_code == 200, address
    page = as_read(answer.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_an_event_leads_to_its_boards_and_they_to_travellers_and_cards(address: str, log_in: LogIn) -> None:
    assert "Boards, travellers and cards" in _read(log_in, address)
    page = log_in(Role.ANONYMOUS).get(f"{address}boards/").content.decode()
    assert [f"{address}boards/{number}/" in page for number in (1, 14, 15)] == [True, True, False]
    assert [f"{address}pairs/{number}/" in page for number in (1, 8, 9)] == [True, True, False]
    assert "Ado Bem &amp; Cor Dax" in page


def test_a_traveller_shows_every_table_the_best_of_north_south_first(address: str, log_in: LogIn) -> None:
    told = _read(log_in, f"{address}boards/1/")
    assert "Ado Bem & Cor Dax Dov Ern & Fay Gol 4S S SA 6 5 1 980" in told
    scores = [int(each) for each in re.findall(r"SA \d+ \d \d ([-\d]+)", told.replace("−", "-"))]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 4
    assert "Next board" in told
    assert "Board before" not in told
    assert log_in(Role.ANONYMOUS).get(f"{address}boards/15/").status_code == 404
    assert b"Ado Bem & Cor Dax" in log_in(Role.ANONYMOUS).get(f"{address}boards/1/?as=csv").content


def test_a_card_shows_every_board_of_a_pair_from_its_side(address: str, log_in: LogIn) -> None:
    first, last = (_read(log_in, f"{address}pairs/{number}/") for number in (1, 8))
    assert "1 Dov Ern & Fay Gol North–South 4S S SA 6 5 980" in first
    assert "1 Ado Bem & Cor Dax East–West 4S S SA 6 1 −980" in last
    assert len(re.findall(r"(?:North–South|East–West) \S", first)) == 14


def test_a_card_of_an_individual_names_the_partner_of_each_board(cast: Cast, log_in: LogIn) -> None:
    club, players = cast.union.club, iter(cast.union.players[4:])
    text = INDIVIDUAL.read_text().replace("18/11/2026", "15/4/2026")
    text = text.replace("Oakby Bridge Club", club.name).replace("990017", club.number)
    text = re.sub(r"<(CLUB|NATIONAL)_ID_NUMBER>\d\d(\d{4})?</.*", "", text)
    text = re.sub(
        r"<PLAYER_NAME>[^<]+</PLAYER_NAME>",
        lambda _found: (
            f"<NATIONAL_ID_NUMBER>{(each := next(players)).number}</NATIONAL_ID_NUMBER>"
            f"<PLAYER_NAME>{each}</PLAYER_NAME>"
        ),
        text,
    )
    address = _send(cast, INDIVIDUAL.name, text.encode())
    told = _read(log_in, f"{address}pairs/1/")
    assert "Every board of this player, seen from their side." in told
    assert "Board Partner Against Seats Points Score 1 " in told.replace("Sort by ", "")
    assert "&" in _read(log_in, f"{address}boards/1/")


@pytest.mark.parametrize("role", [Role.ANONYMOUS, Role.PLAYER])
def test_who_hides_is_named_on_no_board(role: Role, address: str, log_in: LogIn) -> None:
    for asked in ("boards/", "boards/1/", "boards/1/?as=csv", "pairs/1/", "pairs/2/"):
        page = log_in(role).get(address + asked).content.decode()
        assert "Elu" not in page, asked
        assert "Hidden player" in page, asked


def test_the_club_of_somebody_who_hides_reads_the_name(address: str, log_in: LogIn) -> None:
    assert "Elu Fin & Gat Hob" in _read(log_in, f"{address}boards/", Role.SECRETARY)


def test_an_event_without_travellers_has_no_link_and_says_so(cast: Cast, log_in: LogIn) -> None:
    plain = f"/events/{Competition.objects.get(begins=MARCH, organisation=cast.union.club).pk}/"
    assert "Boards" not in _read(log_in, plain)
    assert "has no results of boards" in _read(log_in, f"{plain}boards/")


def test_boards_take_few_queries(address: str, log_in: LogIn) -> None:
    for asked in ("boards/", "boards/1/", "pairs/1/"):
        browser = log_in(Role.ANONYMOUS)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address + asked).status_code == 200
        assert len(queries) < 25


def test_a_deal_is_taken_apart_clockwise() -> None:
    found = hands("E:AK.QJ.T9.8765432 .AKT98765.QJ432. QJT98765.432.A. 432..K8765.AKQJT")
    assert found[0] == Hand("E", (("♠", "AK"), ("♥", "QJ"), ("♦", "T9"), ("♣", "8765432")))
    assert [each.seat for each in found] == ["E", "S", "W", "N"]
    assert hands("N:AK.QJ") == ()
    assert hands("") == ()
