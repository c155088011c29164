"""What a scorer is told: each mistake with its line, what was found and what to do, all of them at once."""

from __future__ import annotations

import json
from datetime import date
from textwrap import dedent

import pytest

from overtrick.engine import lengths
from overtrick.engine.event import Contestant, Field, Player, Schedule, Stage
from overtrick.formats import event_file

HEAD = "event: Tuesday pairs\ndate: 2026-11-10\n"
NIGHT = HEAD + "play: pairs\nboards: 24\n"
SIX = """\
results:
  - {place: 1, name: A}
  - {place: 2, name: B}
  - {place: 3, name: C}
  - {place: 4, name: D}
"""
CUP = HEAD + "play: teams\ncontest: knock-out\nboards: 24\nresults: [{name: Oaks}, {name: Elms}, {name: Firs}]\n"


def told(text: str) -> list[tuple[int, str, str]]:
    reading = event_file.read("night.yaml", text.encode())
    assert (reading.event is None) == bool(reading.problems)
    return [(problem.line, problem.found, problem.remedy) for problem in reading.problems]


def stage_of(text: str) -> Stage:
    reading = event_file.read("night.yaml", text.encode())
    assert reading.problems == []
    assert reading.event is not None
    return reading.event.stages[0]


def test_every_problem_of_a_file_is_told_at_once_in_the_order_of_its_lines() -> None:
    text = dedent("""\
        event: Tuesday pairs
        date: 10/11/2026
        play: pears
        boards: twenty
        tabels: 9
        Boards: 24
        place: 4
        winners: 3
        results:
          - place: 1
            names: [Ado Bem, Cor Dax]
            numbers: [20101]
          - place: 2
            names: *others
          - plaice: 3
            names: [Efa Gil, Hol Jem]
          - {place: 4, names: [Kip Lor, Mun Nev], score: "58,3"}
    """)
    a_date = "Write the day as 2026-11-10 or 10 November 2026; it decides which edition of the handbook applies."
    assert told(text) == [
        (2, "'date' is '10/11/2026', which can be 10 November 2026 or 11 October 2026.", a_date),
        (3, "'play' is 'pears'.", "Write pairs, teams or individual. Did you mean pairs?"),
        (4, "'boards' is 'twenty'.", "Write a whole number of 1 or more, for example boards: 24."),
        (5, "We do not know the word 'tabels' here.", "Did you mean 'tables'?"),
        (6, "'boards' is here twice; the first is on line 4.", "Keep one of them."),
        (7, "'place' cannot be used here; it belongs to a result.", "Move it there, or remove it."),
        (8, "'winners' is '3'.", "Write 1, 2 or 4."),
        (
            12,
            "There are 2 names and 1 numbers.",
            "Give each name its number, in the same order; write none for those without a number.",
        ),
        (14, "An alias (*others) cannot be used here.", "Write the value itself."),
        (15, "We do not know the word 'plaice' here.", "Did you mean 'place'?"),
        (17, "'score' is '58,3'.", "Write it with a point: 58.3."),
    ]


