"""National events by name, and tours with local players: what the lists bring with it (4.4.9, 5.1.2, 7.2 to 7.5)."""

from __future__ import annotations

import pytest

from tests.handbooks.abf.told import assess, numbered, points, question, working

PAIRS = f"play: pairs\nboards: 24\nresults:\n{numbered('C', 8)}\n"


def limited(name: str, ranks: str = "") -> str:
    told = f", master ranks: {ranks}" if ranks else ""
    return f'facts: {{event: "{name}"{told}}}\n{PAIRS}'


# --- Master events ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.9/1", "7.2.2/19", "7.2.2/03")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Under 50 Masterpoints Pairs", "The Under 50 Masterpoints Pairs, limited by masterpoints (4.4.9),"),
        ("Gold Coast Restricted Pairs", "The Gold Coast Restricted Pairs, limited by masterpoints (4.4.9),"),
        ("River City Gold Restricted Mixed Pairs", "The River City Gold Restricted Mixed Pairs, limited"),
    ],
)
def test_an_event_that_is_limited_by_masterpoints_asks_for_its_ranks(name: str, says: str) -> None:
    asked = question(limited(name))
    assert (asked.code, asked.path) == ("abf-master-ranks", ("facts", "master ranks"))
    assert asked.found.startswith(says)


@pytest.mark.clause("abf", "4.4.9/1", "4.4.9/median", "7.2.2/19")
def test_its_factor_is_that_of_the_median_and_the_working_says_why_it_takes_one() -> None:
    # 4 tables at A2: 0.80; the median of 16 is Club, 0.50
    told = limited("Under 50 Masterpoints Pairs", '"Graduate 6, Club 8, Local 2"')
    assert points(told) == {"C1": "0.40", "C2": "0.28", "C3": "0.20", "C4": "0.13"}
    said = working(assess(told), "C1")
    assert "Master event: the median of 16 entrants is Club [4.4.9/median]" in said
    assert "The Under 50 Masterpoints Pairs is for players below 50.00 masterpoints: a master event [7.2.2/19]" in said


@pytest.mark.clause("abf", "7.2.2/08", "4.4.9/1")
def test_a_listed_event_without_a_limit_takes_no_factor_and_is_not_asked() -> None:
    assert points(limited("Chris Diment Pairs"))["C1"] == "0.80"


@pytest.mark.clause("abf", "4.4.9/1", "7.2.2/19")
def test_the_list_and_a_fact_that_denies_the_factor_contradict_each_other() -> None:
    (problem,) = assess(f"facts: {{event: Under 50 Masterpoints Pairs, master event: 'no'}}\n{PAIRS}").problems
    assert (problem.code, problem.against) == ("abf-master-event", ("facts", "event"))


@pytest.mark.clause("abf", "4.4.9/median")
@pytest.mark.parametrize(
    ("ranks", "first"),
    [
        # B4c, 4 tables: 0.40 × the factor of the median
        ("Life 12", "0.50"),
        ("12 x Life", "0.50"),
        ("Life x 12, Grand 1", "0.50"),
        ("Graduate 20, Club 20", "0.18"),  # between 0.40 and 0.50
        ("Graduate 20, Club 19", "0.16"),
        ("Graduate 19, Club 20", "0.20"),
        ("Bronze Life Master 3, 2 Graduate", "0.50"),
        ("Graduate, Club, Club", "0.20"),
    ],
)
def test_ranks_are_counted(ranks: str, first: str) -> None:
    told = f"status: B4c\nfacts: {{master event: 'yes', master ranks: '{ranks}'}}\nmovement: howell\n{PAIRS}"
    assert points(told)["C1"] == first


@pytest.mark.clause("abf", "4.4.9/2")
@pytest.mark.parametrize(
    ("ranks", "found"),
    [
        ("3 Life 4", "'3 Life 4' counts its entrants twice."),
        ("Baron 4", "There is no rank 'Baron'."),
        ("Life 12345", "There is no rank 'Life 1'."),
    ],
)
def test_a_count_that_cannot_be_read_is_a_problem(ranks: str, found: str) -> None:
    told = f"status: B4c\nfacts: {{master event: 'yes', master ranks: '{ranks}'}}\n{PAIRS}"
    assert [each.found for each in assess(told).problems] == [found]


# --- The Butler Pairs ------------------------------------------------------------------------------------------------

BUTLER = """
facts: {{event: "Australian Butler Pairs, {name}"{facts}}}
play: pairs
scoring: butler
contest: swiss
boards: 12
match boards: 12
{more}
results:
  - {{place: 1, name: A}}
  - {{place: 2, name: B}}
  - {{place: 3, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5, name: E}}
  - {{place: 6, name: F}}
  - {{place: 7, name: G}}
  - {{place: 8, name: H}}
matches:
  - {{winner: A, loser: H, scores: [40, 0]}}
  - {{winner: B, loser: G, scores: [40, 0]}}
  - {{winner: C, loser: F, scores: [40, 0]}}
  - {{winner: D, loser: E, scores: [40, 0]}}
"""


def butler(name: str, facts: str = "", more: str = "") -> str:
    return BUTLER.format(name=name, facts=facts, more=more)


@pytest.mark.clause("abf", "7.3.2/02", "7.5.4/3")
def test_the_final_of_the_butler_alone_asks_for_the_tables_and_the_boards_of_stage_1() -> None:
    result = assess(butler("final, Open"))
    assert not result.awards
    assert [(each.code, each.path, each.asks) for each in result.problems] == [
        ("abf-original-tables", ("stages", 0, "original tables"), True),
        ("boards-before-missing", ("boards before",), True),
    ]


