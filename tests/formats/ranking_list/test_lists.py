"""Lists of every shape that clubs send are read as the event they describe."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Event, Play
from overtrick.formats import ranking_list
from overtrick.formats.ranking_list import cells
from overtrick.formats.reading import Reading

ANSWERS = {"event": "Tuesday", "date": "2026-11-10", "boards": "24", "play": "pairs"}


def read(text: str, answers: dict[str, str] | None = None, encoding: str = "utf-8") -> Reading:
    return ranking_list.read("list.csv", text.encode(encoding), {}, ANSWERS if answers is None else answers)


def event_of(text: str, answers: dict[str, str] | None = None) -> Event:
    reading = read(text, answers)
    assert reading.event is not None, reading.problems
    return reading.event


def rows(event: Event) -> list[tuple[str, int | None, Decimal | int | None, str]]:
    fields = event.stages[0].fields
    return [(field.name, each.place, each.score, each.name) for field in fields for each in field.contestants]


def test_what_the_list_does_not_say_is_asked() -> None:
    reading = read("Place,Names,Score\n1,Ado Bem,31\n2,Eli Fon & Gus Hod,30\n", {})
    assert [question.word for question in reading.questions] == [
        "event", "date", "play", "boards", "handbook", "status",
    ]  # fmt: skip
    assert reading.event is None


def test_two_names_in_every_row_are_pairs_and_said_to_be() -> None:
    reading = read("Place,Names,Score\n1,Ado Bem / Cor Dax,31\n2,Eli Fon and Gus Hod,30\n", {})
    assert "play" not in [question.word for question in reading.questions]
    assert "It is pairs, because every row names two players." in [note.says for note in reading.notes]


def test_a_day_that_can_be_two_is_asked_with_both() -> None:
    reading = read("Date,10/11/2026\nPlace,Names,Score\n1,Ado Bem & Cor Dax,31\n2,Eli Fon & Gus Hod,30\n", {})
    (question,) = [each for each in reading.questions if each.word == "date"]
    assert question.choices == ("2026-11-10", "2026-10-11")


@pytest.mark.parametrize(
    "written", ["2026-11-17", "17/11/2026", "Tue 17 Nov 2026", "November 17th, 2026", "17.11.2026", "11/17/2026"]
)
def test_a_day_that_can_only_be_one_is_taken(written: str) -> None:
    text = f'Winter pairs\n"Date: {written}"\nPlace,Names,Score\n1,Ado Bem & Cor Dax,31\n2,Eli Fon & Gus Hod,30\n'
    assert event_of(text, {"event": "x", "boards": "24"}).begins.isoformat() == "2026-11-17"


def test_an_answer_goes_before_what_the_list_says() -> None:
    text = "Event,Winter\nBoards,27\nPlace,Names,Score\n1,Ado Bem & Cor Dax,31\n2,Eli Fon & Gus Hod,30\n"
    event = event_of(text, {**ANSWERS, "event": "Summer"})
    assert event.name == "Summer"
    assert event.stages[0].schedule.boards == 24


def test_answers_may_be_lists_as_in_the_event_file() -> None:
    text = "Place,Names,Score\n1,Ado Bem & Cor Dax,31\n2,Eli Fon & Gus Hod,30\n"
    answers = {"event": "x", "date": "2026-11-10", "sessions": "[24, 20]", "status": "club", "handbook": "EBU"}
    reading = read(text, answers)
    assert reading.event is not None
    assert reading.event.stages[0].schedule.sessions == (24, 20)
    assert (reading.event.status, reading.handbook) == ("club", "ebu")


def test_a_wrong_answer_is_a_problem_like_a_wrong_word() -> None:
    reading = read("Place,Names,Score\n1,Ado Bem & Cor Dax,31\n2,Eli Fon & Gus Hod,30\n", {**ANSWERS, "boards": "many"})
    assert [problem.found for problem in reading.problems] == ["'boards' is 'many'."]


def test_two_lists_below_each_other_have_two_winners() -> None:
    block = "Pos\tNames\t%\n1\tAdo Bem & Cor Dax\t60\n2\tEli Fon & Gus Hod\t40\n"
    other = "Pos\tNames\t%\n1\tIlo Jun & Kai Lem\t55\n2\tMun Nop & Ora Pel\t45\n"
    event = event_of(f"North-South\n{block}\nEast-West\n{other}")
    assert event.stages[0].winners == 2
    assert [row[:2] for row in rows(event)] == [
        ("North-South", 1), ("North-South", 2), ("East-West", 1), ("East-West", 2),
    ]  # fmt: skip


def test_sections_that_begin_again_are_lists_of_their_own() -> None:
    text = (
        "Section,Pos,Names,%\nA,1,Ado Bem & Cor Dax,60\nA,2,Eli Fon & Gus Hod,40\n"
        "B,1,Ilo Jun & Kai Lem,55\nB,2,Mun Nop & Ora Pel,45\n"
    )
    assert [field.section for field in event_of(text).stages[0].fields] == ["A", "B"]


def test_sections_ranked_together_stay_one_list() -> None:
    text = (
        "Section,Pos,Names,%\nA,1,Ado Bem & Cor Dax,60\nB,2,Eli Fon & Gus Hod,55\n"
        "A,3,Ilo Jun & Kai Lem,45\nB,4,Mun Nop & Ora Pel,40\n"
    )
    (field,) = event_of(text).stages[0].fields
    assert [each.section for each in field.contestants] == ["A", "B", "A", "B"]


def test_places_are_worked_out_from_scores_where_there_are_none() -> None:
    reading = read("Player 1;Player 2;IMPs\nAdo Bem;Cor Dax;-3,5\nEli Fon;Gus Hod;+3,5\n")
    assert reading.event is not None
    assert [row[2] for row in rows(reading.event)] == [Decimal("-3.5"), Decimal("3.5")]
    assert not reading.event.stages[0].matchpoints


def test_individuals_and_teams_are_read() -> None:
    event = event_of("Rank,Name,EBU No,Score\n1,Ado Bem,101,31\n2,Cor Dax,102,30\n", {**ANSWERS, "play": "individual"})
    assert event.stages[0].play is Play.INDIVIDUAL
    assert [each.players[0].number for each in event.stages[0].fields[0].contestants] == ["101", "102"]
    reading = read("Rank,Team,Players,VPs\n1,Oaks,Ado Bem & Cor Dax & Eli Fon & Gus Hod,31\n2,Elms,,30\n", {
        "event": "x", "date": "2026-11-10", "boards": "24",
    })  # fmt: skip
    assert reading.event is not None
    assert [len(each.players) for each in reading.event.stages[0].fields[0].contestants] == [4, 0]
    assert reading.questions[-1].word == "contest"


def test_boards_of_each_row_become_those_of_its_players() -> None:
    reading = read("Pos,Names,%,Boards\n1,Ado Bem & Cor Dax,60,24\n2,Eli Fon & Gus Hod,40,21\n", {
        "event": "x", "date": "2026-11-10",
    })  # fmt: skip
    assert [question.suggested for question in reading.questions if question.word == "boards"] == ["24"]
    event = event_of("Pos,Names,%,Boards\n1,Ado Bem & Cor Dax,60,24\n2,Eli Fon & Gus Hod,40,21\n")
    assert [each.players[0].boards for each in event.stages[0].fields[0].contestants] == [24, 21]


def test_points_claimed_are_kept_apart_by_colour() -> None:
    reading = read("Pos,Names,%,Green,Red MPs\n1,Ado Bem & Cor Dax,60,1.42,\n2,Eli Fon & Gus Hod,40,0.07,2\n")
    found = [(claim.player, claim.colour, claim.units, claim.line) for claim in reading.claims]
    assert found == [
        ("Ado Bem", "green", 142, 2), ("Cor Dax", "green", 142, 2),
        ("Eli Fon", "green", 7, 3), ("Gus Hod", "green", 7, 3),
        ("Eli Fon", "red", 2, 3), ("Gus Hod", "red", 2, 3),
    ]  # fmt: skip


def test_points_that_the_lower_half_does_not_have_are_master_points() -> None:
    text = "Pos,Names,%,MPs\n1,Ado Bem & Cor Dax,60,24\n2,Eli Fon & Gus Hod,50,0\n3,Ilo Jun & Kai Lem,40,0\n"
    assert [claim.units for claim in read(text).claims] == [24, 24]
    everybody = text.replace(",0\n", ",9\n")
    assert read(everybody).claims == []
    assert "Not used: MPs." in read(everybody).notes[0].says


def test_empty_seats_and_footers_are_left_out_and_told() -> None:
    reading = read(
        "Pos,Names,%,Club\n1,Ado Bem & Cor Dax,60\n2,Eli Fon & Gus Hod,40\n,Phantom,-\n,,50,A\nPrinted by hand\n"
    )
    assert reading.event is not None
    assert [(note.line, note.says) for note in reading.notes if note.line > 3] == [
        (4, "Left out, because nobody sat there: Phantom, -."),
        (5, "Left out, because it names nobody: 50, A."),
        (6, "Not read: Printed by hand"),
    ]


@pytest.mark.parametrize(
    ("written", "nobody"),
    [
        ("Phantom", True),
        ("PHANTOM & PHANTOM", True),
        ("Sit-out", True),
        ("Bye 2", True),
        ("Ola Bye & Kai Lem", False),
        ("", False),
    ],
)
def test_an_empty_seat_is_told_from_a_person(written: str, nobody: bool) -> None:
    assert cells.is_nobody(written) is nobody


def test_problems_name_the_line_of_the_list() -> None:
    reading = read("Pos,Names,%\n1,Ado Bem & Cor Dax,60\n3,Eli Fon & Gus Hod,40\n\n4,Ado Bem & Cor Dax,30\n")
    assert [(problem.line, problem.found) for problem in reading.problems] == [
        (3, "The places go 1, 3; 1, 2 was expected."),
        (5, "'Ado Bem & Cor Dax' is in this list twice; first on line 2."),
    ]


def test_cells_that_look_like_formulas_are_plain_text() -> None:
    event = event_of('Pos,Names,%\n=1,"=HYPERLINK(x) & Cor Dax",60\n=1,@Eli Fon & -Gus Hod,60\n')
    assert [row[1:] for row in rows(event)] == [
        (1, Decimal(60), "=HYPERLINK(x) & Cor Dax"),
        (1, Decimal(60), "@Eli Fon & -Gus Hod"),
    ]


def test_a_quotation_mark_that_never_closes_is_told_with_its_line() -> None:
    (problem,) = read('Pos,Names,%\n1,Ado Bem & Cor Dax,60\n2,"Eli Fon & Gus Hod,40\n3,Ilo,30\n').problems
    assert (problem.line, problem.found) == (3, "A quotation mark is opened and never closed.")


def test_a_list_past_any_use_is_refused() -> None:
    many = "Pos,Names,%\n" + "1,Ado Bem & Cor Dax,60\n" * 20_001
    assert read(many).problems[0].found == "There are more than 20000 rows."
    wide = "Pos,Names,%\n" + "x," * 300 + "\n"
    assert read(wide).problems[0].found == "The row has 300 columns."


@pytest.mark.parametrize(
    ("written", "number"),
    [("56.25", "56.25"), ("56,25 %", "56.25"), ("1.234,5", "1234.5"), ("1,234.5", "1234.5"), ("+3", "3"),
     ("−12", "-12"), (".5", "0.5"), ("abc", ""), ("", ""), ("1e5", ""), ("²", "")],
)  # fmt: skip
def test_a_number_is_read_with_a_point_or_a_comma(written: str, number: str) -> None:
    assert cells.number(written) == number


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Ado Bem & Cor Dax", ["Ado Bem", "Cor Dax"]),
        ("Bem, Ado / Dax, Cor", ["Bem, Ado", "Dax, Cor"]),
        ("Ado Bem, Cor Dax", ["Ado Bem", "Cor Dax"]),
        ("Bem, Ado", ["Bem, Ado"]),
        ("Ado Bem-Fon - Cor Dax", ["Ado Bem-Fon", "Cor Dax"]),
        ("Sandy Andrews and Cor Dax", ["Sandy Andrews", "Cor Dax"]),
    ],
)
def test_names_in_one_cell_are_taken_apart(written: str, names: list[str]) -> None:
    assert [person.name for person in cells.people(written)] == names


# --- The law: however a list is laid out, it is the same list ----------------------------------------------------

syllables = st.sampled_from(["Ado", "Bem", "Cor", "Dax", "Eli", "Fön", "Gus", "Hod", "Ilo", "Jun", "Kai", "Lem"])
pairs = st.lists(st.tuples(syllables, syllables, syllables), min_size=3, max_size=9, unique=True)


@given(
    pairs,
    st.permutations(["place", "first", "second", "number", "partner's", "score"]),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "windows-1252"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_the_order_of_columns_the_separator_and_the_encoding_do_not_matter(
    entered: list[tuple[str, str, str]], order: list[str], sign: str, encoding: str, end: str
) -> None:
    headings = {
        "place": "Place", "first": "Name 1", "second": "Name 2", "number": "EBU 1", "partner's": "EBU 2", "score": "%",
    }  # fmt: skip
    listed = []
    for place, (first, second, third) in enumerate(entered, 1):
        score = f"{70 - place}.25" if sign == "," else f"{70 - place},25"
        row = {
            "place": str(place), "first": f"{first} {second}", "second": f"{third} {place}x", "score": score,
            "number": str(10_000 + place), "partner's": str(20_000 + place),
        }  # fmt: skip
        listed.append(row)
    lines = [sign.join(headings[word] for word in order), *(sign.join(row[word] for word in order) for row in listed)]
    reading = read(end.join(lines), encoding=encoding)
    assert reading.event is not None, reading.problems
    (field,) = reading.event.stages[0].fields
    for row, contestant in zip(listed, field.contestants, strict=True):
        assert contestant.place == int(row["place"])
        assert contestant.score == Decimal(row["score"].replace(",", "."))
        assert [player.name for player in contestant.players] == [row["first"], row["second"]]
        assert [player.number for player in contestant.players] == [row["number"], row["partner's"]]