#: What is written after the head of a good night, the line of the problem, what is found there.
MISTAKES = [
    # the length
    (HEAD + "play: pairs\n" + SIX, 1, "'boards' is missing here."),
    (HEAD + "play: pairs\nboards:\n" + SIX, 4, "There is nothing after 'boards'."),
    (HEAD + "play: pairs\nboards: 0\n" + SIX, 4, "'boards' is '0'."),
    (HEAD + "play: pairs\nboards: 24.0\n" + SIX, 4, "'boards' is '24.0'."),
    (HEAD + "play: pairs\nboards: 024\n" + SIX, 4, "'boards' is '024'."),
    (HEAD + "play: pairs\nboards: [24]\n" + SIX, 4, "'boards' has a list; a single value belongs here."),
    (HEAD + "play: pairs\nboards: {a: 1}\n" + SIX, 4, "'boards' has a group of lines; a single value belongs here."),
    (HEAD + "play: pairs\nrounds of play: 9\n" + SIX, 1, "'boards per round' is missing here."),
    (NIGHT + "rounds of play: 9\nboards per round: 2\n" + SIX, 4,
     "The length is given twice, by 'boards' and by rounds."),
    (NIGHT + "least boards: 25\n" + SIX, 5, "'least boards' is 25, more than the 24 that were played at most."),
    (NIGHT + "sessions: [8, 8]\n" + SIX, 5, "The sessions add up to 16 boards, fewer than the 24 somebody played."),
    (NIGHT + "sessions: [12, x]\n" + SIX, 5, "'sessions' is 'x'."),
    (NIGHT + "sessions: 24\n" + SIX, 5, "'sessions' has no list."),
    (NIGHT + "contest: swiss\n" + SIX, 1, "'match boards' is missing here."),
    (HEAD + "play: teams\ncontest: league\nboards: 24\nlists:\n"
     "  - {list: One, division: 1, match boards: 12, entered: 4}\n  - {list: Two, division: 2, entered: 4}", 1,
     "'match boards' is missing here."),
    (NIGHT + "results: [{place: 1, name: A, won: 3}, {place: 2, name: B}, {place: 3, name: C}]", 1,
     "'match boards' is missing here."),
    (HEAD + "play: pairs\ncontest: ladder\ngames: 5\nresults counted: 6\n" + SIX, 6,
     "6 results count, but there were only 5 games."),
    # who played
    (NIGHT, 1, "The file does not say who played, or how many."),
    (NIGHT + "results: []", 5, "The list of results is empty."),
    (NIGHT + "results:", 5, "There is nothing under 'results'."),
    (NIGHT + "results: A", 5, "'results' has no list."),
    (NIGHT + "results: [A]", 5, "'A' is where a result belongs."),
    (NIGHT + "lists: []", 5, "There is no list under 'lists'."),
    (NIGHT + "lists:\n  - list: Red", 6, "'results' is missing here."),
    (NIGHT + "lists:\n  - entered: 1\n    results: [{place: 1, name: A}, {place: 2, name: B}]", 6,
     "'entered' is 1, but 2 are listed."),
    (NIGHT + "tables: 9.25", 5, "'tables' is 9.25."),
    (HEAD + "play: teams\nboards: 24\ntables: 9.5", 5, "'tables' is 9.5."),
    (NIGHT + "tables: 3\n" + SIX, 5, "'tables' is 3, but 4 contestants are listed."),
    (NIGHT + SIX + "lists: [{entered: 4}]", 10, "Both 'results' and 'lists' are given here."),
    # rows
    (NIGHT + "results: [{place: 1}]", 5, "Nobody is named in this row."),
    (NIGHT + "results: [{place: 1, names: [A]}]", 5, "The pair has one player only, A."),
    (NIGHT + "results: [{place: 1, names: []}]", 5, "The list of names is empty."),
    (NIGHT + "results: [{place: 1, names: [A, '']}]", 5, "A name is empty."),
    (NIGHT + "results: [{place: 1, name: A, numbers: [1]}]", 5, "There are numbers without names."),
    (NIGHT + "results: [{place: 1, names: [A, B], players: [C, D]}]", 5, "Both 'names' and 'players' are given here."),
    (NIGHT + "results: [{place: first, name: A}]", 5, "'place' is 'first'."),
    (NIGHT + "results: [{place: 0, name: A}]", 5, "'place' is '0'."),
    (NIGHT + "results: [{place: 1, name: A, standing: withuot}]", 5, "'standing' is 'withuot'."),
    (NIGHT + "results: [{place: 1, name: A, players: [{number: 3}, B]}]", 5, "'name' is missing here."),
    (NIGHT + "results: [{place: 1, name: A, players: [{name: B, suspended: perhaps}, C]}]", 5,
     "'suspended' is 'perhaps'."),
    # ranking
    (NIGHT + "results:\n  - {place: 1, name: A}\n  - {name: B}", 7, "B has no place, others have one."),
    (NIGHT + "results:\n  - {score: 1, name: A}\n  - {name: B}", 7, "B has no score, others have one."),
    (NIGHT + "results: [{name: A}, {name: B}]", 5, "Nobody in this list has a place or a score."),
    (NIGHT + SIX.replace("place: 3", "place: 2").replace("place: 4", "place: 3"), 9,
     "The places go 1, 2, 2, 3; 1, 2, 2, 4 was expected."),
    (NIGHT + SIX.replace("place: 1", "place: 2"), 6, "The places go 2; 1 was expected."),
    (NIGHT + SIX.replace("name: D", "name: A"), 9, "'A' is in this list twice; first on line 6."),
    (NIGHT + "results:\n  - {place: 1, names: [A, B], numbers: [1, 2]}\n"
     "  - {place: 2, names: [C, D], numbers: [2, 3]}", 7,
     "The number 2 is in this list twice: B (line 6) and C."),
    (NIGHT + "match boards: 6\nresults:\n  - {place: 1, names: [A, B], won: 1}\n"
     "  - {place: 2, names: [A, C], won: 0}", 8,
     "The name A, without a number, is in this list twice: A (line 7) and A."),
    # winners
    (NIGHT + "winners: 2\n" + SIX, 5, "There are 2 winners, but one list is given."),
    (NIGHT + "winners: 4\ntables: 5", 5, "'winners' is 4, but the play is pairs."),
    (NIGHT + "lists: [{list: NS, entered: 5}, {list: EW, entered: 5}]", 1,
     "'NS' is one of several lists, but 'winners' is 1."),
    # matches
    (CUP + "matches: [{winner: Oaks, loser: Elm}]", 7, "'Elm' is not in the results."),
    (CUP + "matches: [{sides: [Oaks, Elms]}]", 7, "Nothing says who won, Oaks or Elms."),
    (CUP + "matches: [{sides: [Oaks, Elms], winner: Firs}]", 7,
     "The winner 'Firs' is not one of the two sides, Oaks and Elms."),
    (CUP + "matches: [{sides: [Oaks, Elms], winner: Oaks, drawn: yes}]", 7, "A drawn match has no winner."),
    (CUP + "matches: [{sides: [Oaks]}]", 7, "1 sides are named."),
    (CUP + "matches: [{winner: Oaks}]", 7, "The match does not name two sides."),
    (CUP + "matches: [{winner: Oaks, loser: Oaks}]", 7, "'Oaks' cannot play against itself."),
    (CUP + "matches: [{winner: Oaks, loser: Elms, scores: [1]}]", 7, "There are 1 scores."),
    (CUP + "matches: [{winner: Oaks, loser: Elms, line-ups: {Firs: [A]}}]", 7,
     "There is a line-up of 'Firs', who is not in this match."),
    (CUP + "matches: [{winner: Oaks, loser: Elms, line-ups: {Elms: A}}]", 7, "The line-up of 'Elms' is not a list."),
    (CUP + "rounds:\n  - matches:\n    - {winner: Oaks, loser: Elms}\n    - {winner: Firs, loser: Elms}", 10,
     "'Elms' plays too often in this round."),
    (CUP + "rounds:\n  - matches: [{winner: Oaks, loser: Elms}]\n    byes: [Oaks]", 9,
     "'Oaks' is in this round twice."),
    (CUP + "rounds: [{earned byes: [Yews]}]", 7, "'Yews' is not in the results."),
    (CUP + "rounds: [{byes: [Oaks, Elms], entered: 1}]", 7, "'entered' is 1, but 2 are named in this round."),
    (NIGHT + "tables: 3\nmatches: [{winner: A, loser: B, boards: 6}]", 6, "There are matches, but nobody is listed."),
    # the event
    ("date: 2026-11-10\nplay: pairs\nboards: 24\ntables: 3", 1, "'event' is missing here."),
    ("event: Pairs\nplay: pairs\nboards: 24\ntables: 3", 1, "'date' is missing here."),
    ("event: Pairs\ndate: 2026-02-30\nplay: pairs\nboards: 24\ntables: 3", 2, "'date' is '2026-02-30'."),
    ("event: Pairs\ndate: 10 Nob 2026\nplay: pairs\nboards: 24\ntables: 3", 2, "'date' is '10 Nob 2026'."),
    ("event: Pairs\ndate: 1026-11-10\nplay: pairs\nboards: 24\ntables: 3", 2, "'date' is in the year 1026."),
    ("event: |\n  Pairs\n  and more\ndate: 2026-11-10\nplay: pairs\nboards: 24\ntables: 3", 1,
     "'event' has several lines, or a character that cannot be printed."),
    (NIGHT + "entry: closed\ntables: 3", 5, "'entry' is 'closed'."),
    (NIGHT + "entry: champions\nfacts: {entry: champions}\ntables: 3", 5, "'entry' is given here and under 'facts'."),
    (NIGHT + "facts: {venue: [a]}\ntables: 3", 5, "'venue' has a list; a single value belongs here."),
    (NIGHT + "facts: none\ntables: 3", 5, "'facts' has no words with values under it."),
    (NIGHT + "facts:\n  a: b\n  a: c\ntables: 3", 7, "'a' is under 'facts' twice."),
    (HEAD + "winners: 1\nstages: [{play: pairs, boards: 24, tables: 3}]", 3, "'winners' is given beside 'stages'."),
    (HEAD + "stages: []", 3, "The list of stages is empty."),
    (NIGHT + "scoring: matchponts\ntables: 3", 5, "'scoring' is 'matchponts'."),
    # the file itself
    ("", 0, "The file is empty."),
    ("# only a note\n", 1, "The file has no content."),
    ("- a\n- b\n", 1, "The file does not begin with a word and a colon."),
    (NIGHT + "tables: 3\n---\nevent: Another", 6, "A second document begins here (---)."),
    (NIGHT + "tables: &t 3", 5, "An anchor (&t) cannot be used here."),
    (NIGHT + "tables: !!int 3", 5, "A tag (tag:yaml.org,2002:int) cannot be used here."),
    (NIGHT + "[a, b]: c\ntables: 3", 5, "There is a list where a single word belongs."),
    (NIGHT + "tables: 3\n\torganiser: a", 6,
     "This line begins with a tab or another character with a special meaning."),
    (NIGHT + "organiser: Oakby: the club\ntables: 3", 5, "This line has a colon where none is allowed."),
    (NIGHT + 'organiser: "Oakby\ntables: 3', 6, "A quotation mark was opened and not closed."),
    (NIGHT + "results: [{place: 1, name: A}\nstatus: club", 6,
     "A list in brackets is not closed, or a comma is missing."),
    (NIGHT + "  tables: 3", 5, "This line has a colon where none is allowed."),
    (NIGHT + "facts:\n    a: b\n  c: d\n", 7, "The indent of this line does not match the lines above."),
    (NIGHT + "tables\nstatus: club", 6, "A colon is missing on this line or the one before."),
    (NIGHT + "tables: \a3", 5, "This line has a control character (U+0007)."),
    ('{"event": "Pairs",\n "date": 2026-11-10}', 2,
     "This is not correct JSON: expecting ',' delimiter, at character 14."),
    ('{"event": "Pairs",\n "event": "Pears", "date": "2026-11-10", "play": "pairs", "boards": 24, "tables": 3}', 2,
     "'event' is here twice; the first is on line 1."),
    ('{"event": "\\ud83d", "date": "2026-11-10", "play": "pairs", "boards": 24, "tables": 3}', 1,
     "A value holds half of a character."),
    ("a: " + "[" * 40, 1, "Lists are nested more than 30 deep."),
]  # fmt: skip


