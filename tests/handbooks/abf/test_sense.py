"""Facts of an Australian event that contradict each other are named, both of them; those that agree are not."""

from __future__ import annotations

import pytest

from overtrick.handbooks.abf.e2024 import sense
from tests.handbooks.abf import told
from tests.handbooks.abf.told import EDITION, numbered

PAIRS = f"play: pairs\nboards: 24\nresults:\n{numbered('P', 8)}\n"
TEAMS = f"play: teams\ncontest: swiss\nboards: 24\nmatch boards: 12\nresults:\n{numbered('T', 4)}\n"


def found(text: str) -> list[str]:
    """Give the codes of what the facts contradict."""
    event = told.event(text)
    return [each.code for each in sense.check(EDITION.book(event.begins), event)]


@pytest.mark.clause("abf", "1.5.1", "5.3.1/4", "5.3.3/1", "7.2.1/01")
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("status: E\nfacts: {congress: B4, congress event: major}", ["abf-grade"]),
        ("status: b4\nfacts: {congress: B4, congress event: major}", []),
        ("status: B4\nfacts: {congress: B4, congress event: minor championship}", ["abf-grade"]),
        ("status: B5\nfacts: {congress: B4, congress event: minor championship}", []),
        ("status: B5\nfacts: {congress: B4}", []),
        ("status: A2\nfacts: {event: Gold Coast Pairs}", ["abf-grade"]),
        ("status: A\nfacts: {event: Gold Coast Pairs}", []),
        ("facts: {event: Gold Coast Pairs, congress: B4}", ["abf-grade"]),
        ("facts: {congress event: major}", ["abf-congress"]),
        ("facts: {congress: B4, congress event: restricted, master event: 'no'}", ["abf-master-event"]),
        ("status: B4c\nfacts: {master event: 'no', master ranks: Club}", ["abf-master-event"]),
        ("status: C\nfacts: {championship: daytime pairs}", ["abf-grade"]),
        ("status: B\nfacts: {championship: daytime pairs}", []),
        ("facts: {championship: play-off, congress: B3}", ["abf-grade"]),
        ("status: B4\nfacts: {scale: Australia-Wide}", ["abf-grade"]),
        ("status: B\nfacts: {scale: Australia-Wide}", []),
        ("facts: {event: Gold Coast Pairs, amplification: '3'}", ["abf-amplification"]),
    ],
)
def test_a_grade_or_a_role_that_is_told_twice_must_agree(text: str, codes: list[str]) -> None:
    assert found(f"{text}\n{PAIRS}") == codes


@pytest.mark.clause("abf", "4.2.2")
@pytest.mark.parametrize(
    ("grade", "allowed"),
    [(each, each not in ("F", "E", "D", "C", "B4c", "B5i")) for each in
     ("F", "E", "D", "C", "B4c", "B5i", "B4s", "B5", "B4", "B3", "B", "A2", "A")],
)  # fmt: skip
def test_percentages_are_for_congress_state_and_national_events(grade: str, allowed: bool) -> None:
    text = f"status: {grade}\nfacts: {{awards: percentage}}\n{PAIRS}"
    assert found(text) == ([] if allowed else ["abf-percentage"])


@pytest.mark.clause("abf", "4.2.2")
def test_percentages_of_a_tour_are_those_of_a_congress_and_teams_have_none() -> None:
    assert found("facts: {awards: percentage, congress: tour, congress event: open}\n" + PAIRS) == []
    assert found("status: B\nfacts: {awards: percentage}\n" + TEAMS) == ["abf-percentage"]


@pytest.mark.clause("abf", "4.2.3/matchpoints", "4.2.3 note i")
@pytest.mark.parametrize(
    ("words", "scores", "codes"),
    [
        ("facts: {scores: matchpoints}", "[13, 7]", ["abf-scores"]),
        ("match scores: matchpoints", "[13, 7]", ["abf-scores"]),
        ("facts: {scores: matchpoints}", "[53, 47]", []),
        ("facts: {scores: vps}", "[13, 7]", []),
        ("facts: {scores: vps}\nmatch scores: imps", "[13, 7]", ["abf-scores"]),
        ("facts: {scores: vps}\nmatch scores: victory points", "[13, 7]", []),
    ],
)
def test_the_scores_of_matches_are_what_they_are_told_to_be(words: str, scores: str, codes: list[str]) -> None:
    text = f"status: E\n{words}\n{TEAMS}matches:\n- {{winner: T1, loser: T2, scores: {scores}}}\n"
    assert found(text) == codes


@pytest.mark.clause("abf", "4.4.5 note")
def test_only_finals_of_national_teams_events_recognise_a_member_in_part() -> None:
    assert found("status: B\nfacts: {part recognition: T1 50 %}\n" + TEAMS) == ["abf-part-recognition"]
    assert found("status: A\nfacts: {part recognition: T1 50 %}\n" + TEAMS) == []


@pytest.mark.clause("abf", "1.5.1")
def test_a_contradiction_names_both_places() -> None:
    event = told.event("status: E\nfacts: {congress: B4, congress event: major}\n" + PAIRS)
    (problem,) = sense.check(EDITION.book(event.begins), event)
    assert (problem.path, problem.against) == (("facts", "congress"), ("status",))
    assert "E" in problem.found
    assert "B4" in problem.found
    assert not problem.asks


@pytest.mark.clause("abf", "4.1.1 note")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("status: E\nplay: pairs\nboards: 24\nstanding: without\nresults:\n" + numbered("P", 8), "standing"),
        ("status: E\nplay: pairs\nboards: 24\nstratified: yes\nresults:\n" + numbered("P", 8), "stratified"),
    ],
)
def test_words_that_change_nothing_here_are_told(text: str, word: str) -> None:
    result = told.assess(text + "\n")
    assert [each.clause for each in result.remarks if word in each.says] == ["4.1.1 note"]
    assert len(result.awards) == 4
