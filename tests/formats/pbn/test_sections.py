"""The pairs of a PBN file belong to their section, and each section is ranked as it was played."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Contestant, Schedule, Stage
from overtrick.formats import event_file, pbn
from overtrick.formats.reading import Reading

HEAD = '% PBN 2.1\n[Event "Monday pairs"]\n[Site "Oakby"]\n[Date "2026.11.09"]\n[Scoring "MP"]\n'
TABLE = '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Names_NS;Names_EW"]\n'


def _read(text: str, **answers: str) -> Reading:
    return pbn.read("night.pbn", text.encode(), {word.replace("_", " "): value for word, value in answers.items()})


def _stage(reading: Reading) -> Stage:
    assert reading.event is not None, reading.problems
    return reading.event.stages[0]


def _game(board: int, section: str, scores: tuple[int, ...]) -> str:
    """Write a board of a Mitchell section: the pairs of both directions count from 1."""
    rows = "".join(
        f'{at} {(at + board) % len(scores) + 1} "{score}" "{section}n{at} One - {section}n{at} Two" '
        f'"{section}e{(at + board) % len(scores) + 1} One - {section}e{(at + board) % len(scores) + 1} Two"\n'
        for at, score in enumerate(scores, 1)
    )
    return f'\n[Section "{section}"]\n[Board "{board}"]\n{TABLE}{rows}'


TWO_SECTIONS = HEAD + "".join(
    _game(board, section, scores)
    for board in (1, 2, 3)
    for section, scores in (("A", (420, 170, -50)), ("B", (450, 140, 110)))
)


def test_a_section_named_by_a_tag_keeps_its_pairs_apart() -> None:
    stage = _stage(_read(TWO_SECTIONS, scored_across="no"))
    assert [(field.section, field.name, len(field.contestants)) for field in stage.fields] == [
        ("A", "Section A North-South", 3),
        ("A", "Section A East-West", 3),
        ("B", "Section B North-South", 3),
        ("B", "Section B East-West", 3),
    ]
    assert (stage.winners, stage.schedule.boards, stage.across) == (2, 3, False)
    assert [(each.place, each.name, str(each.score)) for each in stage.fields[0].contestants] == [
        (1, "An1 One & An1 Two", "100.00"),
        (2, "An2 One & An2 Two", "50.00"),
        (3, "An3 One & An3 Two", "0.00"),
    ]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"scored_across": "yes"}, "by matchpoints, all sections together."),
        ({"scored_across": "no"}, "by matchpoints, each section by itself."),
        ({}, "by matchpoints, each section by itself."),
    ],
)
def test_a_reader_is_told_how_the_ranking_was_worked_out(answers: dict[str, str], told: str) -> None:
    (note,) = [note.says for note in _read(TWO_SECTIONS, **answers).notes if note.code == "ranking-worked-out"]
    assert told in note


def test_sections_that_were_scored_together_share_their_lists() -> None:
    # 450 beats all five others, 420 four, 170 three, 140 two, 110 one.
    stage = _stage(_read(TWO_SECTIONS, scored_across="yes"))
    assert [(field.name, len(field.contestants)) for field in stage.fields] == [("North-South", 6), ("East-West", 6)]
    ranked = [(each.place, each.section, each.name, str(each.score)) for each in stage.fields[0].contestants]
    assert ranked[:3] == [
        (1, "B", "Bn1 One & Bn1 Two", "100.00"),
        (2, "A", "An1 One & An1 Two", "80.00"),
        (3, "A", "An2 One & An2 Two", "60.00"),
    ]
    assert stage.across


def test_whether_sections_were_scored_together_is_asked_where_nothing_tells() -> None:
    asked = [each for each in _read(TWO_SECTIONS).questions if each.word == "scored across"]
    assert [(each.choices, each.suggested) for each in asked] == [(("yes", "no"), "no")]
    assert "scored across" not in {each.word for each in _read(TWO_SECTIONS, scored_across="no").questions}


def test_sections_with_boards_of_their_own_are_never_scored_together() -> None:
    text = HEAD + _game(1, "A", (420, 170, -50)) + _game(2, "B", (450, 140, 110))
    reading = _read(text)
    assert "scored across" not in {each.word for each in reading.questions}
    assert not _stage(reading).across


@pytest.mark.parametrize(
    ("top_of_a", "top_of_b", "across"),
    [(4, 4, False), (2, 2, False), (10, 10, True), (5, 5, True)],
)
def test_the_match_points_of_the_file_tell_whether_sections_were_scored_together(
    top_of_a: int, top_of_b: int, across: bool
) -> None:
    table = '[Board "1"]\n[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n'
    rows = "".join(
        f'{section} {at} {at} "{400 + at}" {at}.0 {top - at}.0\n'
        for section, top in (("A", top_of_a), ("B", top_of_b))
        for at in (0, 1, 2)
    )
    reading = _read(HEAD + table + rows)
    assert _stage(reading).across is across
    assert "scored across" not in {each.word for each in reading.questions}


MITCHELL_AND_HOWELL = HEAD + "".join(
    f'\n[Board "{board}"]\n[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS"]\n'
    f'A 1 11 "420"\nA 2 12 "170"\nB {ns} {ew} "50"\nB 3 4 "-50"\n'
    for board, (ns, ew) in ((1, (1, 2)), (2, (2, 1)))
)


def test_a_section_with_two_winners_stands_beside_one_with_one() -> None:
    reading = _read(MITCHELL_AND_HOWELL, scored_across="no")
    stage = _stage(reading)
    assert [(field.section, field.name) for field in stage.fields] == [
        ("A", "Section A North-South"),
        ("A", "Section A East-West"),
        ("B", "Section B"),
    ]
    told = " ".join(note.says for note in reading.notes)
    assert "In section A there are two winners" in told
    assert "In section B there is one winner" in told
    assert {each.name for each in stage.fields[2].contestants} == {"Pair B1", "Pair B2", "Pair B3", "Pair B4"}


def test_a_shorter_section_tells_its_own_boards() -> None:
    text = HEAD + "".join(_game(board, "A", (420, 170, -50)) for board in (1, 2, 3)) + _game(1, "B", (450, 140, 110))
    apart = _stage(_read(text, scored_across="no"))
    assert apart.schedule.boards == 3
    assert [field.schedule and field.schedule.boards for field in apart.fields] == [None, None, 1, 1]
    together = _stage(_read(text, scored_across="yes"))
    assert [(each.name, each.schedule) for each in together.sections] == [("B", Schedule(1))]


# --- Rankings ----------------------------------------------------------------------------------------------------


def _ranked(rows: list[tuple[int, str, str]]) -> Reading:
    table = '[Board "1"]\n[TotalScoreTable "Rank;PairId;Section;Direction;TotalPercentage;Names;NrBoards"]\n'
    told = "".join(
        f'{place} {at} "{section}" "{way}" {60 - at} "One {at} - Two {at}" 24\n'
        for at, (place, section, way) in enumerate(rows)
    )
    return _read(HEAD + table + told)


def _members(contestants: tuple[Contestant, ...]) -> list[int | None]:
    return [each.place for each in contestants]


def test_ranks_that_begin_again_in_each_section_are_a_list_for_each() -> None:
    stage = _stage(_ranked([(1, "A", ""), (2, "A", ""), (1, "B", ""), (2, "B", "")]))
    assert [(field.name, field.section, _members(field.contestants)) for field in stage.fields] == [
        ("Section A", "A", [1, 2]),
        ("Section B", "B", [1, 2]),
    ]
    assert (stage.winners, stage.across) == (1, False)


def test_ranks_that_begin_again_in_each_section_and_direction_are_a_list_for_each() -> None:
    rows = [(place, section, way) for section in "AB" for way in ("N-S", "E-W") for place in (1, 2)]
    reading = _ranked(rows)
    stage = _stage(reading)
    assert [field.name for field in stage.fields] == [
        "Section A North-South", "Section A East-West", "Section B North-South", "Section B East-West",
    ]  # fmt: skip
    assert stage.winners == 2
    assert reading.event is not None
    assert event_file.read("event.json", event_file.write(reading.event).encode()).event == reading.event


# --- Games -------------------------------------------------------------------------------------------------------


def test_a_heading_to_be_printed_names_the_event_and_its_day() -> None:
    head = '% PBN 2.1\n%HRTitleEvent "Friday pairs"\n%HRTitleDate 2026.11.13\n\n[Event ""]\n[Date ""]\n[Scoring "MP"]\n'
    event = _read(head + _game(1, "A", (420, 170))[1:]).event
    assert event is not None
    assert (event.name, event.begins.isoformat()) == ("Friday pairs", "2026-11-13")


def test_a_ranking_that_repeats_the_one_before_is_one_ranking() -> None:
    table = '[TotalScoreTable "Rank;PairId;TotalPercentage;Names;NrBoards"]\n1 4 61.25 "Ado Bem - Cor Dax" 24\n'
    reading = _read(HEAD + table + '\n[Board "2"]\n[TotalScoreTable "#"]\n\n[Board "3"]\n[TotalScoreTable "#"]\n')
    assert [each.name for each in _stage(reading).fields[0].contestants] == ["Ado Bem & Cor Dax"]
    assert not any("rankings" in note.says for note in reading.notes)


@pytest.mark.parametrize("written", ["#", "##Rank;PairId"])
def test_a_repeated_table_without_one_before_it_is_none(written: str) -> None:
    assert _read(f'{HEAD}[TotalScoreTable "{written}"]\n').problems
