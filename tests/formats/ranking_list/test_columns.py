"""The columns of a list are found by their headings in several languages, and can be corrected and kept."""

from __future__ import annotations

import pytest

from overtrick.formats import ranking_list, recognise
from overtrick.formats.ranking_list.columns import label, locate
from overtrick.formats.ranking_list.headings import Heading, read_direction, read_heading


@pytest.mark.parametrize(
    ("written", "heading"),
    [
        ("Pos", Heading("place")),
        ("Posn.", Heading("place")),
        ("Platz", Heading("place")),
        ("Plass", Heading("place")),
        ("Safle", Heading("place")),
        ("Names", Heading("names")),
        ("Équipe", Heading("team")),
        ("Name 1", Heading("name", 1)),
        ("NAME2", Heading("name", 2)),
        ("Player B", Heading("name", 2)),
        ("Second player", Heading("name", 2)),
        ("Chwaraewr 1", Heading("name", 1)),
        ("First name 2", Heading("given name", 2)),
        ("Prénom", Heading("given name")),
        ("EBU No. (1)", Heading("number", 1)),
        ("Player 2 ABF Number", Heading("number", 2)),
        ("SBU", Heading("number")),
        ("Score %", Heading("percentage")),
        ("Prozent", Heading("percentage")),
        ("VPs", Heading("score")),
        ("PairNumber", Heading("contestant number")),
        ("Green MPs", Heading("points", colour="green")),
        ("Red", Heading("points", colour="red")),
        ("MPs", Heading("doubtful")),
        ("Lunch", None),
        ("1", None),
    ],
)
def test_a_heading_is_understood(written: str, heading: Heading | None) -> None:
    assert read_heading(written) == heading


@pytest.mark.parametrize("written", ["NS", "N/S", "North-South", "nord - syd", "Gogledd-De", "N"])
def test_north_south_is_understood(written: str) -> None:
    assert read_direction(written) == "North-South"


def test_headings_that_stand_twice_have_names_of_their_own() -> None:
    labels = label(("Name", "No", "name", "", "No"))
    assert labels == ("Name", "No", "name (2)", "column 4", "No (2)")
    assert [locate(each, labels) for each in ("NAME", "name (2)", "column 4", "column D", "Column 5", "Club")] == [
        0, 2, 3, 3, 4, None,
    ]  # fmt: skip


LIST = b"Pos,Ranking,Names,Score\n1,2,Ado Bem & Cor Dax,31\n2,1,Eli Fon & Gus Hod,30\n"
ANSWERS = {"event": "Tuesday", "date": "2026-11-10", "boards": "24"}


def test_two_columns_that_fit_equally_are_asked_about() -> None:
    (reading,) = recognise.read("a.csv", LIST, None, ANSWERS)
    assert reading.event is None
    assert reading.problems == []
    assert reading.questions[0].choices == ("place: Pos", "place: Ranking")


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        (("Pos", "1", "2"), []),  # the places decide
        (("Score %", "55", "45"), []),  # the percentages decide
        (("Club", "Oakby", "Elmby"), [("score: VPs", "score: Total")]),
    ],
)
def test_two_columns_of_scores_are_asked_about_only_where_they_decide(
    more: tuple[str, str, str], asked: list[tuple[str, ...]]
) -> None:
    rows = [("VPs", "Names", "Total"), ("31", "Ado Bem & Cor Dax", "310"), ("30", "Eli Fon & Gus Hod", "300")]
    content = "\n".join(",".join((*row, extra)) for row, extra in zip(rows, more, strict=True))
    (reading,) = recognise.read("a.csv", content.encode(), None, ANSWERS)
    assert [each.choices for each in reading.questions if each.choices[:1] == ("score: VPs",)] == asked


@pytest.mark.parametrize(
    ("scores", "asked"),
    [
        (("62.5", "58.25", "41.75"), True),
        (("62.5", "58", "41"), True),  # a round figure among others is a score too
        (("62", "58", "41"), False),  # may be anything
        (("62.5", "Elmby", "41"), False),
    ],
)
def test_figures_of_a_list_without_headings_are_the_score_if_one_has_decimals(
    scores: tuple[str, ...], asked: bool
) -> None:
    names = ("Ado Bem & Cor Dax", "Eli Fon & Gus Hod", "Ivo Jun & Kai Lom")
    content = "\n".join(f"{at},{name},{score}" for at, (name, score) in enumerate(zip(names, scores, strict=True), 1))
    (reading,) = recognise.read("a.csv", content.encode(), None, ANSWERS)
    guessed = ["place: column 1", "names: column 2", *["score: column 3"] * asked]
    assert [each.choices[0] for each in reading.questions if each.word == "columns"] == guessed


@pytest.mark.parametrize(("column", "places"), [("Pos", [1, 2]), ("ranking", [2, 1]), ("column 2", [2, 1])])
def test_a_chosen_column_answers_the_question(column: str, places: list[int]) -> None:
    (reading,) = recognise.read("a.csv", LIST, {"place": column}, ANSWERS)
    assert reading.event is not None
    assert [each.place for each in reading.event.stages[0].fields[0].contestants] == places


def test_a_word_can_be_left_without_a_column() -> None:
    (reading,) = recognise.read("a.csv", LIST, {"place": "none"}, ANSWERS)
    assert reading.event is not None
    assert "There are no places; they are worked out from the scores." in [note.says for note in reading.notes]


def test_a_choice_that_cannot_be_met_is_told() -> None:
    (reading,) = recognise.read("a.csv", LIST, {"plaice": "Pos", "place": "Posn"}, ANSWERS)
    assert [(each.found, each.remedy) for each in reading.problems] == [
        ("No column can be called 'plaice'.", "Did you mean 'place'?"),
        ("'place' should be the column 'Posn', which the list does not have.",
         "Its columns are Pos, Ranking, Names, Score."),
    ]  # fmt: skip


def test_the_mapping_in_use_can_be_asked_for() -> None:
    assert ranking_list.mapping(LIST, {"place": "Pos"}) == {"place": "Pos", "names": "Names", "score": "Score"}
    assert ranking_list.mapping(b"nothing here") == {}
    too_wide = b",".join(b"Pos" for _ in range(10_000)) + b"\n"
    assert ranking_list.mapping(too_wide) == {}
