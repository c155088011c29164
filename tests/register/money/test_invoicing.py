"""Charges become invoices and credit notes: rounded once a line, numbered without gaps, whole or not at all."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.money import charging, confirm, discretion, documents, invoicing, verify
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge, Document, JournalPosting, Line
from overtrick.register.scoping import scopes_disabled
from tests.register.money.treasury import LEVY, begun, billed, charged, closed, due, moment, taxed

if TYPE_CHECKING:
    from tests.register.season import Union

MARCH = date(2026, 3, 31)
JUNE = date(2026, 6, 30)
SEPTEMBER = date(2026, 9, 30)


@pytest.fixture
def here(down_under: Union) -> Union:
    begun(down_under)
    taxed(down_under, "GST", "1/10", included=True)
    return down_under


def test_a_quarter_is_rounded_once_for_each_line(here: Union) -> None:
    # 3 x 1.25 x 2.02 = 7.575, and not three times 2.53; 10.00 x 1.62 = 16.20 has a line of its own.
    charged(here.club, *(due(LEVY, "5/4", 202, MARCH) for _ in range(3)), due("levy B4c B4s B5i", "10", 162, MARCH))
    (invoice,) = billed(here, MARCH).documents
    assert [(each.type, each.gross) for each in invoice.lines.order_by("position")] == [
        (LEVY, 758),
        ("levy B4c B4s B5i", 1620),
    ]
    assert (invoice.gross, invoice.reference, invoice.due) == (758 + 1620, "2026-0001", date(2026, 4, 30))


def test_tax_that_is_included_is_taken_out_of_each_line(here: Union) -> None:
    charged(here.club, due(LEVY, "2493/202", 202, MARCH, tax="GST"))
    (invoice,) = billed(here, MARCH).documents
    assert (invoice.net, invoice.tax, invoice.gross) == (2266, 227, 2493)
    postings = JournalPosting.objects.filter(entry__document=invoice).order_by("position")
    assert [(each.name, each.amount) for each in postings] == [
        ("debtors", 2493),
        ("income/levy C D E F", -2266),
        ("tax/GST", -227),
    ]


def test_tax_that_comes_on_top_is_worked_out_of_each_line(here: Union) -> None:
    taxed(here, "SG", "9/100", included=False)
    charged(here.club, due("county table and session", "7", 150, MARCH, tax="SG"))
    (invoice,) = billed(here, MARCH).documents
    assert (invoice.net, invoice.tax, invoice.gross) == (1050, 95, 1145)


def test_a_tax_code_that_nobody_has_explained_stops_the_run(here: Union) -> None:
    charged(here.club, due(LEVY, "1", 202, MARCH, tax="VAT"))
    with pytest.raises(invoicing.NotYet, match="VAT"):
        billed(here, MARCH)
    assert not Document.objects.exists()


def test_a_second_run_finds_nothing(here: Union) -> None:
    charged(here.club, due(LEVY, "10", 202, MARCH))
    assert len(billed(here, MARCH).documents) == 1
    assert invoicing.run(Asked(Run.QUARTER, MARCH, MARCH), actor=here.clerk, at=moment(MARCH)).documents == []


def test_an_empty_quarter_has_no_invoice_and_no_number(here: Union) -> None:
    charged(here.club, due(LEVY, "0", 202, MARCH), due(LEVY, "3", 202, JUNE))
    assert billed(here, MARCH).documents == []
    (invoice,) = billed(here, JUNE).documents
    assert invoice.reference == "2026-0001"


def test_a_rehearsal_says_what_the_run_does_and_uses_no_number(here: Union) -> None:
    charged(here.club, due(LEVY, "10", 202, MARCH))
    asked = Asked(Run.QUARTER, MARCH, MARCH)
    rehearsed = invoicing.rehearse(asked, actor=here.clerk, at=moment(MARCH))
    assert (rehearsed.gross, rehearsed.stops) == (2020, "March 2026 is not closed yet.")
    closed(here)
    assert not invoicing.rehearse(asked, actor=here.clerk, at=moment(MARCH)).stops
    assert not Document.objects.exists()


def test_what_fails_gives_its_number_back(here: Union) -> None:
    """Invoices and credit notes share the series of the year (vector office-numbers-no-gap)."""
    asked = Asked(Run.PROCESSED, MARCH, MARCH)
    numbers: list[str | None] = []
    charged(here.club, due(LEVY, "10", 202, MARCH, run=Run.PROCESSED))
    (made,) = invoicing.run(asked, actor=here.clerk, at=moment(MARCH)).documents
    numbers.append(made.reference)
    charged(here.other, due(LEVY, "10", 202, MARCH, run=Run.PROCESSED))
    with pytest.raises(IntegrityError), transactions.atomic():
        _run_and_fail(here, asked)
    numbers.append(None)
    _corrected(here, made.lines.get().charges.get().charge, "9")
    numbers += [each.reference for each in invoicing.run(asked, actor=here.clerk, at=moment(MARCH)).documents]
    assert numbers == ["2026-0001", None, "2026-0002", "2026-0003"]
    assert [each.kind for each in Document.objects.order_by("number")] == ["invoice", "invoice", "credit note"]


def _run_and_fail(here: Union, asked: Asked) -> None:
    invoicing.run(asked, actor=here.clerk, at=moment(MARCH))
    Document.objects.all().delete()


def _corrected(here: Union, charge: Charge, quantity: str, rate: int = 202) -> None:
    """Let an event be corrected: its charge is reversed and another made."""
    again = due(charge.type, quantity, rate, charge.billed, tax=charge.tax, run=Run(charge.run))
    with transactions.atomic():
        charging.keep([charging.reversal(charge, here.clerk, charge.made_on, "Version 2")])
    charged(here.club, again)


@pytest.mark.parametrize(
    ("before", "after", "credited"),
    [("49/4", "12", -51), ("49/4", "0", -2475), ("12", "49/4", 51), ("49/4", "49/4", None), ("1/4", "0", -51)],
)
def test_a_correction_after_the_invoice_is_the_difference_of_two_rounded_lines(
    here: Union, before: str, after: str, credited: int | None
) -> None:
    """12.25 at E corrected to 12.00: 24.75, 24.24, credit 0.51; what cost 0.51 is given back with 0.51."""
    (charge,) = charged(here.club, due(LEVY, before, 202, MARCH))
    (invoice,) = billed(here, MARCH).documents
    _corrected(here, charge, after)
    made = billed(here, JUNE).documents
    assert [each.gross for each in made] == ([] if credited is None else [credited])
    if credited is not None and credited < 0:
        assert (made[0].kind, made[0].refers) == ("credit note", invoice)
    if credited is not None:
        assert made[0].lines.get().corrects == invoice.lines.get()


def test_a_line_can_be_corrected_more_than_once(here: Union) -> None:
    first, _other = charged(here.club, due(LEVY, "49/4", 202, MARCH), due(LEVY, "1/4", 202, MARCH))
    billed(here, MARCH)
    _corrected(here, first, "12")
    billed(here, JUNE)
    _corrected(here, Charge.objects.exclude(quantity__startswith="-").get(quantity="12"), "49/4")
    made = billed(here, date(2026, 9, 30)).documents
    # The line of 12.50 points came to 25.25, then 24.75 (12.25 points), and is 25.25 again.
    assert [each.gross for each in (*Document.objects.order_by("number"),)] == [2525, -50, 50]
    assert made[0].kind == "invoice"


def test_what_was_charged_more_and_is_then_reversed_is_credited_on_both_invoices(here: Union) -> None:
    """The first invoice asked for 24.24 and the second for 0.51: no credit note takes back more than its invoice."""
    (first,) = charged(here.club, due(LEVY, "12", 202, MARCH, tax="GST"))
    billed(here, MARCH)
    _corrected(here, first, "49/4")
    billed(here, JUNE)
    _reversed(here, Charge.objects.get(quantity="49/4"))
    made = billed(here, SEPTEMBER).documents
    assert [(each.refers.reference if each.refers else "", each.gross) for each in made] == [
        ("2026-0001", -2424),
        ("2026-0002", -51),
    ]
    assert sum(Document.objects.values_list("tax", flat=True)) == 0
    assert _wrong() == []
    assert billed(here, date(2026, 12, 31)).documents == []


def test_points_that_were_released_later_are_credited_on_their_own_invoice(here: Union) -> None:
    """10.00 on one invoice and 5.00 of the same event on the next: the reversal of each goes to its own line."""
    (first,) = charged(here.club, due(LEVY, "10", 202, MARCH))
    billed(here, MARCH)
    (later,) = charged(here.club, due(LEVY, "5", 202, MARCH))
    billed(here, JUNE)
    _reversed(here, first, later)
    assert [each.gross for each in billed(here, SEPTEMBER).documents] == [-2020, -1010]
    assert _wrong() == []


def test_a_correction_of_what_the_office_gave_up_waits_and_stops_nobody(here: Union) -> None:
    (first,) = charged(here.club, due(LEVY, "10", 202, MARCH))
    (invoice,) = billed(here, MARCH).documents
    proposal = discretion.write_off(invoice, "They have no money", actor=here.clerk, at=moment(MARCH))
    confirm.confirm(proposal, actor=here.second, at=moment(MARCH))
    _reversed(here, first)
    charged(here.other, due(LEVY, "1", 202, JUNE))
    rehearsed = invoicing.rehearse(Asked(Run.QUARTER, JUNE, JUNE), actor=here.clerk, at=moment(JUNE))
    assert [str(each) for each in rehearsed.plan.carried] == ["Oakby"]
    assert [(str(each.account), each.gross) for each in billed(here, JUNE).documents] == [("Elmby", 202)]
    assert _wrong() == []


def test_a_line_that_is_credited_in_parts_leaves_no_tax_behind(here: Union) -> None:
    """10.05 with 0.91 of GST: of 5.02 that is 0.46, then 0.45 is left, and for the last cent nothing."""
    charged(here.club, due(LEVY, "1", 1005, MARCH, tax="GST"))
    (invoice,) = billed(here, MARCH).documents
    for cents in (502, 502, 1):
        lines = {invoice.lines.get().pk: cents}
        proposal = discretion.credit(invoice, lines, "We were wrong", actor=here.clerk, at=moment(MARCH))
        confirm.confirm(proposal, actor=here.second, at=moment(MARCH))
    assert [sum(Document.objects.values_list(each, flat=True)) for each in ("net", "tax", "gross")] == [0, 0, 0]
    assert [each.tax for each in Document.objects.order_by("number")] == [91, -46, -45, 0]
    assert _wrong() == []


def _reversed(here: Union, *charges: Charge) -> None:
    with transactions.atomic():
        charging.keep([charging.reversal(each, here.clerk, each.made_on, "Never played") for each in charges])


def _wrong() -> list[str]:
    with scopes_disabled():
        return [f"{each.where}: {each.says}" for each in verify.wrong_money()]


def test_an_invoice_of_very_many_charges_is_proved(here: Union) -> None:
    """SQLite takes no condition of more than a thousand parts."""
    charged(here.club, *(due(LEVY, str(points), 202, date(2026, 1, 5)) for points in range(1, 1_102)))
    (invoice,) = billed(here, date(2026, 3, 31)).documents
    assert (invoice.lines.count(), _wrong()) == (1, [])


def test_an_invoice_and_its_corrections_go_to_the_accounts_they_belong_to(here: Union) -> None:
    charged(here.club, due(LEVY, "10", 202, MARCH))
    charged(here.other, due(LEVY, "20", 202, MARCH))
    made = billed(here, MARCH).documents
    assert {(str(each.account), each.gross) for each in made} == {("Oakby", 2020), ("Elmby", 4040)}
    assert sorted(each.reference for each in made) == ["2026-0001", "2026-0002"]


def test_a_document_is_frozen(here: Union) -> None:
    charged(here.club, due(LEVY, "10", 202, MARCH))
    (invoice,) = billed(here, MARCH).documents
    for attempt in (
        lambda: Document.objects.filter(pk=invoice.pk).update(gross=1),
        lambda: Line.objects.all().delete(),
        lambda: Charge.objects.update(quantity="1"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()
    assert documents.digest(invoice, invoice.lines.order_by("position")) == invoice.sha256
    assert invoice.buyer["name"] == "Oakby"


def test_later_numbers_never_have_earlier_days(here: Union) -> None:
    charged(here.club, due(LEVY, "10", 202, MARCH))
    billed(here, MARCH, day=date(2026, 4, 10))
    charged(here.club, due(LEVY, "10", 202, MARCH))
    asked = Asked(Run.QUARTER, MARCH, date(2026, 4, 9))
    assert "earlier days" in invoicing.rehearse(asked, actor=here.clerk, at=moment(date(2026, 4, 20))).stops


def test_amounts_are_exact_until_the_line(here: Union) -> None:
    charges = charged(here.club, *(due(LEVY, "1/3", 100, MARCH) for _ in range(3)))
    (invoice,) = billed(here, MARCH).documents
    assert (invoice.gross, len(charges)) == (100, 3)
    assert invoice.lines.get().quantity == str(Fraction(1))


def test_a_run_tells_how_far_it_is(here: Union) -> None:
    for club in (here.club, here.other):
        charged(club, due(LEVY, "1", 202, JUNE))
    closed(here)
    told: list[tuple[int, int]] = []
    asked = Asked(Run.QUARTER, JUNE, JUNE)
    invoicing.run(asked, actor=here.clerk, at=moment(JUNE), progress=lambda *far: told.append(far))
    assert told == [(10, 100), (35, 100), (60, 100), (60, 100), (90, 100)]
