"""What a club answers is checked, put into the event, told with its place, and kept."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contest, Event, Handicap, Play, Schedule
from overtrick.formats import answers, event_file
from overtrick.formats.answers import Answers
from overtrick.formats.event_file import keys
from overtrick.formats.reading import Note, Question, Reading

NIGHT = b"""event: Thursday pairs
date: 2026-11-12
play: pairs
boards: 22
results:
  - {place: 1, names: [Ado Bem, Cor Dax]}
  - {place: 2, names: [Efa Gil, Hol Jem]}
  - {place: 3, names: [Kip Lor, Mun Nev]}
  - {place: 4, names: [Opa Pim, Qua Rit]}
"""


def night(*questions: Question, boards: int = 22) -> Reading:
    reading = event_file.read("night.yaml", NIGHT.replace(b"22", str(boards or 1).encode()))
    assert reading.event is not None, reading.problems
    if not boards:
        stage = reading.event.stages[0]._replace(schedule=Schedule(0))
        reading = reading._replace(event=reading.event._replace(stages=(stage,)))
    return reading._replace(questions=questions, format="USEBIO 1.2")


def applied(text: str, reading: Reading | None = None) -> Reading:
    found = answers.read("night.answers.yaml", text.encode())
    assert found.problems == ()
    return answers.apply(reading or night(), found)


def event_of(reading: Reading) -> Event:
    assert reading.event is not None
    return reading.event


def notes(reading: Reading) -> list[str]:
    return [note.says for note in reading.notes]


# --- Into the event ----------------------------------------------------------------------------------------------


def test_what_was_taken_for_granted_is_not_told_once_it_is_answered() -> None:
    taken = [Note("winners-taken", "One winner."), Note("event-without-name", "No name."), Note("charge-code", "10.")]
    reading = applied("event: Friday pairs\n", night()._replace(notes=taken))
    assert [note.code for note in reading.notes] == ["winners-taken", "charge-code", "answer-kept"]


def test_an_answer_closes_its_question_and_says_where_it_stands() -> None:
    asked = night(Question("boards", "How many?"), Question("status", "Which?"), boards=0)
    reading = applied("# the director says\nboards: 24\n", asked)
    assert event_of(reading).stages[0].schedule.boards == 24
    assert [question.word for question in reading.questions] == ["status"]
    assert notes(reading) == ["Boards: 24 (night.answers.yaml, line 2)."]


def test_an_answer_that_contradicts_the_file_is_taken_and_noted() -> None:
    reading = applied("boards: 24\n")
    assert event_of(reading).stages[0].schedule.boards == 24
    assert notes(reading) == ["Boards: 24 (night.answers.yaml, line 1). The file says 22."]


def test_an_answer_that_agrees_with_the_file_is_not_called_a_contradiction() -> None:
    assert notes(applied("boards: 22\n")) == ["Boards: 22 (night.answers.yaml, line 1)."]


@pytest.mark.parametrize(
    ("text", "part", "value"),
    [
        ("status: Club", "status", "club"),
        ("date: 10 November 2026", "begins", date(2026, 11, 10)),
        ("event: Friday pairs", "name", "Friday pairs"),
        ("organiser: Oakby BC", "organiser", "Oakby BC"),
        ("major championship: yes", "major_championship", True),
        ("entry: restricted", "facts", (("entry", "restricted"),)),
        ("facts: {venue: Oakby, points: green}", "facts", (("points", "green"), ("venue", "Oakby"))),
    ],
)
def test_an_answer_replaces_a_part_of_the_event(text: str, part: str, value: object) -> None:
    assert getattr(event_of(applied(text)), part) == value


@pytest.mark.parametrize(
    ("text", "part", "value"),
    [
        ("play: teams", "play", Play.TEAMS),
        ("contest: swiss", "contest", Contest.SWISS),
        ("match boards: 6", "match_boards", 6),
        ("handicap: rescored", "handicap", Handicap.RESCORED),
        ("stratified: yes", "stratified", True),
        ("scoring: cross-imps", "matchpoints", False),
        ("least boards: 20", "schedule", Schedule(22, least=20)),
        ("boards in play: 26", "schedule", Schedule(22, in_play=26)),
        ("boards with sit-outs: 24", "schedule", Schedule(22, with_sit_outs=24)),
        ("sessions: [11, 11]", "schedule", Schedule(22, sessions=(11, 11))),
    ],
)
def test_an_answer_replaces_a_part_of_every_stage(text: str, part: str, value: object) -> None:
    assert [getattr(stage, part) for stage in event_of(applied(text)).stages] == [value]


def test_the_sessions_answer_the_boards_too() -> None:
    reading = applied("sessions: [24, 26]", night(Question("boards", "How many?"), boards=0))
    assert event_of(reading).stages[0].schedule == Schedule(50, sessions=(24, 26))
    assert reading.questions == ()


def test_an_entry_that_is_open_takes_a_restriction_away() -> None:
    restricted = applied("entry: restricted")
    assert event_of(applied("entry: open", restricted)).facts == ()


def test_a_status_and_a_fact_that_the_file_tells_are_taken_back() -> None:
    told = applied("status: county\nfacts: {points: green}")
    unsaid = applied("status: not said\nfacts: {points: not said}", told)
    assert (event_of(unsaid).status, event_of(unsaid).facts) == ("", ())


def test_handbook_and_settings_are_answered_too() -> None:
    reading = applied("handbook: ebu\nsettings: {Without Standing: places stay}\n")
    assert reading.handbook == "ebu"
    assert reading.settings == {"without_standing": "places stay"}


def test_a_fact_that_is_asked_for_is_answered_by_its_name() -> None:
    asked = night(Question("facts points", "Which points?"), Question("facts venue", "Where?"))
    assert [each.word for each in applied("facts: {points: green}", asked).questions] == ["facts venue"]


def test_nothing_changes_without_answers() -> None:
    reading = night()
    assert answers.apply(reading, Answers()) is reading


def test_a_file_that_could_not_be_read_stays_unread() -> None:
    unread = Reading(None, [])
    assert applied("boards: 24", unread).event is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("least boards: 24", "at least 24 boards, more than the 22 at most"),
        ("boards: 30\nsessions: [12, 12]", "add up to 24 boards, fewer than the 30 answered"),
        ("winners: 4", "There cannot be 4 winners where pairs compete."),
        ("winners: 2", "2 winners were answered, but the file has one ranking list."),
    ],
)
def test_answers_that_cannot_be_true_together_are_a_problem(text: str, found: str) -> None:
    assert any(found in problem.found for problem in applied(text).problems)


# --- What cannot be an answer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "found", "remedy"),
    [
        ("boards: many", 1, "'boards' is 'many'.", "Write a whole number"),
        ("status: club\ndate: 10/11/2026", 2, "which can be 10 November 2026 or 11 October 2026.", "10 November 2026"),
        ("handbook: fbu", 1, "There is no handbook 'fbu'.", "ebu"),
        ("results: []", 1, "'results' is not an answer", "Answers are handbook, status"),
        ("bords: 24", 1, "We do not know the word 'bords' here.", "Did you mean 'boards'?"),
        ("place: 1", 1, "'place' cannot be used here; it belongs to a result.", "remove it"),
        ("boards: 24\nboards: 26", 2, "'boards' is here twice", "Keep one"),
        ("play: chess", 1, "'play' is 'chess'.", "pairs, teams or individual"),
        ("sessions: [24, x]", 1, "'sessions' is 'x'.", "whole number"),
        ("facts: venue", 1, "'facts' has no words with values under it.", "venue"),
        ("columns: 3", 1, "'columns' has no words with values under it.", "place"),
        ("columns: {place: {a: b}}", 1, "The column for 'place' is not a name.", "heading"),
        ("sheet:", 1, "There is nothing after 'sheet'.", "value"),
        ("- boards", 1, "The file does not begin with a word and a colon.", "boards: 24"),
        ("boards: [1", 1, "not closed", ""),
    ],
)
def test_what_cannot_be_taken_is_a_problem_with_its_line(text: str, line: int, found: str, remedy: str) -> None:
    problems = answers.read("a.yaml", text.encode()).problems
    assert len(problems) == 1
    assert (problems[0].file, problems[0].line) == ("a.yaml", line)
    assert found in problems[0].found
    assert remedy in problems[0].remedy


def test_a_wrong_answer_is_not_taken() -> None:
    assert answers.read("a.yaml", b"boards: many\nstatus: club\n").texts() == {"status": "club"}


def test_an_empty_file_answers_nothing() -> None:
    assert answers.read("a.yaml", b" \n") == Answers()


def test_every_word_that_can_be_answered_can_be_written_as_the_event_file_shows_it() -> None:
    examples = {**keys.STAGE, **keys.EVENT, "columns": "{place: Rank}", "colour": "green", "sheet": "Results"}
    examples |= {"handbook": "ebu", "least boards": "20", "vp scale": "2 for a win"}
    for word in answers.WORDS:
        found = answers.read("a.yaml", f"{word}: {examples[word]}".encode())
        assert found.problems == ()
        assert [each.word for each in found.given] == [word]


@given(st.binary(max_size=200))
def test_no_content_of_a_file_of_answers_stops_us(content: bytes) -> None:
    found = answers.read("a.yaml", content)
    reading = answers.apply(night(), found)
    assert all(problem.found and problem.remedy for problem in reading.problems)


# --- Typed -------------------------------------------------------------------------------------------------------


def test_what_is_typed_is_checked_in_the_same_way() -> None:
    found = answers.typed(
        [("--boards", "boards", "many"), ("--answer", "match boards", "6"), ("--answer", "bridge", "x")]
    )
    assert [(problem.where, problem.found) for problem in found.problems] == [
        ("--boards", "'boards' is 'many'."),
        ("--answer", "We do not know the word 'bridge' here."),
    ]
    assert found.texts() == {"match boards": "6"}


def test_sessions_and_facts_can_be_typed() -> None:
    found = answers.typed([("--answer", "sessions", "24,26"), ("--fact", "facts green event", "swiss")])
    assert found.problems == ()
    assert found.texts() == {"sessions": "[24, 26]"}
    assert found.named("facts") == {"green event": "swiss"}


def test_columns_are_typed_by_their_meaning() -> None:
    found = answers.typed([("--column", "columns Name 1", "Player A")])
    assert found.named("columns") == {"name 1": "Player A"}


def test_the_more_particular_answer_wins_and_says_what_it_replaces() -> None:
    folder = answers.read("answers.yaml", b"status: club\nboards: 22\n")
    own = answers.read("night.answers.yaml", b"boards: 24\n")
    typed = answers.typed([("--boards", "boards", "26")])
    reading = answers.apply(night(), answers.together([folder, own, typed]))
    assert event_of(reading).stages[0].schedule.boards == 26
    assert notes(reading) == [
        "Status: club (answers.yaml, line 1).",
        "Boards: 26 (--boards). The file says 22. night.answers.yaml, line 1 says 24.",
    ]


# --- Kept --------------------------------------------------------------------------------------------------------


def test_answers_are_kept_so_that_they_can_be_read_again() -> None:
    given_ = answers.typed([
        ("--boards", "boards", "24"), ("--fact", "facts green event", "swiss"), ("--column", "columns place", "Pos: 1"),
        ("--answer", "sessions", "12,12"), ("--answer", "organiser", "Oakby #2"),
    ]).given  # fmt: skip
    updated = answers.update("", (), given_)
    again = answers.read("a.yaml", updated.text.encode())
    assert again.problems == ()
    assert {(each.word, each.name): each.value for each in again.given} == {
        (each.word, each.name): each.value for each in given_
    }
    assert updated.added == ("boards", "fact 'green event'", "column 'place'", "sessions", "organiser")
    assert updated.changed == ()


def test_only_what_is_answered_anew_is_rewritten() -> None:
    content = "# Tuesdays\nboards: 22  # as always\nfacts:\n  venue: Oakby\n\n# ask Ado\nstatus: club\n"
    before = answers.read("a.yaml", content.encode()).given
    updated = answers.update(content, before, answers.typed([("--boards", "boards", "24")]).given)
    assert updated.text == "# Tuesdays\nfacts:\n  venue: Oakby\n\n# ask Ado\nstatus: club\nboards: 24\n"
    assert updated.changed == ("boards (was 22)",)
    kept = answers.read("a.yaml", updated.text.encode()).given
    again = answers.update(updated.text, kept, kept)
    assert (again.text, again.added, again.changed) == (updated.text, (), ())


def test_a_fact_is_added_to_the_facts_that_are_there() -> None:
    content = "facts:\n  venue: Oakby\nstatus: club\n"
    before = answers.read("a.yaml", content.encode()).given
    updated = answers.update(content, before, answers.typed([("--fact", "facts points", "green")]).given)
    assert updated.text == "status: club\nfacts:\n  venue: Oakby\n  points: green\n"
    last = "status: club\nfacts:\n  venue: Oakby\n"
    again = answers.update(last, before, answers.typed([("--fact", "facts venue", "Elmby")]).given)
    assert again.text == "status: club\nfacts:\n  venue: Elmby\n"


LETTERS = st.characters(codec="utf-8")


@given(st.dictionaries(st.text(LETTERS, min_size=1, max_size=8), st.text(LETTERS, max_size=12), max_size=4))
def test_whatever_is_kept_reads_the_same_again(facts: dict[str, str]) -> None:
    found = answers.typed([("--fact", f"facts {name}", value) for name, value in facts.items()])
    again = answers.read("a.yaml", answers.update("", (), found.given).text.encode())
    assert again.named("facts") == found.named("facts")