@pytest.mark.clause("abf", "7.5.4/2", "7.5.4/3", "7.3.2/02")
@pytest.mark.parametrize(
    ("boards", "sessions", "first"),
    # 12 boards at 0.12 are 1.44; T = 20: S = 4 is 18.28, S = 5 is 22.40; a remainder of 20 boards counts
    [("84", "4", "19.72"), ("103", "4", "19.72"), ("104", "5", "23.84")],
)
def test_it_is_paid_as_a_final_with_the_sessions_of_both_stages(boards: str, sessions: str, first: str) -> None:
    told = butler("final, Open", "", f"original tables: 20\nboards before: {boards}")
    assert points(told)["A"] == first
    said = working(assess(told), "A")
    assert any(each.startswith(f"S = {sessions}: {int(boards) + 12} boards ÷ 24") for each in said)
    assert "T = 20: 40 pairs entered [4.1.1 note]" in said


@pytest.mark.clause("abf", "7.5.4/1", "7.5.4/3", "7.3.3/18")
def test_stage_1_alone_has_session_awards_and_no_outright_award() -> None:
    result = assess(butler("stage I, Open"))
    assert points(butler("stage I, Open")) == dict.fromkeys("ABCD", "0.96")
    assert ("7.5.4/3", "event-without-overall-awards") in [(each.clause, each.code) for each in result.remarks]


@pytest.mark.clause("abf", "7.5.4/3")
@pytest.mark.parametrize(
    ("name", "facts", "more"),
    [
        ("final, Open", "", "stage: qualifying"),
        ("stage 1, Open", "", "stage: final"),
        ("stage 1, Open", "", "boards before: 60"),
    ],
)
def test_a_name_and_a_stage_that_differ_are_a_problem(name: str, facts: str, more: str) -> None:
    assert [each.code for each in assess(butler(name, facts, more)).problems] == ["abf-stage-1"]


# --- The Interstate Pairs --------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "7.5.6")
def test_the_interstate_pairs_are_known_by_name_with_tables_times_one_and_a_half() -> None:
    # 16 pairs are 8 tables, T = 12 over two sessions; three quarters of 16, 12 places, have an outright award.
    rows = f"play: pairs\nsessions: [24, 24]\nresults:\n{numbered('C', 16)}\n"
    paid = points(f"facts: {{event: Interstate Pairs Championship}}\n{rows}")
    assert list(paid) == [f"C{place}" for place in range(1, 13)]
    assert paid == points(f"status: A\nfacts: {{amplification: 3/2}}\n{rows}")


# --- Tours -----------------------------------------------------------------------------------------------------------

TOUR = """
facts: {{congress: tour, congress event: {role}{facts}}}
play: pairs
boards: 24
results:
  - {{place: 1, names: [Ada Bem, Cor Dax], numbers: [100013, 100021]}}
  - {{place: 2, name: C2}}
  - {{place: 3, name: C3}}
  - {{place: 4, name: C4}}
  - {{place: 5, name: C5}}
  - {{place: 6, name: C6}}
  - {{place: 7, name: C7}}
  - {{place: 8, name: C8}}
"""


def tour(facts: str, role: str = "major") -> dict[str, tuple[str, int]]:
    result = assess(TOUR.format(role=role, facts=f', locals: "{facts}"' if facts else ""))
    assert not result.problems
    return {award.player.name: (award.colour, award.units) for award in result.awards}


@pytest.mark.clause("abf", "5.1.2/9")
def test_local_players_have_the_points_of_a_tour_in_green() -> None:
    # 4 tables at B4: 0.40, 0.28, 0.20, 0.13
    assert tour("")["Ada Bem"] == tour("")["Cor Dax"] == ("red", 40)
    some = tour("Ada Bem; C3")
    assert some["Ada Bem"] == ("green", 40)
    assert some["Cor Dax"] == ("red", 40)
    assert (some["C2"], some["C3"]) == (("red", 28), ("green", 20))
    assert tour("100021")["Cor Dax"] == ("green", 40)


@pytest.mark.clause("abf", "5.1.2/9")
def test_the_working_of_a_local_player_says_why_the_points_are_green() -> None:
    result = assess(TOUR.format(role="major", facts=", locals: C3"))
    assert working(result, "C3")[0] == "Not on the tour and from within 50 km: green points only [5.1.2/9]"
    assert "5.1.2/9" not in " ".join(working(result, "C2"))


@pytest.mark.clause("abf", "5.1.2/9", "5.1.2/7")
def test_an_open_session_of_a_tour_is_green_for_everybody() -> None:
    assert set(tour("C3", "open").values()) == set(tour("", "open").values())


@pytest.mark.clause("abf", "5.1.2/9")
@pytest.mark.parametrize(
    ("text", "path"),
    [
        (TOUR.format(role="major", facts=", locals: Nobody"), ("facts", "locals")),
        (
            TOUR.format(role="major", facts=", locals: C3").replace("congress: tour", "congress: B4"),
            ("facts", "locals"),
        ),
    ],
)
def test_locals_who_did_not_play_or_of_no_tour_are_a_problem(text: str, path: tuple[str, str]) -> None:
    assert [(each.code, each.path) for each in assess(text).problems] == [("abf-locals", path)]
