"""Charges for members go with their cause: a registration that is undone, and two records that are one person."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.audit.models import Record
from overtrick.register.money import charging, confirm, discretion, invoicing, registrations
from overtrick.register.money.cause_check import wrong_causes
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge
from overtrick.register.money.plan import creditable
from overtrick.register.money.verify import amount_of, wrong_money
from overtrick.register.people import clubs, merge_records, registration, reinstate, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scopes_disabled
from tests.register.money.treasury import begun, billed, moment, taxed

if TYPE_CHECKING:
    from overtrick.register.money.invoicing import Done
    from overtrick.register.money.models import Document
    from overtrick.register.organisations.models import Organisation
    from overtrick.register.people.models import Player
    from tests.register.season import Union

DAY, LATER = date(2026, 4, 2), date(2026, 4, 9)
ROLL = date(2026, 3, 31)
END = moment(date(2026, 12, 31))
NEW = 1900  #: capitation from April, less the commission for somebody new


@pytest.fixture
def here(down_under: Union) -> Union:
    begun(down_under, date(2026, 1, 2))  # the day after its players registered
    taxed(down_under, "gst", "1/10", included=True)
    return down_under


def total(*players: Player) -> int:
    """Add up what was charged for these people, less what was taken back; it is whole cents."""
    rows = Charge.objects.filter(player__in=players) if players else Charge.objects.all()
    found = sum((amount_of(each) for each in rows), Fraction(0))
    assert found.denominator == 1
    return int(found)


def wrong() -> list[str]:
    with scopes_disabled():
        return [each.says for check in (wrong_causes, wrong_money) for each in check()]


def register(here: Union, family: str, day: date = DAY, club: Organisation | None = None) -> Player:
    at = moment(day)
    made = registration.register(Applicant("Tam", family), day, club=club or here.club, actor=here.clerk, at=at).player
    assert made is not None
    return made


def days() -> list[tuple[date, str]]:
    """Give the days that stand charged, and who pays."""
    rows = Charge.objects.filter(cause="registration", reverses=None, reversed_by=None).order_by("pk")
    return [(each.caused_on, str(each.account.organisation)) for each in rows.select_related("account__organisation")]


def reasons() -> set[str]:
    return set(Charge.objects.exclude(reverses=None).values_list("reason", flat=True))


# --- A registration that is undone ------------------------------------------------------------------------------------


def test_a_registration_that_lapses_from_its_own_first_day_costs_nothing(here: Union) -> None:
    player = register(here, "Ulo")
    assert total() == NEW
    standings.lapse(player, DAY, actor=here.clerk, at=moment(LATER))
    assert (total(), days(), reasons()) == (0, [], {f"The registration of {DAY} was undone"})
    assert {each.tariff_day for each in Charge.objects.all()} == {Charge.objects.earliest("pk").tariff_day}
    told = Record.objects.filter(action="charge.member").get()
    assert (told.reason, told.after) == (f"The registration of {DAY} was undone", {"charges": 2})
    assert wrong() == []


def test_a_registration_that_lapses_the_day_after_stays_charged(here: Union) -> None:
    player = register(here, "Ulo")
    standings.lapse(player, date(2026, 4, 3), actor=here.clerk, at=moment(LATER))
    assert (total(), reasons(), wrong()) == (NEW, set(), [])


@pytest.mark.parametrize("moved", [LATER, DAY])
def test_moving_the_day_of_a_registration_charges_once(here: Union, moved: date) -> None:
    player = register(here, "Ulo")
    standings.lapse(player, DAY, actor=here.clerk, at=moment(LATER))
    reinstate.register_again(player, here.other, moved, actor=here.clerk, at=moment(LATER))
    assert {*days()} == {(moved, "Elmby")}
    assert wrong() == []


@pytest.mark.parametrize("status", [Standing.Status.POTENTIAL, Standing.Status.VISITOR, Standing.Status.OVERSEAS])
def test_another_standing_from_the_first_day_takes_the_charge_back(here: Union, status: Standing.Status) -> None:
    player = register(here, "Ulo")
    standings.change(player, status, DAY, actor=here.clerk, at=moment(LATER))
    assert (total(), days(), wrong()) == (0, [], [])


def test_whoever_died_on_the_day_of_the_registration_costs_nothing(here: Union) -> None:
    player = register(here, "Ulo")
    standings.mark_deceased(player, DAY, actor=here.clerk, at=moment(LATER))
    assert (total(), wrong()) == (0, [])


def test_a_suspension_and_another_home_club_on_the_first_day_leave_the_charge(here: Union) -> None:
    player = register(here, "Ulo")
    standings.suspend(player, DAY, LATER, actor=here.clerk, at=moment(LATER), reason="conduct")
    clubs.transfer(player, here.other, DAY, actor=here.clerk, at=moment(LATER))
    assert ({*days()}, total(), wrong()) == ({(DAY, "Oakby")}, NEW, [])


def test_a_return_that_is_undone_leaves_the_charge_of_the_first_registration(here: Union) -> None:
    player = register(here, "Ulo")
    standings.lapse(player, date(2026, 4, 5), actor=here.clerk, at=moment(LATER))
    reinstate.register_again(player, here.club, LATER, actor=here.clerk, at=moment(LATER))
    assert {day for day, _club in days()} == {DAY, LATER}
    standings.lapse(player, LATER, actor=here.clerk, at=moment(LATER))
    assert ({day for day, _club in days()}, total(), wrong()) == ({DAY}, NEW, [])


def invoice_of(here: Union) -> Document:
    """Invoice everything that was charged by now."""
    first = Charge.objects.earliest("pk")
    (made,) = billed(here, max(Charge.objects.values_list("billed", flat=True)), run=Run(first.run)).documents
    return made


def next_run(here: Union) -> Done:
    run = Run(Charge.objects.earliest("pk").run)
    return invoicing.run(Asked(run, END.date(), END.date()), actor=here.clerk, at=END)


def test_an_invoiced_registration_that_is_undone_is_credited_with_its_commission(here: Union) -> None:
    """What the club got back for somebody new goes with what it paid: one credit note, and no invoice beside it."""
    player, stays = register(here, "Ulo"), register(here, "Wex")
    invoice = invoice_of(here)
    assert invoice.gross == 2 * NEW
    standings.lapse(player, DAY, actor=here.clerk, at=END)
    (note,) = next_run(here).documents
    assert (note.kind, note.gross, note.refers) == ("credit note", -NEW, invoice)
    assert sorted(note.lines.values_list("gross", flat=True)) == [-2000, 100]
    standings.lapse(stays, DAY, actor=here.clerk, at=END)
    assert [each.gross for each in next_run(here).documents] == [-NEW]
    assert (total(), creditable(invoice), wrong()) == (0, 0, [])


def test_where_the_office_gave_the_invoice_up_nothing_is_taken_back_and_nothing_asked_for(here: Union) -> None:
    player = register(here, "Ulo")
    invoice = invoice_of(here)
    at = moment(date(2026, 12, 30))
    proposal = discretion.write_off(invoice, "the club has closed", actor=here.clerk, at=at)
    confirm.confirm(proposal, actor=here.second, at=at)
    standings.lapse(player, DAY, actor=here.clerk, at=END)
    assert (list(next_run(here).documents), wrong()) == ([], [])


def test_a_commission_that_is_taken_back_alone_is_invoiced(here: Union) -> None:
    register(here, "Ulo")
    invoice_of(here)
    commission = Charge.objects.get(type="commission")
    with transactions.atomic():
        charging.keep([charging.reversal(commission, None, LATER, "a mistake")])
    assert [(each.kind, each.gross) for each in next_run(here).documents] == [("invoice", 100)]


def test_a_change_that_is_refused_takes_nothing_back(here: Union) -> None:
    player = register(here, "Ulo")
    standings.mark_deceased(player, LATER, actor=here.clerk, at=moment(LATER))
    with pytest.raises(standings.Died):
        standings.lapse(player, LATER, actor=here.clerk, at=moment(LATER))
    assert (total(), reasons(), wrong()) == (NEW, set(), [])


def test_verify_names_a_charge_whose_registration_is_gone(here: Union) -> None:
    player = register(here, "Ulo")
    Standing.objects.filter(player=player).update(begins=LATER)
    gone, missing = wrong()
    assert gone == f"The member did not become a registered home member on {DAY}; the charge was not taken back."
    assert missing == f"Registering on {LATER} was not charged."


# --- Two records that are one person ----------------------------------------------------------------------------------


def merged(here: Union, keep: Player, duplicate: Player) -> None:
    merge_records.merge(keep, duplicate, "one person", actor=here.clerk, at=moment(LATER))


def unmerged(here: Union, duplicate: Player) -> None:
    merge_records.unmerge(duplicate, "two people", actor=here.clerk, at=moment(LATER))


@pytest.mark.parametrize("older", [True, False])
def test_merging_takes_the_second_charge_of_a_roll_back_and_undoing_it_charges_again(here: Union, older: bool) -> None:
    first, second, *_rest = sorted(here.players, key=lambda each: each.pk)
    made = registrations.charge_roll(ROLL, actor=here.clerk, at=moment(DAY))
    assert [each.player_id for each in made[:2]] == [first.pk, second.pk]
    keep, duplicate = (first, second) if older else (second, first)
    merged(here, keep, duplicate)
    assert (total(first), total(second)) == (2000, 0)
    assert reasons() == {f"Charged twice: the records {keep.number} and {duplicate.number} were merged"}
    assert registrations.charge_roll(ROLL, actor=here.clerk, at=moment(LATER)) == []
    assert wrong() == []
    unmerged(here, duplicate)
    assert (total(first), total(second), wrong()) == (2000, 2000, [])
    merged(here, keep, duplicate)
    assert (total(first, second), wrong()) == (2000, [])


@pytest.mark.parametrize("older", [True, False])
def test_two_registrations_on_one_day_of_one_person_cost_once(here: Union, older: bool) -> None:
    first, second = register(here, "Ulo"), register(here, "Wex", club=here.other)
    keep, duplicate = (first, second) if older else (second, first)
    merged(here, keep, duplicate)
    assert ({*days()}, total(), wrong()) == ({(DAY, "Oakby")}, NEW, [])
    unmerged(here, duplicate)
    assert ({*days()}, total(), wrong()) == ({(DAY, "Oakby"), (DAY, "Elmby")}, 2 * NEW, [])


def test_what_was_undone_before_a_merge_is_not_charged_again_after_it(here: Union) -> None:
    first, second = register(here, "Ulo"), register(here, "Wex")
    standings.lapse(second, DAY, actor=here.clerk, at=moment(LATER))
    merged(here, first, second)
    unmerged(here, second)
    assert (total(first), total(second), wrong()) == (NEW, 0, [])


def test_the_third_record_of_a_person_is_taken_back_too_and_only_its_own_comes_again(here: Union) -> None:
    first, second, third, *_rest = sorted(here.players, key=lambda each: each.pk)
    registrations.charge_roll(ROLL, actor=here.clerk, at=moment(DAY))
    merged(here, second, third)
    merged(here, first, second)
    assert [total(each) for each in (first, second, third)] == [2000, 0, 0]
    second.refresh_from_db()
    unmerged(here, second)  # with the third, which was merged into it
    assert [total(each) for each in (first, second, third)] == [2000, 2000, 0]
    assert wrong() == []


def test_a_double_charge_that_is_invoiced_is_credited(here: Union) -> None:
    first, second, *_rest = here.players
    made = registrations.charge_roll(ROLL, actor=here.clerk, at=moment(DAY))
    run = Run(made[0].run)
    billed(here, max(each.billed for each in made), run=run)
    merged(here, first, second)
    later = moment(date(2026, 12, 31))
    done = invoicing.run(Asked(run, later.date(), later.date()), actor=here.clerk, at=later)
    assert [(each.kind, each.gross) for each in done.documents] == [("credit note", -2000)]
    assert wrong() == []


def test_verify_names_a_person_who_is_charged_twice(here: Union) -> None:
    first, second, *_rest = sorted(here.players, key=lambda each: each.pk)
    registrations.charge_roll(ROLL, actor=here.clerk, at=moment(DAY))
    merged(here, first, second)
    (back,) = Charge.objects.exclude(reverses=None)
    again = charging.reversal(back, None, DAY, "")
    again.reverses = None
    charging.keep([again])
    twice = f"The same person is charged twice for the roll of {ROLL}"
    assert wrong() == [f"{twice}: undo the merge of the two records, and merge them again."]


def test_a_federation_that_charges_nothing_merges_and_lapses_as_before(down_under: Union) -> None:
    here = down_under
    first, second, third, *_rest = here.players
    merged(here, first, second)
    unmerged(here, second)
    standings.lapse(third, DAY, actor=here.clerk, at=moment(LATER))
    assert not Charge.objects.exists()
    assert not Record.objects.filter(action="charge.member").exists()
