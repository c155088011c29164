"""What holds for every comparison: it agrees with the truth, finds every lie, and its sums are right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.assessment import Assessment
from overtrick.formats.compare import COLUMNS, compare
from overtrick.formats.reading import Claim
from overtrick.handbooks import exchange
from tests.formats.club_nights import EBU
from tests.formats.usebio_events import assessments, events

WORDS = exchange.of(EBU)


def truth(assessment: Assessment) -> list[Claim]:
    return [
        Claim(award.player.name, award.player.number, WORDS.word(award.colour).lower(), award.units, award.contestant)
        for award in assessment.awards
    ]


@given(st.data())
def test_the_truth_agrees_in_whatever_order_it_is_told(data: st.DataObject) -> None:
    assessment = data.draw(assessments(data.draw(events())))
    comparison = compare(assessment, data.draw(st.permutations(truth(assessment))), EBU)
    assert comparison.agrees
    assert comparison.differing == ()
    paid = sum(award.units for award in assessment.awards)
    assert (
        sum(total.claimed for total in comparison.totals) == sum(total.computed for total in comparison.totals) == paid
    )


@given(st.data())
def test_one_wrong_claim_is_found_with_its_difference(data: st.DataObject) -> None:
    assessment = data.draw(assessments(data.draw(events())))
    claims = truth(assessment)
    at = data.draw(st.integers(0, len(claims) - 1))
    more = data.draw(st.integers(1, 500))
    claims[at] = claims[at]._replace(units=claims[at].units + more)
    comparison = compare(assessment, claims, EBU)
    assert [(row.names, row.difference) for row in comparison.differing] == [((claims[at].player,), -more)]


@given(st.data())
def test_any_claims_at_all_are_all_counted_and_shown(data: st.DataObject) -> None:
    assessment = data.draw(assessments(data.draw(events())))
    texts = st.sampled_from(
        ["", "0", "7700", "black", "green", "c", "Zed", *(each.player.name for each in assessment.awards)]
    )
    anything = st.builds(Claim, texts, texts, texts, st.integers(0, 99), texts, texts, st.integers(0, 9))
    claims = data.draw(st.lists(anything, max_size=6))
    comparison = compare(assessment, claims, EBU)
    assert sum(total.claimed for total in comparison.totals) == sum(claim.units for claim in claims)
    assert sum(total.computed for total in comparison.totals) == sum(award.units for award in assessment.awards)
    assert all(len(row) == len(COLUMNS) for row in comparison.as_text())
    assert len(comparison.as_data()["rows"]) == len(comparison.rows)