@pytest.mark.parametrize(("more", "found"), [(0, []), (1, [(0, "The file is larger than 5 MB.")])])
def test_a_file_may_have_five_million_bytes(more: int, found: list[tuple[int, str]]) -> None:
    text = NIGHT + SIX
    text += "#" * (5_000_000 - len(text) + more)
    assert [problem[:2] for problem in told(text)] == found


@pytest.mark.parametrize(
    ("words", "is_ours"),
    [
        (("shape", "colour", "size"), False),
        (("shape", "colour", "boards", "size"), False),
        (("shape", "colour", "boards", "size", "weight", "results"), True),  # one word that only we use is enough
        (("shape", "boards", "tables"), True),
        (("boards", "status", "shape", "colour"), True),  # half of them
        (("boards", "status", "shape", "colour", "size"), False),
        (("boards", "status", "handbook", "shape", "colour", "size", "weight"), False),
        (("shape", "colour"), True),  # too few to judge
    ],
)
def test_a_file_of_other_words_gets_one_answer(words: tuple[str, ...], is_ours: bool) -> None:
    found = event_file.read("night.yaml", "".join(f"{word}: 7\n" for word in words).encode()).problems
    assert ([problem.code for problem in found] == ["not-a-results-file"]) is not is_ours


@pytest.mark.parametrize(("text", "line", "found"), MISTAKES, ids=[found for _text, _line, found in MISTAKES])
def test_a_mistake_is_told_once_with_its_line(text: str, line: int, found: str) -> None:
    assert [problem[:2] for problem in told(text)] == [(line, found)]


