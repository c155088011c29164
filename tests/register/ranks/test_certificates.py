"""A certificate's code: read however it is typed, and answered from the book as it is now."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from overtrick.register.people import merge_records
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import certificate_codes, certificates, close_month, opening_balances
from overtrick.register.ranks.certificates import CertificateState
from overtrick.register.ranks.models import Promotion
from tests.register.season import NIGHT, Union, members, night, pairs, submitted

MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
LATE_MAY = date(2026, 5, 19)
IN_JUNE, IN_JULY = datetime(2026, 6, 15, 9, tzinfo=UTC), datetime(2026, 7, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "typed",
    [
        "7K3M-9QTX-01HB",
        "7k3m9qtx01hb",
        " 7K3M 9QTX 01HB ",
        "7k3m–9qtx—o1hb",
        "7K3M.9QTX.OIHB",
        "7K3M-9QTX-0LHB",
        "7K3M-9QTX-olhb",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert certificate_codes.read(typed) == "7K3M9QTX01HB"
    assert certificate_codes.written(certificate_codes.read(typed)) == "7K3M-9QTX-01HB"


@pytest.mark.parametrize("typed", ["", "7K3M-9QTX-01H", "7K3M-9QTX-01HB9", "7K3M-9QTX-01HU", "7K3M-9QTX-01H*"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert certificate_codes.read(typed) == ""


def test_codes_are_drawn_by_chance_and_can_be_read() -> None:
    drawn = {certificate_codes.new_code() for _at in range(500)}
    assert len(drawn) == 500
    assert all(certificate_codes.read(each) == each for each in drawn)


def promoted(here: Union) -> Promotion:
    """Let the first player become Club Master on a night in May."""
    opening = Opening(here.players[0], "local", 190, date(2026, 1, 1), 1)
    opening_balances.enter(
        opening_balances.compare([opening]), here.clerk, here.second, datetime(2026, 5, 1, 9, tzinfo=UTC)
    )
    submitted(here, night(pairs(here.players)))
    (found,) = close_month.close(here.federation, MAY, here.clerk, IN_JUNE).promotions
    return found


@pytest.mark.django_db
def test_a_code_leads_to_what_it_certifies(here: Union) -> None:
    promotion = promoted(here)
    found = certificates.find(certificate_codes.written(promotion.code).lower())
    assert found is not None
    assert (found.promotion, found.player, found.state) == (promotion, here.players[0], CertificateState.STANDS)
    assert found.reached == NIGHT
    assert certificates.find(certificate_codes.new_code()) is None


@pytest.mark.django_db
def test_a_correction_that_takes_the_points_away_takes_the_certificate_back(here: Union) -> None:
    promotion = promoted(here)
    ranked = pairs(here.players)
    submitted(here, night([*ranked[1:], ranked[0]]), at=IN_JUNE, replace=True)
    assert certificates.certificate(promotion).state is CertificateState.STANDS  # the correction is not final yet
    close_month.close(here.federation, JUNE, here.clerk, IN_JULY)
    found = certificates.certificate(promotion)
    assert (found.state, found.reached) == (CertificateState.TAKEN_BACK, None)


@pytest.mark.django_db
def test_a_correction_that_moves_the_day_says_so(here: Union) -> None:
    promotion = promoted(here)
    ranked = pairs(here.players)
    submitted(here, night([*ranked[1:], ranked[0]]), at=IN_JUNE, replace=True)
    submitted(here, night(ranked, begins=LATE_MAY), at=IN_JUNE)
    close_month.close(here.federation, JUNE, here.clerk, IN_JULY)
    found = certificates.certificate(promotion)
    assert (found.state, found.reached, found.promotion.reached) == (CertificateState.ANOTHER_DAY, LATE_MAY, NIGHT)


@pytest.mark.django_db
def test_the_certificate_of_a_merged_record_is_that_of_the_person(here: Union) -> None:
    promotion = promoted(here)
    (kept,) = members(here.federation, here.other, ["Ado Bem"])
    merge_records.merge(kept, here.players[0], "the same person", actor=here.clerk, at=IN_JUNE)
    found = certificates.find(promotion.code)
    assert found is not None
    assert (found.player, found.state) == (kept, CertificateState.STANDS)
