"""Late files and unpaid invoices are fined when the office confirms it; a disputed line is left out until answered."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player as Seated
from overtrick.handbooks import money
from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.competitions import charge_check, decide, held_credits, late_fines
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.money import accounts, charging, confirm, discretion, disputes, fines, invoicing
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.money.unpaid import Unpaid
from overtrick.register.money.verify import amount_of
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.people import reinstate
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scopes_disabled
from tests.register import office
from tests.register.money.treasury import begun, charged, due, invoiced, moment, paid
from tests.register.season import night, pairs, send

if TYPE_CHECKING:
    from overtrick.register.money.models import Document, Line
    from tests.register.season import Union

FIRST = date(2026, 1, 2)


@pytest.fixture
def here(down_under: Union) -> Union:
    begun(down_under, date(2026, 1, 1))
    return down_under


def test_an_unpaid_invoice_is_fined_each_quarter_for_what_is_unpaid_then(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    first, second = invoice.due + timedelta(days=91), invoice.due + timedelta(days=181)
    assert fines.propose_fines(first - timedelta(days=1)) == []
    fines.confirm_fines(fines.propose_fines(first), actor=here.clerk, at=moment(first))
    paid(here, here.club, 20000, first + timedelta(days=9))
    (again,) = fines.propose_fines(second)
    fines.confirm_fines([again], actor=here.clerk, at=moment(second))
    assert [each.quantity for each in Charge.objects.filter(cause="overdue").order_by("pk")] == ["50000", "30000"]
    assert fines.propose_fines(second) == []
    with scopes_disabled():
        assert list(fines.wrong_fines()) == []


@pytest.mark.postgres
@pytest.mark.parametrize(("after", "owed"), [(90, []), (91, [1]), (270, [1, 2]), (271, [1, 2, 3])])
def test_whoever_pays_late_owes_the_penalty_of_every_period_that_was_over(
    here: Union, after: int, owed: list[int]
) -> None:
    """8.4: a period ends on day 90, 180, 270; what is paid on that day is not unpaid at its end."""
    invoice = invoiced(here, here.club, 50000, FIRST)
    paid(here, here.club, 50000, invoice.due + timedelta(days=after))
    day = invoice.due + timedelta(days=275)
    assert [(each.document, (each.charge.caused_on - invoice.due).days) for each in fines.propose_fines(day)] == [
        (invoice, quarter * 90 + 1) for quarter in owed
    ]


def test_the_penalties_of_day_271_are_there_on_day_275_whether_a_cent_is_left_or_nothing(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    paid(here, here.club, 20000, invoice.due + timedelta(days=100))
    before = [each.charge.quantity for each in fines.propose_fines(invoice.due + timedelta(days=271))]
    for cents in (29999, 1):
        day = invoice.due + timedelta(days=275)
        paid(here, here.club, cents, day)
        found = fines.propose_fines(day)
        assert [each.charge.quantity for each in found] == before == ["50000", "30000", "30000"]
    fines.confirm_fines(found, actor=here.clerk, at=moment(day))
    with scopes_disabled():
        assert list(fines.wrong_fines()) == []


def test_a_line_in_dispute_stays_owed_and_is_not_fined_until_the_office_answers(here: Union) -> None:
    treasurer = office.user("treasurer")
    officers.appoint(here.club, treasurer, Officer.Role.TREASURER, office.NEW_YEAR, actor=here.clerk, at=moment(FIRST))
    invoice = invoiced(here, here.club, 50000, FIRST)
    line, day = invoice.lines.get(), invoice.due + timedelta(days=91)
    opened = disputes.dispute(line, "We did not play", actor=treasurer, at=moment(FIRST))
    with pytest.raises(disputes.NotDisputed):
        disputes.dispute(line, "Again", actor=treasurer, at=moment(FIRST))
    assert (fines.propose_fines(day), accounts.left_of([invoice.pk])[invoice.pk]) == ([], 50000)
    assert list(disputes.waiting()) == [opened]
    proposal = disputes.answer(opened, "True", upheld=True, actor=here.clerk, at=moment(FIRST))
    assert proposal is not None
    assert fines.propose_fines(day) == []  # the credit note is not confirmed yet
    confirm.confirm(proposal, actor=here.second, at=moment(FIRST))
    assert (accounts.left_of([invoice.pk])[invoice.pk], list(disputes.waiting())) == (0, [])
    with pytest.raises(disputes.NotDisputed):
        disputes.answer(opened, "Once more", upheld=False, actor=here.clerk, at=moment(day))


def test_a_dispute_that_is_not_upheld_counts_again_from_the_answer(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    opened = disputes.dispute(invoice.lines.get(), "Too much", actor=here.clerk, at=moment(FIRST))
    answered = FIRST + timedelta(days=9)
    disputes.answer(opened, "It is right", upheld=False, actor=here.clerk, at=moment(answered))
    unpaid = Unpaid([invoice.pk])
    before = answered - timedelta(days=1)
    assert [unpaid.undisputed(invoice.pk, each, answered) for each in (before, answered)] == [0, 50000]


def _of_two_lines(here: Union) -> tuple[Document, Line, Line]:
    """Let a club owe 100.00 for one thing and 50.00 for another."""
    charged(here.club, *(due(each, "1", cents, FIRST, run=Run.YEAR) for each, cents in (("a", 10000), ("b", 5000))))
    (made,) = invoicing.run(Asked(Run.YEAR, FIRST, FIRST), actor=here.clerk, at=moment(FIRST)).documents
    first, second = made.lines.order_by("position")
    return made, first, second


def _credited(here: Union, line: Line, cents: int, on: date) -> None:
    proposal = discretion.credit(line.document, {line.pk: cents}, "We were wrong", actor=here.clerk, at=moment(on))
    confirm.confirm(proposal, actor=here.second, at=moment(on))


def test_what_was_credited_of_a_disputed_line_is_not_left_out_twice(here: Union) -> None:
    """150.00 less a credit of 60.00 leaves 90.00, of which 40.00 is in dispute: the fine is taken of 50.00."""
    invoice, line, _other = _of_two_lines(here)
    opened = disputes.dispute(line, "Too much", actor=here.clerk, at=moment(FIRST))
    _credited(here, line, 6000, FIRST)
    day = invoice.due + timedelta(days=91)
    (fine,) = fines.propose_fines(day)
    assert fine.charge.quantity == "5000"
    proposal = disputes.answer(opened, "True", upheld=True, actor=here.clerk, at=moment(day))
    assert proposal is not None
    confirm.confirm(proposal, actor=here.second, at=moment(day))
    assert accounts.left_of([invoice.pk])[invoice.pk] == 5000


@pytest.mark.postgres
def test_a_dispute_about_a_line_that_was_taken_back_can_still_be_upheld(here: Union) -> None:
    _invoice, line, _other = _of_two_lines(here)
    opened = disputes.dispute(line, "Too much", actor=here.clerk, at=moment(FIRST))
    _credited(here, line, 10000, FIRST)
    assert disputes.answer(opened, "True", upheld=True, actor=here.clerk, at=moment(FIRST)) is None
    assert list(disputes.waiting()) == []


def test_a_penalty_in_dispute_or_taken_back_lowers_no_fine(here: Union) -> None:
    """A levy of 107.00 and a penalty of 8.56: of the penalty nothing is taken, once, whatever becomes of it."""
    late = Caused(Charge.Cause.LATE_FILE, FIRST, Payers(here.club), FIRST)
    charged(here.club, due("levy", "1", 10700, FIRST, run=Run.YEAR))
    with transactions.atomic():
        dues = [due("late file", "1", 856, FIRST, run=Run.YEAR)]
        charging.keep(charging.drawn(dues, late, Prices(None, {}), None, FIRST))
    asked = Asked(Run.YEAR, FIRST, FIRST)
    (made,) = invoicing.run(asked, actor=here.clerk, at=moment(FIRST)).documents
    first, second = made.lines.order_by("position")
    day = first.document.due + timedelta(days=91)
    assert [each.charge.quantity for each in fines.propose_fines(day)] == ["10700"]
    disputes.dispute(second, "It was in time", actor=here.clerk, at=moment(FIRST))
    assert [each.charge.quantity for each in fines.propose_fines(day)] == ["10700"]
    _credited(here, second, 856, FIRST)
    assert [each.charge.quantity for each in fines.propose_fines(day)] == ["10700"]


def test_two_people_with_the_same_list_fine_nobody_twice(here: Union) -> None:
    invoice = invoiced(here, here.club, 50000, FIRST)
    day = invoice.due + timedelta(days=91)
    mine, theirs = fines.propose_fines(day), fines.propose_fines(day)
    assert len(fines.confirm_fines(mine, actor=here.clerk, at=moment(day))) == 1
    assert fines.confirm_fines(theirs, actor=here.second, at=moment(day)) == []


@pytest.mark.postgres
def test_a_file_that_came_late_is_fined_once_and_the_fine_goes_with_its_levy(here: Union) -> None:
    event = night(pairs(here.players), begins=FIRST, status="B4s")
    late = moment(FIRST + timedelta(days=61))
    draft = send(here, event, at=late, actor=here.clerk).submission
    assert draft is not None
    made = submit(draft, here.clerk, late, said={EVERYTHING: "It was so"}).submission
    levy = Charge.objects.get()
    (fine,) = late_fines.propose_fines(late.date())
    assert fine.charge.cause == "late file"
    assert fine.due.amount == Fraction(money.line([amount_of(levy)]) * 8, 100)  # 61 days are two months begun
    fines.confirm_fines([fine], actor=here.clerk, at=late)
    assert late_fines.propose_fines(late.date()) == []
    with scopes_disabled():
        assert list(charge_check.wrong_charges()) == []
    decide.reverse_event(made.competition, here.clerk, late, "never played")
    assert Charge.objects.filter(reverses=None, reversed_by=None).count() == 0


def test_a_fine_follows_when_held_points_make_its_levy_larger(here: Union) -> None:
    """The old fine goes, and the office is shown the right one."""
    unpaid = office.person("Una Wex", club=here.club, status=Standing.Status.POTENTIAL)
    (_first, partner), *rest = pairs(here.players)
    event = night([(Seated("Una Wex", unpaid.number), partner), *rest], begins=FIRST, status="B4s")
    late = moment(FIRST + timedelta(days=61))
    draft = send(here, event, at=late, actor=here.clerk).submission
    assert draft is not None
    submit(draft, here.clerk, late, said={EVERYTHING: "It was so"})
    (before,) = late_fines.propose_fines(late.date())
    fines.confirm_fines([before], actor=here.clerk, at=late)
    reinstate.register_again(unpaid, None, FIRST, actor=here.clerk, at=late)
    held_credits.release(unpaid, here.clerk, late)
    levies = Charge.objects.filter(cause="submission", reverses=None, reversed_by=None)
    assert levies.count() == 2  # what the held points cost is a further charge
    with scopes_disabled():
        assert list(charge_check.wrong_charges()) == []
    (after,) = late_fines.propose_fines(late.date())
    assert after.due.amount == Fraction(money.line([sum(map(amount_of, levies))]) * 8, 100)
    assert fines.confirm_fines([after], actor=here.clerk, at=late) != []
    with scopes_disabled():
        assert list(charge_check.wrong_charges()) == []