def test_a_file_that_is_not_utf_8_is_told_with_the_line() -> None:
    (problem,) = event_file.read("night.yaml", "event: Café\n".encode("cp1252")).problems
    assert problem.where == "night.yaml, line 1"
    assert (problem.found, problem.remedy) == (
        "This line has a character that is not UTF-8.",
        "Save the file as UTF-8.",
    )


def test_a_contestant_that_is_nearly_right_is_suggested() -> None:
    assert told(CUP + "rounds: [{byes: [Oks]}]") == [(7, "'Oks' is not in the results.", "Did you mean 'Oaks'?")]


def test_words_may_be_written_with_capitals_hyphens_and_underscores() -> None:
    text = NIGHT.replace("boards: 24", "ROUNDS_OF-play: 6\nBoards Per Round: 3") + "Contest: Round-Robin\ntables: 3"
    stage = stage_of(text)
    assert (stage.schedule, stage.contest, stage.match_boards) == (Schedule(18), "round robin", 3)


@pytest.mark.parametrize(
    ("sit_out", "schedule"),
    [("none", Schedule(18)), ("some", Schedule(18, 16, None, 18)), ("all", Schedule(16, 16, None, 18))],
)
def test_a_round_that_is_sat_out_shortens_the_event_only_if_everybody_sits_out(
    sit_out: str, schedule: Schedule
) -> None:
    text = HEAD + f"play: pairs\nrounds of play: 9\nboards per round: 2\nsit out: {sit_out}\ntables: 4.5"
    assert stage_of(text).schedule == schedule


