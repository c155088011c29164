"""The search box forgives, ranks, and asks the index."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice, product
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register import sql
from overtrick.register.people import duplicates, merge_records, search
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import NameWord, Player
from overtrick.register.people.registration import word_rows
from tests.register import office
from tests.register.office import AT

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from tests.register.people.conftest import Union

pytestmark = pytest.mark.postgres


@pytest.fixture
def people(north: Union) -> dict[str, Player]:
    names = (
        "Robert Thompson",
        "Roberta Tomlin",
        "Elizabeth O'Hara",
        "Jürgen Müller",
        "Ado van der Berg",
        "Ado Bem",
        "Katarzyna Kowalczyk",
    )
    return {name: office.person(name, club=north.oakby) for name in names}


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Robert Thompson", "Robert Thompson"),
        ("thompson robert", "Robert Thompson"),
        ("thom", "Robert Thompson"),
        ("rob thom", "Robert Thompson"),
        ("Bob Thomson", "Robert Thompson"),
        ("Thopmson", "Robert Thompson"),
        ("Thompsn", "Robert Thompson"),
        ("liz ohara", "Elizabeth O'Hara"),
        ("O’HARA", "Elizabeth O'Hara"),
        ("mueller", "Jürgen Müller"),
        ("muler", "Jürgen Müller"),
        ("jurgen", "Jürgen Müller"),
        ("berg", "Ado van der Berg"),
        ("ado berg", "Ado van der Berg"),
        ("kovalchik", "Katarzyna Kowalczyk"),
        ("bem, ado", "Ado Bem"),
        ("Robert Unheard", "Robert Thompson"),
    ],
)
def test_somebody_is_found_by_what_one_remembers(people: dict[str, Player], asked: str, first: str) -> None:
    assert search.search(asked)[0].player == people[first]


@pytest.mark.usefixtures("people")
def test_only_what_is_found_word_for_word_is_exact() -> None:
    assert search.search("Robert Thompson")[0].score == 100
    assert search.search("thompson robert")[0].score == 100
    assert 0 < search.search("Robert Thomson")[0].score < 100
    assert search.search("Robert Unheard")[0].score == 50  # one word of two


@pytest.mark.parametrize("asked", ["", "  ", "?!", "xyz", "999999999"])
@pytest.mark.usefixtures("people")
def test_nobody_is_found_by_nothing(asked: str) -> None:
    assert search.search(asked) == []


def test_a_number_is_found_whole_or_by_its_beginning(people: dict[str, Player]) -> None:
    ado = people["Ado Bem"]
    assert search.search(f"00{ado.number}")[0] == (ado, 100, "")
    beginning = search.search(ado.number[:-1])
    assert len(beginning) == len(people)
    assert search.search(f"{ado.number[:-1]} bem")[0].player == ado


def test_the_best_come_first_and_no_more_than_asked_for(people: dict[str, Player]) -> None:
    hits = search.search("robert")
    assert [hit.player for hit in hits] == [people["Robert Thompson"], people["Roberta Tomlin"]]
    assert hits[0].score > hits[1].score
    assert len(search.search("robert", limit=1)) == 1


def test_an_exact_name_is_not_crowded_out_by_longer_ones(north: Union) -> None:
    many = [Player(federation=north.federation, number=str(at), family=f"Dax{at:03}ado") for at in range(2, 402)]
    many.append(Player(federation=north.federation, number="402", family="Dax"))
    people = Player.objects.bulk_create(many)
    NameWord.objects.bulk_create(row for player in people for row in word_rows(player))
    assert search.search("dax")[0].player == people[-1]


def test_a_merged_record_is_found_and_shows_the_one_that_stays(people: dict[str, Player]) -> None:
    kept, merged = people["Ado Bem"], people["Robert Thompson"]
    merge_records.merge(kept, merged, "one person", actor=None, at=AT)
    assert search.search("thompson")[0] == (kept, 100, merged.number)


# --- Fifty thousand players: every question is answered from an index -------------------------------------------

MANY = 50_000
SYLLABLES = [a + b for a, b in product("bcdfghjklmnprstvz", "aeiou")]


def crowd(federation: Federation) -> None:
    """Invent people of syllables, each with a name and a birthday, and let the database look at them."""
    spelt = (
        (given, family.title() + more)
        for family, more, given in product(map("".join, product(SYLLABLES, SYLLABLES)), SYLLABLES, ("Ado", "Eko"))
    )
    people = [
        Player(
            id=100_001 + at,
            number=str(100_001 + at),
            given=given,
            family=family,
            born=date(1930, 1, 1) + timedelta(days=at * 7 % 25_000),
        )
        for at, (given, family) in enumerate(islice(spelt, MANY))
    ]
    sql.insert(
        "people_player",
        ("id", "federation_id", "number", "given", "family", "born", "anonymous", "club_only"),
        [
            (each.pk, federation.pk, each.number, each.given, each.family, f"{each.born}", False, False)
            for each in people
        ],
    )
    words = [(federation.pk, row.player_id, row.word, row.sound) for each in people for row in word_rows(each)]
    sql.insert("people_nameword", ("federation_id", "player_id", "word", "sound"), words)
    with connection.cursor() as cursor:
        cursor.execute("analyze")


def plans(asked: CaptureQueriesContext) -> list[str]:
    explain = "explain query plan " if connection.vendor == "sqlite" else "explain "
    found = []
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            cursor.execute(explain + query["sql"])
            found.append("\n".join(str(row) for row in cursor.fetchall()).upper())
    return found


@pytest.mark.proof
def test_among_fifty_thousand_players_every_question_is_answered_from_an_index(north: Union) -> None:
    crowd(north.federation)
    with CaptureQueriesContext(connection) as asked:
        for question in ("Babada", "bab", "ado babab", "Bababda", "100023", "Eko Bababee", "1001 babe", "ado"):
            assert search.search(question)
        assert duplicates.candidates(Applicant("Ado", "Babadax", date(1930, 1, 8), "100023"))
    assert 20 < len(asked) < 60
    for plan in plans(asked):
        assert "INDEX" in plan or "PRIMARY KEY" in plan, plan
        assert "SEQ SCAN" not in plan, plan
        assert "SCAN PEOPLE_" not in plan, plan
