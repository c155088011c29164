"""Promotions and held credits stand under proof as the book does: whatever was changed by hand is named."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from overtrick.engine.event import Player as Seated
from overtrick.register import sql
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.federation_settings import setup
from overtrick.register.people import merge_records
from overtrick.register.people.models import Standing
from overtrick.register.proof import prove
from overtrick.register.ranks import close_month
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.promotion_check import wrong_promotions
from tests.register import office
from tests.register.ranks.test_close_month import had
from tests.register.season import AT, Union, members, night, pairs, submitted
from tests.register.test_edges_proof import without_guards

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
IN_JUNE = datetime(2026, 6, 12, 9, tzinfo=UTC)
IN_JULY = datetime(2026, 7, 12, 9, tzinfo=UTC)


@pytest.fixture
def promoted(here: Union) -> Union:
    """Eight pairs, of whom the winners come from just below a rank."""
    had(here, here.players[0], local=199)
    had(here, here.players[1], local=100)
    submitted(here, night(pairs(here.players)))
    close_month.close(here.federation, MAY, here.clerk, IN_JUNE)
    assert Promotion.objects.get().player == here.players[0]
    return here


def named() -> list[str]:
    return [each.where for each in prove().findings]


@pytest.mark.usefixtures("promoted")
def test_promotions_come_out_again() -> None:
    assert named() == []


def test_a_close_that_the_audit_names_by_its_number_in_the_book_of_all_federations_is_found(promoted: Union) -> None:
    """Whoever was merged after it was not one person then."""
    first, _second, third, *_others = promoted.players
    merge_records.merge(third, first, "the same person", actor=promoted.clerk, at=IN_JULY)
    without_guards("audit_record")
    sql.run("update audit_record set subject = 'ledger.closing:7' where action = 'month.close'")
    assert list(wrong_promotions()) == []


@pytest.mark.parametrize(
    "change",
    ["rank = 'Grand Master'", "reached = '2026-05-11'", "edition = '1999'", "player_id = player_id + 1"],
)
@pytest.mark.usefixtures("promoted")
def test_a_promotion_that_was_changed_is_named_and_so_is_the_one_that_is_due(change: str) -> None:
    number = Promotion.objects.get().pk
    sql.run(f"update ranks_promotion set {change}")  # noqa: S608 - our own words
    assert set(named()) == {f"promotion {number}", "promotion to Club Master"}


@pytest.mark.usefixtures("promoted")
def test_a_promotion_that_was_taken_out_is_named() -> None:
    number = Promotion.objects.get().pk
    sql.run("delete from ranks_promotion")
    assert named() == ["promotion to Club Master", f"promotion {number}"]


def test_a_promotion_that_nobody_won_is_named(promoted: Union) -> None:
    first = Promotion.objects.get()
    made = Promotion.objects.create(
        player=promoted.players[2], rank="Club Master", edition=first.edition, reached=AT, closing=first.closing
    )
    assert named() == [f"promotion {made.pk}"]


def test_what_comes_after_a_promotion_takes_it_from_nobody(promoted: Union) -> None:
    """A correction, a merge, a merge undone and another setting: the rank was reached when the month was closed."""
    sitting = pairs(promoted.players)
    submitted(promoted, night([sitting[1], sitting[0], *sitting[2:]]), at=IN_JUNE, replace=True)
    (twin,) = members(promoted.federation, promoted.other, ["Cor Dax"])
    had(promoted, twin, local=90)
    merge_records.merge(promoted.players[1], twin, "one person", actor=promoted.clerk, at=IN_JUNE)
    setup.change(promoted.federation, setup.Ways(results_due_days=5), actor=promoted.clerk, at=IN_JUNE)
    close_month.close(promoted.federation, JUNE, promoted.clerk, IN_JULY)
    assert set(Promotion.objects.values_list("player", flat=True)) >= {promoted.players[0].pk, promoted.players[1].pk}
    assert named() == []
    merge_records.unmerge(twin, "two people", actor=promoted.clerk, at=IN_JULY)
    merge_records.merge(promoted.players[5], promoted.players[0], "one person", actor=promoted.clerk, at=IN_JULY)
    assert named() == []


# --- Held credits -------------------------------------------------------------------------------------------------


@pytest.fixture
def held(here: Union) -> HeldCredit:
    """The winner has not paid yet."""
    unpaid = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL)
    (_first, second), *rest = pairs(here.players)
    submitted(here, night([(Seated("Tam Ulo", unpaid.number), second), *rest]))
    return HeldCredit.objects.get()


@pytest.mark.usefixtures("held")
def test_held_credits_are_those_of_the_assessment() -> None:
    assert named() == []


@pytest.mark.parametrize("change", ["units = units + 1", "colour = 'green'", "award = 99", "name = 'Somebody Else'"])
def test_a_held_credit_that_was_changed_is_named(held: HeldCredit, change: str) -> None:
    sql.run(f"update competitions_heldcredit set {change}")  # noqa: S608 - our own words
    assert named()[0] == f"held credit {held.pk}"


def test_a_held_credit_that_was_taken_out_is_named_by_what_was_won(held: HeldCredit) -> None:
    sql.run("delete from competitions_heldcredit")
    findings = prove().findings
    assert (findings[0].where, findings[0].says) == (
        f"submission {held.submission_id}",
        f"Award of {held.units} local is neither in the book nor held.",
    )
    assert [each.where for each in findings[1:]] == [f"held credit {held.pk}"]


def test_a_credit_that_only_seems_released_is_named(held: HeldCredit) -> None:
    sql.run("update competitions_heldcredit set released_id = (select max(id) from ledger_posting)")
    assert set(named()) == {f"held credit {held.pk}", f"submission {held.submission_id}"}


@pytest.mark.usefixtures("promoted")
def test_every_part_of_the_proof_is_told_and_the_long_ones_with_their_count() -> None:
    told: dict[str, int] = {}
    prove(progress=lambda what, _done, of: told.update({what: max(of, told.get(what, 0))}))
    assert [*told] == [
        *("entries", "references of entries", "assessments", "held credits", "promotions", "money", "fines"),
        *("charges of events", "other charges", "charges of copies", "audit", "signed heads", "rows in the audit"),
        *("uploads", "database"),
    ]
    counted = {"entries", "assessments", "held credits", "promotions", "audit", "rows in the audit", "uploads"}
    assert {what for what, of in told.items() if of} == counted