@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        ("play: pairs\ntables: 9.5", [("", 19)]),
        ("play: pairs\nwinners: 2\ntables: 9.5", [("North–South", 10), ("East–West", 9)]),
        ("play: pairs\nwinners: 2\ntables: 9", [("North–South", 9), ("East–West", 9)]),
        ("play: teams\ntables: 9", [("", 9)]),
        ("play: individual\ntables: 4.5", [("", 18)]),
        ("play: individual\nwinners: 4\ntables: 5.5", [("North", 6), ("South", 6), ("East", 5), ("West", 5)]),
    ],
)
def test_tables_alone_tell_how_many_entered(words: str, sizes: list[tuple[str, int]]) -> None:
    assert [(field.name, field.entered) for field in stage_of(HEAD + "boards: 24\n" + words).fields] == sizes


@pytest.mark.parametrize("name", ["NS", "North-South", "Overall"])
def test_one_list_may_have_any_name_where_there_is_one_winner(name: str) -> None:
    reading = event_file.read("night.yaml", f"{NIGHT}lists: [{{list: {name}, entered: 10}}]".encode())
    assert not reading.problems
    assert reading.event is not None
    assert [field.name for field in reading.event.stages[0].fields] == [name]


def test_yaml_gives_no_value_a_meaning_of_its_own() -> None:
    text = NIGHT + "results: [{place: 1, names: [No, 1.10], numbers: [012, 0x1F], section: on}]"
    players = (Player("No", "012"), Player("1.10", "0x1F"))
    assert stage_of(text).fields == (Field("", (Contestant("No & 1.10", players, 1, section="on"),)),)


def test_sections_that_are_ranked_apart_may_each_begin_with_place_one() -> None:
    rows = [f"{{place: {place}, section: {section}, name: {section}{place}}}" for section in "AB" for place in (1, 2)]
    text = NIGHT + f"results: [{', '.join(rows)}]\n"
    assert stage_of(text + "scored across: no").across is False
    assert told(text) == [
        (
            5,
            "The places go 1, 1, 2; 1, 1, 3 was expected.",
            "Correct the places: those who tie share one, and the next places stay empty.",
        )
    ]


