"""Points that a file claims, beside those the handbook gives."""

from __future__ import annotations

from overtrick.engine.assessment import Assessment
from overtrick.formats.compare import COLUMNS, compare
from overtrick.formats.reading import Claim
from tests.formats.club_nights import ABF, EBU, australian, changed, club_night, english


def claims_of(assessment: Assessment, word: str = "black") -> list[Claim]:
    return [
        Claim(award.player.name, award.player.number, word, award.units, award.contestant, award.field, line)
        for line, award in enumerate(assessment.awards, 11)
    ]


def test_a_file_that_claims_what_the_handbook_gives_agrees() -> None:
    assessment = english()
    comparison = compare(assessment, claims_of(assessment), EBU)
    assert comparison.agrees
    assert comparison.differing == ()
    (total,) = comparison.totals
    assert total.claimed == total.computed == sum(award.units for award in assessment.awards)
    assert total.players == total.agreeing == len(assessment.awards)


def test_players_of_a_pair_who_have_the_same_share_a_row_at_the_first_line() -> None:
    assessment = english()
    first = compare(assessment, claims_of(assessment), EBU).rows[0]
    assert first.names == ("Ado Adoson", "Bem Adoson")
    assert (first.place, first.line) == ("1", 11)
    assert first.clauses[0] == "4.1.5"


def test_a_tie_is_shown_and_rows_follow_the_places() -> None:
    assessment = english()
    places = [row.place for row in compare(assessment, claims_of(assessment), EBU).rows]
    assert places[:3] == ["1", "2=", "2="]


def test_a_claim_that_is_too_high_for_one_player_has_its_own_row() -> None:
    assessment = english()
    first, *others = claims_of(assessment)
    comparison = compare(assessment, [first._replace(units=first.units + 3), *others], EBU)
    (row,) = comparison.differing
    assert row.names == ("Ado Adoson",)
    assert row.difference == -3
    cells = dict(zip(COLUMNS, comparison.as_text([row])[0], strict=True))
    assert (cells["Claimed"], cells["Computed"], cells["Difference"]) == (str(first.units + 3), str(first.units), "-3")


def test_an_award_that_the_file_does_not_claim_is_a_row() -> None:
    assessment = english()
    comparison = compare(assessment, claims_of(assessment)[2:], EBU)
    (row,) = comparison.differing
    assert (row.claimed, row.line, row.remark) == (None, 0, "the file claims nothing")
    assert comparison.as_text([row])[0][COLUMNS.index("Difference")].startswith("+")


def test_a_claim_for_a_place_that_is_not_paid_tells_why() -> None:
    assessment = english()
    last = assessment.event.stages[0].fields[0].contestants[-1]
    claim = Claim(last.players[0].name, "", "Black", 4, last.name, "", 99)
    (row,) = compare(assessment, [*claims_of(assessment), claim], EBU).differing
    assert (row.place, row.computed, row.line) == ("8", None, 99)
    assert row.remark.startswith("8th; only")
    assert row.clauses


def test_a_claim_of_nothing_for_somebody_who_gets_nothing_agrees() -> None:
    assessment = english()
    last = assessment.event.stages[0].fields[0].contestants[-1]
    nothing = Claim(last.players[0].name, "", "black", 0, last.name)
    assert compare(assessment, [*claims_of(assessment), nothing], EBU).agrees


def test_somebody_who_is_in_none_of_the_lists_and_a_strange_colour_are_rows() -> None:
    assessment = english()
    strange = [
        Claim("Zed Zedson", "7", "black", 5, "Zed Zedson & Yol Yolson"),
        Claim("Ado Adoson", "20100", "c", 400, "Ado Adoson & Bem Adoson"),
    ]
    comparison = compare(assessment, [*claims_of(assessment), *strange], EBU)
    told = {(row.names[0], row.colour): (row.difference, row.remark) for row in comparison.differing}
    assert told == {
        ("Zed Zedson", "local"): (-5, "is in none of the lists"),
        ("Ado Adoson", "c"): (-400, "the handbook has no points of this colour"),
    }
    assert [total.colour for total in comparison.totals] == ["local", "c"]


def test_a_claim_without_a_colour_means_the_only_one_there_is() -> None:
    assessment = english()
    assert compare(assessment, claims_of(assessment, word=""), EBU).agrees


def test_a_player_is_found_by_number_where_the_name_is_written_otherwise() -> None:
    assessment = english()
    claims = [
        claim._replace(player=claim.player.upper(), number=f"00{claim.number}") for claim in claims_of(assessment)
    ]
    assert compare(assessment, claims, EBU).agrees


def test_two_strangers_of_one_name_in_different_pairs_are_kept_apart() -> None:
    event = club_night()
    for row in (0, 1):
        event = changed(event, row, 1, name="Visitor", number="")
    assessment = english(event)
    comparison = compare(assessment, claims_of(assessment), EBU)
    assert comparison.agrees
    assert sum("Visitor" in row.names for row in comparison.rows) == 2


def test_a_credit_file_is_compared_by_number_over_the_whole_event() -> None:
    event = changed(club_night(status="E"), 1, 0, name="Ado A.", number="0020100")  # the winner sat down twice
    assessment = australian(event)
    sums: dict[str, int] = {}
    for award in assessment.awards:
        number = award.player.number.lstrip("0")
        sums[number] = sums.get(number, 0) + award.units
    claims = [Claim("", number, "green", units, line=line) for line, (number, units) in enumerate(sums.items(), 1)]
    comparison = compare(assessment, claims, ABF)
    assert comparison.agrees
    assert comparison.rows[0].names == ("Ado Adoson",)
    (row,) = compare(assessment, [*claims, Claim("", "99", "green", 7)], ABF).differing
    assert (row.names, row.remark) == (("99",), "is in none of the lists")


def test_as_data_points_are_written_as_players_see_them() -> None:
    assessment = australian()
    claims = claims_of(assessment, "GREEN")
    data = compare(assessment, [claims[0]._replace(units=1), *claims[1:]], ABF).as_data()
    assert data["agrees"] is False
    assert data["rows"][0]["claimed"] == "0.01"
    assert data["rows"][0]["computed"] == f"0.{assessment.awards[0].units:02d}"
    assert data["totals"][0]["players"] == len(assessment.awards)