@pytest.mark.parametrize(
    ("of_round", "of_segments", "boards"),
    [("", ("12", "16"), 28), ("boards: 32", ("", ""), 32), ("boards: 32", ("12", "20"), 32), ("", ("", ""), 24)],
)
def test_a_match_listed_segment_by_segment_is_one_match_of_all_their_boards(
    of_round: str, of_segments: tuple[str, str], boards: int
) -> None:
    first, second = (f", boards: {each}" if each else "" for each in of_segments)
    stage = stage_of(
        CUP + f"rounds:\n  - name: Final\n    {of_round}\n    matches:\n"
        f"      - {{sides: [Oaks, Elms], scores: [20, 30]{first}}}\n"
        f"      - {{sides: [Elms, Oaks], scores: [7, 19]{second}}}\n"
    )
    (final,) = stage.rounds
    (match,) = final.matches
    assert lengths.length(stage, match, final) == boards
    assert (match.winner, [side.score for side in match.sides]) == ("Oaks", [39, 37])


def test_a_line_up_takes_the_number_from_the_results() -> None:
    cup = CUP.replace("{name: Oaks}", "{name: Oaks, players: [{name: Ado Bem, number: 20101, boards: 3}, Cor Dax]}")
    (match,) = stage_of(cup + "matches: [{winner: Oaks, loser: Elms, line-ups: {Oaks: [Ado Bem, Efa Gil]}}]").matches
    assert match.sides[0].players == (Player("Ado Bem", "20101"), Player("Efa Gil"))


def test_a_team_may_be_written_with_other_capitals_accents_and_spaces_in_a_match() -> None:
    """The list of results says how a team is written; a match may be written by somebody else."""
    cup = CUP.replace("Oaks", "Les Chênes")
    (match,) = stage_of(cup + "matches: [{winner: ' les  chenes', loser: ELMS, line-ups: {elms: []}}]").matches
    assert ([side.contestant for side in match.sides], match.winner) == (["Les Chênes", "Elms"], "Les Chênes")


def test_a_day_may_be_written_in_figures_or_with_the_month_in_words() -> None:
    for written in ("2026-11-10", "10 November 2026", "10 november 2026"):
        reading = event_file.read("a", f"event: A\ndate: {written}\nplay: pairs\nboards: 24\ntables: 3".encode())
        assert reading.event is not None
        assert reading.event.begins == date(2026, 11, 10)


def test_handbook_settings_and_entry_are_read() -> None:
    text = NIGHT + "Handbook: EBU\nentry: champions\nsettings: {Match factor-on: printed}\ntables: 3"
    reading = event_file.read("night.yaml", text.encode())
    assert (reading.handbook, reading.settings) == ("ebu", {"match_factor_on": "printed"})
    assert reading.event is not None
    assert reading.event.facts == (("entry", "champions"),)


def test_every_part_of_the_event_has_its_line() -> None:
    text = HEAD + "status: clob\nplay: pairs\nboards: 24\n" + SIX
    reading = event_file.read("night.yaml", text.encode())
    assert reading.line(("stages", 0)) == 1
    assert reading.line(("stages", 0, "status")) == 3
    assert reading.line(("stages", 0, "fields", 0, "contestants", 2)) == 9
    assert reading.line(("stages", 0, "fields", 0, "contestants", 2, "place")) == 9
    assert reading.line(("stages", 0, "fields", 0, "contestants", 9)) == 6


def test_json_may_have_tabs_escapes_joined_characters_and_nulls() -> None:
    first = '{\n\t"event"\n:\t"A\\/B \\ud83c\\udca1",\n\t"date": "2026-11-10", "play": "pairs",\n'
    text = first + '"organiser": null,\n"boards": 24,\n"tables": 3}'
    reading = event_file.read("night.json", b"\xef\xbb\xbf" + text.encode())
    assert reading.event is not None
    assert (reading.event.name, reading.event.organiser) == ("A/B 🂡", "")
    assert json.loads(event_file.write(reading.event))["event"] == "A/B 🂡"
    assert reading.lines["boards",] == 6


def test_a_pair_names_both_players_unless_it_has_a_name_and_a_robot_was_the_other() -> None:
    text = "event: Night\ndate: 2026-11-10\nplay: pairs\nboards: 24\nresults:\n  - {place: 1, names: [Ado]%s}\n"
    both = "  - {place: 2, names: [Bem, Cor]}\n"
    (problem,) = event_file.read("night.yaml", (text % "" + both).encode()).problems
    assert problem.found == "The pair has one player only, Ado."
    event = event_file.read("night.yaml", (text % ", name: Ado & GiB" + both).encode()).event
    assert event is not None
    assert event_file.read("again.json", event_file.write(event).encode()).event == event
